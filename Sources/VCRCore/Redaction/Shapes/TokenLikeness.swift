/// Distinguishes values that may be secrets from words, numbers and labels.
package enum TokenLikeness {
  /// True for a value that may be a secret after a name that means one: not short, without spaces,
  /// and not of letters alone.
  static func isSecretLike(_ text: Span<UInt8>, in range: Range<Int>) -> Bool {
    guard range.count >= 6 else { return false }
    var hasLetter = false
    var hasOther = false
    for index in range {
      let byte = text[index]
      guard byte > 0x20, byte != 0x7F else { return false }
      // Letters of other scripts are letters, too.
      if byte.isASCIILetter || byte >= 0x80 {
        hasLetter = true
      } else if byte != UInt8(ascii: ".") {
        hasOther = true
      }
    }
    return hasLetter ? hasOther || range.count >= 32 : range.count >= 8
  }

  /// True for words that a person chose for a passphrase: four and more of small letters, none of
  /// which holds a sentence together.
  ///
  /// Fewer are asked for where something else says that the value is a password.
  static func isPassphrase(
    _ text: Span<UInt8>, in range: Range<Int>, words least: Int = 4
  ) -> Bool {
    guard range.count >= 4 * least - 1, range.count <= 120 else { return false }
    var (words, start) = (0, range.lowerBound)
    for index in range.lowerBound...range.upperBound {
      if index < range.upperBound, text[index] != 0x20 {
        guard text[index].isASCIILowercase else { return false }
        continue
      }
      guard index - start >= 3, !wordsOfSentences.contains(text, in: start..<index) else {
        return false
      }
      words += 1
      start = index + 1
    }
    return words >= least
  }

  /// True for as many short words in small letters as the key of a wallet has (BIP 39).
  static func isWallet(_ text: Span<UInt8>, in range: Range<Int>) -> Bool {
    guard range.count >= 47, range.count <= 216 else { return false }
    var (words, length) = (0, 0)
    for index in range.lowerBound...range.upperBound {
      if index < range.upperBound, text[index].isASCIILowercase {
        length += 1
        continue
      }
      guard index == range.upperBound || text[index] == 0x20, (3...8).contains(length) else {
        return false
      }
      words += 1
      length = 0
    }
    return [12, 15, 18, 21, 24].contains(words)
  }

  /// True for a passphrase, and for words and a number or a sign that a person chose: none of the
  /// words holds a sentence together, and the last one is no word (`Garden Winter 9177!`).
  static func isChosenWords(_ text: Span<UInt8>, in range: Range<Int>) -> Bool {
    if isPassphrase(text, in: range) { return true }
    guard range.count >= 12, range.count <= 64 else { return false }
    var (words, start) = (0, range.lowerBound)
    var last = range
    for index in range.lowerBound...range.upperBound {
      if index < range.upperBound, text[index] != 0x20 {
        guard text[index] > 0x20, text[index] != 0x7F, !codeInWords.contains(text[index]) else {
          return false
        }
        continue
      }
      last = start..<index
      start = index + 1
      guard !last.isEmpty else { return false }
      words += 1
      let letters = last.prefix { text[$0].isASCIILetter }
      let isShort = letters.count == last.count && letters.count < 3
      guard !isShort, !wordsOfSentences.contains(text, in: letters.startIndex..<letters.endIndex),
        !wordsBeforeNumbers.contains(text, in: letters.startIndex..<letters.endIndex)
      else { return false }
    }
    guard words >= 2, words <= 6, last.count >= (words > 2 ? 2 : 3),
      last.contains(where: { text[$0].isASCIIDigit })
    else { return false }
    // `marble velvet 4870`: a number alone follows a name or a title as well.
    if words >= 3, last.allSatisfy({ text[$0].isASCIIDigit }) {
      return range.prefix(range.count - last.count).allSatisfy {
        text[$0] == 0x20 || text[$0].isASCIILowercase
          || words > 3 && text[$0].isASCIILetter
      }
    }
    let hasSign = last.contains { "!#$%&*?@_".utf8.contains(text[$0]) }
    let hasLetter = last.contains { text[$0].isASCIILetter }
    return hasSign || hasLetter && !last.contains { text[$0] == UInt8(ascii: ".") }
  }

  /// True for words that a person chose for a password, in a place where nothing but one stands: as
  /// ``isChosenWords(_:in:)``, and four and more words that one sign joins
  /// (`marble-velvet-winter-copper`).
  static func isPlacedWords(_ text: Span<UInt8>, in range: Range<Int>) -> Bool {
    if isChosenWords(text, in: range) { return true }
    guard range.count >= 15, range.count <= 120,
      let sign = range.first(where: { !text[$0].isASCIILetter }), " -+".utf8.contains(text[sign])
    else { return false }
    return range.allSatisfy { text[$0].isASCIILetter || text[$0] == text[sign] }
      && areUnrelated(text, range, atLeast: text[sign] == 0x20 ? 3 : 4)
  }

  /// True for words that a person chose, none of which says what a credential is, as what tables
  /// and labels say about one does (`shared signing key`).
  static func isUnrelatedWords(
    _ text: Span<UInt8>, in range: Range<Int>, words least: Int = 4
  ) -> Bool {
    (isChosenWords(text, in: range) || isPassphrase(text, in: range, words: least))
      && areUnrelated(text, range, atLeast: 2)
  }

  private static func areUnrelated(
    _ text: Span<UInt8>, _ range: Range<Int>, atLeast least: Int
  ) -> Bool {
    var (words, start) = (0, range.lowerBound)
    for index in range.lowerBound...range.upperBound
    where index == range.upperBound || !text[index].isASCIILetter && text[index] < 0x80 {
      let word = start..<index
      start = index + 1
      // Numbers and signs are between words.
      guard !word.isEmpty else { continue }
      guard word.count >= 3, !wordsOfSentences.contains(text, in: word),
        word.dropFirst().allSatisfy({ text[$0].isASCIILowercase || text[$0] >= 0x80 }),
        !meaningsOfCredentials.contains(CredentialWords.meaning(text, word))
      else { return false }
      words += 1
    }
    return words >= least
  }

  private static let meaningsOfCredentials: Set<CredentialWords.Meaning> = [
    .token, .key, .related, .session,
  ]

  /// True for the name of a method or a format with its number (`sha256`, `base64`), which is no
  /// password although it has letters and digits.
  static func isMethod(_ text: Span<UInt8>, in range: Range<Int>) -> Bool {
    let letters = range.prefix { text[$0].isASCIILetter }
    return wordsBeforeNumbers.contains(text, in: letters.startIndex..<letters.endIndex)
  }

  /// The characters that code, markup and prose have between words; quotes stand in passwords, too.
  private static let codeInWords = ByteSet("`()[]{}<>=|\\,;:")

  /// Words after which a number says how many or which.
  private static let wordsBeforeNumbers = SecretNames([
    "min", "max", "minimum", "maximum", "version", "level", "step", "section", "chapter", "page",
    "line", "rfc", "note", "field", "item", "row", "column", "added", "since", "hash", "sha", "md",
    "digit", "bit", "bits", "chars", "length", "expires", "day", "days", "hour", "hours", "phase",
    "tls", "http", "oauth", "basic", "digest", "base", "utf", "aes", "rsa", "kdf", "encrypted",
    "crc",
    "latin", "ripemd", "ed", "bcrypt", "scrypt", "argon", "pbkdf", "hmac", "varchar", "char",
    "text",
  ])

  /// Words that sentences and labels have, and passphrases have not.
  private static let wordsOfSentences = SecretNames([
    "the", "and", "for", "you", "your", "our", "its", "this", "that", "these", "those", "with",
    "without", "from", "into", "must", "should", "can", "cannot", "could", "may", "might", "will",
    "would", "are", "was", "were", "been", "has", "have", "had", "not", "but", "all", "any", "each",
    "when", "where", "which", "while", "what", "who", "how", "why", "then", "than", "there", "here",
    "only", "also", "too", "very", "please", "enter", "type", "use", "used", "using", "choose",
    "least", "more", "most", "less", "characters", "password", "passwords", "passphrase", "secret",
    "required", "invalid", "same", "again", "about", "after", "before", "between", "does", "did",
    "don", "new", "old", "one", "two", "per", "via", "set", "get", "see", "let", "letters",
    "digits", "wrong", "forgot", "forgotten", "login", "user", "account", "credentials", "many",
    "attempts", "field", "value", "valid", "missing", "minimum", "maximum", "chars", "token",
  ])

  /// True for a value so unlike a word that it may be searched for wherever it occurs.
  package static func isUnmistakable(_ value: [UInt8]) -> Bool {
    guard value.count >= 8 else { return false }
    var (hasDigit, hasCapital, hasSmall, hasOther) = (false, false, false, false)
    for byte in value {
      switch byte {
      case 0x30...0x39: hasDigit = true
      case 0x41...0x5A: hasCapital = true
      case 0x61...0x7A: hasSmall = true
      case 0...0x20, 0x7F: return false
      default: hasOther = true
      }
    }
    guard hasCapital || hasSmall else { return false }
    return hasDigit || value.count >= 20 || (hasCapital && hasSmall && hasOther)
  }

  /// True for a value so long, or so long and so little like a word, that no other word has it in
  /// it by chance: it may be searched for within words.
  ///
  /// A shorter one (`tiger123`) is the beginning of another (`tiger1234`) more often.
  static func isApart(_ value: [UInt8]) -> Bool {
    value.count >= 20 || value.count >= 12 && isTokenLike(value)
  }

  /// True for the path of a file: folders and a name of words, not of a token's characters.
  static func isPath(_ text: Span<UInt8>, in range: Range<Int>) -> Bool {
    guard range.count >= 4 else { return false }
    var start = range.lowerBound
    if text[start] == UInt8(ascii: "~") || text[start] == UInt8(ascii: ".") { start += 1 }
    guard text[start] == UInt8(ascii: "/"),
      text.firstIndex(of: UInt8(ascii: "/"), in: start + 1..<range.upperBound) != nil
    else { return false }
    return (start..<range.upperBound).allSatisfy {
      ByteSet.word.contains(text[$0]) || text[$0] == UInt8(ascii: "/")
    } && !isTokenLike(text, in: range)
  }

  /// True for small letters and at most two digits after them, as names have them (`python3`,
  /// `icingaweb2`), also those of people and services.
  static func isName(_ value: [UInt8]) -> Bool {
    let digits = value.reversed().prefix { $0.isASCIIDigit }.count
    return digits <= 2 && value.dropLast(digits).allSatisfy { $0.isASCIILowercase }
  }

  /// True for a generated value, as the other method.
  package static func isTokenLike(_ value: [UInt8]) -> Bool {
    isTokenLike(value.view, in: value.indices)
  }

  /// True for a generated value: not a word, a number, a date, a version or several of these joined
  /// (`spring-2026-semester`).
  static func isTokenLike(_ text: Span<UInt8>, in range: Range<Int>) -> Bool {
    guard range.count >= 6 else { return false }
    var isFound = false
    var start = range.lowerBound
    var index = start
    while index <= range.upperBound {
      let isEnd = index == range.upperBound
      if !isEnd, text[index] <= 0x20 || text[index] >= 0x7F { return false }
      if isEnd || !text[index].isASCIIAlphanumeric {
        isFound = isFound || isGenerated(text, start..<index)
        let isTriplet =
          !isEnd && text.percentDecoded(at: index, before: range.upperBound) != nil
        index += isTriplet ? 2 : 0
        start = index + 1
      }
      index += 1
    }
    return isFound
  }

  private static let vowels = ByteSet("aeiouyAEIOUY")

  /// The number of words in camel case that have no vowel and are not common in programs.
  private static func unpronounceable(_ text: Span<UInt8>, _ piece: Range<Int>) -> Int {
    var (count, start) = (0, piece.lowerBound)
    for index in piece.lowerBound + 1...piece.upperBound {
      guard index == piece.upperBound || text[index] < 0x60 && text[index - 1] > 0x60 else {
        // The last of several capitals begins the word after them.
        if text[index] > 0x60, text[index - 1] < 0x60 { start = index - 1 }
        continue
      }
      let word = start..<index
      if word.count >= 3, !word.contains(where: { vowels.contains(text[$0]) }),
        !abbreviations.contains(text, in: word)
      {
        count += 1
      }
      start = index
    }
    return count
  }

  private static let abbreviations = SecretNames([
    "html", "http", "https", "xml", "css", "sql", "ptr", "ctx", "mgmt", "str", "src", "dst",
    "tmp", "btn", "svg", "jpg", "png", "pdf", "tls", "ssl", "ssh", "dns", "jwt", "rpc", "grpc",
    "npm", "sdk", "vpn", "tcp", "udp", "ftp", "csv", "rss", "cms", "lbl", "txt", "msg", "cfg",
    "cmd", "pwd", "vnd", "mrr", "gcm", "ghz", "mhz", "dbl", "fwd", "prv", "nxt", "rgb", "hsl",
    "cmyk",
  ])

  /// True for the name of a type with at most one number in it, as code has them (`ASN1BitString`,
  /// `NIOHTTP2Error`): words that each begin with a capital and have a vowel, and abbreviations in
  /// capitals.
  private static func isTypeName(_ text: Span<UInt8>, _ piece: Range<Int>) -> Bool {
    guard piece.count <= 40, text[piece.lowerBound].isASCIIUppercase else {
      return false
    }
    var (digits, numbers, words, letters) = (0, 0, 0, 0)
    var hasAbbreviation = false
    var index = piece.lowerBound
    while index < piece.upperBound {
      let start = index
      if text[index].isASCIIDigit {
        while index < piece.upperBound, text[index].isASCIIDigit { index += 1 }
        digits += index - start
        numbers += 1
        continue
      }
      while index < piece.upperBound, text[index].isASCIIUppercase { index += 1 }
      let capitals = index - start
      while index < piece.upperBound, text[index].isASCIILowercase { index += 1 }
      let small = index - start - capitals
      guard capitals > 0, capitals <= 8, small == 0 || small >= 2 else { return false }
      hasAbbreviation = hasAbbreviation || capitals >= 3
      if small >= 2 {
        guard (start..<index).contains(where: { vowels.contains(text[$0]) }) else { return false }
        words += 1
        letters += small
      }
    }
    guard numbers <= 1, digits <= 2 else { return false }
    return words >= 2 ? numbers == 1 || letters >= 3 * words : hasAbbreviation && letters >= 4
  }

  /// True for letters and digits that are neither a word nor a number.
  private static func isGenerated(_ text: Span<UInt8>, _ piece: Range<Int>) -> Bool {
    var (letters, capitals, changes) = (0, 0, 0)
    var (consonants, longest) = (0, 0)
    for index in piece {
      let isLetter = text[index].isASCIILetter
      if isLetter { letters += 1 }
      consonants = isLetter && !vowels.contains(text[index]) ? consonants + 1 : 0
      longest = max(longest, consonants)
      if isLetter, text[index] < 0x60 { capitals += 1 }
      if index > piece.lowerBound, isLetter != text[index - 1].isASCIILetter { changes += 1 }
    }
    // Words in camel case have a capital after several small letters each, and every word a vowel.
    let isMixed = letters == piece.count && capitals > 0
    let unlikely = isMixed && piece.count >= 16 ? unpronounceable(text, piece) : 0
    let isWords = isMixed && capitals * 4 <= letters && longest < 5 && unlikely < 2
    if isMixed, piece.count <= 40, isTypeName(text, piece) { return false }
    if isMixed, unlikely >= 2, capitals * 5 >= letters { return true }
    // Words and ordinary numbers are not longer.
    if piece.count > 20 && !isWords || (letters == 0 && piece.count >= 16) { return true }
    // `user42` and `2nd` change once between letters and digits.
    if changes >= 2, piece.count >= 5 { return !isTypeName(text, piece) }
    // Nobody could pronounce it.
    if longest >= 7, piece.count >= 12 { return true }
    // A word in mixed case has fewer upper-case letters.
    return letters >= 8 && capitals * 100 >= letters * 38 && capitals * 100 <= letters * 80
  }
}
