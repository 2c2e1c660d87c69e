/// A single-byte character set in which a body can be shown as text.
enum Charset: String {
  /// ISO 8859-1, each byte the code point of the same number.
  case latin1 = "iso-8859-1"
  /// Windows code page 1252, which what calls itself Latin-1 often is.
  case windows1252 = "windows-1252"

  /// Finds a charset by the names it goes by (WHATWG Encoding §4.2 and IANA).
  init?(name: String) {
    switch name.lowercased() {
    case "iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "latin-1", "l1": self = .latin1
    case "windows-1252", "cp1252", "x-cp1252": self = .windows1252
    default: return nil
    }
  }

  /// The charset that a `Content-Type` names, where it is one of these.
  init?(contentType: String) {
    for parameter in contentType.split(separator: ";").dropFirst() {
      let parts = parameter.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, parts[0].filter({ $0 != " " }).lowercased() == "charset" else {
        continue
      }
      self.init(name: parts[1].filter { $0 != " " && $0 != "\"" })
      return
    }
    return nil
  }

  /// The text that bytes stand for, in UTF-8; nil when a byte stands for nothing.
  func decode(_ bytes: some Sequence<UInt8>) -> [UInt8]? {
    var out = String.UnicodeScalarView()
    for byte in bytes {
      guard self == .windows1252, byte >= 0x80, byte < 0xA0 else {
        out.append(Unicode.Scalar(byte))
        continue
      }
      guard let scalar = Self.windows[Int(byte) - 0x80] else { return nil }
      out.append(scalar)
    }
    return Array(String(out).utf8)
  }

  /// The bytes of a text; nil when the charset lacks a character of it.
  func encode(_ text: some Sequence<UInt8>) -> [UInt8]? {
    var out: [UInt8] = []
    for scalar in String(decoding: Array(text), as: UTF8.self).unicodeScalars {
      if self == .windows1252, let index = Self.windows.firstIndex(of: scalar) {
        out.append(UInt8(index + 0x80))
      } else if scalar.value < (self == .latin1 ? 0x100 : 0x80)
        || (scalar.value >= 0xA0 && scalar.value < 0x100)
      {
        out.append(UInt8(scalar.value))
      } else {
        return nil
      }
    }
    return out
  }

  /// 0x80 to 0x9F of code page 1252; five bytes stand for nothing.
  private static let windows: [Unicode.Scalar?] = [
    "\u{20AC}", nil, "\u{201A}", "\u{0192}", "\u{201E}", "\u{2026}", "\u{2020}", "\u{2021}",
    "\u{02C6}", "\u{2030}", "\u{0160}", "\u{2039}", "\u{0152}", nil, "\u{017D}", nil,
    nil, "\u{2018}", "\u{2019}", "\u{201C}", "\u{201D}", "\u{2022}", "\u{2013}", "\u{2014}",
    "\u{02DC}", "\u{2122}", "\u{0161}", "\u{203A}", "\u{0153}", nil, "\u{017E}", "\u{0178}",
  ]
}
