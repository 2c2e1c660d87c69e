import Foundation
import VCRLocks
import TestSupport
import Testing
import VCR

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct IsolationTests {
  @Test func `four hundred sessions in parallel each have their own cassette`() async throws {
    let folder = try TemporaryDirectory()
    let wrong = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<400 {
        let file = try folder.write(
          """
          vcr: 1
          interactions:
          - request:
              method: GET
              url: http://same.example.com/
            response:
              status: 200
              body:
                text: session \(number)
            times: any

          """, to: "\(number).yaml")
        group.addTask {
          let played = try Played(file)
          var wrong = 0
          for _ in 1...5
          where try await played.session.text("http://same.example.com/") != "session \(number)" {
            wrong += 1
          }
          return wrong
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(wrong == 0)
  }

  /// Tells when nothing holds it any longer.
  private final class Held: Sendable {
    let released: AsyncStream<Void>.Continuation
    init(_ released: AsyncStream<Void>.Continuation) { self.released = released }
    deinit { released.finish() }
  }

  @Test(.timeLimit(.minutes(10)))
  func `a session keeps its deck, and lets go of it in the end`() async throws {
    let folder = try TemporaryDirectory()
    let file = try folder.write("vcr: 1\ninteractions: []\n", to: "a.yaml")
    weak var deck: Deck?
    let (releases, released) = AsyncStream.makeStream(of: Void.self)
    do {
      var session: URLSession?
      do {
        let configuration = URLSessionConfiguration.patient
        let held = Held(released)
        var options = Deck.Options()
        options.hooks.beforeReplay = { interaction, _ in withExtendedLifetime(held) { interaction }
        }
        let opened = try Deck(cassette: file.path, options: options)
        deck = opened
        configuration.replay(opened)
        session = URLSession(configuration: configuration)
      }
      let error = await session?.failure(of: try URLRequest("GET", "http://127.0.0.1:9/"))
      #expect(error is UnmatchedRequest)
      #expect(deck != nil)
      session?.finishTasksAndInvalidate()
      session = nil
    }
    // The session's queue lets go of it a moment after its last task.
    for await _ in releases {}
    #expect(deck == nil)
  }

  @Test func `requests of a session whose deck is gone fail and reach no network`() async throws {
    let folder = try TemporaryDirectory()
    let file = try folder.write("vcr: 1\ninteractions: []\n", to: "a.yaml")
    let server = try LoopbackServer { _ in ServerResponse(text: "from the network") }
    let configuration = URLSessionConfiguration.patient
    do {
      configuration.replay(try Deck(cassette: file.path))
      configuration.urlCredentialStorage = nil
    }
    let session = URLSession(configuration: configuration)
    let error = await session.failure(of: try URLRequest("GET", server.origin + "/"))
    #expect((error as? LoadingError)?.kind == .noDeck)
    #expect(server.connectionCount == 0)
  }

  @Test func `the bare class fails without a deck and reaches no network`() async throws {
    let server = try LoopbackServer { _ in ServerResponse(text: "from the network") }
    let configuration = URLSessionConfiguration.patient
    configuration.protocolClasses = [ReplayingURLProtocol.self]
    let session = URLSession(configuration: configuration)
    let error = await session.failure(of: try URLRequest("GET", server.origin + "/"))
    #expect((error as? LoadingError)?.kind == .noDeck)
    #expect(server.connectionCount == 0)
  }

  @Test func `requests of one session in parallel each get their own response`() async throws {
    let folder = try TemporaryDirectory()
    let server = try LoopbackServer { request in ServerResponse(text: request.target) }
    let file = folder.file("many.yaml")
    for mode in [RecordMode.once, .none] {
      let played = try Played(file, options: .init(mode: mode))
      let session = played.session
      let origin = server.origin
      let wrong = try await withThrowingTaskGroup(of: Bool.self) { group in
        for number in 0..<200 {
          group.addTask { try await session.text("\(origin)/\(number)") != "/\(number)" }
        }
        return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      #expect(wrong == 0)
      try played.deck.close()
      server.stop()
    }
  }
}
