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
  private static let limit = 1 << 18

  /// The stand-in for a number of four bytes that has eight elsewhere (ZIP64, §4.5.3).
  private static let elsewhere = 0xFFFF_FFFF

  /// Reads the directory; nil for none that can be read.
  init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    // A comment of up to 64 KiB may follow.
    let first = max(0, bytes.count - Self.endSize - 0xFFFF)
    guard bytes.count >= Self.endSize,
      let end = (first...bytes.count - Self.endSize).last(where: {
        bytes[$0] == 0x50 && bytes[$0...].starts(with: [0x50, 0x4B, 5, 6])
      })
    else { return nil }
    guard let (count, place) = Self.directory(bytes, endingAt: end),
      (0...Self.limit).contains(count), (0...end).contains(place)
    else { return nil }
    var position = place
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
      let extraEnd = nameEnd + number(30, 2)
      guard extraEnd <= end else { return nil }
      let numbers = Self.numbers(
        [number(24, 4), number(20, 4), number(42, 4)], bytes, nameEnd..<extraEnd)
      entries.append(
        Entry(
          name: String(decoding: bytes[position + 46..<nameEnd], as: UTF8.self),
          flags: number(8, 2), method: number(10, 2), checksum: UInt32(number(16, 4)),
          packedSize: numbers[1], size: numbers[0], start: numbers[2]))
      position = extraEnd + number(32, 2)
    }
    self.entries = entries
  }

  /// The number of entries and the place of the first, by the record at the end of the directory,
  /// or that of ZIP64 before it (§4.3.14, §4.3.15); nil where the latter is not there.
  private static func directory(_ bytes: [UInt8], endingAt end: Int) -> (count: Int, start: Int)? {
    let (count, start) = (number(bytes, end + 10, 2), number(bytes, end + 16, 4))
    guard count == 0xFFFF || start == elsewhere else { return (count, start) }
    let (locator, size) = (end - 20, 56)
    guard locator >= 0, bytes[locator...].starts(with: [0x50, 0x4B, 6, 7]) else {
      return count == 0xFFFF && start != elsewhere ? (count, start) : nil
    }
    let record = number(bytes, locator + 8, 8)
    guard record >= 0, record <= locator - size, bytes[record...].starts(with: [0x50, 0x4B, 6, 6])
    else { return nil }
    return (number(bytes, record + 32, 8), number(bytes, record + 48, 8))
  }

  /// The numbers of an entry, of which those that stand elsewhere are in its extra field of ZIP64,
  /// in this order, as .NET writes them for files of any size.
  private static func numbers(
    _ numbers: [Int], _ bytes: [UInt8], _ extra: Range<Int>
  ) -> [Int] {
    var start = extra.lowerBound
    while start + 4 <= extra.upperBound {
      let end = start + 4 + number(bytes, start + 2, 2)
      guard end <= extra.upperBound else { break }
      defer { start = end }
      guard number(bytes, start, 2) == 1 else { continue }
      var next = start + 4
      return numbers.map { value in
        guard value == elsewhere, next + 8 <= end else { return value }
        defer { next += 8 }
        return max(number(bytes, next, 8), 0)
      }
    }
    return numbers
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
    guard entry.flags & 1 == 0, entry.size <= limit, entry.start <= bytes.count - header,
      bytes[entry.start...].starts(with: [0x50, 0x4B, 3, 4])
    else { return nil }
    let start =
      entry.start + header + Self.number(bytes, entry.start + 26, 2)
      + Self.number(bytes, entry.start + 28, 2)
    guard start <= bytes.count, entry.packedSize <= bytes.count - start else { return nil }
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
