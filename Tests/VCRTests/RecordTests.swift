import Foundation
import TestSupport
import Testing
import VCR

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Each task kind against a real server, then without it.
struct RecordTests {
  /// Answers with what it was sent.
  private static func echo() throws -> LoopbackServer {
    try LoopbackServer { request in
      ServerResponse(
        headers: [("Content-Type", "text/plain"), ("X-Method", request.method)],
        body: Array(request.target.utf8) + Array("|".utf8) + request.body)
    }
  }

  /// Records a request, stops the server, and makes the same request again.
  private func twice(
    delegate: (any URLSessionDelegate)? = nil,
    _ body: (URLSession, LoopbackServer) async throws -> String
  ) async throws -> (live: String, replayed: String, server: LoopbackServer) {
    let folder = try TemporaryDirectory()
    let file = folder.file("echo.yaml")
    let options = Deck.Options(mode: .once, equivalence: [.method, .url, .body])
    let server = try Self.echo()
    let recorded = try Played(file, options: options, delegate: delegate)
    let live = try await body(recorded.session, server)
    #expect(try recorded.deck.close().recorded == 1)
    server.stop()
    let count = server.connectionCount
    let replay = try Played(file, options: options, delegate: delegate)
    let replayed = try await body(replay.session, server)
    #expect(try replay.deck.close().replayed == 1)
    #expect(server.connectionCount == count)
    return (live, replayed, server)
  }

  #if canImport(FoundationNetworking)
    @Test func `a service behind the proxy of the environment is recorded through it`()
      async throws
    {
      let folder = try TemporaryDirectory()
      let proxy = try Self.echo()
      let variables = ["http_proxy": "http://me:pw@127.0.0.1:\(proxy.port)"]
      try await VCREnvironment.$current.withValue(VCREnvironment(variables)) {
        for _ in 1...2 {
          let played = try Played(
            folder.file("echo.yaml"), options: Deck.Options(mode: .once))
          let request = try URLRequest("GET", "http://service.test/a")
          #expect(await played.session.completion(of: request).text == "http://service.test/a|")
          _ = try played.deck.close()
          proxy.stop()
        }
      }
      #expect(proxy.requests.map { $0.header("Proxy-Authorization") } == ["Basic bWU6cHc="])
      #expect(proxy.requests.first?.header("Host") == "service.test")
    }
  #endif

  @Test func `a handler's data task`() async throws {
    let result = try await twice { session, server in
      await session.completion(of: try URLRequest("GET", server.origin + "/a")).text
    }
    #expect(result.live == "/a|")
    #expect(result.replayed == result.live)
  }

  @Test func `an async data task`() async throws {
    let result = try await twice { session, server in
      let request = try URLRequest("POST", server.origin + "/a") { $0.httpBody = Data("body".utf8) }
      return String(decoding: try await session.data(for: request).0, as: UTF8.self)
    }
    #expect(result.live == "/a|body")
    #expect(result.replayed == result.live)
    #expect(
      result.server.requests.first?.header("Content-Type") == "application/x-www-form-urlencoded")
  }

  @Test func `a delegate's data task`() async throws {
    let folder = try TemporaryDirectory()
    let server = try Self.echo()
    for mode in [RecordMode.once, .none] {
      let log = DelegateLog()
      let played = try Played(
        folder.file("echo.yaml"), options: .init(mode: mode), delegate: log)
      played.session.dataTask(with: try URLRequest("GET", server.origin + "/d")).resume()
      let (response, pieces, error) = await log.all()
      #expect(error == nil)
      #expect(pieces.joined() == "/d|")
      #expect((response as? HTTPURLResponse)?.value(forHTTPHeaderField: "X-Method") == "GET")
      try played.deck.close()
      server.stop()
    }
  }

  @Test func `an upload from data`() async throws {
    let result = try await twice { session, server in
      let request = try URLRequest("PUT", server.origin + "/up")
      let (data, _) = try await session.upload(for: request, from: Data("uploaded".utf8))
      return String(decoding: data, as: UTF8.self)
    }
    #expect(result.live == "/up|uploaded")
    #expect(result.replayed == result.live)
  }

  @Test func `a POST has the type that it has without a recorder`() async throws {
    func types(_ session: URLSession, _ server: LoopbackServer) async throws -> [String?] {
      let before = server.requests.count
      let upload = try URLRequest("POST", server.origin + "/up")
      _ = try await session.upload(for: upload, from: Data("a=1".utf8))
      let data = try URLRequest("POST", server.origin + "/up") { $0.httpBody = Data("a=1".utf8) }
      _ = try await session.data(for: data)
      return server.requests.dropFirst(before).map { $0.header("Content-Type") }
    }
    let folder = try TemporaryDirectory()
    let server = try Self.echo()
    let plain = URLSession(configuration: .ephemeral)
    let expected = try await types(plain, server)
    plain.invalidateAndCancel()
    let played = try Played(folder.file("echo.yaml"), options: .init(mode: .once))
    #expect(try await types(played.session, server) == expected)
    try played.deck.close()
    server.stop()
  }

  @Test func `an upload from a file`() async throws {
    let folder = try TemporaryDirectory()
    let source = try folder.write("from a file", to: "source.txt")
    let result = try await twice { session, server in
      let request = try URLRequest("PUT", server.origin + "/up")
      let (data, _) = try await session.upload(for: request, fromFile: source)
      return String(decoding: data, as: UTF8.self)
    }
    #expect(result.live == "/up|from a file")
    #expect(result.replayed == result.live)
  }

  @Test func `an upload from a file that cannot be read fails as without a deck`() async throws {
    let folder = try TemporaryDirectory()
    let played = try Played(folder.file("c.yaml"), options: .init(mode: .once))
    let request = try URLRequest("PUT", "http://127.0.0.1:1/up")
    for (file, code) in [
      (folder.file("none.txt"), URLError.fileDoesNotExist), (folder.url, .fileIsDirectory),
    ] {
      let error = await #expect(throws: URLError.self) {
        try await played.session.upload(for: request, fromFile: file)
      }
      #expect(error?.code == code)
    }
    #expect(try played.deck.close().requestCount == 0)
  }

  @Test func `an upload of a stream the delegate gives`() async throws {
    let folder = try TemporaryDirectory()
    let server = try Self.echo()
    let options = Deck.Options(mode: .once, equivalence: [.method, .url, .body])
    for _ in 1...2 {
      let log = DelegateLog { InputStream(data: Data("streamed".utf8)) }
      let played = try Played(folder.file("echo.yaml"), options: options, delegate: log)
      let request = try URLRequest("PUT", server.origin + "/up")
      played.session.uploadTask(withStreamedRequest: request).resume()
      let (_, pieces, error) = await log.all()
      #expect(error == nil)
      #expect(pieces.joined() == "/up|streamed")
      try played.deck.close()
      server.stop()
    }
  }

  @Test func `a body stream`() async throws {
    let result = try await twice { session, server in
      let request = try URLRequest("POST", server.origin + "/s") {
        $0.httpBodyStream = InputStream(data: Data(repeating: 0x61, count: 200_000))
      }
      return String(decoding: try await session.data(for: request).0, as: UTF8.self)
    }
    #expect(result.live == "/s|" + String(repeating: "a", count: 200_000))
    #expect(result.replayed == result.live)
  }

  @Test func `additional headers of the configuration are sent`() async throws {
    let folder = try TemporaryDirectory()
    let server = try Self.echo()
    let played = try Played(folder.file("h.yaml"), options: .init(mode: .once)) {
      $0.httpAdditionalHeaders = ["X-Extra": "1", "X-Both": "configuration"]
    }
    _ = await played.session.completion(
      of: try URLRequest("GET", server.origin + "/") {
        $0.setValue("request", forHTTPHeaderField: "x-both")
      })
    let sent = try #require(server.requests.first)
    #expect(sent.header("X-Extra") == "1")
    #expect(sent.header("X-Both") == "request")
  }

  @Test func `an event stream arrives event by event while it is recorded`() async throws {
    let folder = try TemporaryDirectory()
    let (second, third) = (Gate(), Gate())
    let server = try LoopbackServer { _ in
      .raw([
        .bytes(
          Array(
            "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: 1\n\n".utf8)),
        .gate(second), .bytes(Array("data: 2\n\n".utf8)), .gate(third),
        .bytes(Array("data: 3\n\n".utf8)),
      ])
    }
    let log = DelegateLog()
    let played = try Played(folder.file("sse.yaml"), options: .init(mode: .once), delegate: log)
    played.session.dataTask(with: try URLRequest("GET", server.origin + "/")).resume()
    guard case .response = await log.next() else {
      Issue.record("no response first")
      return
    }
    // Each event has to arrive before the server is allowed to send the next.
    for (text, gate) in [("data: 1\n\n", second), ("data: 2\n\n", third)] {
      guard case .data(let data) = await log.next() else {
        Issue.record("no data")
        return
      }
      #expect(String(decoding: data, as: UTF8.self) == text)
      gate.open()
    }
    let (_, pieces, error) = await log.all()
    #expect(pieces == ["data: 3\n\n"])
    #expect(error == nil)
    try played.deck.close()
    server.stop()
    let replay = try Played(folder.file("sse.yaml"))
    #expect(
      try await replay.session.text(server.origin + "/") == "data: 1\n\ndata: 2\n\ndata: 3\n\n")
  }

  @Test func `a compressed event stream arrives event by event while it is recorded`() async throws
  {
    let folder = try TemporaryDirectory()
    // Two events, each flushed by the compressor, and the end.
    let pieces = try [
      "H4sIAAAAAAACA0pJLEm0UjDk4gIAAAD//w==", "SgEzjLi4AAAAAP//", "AwAGLQCPEgAAAA==",
    ].map {
      Array(try #require(Data(base64Encoded: $0)))
    }
    let (second, end) = (Gate(), Gate())
    let head =
      "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Encoding: gzip\r\n\r\n"
    let server = try LoopbackServer { _ in
      .raw([
        .bytes(Array(head.utf8) + pieces[0]), .gate(second), .bytes(pieces[1]), .gate(end),
        .bytes(pieces[2]),
      ])
    }
    let log = DelegateLog()
    let played = try Played(folder.file("sse.yaml"), options: .init(mode: .once), delegate: log)
    played.session.dataTask(with: try URLRequest("GET", server.origin + "/")).resume()
    guard case .response(let response) = await log.next() else {
      Issue.record("no response first")
      return
    }
    let fields = (response as? HTTPURLResponse)?.allHeaderFields as? [String: String]
    #expect(fields?["Content-Encoding"] == nil)
    for (text, gate) in [("data: 1\n\n", second), ("data: 2\n\n", end)] {
      guard case .data(let data) = await log.next() else {
        Issue.record("no data")
        return
      }
      #expect(String(decoding: data, as: UTF8.self) == text)
      gate.open()
    }
    let (_, rest, error) = await log.all()
    #expect(rest.isEmpty)
    #expect(error == nil)
    try played.deck.close()
    server.stop()
    let replayed = DelegateLog()
    let replay = try Played(folder.file("sse.yaml"), delegate: replayed)
    replay.session.dataTask(with: try URLRequest("GET", server.origin + "/")).resume()
    #expect(await replayed.all().pieces == ["data: 1\n\n", "data: 2\n\n"])
  }

  @Test func `a compressed event stream without an end is its events, in a replay as well`()
    async throws
  {
    let unended = try #require(Data(base64Encoded: "H4sIAAAAAAACA0pJLEm0UjDk4gIAAAD//w=="))
    let server = try LoopbackServer { _ in
      ServerResponse(
        headers: [("Content-Type", "text/event-stream"), ("Content-Encoding", "gzip")],
        body: Array(unended))
    }
    let trip = try await RoundTrip([try URLRequest("GET", server.origin + "/")]) { server.stop() }
    #expect(trip.live[0].text == "data: 1\n\n")
    #expect(trip.live[0].code == nil)
  }

  @Test func `what comes in several pieces reaches a handler whole`() async throws {
    let folder = try TemporaryDirectory()
    let body = [UInt8](repeating: 0x78, count: 1_000_000)
    let server = try LoopbackServer { _ in ServerResponse(body: body) }
    let played = try Played(folder.file("big.yaml"), options: .init(mode: .once))
    let result = await played.session.completion(of: try URLRequest("GET", server.origin + "/"))
    #expect(result.data.map { Array($0) } == body)
    let url = try #require(URL(string: server.origin + "/2"))
    #expect(try await played.session.data(from: url).0.count == body.count)
  }

  @Test func `a compressed body reaches client and cassette decoded`() async throws {
    let folder = try TemporaryDirectory()
    let file = folder.file("gzip.yaml")
    // {"name":"Ada"} and a newline.
    let coded = try #require(
      Data(base64Encoded: "H4sIAAAAAAACA6tWykvMTVWyUnJMSVSq5QIAbgiUQg8AAAA="))
    let server = try LoopbackServer { _ in
      ServerResponse(headers: [("Content-Encoding", "gzip")], body: Array(coded))
    }
    for mode in [RecordMode.once, .none] {
      let played = try Played(file, options: .init(mode: mode))
      let result = await played.session.completion(of: try URLRequest("GET", server.origin + "/"))
      #expect(result.text == "{\"name\":\"Ada\"}\n")
      #expect(result.http?.expectedContentLength == 15)
      #expect(result.http?.value(forHTTPHeaderField: "Content-Encoding") == nil)
      try played.deck.close()
      server.stop()
    }
    #expect(server.requests.first?.header("Accept-Encoding") == "gzip, deflate, br, zstd")
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(text.contains("\"name\": \"Ada\""))
    #expect(text.contains("encoding: gzip"))
  }

  @Test func `the mode offline answers from the cassette when the service is gone`() async throws {
    let folder = try TemporaryDirectory()
    let server = try Self.echo()
    for _ in 1...2 {
      let played = try Played(folder.file("off.yaml"), options: .init(mode: .offline))
      #expect(try await played.session.text(server.origin + "/o") == "/o|")
      try played.deck.close()
      server.stop()
    }
    #expect(server.requestCount == 1)
  }

  @Test func `offline records a response that breaks off, and replays nothing for it`() async throws
  {
    let folder = try TemporaryDirectory()
    let server = try LoopbackServer { request in
      request.connection == 1
        ? ServerResponse(text: "whole")
        : .raw("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\npart")
    }
    let first = try Played(folder.file("off.yaml"), options: .init(mode: .offline))
    #expect(try await first.session.text(server.origin + "/o") == "whole")
    try first.deck.close()
    server.closeConnections()
    let second = try Played(folder.file("off.yaml"), options: .init(mode: .offline))
    let error = await second.session.failure(of: try URLRequest("GET", server.origin + "/o"))
    #expect((error as? URLError)?.code == .networkConnectionLost)
    let summary = try second.deck.close()
    #expect(summary.replayed == 0)
    #expect(summary.recorded == 1)
  }

  @Test func `new episodes are added to what is replayed`() async throws {
    let folder = try TemporaryDirectory()
    let server = try Self.echo()
    let file = folder.file("new.yaml")
    let first = try Played(file, options: .init(mode: .newEpisodes))
    #expect(try await first.session.text(server.origin + "/1") == "/1|")
    try first.deck.close()
    let second = try Played(file, options: .init(mode: .newEpisodes))
    #expect(try await second.session.text(server.origin + "/1") == "/1|")
    #expect(try await second.session.text(server.origin + "/2") == "/2|")
    let summary = try second.deck.close()
    #expect(summary.replayed == 1)
    #expect(summary.recorded == 1)
    #expect(server.requestCount == 2)
  }

  @Test func `a request after the deck was closed fails and reaches no network`() async throws {
    let folder = try TemporaryDirectory()
    let server = try Self.echo()
    let played = try Played(folder.file("closed.yaml"), options: .init(mode: .once))
    try played.deck.close()
    let error = await played.session.failure(of: try URLRequest("GET", server.origin + "/"))
    #expect(error is DeckError)
    #expect(server.connectionCount == 0)
  }

  @Test func `credentials in a URL are sent as a header and stay off the disk`() async throws {
    let folder = try TemporaryDirectory()
    let server = try Self.echo()
    let played = try Played(folder.file("user.yaml"), options: .init(mode: .once))
    let url = "http://ada:s3cret@127.0.0.1:\(server.port)/x#part"
    #expect(try await played.session.text(url) == "/x|")
    #expect(server.requests.first?.header("Authorization") == "Basic YWRhOnMzY3JldA==")
    try played.deck.close()
    let text = try String(contentsOf: folder.file("user.yaml"), encoding: .utf8)
    #expect(!text.contains("s3cret"))
    #expect(!text.contains("YWRhOnMzY3JldA"))
  }

  @Test func `secrets reach the service and not the cassette`() async throws {
    let folder = try TemporaryDirectory()
    let server = try LoopbackServer { _ in
      ServerResponse(headers: [("Set-Cookie", "session=s3cret2; Path=/")], text: "ok")
    }
    let played = try Played(folder.file("secret.yaml"), options: .init(mode: .once))
    let result = await played.session.completion(
      of: try URLRequest("GET", server.origin + "/?api_key=s3cret3") {
        $0.setValue("Bearer s3cret1", forHTTPHeaderField: "Authorization")
      })
    #expect(server.requests.first?.header("Authorization") == "Bearer s3cret1")
    #expect(
      result.http?.value(forHTTPHeaderField: "Set-Cookie")?.contains("s3cret2") == true)
    try played.deck.close()
    let text = try String(contentsOf: folder.file("secret.yaml"), encoding: .utf8)
    #expect(!text.contains("s3cret"))
  }

  @Test func `a host that is let through is not recorded`() async throws {
    let folder = try TemporaryDirectory()
    let server = try Self.echo()
    let played = try Played(
      folder.file("pass.yaml"),
      options: .init(mode: .once, passthroughHosts: ["127.0.0.1"]))
    #expect(try await played.session.text(server.origin + "/p") == "/p|")
    let summary = try played.deck.close()
    #expect(summary.recorded == 0)
    #expect(summary.passedThrough == 1)
  }

  @Test func `a session that replays only refuses to record`() async throws {
    let folder = try TemporaryDirectory()
    let server = try Self.echo()
    let deck = try Deck(cassette: folder.file("r.yaml").path, options: .init(mode: .once))
    let configuration = URLSessionConfiguration.patient
    configuration.replay(deck)
    let session = URLSession(configuration: configuration)
    let error = await session.failure(of: try URLRequest("GET", server.origin + "/"))
    #expect((error as? LoadingError)?.kind == .replayOnly)
    #expect(server.connectionCount == 0)
  }

  @Test func `no more connections are opened than the configuration allows`() async throws {
    let folder = try TemporaryDirectory()
    let server = try Self.echo()
    let played = try Played(folder.file("limit.yaml"), options: .init(mode: .once)) {
      $0.httpMaximumConnectionsPerHost = 2
    }
    let (session, origin) = (played.session, server.origin)
    try await withThrowingTaskGroup(of: String.self) { group in
      for number in 0..<40 { group.addTask { try await session.text("\(origin)/\(number)") } }
      try await group.waitForAll()
    }
    #expect(server.requestCount == 40)
    #expect(server.connectionCount <= 2)
  }
}
