/// A way to write a text in which signs that mean something stand twice: quotes as in CSV (RFC 4180
/// §2), SQL and YAML, or out of the quotes of a shell, and what begins a variable or a format.
struct DoubledSigns: Sendable {
  /// How an apostrophe is written.
  private enum Apostrophe: String, CaseIterable {
    /// As it is.
    case plain = ""
    /// Twice.
    case twice = "-apos"
    /// Out of the quotes of a shell and after a backslash: `'\''`.
    case escaped = "-shell"
    /// Out of the quotes of a shell and in quotes of the other kind: `'"'"'`.
    case quoted = "-shlex"

    var text: StaticString {
      switch self {
      case .plain: "'"
      case .twice: "''"
      case .escaped: #"'\''"#
      case .quoted: #"'"'"'"#
      }
    }
  }

  private var apostrophe = Apostrophe.plain
  private var twice: [UInt8] = []

  /// The other signs that may stand twice, by their names in a placeholder.
  private static let signs: [(name: String, byte: UInt8)] = [
    ("-quot", UInt8(ascii: "\"")), ("-percent", UInt8(ascii: "%")), ("-dollar", UInt8(ascii: "$")),
  ]

  /// All ways for one kind of signs.
  static func all(in encoding: DecodedText.Encoding) -> [DoubledSigns] {
    if encoding == .doubled {
      return [["-percent", "-dollar"], ["-percent"], ["-dollar"]].map {
        DoubledSigns(.plain, twice: $0)
      }
    }
    return [[], ["-quot"]].flatMap { twice in
      Apostrophe.allCases.map { DoubledSigns($0, twice: twice) }
    }.filter { $0.apostrophe != .plain || !$0.twice.isEmpty }
  }

  private init(_ apostrophe: Apostrophe, twice: [String]) {
    self.apostrophe = apostrophe
    self.twice = Self.signs.filter { twice.contains($0.name) }.map(\.byte)
  }

  /// The name in a placeholder.
  var name: String {
    "doubled" + apostrophe.rawValue
      + Self.signs.filter { twice.contains($0.byte) }.map(\.name).joined()
  }

  /// Encodes a text in this way.
  func encode(_ text: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    for byte in text {
      if byte == UInt8(ascii: "'") {
        output += "\(apostrophe.text)".utf8
      } else {
        output.append(byte)
        if twice.contains(byte) { output.append(byte) }
      }
    }
    return output
  }

  /// The sign and the length of what stands for it at a position; nil where nothing does.
  static func sign(
    _ text: Span<UInt8>, at index: Int, _ encoding: DecodedText.Encoding
  ) -> (UInt8, Int)? {
    let byte = text[index]
    guard index + 1 < text.count, contains(byte, encoding) else { return nil }
    if byte == UInt8(ascii: "'"), let length = lengthInShell(text, at: index) {
      return (byte, length)
    }
    guard text[index + 1] == byte else { return nil }
    // The first of these ends or begins a text, and the second one leaves the quotes of a shell.
    if byte == UInt8(ascii: "'"), lengthInShell(text, at: index + 1) != nil { return nil }
    if encoding == .quotes, index == 0 || beforeQuotes.contains(text[index - 1]) {
      var end = index + 2
      while end < text.count, text[end] == byte { end += 1 }
      // Of an odd number the first one begins a text.
      guard (end - index).isMultiple(of: 2) else { return nil }
    }
    return (byte, 2)
  }

  /// The characters before a quote that begins a text.
  private static let beforeQuotes = ByteSet(" \t\r\n,;:=([{<>|")

  private static func lengthInShell(_ text: Span<UInt8>, at index: Int) -> Int? {
    for form in [Apostrophe.quoted, .escaped] where text.equals(form.text, at: index) {
      return form.text.utf8CodeUnitCount
    }
    return nil
  }

  /// True for a sign that may stand twice.
  static func contains(_ byte: UInt8, _ encoding: DecodedText.Encoding) -> Bool {
    switch encoding {
    case .quotes: byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"")
    case .doubled: byte == UInt8(ascii: "%") || byte == UInt8(ascii: "$")
    default: false
    }
  }
}
