#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// What has crashed or hung URL loading on Linux, or concerns the whole process, each in a
  /// process of its own.
  struct ProbeTests {
    private static let strace: String? = ["/usr/bin/strace", "/usr/local/bin/strace"].first {
      FileManager.default.isExecutableFile(atPath: $0)
    }

    /// Runs a scenario, under another command if one is given.
    @discardableResult
    private func run(
      _ scenario: String, _ arguments: [String] = [], under command: [String] = []
    ) async throws -> Child.Result {
      // The tests are built beside the probe.
      let probe = try TestBundle.products().appending(path: "VCRProbe")
      let words = command + [probe.path, scenario] + arguments
      let result = try await Child.run(words[0], Array(words.dropFirst()), timeout: 240)
      #expect(!result.timedOut)
      #expect(result.status == 0)
      #expect(result.text == "passed\n", "\(result.errorText)")
      return result
    }

    @Test func `withCassette tells that a cassette has expired`() async throws {
      let result = try await run("expired")
      #expect(
        result.errorText.contains("old.yaml: its interaction has expired (after 30 days)"),
        "\(result.errorText)")
    }

    @Test(arguments: [
      "cancel-replaying", "cancel-recording", "trailers", "interim", "download", "basic",
      "resumed-often", "web-socket", "invalidated",
    ])
    func `a process survives`(scenario: String) async throws {
      try await run(scenario)
    }

    @Test func `a storm of replaying sessions and cancelled requests is survived`() async throws {
      try await run("storm-replaying", ["100", "30"])
    }

    @Test(.enabled(if: NginxLoopback.executable != nil, "nginx is not installed"))
    func `a storm of recording sessions and cancelled requests is survived`() async throws {
      try await run("storm-recording", ["40", "25"])
    }

    @Test(arguments: ["global", "global-late"])
    func `the shared session replays from a deck, even when it was used before`(scenario: String)
      async throws
    {
      try await run(scenario)
    }

    @Test func `the shared session is recorded`() async throws {
      try await run("global-recording")
    }

    @Test func `a global installation without effect is an error`() async throws {
      try await run("global-ineffective")
    }

    @Test func `a replay without a response fails without looking a name up`() async throws {
      try await run("silent")
    }

    @Test(.enabled(if: strace != nil, "strace is not installed"))
    func `a replay opens no socket to anywhere`() async throws {
      let folder = try TemporaryDirectory()
      let trace = folder.file("trace").path
      try await run(
        "silent", under: [try #require(Self.strace), "-f", "-e", "trace=network", "-o", trace])
      let calls = try String(contentsOfFile: trace, encoding: .utf8).split(separator: "\n")
      // The process ended under the eyes of strace, and reached for nothing: no address family of
      // the internet, no name service behind a local socket.
      #expect(calls.contains { $0.contains("exited with 0") })
      let reaching = calls.filter { call in
        ["connect(", "AF_INET", "AF_NETLINK", "sendto("].contains { call.contains($0) }
      }
      #expect(reaching.isEmpty, "\(reaching.prefix(5).joined(separator: "\n"))")
    }
  }
#endif
