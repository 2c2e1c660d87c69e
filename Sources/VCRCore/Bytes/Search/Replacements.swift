/// Places in a text, ascending and disjoint, each with the bytes that replace it.
package struct Replacements: Sendable {
  /// One place.
  package struct Item: Sendable {
    /// The range of the old bytes.
    package var range: Range<Int>
    /// The new bytes.
    package var bytes: [UInt8]

    /// Creates a place with its new bytes.
    package init(range: Range<Int>, bytes: [UInt8]) {
      self.range = range
      self.bytes = bytes
    }
  }

  /// The places in ascending order.
  package private(set) var items: [Item] = []

  /// Creates a list without places.
  package init() {}

  /// True when nothing changes.
  package var isEmpty: Bool { items.isEmpty }

  /// Adds a place after all others, unless it holds the new bytes already.
  package mutating func add(_ range: Range<Int>, _ bytes: [UInt8], in text: Span<UInt8>) {
    var isSame = range.count == bytes.count
    if isSame {
      for offset in bytes.indices where text[range.lowerBound + offset] != bytes[offset] {
        isSame = false
        break
      }
    }
    if !isSame { items.append(Item(range: range, bytes: bytes)) }
  }

  /// Adds places after all others.
  package mutating func add(_ others: Replacements, in text: Span<UInt8>) {
    for item in others.items { add(item.range, item.bytes, in: text) }
  }

  /// The union of these places and others, without those of the others that overlap these.
  package func merged(with others: Replacements) -> Replacements {
    guard !others.isEmpty else { return self }
    var merged: [Item] = []
    merged.reserveCapacity(items.count + others.items.count)
    var next = 0
    for other in others.items {
      // Both lists are in order, so each place is compared with its neighbours alone.
      while next < items.count, items[next].range.upperBound <= other.range.lowerBound {
        merged.append(items[next])
        next += 1
      }
      let isFree = next == items.count || !items[next].range.overlaps(other.range)
      if isFree { merged.append(other) }
    }
    var union = self
    union.items = merged + items[next...]
    return union
  }

  /// Changes the new bytes of a place.
  package mutating func replace(_ index: Int, with bytes: [UInt8]) { items[index].bytes = bytes }

  /// The text with the new bytes; every other byte is unchanged.
  package func applied(to text: Span<UInt8>) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(text.count + items.count * 16)
    var copied = 0
    for item in items {
      output.append(text, copied..<item.range.lowerBound)
      output.append(contentsOf: item.bytes)
      copied = item.range.upperBound
    }
    output.append(text, copied..<text.count)
    return output
  }

  /// A text with the new bytes.
  package func applied(to text: String) -> String {
    guard !isEmpty else { return text }
    return text.withUTF8Span { String(decoding: applied(to: $0), as: UTF8.self) }
  }
}

extension [UInt8] {
  /// The bytes with something else in place of each range.
  ///
  /// - Parameters:
  ///   - ranges: Ranges in ascending order, none of which overlaps another.
  ///   - mark: The bytes that stand in the place of each.
  /// - Returns: The rest with the marks.
  package func replacing(_ ranges: [Range<Int>], by mark: [UInt8]) -> [UInt8] {
    var rest: [UInt8] = []
    var end = 0
    for range in ranges {
      rest += self[end..<range.lowerBound]
      rest += mark
      end = range.upperBound
    }
    return rest + self[end...]
  }
}
