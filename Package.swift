// swift-tools-version: 6.2

import PackageDescription

/// True on a Mac, which builds for all Apple platforms.
#if os(macOS)
  let isMac = true
#else
  let isMac = false
#endif

/// libyaml as a package brings it, since no Apple platform has it as a library to link.
///
/// On Linux it is the system's own, unless a trait says otherwise, by which the tests show that the two are
/// the same.
let bundlesYAML = isMac

/// One list for every Swift target, so that no target is laxer than another.
///
/// In CI a warning is an error; on a developer's machine a newer compiler's warnings do not stop the build. Nor do
/// those about Apple's interfaces, which Linux cannot show, keep the tests on a Mac from running.
let settings: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableExperimentalFeature("Lifetimes"),
    .strictMemorySafety(),
    .define("BUNDLED_YAML", bundlesYAML ? nil : .when(traits: ["BundledYAML"])),
  ] + (Context.environment["CI"] == nil || isMac ? [] : [.treatAllWarnings(as: .error)])

/// What recording at the wire needs, and only that: a build of replay alone never sees it.
func nio(_ product: String, _ package: String = "swift-nio") -> Target.Dependency {
  .product(name: product, package: package, condition: .when(traits: ["Recording"]))
}

/// A library of a content coding that recording at the wire undoes: no Apple device has it, so that there
/// such bodies are kept as they come.
func coding(_ library: String) -> Target.Dependency {
  .target(
    name: library, condition: .when(platforms: [.linux, .macOS], traits: ["Recording"]))
}

/// What only the command and its proxy need.
func tool(_ product: String, _ package: String) -> Target.Dependency {
  .product(name: product, package: package, condition: .when(traits: ["CommandLineTool"]))
}

let package = Package(
  name: "vcr",
  // Not lower: clocks, durations and regular expressions of the standard library are as old as these.
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .library(name: "VCR", targets: ["VCR"]),
    .library(name: "VCRTesting", targets: ["VCRTesting"]),
    .library(name: "VCROtherTools", targets: ["VCROtherTools"]),
    .library(name: "VCRProxy", targets: ["VCRProxy"]),
    .plugin(name: "VCRCassettes", targets: ["VCRCassettes"]),
    .executable(name: "vcr", targets: ["VCRCommand"]),
  ],
  traits: [
    .trait(
      name: "Recording",
      description: "Record at the wire, with SwiftNIO: what Linux needs, and replay does not."
    ),
    .trait(
      name: "CommandLineTool",
      description: "Build the vcr command, which records and replays any program through a proxy.",
      enabledTraits: ["Recording"]
    ),
    .trait(
      name: "BundledYAML",
      description: "Take libyaml from the package Yams, as on Apple platforms, not from the system."
    ),
    .default(enabledTraits: ["Recording", "CommandLineTool"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-asn1", from: "1.4.0"),
    .package(url: "https://github.com/apple/swift-certificates", from: "1.21.0"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
    .package(url: "https://github.com/apple/swift-nio-http2", from: "1.46.0"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.0"),
    .package(url: "https://github.com/jpsim/Yams", "5.0.1"..<"7.0.0"),
  ],
  targets: [
    .systemLibrary(
      name: "Clibyaml",
      pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]
    ),
    .systemLibrary(
      name: "Czlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .systemLibrary(
      name: "Cbrotli",
      pkgConfig: "libbrotlidec",
      providers: [.apt(["libbrotli-dev"]), .brew(["brotli"])]
    ),
    .systemLibrary(
      name: "Cbrotlienc",
      pkgConfig: "libbrotlienc",
      providers: [.apt(["libbrotli-dev"]), .brew(["brotli"])]
    ),
    .systemLibrary(
      name: "Czstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"]), .brew(["zstd"])]),
    // Spares a user's test target a rule for its cassettes.
    .plugin(name: "VCRCassettes", capability: .buildTool(), path: "Sources/VCRCassettes"),
    .target(name: "CIsolation"),
    .target(name: "CBytes"),
    .target(name: "VCRLocks", swiftSettings: settings),
    .target(
      name: "VCRCore",
      dependencies: [
        "CBytes", "VCRLocks",
        .target(name: "Czlib", condition: .when(traits: ["Recording"])),
        .product(
          name: "Yams", package: "Yams",
          condition: bundlesYAML ? nil : .when(traits: ["BundledYAML"])),
      ] + (bundlesYAML ? [] : ["Clibyaml"]),
      swiftSettings: settings),
    .target(
      name: "VCRReview", dependencies: ["VCRCore", "VCRLocks"], swiftSettings: settings),
    .target(
      name: "VCRUpstream",
      dependencies: [
        "VCRCore",
        "VCRLocks",
        .target(name: "Czlib", condition: .when(traits: ["Recording"])),
        coding("Cbrotli"),
        coding("Cbrotlienc"),
        coding("Czstd"),
        nio("NIOCore"),
        nio("NIOPosix"),
        nio("NIOConcurrencyHelpers"),
        nio("NIOHTTP1"),
        nio("NIOTLS"),
        nio("NIOSSL", "swift-nio-ssl"),
        nio("NIOHTTP2", "swift-nio-http2"),
        nio("NIOHPACK", "swift-nio-http2"),
      ],
      swiftSettings: settings
    ),
    .target(
      name: "VCR",
      dependencies: ["VCRCore", "VCRLocks", "VCRUpstream", nio("NIOCore")],
      swiftSettings: settings
    ),
    .target(name: "VCRTesting", dependencies: ["VCR", "VCRLocks"], swiftSettings: settings),
    // No other target names it: where it is linked, tests replay the recordings of other tools.
    .target(
      name: "VCROtherTools", dependencies: ["VCRCore", "VCRReview", "VCRUpstream"],
      swiftSettings: settings),
    .target(
      name: "VCRProxy",
      dependencies: [
        "VCRCore",
        "VCRLocks",
        "VCRUpstream",
        tool("NIOCore", "swift-nio"),
        tool("NIOPosix", "swift-nio"),
        tool("NIOHTTP1", "swift-nio"),
        tool("NIOWebSocket", "swift-nio"),
        tool("NIOTLS", "swift-nio"),
        tool("NIOSSL", "swift-nio-ssl"),
        tool("NIOHTTP2", "swift-nio-http2"),
        tool("NIOHPACK", "swift-nio-http2"),
        tool("SwiftASN1", "swift-asn1"),
        tool("X509", "swift-certificates"),
        tool("Crypto", "swift-crypto"),
        tool("CryptoExtras", "swift-crypto"),
      ],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "VCRCommand",
      dependencies: [
        "VCRCore",
        "VCRReview",
        "VCRUpstream",
        "VCRProxy",
        "VCRLocks",
        "CIsolation",
        tool("ArgumentParser", "swift-argument-parser"),
      ],
      swiftSettings: settings
    ),
    .target(
      name: "TestSupport",
      dependencies: ["VCRCore", "VCRLocks"],
      path: "Tests/TestSupport",
      swiftSettings: settings
    ),
    .testTarget(
      name: "VCRCoreTests",
      dependencies: ["VCRCore", "VCRReview", "VCRLocks", "TestSupport"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "VCRReviewTests",
      dependencies: ["VCRReview", "VCRCore", "TestSupport"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "VCRUpstreamTests",
      dependencies: [
        "VCRCore", "VCRReview", "VCRUpstream", "VCRLocks", "TestSupport", nio("NIOCore"),
        nio("NIOPosix"),
      ],
      swiftSettings: settings
    ),
    // What may crash or hang the loading system runs in a process of its own.
    .executableTarget(
      name: "VCRProbe",
      dependencies: ["VCR", "VCRLocks", "TestSupport"],
      path: "Tests/VCRProbe",
      swiftSettings: settings
    ),
    .testTarget(
      name: "VCRTests",
      dependencies: ["VCR", "VCRCore", "VCRLocks", "VCRProbe", "TestSupport"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "VCRTestingTests",
      dependencies: ["VCRTesting", "VCR", "VCRCore", "VCRLocks", "TestSupport"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "VCRProxyTests",
      dependencies: ["VCRCore", "VCRLocks", "VCRUpstream", "VCRProxy", "TestSupport"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "VCRCommandTests",
      dependencies: [
        "VCRCore", "VCRLocks", "VCRReview", "VCRProxy", "VCRCommand", "VCR", "TestSupport",
        tool("ArgumentParser", "swift-argument-parser"),
      ],
      swiftSettings: settings
    ),
    // It measures the deck alone as well, which no user of a product can reach; so it belongs to this
    // package, and is no product of it.
    .executableTarget(
      name: "Bench",
      dependencies: ["VCR", "VCRCore"],
      path: "Benchmarks/Sources",
      swiftSettings: settings
    ),
    // What the documentation shows, as code that runs, and the check that it is the same.
    .testTarget(
      name: "VCRDocumentationTests",
      dependencies: ["VCRTesting", "VCR", "VCRCore", "VCRProxy", "VCRCommand", "TestSupport"],
      exclude: ["Snippets/Cassettes"],
      swiftSettings: settings
    ),
  ]
)
