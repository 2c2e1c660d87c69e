/// The form of a scalar on one line: plain where every reader of YAML 1.1 and 1.2 reads the same
/// string, else in single quotes, else with escapes in double quotes.
package enum YAMLScalar {
  /// The styles of a scalar on one line.
  enum Style {
    case plain, singleQuoted, doubleQuoted
  }

  /// The lightest style that is safe for a text of valid UTF-8.
  static func style(of text: some Collection<UInt8>) -> Style {
    guard let first = text.first else { return .singleQuoted }
    var style = Style.plain
    var safety = TextSafety()
    var previous: UInt8 = 0
    var looksNumeric = isNumeric(first) && !first.isASCIILetter
    var looksHexadecimal = true
    var hasDigit = false
    for byte in text {
      if safety.needsEscape(byte) { return .doubleQuoted }
      if byte == UInt8(ascii: " ") && previous == UInt8(ascii: ":") { style = .singleQuoted }
      if byte == UInt8(ascii: "#") && previous == UInt8(ascii: " ") { style = .singleQuoted }
      if looksNumeric && !isNumeric(byte) { looksNumeric = false }
      if byte.isASCIIDigit {
        hasDigit = true
      } else if looksHexadecimal, byte != UInt8(ascii: "-"), byte != UInt8(ascii: ":"),
        byte.hexValue == nil
      {
        looksHexadecimal = false
      }
      previous = byte
    }
    // No number begins with a letter; but of two identifiers in hexadecimal digits, one in quotes
    // and one without look like a difference.
    if looksHexadecimal && hasDigit && text.count >= identifierLength { looksNumeric = true }
    let edge = previous == UInt8(ascii: ":") || previous == UInt8(ascii: " ")
    if looksNumeric || edge || isIndicator(first) || isWord(text) { style = .singleQuoted }
    return style
  }

  /// The length in bytes from which hexadecimal digits are an identifier, and not `a1`.
  private static let identifierLength = 6

  /// True for the content of a plain scalar that is null (YAML 1.2 §10.3.2).
  package static func isNull(_ content: ArraySlice<UInt8>) -> Bool {
    content.isEmpty || ["~", "null", "Null", "NULL"].contains { content.elementsEqual($0.utf8) }
  }

  /// Appends a text in its lightest style.
  package static func append(_ text: some Collection<UInt8>, to out: inout [UInt8]) {
    // Nearly all texts are in one piece, in which the bytes are found without a call for each.
    let isAppended: Void? = text.withContiguousStorageIfAvailable {
      unsafe appendBytes($0, to: &out)
    }
    if isAppended == nil { appendBytes(text, to: &out) }
  }

  private static func appendBytes(_ text: some Collection<UInt8>, to out: inout [UInt8]) {
    switch style(of: text) {
    case .plain: out.append(contentsOf: text)
    case .singleQuoted:
      out.append(UInt8(ascii: "'"))
      for byte in text {
        out.append(byte)
        if byte == UInt8(ascii: "'") { out.append(byte) }
      }
      out.append(UInt8(ascii: "'"))
    case .doubleQuoted: appendDoubleQuoted(text, to: &out)
    }
  }

  /// Appends a text in double quotes, with every character escaped that YAML cannot hold.
  static func appendDoubleQuoted(_ text: some Collection<UInt8>, to out: inout [UInt8]) {
    var safety = TextSafety()
    out.append(UInt8(ascii: "\""))
    for byte in text {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        out.append(UInt8(ascii: "\\"))
        out.append(byte)
      } else if !safety.needsEscape(byte) {
        out.append(byte)
      } else if byte < 0x80 {
        out.append(UInt8(ascii: "\\"))
        switch byte {
        case 0x00: out.append(UInt8(ascii: "0"))
        case 0x07: out.append(UInt8(ascii: "a"))
        case 0x08: out.append(UInt8(ascii: "b"))
        case 0x09: out.append(UInt8(ascii: "t"))
        case 0x0A: out.append(UInt8(ascii: "n"))
        case 0x0B: out.append(UInt8(ascii: "v"))
        case 0x0C: out.append(UInt8(ascii: "f"))
        case 0x0D: out.append(UInt8(ascii: "r"))
        case 0x1B: out.append(UInt8(ascii: "e"))
        default:
          out.append(UInt8(ascii: "x"))
          out.appendHexadecimal(byte)
        }
      } else {
        appendEscapedCharacter(endingIn: byte, to: &out)
      }
    }
    out.append(UInt8(ascii: "\""))
  }

  /// Replaces the start of a character at the end of `out` by the escape of the whole character.
  private static func appendEscapedCharacter(endingIn last: UInt8, to out: inout [UInt8]) {
    let previous = out.removeLast()
    if previous == 0xC2 {
      out.append(contentsOf: last == 0x85 ? "\\N".utf8 : "\\x".utf8)
      if last != 0x85 { out.appendHexadecimal(last) }
      return
    }
    out.removeLast()
    switch (previous, last) {
    case (0x80, 0xA8): out.append(contentsOf: "\\L".utf8)
    case (0x80, 0xA9): out.append(contentsOf: "\\P".utf8)
    case (0xBB, _): out.append(contentsOf: "\\uFEFF".utf8)
    case (_, 0xBE): out.append(contentsOf: "\\uFFFE".utf8)
    default: out.append(contentsOf: "\\uFFFF".utf8)
    }
  }

  /// True for bytes that make up numbers, dates and times in YAML 1.1 and 1.2.
  private static func isNumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"), UInt8(ascii: "x"), UInt8(ascii: "o"),
      UInt8(ascii: "T"), UInt8(ascii: "t"), UInt8(ascii: "Z"), UInt8(ascii: "+"),
      UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: "_"),
      UInt8(ascii: ":"), UInt8(ascii: " "):
      true
    default: false
    }
  }

  /// True for bytes that have, or might have, a meaning at the start of a plain scalar.
  private static func isIndicator(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "-"), UInt8(ascii: "?"), UInt8(ascii: ":"), UInt8(ascii: ","),
      UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"),
      UInt8(ascii: "#"), UInt8(ascii: "&"), UInt8(ascii: "*"), UInt8(ascii: "!"),
      UInt8(ascii: "|"), UInt8(ascii: ">"), UInt8(ascii: "'"), UInt8(ascii: "\""),
      UInt8(ascii: "%"), UInt8(ascii: "@"), UInt8(ascii: "`"), UInt8(ascii: " "),
      UInt8(ascii: "~"), UInt8(ascii: "="), UInt8(ascii: "<"):
      true
    default: false
    }
  }

  /// True for the words that some reader takes for a Boolean, null, or a special number.
  private static func isWord(_ text: some Collection<UInt8>) -> Bool {
    guard text.count <= 5, let first = text.first,
      "yntof.+".utf8.contains(first.asciiLowercased)
    else { return false }
    let word = String(decoding: text, as: UTF8.self).lowercased()
    switch word {
    case "y", "n", "yes", "no", "on", "off", "true", "false", "null", ".inf", "+.inf", ".nan":
      return true
    default: return false
    }
  }
}
