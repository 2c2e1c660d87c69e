#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

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

    @Test func `a release that is not there fails the step`() async throws {
      let failed = try await step(
        "install", ["VCR_INSTALL_VERSION": "2", "VCR_INSTALL_ARCHIVE": "/none.tar.gz"])
      #expect(failed.status != 0)
      #expect(failed.errorText.contains("/none.tar.gz"), "\(failed.errorText)")
    }
  }
#endif
