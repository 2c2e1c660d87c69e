/// Names and values in sentences.
extension TextSecrets {
  /// `the name is: value` and `the name is value`, where the value is no word of a sentence.
  ///
  /// Words may stand between that say whose or for what it is (`the api key for ada is: value`).
  func stated(_ text: Span<UInt8>, _ name: Range<Int>, _ scan: inout Scan) -> Int? {
    guard findsShapes, Self.mayBeginPurpose(text, at: name.upperBound),
      !scan.noPurpose.contains(name.upperBound)
    else { return nil }
    var stop = name.upperBound
    guard let value = Self.startOfStated(text, from: name.upperBound, &stop) else {
      // Most words of a sentence would be read on to the same end.
      if stop > name.upperBound { scan.noPurpose = name.upperBound..<stop }
      return nil
    }
    guard !meaning(text, of: name, &scan).isEmpty else { return nil }
    let start = value.start
    var end = start
    if meaning(text, of: name, &scan).contains(.password) {
      while end < text.count, text[end] > 0x20, !Self.quotesAndTags.contains(text[end]) { end += 1 }
      while end > start, ".,;)".utf8.contains(text[end - 1]) { end -= 1 }
      // A sentence about the password goes on with a word.
      if value.isAfterColon && (value.hasVerb || !value.isFar)
        ? TokenLikeness.isSecretLike(text, in: start..<end)
          && !PasswordNames.isWord(text, start..<end)
          && !PasswordNames.isLabel(text, start..<end)
          && (!value.isFar || (start..<end).contains { text[$0].isASCIIDigit })
        : Self.isMixtureOfSigns(text, start..<end) || Self.isQuotedMixture(text, start..<end)
      {
        scan.add(start..<end, name.map { text[$0] }, in: text)
        return end
      }
      end = start
    }
    while end < text.count, Credentials.token68.contains(text[end]) { end += 1 }
    while end > start, text[end - 1] == UInt8(ascii: ".") { end -= 1 }
    if CodeNames.isSecret(text, name, text, start..<end) {
      scan.add(start..<end, name.map { text[$0] }, in: text)
      return end
    }
    guard end - start >= (value.isFar ? Self.shortestFar : 8),
      end == text.count || Self.endsStated.contains(text[end]) || text[end] <= 0x20,
      value.isFar
        ? SuspiciousValue.isSecret(text, name, text, start..<end)
        : TokenLikeness.isTokenLike(text, in: start..<end),
      (start..<end).contains(where: { text[$0].isASCIIDigit }) || end - start >= 16
    else { return nil }
    scan.add(start..<end, name.map { text[$0] }, in: text)
    return end
  }

  private static let quotesAndTags = ByteSet("\"'`\\<>{")

  /// True for letters, digits and a sign that no word or name has, as rules for passwords ask for.
  private static func isMixtureOfSigns(_ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    value.count >= 6 && value.contains { text[$0].isASCIIDigit }
      && value.contains { text[$0].isASCIILetter }
      && value.contains { "!@#$%^&*?".utf8.contains(text[$0]) }
      && !value.contains { "/:=".utf8.contains(text[$0]) }
  }

  /// True for a word in quotes with letters and digits: `the password is "letmein-77"`.
  private static func isQuotedMixture(_ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    guard value.upperBound < text.count, ByteSet.quotes.contains(text[value.upperBound]),
      text[value.upperBound] == text[value.lowerBound - 1]
    else { return false }
    return TokenLikeness.isSecretLike(text, in: value)
      && value.contains { text[$0].isASCIIDigit } && value.contains { text[$0].isASCIILetter }
      && !value.contains { "/:".utf8.contains(text[$0]) }
  }

  /// The place of a value in a sentence.
  package struct Stated {
    /// Where the value begins, without a quote.
    package let start: Int
    /// True after a colon.
    let isAfterColon: Bool
    /// True after the verb, with a colon or without.
    let hasVerb: Bool
    /// True where words stand between the name and the verb.
    let isFar: Bool
  }

  /// Where a value begins after the word `is`, perhaps in quotes; nil for anything else.
  ///
  /// A few words may come before it, of which the first says whose or for what the name is; after
  /// them a colon is enough.
  package static func startOfStated(_ text: Span<UInt8>, from end: Int) -> Stated? {
    var stop = end
    return startOfStated(text, from: end, &stop)
  }

  /// As the other method; where no value is, `stop` is set to the end of the words that were read.
  private static func startOfStated(
    _ text: Span<UInt8>, from end: Int, _ stop: inout Int
  ) -> Stated? {
    var verb = end
    var isFar = false
    if !isVerb(text, at: end), endOfOtherVerb(text, at: end) == nil {
      guard let last = endOfPurpose(text, from: end, &stop) else { return nil }
      verb = last
      isFar = true
    }
    let endOfVerb = isVerb(text, at: verb) ? verb + 3 : endOfOtherVerb(text, at: verb)
    let hasVerb = endOfVerb != nil
    var start = endOfVerb ?? verb
    guard start + 1 < text.count else { return nil }
    let isAfterColon = text[start] == UInt8(ascii: ":")
    guard isAfterColon || hasVerb else { return nil }
    if isAfterColon { start += 1 }
    guard start < text.count, text[start] == 0x20 else { return nil }
    start = skipSpaces(text, start)
    if start < text.count, text[start] == UInt8(ascii: "\\") { start += 1 }
    if start < text.count, ByteSet.quotes.contains(text[start]) { start += 1 }
    return Stated(start: start, isAfterColon: isAfterColon, hasVerb: hasVerb, isFar: isFar)
  }

  /// The words after a name that say whose or for what it is.
  private static let prepositions: [StaticString] = [
    " for ", " of ", " to ", " in ", " on ", " from ", " you ", " at ",
  ]
  /// The words after a name that say that it came from somebody, before a colon.
  private static let participles: [StaticString] = [
    " provided", " supplied", " given", " received",
  ]

  /// Where the words end that say whose or for what something is, before a colon or the verb; nil
  /// for anything else.
  private static func endOfPurpose(
    _ text: Span<UInt8>, from end: Int, _ stop: inout Int
  ) -> Int? {
    // Nearly every word of a text is followed by another one.
    guard mayBeginPurpose(text, at: end), beginsPurpose(text, at: end) else { return nil }
    let limit = min(text.count, end + longestPurpose)
    // A local copy is read without a call.
    let words = wordsOfPurposes
    for index in end + 1..<limit {
      let byte = text[index]
      if byte == 0x20 {
        guard isVerb(text, at: index), index + 3 < text.count else { continue }
        if text[index + 3] == 0x20 || text[index + 3] == UInt8(ascii: ":") { return index }
        continue
      }
      let endsSentence =
        byte == UInt8(ascii: ".") && index + 1 < text.count && text[index + 1] == 0x20
      guard !endsSentence, words.contains(byte) else {
        if byte == UInt8(ascii: ":") { return index }
        stop = index
        return nil
      }
    }
    return nil
  }

  /// True for a space and one of the words.
  private static func beginsPurpose(_ text: Span<UInt8>, at start: Int) -> Bool {
    let isParticiple =
      switch text[start + 1] {
      case UInt8(ascii: "p"), UInt8(ascii: "s"), UInt8(ascii: "g"), UInt8(ascii: "r"): true
      default: false
      }
    if isParticiple { return participles.contains { text.equals($0, at: start) } }
    // Each preposition has two letters, three or four, and nearly no word of a text is one.
    guard (3...5).contains(where: { start + $0 < text.count && text[start + $0] == 0x20 }) else {
      return false
    }
    return prepositions.contains { text.equals($0, at: start) }
  }

  /// True for the verb of a sentence after a space.
  @inline(__always)
  private static func isVerb(_ text: Span<UInt8>, at index: Int) -> Bool {
    index + 2 < text.count && text[index] == 0x20 && text[index + 1] == UInt8(ascii: "i")
      && text[index + 2] == UInt8(ascii: "s")
  }

  /// The verbs that say what something is in other languages: German, Spanish, French.
  private static let otherVerbs: [StaticString] = [" lautet", " ist", " es", " est"]

  /// The position after the verb of a sentence in another language before a colon, which alone
  /// makes it one; nil for anything else.
  private static func endOfOtherVerb(_ text: Span<UInt8>, at index: Int) -> Int? {
    guard index + 3 < text.count, text[index] == 0x20 else { return nil }
    switch text[index + 2] {
    case UInt8(ascii: "a"), UInt8(ascii: "s"): break
    default: return nil
    }
    for verb in otherVerbs where text.equals(verb, at: index) {
      var end = index + verb.utf8CodeUnitCount
      // In French a space stands before a colon.
      if text.equals(" :", at: end) { end += 1 }
      if end < text.count, text[end] == UInt8(ascii: ":") { return end }
    }
    return nil
  }

  /// True for a space and a letter with which a preposition or a verb begins.
  @inline(__always)
  private static func mayBeginPurpose(_ text: Span<UInt8>, at index: Int) -> Bool {
    guard index + 2 < text.count, text[index] == 0x20 else { return false }
    return switch text[index + 1] {
    case UInt8(ascii: "f"), UInt8(ascii: "o"), UInt8(ascii: "t"), UInt8(ascii: "i"),
      UInt8(ascii: "y"), UInt8(ascii: "a"):
      true
    case UInt8(ascii: "p"): text[index + 2] == UInt8(ascii: "r")
    case UInt8(ascii: "r"): text[index + 2] == UInt8(ascii: "e")
    case UInt8(ascii: "s"): text[index + 2] == UInt8(ascii: "u")
    case UInt8(ascii: "g"): text[index + 2] == UInt8(ascii: "i")
    case UInt8(ascii: "l"): text[index + 2] == UInt8(ascii: "a")
    case UInt8(ascii: "e"): text[index + 2] == UInt8(ascii: "s")
    default: false
    }
  }

  private static let wordsOfPurposes = ByteSet(ByteSet.word, "'@")
  private static let longestPurpose = 64
  /// The name of a thing is shorter, and follows such words as often (`token of page 3: iPhone15`).
  private static let shortestFar = 12

  private static let endsStated = ByteSet("\"'`\\.,;<)")

  /// The name of a code with the words before it (`verification code`), if it is one only with
  /// them; the name itself for others.
  static func nameOfCode(_ text: Span<UInt8>, _ name: Range<Int>) -> Range<Int> {
    // Nearly no word is as long and has this letter.
    guard name.count == 4, text[name.upperBound - 1] | 0x20 == UInt8(ascii: "e"),
      text.holds(lowercased: code, at: name.lowerBound, to: text.count)
    else { return name }
    var start = name.lowerBound
    for _ in 0..<2 where start > 1 && text[start - 1] == 0x20 {
      start -= 1
      while start > 0, ByteSet.word.contains(text[start - 1]) { start -= 1 }
      if CodeNames.contains(text, in: start..<name.upperBound) { return start..<name.upperBound }
    }
    return name
  }

  private static let code = Array("code".utf8)
}
