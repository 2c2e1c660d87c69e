import VCRCore

/// The lines in which items begin.
///
/// Items must be requested in ascending order, so that the lines of a file are counted once.
struct ItemLines {
  private let file: CassetteFile
  private var position = 0
  private var lineFeeds = 0

  /// Starts at the first line.
  init(_ file: CassetteFile) { self.file = file }

  /// The line of an item, counted from 1.
  mutating func line(ofItem index: Int) -> Int {
    guard let range = file.range(ofItem: index) else { return file.position(ofItem: index) }
    lineFeeds += file.bytes[position..<range.lowerBound].count { $0 == UInt8(ascii: "\n") }
    position = range.lowerBound
    return lineFeeds + 1
  }
}
