import Foundation
import VCRLocks
import TestSupport
import Testing

@testable import VCR

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What takes a while must not hold up the queue that all sessions of a process share.
struct SharedQueueTests {
  private static let origin = "https://api.example.com"
  private let folder: TemporaryDirectory
  private let path: String

  init() throws {
    folder = try TemporaryDirectory()
    path = folder.path + "/cassette.yaml"
    let deck = try Deck(cassette: path, options: .init(mode: .all))
    let bodies: [(String, Body)] = [
      ("small", Body(Array("small".utf8))),
      ("large", Body(Array(String(repeating: "a line\n", count: 4_000).utf8))),
      ("picture", Body((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* $0) })),
    ]
    for (name, body) in bodies {
      let request = Interaction.Request(url: "\(Self.origin)/\(name)")
      guard case .record(let ticket) = try deck.decide(request) else { throw NotRecorded() }
      let type = name == "picture" ? "image/png" : "text/plain"
      try deck.record(
        .response(.init(status: 200, headers: ["Content-Type": type], body: body)), for: ticket)
    }
    try deck.close()
  }

  private func context(_ options: Deck.Options = .init()) throws -> SessionContext {
    SessionContext(deck: try Deck(cassette: path, options: options), configuration: .patient)
  }

  private func advance(
    _ context: SessionContext, _ name: String, method: String = "GET", body: [UInt8] = []
  ) throws -> LoadingStep {
    var request = URLRequest(url: try #require(URL(string: "\(Self.origin)/\(name)")))
    request.httpMethod = method
    return context.advance(request, body: body, records: false)
  }

  /// The length of the body that a step comes to; nil for a failure.
  private func length(of step: LoadingStep) -> Int? {
    guard case .finish(.response(_, let body, _)) = step else { return nil }
    return body.count
  }

  @Test func `what is small is served at once`() throws {
    #expect(length(of: try advance(context(), "small")) == 5)
  }

  @Test(arguments: [("large", 28_000), ("picture", 100_000)])
  func `a body that is large or in a file is not decoded where others wait`(
    name: String, count: Int
  ) throws {
    let context = try context()
    guard case .later(let find) = try advance(context, name) else {
      Issue.record("decoded at once")
      return
    }
    #expect(length(of: find()) == count)
    let summary = try context.deck.close()
    #expect(summary.replayed == 1 && summary.unused.count == 2)
  }

  @Test func `a report on what was not found is not made where others wait`() throws {
    let context = try context()
    guard case .later(let find) = try advance(context, "unknown") else {
      Issue.record("reported at once")
      return
    }
    guard case .finish(.failure(let error)) = find() else {
      Issue.record("no failure")
      return
    }
    #expect(error is UnmatchedRequest)
  }

  @Test func `a large request is not compared where others wait`() throws {
    let context = try context()
    let body = [UInt8](repeating: 0x61, count: Deck.quickSize + 1)
    guard case .later = try advance(context, "small", method: "POST", body: body) else {
      Issue.record("compared at once")
      return
    }
  }

  @Test func `an interaction that cannot be decoded later counts as unreadable, not as replayed`()
    throws
  {
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    let picture = try #require(files.first { $0.hasSuffix(".png") })
    try Data("another".utf8).write(to: folder.file(picture))
    let context = try context()
    guard case .later(let find) = try advance(context, "picture") else {
      Issue.record("decoded at once")
      return
    }
    #expect(length(of: find()) == nil)
    let summary = try context.deck.close()
    #expect(summary.replayed == 0 && summary.unreadable == 1)
  }

  @Test func `a policy of the user's that takes its time holds up no other session`() async throws {
    let gate = Gate()
    let order = Mutex<[String]>([])
    let (isAsked, asked) = AsyncStream.makeStream(of: Void.self)
    let slow = RequestEquivalence.Part.custom("slow") { _, _ in
      asked.finish()
      gate.wait()
      order.withLock { $0.append("slow") }
      return true
    }
    let url = try #require(URL(string: "\(Self.origin)/small"))
    let waiting = try Played(
      URL(fileURLWithPath: path), options: .init(equivalence: [.method, .url, slow]))
    let other = try Played(URL(fileURLWithPath: path))
    async let late = waiting.session.data(from: url)
    for await _ in isAsked {}
    #expect(try await other.session.data(from: url).0.count == 5)
    order.withLock { $0.append("other") }
    gate.open()
    #expect(try await late.0.count == 5)
    #expect(order.withLock { $0 } == ["other", "slow"])
    try waiting.deck.close()
    try other.deck.close()
  }

  @Test func `a stub with a response of its own is served at once`() throws {
    let stubs: [Stub] = [
      .stub(.get, "\(Self.origin)/constant", json: 12345), .expect(.get, "\(Self.origin)/other"),
    ]
    let context = SessionContext(
      deck: try Deck(cassette: path, stubs: stubs), configuration: .patient)
    #expect(length(of: try advance(context, "constant")) == 5)
    #expect(length(of: try advance(context, "small")) == 5)
  }

  @Test func `a stub with a condition or a handler of the user's is not asked where others wait`()
    throws
  {
    let url = "\(Self.origin)/stubbed"
    let stubs: [Stub] = [
      .stub(.get, url, json: 12345).matching { _ in true },
      .stub(.get, url) { _ in .response(json: 12345) },
      .expect(.get, url) { _ in .response(json: 12345) },
      Stub(.get, url) { _ in .response(json: 12345) },
    ]
    for stub in stubs {
      let context = SessionContext(
        deck: try Deck(cassette: path, stubs: [stub]), configuration: .patient)
      guard case .later(let find) = try advance(context, "stubbed") else {
        Issue.record("asked at once")
        continue
      }
      #expect(length(of: find()) == 5)
    }
  }

  @Test func `whether a request passes through is not asked where others wait`() throws {
    let context = try context(.init(hooks: .init(passthrough: { _ in false })))
    guard case .later(let find) = try advance(context, "small") else {
      Issue.record("asked at once")
      return
    }
    #expect(length(of: find()) == 5)
  }
}

/// What is recorded of a task that leaves must not hold up other sessions either.
struct LeavingTaskTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func ticket(_ deck: Deck) throws -> Deck.Ticket {
    guard case .record(let ticket) = try deck.decide(.init(url: "https://api.example.com/left"))
    else { throw NotRecorded() }
    return ticket
  }

  private static func left() -> Interaction.Outcome {
    var response = Interaction.Response(status: 200, body: Body(Array("part".utf8)))
    response.failure = .left
    return .response(response)
  }

  @Test(arguments: [4, 100_000])
  func `a task that leaves while it is recorded holds up no other session`(size: Int) async throws {
    let (gate, rest) = (Gate(), Gate())
    defer {
      gate.open()
      rest.open()
    }
    let server = try LoopbackServer { request in
      guard request.target == "/left" else { return ServerResponse(text: "other") }
      let head =
        "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n"
        + "Content-Length: \(size + 9)\r\n\r\n"
      return .raw([
        .bytes(Array(head.utf8) + [UInt8](repeating: 0x61, count: size)), .gate(rest),
      ])
    }
    let order = Mutex<[String]>([])
    let (isAsked, asked) = AsyncStream.makeStream(of: Void.self)
    let hooks = Deck.Hooks(beforeRecord: { interaction in
      asked.finish()
      gate.wait()
      order.withLock { $0.append("left") }
      return interaction
    })
    let log = DelegateLog()
    let leaving = try Played(
      folder.file("left.yaml"), options: .init(mode: .all, hooks: hooks), delegate: log)
    let other = try Played(folder.file("other.yaml"), options: .init(mode: .once))
    let task = leaving.session.dataTask(with: try URLRequest("GET", server.origin + "/left"))
    task.resume()
    var count = 0
    while count < size {
      switch await log.next() {
      case .data(let data): count += data.count
      case .end: throw NotRecorded()
      case .response, .metrics: break
      }
    }
    task.cancel()
    for await _ in isAsked {}
    #expect(try await other.session.text(server.origin + "/other") == "other")
    order.withLock { $0.append("other") }
    gate.open()
    #expect(try leaving.deck.close().left == 1)
    #expect(order.withLock { $0 } == ["other", "left"])
    #expect(try other.deck.close().recorded == 1)
  }

  @Test func `closing a deck waits for what is recorded on another thread`() throws {
    let deck = try Deck(cassette: folder.file("left.yaml").path, options: .init(mode: .all))
    let gate = Gate()
    let isMade = Mutex(false)
    deck.concludeAsLeft(try ticket(deck), isSmall: false, hasStarted: true) {
      gate.wait()
      // As it may take, where closing has long begun.
      Thread.sleep(forTimeInterval: 0.2)
      isMade.withLock { $0 = true }
      return Self.left()
    }
    #expect(!isMade.withLock { $0 })
    gate.open()
    #expect(try deck.close().left == 1)
    #expect(isMade.withLock { $0 })
  }

  @Test func `a hook may close the deck that it records in`() throws {
    let closing = Mutex<Deck?>(nil)
    let hasClosed = Mutex(false)
    let hooks = Deck.Hooks(beforeRecord: { interaction in
      let deck = closing.withLock { $0 }
      #expect(throws: Never.self) { try deck?.close() }
      hasClosed.withLock { $0 = true }
      return interaction
    })
    let deck = try Deck(
      cassette: folder.file("left.yaml").path, options: .init(mode: .all, hooks: hooks))
    closing.withLock { $0 = deck }
    deck.concludeAsLeft(try ticket(deck), isSmall: false, hasStarted: true) { Self.left() }
    try deck.close()
    #expect(hasClosed.withLock { $0 })
    closing.withLock { $0 = nil }
  }
}
