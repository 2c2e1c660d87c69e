import Foundation
import VCRCore
import VCRLocks

/// The requests that went round a cassette while it was in force, as far as they are seen.
final class PassedBy: Sendable {
  private struct State {
    var count = 0
    /// The first requests, each once.
    var shown: [String] = []
    var isReported = false
  }

  /// How many requests are named.
  private static let limit = 3

  private let deck: Deck
  private let state = Mutex(State())

  /// Creates an empty one.
  init(_ deck: Deck) { self.deck = deck }

  /// Notes a request, unless it is to reach the network.
  func note(_ method: String, _ url: URL) {
    guard let host = url.host, !deck.options.passesThrough(host: host) else { return }
    let text = "\(method) \(deck.shown(url: url.absoluteString))"
    state.withLock { state in
      state.count += 1
      if state.shown.count < Self.limit, !state.shown.contains(text) { state.shown.append(text) }
    }
  }

  /// Reports the requests to the test, when the cassette is closed.
  ///
  /// - Parameter isShared: True when `URLSession.shared` was served.
  func tell(isShared: Bool) {
    let now = state.withLock { state in
      defer { state.isReported = true }
      return state
    }
    guard now.count > 0, !now.isReported else { return }
    let names = now.shown.joined(separator: ", ") + (now.count > now.shown.count ? ", …" : "")
    let own = "a session that the code made itself from .default"
    deck.note(
      "\(Quantity.of(now.count, "request")) went round it to the network: \(names); "
        + (isShared
          ? "this came from \(own), which no cassette can serve: hand it VCR.session, or record with "
            + "vcr record -- \(VCREnvironment.current.testRun)"
          : "this came from URLSession.shared, for which there is scope: .process, or from \(own): hand "
            + "it VCR.session"))
  }
}
