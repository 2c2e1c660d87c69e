/// A set of names with look-up that ignores case and separators (`-`, `_`, `.`, spaces and
/// brackets).
///
/// A look-up is one pass over the name and allocates nothing.
package struct SecretNames: Sendable {
  private var names: [[UInt8]] = []
  private var hashes: [UInt64] = []
  /// The places of names by their hashes, each one more than it is, and 0 for none; at most half of
  /// the slots are taken, and a name is in the first free slot from that of its hash on.
  private var slots: [UInt32] = []
  /// Names of separators alone, of which nothing would be left: `_`, and the empty one.
  private var bare: Set<[UInt8]> = []

  /// The names in lower case without separators.
  package var folded: [[UInt8]] { names }

  /// Creates a set.
  package init(_ names: some Sequence<String>) {
    for name in names { insert(name) }
  }

  /// True if the set has no names.
  var isEmpty: Bool { names.isEmpty && bare.isEmpty }

  /// Adds a name.
  mutating func insert(_ name: String) {
    let separators = Self.separators
    let folded = name.utf8.compactMap { separators.contains($0) ? nil : $0.asciiLowercased }
    guard !folded.isEmpty else {
      bare.insert(Array(name.utf8))
      return
    }
    guard !contains(folded.view, in: folded.indices) else { return }
    names.append(folded)
    hashes.append(Self.hash(folded.view, folded.indices))
    if names.count * 2 > slots.count {
      slots = [UInt32](repeating: 0, count: max(16, slots.count * 2))
      for index in names.indices { place(index) }
    } else {
      place(names.count - 1)
    }
  }

  private mutating func place(_ name: Int) {
    var slot = Self.slot(hashes[name], of: slots.count)
    while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = UInt32(name + 1)
  }

  private static func slot(_ hash: UInt64, of count: Int) -> Int {
    Int(truncatingIfNeeded: hash ^ hash >> 32) & (count - 1)
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
    return !key.isEmpty && contains(name.view, in: key) ? key : nil
  }

  /// True when the name in a range of a text is one of the set.
  package func contains(_ text: Span<UInt8>, in range: Range<Int>) -> Bool {
    if !bare.isEmpty, range.allSatisfy({ Self.separators.contains(text[$0]) }) {
      return bare.contains(range.map { text[$0] })
    }
    guard !slots.isEmpty else { return false }
    let hash = Self.hash(text, range)
    var slot = Self.slot(hash, of: slots.count)
    while slots[slot] != 0 {
      let name = Int(slots[slot]) - 1
      if hashes[name] == hash, Self.isEqual(text, range, names[name]) { return true }
      slot = (slot + 1) & (slots.count - 1)
    }
    return false
  }

  private static let separators = ByteSet("-_. []")

  private static func isEqual(_ text: Span<UInt8>, _ range: Range<Int>, _ folded: [UInt8]) -> Bool {
    let separators = separators
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
    // A local copy is read without a call.
    let separators = separators
    var hash = FNV1a<UInt64>()
    for index in range where !separators.contains(text[index]) {
      hash.add(text[index].asciiLowercased)
    }
    return hash.value
  }
}
