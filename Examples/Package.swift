// swift-tools-version: 6.2

import PackageDescription

/// Each example is a module of its own with a `main`, and what it shows is tested in `ExamplesTests`.
func example(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .executableTarget(
    name: name, dependencies: [.product(name: "VCR", package: "vcr")] + dependencies)
}

let package = Package(
  name: "examples",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "offline-cache", targets: ["OfflineCache"]),
    .executable(name: "epub", targets: ["CustomScheme"]),
    .executable(name: "online-first", targets: ["OnlineFirst"]),
    .executable(name: "mock-requests", targets: ["MockRequests"]),
    .executable(name: "image-rule", targets: ["ImageRule"]),
    .executable(name: "async-http-client", targets: ["AsyncHTTPClientExample"]),
    .executable(name: "server-under-test", targets: ["ServerUnderTest"]),
    .executable(name: "generated-client", targets: ["GeneratedClient"]),
  ],
  dependencies: [
    .package(name: "vcr", path: ".."),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.0"),
  ],
  targets: [
    example("OfflineCache"),
    .systemLibrary(name: "CInflate", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    example("CustomScheme", ["CInflate"]),
    example("OnlineFirst"),
    example("MockRequests"),
    example("ImageRule"),
    example(
      "AsyncHTTPClientExample",
      [
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "VCRProxy", package: "vcr"),
      ]),
    example(
      "ServerUnderTest",
      [
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "NIOFoundationCompat", package: "swift-nio"),
      ]),
    example(
      "GeneratedClient",
      [
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "HTTPTypesFoundation", package: "swift-http-types"),
      ]),
    .target(name: "OwnNames"),
    .target(
      name: "Loopback",
      dependencies: [
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ]),
    .testTarget(
      name: "ExamplesTests",
      dependencies: [
        "OfflineCache", "CustomScheme", "OnlineFirst", "MockRequests", "ImageRule",
        "AsyncHTTPClientExample", "ServerUnderTest", "GeneratedClient", "Loopback",
        "OwnNames",
        .product(name: "HummingbirdTesting", package: "hummingbird"),
        .product(name: "VCRTesting", package: "vcr"),
        .product(name: "VCROtherTools", package: "vcr"),
      ],
      exclude: ["Cassettes"]),
  ]
)
