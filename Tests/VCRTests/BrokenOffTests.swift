import Foundation
import TestSupport
import Testing
import VCR

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Responses that break off, and tasks that leave, in a session.
struct BrokenOffTests {
  /// What a delegate is told of a request.
  private func told(_ cassette: URL, _ request: URLRequest) async throws -> (
    status: Int?, body: String, code: Int?, length: Int64?, summary: Deck.Summary
  ) {
    let log = DelegateLog()
    let played = try Played(cassette, options: .init(mode: .once), delegate: log)
    played.session.dataTask(with: request).resume()
    let (response, pieces, error) = await log.all()
    return (
      (response as? HTTPURLResponse)?.statusCode, pieces.joined(),
      (error as? URLError)?.code.rawValue, response?.expectedContentLength,
      try played.deck.close()
    )
  }

  @Test(arguments: [
    (head: "Content-Length: 100", body: "part", isReset: true),
    (head: "Content-Length: 100", body: "part", isReset: false),
    (head: "Transfer-Encoding: chunked", body: "4\r\npart\r\n", isReset: false),
    (head: "Transfer-Encoding: chunked", body: "9\r\npart", isReset: true),
  ])
  func `the delegate is told the same bytes and then the same error`(
    head: String, body: String, isReset: Bool
  ) async throws {
    let folder = try TemporaryDirectory()
    let server = try LoopbackServer { _ in
      .raw(
        [.bytes(Array("HTTP/1.1 200 OK\r\n\(head)\r\n\r\n\(body)".utf8))]
          + (isReset ? [.reset] : []))
    }
    let request = try URLRequest("GET", server.origin + "/")
    let live = try await told(folder.file("c.yaml"), request)
    server.stop()
    let replayed = try await told(folder.file("c.yaml"), request)
    #expect(live.summary.recorded == 1 && live.summary.brokenOff == 1)
    #expect(replayed.summary.replayed == 1)
    for told in [live, replayed] {
      #expect(told.status == 200)
      #expect(told.body == "part")
      #expect(told.code == URLError.networkConnectionLost.rawValue)
    }
    #expect(live.length == replayed.length)
  }

  @Test func `interim responses before a failure are recorded, and the failure is replayed`()
    async throws
  {
    let folder = try TemporaryDirectory()
    let server = try LoopbackServer { _ in
      .raw("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n")
    }
    let request = try URLRequest("GET", server.origin + "/")
    let live = try await told(folder.file("c.yaml"), request)
    server.stop()
    let replayed = try await told(folder.file("c.yaml"), request)
    #expect(live.summary.failed == 1 && live.summary.brokenOff == 0)
    #expect(replayed.summary.replayed == 1)
    for told in [live, replayed] {
      #expect(told.status == nil && told.body.isEmpty)
      #expect(told.code == URLError.networkConnectionLost.rawValue)
    }
    let cassette = try String(contentsOf: folder.file("c.yaml"), encoding: .utf8)
    #expect(cassette.contains("        Link: '</a>'\n  error:\n"), "\(cassette)")
  }

  @Test func `a stream that breaks off is delivered event by event`() async throws {
    let folder = try TemporaryDirectory()
    let server = try LoopbackServer { _ in
      .raw(
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
          + "9\r\ndata: 1\n\n\r\n9\r\ndata: 2\n\n\r\n")
    }
    let request = try URLRequest("GET", server.origin + "/")
    let live = try await told(folder.file("c.yaml"), request)
    server.stop()
    let log = DelegateLog()
    let replay = try Played(folder.file("c.yaml"), delegate: log)
    replay.session.dataTask(with: request).resume()
    let (_, pieces, error) = await log.all()
    #expect(live.body == "data: 1\n\ndata: 2\n\n")
    #expect(pieces == ["data: 1\n\n", "data: 2\n\n"])
    #expect((error as? URLError)?.code == .networkConnectionLost)
  }

  /// A coded body is decoded at its end, which never comes: what had come of it is told then.
  @Test func `a coded body that breaks off is delivered as far as it can be decoded`() async throws
  {
    let folder = try TemporaryDirectory()
    // "data: 1" and two line feeds, flushed by the compressor.
    let coded = try #require(Data(base64Encoded: "H4sIAAAAAAACA0pJLEm0UjDk4gIAAAD//w=="))
    let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 100\r\n\r\n"
    let server = try LoopbackServer { _ in .raw([.bytes(Array(head.utf8) + coded)]) }
    let request = try URLRequest("GET", server.origin + "/")
    let live = try await told(folder.file("c.yaml"), request)
    server.stop()
    let replayed = try await told(folder.file("c.yaml"), request)
    for told in [live, replayed] {
      #expect(told.status == 200)
      #expect(told.body == "data: 1\n\n")
      #expect(told.code == URLError.networkConnectionLost.rawValue)
    }
    let cassette = try String(contentsOf: folder.file("c.yaml"), encoding: .utf8)
    #expect(cassette.contains("data: 1"), "\(cassette)")
  }

  @Test func `a response that stops arriving is recorded up to there`() async throws {
    let folder = try TemporaryDirectory()
    let gate = Gate()
    defer { gate.open() }
    let server = try LoopbackServer { _ in
      .raw([.bytes(Array("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\none".utf8)), .gate(gate)])
    }
    let request = try URLRequest("GET", server.origin + "/") { $0.timeoutInterval = 5 }
    for _ in 1...2 {
      let told = try await told(folder.file("c.yaml"), request)
      #expect(told.body == "one")
      #expect(told.code == URLError.timedOut.rawValue)
    }
  }

  @Test func `a task that leaves is served what had come by then, and then waits`() async throws {
    let folder = try TemporaryDirectory()
    let gate = Gate()
    defer { gate.open() }
    let server = try LoopbackServer { _ in
      .raw([
        .bytes(
          Array(
            "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: 1\n\n".utf8)),
        .gate(gate),
      ])
    }
    let request = try URLRequest("GET", server.origin + "/") { $0.timeoutInterval = 240 }
    for isLive in [true, false] {
      let log = DelegateLog()
      let played = try Played(folder.file("c.yaml"), options: .init(mode: .once), delegate: log)
      let task = played.session.dataTask(with: request)
      task.resume()
      guard case .response = await log.next(), case .data(let data) = await log.next() else {
        throw NotRecorded()
      }
      #expect(String(decoding: data, as: UTF8.self) == "data: 1\n\n")
      task.cancel()
      let (_, pieces, error) = await log.all()
      #expect(pieces == [])
      #expect((error as? URLError)?.code == .cancelled)
      let summary = try played.deck.close()
      #expect(isLive ? summary.left == 1 : summary.replayed == 1)
    }
    let cassette = try String(contentsOf: folder.file("c.yaml"), encoding: .utf8)
    #expect(cassette.contains("\n  left: client\n"), "\(cassette)")
    // As if the recorded client had stayed for longer than this test may take on a busy machine.
    try Data(cassette.replacing(/seconds: [0-9.]+/, with: "seconds: 12").utf8)
      .write(to: folder.file("c.yaml"))
    // A client that stays longer than the recorded one ends by its own timeout, or is told.
    for (timeout, code) in [(5.0, URLError.timedOut), (240, .networkConnectionLost)] {
      let log = DelegateLog()
      let patient = try Played(folder.file("c.yaml"), delegate: log)
      var longer = request
      longer.timeoutInterval = timeout
      patient.session.dataTask(with: longer).resume()
      let (_, pieces, error) = await log.all()
      #expect(pieces == ["data: 1\n\n"])
      #expect((error as? URLError)?.code == code)
    }
  }
}
