import Dispatch
import Foundation
import VCRLocks
import VCRCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Makes the responses that will probably be asked for next, while the client reads the last.
///
/// Most tests replay in recorded order, and the queue on which Foundation on Linux asks for a
/// response is shared by all sessions. So once two interactions were served in a row, those that
/// follow are decoded on another thread, a batch at a time. To wake one takes longer than to make
/// the few responses of a small cassette, all of which are made with the first session. What is
/// made is only ever a copy of what the cassette holds: a response that is not ready, or not for
/// this very URL, is made on the spot as if nothing had been read ahead.
///
/// All sessions of a deck share one, since a client may make a session for each request.
///
/// The proxy's `RenderedResponses` are another thing for another need. A test serves most
/// interactions once, so what pays here is to have them made before, and each is given away. A
/// proxy serves the same ones again and again from a thread of its own, so what pays there is to
/// keep the bytes that went on the wire.
final class ReadAhead: Sendable {
  /// A response and the request that it may be served to.
  fileprivate struct Ready: Sendable {
    let method: String
    let url: String
    let response: LoadingResponse
  }

  fileprivate struct State: Sendable {
    var ready: [Int: Ready] = [:]
    /// The position served last.
    var last = -2
    /// The first position that was not read ahead.
    var end = 0
    var isReading = false
    /// True when all interactions were read when the first session was made.
    var isWhole = false
  }

  /// How many interactions are made at a time.
  fileprivate static let batch = 32

  private let system: LoadingSystem
  private let state = Mutex(State())

  /// The one of a deck, which makes all responses of a small cassette when it is made.
  ///
  /// - Parameters:
  ///   - deck: The deck.
  ///   - system: The loading system that its sessions belong to.
  /// - Returns: The same one each time.
  static func of(_ deck: Deck, in system: LoadingSystem) -> ReadAhead {
    deck.keep {
      let made = ReadAhead(system)
      let items = deck.smallItems
      made.make(items, of: deck)
      made.state.withLock { $0.isWhole = !items.isEmpty }
      return made
    }
  }

  private init(_ system: LoadingSystem) { self.system = system }

  /// The response of an interaction that was just taken.
  ///
  /// - Parameters:
  ///   - item: The interaction's position.
  ///   - redirecting: The request.
  ///   - deck: The deck that it was taken from.
  /// - Returns: Nil when it is not ready or was made for another URL.
  func take(
    _ item: Int, for redirecting: RedirectingRequest, of deck: Deck
  ) -> LoadingResponse? {
    let (ready, batch) = state.withLock { state in
      let isInOrder = item == state.last + 1
      state.last = item
      let ready = state.ready.removeValue(forKey: item)
      guard isInOrder, !state.isWhole else { return (ready, Range<Int>?.none) }
      return (ready, state.nextBatch(after: item))
    }
    if let batch { read(batch, of: deck) }
    guard let ready, ready.method == redirecting.request.method,
      ready.url == redirecting.url.absoluteString
    else { return nil }
    return ready.response
  }

  private func read(_ batch: Range<Int>, of deck: Deck) {
    DispatchQueue.global().async { [weak deck] in
      if let deck { self.make(batch, of: deck) }
    }
  }

  private func make(_ batch: Range<Int>, of deck: Deck) {
    for item in batch {
      // A response that was served meanwhile is not made again.
      guard state.withLock({ item > $0.last }),
        let interaction = deck.preview(item, upTo: Deck.quickSize),
        let ready = ready(interaction, of: deck)
      else { continue }
      state.withLock { state in
        if item > state.last { state.ready[item] = ready }
      }
    }
    state.withLock { $0.isReading = false }
  }

  /// The response to an interaction that neither sets a cookie nor leads anywhere else: those have
  /// an effect, which belongs to the moment they are served.
  private func ready(_ interaction: Interaction, of deck: Deck) -> Ready? {
    let request = interaction.request
    guard case .response(let response) = interaction.outcome, response.failure == nil,
      let status = response.status,
      !(300..<400).contains(status), response.headers["Set-Cookie"] == nil,
      let url = URL(string: request.url),
      let ready = try? LoadingResponse(
        interaction.outcome, to: request, url: url, from: deck, in: system)
    else { return nil }
    return Ready(method: request.method, url: url.absoluteString, response: ready)
  }
}

extension ReadAhead.State {
  /// The positions to make next; nil while enough are ready or on their way.
  fileprivate mutating func nextBatch(after item: Int) -> Range<Int>? {
    if item + 1 > end || item + 1 < end - 2 * ReadAhead.batch {
      // The position is not within the interactions that were read ahead, so these are not needed.
      ready.removeAll()
      end = item + 1
    }
    guard !isReading, end - item <= ReadAhead.batch / 2 else { return nil }
    isReading = true
    defer { end += ReadAhead.batch }
    return end..<end + ReadAhead.batch
  }
}
