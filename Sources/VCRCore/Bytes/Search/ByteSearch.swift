#if canImport(Darwin)
  private import Darwin
#elseif canImport(Musl)
  private import Musl
#else
  private import Glibc
#endif
internal import CBytes

extension [UInt8] {
  /// True when the bytes occur somewhere in a range.
  package func contains(_ pattern: [UInt8], in range: Range<Int>) -> Bool {
    pattern.isEmpty || firstRange(of: pattern, in: range) != nil
  }

  /// The first place of a text; nil when there is none, or the text is empty.
  ///
  /// The standard library's search of this name, for any collection, takes a hundred times as long.
  package func firstRange(of pattern: [UInt8]) -> Range<Int>? {
    firstRange(of: pattern, in: indices)
  }

  /// The first place of a text from a position on.
  package func firstRange(of pattern: [UInt8], from start: Int) -> Range<Int>? {
    start < count ? firstRange(of: pattern, in: start..<count) : nil
  }

  /// The first place of a text in a range.
  package func firstRange(of pattern: [UInt8], in range: Range<Int>) -> Range<Int>? {
    self[range].firstRange(of: pattern)
  }

  /// The last place of a text.
  func lastRange(of text: [UInt8]) -> Range<Int>? {
    var last: Range<Int>?
    var start = 0
    while let found = firstRange(of: text, from: start) {
      last = found
      start = found.lowerBound + 1
    }
    return last
  }

  /// True when the bytes are at a position and end before `end`.
  package func holds(_ pattern: [UInt8], at start: Int, to end: Int) -> Bool {
    let size = pattern.count
    guard start >= 0, end <= count, size <= end - start else { return false }
    return unsafe withUnsafeBytes { text in
      unsafe pattern.withUnsafeBytes { pattern in
        guard let text = text.baseAddress, let pattern = pattern.baseAddress else { return true }
        return unsafe memcmp(text + start, pattern, size) == 0
      }
    }
  }

  /// True when the bytes are those at an address.
  @unsafe package func isEqual(to other: UnsafeBufferPointer<UInt8>) -> Bool {
    guard count == other.count, let start = other.baseAddress else {
      return isEmpty && other.isEmpty
    }
    return unsafe withUnsafeBytes { bytes in
      guard let first = bytes.baseAddress else { return true }
      return unsafe memcmp(first, start, bytes.count) == 0
    }
  }

  /// The number of leading bytes that ranges of this array and another one have in common.
  ///
  /// - Parameters:
  ///   - range: Where to look in this array.
  ///   - other: The other one.
  ///   - otherRange: Where to look in the other.
  /// - Returns: The length of the common prefix.
  package func commonPrefixLength(
    _ range: Range<Int>, _ other: [UInt8], _ otherRange: Range<Int>
  ) -> Int {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    precondition(otherRange.lowerBound >= 0 && otherRange.upperBound <= other.count)
    let limit = Swift.min(range.count, otherRange.count)
    return unsafe withUnsafeBytes { leftBytes in
      unsafe other.withUnsafeBytes { rightBytes in
        guard let leftBase = leftBytes.baseAddress, let rightBase = rightBytes.baseAddress
        else { return 0 }
        let left = unsafe leftBase + range.lowerBound
        let right = unsafe rightBase + otherRange.lowerBound
        var index = 0
        while index + 8 <= limit {
          let one = unsafe left.loadUnaligned(fromByteOffset: index, as: UInt64.self)
          let other = unsafe right.loadUnaligned(fromByteOffset: index, as: UInt64.self)
          let difference = one ^ other
          if difference != 0 {
            return index + UInt64(littleEndian: difference).trailingZeroBitCount / 8
          }
          index += 8
        }
        while index < limit {
          let one = unsafe left.load(fromByteOffset: index, as: UInt8.self)
          let other = unsafe right.load(fromByteOffset: index, as: UInt8.self)
          if one != other { break }
          index += 1
        }
        return index
      }
    }
  }

  /// The number of trailing bytes that this array and another one have in common.
  package func commonSuffixLength(_ other: [UInt8]) -> Int {
    let limit = Swift.min(count, other.count)
    return unsafe withUnsafeBytes { left in
      unsafe other.withUnsafeBytes { right in
        var length = 0
        while length + 8 <= limit {
          let one = unsafe left.loadUnaligned(
            fromByteOffset: left.count - length - 8, as: UInt64.self)
          let other = unsafe right.loadUnaligned(
            fromByteOffset: right.count - length - 8, as: UInt64.self)
          if one != other { break }
          length += 8
        }
        while length < limit,
          unsafe left[left.count - length - 1] == right[right.count - length - 1]
        {
          length += 1
        }
        return length
      }
    }
  }

  /// The index of the first line feed in a range, or the range's end.
  package func firstNewline(from start: Int, to end: Int) -> Int {
    first(0x0A, from: start, to: end)
  }

  /// The start of the line that contains a position, not before a limit.
  ///
  /// - Parameters:
  ///   - position: The position; at a line feed it is in the line that this ends.
  ///   - limit: The first index to look at.
  /// - Returns: The index after the last line feed before the position, or the limit.
  package func startOfLine(_ position: Int, from limit: Int) -> Int {
    guard limit < position else { return limit }
    precondition(limit >= 0 && position <= count)
    return unsafe withUnsafeBytes { bytes in
      var index = position
      // The bytes of eight that have a line feed are tested singly, from the last.
      while index - 8 >= limit, let base = bytes.baseAddress {
        if unsafe ByteWord(base + index - 8).firstIndex(of: 0x0A) < 8 { break }
        index -= 8
      }
      while index > limit, unsafe bytes[index - 1] != 0x0A { index -= 1 }
      return index
    }
  }

  /// The index of the first byte with this value in a range, or the range's end.
  package func first(_ byte: UInt8, from start: Int, to end: Int) -> Int {
    guard start < end else { return end }
    precondition(start >= 0 && end <= count)
    return unsafe withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress,
        let found = unsafe memchr(base + start, Int32(byte), end - start)
      else { return end }
      return unsafe UnsafeRawPointer(found) - base
    }
  }
}

extension Span<UInt8> {
  /// The position of a byte in a range, or nil.
  package func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
    guard !range.isEmpty else { return nil }
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    return unsafe withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress,
        let found = unsafe memchr(base + range.lowerBound, Int32(byte), range.count)
      else { return nil }
      return unsafe UnsafeRawPointer(found) - base
    }
  }
}

extension ArraySlice<UInt8> {
  /// The first place of a text; nil when there is none, or the text is empty.
  ///
  /// As for an array, in place of the standard library's search.
  package func firstRange(of pattern: [UInt8]) -> Range<Int>? {
    guard !pattern.isEmpty else { return nil }
    let anchor = RareByte.position(in: pattern)
    let rare = Int32(pattern[anchor])
    let start = startIndex
    return unsafe withUnsafeBytes { text in
      unsafe pattern.withUnsafeBytes { pattern in
        guard let base = text.baseAddress, let wanted = pattern.baseAddress else { return nil }
        var index = 0
        while index + pattern.count <= text.count {
          let rest = text.count - pattern.count + 1 - index
          guard let found = unsafe memchr(base + index + anchor, rare, rest) else { return nil }
          let place = unsafe UnsafeRawPointer(found) - base - anchor
          if unsafe memcmp(base + place, wanted, pattern.count) == 0 {
            return start + place..<start + place + pattern.count
          }
          index = place + 1
        }
        return nil
      }
    }
  }

  /// True when all bytes are printable ASCII, tabs and line feeds.
  package var isPlainASCII: Bool {
    unsafe withUnsafeBufferPointer { unsafe vcr_is_plain_ascii($0.baseAddress, $0.count) != 0 }
  }
}

/// The byte of a pattern by which it is looked for.
private enum RareByte {
  /// The position of the byte, among the first ones, that texts have least of.
  static func position(in pattern: [UInt8]) -> Int {
    let commonness = commonness
    var best = 0
    for index in 1..<max(1, min(pattern.count, 12))
    where commonness[Int(pattern[index])] < commonness[Int(pattern[best])] {
      best = index
    }
    return best
  }

  /// How common each byte is in JSON and other texts; 0 for those that stand in few of them.
  private static let commonness = {
    var commonness = [UInt8](repeating: 0, count: 256)
    // From the rarest to those that stand everywhere.
    let order = "zqjxkv/_-.ybgwpf9876543210mucdlhrsnioate:,\n \""
    for (index, byte) in order.utf8.enumerated() { commonness[Int(byte)] = UInt8(index + 1) }
    return commonness
  }()
}

extension StringProtocol {
  /// True where two opening braces follow one another, as they do before the name of a placeholder.
  ///
  /// Asked of each header field of each request, where `contains` of a text costs more than the
  /// rest of a replay does.
  package var hasDoubleBrace: Bool {
    guard utf8.contains(UInt8(ascii: "{")) else { return false }
    return zip(utf8, utf8.dropFirst()).contains { $0 == UInt8(ascii: "{") && $0 == $1 }
  }
}
