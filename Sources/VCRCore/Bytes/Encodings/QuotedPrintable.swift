extension ByteSet {
  /// Letters, digits, and the signs that all character sets have at one place, with white space.
  fileprivate static let signs = ByteSet(.word, " %&'()*+,/:;<>?_~\t\r\n")
}

/// A way to write a text in the quoted-printable encoding (RFC 2045 §6.7), which leaves encoders to
/// choose what they quote and where they break lines.
///
/// Its name in a placeholder says both: `quoted-12-75-lf` ends the first line after 12
/// characters, and each that follows after 75.
struct QuotedPrintable: Sendable {
  /// The characters that are quoted besides those that must be.
  private enum Quoted: String, CaseIterable {
    /// Nothing.
    case least = "quoted"
    /// The signs that other character sets have at other places (RFC 2045 §6.7, its last note).
    case signs = "quoted-signs"
    /// All but letters and digits.
    case most = "quoted-most"

    var kept: ByteSet {
      switch self {
      case .least: ByteSet(.signs, "\"#$@[\\]^`{|}!")
      case .signs: .signs
      case .most: ByteSet(.word, "\r\n")
      }
    }
  }

  private var quoted = Quoted.least
  private var isLower = false
  /// The characters before the first soft line break, and between two; nil without any.
  private var lines: (first: Int, width: Int, hasReturns: Bool)?

  /// The usual spelling, without line breaks.
  init() {}

  /// The spellings that a text may have been written in.
  static func candidates(for written: [UInt8]) -> [QuotedPrintable] {
    let text = written.view
    var ends: [Int] = []
    var (index, start) = (0, 0)
    var hasLines = false
    while index < text.count {
      if let end = text.endOfSoftBreak(at: index) {
        ends.append(index - start)
        start = end
        index = end
      } else {
        if text[index] == 0x0A {
          start = index + 1
          hasLines = hasLines || ends.isEmpty
        }
        index += 1
      }
    }
    let hasReturns = written.contains(0x0D)
    var lines: [(first: Int, width: Int, hasReturns: Bool)?] = [nil]
    if let end = ends.first {
      // Before a line end of the text itself, none was needed.
      let first = hasLines ? widest : end
      // A line that ends before a quoted character may be up to two shorter.
      let width = ends.dropFirst().max() ?? usualWidth
      lines = [0, 1, 2].map { (first, min(width + $0, widest), hasReturns) }
    }
    return lines.flatMap { lines in
      Quoted.allCases.flatMap { quoted in
        [false, true].map { isLower in
          var spelling = QuotedPrintable()
          spelling.lines = lines
          spelling.quoted = quoted
          spelling.isLower = isLower
          return spelling
        }
      }
    }
  }

  /// A line of 76 characters ends in an equals sign.
  private static let usualWidth = 75
  private static let widest = 997

  // MARK: - Name

  /// The name in a placeholder.
  var name: String {
    var name = quoted.rawValue
    if isLower { name += "-lower" }
    if let lines {
      name += "-\(lines.first)-\(lines.width)-" + (lines.hasReturns ? "crlf" : "lf")
    }
    return name
  }

  /// Reads a name; nil for none.
  init?(named name: String) {
    var parts = name.split(separator: "-", omittingEmptySubsequences: false)
    if let end = parts.last, end == "lf" || end == "crlf" {
      parts.removeLast()
      guard let width = parts.popLast().flatMap({ Int($0) }), (3...Self.widest).contains(width),
        let first = parts.popLast().flatMap({ Int($0) }), (0...Self.widest).contains(first)
      else { return nil }
      lines = (first, width, end == "crlf")
    }
    if parts.last == "lower" {
      isLower = true
      parts.removeLast()
    }
    guard let quoted = Quoted(rawValue: parts.joined(separator: "-")) else { return nil }
    self.quoted = quoted
  }

  // MARK: - Writing

  /// Encodes a text in this spelling.
  func encode(_ text: [UInt8]) -> [UInt8] {
    let kept = quoted.kept
    var output: [UInt8] = []
    var rest = lines?.first ?? 0
    for byte in text {
      var character = [byte]
      if !kept.contains(byte) || byte == UInt8(ascii: "=") {
        character = [UInt8(ascii: "=")]
        character.appendHexadecimal(byte, isUpper: !isLower)
      }
      if let lines {
        if byte == 0x0A || byte == 0x0D {
          rest = lines.width + character.count
        } else if rest < character.count {
          output += lines.hasReturns ? [UInt8(ascii: "="), 0x0D, 0x0A] : [UInt8(ascii: "="), 0x0A]
          rest = lines.width
        }
      }
      output += character
      rest -= character.count
    }
    return output
  }
}
