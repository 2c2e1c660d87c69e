#if canImport(FoundationNetworking)
  import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif
public import VCRCore

/// A URL protocol that answers each request from a cassette and never reaches the network.
///
/// Install it with `URLSessionConfiguration.replay(_:)`, which makes a class of the
/// session's own, so that sessions running in parallel each have their own deck:
///
/// ```swift
/// configuration.replay(try Deck(cassette: "Cassettes/users.yaml"))
/// let session = URLSession(configuration: configuration)
/// ```
///
/// Where a class has to be named in code, subclass it and say which deck it has:
///
/// ```swift
/// final class UsersProtocol: ReplayingURLProtocol {
///   static let users = try? Deck(cassette: "Cassettes/users.yaml")
///   override class var deck: Deck? { users }
/// }
/// // …
/// configuration.protocolClasses = [UsersProtocol.self]
/// ```
///
/// Such a class may decide itself which requests are equivalent, by overriding
/// ``requestIsCacheEquivalent(_:to:)``.
///
/// A request that the cassette does not hold fails with an `UnmatchedRequest`, whose
/// `localizedDescription` is the whole report. A request of a class without a deck fails as well:
/// nothing falls through to the network.
///
/// Redirects are followed within the cassette; the delegate is not asked. On Linux, download tasks
/// fail at once, since Foundation gives a protocol no way to supply the file, and web socket tasks
/// never reach a protocol.
///
/// > Important: `URLSession.shared` ignores `protocolClasses`; see ``VCR/installGlobally(_:trusting:)``.
open class ReplayingURLProtocol: URLProtocol {
  /// The deck that answers the requests of this class; nil makes them fail.
  open class var deck: Deck? { nil }

  /// The class that decides which requests of this one are equivalent; nil where the deck's policy
  /// does.
  ///
  /// Whether a class overrides ``requestIsCacheEquivalent(_:to:)`` cannot be found out, so one that
  /// was written by hand is always asked. Its superclass's method asks the policy.
  class var decider: ReplayingURLProtocol.Type? {
    self == ReplayingURLProtocol.self || self == RecordingURLProtocol.self ? nil : self
  }

  /// What is known of the session this class belongs to.
  class var handle: SessionContext? { ManualClasses.handle(for: self) }

  /// What a request is told when the class has no deck.
  class var reasonForNoDeck: String {
    "its session has no deck, or the deck is gone; install one with configuration.use(deck), after "
      + "any protocol class of your own is named, and leave the configuration's credential storage "
      + "as it is"
  }

  /// True when the class may perform requests and record them.
  class var records: Bool { false }

  /// How far this instance has come.
  var loading = Loading()

  /// Takes every request that could reach the network, even when the deck is gone: declining one
  /// would hand it to the native classes.
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

  /// Says whether two requests are equivalent; unless it is overridden, as the policy of the
  /// session's deck does.
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
  /// The deck asks the class where it would ask its policy: when a request comes, of the recorded
  /// ones that the policy finds equivalent first, then of the others; for the report of a request
  /// that nothing matches; and when a cassette is recorded again. An entry of the cassette with a
  /// `match` of its own goes by that. `super` asks the policy.
  ///
  /// Both requests are redacted first. It may be called on any thread, several at a time, and delays
  /// the request; it must not use the deck.
  ///
  /// - Parameters:
  ///   - a: An incoming request.
  ///   - b: A recorded request.
  /// - Returns: True when the one may be answered with what was recorded for the other.
  open override class func requestIsCacheEquivalent(_ a: URLRequest, to b: URLRequest) -> Bool {
    let question = EquivalenceQuestion.current
    if let question, question.isAbout(a, b) { return question.answerOfPolicy }
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

  /// Answers the request, or starts what is needed to answer it.
  open override func startLoading() { load() }

  /// Ends what was started.
  open override func stopLoading() { stop() }
}
