/// Finds what identifies a person in any text: addresses, telephone numbers, accounts, cards and
/// national identifiers.
///
/// A number counts only where a check digit or its layout shows that it is none by chance.
package enum PersonalData {
  /// The word in `redact` that turns this search on.
  package static let word = "pii"

  /// The names of the placeholders.
  static let names: Set<String> = [
    "EMAIL", "PHONE", "IBAN", "CARD_NUMBER", "NATIONAL_ID", "IP_ADDRESS",
  ]

  /// A find.
  package struct Find: Sendable, Equatable {
    /// Where it stands.
    package var range: Range<Int>
    /// The name of its placeholder.
    package var name: String
    /// The value, where the text has it encoded; nil elsewhere.
    package var decoded: [UInt8]?
  }

  /// The personal data of a text, in its order.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - isCode: True for code, in which numbers are numbers.
  /// - Returns: The finds, which do not overlap.
  package static func find(in text: Span<UInt8>, isCode: Bool = false) -> [Find] {
    var finds: [Find] = []
    var index = 0
    var end = 0
    while index < text.count {
      let byte = text[index]
      if byte == UInt8(ascii: "@") || text.percentDecoded(at: index, before: text.count) == 0x40 {
        let width = byte == UInt8(ascii: "@") ? 1 : 3
        if let range = email(text, at: index, width, from: end) {
          finds.append(Find(range: range, name: "EMAIL"))
          end = range.upperBound
          index = end
          continue
        }
      }
      let begins =
        byte.isASCIIAlphanumeric || byte == UInt8(ascii: "+")
        || byte == UInt8(ascii: "(") || byte == UInt8(ascii: ":")
      let before = index > 0 ? text[index - 1] : 0x20
      let isFirst = !before.isASCIIAlphanumeric && before != UInt8(ascii: "_")
      if begins, index >= end, isFirst, let find = number(text, at: index, before, isCode) {
        finds.append(find)
        end = find.range.upperBound
        index = end
      } else {
        index += 1
      }
    }
    return finds
  }

  // MARK: - Addresses

  private static let local = ByteSet(.alphanumeric, "._+-'")
  private static let host = ByteSet(.alphanumeric, ".-")

  /// Endings of files that are no top-level domains.
  private static let fileEndings = SecretNames(
    FileEndings.common + [
      "scss", "less", "mjs", "cjs", "jsx", "tsx", "htm", "yaml", "yml", "toml", "map", "woff",
      "ttf", "otf", "eot", "wasm", "jar", "whl", "exe", "dll",
    ])

  /// True for a letter of two bytes that begins at a position: one of the Latin, Greek, Cyrillic
  /// and other alphabets, whose words have spaces between them (RFC 6531 §3.3).
  private static func isLetter(_ text: Span<UInt8>, _ index: Int) -> Bool {
    index >= 0 && index + 1 < text.count && (0xC3...0xDF).contains(text[index])
      && (0x80...0xBF).contains(text[index + 1])
  }

  /// An address of electronic mail (RFC 5322 §3.4.1, without quotes and comments).
  private static func email(
    _ text: Span<UInt8>, at sign: Int, _ width: Int, from floor: Int
  ) -> Range<Int>? {
    var start = sign
    while start > max(floor, sign - 64) {
      let width = local.contains(text[start - 1]) ? 1 : isLetter(text, start - 2) ? 2 : 0
      guard width > 0 else { break }
      start -= width
    }
    // Letters after a percent sign are an encoded character.
    if start >= 1, text.percentDecoded(at: start - 1, before: sign) != nil { start += 2 }
    while start < sign, text[start] == UInt8(ascii: ".") || text[start] == UInt8(ascii: "'") {
      start += 1
    }
    // In `user:password@host` and in a path to a version the sign separates something else.
    guard start < sign, start == 0 || text[start - 1] != UInt8(ascii: "@"),
      !isAuthority(text, start)
    else { return nil }
    var end = sign + width
    while end < text.count, end - sign < 254 {
      let width = host.contains(text[end]) ? 1 : isLetter(text, end) ? 2 : 0
      guard width > 0 else { break }
      end += width
    }
    while end > sign, text[end - 1] == UInt8(ascii: ".") || text[end - 1] == UInt8(ascii: "-") {
      end -= 1
    }
    guard
      let dot = (sign + width..<max(sign + width, end)).last(where: {
        text[$0] == UInt8(ascii: ".")
      }),
      dot > sign + width, end - dot > 2,
      (dot + 1..<end).allSatisfy({ text[$0].isASCIILetter || text[$0] >= 0x80 }),
      // `icon@2x.png`
      !fileEndings.contains(text, in: dot + 1..<end)
    else { return nil }
    // `git@host:path`
    if end + 1 < text.count, text[end] == UInt8(ascii: ":"), text[end + 1].isASCIILetter {
      return nil
    }
    return start..<end
  }

  /// True after the two slashes of a URL, whose authority may have a colon.
  private static func isAuthority(_ text: Span<UInt8>, _ index: Int) -> Bool {
    var start = index
    let floor = max(0, index - 64)
    while start > floor, !text[start - 1].endsURL, text[start - 1] != UInt8(ascii: "/") {
      start -= 1
    }
    return start > 1 && text[start - 1] == UInt8(ascii: "/") && text[start - 2] == text[start - 1]
  }

  // MARK: - Numbers

  private static func number(
    _ text: Span<UInt8>, at start: Int, _ before: UInt8, _ isCode: Bool
  ) -> Find? {
    if let range = address(text, at: start, before) {
      return Find(range: range, name: "IP_ADDRESS")
    }
    if let range = account(text, at: start) { return Find(range: range, name: "IBAN") }
    guard !isCode else { return nil }
    // A number behind a point, a slash or a hyphen is a part of something longer.
    guard !".-/=%".utf8.contains(before) || before == UInt8(ascii: "=") else { return nil }
    if let range = card(text, at: start) { return Find(range: range, name: "CARD_NUMBER") }
    if let range = NationalIdentifier.range(in: text, at: start) {
      return Find(range: range, name: "NATIONAL_ID")
    }
    if let range = telephone(text, at: start) { return Find(range: range, name: "PHONE") }
    return nil
  }

  /// True where a number may end.
  static func ends(_ text: Span<UInt8>, _ end: Int) -> Bool {
    guard end < text.count else { return true }
    if text[end].isASCIIAlphanumeric || text[end] == UInt8(ascii: "_") {
      return false
    }
    // `1234-5678`, `1.5`
    let isJoint = text[end] == UInt8(ascii: "-") || text[end] == UInt8(ascii: ".")
    return !isJoint || end + 1 >= text.count || !text[end + 1].isASCIIDigit
  }

  /// The digits from a position on, with single spaces or hyphens between groups.
  ///
  /// - Returns: The digits, and where each ends; nil for fewer than the least number.
  private static func digits(
    _ text: Span<UInt8>, from start: Int, most: Int
  ) -> (values: [UInt8], ends: [Int]) {
    var values: [UInt8] = []
    var ends: [Int] = []
    var index = start
    while index < text.count, values.count < most {
      if text[index].isASCIIDigit {
        values.append(text[index] - 0x30)
        index += 1
        ends.append(index)
      } else if text[index] == UInt8(ascii: " ") || text[index] == UInt8(ascii: "-"),
        index + 1 < text.count, text[index + 1].isASCIIDigit, !values.isEmpty
      {
        index += 1
      } else {
        break
      }
    }
    return (values, ends)
  }

  /// A number of a payment card (ISO/IEC 7812) with its check digit.
  private static func card(_ text: Span<UInt8>, at start: Int) -> Range<Int>? {
    guard (0x32...0x36).contains(text[start]) else { return nil }
    let (values, ends) = digits(text, from: start, most: 19)
    for count in [16, 15, 19, 18, 17, 14, 13] where values.count >= count {
      let end = ends[count - 1]
      guard Self.ends(text, end),
        !(end < text.count && text[end] == UInt8(ascii: " ")
          && end + 1 < text.count && text[end + 1].isASCIIDigit)
      else { continue }
      let number = Array(values[..<count])
      if isIssuer(number), CheckDigit.isLuhn(number), Set(number).count > 1 { return start..<end }
    }
    return nil
  }

  /// True for the first digits and the length of the usual networks.
  private static func isIssuer(_ number: [UInt8]) -> Bool {
    let first = number.prefix(4).reduce(0) { $0 * 10 + Int($1) }
    return switch (first, number.count) {
    case (4000...4999, 13), (4000...4999, 16), (4000...4999, 19): true
    case (5100...5599, 16), (2221...2720, 16): true
    case (3400...3499, 15), (3700...3799, 15): true
    case (6011, 16...19), (6440...6599, 16...19), (3528...3589, 16...19), (6200...6299, 16...19):
      true
    case (3000...3059, 14), (3600...3699, 14), (3800...3999, 14): true
    default: false
    }
  }

  /// An international bank account number (ISO 13616) with its check digits.
  ///
  /// In small letters, as words and digests have them, the country and the length must fit, too.
  private static func account(_ text: Span<UInt8>, at start: Int) -> Range<Int>? {
    guard start + 15 <= text.count, text[start].isASCIILetter, text[start + 1].isASCIILetter,
      text[start + 2].isASCIIDigit, text[start + 3].isASCIIDigit
    else { return nil }
    let isSmall = !text[start].isASCIIUppercase
    func isPart(_ byte: UInt8) -> Bool {
      byte.isASCIIDigit || byte.isASCIILetter && byte.isASCIIUppercase != isSmall
    }
    guard isPart(text[start + 1]) else { return nil }
    let country = [text[start].asciiUppercased, text[start + 1].asciiUppercased]
    let length = isSmall ? lengthsOfAccounts[country] : nil
    guard !isSmall || length != nil else { return nil }
    var letters: [UInt8] = []
    var index = start
    var best: Int?
    while index < text.count, letters.count < 34 {
      if isPart(text[index]) {
        letters.append(text[index].asciiUppercased)
        index += 1
        if letters.count >= 15, length.map({ $0 == letters.count }) ?? true, ends(text, index),
          CheckDigit.isMod97(letters)
        {
          best = index
        }
      } else if text[index] == 0x20, letters.count % 4 == 0, index + 1 < text.count,
        isPart(text[index + 1])
      {
        index += 1
      } else {
        break
      }
    }
    return best.map { start..<$0 }
  }

  /// The lengths of account numbers by country (ISO 13616 registry), of those whose account numbers
  /// are mostly digits.
  private static let lengthsOfAccounts: [[UInt8]: Int] = {
    let rows: [(String, Int)] = [
      ("NO", 15), ("BE", 16), ("DK", 18), ("FI", 18), ("NL", 18), ("SI", 19), ("AT", 20),
      ("EE", 20), ("LT", 20), ("LU", 20), ("CH", 21), ("HR", 21), ("LI", 21), ("LV", 21),
      ("BG", 22), ("DE", 22), ("GB", 22), ("IE", 22), ("CZ", 24), ("ES", 24), ("RO", 24),
      ("SE", 24), ("SK", 24), ("PT", 25), ("IS", 26), ("TR", 26), ("FR", 27), ("GR", 27),
      ("IT", 27), ("CY", 28), ("HU", 28), ("PL", 28), ("UA", 29), ("MT", 31),
    ]
    return Dictionary(
      rows.map { (Array($0.0.utf8), $0.1) }, uniquingKeysWith: { first, _ in first })
  }()

  /// A telephone number: in international form (ITU-T E.123), also with the prefix that most
  /// countries dial for it, or three groups as in North America.
  private static func telephone(_ text: Span<UInt8>, at start: Int) -> Range<Int>? {
    var index = start
    var digits = 0
    var groups: [Int] = [0]
    let isInternational = text[start] == UInt8(ascii: "+")
    if isInternational { index += 1 }
    guard isInternational || text[start] == UInt8(ascii: "(") || text[start].isASCIIDigit else {
      return nil
    }
    var end = index
    while index < text.count, digits < 18 {
      let byte = text[index]
      if byte.isASCIIDigit {
        digits += 1
        groups[groups.count - 1] += 1
        end = index + 1
      } else if " -.()/".utf8.contains(byte), index - end < 2 {
        if groups[groups.count - 1] > 0 { groups.append(0) }
      } else {
        break
      }
      index += 1
    }
    if groups.last == 0 { groups.removeLast() }
    guard ends(text, end) else { return nil }
    if isInternational {
      return (8...15).contains(digits) && text[start + 1] != 0x30 ? start..<end : nil
    }
    if start + 5 < text.count, text.equals("00", in: start..<start + 2), text[start + 2] != 0x30 {
      // `0049 30 …`: numbers of other things have zeros in front, too.
      return (3...5).contains(groups[0]) && groups.count > 1 && text[start + groups[0]] == 0x20
        && (10...17).contains(digits) ? start..<end : nil
    }
    return groups == [3, 3, 4] && text[start] != 0x30 && text[start] != 0x31 ? start..<end : nil
  }

  // MARK: - Internet addresses

  /// An address of the Internet Protocol that is not that of every machine.
  private static func address(
    _ text: Span<UInt8>, at start: Int, _ before: UInt8
  ) -> Range<Int>? {
    // `Chrome/120.0.0.0`, `v1.2.3.4`, `1.2.3.4.5`
    guard before != UInt8(ascii: "/") || isAuthority(text, start) else { return nil }
    guard before != UInt8(ascii: "."), before != UInt8(ascii: "-") else { return nil }
    guard text[start].isASCIIDigit else { return colons(text, start) }
    let isVersion = namesVersion(text, before: start)
    return (isVersion ? nil : dotted(text, start)) ?? colons(text, start)
  }

  /// True after a word for a version, as in `"version": "8.0.33.1"`.
  private static func namesVersion(_ text: Span<UInt8>, before start: Int) -> Bool {
    var end = start
    while end > max(0, start - 6), " \t\"'\\:=>".utf8.contains(text[end - 1]) { end -= 1 }
    return wordsOfVersions.contains { word in
      word.count <= end && text.holds(lowercased: word, at: end - word.count, to: end)
    }
  }

  private static let wordsOfVersions = ["version", "release", "build", "revision", "firmware"].map {
    Array($0.utf8)
  }

  private static func dotted(_ text: Span<UInt8>, _ start: Int) -> Range<Int>? {
    var parts: [Int] = []
    var index = start
    while parts.count < 4 {
      let first = index
      var value = 0
      while index < text.count, index - first < 3, text[index].isASCIIDigit {
        value = value * 10 + Int(text[index] - 0x30)
        index += 1
      }
      guard index > first, value < 256, index - first == 1 || text[first] != 0x30 else {
        return nil
      }
      parts.append(value)
      if parts.count == 4 { break }
      guard index < text.count, text[index] == UInt8(ascii: ".") else { return nil }
      index += 1
    }
    // Addresses of this machine and of none; versions end in zeros.
    guard ends(text, index), parts[0] != 0, parts[0] != 127, parts[0] < 240,
      parts[1] + parts[2] + parts[3] > 0, !(parts[2] == 0 && parts[3] == 0)
    else { return nil }
    return start..<index
  }

  private static func colons(_ text: Span<UInt8>, _ start: Int) -> Range<Int>? {
    var index = start
    var (groups, pairs, length) = (0, 0, 0)
    while index < text.count, index - start < 40 {
      if text[index].hexValue != nil {
        length += 1
        guard length <= 4 else { return nil }
      } else if text[index] == UInt8(ascii: ":") {
        if length > 0 { groups += 1 }
        if index + 1 < text.count, text[index + 1] == UInt8(ascii: ":") {
          pairs += 1
          index += 1
        } else if length == 0 {
          return nil
        }
        length = 0
      } else {
        break
      }
      index += 1
    }
    if length > 0 { groups += 1 }
    guard ends(text, index), pairs == 0 ? groups == 8 : pairs == 1 && (3...7).contains(groups)
    else {
      return nil
    }
    return start..<index
  }
}
