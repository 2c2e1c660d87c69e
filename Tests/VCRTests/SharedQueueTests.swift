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
      guard case .record(let ticket) = try deck.decide(request) else { continue }
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
