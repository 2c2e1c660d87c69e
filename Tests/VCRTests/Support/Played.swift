import Foundation
import VCRLocks
import TestSupport
import VCR

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A session and the deck that answers it.
struct Played {
  var session: URLSession
  var deck: Deck

  /// A session that replays a cassette, with the delegate and the changes given.
  init(
    _ cassette: URL, options: Deck.Options = Deck.Options(),
    delegate: (any URLSessionDelegate)? = nil,
    _ change: (URLSessionConfiguration) -> Void = { _ in }
  ) throws {
    deck = try Deck(cassette: cassette.path, options: options)
    let configuration = URLSessionConfiguration.patient
    change(configuration)
    configuration.use(deck)
    session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
  }
}
