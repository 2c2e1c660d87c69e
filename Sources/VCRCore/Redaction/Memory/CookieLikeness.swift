/// Distinguishes cookies that may identify a session from those that hold a colour, a language or a
/// count.
package enum CookieLikeness {
  /// The least length of a session identifier.
  private static let shortest = 16

  /// The characters that separate the parts of a cookie with several values.
  private static let separators = ByteSet(" ,;=:|&\"'")

  /// True for a cookie that may identify a session.
  ///
  /// - Parameters:
  ///   - name: The cookie's name.
  ///   - value: Its value.
  /// - Returns: False for words, labels, numbers and dates.
  package static func mayIdentifySession(_ name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>)
    -> Bool
  {
    // People choose passwords that look like words.
    if CredentialNames.isPassword(name) { return true }
    if CredentialNames.isCredential(name), TokenLikeness.isUnmistakable(Array(value)) {
      return true
    }
    // In a percent-encoded value the separators are encoded as well.
    let bytes = Array(value)
    let text = DecodedText(bytes.view, .percent)?.bytes ?? bytes
    return text.split(whereSeparator: separators.contains).contains(where: isToken)
  }

  /// True for the placeholder of a cookie that names what somebody looked at or bought
  /// (`last_order`), whose identifier is no secret where it stands elsewhere.
  static func isThing(placeholder name: [UInt8]) -> Bool {
    guard name.starts(with: "COOKIE_".utf8), !PairValues.isSession(cookie: name) else {
      return false
    }
    return name.dropFirst(7).split(separator: UInt8(ascii: "_")).contains { word in
      let singular = word.last == UInt8(ascii: "S") ? word.dropLast() : word
      return things.contains { $0.elementsEqual(singular) }
    }
  }

  private static let things = [
    "ORDER", "INVOICE", "PRODUCT", "ITEM", "ARTICLE", "CATEGORY", "PAGE", "PROJECT", "VIEWED",
    "RECENT", "LAST", "CAMPAIGN",
  ].map { Array($0.utf8) }

  private static func isToken(_ piece: ArraySlice<UInt8>) -> Bool {
    guard piece.count >= shortest else { return false }
    let digits = piece.count(where: \.isASCIIDigit)
    let letters = piece.count(where: \.isASCIILetter)
    // Numbers, versions and times have hardly any letters; words and labels hardly any digits.
    guard letters >= 4, digits >= 2 || Entropy.looksRandom(piece, minimum: shortest) else {
      return false
    }
    return changes(piece) * 5 >= piece.count
  }

  /// How often the character class (digit, lower case, upper case) changes.
  private static func changes(_ piece: ArraySlice<UInt8>) -> Int {
    zip(piece, piece.dropFirst()).count { a, b in
      a.isASCIIDigit != b.isASCIIDigit
        || (a.isASCIILetter && b.isASCIILetter && (a ^ b) & 0x20 != 0)
    }
  }
}
