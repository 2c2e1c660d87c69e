import Foundation
import VCR

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A transparent offline cache: pages that were visited once load with the network off.
///
/// The code that loads pages knows nothing of it; it is given a session. The cache is a cassette,
/// so it can be read, edited and committed.
struct OfflineCache {
  private let deck: Cassette.Deck
  /// The session to load pages with.
  let session: URLSession

  /// Opens a cache, or begins one.
  init(file: String) throws {
    // What is known is replayed as often as it is asked for, what is not known is fetched and kept.
    var options = Cassette.Deck.Options(mode: .newEpisodes, repeats: true)
    // A page that could not be reached, or not in full, is no page: the next visit tries again.
    options.hooks.beforeRecord = { interaction in
      guard case .response(let response) = interaction.outcome, response.failure == nil,
        response.status ?? 0 < 400
      else { return nil }
      return interaction
    }
    deck = try Cassette.Deck(cassette: file, options: options)
    let configuration = URLSessionConfiguration.ephemeral
    configuration.use(deck)
    session = URLSession(configuration: configuration)
  }

  /// Keeps what was visited.
  func close() throws { try deck.close() }
}
