import Foundation
import VCRCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension SessionContext {
  /// Creates a context from the configuration that the session will have.
  ///
  /// - Parameters:
  ///   - deck: The deck.
  ///   - configuration: The configuration.
  ///   - roots: Paths of PEM files with roots that are trusted while recording.
  ///   - decider: The class that decides which requests are equivalent; nil for the first one that
  ///     the configuration names.
  ///   - system: The loading system; another one than the platform's only in tests.
  convenience init(
    deck: Deck, configuration: URLSessionConfiguration, trusting roots: [String] = [],
    decider: URLProtocol.Type? = nil, system: LoadingSystem = .current
  ) {
    let named = configuration.protocolClasses?.lazy.compactMap { $0 as? ReplayingURLProtocol.Type }
    self.init(
      deck: deck, configuration: configuration, trusting: roots,
      decidedBy: decider ?? named?.first?.decider, system: system)
  }
}
