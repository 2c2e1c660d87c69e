import VCRCore

/// A text in JSON5 (spec.json5.org), in which people write by hand and Talkback keeps its tapes.
struct JSON5Text {
  private let text: [UInt8]
  private var index = 0

  /// The same value in JSON, on the same lines.
  ///
  /// What is no JSON5 is left as it stands, so that whoever reads it names the place.
  private(set) var json: [UInt8] = []

  /// True for a text that begins with a comment and then as JSON; all others that are JSON5 begin
  /// as JSON does.
  ///
  /// - Parameter bytes: The text.
  /// - Returns: Whether it is one.
  static func begins(_ bytes: [UInt8]) -> Bool {
    let start = ForeignValue.beginning(of: bytes)
    guard start < bytes.count, bytes[start] == UInt8(ascii: "/") else { return false }
    var text = JSON5Text(whole: bytes)
    text.skipSpaceAndComments()
    return text.next == UInt8(ascii: "{") || text.next == UInt8(ascii: "[")
  }

  /// Reads a text.
  init(_ bytes: [UInt8]) {
    self.init(whole: bytes)
    json.reserveCapacity(bytes.count)
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"): appendString(quotedBy: byte)
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        dropComma()
        appendByte()
      case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): appendNumber()
      case _ where byte.isASCIIDigit: appendNumber()
      case _ where Self.beginsName(byte): appendWord()
      default:
        let start = index
        skipSpaceAndComments()
        if index == start { appendByte() }
      }
    }
  }

  private init(whole bytes: [UInt8]) { text = CassetteFile.withoutByteOrderMark(bytes) }

  private var next: UInt8? { index < text.count ? text[index] : nil }

  private mutating func appendByte() {
    json.append(text[index])
    index += 1
  }

  /// Passes over white space, of Unicode, too, and comments, of which the line ends are kept.
  private mutating func skipSpaceAndComments() {
    while let byte = next {
      let after = index + 1 < text.count ? text[index + 1] : 0
      if byte <= 0x20 {
        if byte == UInt8(ascii: "\n") { json.append(byte) }
        index += 1
      } else if byte == UInt8(ascii: "/"), after == UInt8(ascii: "/") {
        index = text.firstNewline(from: index, to: text.count)
      } else if byte == UInt8(ascii: "/"), after == UInt8(ascii: "*") {
        let start = index
        index = text.firstRange(of: Array("*/".utf8), from: index + 2)?.upperBound ?? text.count
        json += text[start..<index].filter { $0 == UInt8(ascii: "\n") }
      } else if byte >= 0x80, let space = Self.spaces.first(where: text[index...].starts) {
        index += space.count
      } else {
        return
      }
    }
  }

  /// No-break spaces, the spaces of typography, and the ends of lines and paragraphs.
  private static let spaces =
    ("\u{A0}\u{FEFF}\u{2028}\u{2029}\u{3000}\u{2000}\u{2001}\u{2002}\u{2003}\u{2004}\u{2005}"
    + "\u{2006}\u{2007}\u{2008}\u{2009}\u{200A}\u{202F}\u{205F}\u{1680}")
    .unicodeScalars.map { Array(String($0).utf8) }

  /// Takes away the comma between the last of several values and a closing bracket.
  private mutating func dropComma() {
    guard let last = json.lastIndex(where: { $0 > 0x20 }), json[last] == UInt8(ascii: ","),
      let before = json[..<last].last(where: { $0 > 0x20 }), !Self.beforeValue.contains(before)
    else { return }
    json[last] = 0x20
  }

  /// The bytes behind which no value has ended.
  private static let beforeValue = ByteSet("[{,:")

  private static func beginsName(_ byte: UInt8) -> Bool {
    byte.isASCIILetter || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
  }

  /// Appends a name that stands without quotes, or a value that has a word.
  private mutating func appendWord() {
    let start = index
    while let byte = next, Self.beginsName(byte) || byte.isASCIIDigit || byte >= 0x80 { index += 1 }
    let word = Array(text[start..<index])
    let before = json.count
    json += word
    skipSpaceAndComments()
    if next == UInt8(ascii: ":") {
      json.insert(UInt8(ascii: "\""), at: before)
      json.insert(UInt8(ascii: "\""), at: before + 1 + word.count)
    } else if ["Infinity", "NaN"].contains(where: { word.elementsEqual($0.utf8) }) {
      // What `JSON.stringify` makes of them.
      json.replaceSubrange(before..<(before + word.count), with: "null".utf8)
    }
  }

  /// Appends a number: hexadecimal digits, a sign, or a point at an end are not JSON.
  private mutating func appendNumber() {
    let start = index
    while let byte = next, byte.isASCIIAlphanumeric || "+-.".utf8.contains(byte) {
      index += 1
    }
    var digits = text[start..<index]
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative || digits.first == UInt8(ascii: "+") { digits = digits.dropFirst() }
    let word = String(decoding: digits, as: UTF8.self)
    if word == "Infinity" || word == "NaN" {
      json += "null".utf8
      return
    }
    if isNegative { json.append(UInt8(ascii: "-")) }
    if word.lowercased().hasPrefix("0x"), let number = UInt64(word.dropFirst(2), radix: 16) {
      json += String(number).utf8
      return
    }
    if digits.first == UInt8(ascii: ".") { json.append(UInt8(ascii: "0")) }
    let parts = word.split(separator: ".", omittingEmptySubsequences: false)
    // A point without digits behind it.
    let isOpen = parts.count == 2 && parts[1].first?.isNumber != true
    json += (isOpen ? parts.joined() : word).utf8
  }

  /// Appends a string in double quotes, with the escapes that JSON has.
  private mutating func appendString(quotedBy quote: UInt8) {
    json.append(UInt8(ascii: "\""))
    index += 1
    var lineEnds = 0
    while let byte = next, byte != quote {
      switch byte {
      case UInt8(ascii: "\\"): appendEscape(&lineEnds)
      case UInt8(ascii: "\""):
        json += "\\\"".utf8
        index += 1
      default: appendByte()
      }
    }
    if next != nil {
      json.append(UInt8(ascii: "\""))
      index += 1
    }
    json += [UInt8](repeating: UInt8(ascii: "\n"), count: lineEnds)
  }

  /// Appends an escape; one before a line end stands for nothing.
  private mutating func appendEscape(_ lineEnds: inout Int) {
    let start = index
    index += 1
    guard let byte = next else { return json.append(text[start]) }
    index += 1
    switch byte {
    case UInt8(ascii: "x"): json += "\\u00".utf8
    case UInt8(ascii: "v"): json += "\\u000b".utf8
    case UInt8(ascii: "0"): json += "\\u0000".utf8
    case 0x0D:
      if next == 0x0A { index += 1 }
      lineEnds += 1
    case 0x0A: lineEnds += 1
    case 0xE2
    where text[start...].dropFirst(2).starts(with: [0x80, 0xA8])
      || text[start...].dropFirst(2).starts(with: [0x80, 0xA9]):
      index += 2
    case _ where "\"\\/bfnrtu".utf8.contains(byte): json += [text[start], byte]
    default: json.append(byte)
    }
  }
}
