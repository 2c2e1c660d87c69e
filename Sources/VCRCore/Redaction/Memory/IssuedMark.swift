import VCRLocks

/// The mark that tells the tokens apart that services issue while a run is recorded.
///
/// Whether two tokens of one name need two placeholders shows when the run is over. Until then each
/// placeholder of such a token has a mark after its name, `{{ACCESS_TOKEN__00000007}}`, of which
/// `IssuedNumbering` makes a number or nothing. All marks have one length, so that the layout of a
/// text does not depend on them.
enum IssuedMark {
  private static let separator = Array("__".utf8)
  private static let digits = 8
  private static let limit = 100_000_000
  /// Tests that record parts of one cassette never use one mark for two tokens.
  private static let last = Mutex(0)

  /// A name with a mark that no other token of this process has; the name alone when there is none
  /// left.
  static func marked(_ name: [UInt8]) -> [UInt8] {
    let number = last.withLock { last in
      last += 1
      return last
    }
    guard number < limit else { return name }
    let text = String(number)
    return name + separator + [UInt8](repeating: UInt8(ascii: "0"), count: digits - text.utf8.count)
      + Array(text.utf8)
  }

  /// The name and the mark of a marked name; nil for any other.
  static func parts(of name: some BidirectionalCollection<UInt8>) -> (name: [UInt8], mark: Int)? {
    let suffix = name.suffix(digits)
    guard name.count > digits + separator.count, suffix.allSatisfy(\.isASCIIDigit),
      name.dropLast(digits).suffix(2).elementsEqual(separator)
    else { return nil }
    let mark = suffix.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    return (Array(name.dropLast(digits + separator.count)), mark)
  }

  /// True for the placeholder of a value that may show whose a request is; the cookies of content
  /// networks and of measurements are renewed at any time.
  static func isNeeded(_ name: [UInt8]) -> Bool {
    !name.starts(with: "COOKIE_".utf8) || PairValues.isSession(cookie: name)
  }

  /// Takes the marks away.
  static let removal = PlaceholderRenaming { parts(of: $0)?.name }

  /// True when a text may hold a mark.
  static func mayStand(in text: ArraySlice<UInt8>) -> Bool {
    var rest = text
    while let found = rest.firstRange(of: separator) {
      rest = rest[found.upperBound...].drop { $0 == separator[0] }
      let number = rest.prefix(digits)
      if number.count == digits, number.allSatisfy(\.isASCIIDigit) { return true }
    }
    return false
  }
}
