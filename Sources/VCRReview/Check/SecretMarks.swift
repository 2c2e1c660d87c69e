import VCRCore

/// Finds the places of a text at which a built-in rule might begin to see a secret, in a few
/// instructions per byte: four tables, indexed by four bytes in a row, have a bit for each group of
/// marks.
///
/// The marks are made from the tables that the rules go by, so that a name or a token that is added
/// there is looked for here. What has no table (the beginning of a private key, user information) is
/// listed in ``others``: a rule of a new kind needs a mark there.
struct SecretMarks: Sendable {
  /// What it means when a mark is met.
  enum Meaning: Sendable {
    /// Part of a name that may mean a secret.
    case name
    /// A token of a provider begins, if what follows is like one.
    case shape
    /// What only the rules themselves can judge.
    case careful
    /// A JSON Web Token, if it has dots.
    case webToken
    /// A Telegram bot's token, after digits.
    case botToken
    /// User information, if it stands in a URL.
    case userinfo
    /// A percent-encoded character.
    case percent
    /// A character that is written as an escape of JSON.
    case escape
    /// A character that is written as a reference of HTML.
    case reference
    /// The beginning of a placeholder.
    case placeholder

    /// True for what is met in any case of its letters, and with separators between them.
    fileprivate var isFolded: Bool { self == .name || self == .careful }
  }

  /// One mark, as a place in the text of all.
  private struct Mark: Sendable {
    var start: Int
    var count: Int
    var meaning: Meaning
  }

  /// The marks of the built-in rules.
  static let standard = SecretMarks()

  /// The bit that stands for bytes that need a look of their own: controls and what is not ASCII.
  static let oddBit: UInt64 = 1 << 63

  /// What the comparison of names passes over, and `+`, which stands for a space in a query.
  static let separators = ByteSet("-_. []+")

  /// Four tables of 256 entries.
  private(set) var tables = [UInt64](repeating: 0, count: 1024)

  private static let groupCount = 62
  private var marks: [Mark] = []
  /// The text of all marks.
  private var text: [UInt8] = []
  /// Where the marks of each group begin, and after the last where they end.
  private var starts: [Int] = []

  private init() {
    for byte in 0..<256 {
      if byte < 0x20 || byte >= 0x7F { tables[byte] |= Self.oddBit }
      for table in 1..<4 { tables[table * 256 + byte] |= Self.oddBit }
    }
    let all =
      Self.names.map { (bytes: $0, meaning: Meaning.name) }
      + TokenShape.all.map { (bytes: $0.prefix, meaning: .shape) }
      + Self.others.map { (bytes: Array($0.0.utf8), meaning: $0.1) }
    // Marks that begin alike share a group, which keeps the groups apart from each other.
    let sorted = all.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    for group in 0..<Self.groupCount {
      let start = group * sorted.count / Self.groupCount
      starts.append(start)
      for (bytes, meaning) in sorted[start..<(group + 1) * sorted.count / Self.groupCount] {
        marks.append(Mark(start: text.count, count: bytes.count, meaning: meaning))
        text += bytes
        insert(bytes, meaning, group: group)
      }
    }
    starts.append(marks.count)
  }

  /// The shortest words, in lower case without separators, that all names of the rules are made with:
  /// a name that holds another one is met where that one is.
  static let names: [[UInt8]] = {
    let tables = [
      StandardSecrets.names.folded,
      CredentialNames.telling.folded, HeaderSecrets.cookieNames.folded,
      HeaderSecrets.setCookieNames.folded, StandardSecrets.headerEndings,
      Credentials.schemes.map { Array("\($0)".utf8) },
      (PasswordNames.endings + PasswordNames.lastWords).map { Array($0.utf8) },
    ]
    var shortest: [String] = []
    for name in Set(tables.joined().map { String(decoding: $0, as: UTF8.self) })
      .sorted(by: { ($0.utf8.count, $0) < ($1.utf8.count, $1) })
    where !shortest.contains(where: name.contains) { shortest.append(name) }
    return shortest.map { Array($0.utf8) }
  }()

  /// The marks that no table has.
  private static var others: [(String, Meaning)] {
    [
      ("-----BEGIN", .careful), ("LS0tLS1", .careful), ("eyJ", .webToken), (":AA", .botToken),
      ("@", .userinfo), ("%", .percent), ("\\u00", .escape), ("&#", .reference),
      ("{{", .placeholder),
      ("%7B%7B", .placeholder),
      // Bodies whose names are read in other ways than those of texts.
      ("form-urlencoded", .careful), ("multipart/", .careful),
    ]
  }

  private mutating func insert(_ bytes: [UInt8], _ meaning: Meaning, group: Int) {
    for table in 0..<4 {
      for byte in 0..<256 where Self.mayStand(UInt8(byte), at: table, of: bytes, meaning) {
        tables[table * 256 + byte] |= 1 << UInt64(group)
      }
    }
  }

  /// True for a byte that may stand so far behind the first one of a mark.
  private static func mayStand(
    _ byte: UInt8, at offset: Int, of mark: [UInt8], _ meaning: Meaning
  ) -> Bool {
    guard offset < mark.count else { return true }
    guard meaning.isFolded else { return byte == mark[offset] }
    if offset == 0 { return byte.asciiLowercased == mark[0] }
    // Separators before it push the letters back.
    return separators.contains(byte) || mark[1...offset].contains(byte.asciiLowercased)
  }

  /// Calls a closure with the meaning of every mark that begins at a position.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - index: The position.
  ///   - end: Where the line ends, behind which no mark goes on.
  ///   - bits: The groups that the tables gave.
  ///   - body: Called with a meaning; false ends the walk.
  /// - Returns: False when the closure returned false.
  func forEach(
    _ text: Span<UInt8>, at index: Int, before end: Int, groups bits: UInt64,
    _ body: (Meaning) -> Bool
  ) -> Bool {
    var bits = bits & ~Self.oddBit
    while bits != 0 {
      let group = bits.trailingZeroBitCount
      bits &= bits - 1
      for number in starts[group]..<starts[group + 1] where isMet(number, text, index, end) {
        guard body(marks[number].meaning) else { return false }
      }
    }
    return true
  }

  private func isMet(_ number: Int, _ text: Span<UInt8>, _ start: Int, _ end: Int) -> Bool {
    let mark = marks[number]
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
