#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#elseif canImport(Darwin)
  private import Darwin
#endif

extension CassetteListing {
  /// The facts known of a cassette before its first interaction is read.
  package struct Opening {
    /// The notices about another tool's recording, one line each.
    package var notices: [String]
    /// The number of interactions; an estimate for a cassette that is read in parts.
    package var total: Int
    /// True when the first interactions are known long before the last.
    package var isInParts: Bool
  }

  /// Reads a cassette from its first interaction to its last; of a large one the first are known
  /// after some kilobytes, and no more than a part of it is in memory.
  ///
  /// - Parameters:
  ///   - path: The path of a cassette, or of a journal, whose complete items count.
  ///   - opened: Called once, before the first interaction.
  ///   - body: Gets each interaction, its number from 1, and whether a reader should be shown what
  ///     is known by now, as the next one may take a while.
  /// - Throws: As the initializer and `interaction(at:)`, and what the closures throw.
  package static func read(
    _ path: String, opened: (Opening) throws -> Void,
    _ body: (_ interaction: Interaction, _ number: Int, _ endsPart: Bool) throws -> Void
  ) throws {
    var given = 0
    if let parts = Parts(path) {
      parts: while let part = parts.next() {
        if given == 0 {
          let total = part.count * (parts.size / max(1, part.bytes.count))
          try opened(Opening(notices: [], total: total, isInParts: true))
        }
        for index in 0..<part.count {
          guard let interaction = try? part.interaction(at: index) else { break parts }
          given += 1
          try body(interaction, given, index == part.count - 1)
        }
        if parts.isAtEnd { return }
      }
    }
    // A small file, one in another layout, and one with a fault, whose line only the whole file
    // shows.
    let listing = try CassetteListing(path: path)
    if given == 0 {
      let isInParts = listing.count > pageSize
      try opened(Opening(notices: listing.notices, total: listing.count, isInParts: isInParts))
    }
    for index in min(given, listing.count)..<listing.count {
      let endsPart = index == listing.count - 1 || index % pageSize == pageSize - 1
      try body(try listing.interaction(at: index), index + 1, endsPart)
    }
  }

  /// The number of interactions of a file read whole that a reader is shown at once.
  private static let pageSize = 1_000
}

/// The parts of a large cassette in the writer's layout, each a cassette of its own.
private final class Parts {
  /// The smallest file that is read in parts, in bytes.
  private static let smallestFile = 4 << 20
  /// The bytes of the first part: more rows than a terminal has lines, but for large bodies.
  private static let firstSize = 32 << 10
  private static let laterSize = 1 << 20
  /// Every item begins so, and within an item no line does.
  private static let itemStart = Array("\n- ".utf8)

  /// The size of the file.
  let size: Int
  /// True when the last part was returned.
  private(set) var isAtEnd = false

  private let path: String
  private let file: Int32
  /// The text above the interactions; nil before the first part.
  private var heading: [UInt8]?
  /// The bytes that were read and are in no part yet.
  private var rest: [UInt8] = []

  /// Opens a large file; nil for a small one, and for what is no regular file.
  init?(_ path: String) {
    guard !path.hasSuffix(RecordingSuffix.journal),
      let size = FileSystem.size(ofFile: path), size >= Self.smallestFile,
      size <= FileContents.maximumTextSize,
      let file = try? FileSystem.openFile(path, O_RDONLY)
    else { return nil }
    (self.path, self.size, self.file) = (path, size, file)
  }

  deinit { close(file) }

  /// The next part; nil when what comes next is not in the writer's layout, or has a fault.
  func next() -> CassetteFile? {
    var room = heading == nil ? Self.firstSize : Self.laterSize
    var cut: Int?
    repeat {
      // Without a text in it the file is refused by what reads it whole, which stops there as well.
      guard let piece = try? FileSystem.read(file, atMost: room),
        piece.first(0, from: 0, to: piece.count) == piece.count
      else { return nil }
      rest += piece
      isAtEnd = piece.count < room
      cut = isAtEnd ? rest.count : endOfItems
      room *= 2
    } while cut == nil
    guard let end = cut,
      let part = try? CassetteFile(path: path, content: (heading ?? []) + rest[..<end]),
      part.count > 0, part.range(ofItem: 0) != nil
    else { return nil }
    if heading == nil { heading = Array(part.prologue) }
    rest.removeSubrange(..<end)
    return part
  }

  /// The end of the last whole item of what was read; nil when there is none.
  private var endOfItems: Int? {
    guard let last = rest.lastRange(of: Self.itemStart),
      heading != nil || rest.firstRange(of: Self.itemStart) != last
    else { return nil }
    return last.lowerBound + 1
  }
}
