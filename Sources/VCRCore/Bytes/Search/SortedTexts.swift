internal import CBytes

/// Texts in the order of their groups, bytes and numbers, in which those with a common beginning
/// stand next to each other.
struct SortedTexts: Sendable {
  /// The bytes that hold all texts.
  private let bytes: [UInt8]
  private let texts: [vcr_text]

  /// Sorts texts.
  ///
  /// - Parameters:
  ///   - texts: The texts, by their places in the bytes.
  ///   - bytes: The bytes.
  init(_ texts: [vcr_text], in bytes: [UInt8]) {
    var texts = texts
    unsafe texts.withUnsafeMutableBufferPointer { texts in
      unsafe vcr_sort_texts(texts.baseAddress, texts.count, bytes)
    }
    self.texts = texts
    self.bytes = bytes
  }

  /// How many there are.
  var count: Int { texts.count }

  /// The number of the text at a place.
  func number(at place: Int) -> Int { Int(texts[place].number) }

  /// The bytes of the text at a place.
  func text(at place: Int) -> ArraySlice<UInt8> { bytes[range(at: place)] }

  /// The places of a group.
  func places(ofGroup group: Int, from start: Int = 0) -> Range<Int> {
    let first = (start..<count).partitioningIndex { texts[$0].group >= group }
    return first..<(first..<count).partitioningIndex { texts[$0].group > group }
  }

  /// The places of a sorted range that have a text.
  func places(of text: [UInt8], in range: Range<Int>) -> Range<Int> {
    let first = range.partitioningIndex { isBehind($0, text, orSame: true) }
    let end = (first..<range.upperBound).partitioningIndex { isBehind($0, text, orSame: false) }
    return first..<end
  }

  /// The places of those texts in some ranges that have the lowest numbers, in the order of these.
  ///
  /// - Parameters:
  ///   - count: The most texts.
  ///   - ranges: The ranges of places.
  /// - Returns: The places.
  func first(_ count: Int, in ranges: [Range<Int>]) -> [Int] {
    unsafe [UInt](unsafeUninitializedCapacity: count) { chosen, found in
      for range in ranges {
        precondition(range.lowerBound >= 0 && range.upperBound <= texts.count)
        unsafe found = vcr_choose_first(
          texts, range.lowerBound, range.upperBound, chosen.baseAddress, found, count)
      }
    }.map { Int($0) }
  }

  /// How many bytes the text at a place has in common with another from its beginning.
  func common(_ place: Int, _ other: [UInt8]) -> Int {
    bytes.commonPrefixLength(range(at: place), other, other.indices)
  }

  private func range(at place: Int) -> Range<Int> {
    let start = Int(texts[place].start)
    return start..<start + texts[place].length
  }

  /// True when a text comes behind another one in the order of their bytes, or is the same.
  private func isBehind(_ place: Int, _ other: [UInt8], orSame isSameToo: Bool) -> Bool {
    let range = range(at: place)
    let length = common(place, other)
    if length == range.count || length == other.count {
      return isSameToo ? range.count >= other.count : range.count > other.count
    }
    return bytes[range.lowerBound + length] > other[length]
  }
}
