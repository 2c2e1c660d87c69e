import VCRCore

/// A long list of a page, of which a browser makes only the beginning when it opens the page.
///
/// The rest is in `noscript` elements: where scripts run, a browser takes their content for one
/// text each, which costs next to nothing, and ``HTMLPage/script`` makes elements of it when a
/// reader comes near, searches, or does nothing for a moment. Without scripts all of it is there at
/// once. A section that is longer than a piece of the list is closed and opened again between two
/// pieces.
struct DeferredList {
  /// A section of the list, by the HTML that begins and ends it.
  struct Section {
    /// The text that begins it.
    var start: String
    /// The text that begins each further part of it.
    var again: String
    /// The text that ends it, and each part of it.
    var end: String
  }

  /// The number of entries that are made when the page is opened.
  private static let firstCount = 80
  /// The number of entries of each further piece.
  private static let count = 40
  /// The bytes of HTML after which a piece is long enough.
  private static let size = 64 << 10

  /// The HTML of all pieces before the one that is being written.
  private var pieces = ""
  /// The HTML of the piece that is being written.
  private var piece = ""
  private var entries = 0
  private var height = 0
  private var isFirst = true
  private var section: Section?

  /// The bytes of HTML so far.
  var utf8Count: Int { pieces.utf8.count + piece.utf8.count }

  /// Begins a section.
  mutating func begin(_ section: Section) {
    endPieceIfLong()
    piece += section.start
    self.section = section
  }

  /// Ends the section.
  ///
  /// - Parameter last: The HTML below its last entry.
  mutating func end(with last: String = "") {
    piece += last + (section?.end ?? "")
    section = nil
  }

  /// Appends an entry to the section.
  ///
  /// - Parameters:
  ///   - height: About how high it is, in pixels.
  ///   - write: Appends its HTML.
  mutating func append(height: Int, _ write: (inout String) -> Void) {
    endPieceIfLong()
    write(&piece)
    entries += 1
    self.height += height
  }

  /// The HTML of the whole list.
  consuming func html() -> String {
    endPiece()
    return pieces
  }

  private mutating func endPieceIfLong() {
    guard entries >= (isFirst ? Self.firstCount : Self.count) || piece.utf8.count >= Self.size,
      entries > 0
    else { return }
    if let section { piece += section.end }
    endPiece()
    if let section { piece += section.again }
  }

  private mutating func endPiece() {
    if isFirst {
      pieces = piece
    } else if !piece.isEmpty {
      pieces += "<div class=rest data-height=\(height)><noscript>\n"
      pieces += piece
      pieces += "</noscript></div>\n"
    }
    (piece, entries, height, isFirst) = ("", 0, 0, false)
  }
}
