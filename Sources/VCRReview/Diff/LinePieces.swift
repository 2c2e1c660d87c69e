import VCRCore

/// Cuts a text into lines that can be compared: a long line (markup, a script or JSON on one line)
/// becomes several, so that a change in it touches a piece.
enum LinePieces {
  /// A longer line is cut, in bytes.
  static let limit = 400

  /// A line or a piece of one.
  struct Piece {
    /// Its bytes without a line feed.
    var text: ArraySlice<UInt8>
    /// True when the line goes on in the next piece.
    ///
    /// A piece and a whole line with the same bytes are a difference.
    var isContinued: Bool
  }

  /// The lines of a text without their line feeds, long ones in pieces.
  ///
  /// A line of over 400 bytes is cut after `>`, `,`, `;`, `{` and `}`. The end of the text ends its
  /// last line, so that a line feed there makes no empty one.
  ///
  /// - Parameter text: The text.
  /// - Returns: The lines, which are the text but for the line feeds.
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
