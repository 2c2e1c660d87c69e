#if Recording
  import Foundation
  import TestSupport
  import Testing
  import VCR

  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif

  struct SecureRecordTests {
    @Test func `a service with an own authority is recorded over HTTPS`() async throws {
      let server = try LoopbackServer { request in
        ServerResponse(headers: [("X-Case", "kept")], text: "\(request.method) \(request.target)")
      }
      let front = try await TLSLoopback(before: server, certificates: TestCertificates())
      let trip = try await RoundTrip(
        [try URLRequest("GET", front.origin + "/a?b=c")],
        trusting: [front.certificates.rootFile]
      ) { server.stop() }
      #expect(trip.live[0].error == nil)
      #expect(trip.live[0].text == "GET /a?b=c")
      #expect(trip.cassette.contains("url: \(front.origin)/a?b=c\n"))
    }

    @Test func `an authority nobody named is refused, live and replayed`() async throws {
      let server = try LoopbackServer { _ in ServerResponse(text: "") }
      let front = try await TLSLoopback(before: server, certificates: TestCertificates())
      // Named by another session, which must be of no help to this one.
      let other = try await RoundTrip(
        [try URLRequest("GET", front.origin + "/")], trusting: [front.certificates.rootFile]
      ) {}
      #expect(other.live[0].error == nil)
      let trip = try await RoundTrip([try URLRequest("GET", front.origin + "/")]) { server.stop() }
      #expect(trip.live[0].code == URLError.serverCertificateUntrusted.rawValue)
      #expect(server.requestCount == 1)
    }

    @Test func `a file of roots that cannot be read fails the request`() async throws {
      let folder = try TemporaryDirectory()
      let deck = try Deck(cassette: folder.file("r.yaml").path, options: .init(mode: .once))
      let configuration = URLSessionConfiguration.patient
      configuration.record(deck, trusting: [folder.path + "/none.pem"])
      let session = URLSession(configuration: configuration)
      let error = await session.failure(of: try URLRequest("GET", "https://localhost:1/"))
      let loading = try #require(error as? LoadingError)
      #expect(loading.kind == .unreadableRoots)
      #expect(loading.description.contains("none.pem"))
    }

    @Test(.enabled(if: NginxLoopback.executable != nil, "nginx is not installed"))
    func `a service that speaks HTTP/2 is recorded over it`() async throws {
      let certificates = try await TestCertificates()
      let server = try LoopbackServer { request in
        ServerResponse(
          headers: [("X-Dup", "one"), ("X-Dup", "two")],
          text: "\(request.method) " + String(decoding: request.body, as: UTF8.self))
      }
      var nginx: NginxLoopback? = try await NginxLoopback(
        location: "proxy_pass http://127.0.0.1:\(server.port); "
          + "add_header X-Proto $server_protocol;", certificates: certificates)
      let origin = try #require(nginx?.origin(scheme: "https"))
      let requests = [
        try URLRequest("GET", origin + "/1"),
        try URLRequest("POST", origin + "/2") { $0.httpBody = Data("body".utf8) },
        try URLRequest("HEAD", origin + "/3"),
      ]
      let trip = try await RoundTrip(requests, trusting: [certificates.rootFile]) { nginx = nil }
      #expect(trip.live.map(\.text) == ["GET ", "POST body", ""])
      #expect(trip.live[0].http?.value(forHTTPHeaderField: "X-Proto") == "HTTP/2.0")
      #expect(trip.live[0].http?.value(forHTTPHeaderField: "X-Dup") == "one, two")
      #expect(trip.cassette.contains("http: HTTP/2"))
    }

    @Test(.enabled(if: NginxLoopback.executable != nil, "nginx is not installed"))
    func `a stream in a coding over HTTP/2 is its events, live and in a replay`() async throws {
      let certificates = try await TestCertificates()
      // Two events, each flushed by the compressor, and the end.
      let pieces = try [
        "H4sIAAAAAAACA0pJLEm0UjDk4gIAAAD//w==", "SgEzjLi4AAAAAP//", "AwAGLQCPEgAAAA==",
      ].map { Array(try #require(Data(base64Encoded: $0))) }
      let head =
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Encoding: gzip\r\n\r\n"
      let server = try LoopbackServer { _ in .raw([.bytes(Array(head.utf8) + pieces.joined())]) }
      var nginx: NginxLoopback? = try await NginxLoopback(
        location: "proxy_pass http://127.0.0.1:\(server.port); proxy_buffering off;",
        certificates: certificates)
      let origin = try #require(nginx?.origin(scheme: "https"))
      let trip = try await RoundTrip(
        [try URLRequest("GET", origin + "/")], trusting: [certificates.rootFile]
      ) { nginx = nil }
      let live = try #require(trip.live.first)
      #expect(live.text == "data: 1\n\ndata: 2\n\n")
      #expect(live.fields["Content-Encoding"] == nil)
      #expect(live.http?.expectedContentLength == -1)
      #expect(trip.cassette.contains("http: HTTP/2") && trip.cassette.contains("encoding: gzip"))
    }

    @Test(.enabled(if: NginxLoopback.executable != nil, "nginx is not installed"))
    func `many requests over one HTTP/2 connection get their own responses`() async throws {
      let certificates = try await TestCertificates()
      let folder = try TemporaryDirectory()
      var nginx: NginxLoopback? = try await NginxLoopback(
        location: "return 200 \"$uri\";", certificates: certificates)
      let origin = try #require(nginx?.origin(scheme: "https"))
      for _ in 1...2 {
        let deck = try Deck(cassette: folder.file("h2.yaml").path, options: .init(mode: .once))
        let configuration = URLSessionConfiguration.patient
        configuration.use(deck, trusting: [certificates.rootFile])
        let session = URLSession(configuration: configuration)
        let wrong = try await withThrowingTaskGroup(of: Bool.self) { group in
          for number in 0..<100 {
            group.addTask { try await session.text("\(origin)/\(number)") != "/\(number)" }
          }
          return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(wrong == 0)
        try deck.close()
        nginx = nil
      }
    }
  }
#endif
