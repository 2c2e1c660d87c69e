import VCRCore

/// Finds the places of a text at which a secret might begin or be named, in a few instructions per
/// octet: four tables, indexed by four octets in a row, have a bit for each group of words.
///
/// What it lets pass holds no secret that the built-in rules know. What it stops at is looked at by
/// those who know better.
struct SecretAnchors: Sendable {
  /// What it means when a word is met.
  enum Meaning: Sendable {
    /// A token of a provider begins, if what follows is like one.
    case token
    /// A secret begins.
    case secret
    /// Part of a name that may mean a secret.
    case name
    /// A JSON Web Token, if it has dots.
    case webToken
    /// A URL, which may have user information.
    case authority
    /// A character that is written as an escape.
    case escape
    /// A Telegram bot's token, after digits.
    case botToken
  }

  /// One word, as a place in the text of all.
  private struct Word: Sendable {
    var start: Int
    var count: Int
    var meaning: Meaning
  }

  /// The bit that stands for octets that need a look of their own: controls and what is not ASCII.
  static let oddBit: UInt64 = 1 << 63

  /// Four tables of 256 entries.
  private(set) var tables = [UInt64](repeating: 0, count: 1024)
  private static let groupCount = 62
  /// The words, group by group.
  private var words: [Word] = []
  /// Where the words of each group begin, and after the last where they end.
  private var starts: [Int] = [0]
  /// The text of all words.
  private var text: [UInt8] = []

  /// Creates the tables of the built-in rules.
  init() {
    for byte in 0..<256 {
      if byte < 0x20 || byte >= 0x7F { tables[byte] |= Self.oddBit }
      for table in 1..<4 { tables[table * 256 + byte] |= Self.oddBit }
    }
    let all = Self.all
    for group in 0..<Self.groupCount {
      for index in stride(from: group, to: all.count, by: Self.groupCount) {
        insert(all[index].bytes, all[index].meaning, group: group)
      }
      starts.append(words.count)
    }
  }

  private static var all: [(bytes: [UInt8], meaning: Meaning)] {
    let others: [(String, Meaning)] = [
      ("-----BEGIN", .secret), ("eyJ", .webToken), ("://", .authority),
      (":\\/\\/", .authority), ("%2F%2F", .authority), ("%2f%2f", .authority),
      ("\\u00", .escape), (":AA", .botToken),
    ]
    return TokenShape.all.map { ($0.prefix, .token) } + names.map { (Array($0.utf8), .name) }
      + others.map { (Array($0.0.utf8), $0.1) }
  }

  private mutating func insert(_ bytes: [UInt8], _ meaning: Meaning, group: Int) {
    words.append(Word(start: text.count, count: bytes.count, meaning: meaning))
    text += bytes
    for table in 0..<4 {
      for byte in 0..<256 {
        let octet = UInt8(byte)
        let isMet =
          table >= bytes.count || octet == bytes[table]
          || (meaning == .name && octet.asciiLowercased == bytes[table])
        if isMet { tables[table * 256 + byte] |= 1 << UInt64(group) }
      }
    }
  }

  /// What begins at a position whose groups the tables gave.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - index: The position.
  ///   - bits: The groups.
  /// - Returns: What it means, but for names, nil when nothing is there; and whether part of a name is.
  func meaning(_ text: Span<UInt8>, at index: Int, groups bits: UInt64) -> (Meaning?, isName: Bool)
  {
    var bits = bits & ~Self.oddBit
    var found: Meaning?
    var isName = false
    while bits != 0 {
      let group = bits.trailingZeroBitCount
      for number in starts[group]..<starts[group + 1] where isWord(number, text, index) {
        let word = words[number]
        if word.meaning == .name { isName = true } else { found = word.meaning }
      }
      bits &= bits - 1
    }
    return (found, isName)
  }

  private func isWord(_ number: Int, _ text: Span<UInt8>, _ index: Int) -> Bool {
    let word = words[number]
    guard index + word.count <= text.count else { return false }
    let isName = word.meaning == .name
    for offset in 0..<word.count {
      let byte = text[index + offset]
      let expected = self.text[word.start + offset]
      guard byte == expected || (isName && byte.asciiLowercased == expected) else { return false }
    }
    return true
  }

  /// Parts of names, in lower case: every name of the built-in rules has one.
  static let names = [
    "token", "secret", "key", "auth", "pass", "pwd", "cred", "sess", "sig", "jwt", "cert",
    "private", "bearer", "basic", "hmac", "assert", "saml", "verifier", "device", "csrf", "xsrf",
    "dpop", "honeycomb", "jfrog", "cookie",
  ]
}
