/// Compressed data within a text: a file of gzip, what zlib makes, an entry of a ZIP archive.
struct CompressedData {
  /// The format that wraps the compression of RFC 1951.
  enum Wrapper: String, CaseIterable {
    /// RFC 1952.
    case gzip
    /// RFC 1950.
    case zlib
    /// Nothing.
    case deflate

    /// The content in this wrapper, stored as it is (RFC 1951 §3.2.4): which of many equivalent
    /// compressions a service chose is not known.
    func encode(_ content: [UInt8]) -> [UInt8] {
      switch self {
      case .gzip:
        [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF] + Self.stored(content)
          + CRC32.of(content).bigEndianBytes(4).reversed()
          + content.count.bigEndianBytes(4).reversed()
      case .zlib:
        [0x78, 0x01] + Self.stored(content) + CompressedData.adler32(content).bigEndianBytes(4)
      case .deflate: Self.stored(content)
      }
    }

    private static func stored(_ content: [UInt8]) -> [UInt8] {
      var output: [UInt8] = []
      var start = 0
      repeat {
        let end = min(content.count, start + 0xFFFF)
        let (low, high) = (UInt8((end - start) & 0xFF), UInt8((end - start) >> 8))
        output += [end == content.count ? 1 : 0, low, high, ~low, ~high] + content[start..<end]
        start = end
      } while start < content.count
      return output
    }
  }

  /// Where it stands, with its wrapper.
  let range: Range<Int>
  /// The format around the compression.
  let wrapper: Wrapper
  /// The decompressed bytes, as far as there are any.
  let content: [UInt8]
  /// True where the text ends before the data do.
  var isCutOff = false

  /// Finds the next compressed data.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - start: Where to begin.
  ///   - budget: How many bytes may be made of them; what they are is taken from it.
  /// - Returns: The data; nil when there are no more.
  static func next(
    in text: Span<UInt8>, from start: Int, _ budget: inout Int
  ) -> CompressedData? {
    // Few texts have the first byte of any.
    var gzip = text.firstIndex(of: 0x1F, in: start..<text.count)
    var zip = zipMark(text, from: start)
    var zlib = zlibMark(text, from: start)
    while budget > 0 {
      let index = min(gzip ?? text.count, zip ?? text.count, zlib ?? text.count)
      guard index < text.count else { return nil }
      if index == gzip {
        if let found = inGzip(text, at: index, &budget) { return found }
        gzip = text.firstIndex(of: 0x1F, in: index + 1..<text.count)
      } else if index == zip {
        if let found = inZIP(text, at: index, &budget) { return found }
        zip = zipMark(text, from: index + 1)
      } else {
        if let found = inZlib(text, at: index, &budget) { return found }
        zlib = zlibMark(text, from: index + 1)
      }
    }
    return nil
  }

  /// The whole text as compressed data without a wrapper, as SAML has it in URLs.
  static func whole(_ text: Span<UInt8>, _ budget: inout Int) -> CompressedData? {
    guard text.count >= 8, mayBeginBlock(text) else { return nil }
    let inflation = Inflation(text, from: 0, limit: budget)
    budget -= inflation.content.count
    guard inflation.end == .complete, inflation.position == text.count else { return nil }
    return CompressedData(range: text.indices, wrapper: .deflate, content: inflation.content)
  }

  /// False for bytes that begin no block (RFC 1951 §3.2.3), as those of most other data do not.
  private static func mayBeginBlock(_ text: Span<UInt8>) -> Bool {
    switch text[0] >> 1 & 3 {
    case 0: text[1] == ~text[3] && text[2] == ~text[4]
    case 1: true
    // At most 286 codes of literals and lengths, and 30 of distances (§3.2.7).
    case 2: text[0] >> 3 <= 29 && text[1] & 0x1F <= 29
    default: false
    }
  }

  // MARK: - Wrappers

  private static func inGzip(
    _ text: Span<UInt8>, at index: Int, _ budget: inout Int
  ) -> CompressedData? {
    guard index + 18 <= text.count, text[index + 1] == 0x8B, text[index + 2] == 8,
      let start = endOfGzipHeader(text, at: index)
    else { return nil }
    // A file that was cut off or is broken still shows its beginning.
    return found(text, at: index, start, .gzip, trailer: 8, acceptsBroken: true, &budget)
  }

  /// The position after a header (RFC 1952 §2.3).
  private static func endOfGzipHeader(_ text: Span<UInt8>, at index: Int) -> Int? {
    let flags = text[index + 3]
    guard flags < 0x20 else { return nil }
    var end = index + 10
    if flags & 4 != 0 { end += 2 + Int(text[end]) + Int(text[end + 1]) << 8 }
    for flag in [UInt8(8), 16] where flags & flag != 0 {
      guard end < text.count, let zero = text.firstIndex(of: 0, in: end..<text.count) else {
        return nil
      }
      end = zero + 1
    }
    if flags & 2 != 0 { end += 2 }
    return end < text.count ? end : nil
  }

  private static func zlibMark(_ text: Span<UInt8>, from start: Int) -> Int? {
    var index = start
    while let first = text.firstIndex(of: 0x78, in: index..<text.count) {
      // RFC 1950 §2.2: a multiple of 31, without a dictionary.
      if first + 6 <= text.count {
        switch text[first + 1] {
        case 0x01, 0x5E, 0x9C, 0xDA: return first
        default: break
        }
      }
      index = first + 1
    }
    return nil
  }

  private static func inZlib(
    _ text: Span<UInt8>, at index: Int, _ budget: inout Int
  ) -> CompressedData? {
    found(text, at: index, index + 2, .zlib, trailer: 4, acceptsBroken: false, &budget)
  }

  private static func zipMark(_ text: Span<UInt8>, from start: Int) -> Int? {
    var index = start
    while let first = text.firstIndex(of: 0x04, in: index..<text.count) {
      if first >= start + 3, text.equals("PK\u{3}", in: first - 3..<first) { return first - 3 }
      index = first + 1
    }
    return nil
  }

  /// An entry of an archive (APPNOTE.TXT of ZIP, §4.3.7).
  private static func inZIP(
    _ text: Span<UInt8>, at index: Int, _ budget: inout Int
  ) -> CompressedData? {
    func number(_ offset: Int) -> Int {
      Int(text[index + offset]) | Int(text[index + offset + 1]) << 8
    }
    guard index + 30 < text.count, number(8) == 8, number(6) & 1 == 0 else { return nil }
    let start = index + 30 + number(26) + number(28)
    guard start < text.count else { return nil }
    return found(text, at: start, start, .deflate, trailer: 0, acceptsBroken: true, &budget)
  }

  private static func found(
    _ text: Span<UInt8>, at index: Int, _ start: Int, _ wrapper: Wrapper, trailer: Int,
    acceptsBroken: Bool, _ budget: inout Int
  ) -> CompressedData? {
    let inflation = Inflation(text, from: start, limit: budget)
    // Hostile texts begin much that is none.
    budget -= max(64, inflation.content.count)
    switch inflation.end {
    case .complete, .cutOff: break
    case .broken where acceptsBroken, .tooLong where acceptsBroken: break
    case .broken, .tooLong: return nil
    }
    guard !inflation.content.isEmpty else { return nil }
    let end =
      inflation.end == .complete
      ? min(text.count, inflation.position + trailer) : inflation.position
    return CompressedData(
      range: index..<end, wrapper: wrapper, content: inflation.content,
      isCutOff: inflation.end == .cutOff)
  }

  /// Where data begin that go on behind a part of a text; nil where none do.
  static func startOfOpen(_ text: Span<UInt8>, from start: Int) -> Int? {
    var budget = 16 << 20 + 8 * text.count
    var index = start
    while let data = next(in: text, from: index, &budget) {
      if data.isCutOff { return data.range.lowerBound }
      index = max(index + 1, data.range.upperBound)
    }
    return nil
  }

  // MARK: - Checksum

  private static func adler32(_ bytes: [UInt8]) -> UInt32 {
    var (low, high): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      low = (low + UInt32(byte)) % 65521
      high = (high + low) % 65521
    }
    return high << 16 | low
  }
}
