/// A set of names with look-up that ignores case and separators (`-`, `_`, `.`, spaces and
/// brackets).
///
/// A look-up is one pass over the name and allocates nothing.
package struct SecretNames: Sendable {
  private var hashes: [UInt64] = []
  private var names: [[UInt8]] = []

  /// The names in lower case without separators.
  package var folded: [[UInt8]] { names }

  /// Creates a set.
  package init(_ names: some Sequence<String>) {
    for name in names { insert(name) }
  }

  /// True if the set has no names.
  var isEmpty: Bool { names.isEmpty }

  /// Adds a name.
  mutating func insert(_ name: String) {
    let folded = name.utf8.compactMap { Self.separators.contains($0) ? nil : $0.asciiLowercased }
    guard !folded.isEmpty, !contains(folded.view, in: folded.indices) else { return }
    let hash = Self.hash(folded.view, folded.indices)
    let index = hashes.firstIndex { $0 >= hash } ?? hashes.count
    hashes.insert(hash, at: index)
    names.insert(folded, at: index)
  }

  /// True when the name is one of the set.
  package func contains(_ name: String) -> Bool {
    name.withUTF8Span { contains($0, in: 0..<$0.count) }
  }

  /// The part of a name that is in the set: the whole name, or the last key of a name that
  /// frameworks split (`user[password]`); nil if neither is.
  package func member(of name: [UInt8]) -> Range<Int>? {
    if contains(name.view, in: name.indices) { return name.indices }
    guard name.last == UInt8(ascii: "]"), let open = name.lastIndex(of: UInt8(ascii: "[")) else {
      return nil
    }
    let key = open + 1..<name.count - 1
    return contains(name.view, in: key) ? key : nil
  }

  /// True when the name in a range of a text is one of the set.
  package func contains(_ text: Span<UInt8>, in range: Range<Int>) -> Bool {
    let hash = Self.hash(text, range)
    var low = 0
    var high = hashes.count
    while low < high {
      let middle = (low + high) / 2
      if hashes[middle] < hash { low = middle + 1 } else { high = middle }
    }
    while low < hashes.count, hashes[low] == hash {
      if Self.isEqual(text, range, names[low]) { return true }
      low += 1
    }
    return false
  }

  private static let separators = ByteSet("-_. []")

  private static func isEqual(_ text: Span<UInt8>, _ range: Range<Int>, _ folded: [UInt8]) -> Bool {
    var position = 0
    for index in range where !separators.contains(text[index]) {
      guard position < folded.count, text[index].asciiLowercased == folded[position] else {
        return false
      }
      position += 1
    }
    return position == folded.count
  }

  /// The hash of a name without case and separators.
  ///
  /// A collision only costs a comparison.
  private static func hash(_ text: Span<UInt8>, _ range: Range<Int>) -> UInt64 {
    var hash = FNV1a<UInt64>()
    for index in range where !separators.contains(text[index]) {
      hash.add(text[index].asciiLowercased)
    }
    return hash.value
  }
}
