import VCRCore

/// Splits a text into lines for a comparison: a long line (markup, a script, JSON or prose on one
/// line) becomes several pieces, so that a change affects only one of them.
enum LinePieces {
  /// The length in bytes above which a line of a page is split.
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
  /// A long line is split after `>`, `,`, `;`, `{` and `}`, then between its words, and where it
  /// has none by the bytes themselves: never by a count from its beginning, so that pieces before
  /// and behind a change stay what they were. A line feed at the end of the text does not begin an
  /// additional empty line.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - limit: The length in bytes above which a line is split.
  /// - Returns: The lines, which together are the text without its line feeds.
  static func lines(of text: [UInt8], above limit: Int = limit) -> [Piece] {
    var lines: [Piece] = []
    var start = 0
    while start < text.count {
      let end = text.firstNewline(from: start, to: text.count)
      if end - start > limit {
        let first = lines.count
        appendPieces(of: text[start..<end], above: limit, to: &lines)
        if lines.count > first { lines[lines.count - 1].isContinued = false }
      } else {
        lines.append(Piece(text: text[start..<end], isContinued: false))
      }
      start = end + 1
    }
    return lines
  }

  private static func appendPieces(
    of line: ArraySlice<UInt8>, above limit: Int, to lines: inout [Piece]
  ) {
    var start = line.startIndex
    for index in line.indices {
      switch line[index] {
      case UInt8(ascii: ">"), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "{"),
        UInt8(ascii: "}"):
        append(line[start...index], above: limit, to: &lines)
        start = index + 1
      default: break
      }
    }
    if start < line.endIndex { append(line[start...], above: limit, to: &lines) }
  }

  /// Appends a piece, which is split further where it is too long.
  private static func append(
    _ piece: ArraySlice<UInt8>, above limit: Int, to lines: inout [Piece]
  ) {
    guard piece.count > limit, String(validating: piece, as: UTF8.self) != nil else {
      return lines.append(Piece(text: piece, isContinued: true))
    }
    var start = piece.startIndex
    for end in LongLineSplitter(Array(piece), isJSON: false, column: 0).ends {
      appendBlocks(of: piece[start..<piece.startIndex + end], above: limit, to: &lines)
      start = piece.startIndex + end
    }
  }

  /// The fewest bytes of a block that is cut from a piece without words.
  private static let blockSize = 48

  /// Appends a piece, in blocks that end where the bytes before their ends say so.
  private static func appendBlocks(
    of piece: ArraySlice<UInt8>, above limit: Int, to lines: inout [Piece]
  ) {
    var start = piece.startIndex
    while piece.endIndex - start > limit {
      var end = start + blockSize
      while end < start + limit / 2 {
        var hash = FNV1a<UInt32>()
        for byte in piece[end - 8..<end] { hash.add(byte) }
        if (hash.value ^ hash.value >> 16) & 31 == 0 { break }
        end += 1
      }
      // A character stays whole.
      while end < piece.endIndex, piece[end] & 0xC0 == 0x80 { end += 1 }
      lines.append(Piece(text: piece[start..<end], isContinued: true))
      start = end
    }
    if start < piece.endIndex { lines.append(Piece(text: piece[start...], isContinued: true)) }
  }
}
