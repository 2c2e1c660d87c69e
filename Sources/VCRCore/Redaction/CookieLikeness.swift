/// Tells a cookie that may open a session from one that keeps a colour, a language or a count.
package enum CookieLikeness {
  /// No session is known by fewer characters.
  private static let shortest = 16

  /// What values that say several things are put together with.
  private static let joints = ByteSet(" ,;=:|&\"'")

  /// True for a value that nobody would call harmless.
  ///
  /// - Parameters:
  ///   - name: The cookie's name.
  ///   - value: Its value.
  /// - Returns: False for words, labels, numbers and dates.
  package static func maySign(_ name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) -> Bool {
    if CredentialNames.isTelling(name), TokenLikeness.isUnmistakable(Array(value)) { return true }
    // What is percent-encoded is put together with encoded joints as well.
    let bytes = Array(value)
    let text = DecodedText(bytes.view, .percent)?.bytes ?? bytes
    return text.split(whereSeparator: joints.contains).contains(where: isToken)
  }

  private static func isToken(_ piece: ArraySlice<UInt8>) -> Bool {
    guard piece.count >= shortest else { return false }
    let digits = piece.count(where: \.isASCIIDigit)
    let letters = piece.count(where: \.isASCIILetter)
    // Numbers, versions and times have hardly a letter; words and labels hardly a digit.
    guard letters >= 4, digits >= 2 || Entropy.looksRandom(piece, minimum: shortest) else {
      return false
    }
    return changes(piece) * 5 >= piece.count
  }

  /// How often a letter follows a digit, a digit a letter, or a capital a small letter.
  private static func changes(_ piece: ArraySlice<UInt8>) -> Int {
    zip(piece, piece.dropFirst()).count { a, b in
      a.isASCIIDigit != b.isASCIIDigit
        || (a.isASCIILetter && b.isASCIILetter && (a ^ b) & 0x20 != 0)
    }
  }
}
