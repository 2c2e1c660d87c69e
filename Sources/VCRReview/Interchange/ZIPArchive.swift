import VCRCore

/// A ZIP archive, by its directory (APPNOTE.TXT of ZIP, §4.3).
struct ZIPArchive {
  /// A file in it.
  struct Entry {
    /// Its path.
    let name: String
    /// The bits that say how it was written (§4.4.4).
    fileprivate let flags: Int
    /// How it is packed (§4.4.5): 0 stored, 8 deflate.
    let method: Int
    fileprivate let checksum: UInt32
    fileprivate let packedSize: Int
    /// Its size by the directory.
    let size: Int
    fileprivate let start: Int

    /// True when it is stored or packed by deflate.
    var isKnownMethod: Bool { [0, 8].contains(method) }
  }

  private let bytes: [UInt8]

  /// The files in it.
  let entries: [Entry]

  /// The size of the record at the end of the directory (§4.3.16), without a comment.
  private static let endSize = 22

  /// The most files that are looked at.
  private static let limit = 1 << 16

  /// Reads the directory; nil for none that can be read, and for one of ZIP64.
  init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    // A comment of up to 64 KiB may follow.
    let first = max(0, bytes.count - Self.endSize - 0xFFFF)
    guard bytes.count >= Self.endSize,
      let end = (first...bytes.count - Self.endSize).last(where: {
        bytes[$0] == 0x50 && bytes[$0...].starts(with: [0x50, 0x4B, 5, 6])
      })
    else { return nil }
    let count = Self.number(bytes, end + 10, 2)
    var position = Self.number(bytes, end + 16, 4)
    guard count <= Self.limit, position <= end else { return nil }
    var entries: [Entry] = []
    for _ in 0..<count {
      guard position + 46 <= end, bytes[position...].starts(with: [0x50, 0x4B, 1, 2]) else {
        return nil
      }
      func number(_ offset: Int, _ size: Int) -> Int {
        Self.number(bytes, position + offset, size)
      }
      let nameEnd = position + 46 + number(28, 2)
      guard nameEnd <= end else { return nil }
      entries.append(
        Entry(
          name: String(decoding: bytes[position + 46..<nameEnd], as: UTF8.self),
          flags: number(8, 2), method: number(10, 2), checksum: UInt32(number(16, 4)),
          packedSize: number(20, 4), size: number(24, 4), start: number(42, 4)))
      position = nameEnd + number(30, 2) + number(32, 2)
    }
    self.entries = entries
  }

  private static func number(_ bytes: [UInt8], _ start: Int, _ size: Int) -> Int {
    bytes[start..<start + size].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// The content of a file.
  ///
  /// - Parameters:
  ///   - entry: The file.
  ///   - inflating: Decompresses it.
  ///   - limit: The most bytes that may come of it.
  /// - Returns: Its bytes; nil when they are more, for an encrypted one, for one that is packed in
  ///   another way than by deflate, and for one that is damaged.
  func content(
    of entry: Entry, inflating: ForeignCassette.Inflating, limit: Int
  ) -> [UInt8]? {
    let header = 30
    guard entry.flags & 1 == 0, entry.size <= limit, entry.start + header <= bytes.count,
      bytes[entry.start...].starts(with: [0x50, 0x4B, 3, 4])
    else { return nil }
    let start =
      entry.start + header + Self.number(bytes, entry.start + 26, 2)
      + Self.number(bytes, entry.start + 28, 2)
    guard start + entry.packedSize <= bytes.count else { return nil }
    let packed = Array(bytes[start..<start + entry.packedSize])
    let content =
      switch entry.method {
      case 0: packed
      case 8: inflating(packed, "deflate", entry.size)
      default: nil as [UInt8]?
      }
    guard let content, content.count == entry.size, CRC32.of(content) == entry.checksum else {
      return nil
    }
    return content
  }
}
