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
final class SessionHandle: Sendable {
  /// The deck that answers the session's requests.
  let deck: Deck

  /// What will probably be asked for next.
  let readAhead: ReadAhead

  /// The headers that the session adds to requests that lack them, sorted by name.
  let additionalHeaders: [HeaderField]

  /// Where cookies of responses go and cookies of redirected requests come from; nil for none.
  let cookieStorage: HTTPCookieStorage?

  /// Seconds a response may stay silent when the request does not say.
  let requestTimeout: TimeInterval

  /// Seconds a request may take altogether.
  let resourceTimeout: TimeInterval

  #if Recording && canImport(FoundationNetworking)
    private let lane = Mutex<Upstream.Lane?>(nil)
  #endif

  /// Creates a handle from the configuration that the session will have.
  init(deck: Deck, configuration: URLSessionConfiguration) {
    self.deck = deck
    readAhead = ReadAhead(deck: deck)
    var headers: [HeaderField] = []
    for (name, value) in configuration.httpAdditionalHeaders ?? [:] {
      guard let name = name as? String else { continue }
      headers.append(HeaderField(name, value as? String ?? "\(value)"))
    }
    additionalHeaders = headers.sorted { $0.name < $1.name }
    cookieStorage = configuration.httpShouldSetCookies ? configuration.httpCookieStorage : nil
    requestTimeout = configuration.timeoutIntervalForRequest
    resourceTimeout = configuration.timeoutIntervalForResource
  }

  #if Recording && canImport(FoundationNetworking)
    deinit {
      lane.withLock { $0 }?.close()
    }

    /// The session's own connections to the services, opened when first needed.
    func openLane() throws -> Upstream.Lane {
      try lane.withLock { lane in
        if let lane { return lane }
        let opened = try Self.sharedUpstream().makeLane()
        lane = opened
        return opened
      }
    }

    /// One for the process: it reads the system's trust roots, which takes a while.
    private static func sharedUpstream() throws -> Upstream {
      try upstream.withLock { upstream in
        if let upstream { return upstream }
        let made = try Upstream()
        upstream = made
        return made
      }
    }

    private static let upstream = Mutex<Upstream?>(nil)
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
    guard let cookies = cookieStorage?.cookies(for: url), !cookies.isEmpty else { return nil }
    return HTTPCookie.requestHeaderFields(with: cookies)["Cookie"]
  }
}
