// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "vcr", path: "..")],
  targets: [
    .systemLibrary(name: "Clibyamlscan", pkgConfig: "yaml-0.1"),
    .executableTarget(
      name: "Bench", dependencies: ["Clibyamlscan", .product(name: "VCR", package: "vcr")]),
  ]
)
