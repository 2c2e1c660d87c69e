/// The behaviour of a platform's loading system towards a protocol, as far as platforms differ.
///
/// It is a value and no condition of the build, so that tests on Linux run what Apple platforms
/// run.
struct LoadingSystem: Sendable {
  /// True when it asks the client about a redirect, and begins again with the target in another
  /// instance of the protocol; false when redirects have to be followed here.
  var followsRedirects: Bool
  /// True when it takes a refusal with a Basic challenge away from the protocol, and then waits for
  /// ever or sends the request to the network.
  var takesBasicChallenges: Bool
  /// True when a completion handler gets only what was loaded last.
  var keepsLastPieceAlone: Bool
  /// True when what performs its requests asks for content codings by itself, and undoes no others;
  /// false when this package's own client does, which undoes what it asks for.
  var undoesCodings: Bool
  /// True when it leaves the cookies of a session to what sends the request, so that a protocol has
  /// to add them itself.
  var leavesCookies: Bool

  /// True when a request that is to be served from the cache alone never reaches the network; false
  /// when it is sent as any other.
  var heedsCachePolicies: Bool

  /// The loading system that Apple documents.
  static let apple = LoadingSystem(
    followsRedirects: true, takesBasicChallenges: false, keepsLastPieceAlone: false,
    undoesCodings: true, leavesCookies: true, heedsCachePolicies: true)

  /// The loading system of Foundation on Linux.
  static let linux = LoadingSystem(
    followsRedirects: false, takesBasicChallenges: true, keepsLastPieceAlone: true,
    undoesCodings: false, leavesCookies: false, heedsCachePolicies: false)

  /// The loading system of the platform.
  #if canImport(FoundationNetworking)
    static let current = linux
  #else
    static let current = apple
  #endif
}
