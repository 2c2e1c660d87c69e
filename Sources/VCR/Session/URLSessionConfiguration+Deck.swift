#if canImport(FoundationNetworking)
  import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif
public import VCRCore

extension URLSessionConfiguration {
  /// Lets a deck serve every request of the sessions made from this configuration.
  ///
  /// ```swift
  /// let deck = try Cassette.Deck(cassette: "Cassettes/users.yaml", options: .init(mode: .once))
  /// let configuration = URLSessionConfiguration.ephemeral
  /// configuration.use(deck)
  /// let service = UserService(session: URLSession(configuration: configuration))
  /// // …
  /// try deck.close()
  /// ```
  ///
  /// In mode `none` this is ``replay(_:)``, in the other modes ``record(_:trusting:)``. On Apple
  /// platforms call it after the rest of the configuration is set, since it reads timeouts and the
  /// cookie storage; on Linux what the session itself has counts.
  ///
  /// - Parameters:
  ///   - deck: The deck. The configuration, its copies and its sessions keep it.
  ///   - roots: As for ``record(_:trusting:)``.
  public func use(_ deck: Cassette.Deck, trusting roots: [String] = []) {
    if deck.options.mode == .none { replay(deck) } else { record(deck, trusting: roots) }
  }

  /// Lets a deck replay every request from its cassette; nothing is ever recorded.
  ///
  /// A request that is not in the cassette fails with an `UnmatchedRequest` in every mode of the
  /// deck. The response cache is turned off, as it would hide requests from the deck.
  ///
  /// - Parameter deck: The deck. The configuration, its copies and its sessions keep it.
  public func replay(_ deck: Cassette.Deck) {
    install(SessionContext(deck: deck, configuration: self), recording: false)
  }

  /// Lets a deck replay requests, or send and record them, as its mode says.
  ///
  /// On Linux requests are sent by this package's own client, which needs the package trait
  /// `Recording` (on by default), because an inner session would join and lose header fields.
  ///
  /// To trust a service with a certificate of your own authority, name the root:
  ///
  /// ```swift
  /// configuration.record(deck, trusting: ["Tests/Certificates/root.pem"])
  /// ```
  ///
  /// - Parameters:
  ///   - deck: The deck. The configuration, its copies and its sessions keep it; close it after
  ///     recording.
  ///   - roots: Paths of PEM files with root certificates that these sessions alone trust in
  ///     addition to the system's. A request fails with a ``VCR/LoadingError`` when one cannot be
  ///     read.
  public func record(_ deck: Cassette.Deck, trusting roots: [String] = []) {
    install(SessionContext(deck: deck, configuration: self, trusting: roots), recording: true)
  }

  /// Puts a class for this session alone before all others.
  func install(_ handle: SessionContext, recording: Bool) {
    #if canImport(FoundationNetworking)
      CompletionHandlerSink.prepare()
    #endif
    let minted = MintedClasses.mint(handle, recording: recording)
    protocolClasses = [minted] + (protocolClasses ?? [])
    urlCredentialStorage = ContextKeeper(handle)
    // With a cache, Foundation on Linux loads on a second queue and crashes when many requests are
    // cancelled; on every platform the deck would not see a request with a cached response.
    urlCache = nil
  }
}
