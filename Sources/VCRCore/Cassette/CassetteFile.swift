/// A cassette that was opened for reading: its items found, none decoded yet.
///
/// Opening looks for item boundaries only; a request is parsed when the index needs it and a body
/// is decoded when it is first asked for.
final class CassetteFile: Sendable {
  /// The path as it was given, for messages.
  let path: String

  /// How many interactions the file holds.
  var count: Int { 0 }

  /// Opens and scans a cassette.
  ///
  /// - Throws: `CassetteError` with file, line and column.
  init(path: String) throws {
    self.path = path
  }

  /// Scans a cassette that is in memory; the path is for messages.
  init(path: String, content: [UInt8]) throws {
    self.path = path
  }

  /// The line an item begins in, counted from 1.
  func position(ofItem index: Int) -> Int { 1 }

  /// The prologue as a rewritten file needs it: it ends in `interactions:` and a line feed.
  var prologueForRewriting: [UInt8] { CassetteWriter.prologue }

  /// The interaction at an index, decoded whole.
  func interaction(at index: Int) throws -> Interaction {
    throw CassetteError(path: path, line: 1, column: 1, reason: "no such interaction")
  }

  /// The request of an interaction alone.
  func request(at index: Int) throws -> Interaction.Request {
    try interaction(at: index).request
  }

  /// The rule of an interaction alone (`match:`, `times:`); nil for nearly all.
  func rule(at index: Int) throws -> Interaction.Rule? { nil }

  /// Calls the closure with the bytes of an item's method and URL when both can be had without
  /// parsing the whole item and the item has no rule of its own; returns nil when they cannot.
  func withMethodAndURL<Result>(
    at index: Int,
    _ body: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result? { nil }

  /// The text of an item as it stands in the file, from its `- ` to its final newline.
  func text(at index: Int) -> ArraySlice<UInt8> { [] }

  /// The text before the first item, to be kept when the file is rewritten.
  var prologue: ArraySlice<UInt8> { [] }
}
