import VCRCore

/// Which origins get the values of secrets.
///
/// A cassette says where its requests go and which secrets stand in them, and a cassette may be a
/// stranger's. So a value goes only to an origin that the user named, or back to the origin whose
/// answer handed it out.
package struct SecretTrust: Sendable {
  private let origins: Set<String>

  /// Reads the origins that a user named.
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

  /// No origin but those that requests are sent to because they were named.
  package static let none = SecretTrust()

  /// True for an origin that may get every value.
  ///
  /// - Parameters:
  ///   - origin: The origin a request goes to.
  ///   - map: Where requests go instead of where they were recorded.
  /// - Returns: Whether the user named it.
  func includes(_ origin: String, _ map: OriginMap?) -> Bool {
    origins.contains(OriginMap.canonical(origin)) || map?.hasTarget(origin) == true
  }
}
