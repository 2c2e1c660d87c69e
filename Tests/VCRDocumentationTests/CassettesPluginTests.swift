import Foundation
import TestSupport
import Testing

/// A package of a user's, with the plugin as its own.
struct CassettesPluginTests {
  private static let manifest = """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "Users",
      targets: [
        .target(name: "Users", plugins: ["VCRCassettes"]),
        .plugin(name: "VCRCassettes", capability: .buildTool()),
      ])
    """

  @Test func `a build asks nothing about cassettes, neither before the first run nor after it`()
    async throws
  {
    let folder = try TemporaryDirectory()
    let files = [
      "Package.swift": Self.manifest, "Sources/Users/Users.swift": "struct Users {}\n",
      "Plugins/VCRCassettes/VCRCassettes.swift": try Sources.text(
        "Sources/VCRCassettes/VCRCassettes.swift"),
    ]
    for (name, text) in files {
      let file = folder.file(name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    func build() async throws -> String {
      let result = try await Child.run(
        "swift", ["build", "--disable-sandbox"], directory: folder.url, timeout: 600)
      #expect(result.status == 0 && !result.timedOut, "\(result.text)\(result.errorText)")
      return result.text + result.errorText
    }
    let first = try await build()
    #expect(!first.contains("warning"), "\(first)")
    let cassettes = folder.file("Sources/Users/Cassettes/Suite")
    try FileManager.default.createDirectory(at: cassettes, withIntermediateDirectories: true)
    for name in ["Suite/test.yaml", "users.yaml", "image.yaml.files/a.png"] {
      let file = folder.file("Sources/Users/Cassettes/" + name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data("vcr: 1\n".utf8).write(to: file)
    }
    let second = try await build()
    #expect(!second.contains("warning") && second.contains("3 files"), "\(second)")
  }
}
