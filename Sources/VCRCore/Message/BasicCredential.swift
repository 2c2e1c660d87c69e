#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Credentials of the scheme Basic (RFC 7617 §2).
package enum BasicCredential {
  /// The name of the scheme, which has no case.
  package static let scheme = "Basic"

  /// What stands behind the scheme.
  ///
  /// - Parameter userInformation: User and password, with a colon between them.
  /// - Returns: Their UTF-8 in Base64.
  package static func token(of userInformation: String) -> String {
    Data(userInformation.utf8).base64EncodedString()
  }

  /// The value of `Authorization` or `Proxy-Authorization`.
  package static func fieldValue(of userInformation: String) -> String {
    "\(scheme) \(token(of: userInformation))"
  }
}
