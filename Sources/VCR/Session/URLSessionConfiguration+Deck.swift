#if canImport(FoundationNetworking)
  import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif
public import VCRCore

extension URLSessionConfiguration {
  /// Lets a deck answer every request of the sessions made from this configuration.
  ///
  /// ```swift
  /// let deck = try Deck(cassette: "Cassettes/users.yaml", options: .init(mode: .once))
  /// let configuration = URLSessionConfiguration.ephemeral
  /// configuration.use(deck)
  /// let service = UserService(session: URLSession(configuration: configuration))
  /// // …
  /// try deck.close()
  /// ```
  ///
  /// In mode `none` this is ``replay(_:)``, in the other modes ``record(_:trusting:)``. Call it when
  /// the rest of the configuration is set: additional headers, timeouts and the cookie storage are
  /// read now.
  ///
  /// - Parameters:
  ///   - deck: The deck. The configuration, its copies and its sessions keep it.
  ///   - roots: As for ``record(_:trusting:)``.
  public func use(_ deck: Deck, trusting roots: [String] = []) {
    if deck.options.mode == .none { replay(deck) } else { record(deck, trusting: roots) }
  }

  /// Lets a deck answer every request from its cassette; nothing is ever recorded.
  ///
  /// A request that is not in the cassette fails with an `UnmatchedRequest`, whatever the deck's
  /// mode is. The cache of responses is switched off, as it would hide requests from the deck.
  ///
  /// - Parameter deck: The deck. The configuration, its copies and its sessions keep it.
  public func replay(_ deck: Deck) {
    install(SessionContext(deck: deck, configuration: self), recording: false)
  }

  /// Lets a deck answer requests as its mode says, and records what it lets through to the network.
  ///
  /// On Linux the network is reached by this package's own client, which needs the package trait
  /// `Recording` (on by default), because an inner session would join and lose headers.
  ///
  /// A service with a certificate of your own authority is trusted when that is named:
  ///
  /// ```swift
  /// configuration.record(deck, trusting: ["Tests/Certificates/root.pem"])
  /// ```
  ///
  /// - Parameters:
  ///   - deck: The deck. The configuration, its copies and its sessions keep it; close it when all
  ///     is recorded.
  ///   - roots: Paths of PEM files with root certificates that are trusted beside the system's, by
  ///     these sessions alone. A request fails with a ``LoadingError`` when one cannot be read.
  public func record(_ deck: Deck, trusting roots: [String] = []) {
    install(SessionContext(deck: deck, configuration: self, trusting: roots), recording: true)
  }

  /// Puts a class of this session's own before all others.
  func install(_ handle: SessionContext, recording: Bool) {
    #if canImport(FoundationNetworking)
      CompletionHandlerSink.prepare()
    #endif
    let minted = MintedClasses.mint(handle, recording: recording)
    protocolClasses = [minted] + (protocolClasses ?? [])
    urlCredentialStorage = ContextKeeper(handle)
    // With a cache, Foundation on Linux loads on a second queue and crashes when many requests are
    // cancelled; on every platform a cached response would never reach the deck.
    urlCache = nil
  }
}
