#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  /// Flows that the real mitmproxy has saved.
  struct MitmproxyTests {
    private static let dump = Package.client("mitmdump")

    @Test(.enabled(if: dump != nil, "mitmdump is not there"))
    func `what mitmproxy saved is converted to the byte, and replayed as it stands`() async throws {
      let workshop = try Workshop()
      let body = Array(0...255) as [UInt8]
      let server = try LoopbackServer { request in
        ServerResponse(
          status: request.method == "POST" ? 201 : 200, headers: [("X-Two", "a"), ("X-Two", "b")],
          body: body + request.body)
      }
      defer { server.stop() }
      var environment = workshop.environment
      environment["PYTHONUNBUFFERED"] = "1"
      let proxy = try Child(
        try #require(Self.dump),
        [
          "--listen-host", "127.0.0.1", "--listen-port", "0", "-w", "flows", "--set",
          "confdir=\(workshop.temporary.path(percentEncoded: false))",
        ], environment: environment, directory: workshop.folder.url)
      defer { proxy.kill() }
      var address: String?
      while address == nil, let line = await proxy.nextLine() {
        address = line.split(separator: " ").last { $0.hasPrefix("127.0.0.1:") }.map(String.init)
      }
      let digits = try #require(address, "\(proxy.errorText)").split(separator: ":").last ?? ""
      let place = "http://127.0.0.1:\(digits.prefix { $0.isNumber })"
      let url = server.origin
      func curl(_ arguments: [String]) async throws -> [UInt8] {
        let result = try await Child.run(
          "curl", ["-sS", "--noproxy", ""] + arguments, environment: workshop.environment,
          directory: workshop.folder.url)
        #expect(result.status == 0, "\(result.errorText)")
        return result.output
      }
      #expect(try await curl(["-x", place, "\(url)/a?b=1"]) == body)
      #expect(
        try await curl(["-x", place, "-d", "c=d", "\(url)/a"])
          == body + Array("c=d".utf8))
      proxy.signal(SIGINT)
      _ = await proxy.finished()
      let result = try await workshop.vcr("convert", "flows", "new.yaml")
      #expect(result.status == 0, "\(result.errorText)")
      #expect(result.errorText.contains("converted 2 interactions of mitmproxy"))
      for recording in ["new.yaml", "flows"] {
        let replay = try await workshop.vcr(
          "replay", "-c", recording, "--", "curl", "-sS", "\(url)/a?b=1", "--next", "-sS", "-d",
          "c=d", "\(url)/a")
        #expect(replay.status == 0, "\(replay.errorText)")
        #expect(replay.output == body + body + Array("c=d".utf8))
      }
    }
  }
#endif
