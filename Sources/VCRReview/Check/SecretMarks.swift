import VCRCore

/// Finds the positions in a text at which a built-in rule might recognise a secret, in a few
/// instructions per byte.
///
/// Four tables, indexed by four consecutive bytes, have a bit for each group of marks. The marks
/// are derived from the tables of the rules, so a name or a token that is added there is also found
/// here. Secrets without a table (the beginning of a private key, user information) are listed in
/// ``others``: a rule of a new kind needs a mark there.
struct SecretMarks: Sendable {
  /// The meaning of a mark that occurs in a text.
  enum Meaning: Sendable {
    /// Part of a name whose value may be a secret.
    case name
    /// The beginning of a provider's token, if the rest looks like one.
    case shape
    /// Something that only the rules themselves can judge.
    case careful
    /// A JSON Web Token, if it has dots, or other JSON in Base64.
    case webToken
    /// A Telegram bot's token, if preceded by digits.
    case botToken
    /// The number of an account in Base64, if it begins a token of Discord.
    case accountNumber
    /// User information, if it occurs in a URL.
    case userinfo
    /// An option that takes a password, if it occurs in a command line of a program that has it.
    case option
    /// A program that takes a password as an argument.
    case program
    /// A percent-encoded character.
    case percent
    /// A JSON escape.
    case escape
    /// A slash that JSON escapes.
    case slash
    /// An HTML character reference.
    case reference
    /// The beginning of a placeholder.
    case placeholder

    /// True for marks that match in either letter case and with separators between the letters.
    fileprivate var isFolded: Bool { self == .name || self == .careful }
  }

  /// One mark, as a range in the text of all marks.
  private struct Mark: Sendable {
    var start: Int
    var count: Int
    var meaning: Meaning
    /// The class of its third byte; ``anyClass`` for a shorter mark.
    var third: UInt64
  }

  /// The marks of the built-in rules.
  static let standard = SecretMarks()

  /// The bit for bytes that are examined separately: controls and bytes that are not ASCII.
  static let oddBit: UInt64 = 1 << 63

  /// The bytes that the comparison of names ignores, and `+`, which encodes a space in a query.
  static let separators = ByteSet("-_. []+")
  private static let separatorBytes = (UInt8(0)..<0x80).filter(separators.contains)

  /// True for an escaped character that cannot be part of a name.
  static func isOutsideNames(_ byte: UInt8) -> Bool {
    !byte.isASCIIAlphanumeric && !separators.contains(byte)
      && byte != UInt8(ascii: "%")
  }

  /// Four tables of 256 entries; the class of each byte; one bit for each three classes with which
  /// a mark may begin.
  ///
  /// The tables look at each byte alone, and with many marks let too much pass. The bits look at
  /// three bytes together.
  private(set) var tables = [UInt64](
    repeating: 0, count: startsIndex + (1 << (3 * classBits)) / 64)

  private static let classesIndex = 1024
  private static let startsIndex = 1024 + 256
  private static let classBits = 6
  /// The class of what is neither a letter nor a digit nor in ``separators`` nor in a mark.
  private static let otherClass = 63
  /// The class of no byte, for what stands behind a mark.
  private static let anyClass: UInt64 = 64

  /// True when a mark may begin with the bytes.
  @inline(__always)
  static func mayBegin(
    _ tables: UnsafeBufferPointer<UInt64>, _ first: UInt8, _ second: UInt8, _ third: UInt8
  ) -> Bool {
    let start =
      unsafe tables[classesIndex + Int(first)]
      | tables[classesIndex + Int(second)] << UInt64(classBits)
      | tables[classesIndex + Int(third)] << UInt64(2 * classBits)
    return unsafe tables[startsIndex + Int(start >> 6)] >> (start & 63) & 1 == 1
  }

  private static let groupCount = 62
  /// The text of all marks.
  private var text: [UInt8] = []
  /// The marks by the classes of the two bytes with which they may begin, one list after another.
  private var candidates: [Mark] = []
  /// Where the list of each pair of classes begins in ``candidates``, followed by their number.
  private var starts: [Int] = []
  /// The parts to which each byte may belong.
  private var parts = [UInt8](repeating: 0, count: 256)

  private static let wordPart: UInt8 = 1
  private static let segmentPart: UInt8 = 2

  private init() {
    for byte in 0..<256 {
      if byte < 0x20 || byte >= 0x7F { tables[byte] |= Self.oddBit }
      for table in 1..<4 { tables[table * 256 + byte] |= Self.oddBit }
    }
    setClasses()
    let all =
      Self.names.map { (bytes: $0, meaning: Meaning.name) }
      + TokenShape.all.map { (bytes: $0.mark, meaning: .shape) }
      + Self.others.map { text, meaning in
        (bytes: Array((meaning.isFolded ? text.lowercased() : text).utf8), meaning: meaning)
      }
    // Marks with the same beginning share a group, which keeps the groups distinguishable.
    let sorted = all.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    var lists = [[Mark]](repeating: [], count: 1 << (2 * Self.classBits))
    for group in 0..<Self.groupCount {
      let start = group * sorted.count / Self.groupCount
      for (bytes, meaning) in sorted[start..<(group + 1) * sorted.count / Self.groupCount] {
        let third =
          bytes.count > 2 ? tables[Self.classesIndex + Int(bytes[2])] : Self.anyClass
        let mark = Mark(start: text.count, count: bytes.count, meaning: meaning, third: third)
        for pair in pairs(bytes, meaning) { lists[pair].append(mark) }
        text += bytes
        insert(bytes, meaning, group: group)
        insertStart(bytes, meaning)
      }
    }
    for list in lists {
      starts.append(candidates.count)
      candidates += list
    }
    starts.append(candidates.count)
    for byte in UInt8.min...UInt8.max {
      if ByteSet.word.contains(byte) { parts[Int(byte)] |= Self.wordPart | Self.segmentPart }
      let isPart = Self.separators.contains(byte) || byte >= 0x80 || byte == UInt8(ascii: "%")
      if isPart { parts[Int(byte)] |= Self.segmentPart }
    }
  }

  /// True for a byte of a word (``ByteSet/word``).
  @inline(__always)
  func isWord(_ byte: UInt8) -> Bool { parts[Int(byte)] & Self.wordPart != 0 }

  /// True for a byte of a longer name: of a word, of what may separate words, of another script.
  @inline(__always)
  func isSegment(_ byte: UInt8) -> Bool { parts[Int(byte)] & Self.segmentPart != 0 }

  /// The pairs of classes with which a mark may begin.
  private func pairs(_ mark: [UInt8], _ meaning: Meaning) -> [Int] {
    let first = Int(tables[Self.classesIndex + Int(mark[0])])
    let seconds =
      mark.count > 1
      ? [Int(tables[Self.classesIndex + Int(mark[1])])] : Array(0...Self.otherClass)
    let all = Set(seconds + (meaning.isFolded ? [0] : []))
    return all.map { first | $0 << Self.classBits }
  }

  /// Gives each byte a class: letters of both cases the same one, and all separators one.
  private mutating func setClasses() {
    var next: UInt64 = 37
    for byte in 0..<256 {
      let kind: UInt64
      switch UInt8(byte).asciiLowercased {
      case let letter where letter.isASCIILetter: kind = UInt64(letter - 0x60)
      case let digit where digit.isASCIIDigit: kind = UInt64(digit - 0x30) + 27
      case let separator where Self.separators.contains(separator): kind = 0
      case let mark where Self.signs.contains(mark):
        kind = next
        next += 1
      default: kind = UInt64(Self.otherClass)
      }
      tables[Self.classesIndex + byte] = kind
    }
  }

  /// The other characters that marks begin with, and those that tell short ones apart.
  private static let signs = ByteSet(":|\\/@%&#{\"=~$}")

  /// Notes with which three classes a mark begins; separators may stand between the letters of a
  /// name.
  private mutating func insertStart(_ mark: [UInt8], _ meaning: Meaning) {
    func classes(_ index: Int) -> [UInt64] {
      guard index < mark.count else { return Array(0...UInt64(Self.otherClass)) }
      return [tables[Self.classesIndex + Int(mark[index])]]
    }
    func note(_ first: UInt64, _ second: [UInt64], _ third: [UInt64]) {
      for second in second {
        for third in third {
          let start =
            first | second << UInt64(Self.classBits) | third << UInt64(2 * Self.classBits)
          tables[Self.startsIndex + Int(start >> 6)] |= 1 << (start & 63)
        }
      }
    }
    let first = classes(0)[0]
    note(first, classes(1), classes(2))
    guard meaning.isFolded else { return }
    note(first, classes(1), [0])
    note(first, [0], classes(1) + [0])
  }

  /// Every name of the rules, in lower case without separators, the shortest first.
  static let knownNames: [[UInt8]] = {
    let tables = [
      StandardSecrets.names.folded,
      CredentialNames.words.folded, HeaderSecrets.cookieNames.folded,
      HeaderSecrets.setCookieNames.folded, HeaderSecrets.protocolNames.folded,
      StandardSecrets.headerEndings,
      Credentials.schemes.map { Array("\($0)".utf8) },
      (PasswordNames.endings + PasswordNames.lastWords).map { Array($0.utf8) },
      SecretNames(PasswordNames.otherLanguages).folded,
      CodeNames.endings, TextSecrets.onceNames.folded,
    ]
    return Set(tables.joined()).sorted {
      $0.count < $1.count || $0.count == $1.count && $0.lexicographicallyPrecedes($1)
    }
  }()

  /// The shortest words of which every name of the rules contains one: a name that contains another
  /// one is found wherever that one is.
  static let names: [[UInt8]] = {
    var shortest: [[UInt8]] = []
    for name in knownNames where !shortest.contains(where: { name.contains($0, in: name.indices) })
    {
      shortest.append(name)
    }
    return shortest
  }()

  /// The marks that are in no table.
  private static var others: [(String, Meaning)] {
    [
      ("-----BEGIN", .careful), ("LS0tLS1", .careful), ("Private-Lines", .careful),
      (":A", .botToken), ("|", .botToken),
      ("\\/", .slash),
      ("@", .userinfo), ("%", .percent), ("\\u00", .escape), ("&#", .reference),
      ("{{", .placeholder),
      ("%7B%7B", .placeholder),
      // These begin bodies whose names are parsed differently from those in texts.
      ("form-urlencoded", .careful), ("multipart/", .careful),
    ] + Base64Values.marks.map { ("\($0)", .webToken) }
      + Credentials.encodedWebTokenMarks.map { ("\($0)", .careful) }
      + JSONEntry.Role.marks.map { ("\($0)", .careful) }
      + (KubernetesSecret.marks + GeneratedPassword.marks).map { ("\($0)", .careful) }
      + ColumnSecrets.marks.map { ("\($0)", .careful) }
      + CodeNames.phrases.map { (String(decoding: $0, as: UTF8.self), .careful) }
      + TextSecrets.postgresMarks.map { ($0, .careful) }
      + (TextSecrets.addressMarks + TextSecrets.oracleMarks).map { ("\($0)", .careful) }
      + Self.carefulMarks.map { ($0, .careful) }
      + (TextSecrets.statementMarks + TextSecrets.codeMarks + TextSecrets.phrasesForPasswords)
      .map { ($0, .careful) }
      + TextSecrets.discordMarks.map { ($0, .accountNumber) }
      + (TextSecrets.userOptions.map { "\($0)" } + Set(TextSecrets.optionMarks)).flatMap { option in
        // A command may be a list of strings.
        [" ", "\"", "'"].map { ("\($0)\(option)", .option) }
      }
      + TextSecrets.programs.map { ($0, .program) }
  }

  /// The texts that stand in files, keys and calls that hold a secret without a name.
  private static var carefulMarks: [String] {
    (LineSecrets.marks + [WebKeySecrets.mark]).map { "\($0)" } + TextSecrets.callMarks
  }

  /// Notes which bytes may occur at each distance from the first byte of a mark.
  private mutating func insert(_ mark: [UInt8], _ meaning: Meaning, group: Int) {
    let bit = UInt64(1) << UInt64(group)
    for offset in 0..<4 {
      let table = offset * 256
      guard offset < mark.count else {
        for byte in 0..<256 { tables[table + byte] |= bit }
        continue
      }
      guard meaning.isFolded else {
        tables[table + Int(mark[offset])] |= bit
        continue
      }
      // Separators before a letter shift it to the right.
      let first = min(offset, 1)
      for letter in mark[first...offset] {
        tables[table + Int(letter)] |= bit
        tables[table + Int(letter.asciiUppercased)] |= bit
      }
      if offset > 0 {
        for separator in Self.separatorBytes { tables[table + Int(separator)] |= bit }
      }
    }
  }

  /// Calls a closure with the meaning of every mark that begins at a position.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - index: The position, after which two other bytes stand.
  ///   - end: The end of the line; no mark extends beyond it.
  ///   - body: Called with a meaning; returns false to stop.
  /// - Returns: False when the closure returned false.
  func forEach(
    _ text: Span<UInt8>, at index: Int, before end: Int, _ body: (Meaning) -> Bool
  ) -> Bool {
    let second = tables[Self.classesIndex + Int(text[index + 1])]
    let third = tables[Self.classesIndex + Int(text[index + 2])]
    let pair =
      Int(tables[Self.classesIndex + Int(text[index])]) | Int(second) << Self.classBits
    // A separator shifts the letters of a name.
    let isShifted = second == 0 || third == 0
    for number in starts[pair]..<starts[pair + 1] {
      let mark = candidates[number]
      // Most marks with the same two bytes differ in the third, which costs less to compare.
      guard mark.third == third || mark.third == Self.anyClass || isShifted && mark.meaning.isFolded
      else { continue }
      if isMet(mark, text, index, end) {
        guard body(mark.meaning) else { return false }
      }
    }
    return true
  }

  private func isMet(_ mark: Mark, _ text: Span<UInt8>, _ start: Int, _ end: Int) -> Bool {
    let isFolded = mark.meaning.isFolded
    var index = start
    var offset = 0
    while offset < mark.count {
      guard index < end else { return false }
      let (byte, expected) = (text[index], self.text[mark.start + offset])
      if byte == expected || (isFolded && byte.asciiLowercased == expected) {
        offset += 1
      } else if !isFolded || offset == 0 || !Self.separators.contains(byte) {
        return false
      }
      index += 1
    }
    return true
  }
}
