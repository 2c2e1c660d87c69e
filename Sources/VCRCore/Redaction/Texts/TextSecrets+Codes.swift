/// One-time passwords that a service lists for those who lost what gives them others.
extension TextSecrets {
  /// The words before `codes`, of which the last two mean other numbers in a name for one code.
  private static let wordsBeforeCodes = PasswordNames.wordsBeforeCodes + ["emergency", "rescue"]
  private static let bytesBeforeCodes = wordsBeforeCodes.map { Array($0.utf8) }

  /// The names of such lists.
  package static let codeMarks = wordsBeforeCodes.map { $0 + "codes" }

  /// The codes in `Your recovery codes: 1a2b-3c4d, 5e6f-7a8b`, also after a sentence and on lines
  /// of their own.
  ///
  /// - Returns: The position after the last one; nil if there is none.
  func codes(_ text: Span<UInt8>, after name: Range<Int>, _ scan: inout Scan) -> Int? {
    guard findsShapes, Self.mayEndListOfCodes(text, name), Self.isListOfCodes(text, name) else {
      return nil
    }
    var codes: [Range<Int>] = []
    var hasLikely = false
    var index = name.upperBound
    while index < text.count, Self.signsBeforeLists.contains(text[index]) { index += 1 }
    var limit = min(text.count, index + Self.longestIntroduction)
    while index < limit, codes.count < Self.mostCodes, !Self.endsList(text, index) {
      if let end = Placeholder.end(text, at: index) {
        index = end
      } else if text[index] == UInt8(ascii: "\\"), index + 1 < text.count {
        // The escape of a line end.
        index += 2
      } else if text[index].isASCIIAlphanumeric {
        let word = Self.wordOfList(text, from: index)
        index = word.upperBound
        // What another name is given is no code.
        guard !Self.isNamed(text, word) else { break }
        if let isLikely = Self.isCode(text, word) {
          hasLikely = hasLikely || isLikely
          codes.append(word)
          limit = min(text.count, index + Self.longestGap)
        } else if !codes.isEmpty, word.count > 2 {
          break
        }
      } else {
        index += 1
      }
    }
    guard let last = codes.last, hasLikely || codes.count > 1 else { return nil }
    for code in codes { scan.add(code, Array("RECOVERY_CODE".utf8), in: text) }
    return last.upperBound
  }

  private static let signsBeforeLists = ByteSet("\"' :=[")

  /// True where a list or what it is in ends: at a bracket, a tag, and the name of a member.
  private static func endsList(_ text: Span<UInt8>, _ index: Int) -> Bool {
    switch text[index] {
    case UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: "<"): true
    case UInt8(ascii: "{"): Placeholder.end(text, at: index) == nil
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      index + 1 < text.count && text[index + 1] == UInt8(ascii: ":")
    default: false
    }
  }

  /// True for a value of another name than that of the list: `md5: …`, `id=…`.
  private static func isNamed(_ text: Span<UInt8>, _ word: Range<Int>) -> Bool {
    var end = word.lowerBound
    while end > 0, " \"'\\".utf8.contains(text[end - 1]) { end -= 1 }
    guard end > 1, text[end - 1] == UInt8(ascii: ":") || text[end - 1] == UInt8(ascii: "=") else {
      return false
    }
    end -= 1
    while end > 0, "\"'\\".utf8.contains(text[end - 1]) { end -= 1 }
    var start = end
    while start > 0, ByteSet.word.contains(text[start - 1]) { start -= 1 }
    return !isListOfCodes(text, start..<end) && !introductions.contains(text, in: start..<end)
  }

  /// The last words before a list.
  private static let introductions = SecretNames([
    "are", "is", "below", "following", "here", "safe", "them", "these",
  ])

  private static let longestIntroduction = 240
  private static let longestGap = 24
  /// Digests are longer, and so are the identifiers of traces.
  private static let longestCode = 16
  private static let mostCodes = 64

  /// True for `codes` after one of the words, which may be joined with it.
  private static func isListOfCodes(_ text: Span<UInt8>, _ name: Range<Int>) -> Bool {
    // A name may have points; one at its end is that of a sentence.
    var name = name
    while let last = name.last, text[last] == UInt8(ascii: ".") { name = name.dropLast() }
    let start = name.upperBound - code.count
    guard start >= name.lowerBound, text.holds(lowercased: code, at: start, to: name.upperBound)
    else { return false }
    var end = start
    while end > 0, " -_".utf8.contains(text[end - 1]) { end -= 1 }
    return bytesBeforeCodes.contains { word in
      end >= word.count && text.holds(lowercased: word, at: end - word.count, to: end)
    }
  }

  /// False for nearly all names, which end in another letter: all are asked for.
  private static func mayEndListOfCodes(_ text: Span<UInt8>, _ name: Range<Int>) -> Bool {
    guard let last = name.last else { return false }
    return text[last] | 0x20 == UInt8(ascii: "s") || text[last] == UInt8(ascii: ".")
  }

  private static let code = Array("codes".utf8)

  /// A word of a list: letters, digits and the dashes between them, or two groups of four digits.
  private static func wordOfList(_ text: Span<UInt8>, from start: Int) -> Range<Int> {
    var end = start
    while end < text.count, ByteSet.word.contains(text[end]) { end += 1 }
    if end - start == 4, end + 5 <= text.count, text[end] == 0x20,
      (start..<end).allSatisfy({ text[$0].isASCIIDigit }),
      (end + 1..<end + 5).allSatisfy({ text[$0].isASCIIDigit }),
      end + 5 == text.count || !ByteSet.word.contains(text[end + 5])
    {
      return start..<end + 5
    }
    while end > start, !text[end - 1].isASCIILetter, !text[end - 1].isASCIIDigit { end -= 1 }
    return start..<end
  }

  /// Whether a word is a code, and is true where it is unlikely to be anything else; nil for none.
  private static func isCode(_ text: Span<UInt8>, _ word: Range<Int>) -> Bool? {
    // A part of an address or a path is none.
    if word.lowerBound > 0, "/.@#%&$".utf8.contains(text[word.lowerBound - 1]) { return nil }
    if word.upperBound < text.count, "/@=%".utf8.contains(text[word.upperBound]) { return nil }
    let digits = word.count { text[$0].isASCIIDigit }
    guard digits > 0, word.count >= 6, word.count <= 48 else { return nil }
    var (start, first, groups) = (word.lowerBound, 0, 0)
    for index in word.lowerBound...word.upperBound {
      if index < word.upperBound, text[index].isASCIIAlphanumeric { continue }
      guard index == word.upperBound || text[index] == UInt8(ascii: "-") || text[index] == 0x20
      else { return nil }
      if groups == 0 { first = index - start }
      guard index - start == first else { return nil }
      groups += 1
      start = index + 1
    }
    if groups > 1 { return (4...8).contains(first) ? digits * 4 >= word.count : nil }
    guard word.count >= 8, word.count <= longestCode else { return nil }
    if digits == word.count { return word.count <= 12 ? false : nil }
    if TokenLikeness.isTokenLike(text, in: word) { return true }
    return digits >= 2 ? false : nil
  }
}
