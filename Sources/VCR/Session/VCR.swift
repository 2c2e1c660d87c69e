#if canImport(FoundationNetworking)
  public import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif
public import VCRCore

/// What is in force in the running test: its session, and its deck.
///
/// ```swift
/// @Test(.cassette("users"))
/// func `the user list is decoded`() async throws {
///   let (data, _) = try await VCR.session.data(from: usersURL)
///   #expect(try JSONDecoder().decode([User].self, from: data).count == 20)
/// }
/// ```
///
/// The trait `.cassette` of the module `VCRTesting` puts a cassette in force, and so does
/// `withCassette` anywhere. It is bound to the task, and so to its child tasks; tests that run in
/// parallel each have their own. A detached task, and a completion handler of another library, has
/// none: hand it the session.
///
/// Where none is in force, the session's requests fail and say so. Nothing reaches the network.
public enum VCR {
  /// The scope that is in force in this task; nil for none.
  @TaskLocal package static var scope: CassetteScope?

  /// A session that the cassette in force answers, an ephemeral one.
  ///
  /// Each read makes a session of its own, so that a client that invalidates the one it was given
  /// leaves the others in order. Those of one test have their cookies in common.
  public static var session: URLSession { scope?.session ?? Outside.session }

  /// The deck in force in this task; nil for none.
  public static var deck: Deck? { scope?.deck }

  /// Makes a session that the cassette in force answers, from a configuration of your own.
  ///
  /// - Parameters:
  ///   - configuration: What the session is made from; it is copied, never changed.
  ///   - delegate: The session's delegate.
  ///   - queue: Where the delegate is called; nil for a serial queue of the session's own.
  /// - Returns: The session.
  public static func makeSession(
    configuration: URLSessionConfiguration, delegate: (any URLSessionDelegate)? = nil,
    delegateQueue queue: OperationQueue? = nil
  ) -> URLSession {
    let copy = configuration.copy() as? URLSessionConfiguration ?? .ephemeral
    copy.useVCR()
    return URLSession(configuration: copy, delegate: delegate, delegateQueue: queue)
  }

  /// What a session is made of where no cassette is in force.
  fileprivate enum Outside {
    static var session: URLSession {
      let configuration = URLSessionConfiguration.ephemeral
      install(in: configuration)
      return URLSession(configuration: configuration)
    }

    static func install(in configuration: URLSessionConfiguration) {
      configuration.protocolClasses =
        [UnboundURLProtocol.self] + (configuration.protocolClasses ?? [])
      configuration.urlCache = nil
    }
  }
}

extension URLSessionConfiguration {
  /// Lets the cassette in force in this task answer every request of the sessions made from this
  /// configuration.
  ///
  /// The short form of `use(_:trusting:)` within a test that has a cassette. Where none is in force, the
  /// requests fail and say so.
  public func useVCR() {
    guard let scope = VCR.scope else { return VCR.Outside.install(in: self) }
    use(scope.deck, trusting: VCREnvironment.current.upstreamRoots)
  }
}

/// The class of sessions made where no cassette is in force: it fails every request.
private final class UnboundURLProtocol: ReplayingURLProtocol {
  override class var decider: ReplayingURLProtocol.Type? { nil }

  override class var reasonForNoDeck: String {
    "no cassette is in force in this task; put one in force with @Test(.cassette(\"NAME\")) or "
      + "withCassette(…), and read VCR.session within it (a detached task does not inherit it)"
  }
}
