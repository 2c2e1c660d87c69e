/// One cookie, as settings, the diff and reports write it: `cookie(sid)`.
///
/// It means the value of the cookie, wherever a client sends it (`Cookie`) or a service sets it
/// (`Set-Cookie`). The name is compared with regard to case (RFC 6265 §5.3).
package enum CookiePlace {
  private static let opening = "cookie("

  /// The characters of a name: those of a token (RFC 6265 §4.1.1, RFC 9110 §5.6.2).
  package static let characters = ByteSet.token

  /// True for a word that is meant as a cookie.
  ///
  /// - Parameter word: A word of a setting.
  /// - Returns: Whether it is.
  package static func isPlace(_ word: String) -> Bool { word.hasPrefix(opening) }

  /// Reads a word.
  ///
  /// - Parameter word: A word of a setting.
  /// - Returns: The name; nil for a word that is no `cookie(NAME)`.
  package static func name(in word: String) -> String? {
    guard word.hasPrefix(opening), word.hasSuffix(")") else { return nil }
    let name = word.dropFirst(opening.count).dropLast()
    guard !name.isEmpty, name.utf8.allSatisfy(characters.contains) else { return nil }
    return String(name)
  }

  /// Writes the place of a cookie.
  ///
  /// - Parameter name: The name of the cookie.
  /// - Returns: The place; nil for a name that is no token, which cannot be typed.
  package static func text(_ name: [UInt8]) -> String? {
    guard !name.isEmpty, name.allSatisfy(characters.contains) else { return nil }
    return "\(opening)\(String(decoding: name, as: UTF8.self)))"
  }

  /// The header fields in which a client sends cookies (RFC 6265 §4.2, RFC 2965 §3.3.5).
  package static let sendingFields = ["Cookie", "Cookie2"]
  /// The header fields in which a service sets cookies (RFC 6265 §4.1, RFC 2965 §3.2.2).
  package static let settingFields = ["Set-Cookie", "Set-Cookie2"]

  /// True for a header field that holds cookies.
  ///
  /// - Parameter name: The field's name, in any case.
  /// - Returns: Whether a service sets them with it; nil for every other field.
  package static func isResponse(_ name: String) -> Bool? {
    switch name.utf8.count {
    case 6, 7: sendingFields.contains(where: name.equalsIgnoringASCIICase) ? false : nil
    case 10, 11: settingFields.contains(where: name.equalsIgnoringASCIICase) ? true : nil
    default: nil
    }
  }
}
