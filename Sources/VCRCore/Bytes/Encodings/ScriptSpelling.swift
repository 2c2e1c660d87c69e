/// A way to write a text between the quotes of a programming language or of a shell.
///
/// Languages agree on the backslash, and not on what is escaped and how. The name in a placeholder
/// says it for each sign: `esc-0004000000001` is Python's for a text with both quotes.
struct ScriptSpelling: Sendable {
  /// How a sign of ASCII is written.
  private enum Sign: UInt8 {
    /// As it is.
    case plain
    /// After a backslash.
    case backslash
    /// As `\x` and two digits.
    case byte
    /// As `\u` and four digits.
    case unit
  }

  /// How characters beyond ASCII and controls are written.
  private enum Others: String, CaseIterable {
    /// As they are, controls as `\x1b`.
    case plain = ""
    /// As they are, controls too.
    case raw = "-raw"
    /// `\u00e9`, those beyond 16 bits as two units (JSON, JavaScript).
    case units = "-u"
    /// `\u00e9`, `\U0001f40e` (C, Python 2).
    case characters = "-c"
    /// `\xe9`, `\u20ac`, `\U0001f40e` (Python's `ascii`).
    case latin = "-x"
    /// `\xe9`, `\u20ac`, and two units (JavaScript).
    case latinUnits = "-xu"
    /// `\u{e9}` (Swift, Rust, JavaScript).
    case braces = "-b"
    /// `\u00e9`, `\u{1f40e}` (Ruby).
    case bracesBeyond = "-ub"
    /// The bytes of UTF-8 as `\xc3\xa9` (C, Go, Python's `bytes`).
    case bytes = "-y"
    /// The bytes of UTF-8 in octal digits, `\303\251` (shells, C, Git).
    case octal = "-o"
  }

  /// The forms of the signs that an escaped text may have, in the order of ASCII.
  private var signs: [Sign]
  private var others = Others.plain
  private var isUpper = false

  /// The signs that may be escaped.
  private static let allSigns = (UInt8(0x20)...0x7E).filter {
    !$0.isASCIIAlphanumeric
  }

  /// The place of each sign among them.
  private static let places = Dictionary(
    uniqueKeysWithValues: zip(allSigns, 0...))

  // MARK: - Reading

  /// The spelling that reproduces an escaped text; nil when none does.
  init?(of written: [UInt8], _ text: [UInt8]) {
    signs = Array(repeating: .plain, count: Self.allSigns.count)
    let view = written.view
    var index = 0
    while index < view.count {
      guard view[index] == UInt8(ascii: "\\"), let (bytes, length) = view.scriptEscape(at: index)
      else {
        index += 1
        continue
      }
      if bytes.count == 1, let place = Self.places[bytes[0]] {
        signs[place] =
          switch view[index + 1] {
          case UInt8(ascii: "x"): .byte
          case UInt8(ascii: "u"): .unit
          default: .backslash
          }
      }
      index += length
    }
    for others in Others.allCases {
      self.others = others
      for isUpper in [false, true] {
        self.isUpper = isUpper
        if encode(text) == written { return }
      }
    }
    return nil
  }

  // MARK: - Name

  private static let prefix = "esc-"

  /// The name in a placeholder: two bits for each sign, the first one in the lowest bits.
  var name: String {
    var digits = ""
    for start in stride(from: 0, to: signs.count, by: 2) {
      let next = start + 1 < signs.count ? signs[start + 1].rawValue : 0
      digits += String(signs[start].rawValue | next << 2, radix: 16)
    }
    while digits.last == "0" { digits.removeLast() }
    return Self.prefix + digits + others.rawValue + (isUpper ? "-upper" : "")
  }

  /// Reads a name; nil for none.
  init?(named name: String) {
    guard name.hasPrefix(Self.prefix) else { return nil }
    var rest = name.dropFirst(Self.prefix.count)
    if rest.hasSuffix("-upper") {
      isUpper = true
      rest = rest.dropLast("-upper".count)
    }
    let digits = rest.prefix { $0 != "-" }
    guard let others = Others(rawValue: String(rest.dropFirst(digits.count))),
      digits.count <= (Self.allSigns.count + 1) / 2
    else { return nil }
    self.others = others
    signs = []
    for digit in digits {
      guard let value = digit.hexDigitValue, let low = Sign(rawValue: UInt8(value & 3)),
        let high = Sign(rawValue: UInt8(value >> 2))
      else { return nil }
      signs += [low, high]
    }
    while signs.count < Self.allSigns.count { signs.append(.plain) }
    signs.removeLast(signs.count - Self.allSigns.count)
  }

  // MARK: - Writing

  /// Encodes a text in this spelling.
  func encode(_ text: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    guard let characters = String(validating: text, as: UTF8.self) else {
      for byte in text { append(byte, to: &output) }
      return output
    }
    for character in characters.unicodeScalars {
      if character.isASCII {
        append(UInt8(character.value), to: &output)
      } else {
        append(character, to: &output)
      }
    }
    return output
  }

  private func append(_ byte: UInt8, to output: inout [UInt8]) {
    if let place = Self.places[byte] {
      switch signs[place] {
      case .plain: output.append(byte)
      case .backslash: output += [UInt8(ascii: "\\"), byte]
      case .byte: appendByte(byte, to: &output)
      case .unit: output.appendUnitEscape(UInt16(byte), isUpper: isUpper)
      }
      return
    }
    guard byte < 0x20 || byte >= 0x7F, others != .raw else { return output.append(byte) }
    switch byte {
    case 0x09: output += "\\t".utf8
    case 0x0A: output += "\\n".utf8
    case 0x0D: output += "\\r".utf8
    default:
      if others == .octal { return appendOctal(byte, to: &output) }
      appendByte(byte, to: &output)
    }
  }

  private func append(_ character: Unicode.Scalar, to output: inout [UInt8]) {
    let (value, text) = (character.value, Array(String(character).utf8))
    switch others {
    case .plain, .raw: output += text
    case .bytes: for byte in text { appendByte(byte, to: &output) }
    case .octal: for byte in text { appendOctal(byte, to: &output) }
    case .latin where value <= 0xFF, .latinUnits where value <= 0xFF:
      appendByte(UInt8(value), to: &output)
    case .braces: appendBraces(value, to: &output)
    case .bracesBeyond where value > 0xFFFF: appendBraces(value, to: &output)
    case .latin where value > 0xFFFF, .characters where value > 0xFFFF:
      output += "\\U".utf8
      for shift in [24, 16, 8, 0] {
        output.appendHexadecimal(UInt8(value >> shift & 0xFF), isUpper: isUpper)
      }
    case .units, .characters, .latin, .latinUnits, .bracesBeyond:
      for unit in String(character).utf16 { output.appendUnitEscape(unit, isUpper: isUpper) }
    }
  }

  private func appendByte(_ byte: UInt8, to output: inout [UInt8]) {
    output += "\\x".utf8
    output.appendHexadecimal(byte, isUpper: isUpper)
  }

  private func appendBraces(_ value: UInt32, to output: inout [UInt8]) {
    output += "\\u{\(String(value, radix: 16, uppercase: isUpper))}".utf8
  }

  private func appendOctal(_ byte: UInt8, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\\"))
    for shift in [6, 3, 0] as [UInt8] { output.append(UInt8(ascii: "0") + (byte >> shift & 7)) }
  }
}

extension Span<UInt8> {
  /// The bytes and the length of an escape in a string of a programming language or a shell that
  /// begins with the backslash at a position; nil when there is none.
  func scriptEscape(at index: Int) -> ([UInt8], Int)? {
    if let escape = jsonEscape(at: index) { return escape }
    guard index + 1 < count else { return nil }
    let next = self[index + 1]
    switch next {
    case UInt8(ascii: "x"):
      return escapedByte(at: index).map { byte in
        let bytes = [byte] + bytesAfter(byte, at: index + 4, length: 4) { escapedByte(at: $0) }
        return bytes.count > 1 || byte < 0x80
          ? (bytes, 4 * bytes.count) : (Array(String(UnicodeScalar(byte)).utf8), 4)
      }
    case UInt8(ascii: "0")...UInt8(ascii: "3"):
      return octalByte(at: index).map { byte in
        let bytes = [byte] + bytesAfter(byte, at: index + 4, length: 4) { octalByte(at: $0) }
        return (bytes, 4 * bytes.count)
      }
    case UInt8(ascii: "U"):
      return scalar(digits: index + 2..<index + 10).map { ($0, 10) }
    case UInt8(ascii: "u"):
      guard index + 3 < count, self[index + 2] == UInt8(ascii: "{") else { return nil }
      // No character has more than six digits.
      var end = index + 3
      while end < count, end < index + 9, self[end].hexValue != nil { end += 1 }
      guard end < count, end > index + 3, self[end] == UInt8(ascii: "}") else { return nil }
      return scalar(digits: index + 3..<end).map { ($0, end + 1 - index) }
    default:
      guard next >= 0x20, next < 0x7F, !next.isASCIILetter, !next.isASCIIDigit else { return nil }
      return ([next], 2)
    }
  }

  /// The remaining bytes of a character of UTF-8, escaped like its first byte.
  ///
  /// - Returns: The bytes; empty if others follow, so that the first byte is a character of its
  ///   own.
  private func bytesAfter(
    _ first: UInt8, at start: Int, length: Int, _ byte: (Int) -> UInt8?
  ) -> [UInt8] {
    let expected = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : first >= 0xC2 ? 1 : 0
    var bytes: [UInt8] = []
    while bytes.count < expected {
      guard let next = byte(start + length * bytes.count), next & 0xC0 == 0x80 else { return [] }
      bytes.append(next)
    }
    return bytes
  }

  private func escapedByte(at index: Int) -> UInt8? {
    index + 3 < count && equals("\\x", at: index) ? hexadecimalByte(at: index + 2) : nil
  }

  private func octalByte(at index: Int) -> UInt8? {
    guard index + 3 < count, self[index] == UInt8(ascii: "\\"), self[index + 1] <= 0x33 else {
      return nil
    }
    var value: UInt8 = 0
    for digit in index + 1...index + 3 {
      guard self[digit] >= 0x30, self[digit] <= 0x37 else { return nil }
      value = value << 3 | self[digit] & 7
    }
    return value
  }

  private func scalar(digits: Range<Int>) -> [UInt8]? {
    number(in: digits, radix: 16).flatMap(Unicode.Scalar.init).map { Array(String($0).utf8) }
  }
}
