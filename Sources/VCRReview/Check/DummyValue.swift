import VCRCore

/// Tells a value that somebody put in the place of a secret from a secret.
enum DummyValue {
  /// What somebody is certain to mean as a mark of what was taken out.
  private static let marks = [
    "redact", "filter", "xxxx", "placeholder", "hidden", "removed", "scrubbed", "masked",
    "sanitized", "anonymized", "suppressed", "omitted",
  ].map { Array($0.utf8) }

  /// What made-up credentials are made of, and real passwords as well.
  private static let words = [
    "dummy", "fake", "example", "test", "sample", "xxx", "secret", "changeme", "your", "mock",
    "invalid", "password", "foobar",
  ].map { Array($0.utf8) }

  /// What stands for no value.
  private static let nothing: Set<String> = ["undefined", "null", "none", "nil", "true", "false"]

  /// What users of made-up credentials are called.
  private static let whole: Set<String> = [
    "username", "passwd", "foo", "bar", "token", "apikey", "api_key", "api-key", "access_token",
    "bearer", "basic", "user:pass",
  ]

  /// Words that even a value of a token's shape is known for.
  private static let wordsOfShapes = ["example", "xxxx", "redact", "placeholder", "dummy", "fake"]
    .map { Array($0.utf8) }

  /// True for what is evidently no secret, though it stands where one would.
  static func isEvident(_ value: ArraySlice<UInt8>) -> Bool {
    isMark(value) || isMadeUp(trimmed(value))
  }

  /// True for what stands where a secret was taken out, or for no value at all.
  static func isMark(_ value: ArraySlice<UInt8>) -> Bool {
    let text = trimmed(value)
    guard let first = text.first, let last = text.last else { return true }
    let lowered = text.map(\.asciiLowercased)
    if nothing.contains(String(decoding: lowered.prefix(16), as: UTF8.self)) { return true }
    switch (first, last) {
    case (UInt8(ascii: "<"), UInt8(ascii: ">")), (UInt8(ascii: "["), UInt8(ascii: "]")),
      (UInt8(ascii: "{"), UInt8(ascii: "}")):
      return true
    case (UInt8(ascii: "$"), _), (UInt8(ascii: "%"), _):
      // A variable, as shells and templates write it.
      return isName(text.dropFirst())
    default: break
    }
    if lowered.starts(with: "***".utf8) || lowered.suffix(3).elementsEqual("***".utf8) {
      return true
    }
    if lowered.suffix(3).elementsEqual("...".utf8) || lowered.suffix(3) == [0xE2, 0x80, 0xA6] {
      return true
    }
    return hasWord(lowered, of: marks)
  }

  /// True for letters, `_` and what braces or signs a name of a variable stands in.
  private static func isName(_ text: ArraySlice<UInt8>) -> Bool {
    text.allSatisfy { byte in
      ByteSet.word.contains(byte) || "{}()%$".utf8.contains(byte)
    }
  }

  /// True for what is too short for a token, for made-up words and for counting.
  private static func isMadeUp(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.count >= 6 else { return true }
    let lowered = text.map(\.asciiLowercased)
    return whole.contains(String(decoding: lowered.prefix(16), as: UTF8.self))
      || hasWord(lowered, of: words) || isSequence(lowered)
  }

  /// True for a value of a token's shape that is known to open nothing.
  static func isEvidentToken(_ value: ArraySlice<UInt8>) -> Bool {
    hasWord(value.map(\.asciiLowercased), of: wordsOfShapes)
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

  private static func hasWord(_ text: [UInt8], of words: [[UInt8]]) -> Bool {
    // What is longer was not typed.
    let end = min(text.count, 512)
    for index in 0..<end {
      for word in words where text[index] == word[0] && index + word.count <= end {
        if text[index..<index + word.count] == word[...] { return true }
      }
    }
    return false
  }

  /// True for one character or a few again and again, and for counting.
  private static func isSequence(_ text: [UInt8]) -> Bool {
    var (same, next) = (0, 0)
    for index in 1..<text.count {
      let step = Int(text[index]) - Int(text[index - 1])
      if step == 0 { same += 1 }
      // From 9 it goes on with 0 or a.
      if step == 1 || step == -9 || step == 40 { next += 1 }
    }
    return (same + next) * 10 >= (text.count - 1) * 7 || Set(text).count <= 3
  }
}
