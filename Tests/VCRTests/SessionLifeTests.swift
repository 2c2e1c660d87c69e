import Foundation
import TestSupport
import Testing
import VCR
import VCRLocks

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sessions that nobody uses any more: they go, with their decks and connections.
@Suite(.environment([:]), .timeLimit(.minutes(4))) struct SessionLifeTests {
  /// What a test keeps an eye on.
  private final class Watch: Sendable {
    private struct State {
      weak var session: URLSession?
      weak var deck: Deck?
    }

    private let state = Mutex(State())

    func note(_ session: URLSession) {
      state.withLock { $0 = State(session: session, deck: VCR.deck) }
    }

    var isGone: Bool { state.withLock { $0.session == nil && $0.deck == nil } }
  }

  /// What a client does with a session.
  enum Use: CaseIterable, Sendable {
    case request, stream, upload, refusal, cancellation
  }

  private let folder: TemporaryDirectory
  init() throws { folder = try TemporaryDirectory() }

  private func make(_ use: Use, _ session: URLSession, _ origin: String) async throws {
    let request = try URLRequest("POST", origin + (use == .stream ? "/stream" : "/other"))
    switch use {
    case .request, .stream: _ = try await session.data(for: request)
    case .upload:
      let file = try folder.write("content", to: "content")
      _ = try await session.upload(for: request, fromFile: file)
    case .refusal:
      // Nobody listens on port 1, whatever other tests open.
      _ = await session.failure(of: try URLRequest("GET", "http://127.0.0.1:1/"))
    case .cancellation:
      await withCheckedContinuation { continuation in
        let task = session.dataTask(with: request) { _, _, _ in continuation.resume() }
        task.resume()
        task.cancel()
      }
    }
  }

  @Test(arguments: Use.allCases)
  func `a session, its deck and its connections go when nobody uses them any more`(use: Use)
    async throws
  {
    let server = try LoopbackServer { request in
      let isStream = request.target == "/stream"
      return ServerResponse(
        headers: isStream ? [("Content-Type", "text/event-stream")] : [],
        body: Array((isStream ? "data: 1\n\ndata: 2\n\n" : "text").utf8))
    }
    let path = folder.file("c.yaml").path
    // Times as recorded, so that a replay takes its events from another thread, too.
    for mode in [RecordMode.all, .newEpisodes] {
      let watch = Watch()
      let options = Deck.Options(mode: mode, latency: .recorded)
      try await withCassette(path, options) { session in
        watch.note(session)
        try await make(use, session, server.origin)
      }
      while !watch.isGone { try await Task.sleep(for: .milliseconds(20)) }
    }
  }
}
