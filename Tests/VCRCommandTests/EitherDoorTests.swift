#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing
  import VCR

  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif

  /// One cassette, whichever door it was recorded through.
  struct EitherDoorTests {
    private func server() throws -> LoopbackServer {
      try LoopbackServer { request in
        ServerResponse(
          status: request.method == "POST" ? 201 : 200,
          headers: [("Content-Type", "application/json"), ("X-Dup", "1"), ("X-Dup", "2")],
          body: Array(#"{"path":"\#(request.target)","sent":\#(request.body.count)}"#.utf8))
      }
    }

    @Test func `what curl recorded replays in a session`() async throws {
      let workshop = try Workshop()
      let server = try server()
      let recorded = try await workshop.vcr(
        "record", "-c", "shared", "--", "curl", "-sS", "\(server.origin)/a", "--next", "-sS", "-d",
        "x=1", "\(server.origin)/b")
      #expect(recorded.status == 0, "\(recorded.errorText)")
      server.stop()

      let cassette = workshop.folder.path + "/Cassettes/shared.yaml"
      let text = try await withCassette(cassette, mode: .none) { session in
        let (first, _) = try await session.data(
          from: try #require(URL(string: "\(server.origin)/a")))
        var post = URLRequest(url: try #require(URL(string: "\(server.origin)/b")))
        post.httpMethod = "POST"
        post.httpBody = Data("x=1".utf8)
        let (second, response) = try await session.data(for: post)
        #expect((response as? HTTPURLResponse)?.statusCode == 201)
        #expect((response as? HTTPURLResponse)?.value(forHTTPHeaderField: "X-Dup") == "1, 2")
        return String(decoding: first + second, as: UTF8.self)
      }
      #expect(text == recorded.text)
    }

    @Test func `what a session recorded replays to curl`() async throws {
      let workshop = try Workshop()
      let server = try server()
      let cassette = workshop.folder.path + "/Cassettes/shared.yaml"
      // Whatever runs the tests: with CI set, nothing would be recorded.
      let recorded = try await VCREnvironment.$current.withValue(VCREnvironment([:])) {
        try await withCassette(cassette, mode: .once) { session in
          let (data, _) = try await session.data(
            from: try #require(URL(string: "\(server.origin)/a")))
          return String(decoding: data, as: UTF8.self)
        }
      }
      server.stop()
      let replayed = try await workshop.vcr(
        "replay", "-c", "shared", "--", "curl", "-sS", "\(server.origin)/a")
      #expect(replayed.status == 0, "\(replayed.errorText)")
      #expect(replayed.text == recorded)
    }

    @Test func `the project's own cassette replays through either door`() async throws {
      let cassette = URL(filePath: #filePath).appending(path: "../../../Cassettes/service.yaml")
        .standardizedFileURL.path(percentEncoded: false)
      let host = "http://users.example.test"
      let user = #"{"id":42,"name":"Ada","tags":["math","engine"]}"#
      let text = try await withCassette(cassette, mode: .none) { session in
        let (data, _) = try await session.data(from: try #require(URL(string: "\(host)/users/42")))
        return String(decoding: data, as: UTF8.self)
      }
      #expect(text == user)
      let replayed = try await Workshop().vcr(
        "replay", "--require-all", "-c", cassette, "--", "curl", "-sS", "\(host)/users/42",
        "\(host)/users/7", "\(host)/visits", "\(host)/visits", "--next", "-sS", "-d",
        #"{"name":"Grace"}"#, "\(host)/users")
      #expect(replayed.status == 0, "\(replayed.errorText)")
      #expect(
        replayed.text == user + #"{"error":"not found"}{"visits":3}{"visits":4}"#
          + #"{"id":43,"name":"Grace"}"#)
    }
  }
#endif
