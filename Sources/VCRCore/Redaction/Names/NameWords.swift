/// How a name is divided into words: `db_password`, `apiKey`, `HTTPToken`.
enum NameWords {
  /// True for a byte between two words: any of ASCII that is neither a letter nor a digit.
  static func isSeparator(_ byte: UInt8) -> Bool {
    byte < 0x80 && !byte.isASCIIAlphanumeric
  }

  /// True where an upper-case letter after a lower-case one begins a word: `apiKey`.
  static func isHump(_ text: Span<UInt8>, _ index: Int, _ name: Range<Int>) -> Bool {
    index > name.lowerBound && text[index].isASCIIUppercase && text[index - 1].isASCIILowercase
  }

  /// True where the last of several upper-case letters begins a word: `HTTPToken`.
  static func endsAbbreviation(_ text: Span<UInt8>, _ index: Int, _ name: Range<Int>) -> Bool {
    index > name.lowerBound && index + 1 < name.upperBound
      && text[index - 1].isASCIIUppercase && text[index].isASCIIUppercase
      && text[index + 1].isASCIILowercase
  }

  /// True for a name with an ending, whatever the case of ASCII letters and the separators within.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - name: Where the name stands in it.
  ///   - ending: The ending, without separators.
  ///   - isWord: True for an ending that has to begin a word; one with separators within has to,
  ///     anyway (`pass_code`, but not `bypass_code`).
  /// - Returns: True when the name ends so.
  static func hasEnding(
    _ text: Span<UInt8>, _ name: Range<Int>, with ending: [UInt8], isWord: Bool = false
  ) -> Bool {
    guard name.count >= ending.count else { return false }
    var index = name.upperBound
    var isWord = isWord
    for byte in ending.reversed() {
      while index > name.lowerBound, index < name.upperBound, isSeparator(text[index - 1]) {
        isWord = true
        index -= 1
      }
      guard index > name.lowerBound,
        text[index - 1] == byte || text[index - 1].asciiLowercased == byte
      else { return false }
      index -= 1
    }
    return !isWord || index == name.lowerBound || isSeparator(text[index - 1])
      || isHump(text, index, name)
  }
}
