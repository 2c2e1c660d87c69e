#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing
  import VCRCore

  /// The steps of the action for GitHub, run as a job runs them.
  struct ActionTests {
    private let workshop: Workshop

    /// Makes the archive of a release with the command of this build in it.
    init() async throws {
      workshop = try Workshop()
      let bin = workshop.temporary.appending(path: "vcr-1-linux/bin")
      try FileManager.default.createDirectory(at: bin, withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(
        at: bin.appending(path: "vcr"), withDestinationURL: URL(fileURLWithPath: Workshop.tool))
      let packed = try await Child.run(
        "tar", ["-czf", "vcr.tar.gz", "vcr-1-linux"], directory: workshop.temporary)
      try #require(packed.status == 0, "\(packed.errorText)")
    }

    /// Runs a step, with what earlier steps added to the path.
    private func step(_ name: String, _ inputs: [String: String]) async throws -> Child.Result {
      let runner = workshop.temporary.path(percentEncoded: false)
      var environment = workshop.environment.merging(inputs) { $1 }
      environment["CI"] = "true"
      environment["RUNNER_TOOL_CACHE"] = runner + "/tools"
      environment["RUNNER_TEMP"] = runner
      environment["GITHUB_PATH"] = runner + "/path"
      let added = (try? String(contentsOfFile: runner + "/path", encoding: .utf8)) ?? ""
      for folder in added.split(separator: "\n") {
        environment["PATH"] = "\(folder):\(environment["PATH"] ?? "/usr/bin:/bin")"
      }
      return try await Child.run(
        Package.path(".github/actions/vcr/\(name)"), [], environment: environment,
        directory: workshop.folder.url)
    }

    @Test func `the action installs a release, replays a command and annotates a cassette`()
      async throws
    {
      let archive = workshop.temporary.appending(path: "vcr.tar.gz").path(percentEncoded: false)
      for inputs in [["VCR_INSTALL_ARCHIVE": archive], ["VCR_INSTALL_ARCHIVE": "/none.tar.gz"]] {
        // The second time the folder of the tools is there already, as a cache brings it back.
        let installed = try await step(
          "install", inputs.merging(["VCR_INSTALL_VERSION": "1"]) { $1 })
        #expect(installed.status == 0, "\(installed.errorText)")
      }
      try workshop.writeCassette("c.yaml", urls: ["http://api.example.com/ada"])
      let replayed = try await step(
        "replay",
        [
          "VCR_COMMAND": "curl -sS http://api.example.com/ada | tr a-z A-Z",
          "VCR_USE_CASSETTE": "c.yaml", "VCR_ARGUMENTS": "--require-all",
        ])
      #expect(replayed.status == 0 && replayed.text == "ADA\n", "\(replayed.errorText)")
      let missed = try await step(
        "replay",
        [
          "VCR_COMMAND": "curl -sS http://api.example.com/grace >&2",
          "VCR_USE_CASSETTE": "c.yaml",
        ])
      #expect(missed.status == 80, "\(missed.errorText)")
      try workshop.writeCassette(
        "leaky.yaml", urls: ["http://api.example.com/?token=q7Zt2LmX9vB4nRk8Wd3Hs6Yc"])
      let checked = try await step("check", ["VCR_CHECK": "c.yaml leaky.yaml"])
      #expect(checked.status == 1)
      #expect(checked.text.hasPrefix("::error file=leaky.yaml,line="), "\(checked.text)")
    }

    /// Installs this build as the action does.
    private func install() async throws {
      let archive = workshop.temporary.appending(path: "vcr.tar.gz").path(percentEncoded: false)
      let installed = try await step(
        "install", ["VCR_INSTALL_ARCHIVE": archive, "VCR_INSTALL_VERSION": "1"])
      try #require(installed.status == 0, "\(installed.errorText)")
    }

    @Test(arguments: [
      ("curl -sS http://api.example.com/ada\n", "ada\n"),
      ("X=1 curl -sS http://api.example.com/ada | tr a-z A-Z", "ADA\n"),
      ("/usr/bin/env curl -sS http://api.example.com/ada\n", "ada\n"),
      ("\ncurl -sS 'http://api.example.com/ada' |\n  tr a-z A-Z\nfalse\necho never\n", "ADA\n"),
    ])
    func `a command is replayed from the cassette that is named after its first word`(
      command: String, text: String
    ) async throws {
      try await install()
      let name = command.contains("env") ? "env" : "curl"
      try workshop.writeCassette("Cassettes/\(name).yaml", urls: ["http://api.example.com/ada"])
      let replayed = try await step("replay", ["VCR_COMMAND": command])
      #expect(replayed.status == (command.contains("false") ? 1 : 0), "\(replayed.errorText)")
      #expect(replayed.text == text, "\(replayed.errorText)")
    }

    @Test func `inputs may have several lines, and quotes`() async throws {
      try await install()
      try workshop.writeCassette("c.yaml", urls: ["http://api.example.com/ada"])
      let replayed = try await step(
        "replay",
        [
          "VCR_COMMAND": "curl -sS http://api.example.com/ada",
          "VCR_ARGUMENTS": "-c c.yaml\n--report \"my run.json\"\n",
        ])
      #expect(replayed.status == 0 && replayed.text == "ada\n", "\(replayed.errorText)")
      #expect(workshop.text("my run.json") != nil)
      let secret = "http://api.example.com/?token=q7Zt2LmX9vB4nRk8Wd3Hs6Yc"
      try workshop.writeCassette("first/a.yaml", urls: [secret])
      try workshop.writeCassette("second place/b.yaml", urls: [secret])
      let checked = try await step("check", ["VCR_CHECK": "first\n'second place'\n"])
      #expect(checked.status == 1, "\(checked.errorText)")
      for file in ["first/a.yaml", "second place/b.yaml"] {
        #expect(checked.text.contains("::error file=\(file),"), "\(checked.text)")
      }
      let open = try await step("check", ["VCR_CHECK": "first 'second"])
      #expect(open.status == 1 && open.errorText.contains("unmatched single quote"))
    }

    @Test func `a finding keeps no command from its replay, nor a miss the check from its run`()
      async throws
    {
      try await install()
      try workshop.writeCassette(
        "Cassettes/curl.yaml", urls: ["http://api.example.com/?token=q7Zt2LmX9vB4nRk8Wd3Hs6Yc"])
      for (command, status) in [
        ("curl -sS http://api.example.com/other", Int32(80)), ("curl --version", 81), ("", 1),
      ] {
        let both = try await step("run", ["VCR_COMMAND": command, "VCR_CHECK": "Cassettes"])
        #expect(both.status == status, "\(both.errorText)")
        #expect(both.text.contains("::error file=Cassettes/curl.yaml,line="), "\(both.text)")
      }
    }

    @Test func `a download is checked against the digests of its release`() async throws {
      let archive = workshop.temporary.appending(path: "vcr.tar.gz")
      let sums = workshop.temporary.appending(path: "SHA256SUMS")
      func install(_ digests: String?) async throws -> Child.Result {
        try? FileManager.default.removeItem(at: workshop.temporary.appending(path: "tools"))
        if let digests { try Data(digests.utf8).write(to: sums) }
        return try await step(
          "install", ["VCR_INSTALL_ARCHIVE": archive.absoluteString, "VCR_INSTALL_VERSION": "1"])
      }
      let unchecked = try await install(nil)
      #expect(unchecked.status == 0, "\(unchecked.errorText)")
      #expect(unchecked.text.contains("::notice::"), "\(unchecked.text)")
      let right = SHA256.hexadecimal([UInt8](try Data(contentsOf: archive)))
      let checked = try await install("\(right)  vcr.tar.gz\n")
      #expect(checked.status == 0, "\(checked.errorText)")
      #expect(!checked.text.contains("::"), "\(checked.text)")
      let changed = try await install("\(String(right.reversed()))  vcr.tar.gz\n")
      #expect(changed.status != 0)
      #expect(changed.errorText.contains("did NOT match"), "\(changed.errorText)")
      #expect(
        !FileManager.default.fileExists(
          atPath: workshop.temporary.appending(path: "tools/vcr/1/bin").path(percentEncoded: false))
      )
    }

    @Test func `a release that is not there fails the step`() async throws {
      let failed = try await step(
        "install", ["VCR_INSTALL_VERSION": "2", "VCR_INSTALL_ARCHIVE": "/none.tar.gz"])
      #expect(failed.status != 0)
      #expect(failed.errorText.contains("/none.tar.gz"), "\(failed.errorText)")
    }

    @Test func `on another system the action says that there is no release for it`() async throws {
      try workshop.folder.write("#!/bin/sh\necho Darwin\n", to: "bin/uname")
      let program = workshop.folder.file("bin/uname").path(percentEncoded: false)
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: program)
      let path = workshop.environment["PATH"] ?? "/usr/bin:/bin"
      let installed = try await step(
        "install",
        [
          "VCR_INSTALL_VERSION": "1", "VCR_INSTALL_RELEASES": "https://releases.invalid",
          "PATH": workshop.folder.path + "/bin:" + path,
        ])
      #expect(installed.status == 1)
      #expect(
        installed.text.hasPrefix("::error::releases of vcr are for Linux, and this is Darwin"))
    }

    @Test func `the job for GitLab installs a release whose digest is right, and no other`()
      async throws
    {
      let releases = workshop.temporary.appending(path: "releases/1")
      let prefix = workshop.temporary.appending(path: "prefix")
      for folder in [releases, prefix] {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      }
      let machine = try await Child.run("uname", ["-m"]).text.trimmingCharacters(in: .newlines)
      let archive = releases.appending(path: "vcr-1-linux-\(machine).tar.gz")
      try FileManager.default.copyItem(
        at: workshop.temporary.appending(path: "vcr.tar.gz"), to: archive)
      let file = try String(
        contentsOfFile: Package.path(".packaging/gitlab-ci.yml"), encoding: .utf8)
      let steps = file.split(separator: "\n").drop { $0 != "  before_script:" }.dropFirst()
        .prefix { $0.hasPrefix("    ") }.filter { $0.hasPrefix("    - ") }.map { $0.dropFirst(6) }
      try #require(steps.count > 3)
      var environment = workshop.environment
      environment["VCR_VERSION"] = "1"
      environment["VCR_RELEASES"] = workshop.temporary.appending(path: "releases").absoluteString
      environment["VCR_PREFIX"] = prefix.path(percentEncoded: false)
      let right = SHA256.hexadecimal([UInt8](try Data(contentsOf: archive)))
      for (digest, isInstalled) in [(String(right.reversed()), false), (right, true)] {
        try Data("\(digest)  \(archive.lastPathComponent)\n".utf8).write(
          to: releases.appending(path: "SHA256SUMS"))
        let result = try await Child.run(
          "sh", ["-e", "-c", steps.joined(separator: "\n")], environment: environment,
          directory: workshop.folder.url)
        #expect((result.status == 0) == isInstalled, "\(result.errorText)")
        let installed = prefix.appending(path: "bin/vcr").path(percentEncoded: false)
        #expect(FileManager.default.isExecutableFile(atPath: installed) == isInstalled)
      }
    }
  }
#endif
