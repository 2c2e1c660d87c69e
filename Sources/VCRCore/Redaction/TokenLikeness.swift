/// Tells what may be a secret from what is a word, a number or a label.
package enum TokenLikeness {
  /// True for a value that may well be a secret behind a name that means one: not short, no blanks,
  /// and more than letters.
  static func isSecretLike(_ text: Span<UInt8>, in range: Range<Int>) -> Bool {
    guard range.count >= 6 else { return false }
    var hasLetter = false
    var hasOther = false
    for index in range {
      let byte = text[index]
      guard byte > 0x20, byte != 0x7F else { return false }
      if byte.isASCIILetter {
        hasLetter = true
      } else if byte != UInt8(ascii: ".") {
        hasOther = true
      }
    }
    return hasLetter ? hasOther || range.count >= 32 : range.count >= 8
  }

  /// True for a value that is so unlike a word that it may be looked for wherever it occurs.
  package static func isUnmistakable(_ value: [UInt8]) -> Bool {
    guard value.count >= 8 else { return false }
    var classes: Set<Int> = []
    for byte in value {
      guard byte > 0x20, byte != 0x7F else { return false }
      switch byte {
      case 0x30...0x39: classes.insert(0)
      case 0x41...0x5A: classes.insert(1)
      case 0x61...0x7A: classes.insert(2)
      default: classes.insert(3)
      }
    }
    let hasLetter = classes.contains(1) || classes.contains(2)
    guard hasLetter else { return false }
    return classes.contains(0) ? true : value.count >= 20 || classes.count >= 3
  }
}
