import VCRCore

/// Distinguishes a stand-in for a secret from a secret.
enum DummyValue {
  /// Words that certainly mark a value that was removed.
  private static let marks = (MaskWords.all + ["redact", "filter", "xxxx", "placeholder"])
    .map { Array($0.utf8) }

  /// Words of made-up credentials, which also occur in real passwords.
  private static let words = [
    "dummy", "fake", "example", "test", "sample", "xxx", "secret", "changeme", "your", "mock",
    "invalid", "password", "foobar",
  ].map { Array($0.utf8) }

  /// The characters of a name in a template, with the brackets around it.
  private static let namesAndBrackets = ByteSet(ByteSet.word, " <>[]{}()|,.:/-'\"")

  /// Words for the absence of a value.
  private static let nothing: Set<String> = ["undefined", "null", "none", "nil", "true", "false"]

  /// User names of made-up credentials.
  private static let whole: Set<String> = [
    "username", "passwd", "foo", "bar", "token", "apikey", "api_key", "api-key", "access_token",
    "bearer", "basic", "user:pass",
  ]

  /// Words that mark even a value in the shape of a token as made up, where they are written in one
  /// case or with a capital: letters of mixed case are a word by chance.
  private static let wordsOfShapes = ["example", "xxxx", "redact", "placeholder", "dummy", "fake"]
    .map { Array($0.utf8) }

  /// True for a value that is evidently no secret although it is in the place of one.
  static func isEvident(_ value: ArraySlice<UInt8>) -> Bool {
    isMark(value) || isMadeUp(trimmed(value))
  }

  /// True for a value that marks a removed secret, or the absence of a value.
  static func isMark(_ value: ArraySlice<UInt8>) -> Bool {
    let text = trimmed(value)
    guard let first = text.first, let last = text.last else { return true }
    let lowered = text.map(\.asciiLowercased)
    if nothing.contains(String(decoding: lowered.prefix(16), as: UTF8.self)) { return true }
    switch (first, last) {
    case (UInt8(ascii: "<"), UInt8(ascii: ">")), (UInt8(ascii: "["), UInt8(ascii: "]")),
      (UInt8(ascii: "{"), UInt8(ascii: "}")):
      // A connection string may have a password in braces.
      return text.allSatisfy { $0 >= 0x80 || namesAndBrackets.contains($0) }
    case (UInt8(ascii: "$"), _), (UInt8(ascii: "%"), _):
      return isVariable(text.dropFirst())
    default: break
    }
    if lowered.starts(with: "***".utf8) || lowered.suffix(3).elementsEqual("***".utf8) {
      return true
    }
    if lowered.suffix(3).elementsEqual("...".utf8) || lowered.suffix(3) == [0xE2, 0x80, 0xA6] {
      return true
    }
    return hasWord(lowered, of: marks) && !hasMaskByChance(text)
  }

  /// True for a mask in what looks random without it, as letters are repeated by chance.
  private static func hasMaskByChance(_ text: ArraySlice<UInt8>) -> Bool {
    var rest: [UInt8] = []
    var run = 0
    func leaveOutMask() {
      if run >= shortestMask { rest.removeLast(run) }
      run = 0
    }
    for byte in text {
      if byte | 0x20 == UInt8(ascii: "x") { run += 1 } else { leaveOutMask() }
      rest.append(byte)
    }
    leaveOutMask()
    return rest.count < text.count && Entropy.looksRandom(rest[...], minimum: shortestAroundMask)
      && !hasWord(rest.map(\.asciiLowercased), of: marks)
  }

  private static let shortestMask = 4
  private static let shortestAroundMask = 20

  /// True for a variable of a shell or a template, without its sign: `{NAME}`, `(NAME)`, `NAME%` or
  /// a name in one case.
  ///
  /// A name in mixed case, or one of small letters with digits, may be a password or a hash.
  private static func isVariable(_ text: ArraySlice<UInt8>) -> Bool {
    let name = text.filter { !"{}()%$".utf8.contains($0) }
    guard name.allSatisfy(ByteSet.word.contains) else { return false }
    if text.count > name.count, let first = text.first, "{(".utf8.contains(first) { return true }
    let isUpper = name.allSatisfy { !$0.isASCIILetter || $0 & 0x20 == 0 }
    let isLower = name.allSatisfy { !$0.isASCIIDigit && (!$0.isASCIILetter || $0 & 0x20 != 0) }
    return (isUpper || isLower) && name.first.map { !$0.isASCIIDigit } ?? true
  }

  /// True for a value that is too short for a token, for made-up words and for counting sequences.
  private static func isMadeUp(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.count >= 6 else { return true }
    let lowered = text.map(\.asciiLowercased)
    return whole.contains(String(decoding: lowered.prefix(16), as: UTF8.self))
      || (hasForm(text)
        ? isEvidentToken(text) : hasWord(lowered, of: words) && !hasMaskByChance(text))
      || isSequence(lowered)
  }

  /// True for a value in the form of a token or a random one, where short words occur by chance and
  /// in the prefixes of keys for a provider's own tests.
  private static func hasForm(_ text: ArraySlice<UInt8>) -> Bool {
    let bytes = Array(text.prefix(512))
    return TokenShape.find(in: bytes.view, at: 0) != nil || Entropy.looksRandom(bytes[...])
  }

  /// True for a value in the shape of a token that is known to grant no access.
  static func isEvidentToken(_ value: ArraySlice<UInt8>) -> Bool {
    hasWord(Array(value), of: wordsOfShapes, ignoringCase: true) && !hasMaskByChance(value)
  }

  private static func trimmed(_ value: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var text = value
    while let first = text.first, first <= 0x20 || first == 0x22 || first == 0x27 {
      text = text.dropFirst()
    }
    while let last = text.last, last <= 0x20 || last == 0x22 || last == 0x27 {
      text = text.dropLast()
    }
    return text
  }

  private static func hasWord(
    _ text: [UInt8], of words: [[UInt8]], ignoringCase: Bool = false
  ) -> Bool {
    // Nobody types longer values.
    let end = min(text.count, 512)
    for index in 0..<end {
      let first = ignoringCase ? text[index].asciiLowercased : text[index]
      for word in words where first == word[0] && index + word.count <= end {
        let found = text[index..<index + word.count]
        if ignoringCase ? isWritten(found, word) : found == word[...] { return true }
      }
    }
    return false
  }

  /// True for a word in small letters, in capitals, or with a capital at its beginning.
  private static func isWritten(_ text: ArraySlice<UInt8>, _ word: [UInt8]) -> Bool {
    guard text.lazy.map(\.asciiLowercased).elementsEqual(word) else { return false }
    return text.dropFirst() == word[1...]
      || text.allSatisfy { !$0.isASCIILetter || $0 & 0x20 == 0 }
  }

  /// True for a repeated character or short sequence, and for a counting sequence.
  private static func isSequence(_ text: [UInt8]) -> Bool {
    var (same, next) = (0, 0)
    for index in 1..<text.count {
      let step = Int(text[index]) - Int(text[index - 1])
      if step == 0 { same += 1 }
      // After 9 follows 0, or `a` in hexadecimal.
      if step == 1 || step == -9 || step == 40 { next += 1 }
    }
    return (same + next) * 10 >= (text.count - 1) * 7 || Set(text).count <= 3
  }
}
