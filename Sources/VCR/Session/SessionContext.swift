import Foundation
import Synchronization
import VCRCore

#if Recording
  import VCRUpstream
#endif
#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What the protocol class of one session needs to know of it.
///
/// On Linux neither the additional headers nor the timeouts of a session are visible from within a
/// protocol, so they are copied when the deck is installed.
final class SessionContext: Sendable {
  /// The deck that answers the session's requests.
  let deck: Deck

  /// What will probably be asked for next.
  let readAhead: ReadAhead

  /// The headers that the session adds to requests that lack them, sorted by name.
  let additionalHeaders: [HeaderField]

  /// Where cookies of responses go; nil for nowhere.
  let cookieStorage: HTTPCookieStorage?

  /// Where cookies of redirected requests come from; nil for none.
  let sendingStorage: HTTPCookieStorage?

  /// Seconds a response may stay silent when the request does not say.
  let requestTimeout: TimeInterval

  /// Seconds a request may take altogether.
  let resourceTimeout: TimeInterval

  /// Connections to one origin at a time.
  let connectionLimit: Int

  /// PEM files with roots that are trusted beside the system's while recording.
  let roots: [String]

  /// The protocol class that decides about requests in place of the deck's policy; nil for none.
  let decider: ReplayingURLProtocol.Type?

  #if Recording && canImport(FoundationNetworking)
    private let lane = Mutex<Upstream.ClientPool?>(nil)
  #endif

  /// Creates a handle from the configuration that the session will have.
  ///
  /// - Parameters:
  ///   - deck: The deck.
  ///   - configuration: The configuration.
  ///   - roots: PEM files with roots that are trusted while recording.
  ///   - decider: The class that decides which requests are equivalent; nil for the first one that
  ///     the configuration names.
  init(
    deck: Deck, configuration: URLSessionConfiguration, trusting roots: [String] = [],
    decider: ReplayingURLProtocol.Type? = nil
  ) {
    self.deck = deck
    let named = configuration.protocolClasses?.lazy.compactMap { $0 as? ReplayingURLProtocol.Type }
    self.decider = decider ?? named?.first?.decider
    self.roots = roots
    readAhead = ReadAhead(deck: deck)
    var headers: [HeaderField] = []
    for (name, value) in configuration.httpAdditionalHeaders ?? [:] {
      guard let name = name as? String else { continue }
      headers.append(HeaderField(name, value as? String ?? "\(value)"))
    }
    additionalHeaders = headers.sorted { $0.name < $1.name }
    // The native loading system stores by the one setting and sends by the other.
    cookieStorage =
      configuration.httpCookieAcceptPolicy == .never ? nil : configuration.httpCookieStorage
    sendingStorage = configuration.httpShouldSetCookies ? configuration.httpCookieStorage : nil
    requestTimeout = configuration.timeoutIntervalForRequest
    resourceTimeout = configuration.timeoutIntervalForResource
    connectionLimit = configuration.httpMaximumConnectionsPerHost
  }

  #if Recording && canImport(FoundationNetworking)
    deinit {
      lane.withLock { $0 }?.close()
    }

    /// The session's own connections to the services, opened when first needed.
    func openLane() throws -> Upstream.ClientPool {
      try lane.withLock { lane in
        if let lane { return lane }
        let opened = try Self.upstream(trusting: roots).makeClientPool(
          connectionLimit: connectionLimit)
        lane = opened
        return opened
      }
    }

    /// One for all sessions with the same roots: reading the system's takes a while.
    private static func upstream(trusting roots: [String]) throws -> Upstream {
      try upstreams.withLock { upstreams in
        if let upstream = upstreams[roots] { return upstream }
        var options = Upstream.Options()
        options.additionalRoots = roots
        let made = try Upstream(options: options)
        upstreams[roots] = made
        return made
      }
    }

    private static let upstreams = Mutex<[[String]: Upstream]>([:])
  #endif

  /// Stores the cookies a response sets, as the native loading system does.
  func storeCookies(of response: Interaction.Response, from url: URL) {
    guard let cookieStorage else { return }
    for value in response.headers.values("Set-Cookie") {
      // One field at a time: joined with commas, the commas of dates would be ambiguous.
      let cookies = HTTPCookie.cookies(withResponseHeaderFields: ["Set-Cookie": value], for: url)
      cookieStorage.setCookies(cookies, for: url, mainDocumentURL: nil)
    }
  }

  /// The `Cookie` value that the session sends to a URL; nil when it has none.
  func cookies(for url: URL) -> String? {
    guard let cookies = sendingStorage?.cookies(for: url), !cookies.isEmpty else { return nil }
    return HTTPCookie.requestHeaderFields(with: cookies)["Cookie"]
  }
}
