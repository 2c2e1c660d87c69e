import VCRCore

/// Splits a text into lines for a comparison: a long line (markup, a script or JSON on one line)
/// becomes several pieces, so that a change affects only one of them.
enum LinePieces {
  /// The length in bytes above which a line is split.
  static let limit = 400

  /// A line or a piece of one.
  struct Piece {
    /// The bytes without the line feed.
    var text: ArraySlice<UInt8>
    /// True when the line continues in the next piece.
    ///
    /// A piece and a whole line with equal bytes are different.
    var isContinued: Bool
  }

  /// The lines of a text without their line feeds, with long lines in pieces.
  ///
  /// A line of more than 400 bytes is split after `>`, `,`, `;`, `{` and `}`. A line feed at the
  /// end of the text does not begin an additional empty line.
  ///
  /// - Parameter text: The text.
  /// - Returns: The lines, which together are the text without its line feeds.
  static func lines(of text: [UInt8]) -> [Piece] {
    var lines: [Piece] = []
    var start = 0
    while start < text.count {
      let end = text.firstNewline(from: start, to: text.count)
      if end - start > limit {
        appendPieces(of: text[start..<end], to: &lines)
      } else {
        lines.append(Piece(text: text[start..<end], isContinued: false))
      }
      start = end + 1
    }
    return lines
  }

  private static func appendPieces(of line: ArraySlice<UInt8>, to lines: inout [Piece]) {
    var start = line.startIndex
    for index in line.indices {
      switch line[index] {
      case UInt8(ascii: ">"), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "{"),
        UInt8(ascii: "}"):
        lines.append(Piece(text: line[start...index], isContinued: index + 1 < line.endIndex))
        start = index + 1
      default: break
      }
    }
    if start < line.endIndex { lines.append(Piece(text: line[start...], isContinued: false)) }
  }
}
