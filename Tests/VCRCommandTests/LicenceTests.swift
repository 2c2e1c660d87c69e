#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  /// The licences that a release has beside its binary.
  struct LicenceTests {
    private let temporary: TemporaryDirectory

    init() throws {
      temporary = try TemporaryDirectory()
      // The compiler's folder has the licence of the libraries that come with it.
      try write("toolchain/bin/swiftc", "", executable: true)
      try write("toolchain/share/swift/LICENSE.txt", "The licence of Swift\n")
    }

    private func write(_ path: String, _ text: String, executable: Bool = false) throws {
      let file = temporary.url.appending(path: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
      if executable {
        try FileManager.default.setAttributes(
          [.posixPermissions: 0o755], ofItemAtPath: file.path(percentEncoded: false))
      }
    }

    private func licences(_ archives: [String]) async throws -> Child.Result {
      let folder = temporary.url.path(percentEncoded: false)
      var environment = ProcessInfo.processInfo.environment
      environment["PATH"] = "\(folder)/toolchain/bin:" + (environment["PATH"] ?? "")
      return try await Child.run(
        Package.path(".packaging/copyright"), ["\(folder)/checkouts"] + archives,
        environment: environment)
    }

    /// The archive of libyaml, which the package of Debian has that the command is built with.
    private func archive() async throws -> String {
      let named = try await Child.run("cc", ["-print-file-name=libyaml.a"])
      return named.text.trimmingCharacters(in: .newlines)
    }

    @Test(.enabled(if: Tool.isInstalled("dpkg") && Tool.isInstalled("cc")))
    func `a release has the licence of each thing that is in its binary, each text once`()
      async throws
    {
      let head = "/* Copyright 1999 Grace\n *\n * May be copied with this notice. */\n"
      try write("checkouts/first/LICENSE.txt", "The common licence")
      try write("checkouts/first/NOTICE.txt", "It has code of Ada")
      try write("checkouts/first/Sources/CFirst/a.c", head + "int a;\n")
      try write("checkouts/first/Sources/CFirst/b.h", head + "int b;\n")
      try write("checkouts/first/Sources/CParser/LICENSE", "The licence of a parser\n")
      try write("checkouts/second/LICENSE.txt", "The common licence\n")
      let result = try await licences([try await archive()])
      #expect(result.status == 0, "\(result.errorText)")
      let text = result.text
      #expect(text.hasPrefix(try String(contentsOfFile: Package.path("LICENSE"), encoding: .utf8)))
      for part in [
        "\nfirst, second\n", "The common licence", "It has code of Ada", "Copyright 1999 Grace",
        "May be copied with this notice.", "The licence of a parser", "The licence of Swift",
        "\nlibyaml-dev\n", "Kirill Simonov",
      ] {
        #expect(text.contains(part), "\(part) is missing in \(text)")
      }
      #expect(text.components(separatedBy: "The common licence").count == 2)
      #expect(text.components(separatedBy: "May be copied").count == 2)
    }

    @Test func `no release is made of a package whose licence is not found`() async throws {
      let none = try await licences(["/none.a"])
      #expect(none.status == 1 && none.errorText.contains("checkouts has no packages"))
      try write("checkouts/bare/Package.swift", "")
      let bare = try await licences(["/none.a"])
      #expect(bare.status == 1, "\(bare.text)")
      #expect(bare.errorText.contains("checkouts/bare has no file with its licence"))
      #expect(bare.text.isEmpty)
    }
  }
#endif
