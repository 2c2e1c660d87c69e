#if canImport(FoundationNetworking)
  import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif
public import VCRCore

/// A URL protocol that replays each request from a cassette and never reaches the network.
///
/// Install it with `URLSessionConfiguration.replay(_:)`, which makes a class for this session
/// alone, so that sessions running in parallel each have their own deck:
///
/// ```swift
/// configuration.replay(try Cassette.Deck(cassette: "Cassettes/users.yaml"))
/// let session = URLSession(configuration: configuration)
/// ```
///
/// If code must name a class, write a subclass and override its deck:
///
/// ```swift
/// final class UsersProtocol: ReplayingURLProtocol {
///   static let users = try? Cassette.Deck(cassette: "Cassettes/users.yaml")
///   override class var deck: Cassette.Deck? { users }
/// }
/// // …
/// configuration.protocolClasses = [UsersProtocol.self]
/// ```
///
/// Such a class may itself decide which requests are equivalent, by overriding
/// ``requestIsCacheEquivalent(_:to:)``.
///
/// A request that is not in the cassette fails with an `UnmatchedRequest`, whose
/// `localizedDescription` is the whole report. A request of a class without a deck fails too,
/// instead of reaching the network.
///
/// Redirects are followed within the cassette; the delegate is not asked. On Linux, download tasks
/// fail at once, since Foundation gives a protocol no way to supply the file, and web socket tasks
/// never reach a protocol.
///
/// > Important: `URLSession.shared` ignores `protocolClasses`; see
/// ``VCR/installGlobally(_:trusting:)``.
open class ReplayingURLProtocol: URLProtocol {
  /// The deck that serves the requests of this class; nil makes them fail.
  open class var deck: Cassette.Deck? { nil }

  /// The class that decides which requests of this one are equivalent; nil for the deck's policy.
  ///
  /// There is no way to find out whether a class overrides ``requestIsCacheEquivalent(_:to:)``, so
  /// a class that a user wrote is always asked. The superclass's method asks the policy.
  class var decider: URLProtocol.Type? {
    self == ReplayingURLProtocol.self || self == RecordingURLProtocol.self ? nil : self
  }

  /// The context of the session that this class belongs to.
  class var handle: SessionContext? { ManualClasses.handle(for: self) }

  /// The reason in the error of a request when the class has no deck.
  class var reasonForNoDeck: String {
    "its session has no deck, or the deck is gone; install one with configuration.use(deck), after "
      + "any protocol class of your own is named, and leave the configuration's credential storage "
      + "as it is"
  }

  /// True when the class may perform requests and record them.
  class var records: Bool { false }

  /// The state of this instance.
  var loading = Loading()

  /// Accepts every request that could reach the network, even without a deck, because Foundation's
  /// own classes would handle a request that is declined.
  ///
  /// - Parameter request: The request.
  /// - Returns: False for `file:`, `data:` and `about:` alone.
  open override class func canInit(with request: URLRequest) -> Bool {
    guard let scheme = request.url?.scheme, scheme != "https", scheme != "http" else { return true }
    return !["file", "data", "about"].contains { scheme.equalsIgnoringASCIICase($0) }
  }

  /// The request as it is.
  ///
  /// - Parameter request: The request.
  /// - Returns: The same request; the deck's policy normalises what it compares.
  open override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  /// Decides whether two requests are equivalent; by default, by the policy of the session's deck.
  ///
  /// Override it to decide otherwise:
  ///
  /// ```swift
  /// final class AnyPage: ReplayingURLProtocol {
  ///   override class func requestIsCacheEquivalent(_ a: URLRequest, to b: URLRequest) -> Bool {
  ///     a.httpMethod == b.httpMethod && a.url?.path() == b.url?.path()
  ///   }
  /// }
  /// let configuration = URLSessionConfiguration.ephemeral
  /// configuration.protocolClasses = [AnyPage.self]
  /// configuration.useVCR()
  /// ```
  ///
  /// The deck asks the class instead of its policy: for an incoming request, first about the
  /// recorded requests that are equivalent by the policy, then about the others; for the report of
  /// a request that nothing matches; and when a cassette is recorded again. For an entry of the
  /// cassette with a `match` of its own, that decides. `super` asks the policy.
  ///
  /// Both requests are redacted first. The method may be called on any thread and on several at a
  /// time, and the request waits for it. It must not use the deck.
  ///
  /// - Parameters:
  ///   - a: An incoming request.
  ///   - b: A recorded request.
  /// - Returns: True when what was recorded for `b` may be served for `a`.
  open override class func requestIsCacheEquivalent(_ a: URLRequest, to b: URLRequest) -> Bool {
    let question = EquivalenceQuestion.current
    if let question, question.isAbout(a, b) { return question.policyDecision }
    let options = question?.options ?? deck?.options ?? Deck.Options()
    guard
      let incoming = RedirectingRequest(
        a, body: a.httpBody.map { Array($0) } ?? [], handle: handle),
      let recorded = RedirectingRequest(b, body: b.httpBody.map { Array($0) } ?? [], handle: handle)
    else { return false }
    let (left, right) = (
      options.redaction.redacting(incoming.comparable),
      options.redaction.redacting(recorded.comparable)
    )
    if let decider, decider != self {
      return EquivalenceQuestion(left, right, options: options).ask(decider)
    }
    return options.equivalence.areEquivalent(left, right)
  }

  /// Responds to the request, or starts the work that is needed for a response.
  open override func startLoading() { load() }

  /// Ends the work that was started.
  open override func stopLoading() { stop() }
}
