#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Credentials of the scheme Basic (RFC 7617 §2).
package enum BasicCredential {
  /// The name of the scheme, which has no case.
  package static let scheme = "Basic"

  /// Returns the token that stands behind the scheme.
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

  /// User and password of the user information of a URL, with a colon between them.
  ///
  /// - Parameter userInformation: The text before the `@` (RFC 3986 §3.2.1).
  /// - Returns: Both without their percent-encoding; nil where that is invalid.
  package static func decoded(userInformation: some StringProtocol) -> String? {
    let bytes = Array(userInformation.utf8)
    var decoded: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] != UInt8(ascii: "%") {
        decoded.append(bytes[index])
        index += 1
      } else if let byte = bytes.view.percentDecoded(at: index, before: bytes.count) {
        decoded.append(byte)
        index += 3
      } else {
        return nil
      }
    }
    if !bytes.contains(UInt8(ascii: ":")) { decoded.append(UInt8(ascii: ":")) }
    return String(validating: decoded, as: UTF8.self)
  }
}
