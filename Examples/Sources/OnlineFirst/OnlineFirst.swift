import Foundation
import VCR

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// An online-first cache: fresh when the network is there, the copy of the last time when it is
/// not.
///
/// However often an entry is refreshed, the cassette holds it once.
struct OnlineFirst {
  private let deck: Cassette.Deck
  /// The session to load with.
  let session: URLSession

  /// Opens a cache, or begins one.
  init(file: String) throws {
    deck = try Cassette.Deck(cassette: file, options: Cassette.Deck.Options(mode: .offline))
    let configuration = URLSessionConfiguration.ephemeral
    configuration.use(deck)
    session = URLSession(configuration: configuration)
  }

  /// Keeps what was refreshed.
  func close() throws { try deck.close() }
}
