#if canImport(FoundationNetworking)
  public import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif
public import VCRCore

extension VCR {
  /// The scope that is in force in this task; nil for none.
  @TaskLocal package static var scope: CassetteScope?

  /// An ephemeral session that the cassette in force serves.
  ///
  /// Each read makes another session, so that a client that invalidates its own does not affect the
  /// others. The sessions of one test share their cookies.
  public static var session: URLSession { inForce?.session ?? Outside.session }

  /// The deck in force in this task, or in the whole process; nil for none.
  public static var deck: Cassette.Deck? { inForce?.deck }

  /// The scope that is in force in this task, or else in the whole process.
  fileprivate static var inForce: CassetteScope? { scope ?? ProcessScope.current }

  /// Makes a session that the cassette in force serves, from a configuration of your own.
  ///
  /// - Parameters:
  ///   - configuration: The configuration of the session; it is copied, never changed.
  ///   - delegate: The session's delegate.
  ///   - queue: The queue for calls of the delegate; nil for a serial queue of the session.
  /// - Returns: The session.
  public static func makeSession(
    configuration: URLSessionConfiguration, delegate: (any URLSessionDelegate)? = nil,
    delegateQueue queue: OperationQueue? = nil
  ) -> URLSession {
    let copy = configuration.copy() as? URLSessionConfiguration ?? .ephemeral
    copy.useVCR()
    return URLSession(configuration: copy, delegate: delegate, delegateQueue: queue)
  }

  /// Makes the sessions for tasks in which no cassette is in force.
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
  /// Lets the cassette in force in this task serve every request of the sessions made from this
  /// configuration.
  ///
  /// It is the short form of `use(_:trusting:)` in a test with a cassette. When none is in force,
  /// the requests fail with an error that says so.
  public func useVCR() {
    guard let scope = VCR.inForce else { return VCR.Outside.install(in: self) }
    use(scope.deck, trusting: VCREnvironment.current.upstreamRoots)
  }
}

/// The protocol class of sessions made without a cassette in force; every request fails.
private final class UnboundURLProtocol: ReplayingURLProtocol {
  override class var decider: URLProtocol.Type? { nil }

  override class var reasonForNoDeck: String {
    "no cassette is in force in this task; put one in force with @Test(.cassette(\"NAME\")) or "
      + "withCassette(…), and read VCR.session within it (a detached task does not inherit it, "
      + "unless the cassette has scope: .process)"
  }
}
