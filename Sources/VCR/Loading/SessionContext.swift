import Foundation
import VCRLocks
import VCRCore

#if Recording
  import VCRUpstream
#endif
#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The facts about one session that its protocol class needs to know.
///
/// A protocol gets neither the cookie storage nor the timeouts of its session, and on Linux not
/// even the additional headers, so they are copied when the deck is installed.
final class SessionContext: Sendable {
  /// The deck that serves the session's requests.
  let deck: Deck

  /// The loading system that the session belongs to.
  let system: LoadingSystem

  /// Prepares the response that will probably be needed next.
  let readAhead: ReadAhead

  /// The settings of the session's configuration for its requests.
  let settings: SessionSettings

  /// Paths of PEM files with roots that are trusted in addition to the system's while recording.
  let roots: [String]

  /// The protocol class that decides about requests instead of the deck's policy; nil for none.
  let decider: URLProtocol.Type?

  #if canImport(FoundationNetworking)
    /// The contexts of sessions with other settings.
    let variants = Mutex(SessionVariants())
  #endif

  #if Recording && canImport(FoundationNetworking)
    private let pool = Mutex<Upstream.ClientPool?>(nil)
    /// The environment that names the proxies through which services are reached, as Foundation
    /// takes them from there; they are read with the first request that goes to a service.
    private let environment = VCREnvironment.current
  #endif

  /// Creates a context from the configuration that the session will have.
  ///
  /// - Parameters:
  ///   - deck: The deck.
  ///   - configuration: The configuration.
  ///   - roots: Paths of PEM files with roots that are trusted while recording.
  ///   - decider: The class that decides which requests are equivalent; nil for the deck's policy.
  ///   - system: The loading system.
  init(
    deck: Deck, configuration: URLSessionConfiguration, trusting roots: [String],
    decidedBy decider: URLProtocol.Type?, system: LoadingSystem
  ) {
    self.deck = deck
    self.system = system
    self.decider = decider
    self.roots = roots
    readAhead = ReadAhead.of(deck, in: system)
    settings = SessionSettings(configuration)
  }

  /// Creates the same context with other settings.
  init(_ other: SessionContext, _ settings: SessionSettings) {
    (deck, system, readAhead) = (other.deck, other.system, other.readAhead)
    (decider, roots) = (other.decider, other.roots)
    self.settings = settings
  }

  #if Recording && canImport(FoundationNetworking)
    deinit {
      pool.withLock { $0 }?.close()
    }

    /// The session's own pool of connections to the services, created on first use.
    func clientPool() throws -> Upstream.ClientPool {
      try pool.withLock { pool in
        if let pool { return pool }
        let reach = Reach(
          roots: roots, proxies: UpstreamProxies(environment: environment.proxyVariables))
        let opened = try Self.upstream(reach).makeClientPool(
          connectionLimit: settings.connectionLimit)
        pool = opened
        return opened
      }
    }

    /// How sessions reach services.
    private struct Reach: Hashable {
      var roots: [String]
      var proxies: UpstreamProxies?
    }

    /// The upstream client, which sessions share because reading roots is slow.
    private static func upstream(_ reach: Reach) throws -> Upstream {
      try upstreams.withLock { upstreams in
        if let upstream = upstreams[reach] { return upstream }
        var options = Upstream.Options()
        options.additionalRoots = reach.roots
        options.proxies = reach.proxies
        let made = try Upstream(options: options)
        upstreams[reach] = made
        return made
      }
    }

    private static let upstreams = Mutex<[Reach: Upstream]>([:])
  #endif

  /// Stores the cookies that a response sets, as Foundation does.
  func storeCookies(of response: Interaction.Response, from url: URL) {
    guard let cookieStorage = settings.cookieStorage else { return }
    for value in response.headers.values("Set-Cookie") {
      // Each field is parsed alone, since a joined list would be ambiguous by the commas in dates.
      let cookies = HTTPCookie.cookies(withResponseHeaderFields: ["Set-Cookie": value], for: url)
      cookieStorage.setCookies(cookies, for: url, mainDocumentURL: nil)
    }
  }

  /// The `Cookie` value that the session sends to a URL; nil when it has none.
  func cookies(for url: URL) -> String? {
    guard let cookies = settings.sendingStorage?.cookies(for: url), !cookies.isEmpty else {
      return nil
    }
    return HTTPCookie.requestHeaderFields(with: cookies)["Cookie"]
  }
}
