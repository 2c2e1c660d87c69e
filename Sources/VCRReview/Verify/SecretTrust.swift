import VCRCore

/// The origins that get the values of secrets.
///
/// A cassette decides where its requests go and which secrets they hold, and it may come from a
/// stranger. A value is therefore sent only to an origin that the user named, or back to the origin
/// whose response produced it.
package struct SecretTrust: Sendable {
  private let origins: Set<String>

  /// Parses the origins that a user named.
  ///
  /// - Parameter words: Origins such as `https://api.example.com`.
  /// - Throws: `OriginMap.Fault`.
  package init(_ words: [String]) throws(OriginMap.Fault) {
    var origins: Set<String> = []
    for word in words {
      guard let origin = OriginMap.origin(of: word),
        word == origin || word == origin + "/"
      else {
        throw OriginMap.Fault(
          description: "'\(word)' is not an origin such as https://api.example.com")
      }
      origins.insert(OriginMap.canonical(origin))
    }
    self.origins = origins
  }

  /// Trusts no origin.
  private init() { origins = [] }

  /// Trusts only the origins that requests go to because the user named them.
  package static let none = SecretTrust()

  /// True for an origin that may get every value.
  ///
  /// - Parameters:
  ///   - origin: The origin a request goes to.
  ///   - map: The origins that requests are sent to instead of the recorded ones.
  /// - Returns: Whether the user named it.
  func includes(_ origin: String, _ map: OriginMap?) -> Bool {
    origins.contains(OriginMap.canonical(origin)) || map?.hasTarget(origin) == true
  }
}
