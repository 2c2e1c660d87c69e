import Foundation
import TestSupport
import Testing
import VCR
import VCRLocks

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct FailureTests {
  /// Records a failing request, then replays it, and gives back both codes.
  private func codes(_ request: URLRequest) async throws -> (live: Int?, replayed: Int?) {
    let folder = try TemporaryDirectory()
    let file = folder.file("failure.yaml")
    let recorded = try Played(file, options: .init(mode: .once))
    let live = await recorded.session.failure(of: request)
    #expect(try recorded.deck.close().recorded == 1)
    let replay = try Played(file)
    let replayed = await replay.session.failure(of: request)
    #expect(try replay.deck.close().replayed == 1)
    #expect((replayed as? URLError)?.failingURL == request.url)
    return ((live as? URLError)?.code.rawValue, (replayed as? URLError)?.code.rawValue)
  }

  @Test func `a refused connection is the same error in a replay`() async throws {
    let gone = try RefusingPort()
    let codes = try await codes(try URLRequest("GET", "http://127.0.0.1:\(gone.port)/"))
    #expect(codes.live == URLError.cannotConnectToHost.rawValue)
    #expect(codes.replayed == codes.live)
  }

  @Test func `a connection that closes early is the same error in a replay`() async throws {
    let server = try LoopbackServer { _ in
      .raw("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort")
    }
    let codes = try await codes(try URLRequest("GET", server.origin + "/"))
    #expect(codes.live == URLError.networkConnectionLost.rawValue)
    #expect(codes.replayed == codes.live)
  }

  @Test func `a silent service times out, and so does the replay`() async throws {
    let gate = Gate()
    defer { gate.open() }
    let server = try LoopbackServer { _ in .raw([.gate(gate)]) }
    let request = try URLRequest("GET", server.origin + "/") { $0.timeoutInterval = 0.2 }
    let codes = try await codes(request)
    #expect(codes.live == URLError.timedOut.rawValue)
    #expect(codes.replayed == codes.live)
  }

  @Test func `a task that is cancelled ends as cancelled and is recorded up to there`() async throws
  {
    let folder = try TemporaryDirectory()
    let gate = Gate()
    defer { gate.open() }
    let server = try LoopbackServer { _ in
      .raw([.bytes(Array("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\none".utf8)), .gate(gate)])
    }
    let log = DelegateLog()
    let played = try Played(folder.file("c.yaml"), options: .init(mode: .once), delegate: log)
    let task = played.session.dataTask(with: try URLRequest("GET", server.origin + "/"))
    task.resume()
    guard case .response = await log.next() else {
      Issue.record("no response first")
      return
    }
    task.cancel()
    let (_, _, error) = await log.all()
    #expect((error as? URLError)?.code == .cancelled)
    let summary = try played.deck.close()
    #expect(summary.recorded == 1 && summary.left == 1)
  }

  @Test func `cancelling a Swift task cancels the request`() async throws {
    let folder = try TemporaryDirectory()
    let gate = Gate()
    defer { gate.open() }
    let (arrivals, arrived) = AsyncStream<Void>.makeStream()
    let server = try LoopbackServer { _ in
      arrived.yield()
      return .raw([.gate(gate)])
    }
    let played = try Played(folder.file("t.yaml"), options: .init(mode: .once))
    let (session, url) = (played.session, try #require(URL(string: server.origin + "/")))
    let task = Task { try await session.data(from: url) }
    for await _ in arrivals { break }
    task.cancel()
    do {
      _ = try await task.value
      Issue.record("it was not cancelled")
    } catch {
      #expect((error as? URLError)?.code == .cancelled || error is CancellationError)
    }
    #expect(try played.deck.close().left == 1)
  }

  @Test func `a suspended task goes on when it is resumed`() async throws {
    let folder = try TemporaryDirectory()
    let gate = Gate()
    let server = try LoopbackServer { _ in
      .raw([
        .bytes(Array("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\none".utf8)), .gate(gate),
        .bytes(Array("two".utf8)),
      ])
    }
    let log = DelegateLog()
    let played = try Played(folder.file("s.yaml"), options: .init(mode: .once), delegate: log)
    let task = played.session.dataTask(with: try URLRequest("GET", server.origin + "/"))
    task.resume()
    guard case .response = await log.next() else {
      Issue.record("no response first")
      return
    }
    task.suspend()
    gate.open()
    task.resume()
    let (_, pieces, error) = await log.all()
    #expect(pieces.joined() == "onetwo")
    #expect(error == nil)
  }

  #if canImport(FoundationNetworking)
    @Test(.timeLimit(.minutes(2)))
    func `a task that runs again when it is to stop for a suspend keeps its transfer`()
      async throws
    {
      let folder = try TemporaryDirectory()
      let deck = try Deck(
        cassette: folder.write(
          """
          vcr: 1
          interactions:
          - request:
              method: GET
              url: http://127.0.0.1:1/
            response:
              status: 200
              body:
                text: whole

          """, to: "l.yaml"
        ).path)
      StoppedLate.current.withLock { $0 = deck }
      let configuration = URLSessionConfiguration.patient
      configuration.protocolClasses = [StoppedLate.self]
      configuration.urlCache = nil
      let session = URLSession(configuration: configuration)
      #expect(try await session.text("http://127.0.0.1:1/") == "whole")
      StoppedLate.current.withLock { $0 = nil }
    }
  #endif

  @Test func `a GET with a body is refused as it is without us`() async throws {
    let folder = try TemporaryDirectory()
    let played = try Played(folder.file("g.yaml"), options: .init(mode: .once))
    let error = await played.session.failure(
      of: try URLRequest("GET", "http://127.0.0.1:9/") { $0.httpBody = Data("x".utf8) })
    #expect((error as? URLError)?.code == .dataLengthExceedsMaximum)
  }

  @Test func `a host without an address is the same error in a replay`() async throws {
    let codes = try await codes(try URLRequest("GET", "http://nonexistent.invalid/"))
    #expect(codes.live == URLError.cannotFindHost.rawValue)
    #expect(codes.replayed == codes.live)
  }

  @Test(arguments: ["", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nshort"])
  func `a reset is the same error in a replay`(before: String) async throws {
    let server = try LoopbackServer { _ in .raw([.bytes(Array(before.utf8)), .reset]) }
    let codes = try await codes(try URLRequest("POST", server.origin + "/"))
    #expect(codes.live == URLError.networkConnectionLost.rawValue)
    #expect(codes.replayed == codes.live)
  }

  @Test(arguments: [
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabc", "HTTP/1.1 200 OK\r\nA: 1\r\n",
  ])
  func `a body or a head cut short is the same error in a replay`(response: String) async throws {
    let server = try LoopbackServer { _ in .raw(response) }
    let codes = try await codes(try URLRequest("GET", server.origin + "/"))
    #expect(codes.live == URLError.networkConnectionLost.rawValue)
    #expect(codes.replayed == codes.live)
  }

  @Test func `what is no HTTP is the same error in a replay`() async throws {
    let server = try LoopbackServer { _ in .raw("220 mail.example.com ESMTP\r\n") }
    let codes = try await codes(try URLRequest("GET", server.origin + "/"))
    #expect(codes.live == URLError.badServerResponse.rawValue)
    #expect(codes.replayed == codes.live)
  }

  @Test func `a body that stops arriving times out`() async throws {
    let gate = Gate()
    defer { gate.open() }
    let server = try LoopbackServer { _ in
      .raw([.bytes(Array("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\none".utf8)), .gate(gate)])
    }
    let folder = try TemporaryDirectory()
    for _ in 1...2 {
      let played = try Played(folder.file("t.yaml"), options: .init(mode: .once)) {
        $0.timeoutIntervalForRequest = 0.2
      }
      let result = await played.session.completion(of: try URLRequest("GET", server.origin + "/"))
      #expect(result.code == URLError.timedOut.rawValue)
      #expect(result.data?.isEmpty != false)
      try played.deck.close()
      server.stop()
    }
  }

  @Test func `a request that takes longer than its session allows in all times out`() async throws {
    let gate = Gate()
    defer { gate.open() }
    let server = try LoopbackServer { _ in
      .raw([.bytes(Array("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\none".utf8)), .gate(gate)])
    }
    let folder = try TemporaryDirectory()
    let played = try Played(folder.file("t.yaml"), options: .init(mode: .once)) {
      $0.timeoutIntervalForResource = 0.2
    }
    let result = await played.session.completion(of: try URLRequest("GET", server.origin + "/"))
    #expect(result.code == URLError.timedOut.rawValue)
    try played.deck.close()
  }

  @Test func `a session with endless timeouts works`() async throws {
    let server = try LoopbackServer { _ in ServerResponse(text: "late") }
    let folder = try TemporaryDirectory()
    let played = try Played(folder.file("t.yaml"), options: .init(mode: .once)) {
      $0.timeoutIntervalForResource = .greatestFiniteMagnitude
    }
    #expect(try await played.session.text(server.origin + "/") == "late")
  }
}

#if canImport(FoundationNetworking)
  /// A protocol that Foundation asks to stop after each start, while its task runs: the stop of a
  /// suspend comes later than the next resume.
  private final class StoppedLate: ReplayingURLProtocol {
    static let current = Mutex<Deck?>(nil)
    override class var deck: Deck? { current.withLock { $0 } }

    override func startLoading() {
      super.startLoading()
      stopLoading()
    }
  }
#endif
