/// A character set other than UTF-8 in which a body can be shown as text.
package enum Charset: String {
  /// ISO 8859-1, each byte the code point of the same number.
  case latin1 = "iso-8859-1"
  /// ISO 8859-15, which has the euro sign.
  case latin9 = "iso-8859-15"
  /// Windows code page 1252, which is often labelled as Latin-1.
  case windows1252 = "windows-1252"
  /// UTF-16, the low byte first; a byte order mark is a character of the text.
  case utf16LittleEndian = "utf-16le"
  /// UTF-16, the high byte first; a byte order mark is a character of the text.
  case utf16BigEndian = "utf-16be"
  /// UTF-32, the lowest byte first; searched for secrets, and in a cassette never shown as text.
  case utf32LittleEndian = "utf-32le"
  /// UTF-32, the highest byte first.
  case utf32BigEndian = "utf-32be"

  /// Finds a charset by one of its names (WHATWG Encoding §4.2 and IANA).
  package init?(name: String) {
    switch name.lowercased() {
    case "iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "latin-1", "l1": self = .latin1
    case "iso-8859-15", "iso8859-15", "iso_8859-15", "latin9", "latin-9", "l9": self = .latin9
    case "windows-1252", "cp1252", "x-cp1252": self = .windows1252
    case "utf-16", "utf-16le", "utf16", "unicode": self = .utf16LittleEndian
    case "utf-16be": self = .utf16BigEndian
    default: return nil
    }
  }

  /// Charsets of which UTF-8 is a superset; a body that names one of them and is not UTF-8 is
  /// mislabelled.
  private static let plainNames: Set<String> = ["", "utf-8", "utf8", "us-ascii", "ascii"]

  /// A body as text in UTF-8, in the charset in which a cassette shows it.
  ///
  /// - Parameters:
  ///   - bytes: The body.
  ///   - type: Its media type; nil for none.
  /// - Returns: The text; nil for what is no text in any of these charsets.
  package static func readable(_ bytes: [UInt8], _ type: MediaType?) -> [UInt8]? {
    String(validating: bytes, as: UTF8.self) != nil ? bytes : text(of: bytes, type: type)?.text
  }

  /// The text of a body that is not UTF-8, and its charset.
  ///
  /// The charset is that of a byte order mark, or the one that `Content-Type` names, or, for a text
  /// type that names none, the web's default. In any other charset the bytes would be different
  /// characters.
  ///
  /// - Parameters:
  ///   - bytes: The body.
  ///   - type: Its media type; nil for none.
  /// - Returns: The charset and the text in UTF-8; nil when no charset reproduces the bytes
  ///   exactly, and for what would be no readable text.
  static func text(
    of bytes: [UInt8], type: MediaType?
  ) -> (charset: Charset, text: [UInt8])? {
    var candidates: [Charset] = []
    if bytes.starts(with: [0xFF, 0xFE]) { candidates.append(.utf16LittleEndian) }
    if bytes.starts(with: [0xFE, 0xFF]) { candidates.append(.utf16BigEndian) }
    if let type {
      let name = type.parameter("charset") ?? ""
      let charset = Charset(name: name)
      if let charset { candidates.append(charset) }
      // HTML's default for texts that name no charset, or a wrong one (WHATWG Encoding §4.2).
      if type.isText, charset != nil || plainNames.contains(name.lowercased()) {
        candidates.append(.windows1252)
      }
    }
    for charset in candidates {
      guard let text = charset.decode(bytes), charset.encode(text) == bytes else { continue }
      return looksBinary(text) ? nil : (charset: charset, text: text)
    }
    return nil
  }

  /// True when a text has so many control characters that escapes would not be readable.
  static func looksBinary(_ bytes: [UInt8]) -> Bool {
    var controls = 0
    for byte in bytes where byte < 0x20 || byte == 0x7F {
      if byte == 0 { return true }
      if byte != 0x09 && byte != 0x0A && byte != 0x0D { controls += 1 }
    }
    return controls * 10 > bytes.count
  }

  /// Decodes bytes to UTF-8; nil when a byte has no character.
  package func decode(_ bytes: some Sequence<UInt8>) -> [UInt8]? {
    switch self {
    case .utf16LittleEndian, .utf16BigEndian: return decodeUTF16(Array(bytes))
    case .utf32LittleEndian, .utf32BigEndian: return decodeUTF32(Array(bytes))
    default: break
    }
    var out: [UInt8] = []
    for byte in bytes {
      if byte < 0x80 {
        out.append(byte)
      } else if let scalar = scalar(byte), let encoded = UTF8.encode(scalar) {
        out.append(contentsOf: encoded)
      } else {
        return nil
      }
    }
    return out
  }

  /// Encodes a text; nil when the charset lacks one of its characters.
  package func encode(_ text: some Sequence<UInt8>) -> [UInt8]? {
    var out: [UInt8] = []
    let text = String(decoding: Array(text), as: UTF8.self)
    if self == .utf16LittleEndian || self == .utf16BigEndian {
      for unit in text.utf16 {
        let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
        out += self == .utf16LittleEndian ? [low, high] : [high, low]
      }
      return out
    }
    if self == .utf32LittleEndian || self == .utf32BigEndian {
      for scalar in text.unicodeScalars {
        let bytes = Int(scalar.value).bigEndianBytes(4)
        out += self == .utf32BigEndian ? bytes : bytes.reversed()
      }
      return out
    }
    for scalar in text.unicodeScalars {
      if scalar.value < 0x80 {
        out.append(UInt8(scalar.value))
      } else if scalar.value < 0x100, self.scalar(UInt8(scalar.value)) == scalar {
        out.append(UInt8(scalar.value))
      } else if let byte = (UInt8(0x80)...0xFF).first(where: { self.scalar($0) == scalar }) {
        out.append(byte)
      } else {
        return nil
      }
    }
    return out
  }

  private func decodeUTF16(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.count % 2 == 0 else { return nil }
    let shift = self == .utf16LittleEndian ? (low: 0, high: 1) : (low: 1, high: 0)
    let units = stride(from: 0, to: bytes.count, by: 2).map { index in
      UInt16(bytes[index + shift.high]) << 8 | UInt16(bytes[index + shift.low])
    }
    return String(validating: units, as: UTF16.self).map { Array($0.utf8) }
  }

  private func decodeUTF32(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.count % 4 == 0 else { return nil }
    var out: [UInt8] = []
    for index in stride(from: 0, to: bytes.count, by: 4) {
      let unit = bytes[index..<index + 4]
      let value = (self == .utf32BigEndian ? Array(unit) : unit.reversed()).reduce(UInt32(0)) {
        $0 << 8 | UInt32($1)
      }
      guard let encoded = Unicode.Scalar(value).flatMap(UTF8.encode) else { return nil }
      out.append(contentsOf: encoded)
    }
    return out
  }

  /// The character of a byte from 0x80 on; nil when the byte has none.
  private func scalar(_ byte: UInt8) -> Unicode.Scalar? {
    switch self {
    case .windows1252 where byte < 0xA0: Self.windows[Int(byte) - 0x80]
    case .latin9: Self.latin9Differences[byte] ?? Unicode.Scalar(byte)
    default: .some(Unicode.Scalar(byte))
    }
  }

  /// 0x80 to 0x9F of code page 1252; five bytes have no character.
  private static let windows: [Unicode.Scalar?] = [
    "\u{20AC}", nil, "\u{201A}", "\u{0192}", "\u{201E}", "\u{2026}", "\u{2020}", "\u{2021}",
    "\u{02C6}", "\u{2030}", "\u{0160}", "\u{2039}", "\u{0152}", nil, "\u{017D}", nil,
    nil, "\u{2018}", "\u{2019}", "\u{201C}", "\u{201D}", "\u{2022}", "\u{2013}", "\u{2014}",
    "\u{02DC}", "\u{2122}", "\u{0161}", "\u{203A}", "\u{0153}", nil, "\u{017E}", "\u{0178}",
  ]

  /// The bytes whose characters differ between ISO 8859-15 and ISO 8859-1.
  private static let latin9Differences: [UInt8: Unicode.Scalar] = [
    0xA4: "\u{20AC}", 0xA6: "\u{0160}", 0xA8: "\u{0161}", 0xB4: "\u{017D}", 0xB8: "\u{017E}",
    0xBC: "\u{0152}", 0xBD: "\u{0153}", 0xBE: "\u{0178}",
  ]
}

extension MediaType {
  /// True for a type that declares text.
  package var isText: Bool {
    isJSON || isForm || essence.hasPrefix("text/") || essence.hasSuffix("/xml")
      || essence.hasSuffix("+xml") || essence.hasSuffix("/javascript")
      || essence.hasSuffix("/x-javascript")
  }
}
