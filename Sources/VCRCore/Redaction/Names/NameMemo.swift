/// Remembers what names mean, because texts repeat a few names.
struct NameMemo<Meaning: Sendable>: Sendable {
  private struct Entry {
    var count: Int
    var meaning: Meaning
  }

  /// Two entries for each slot, the later one first; empty until something is remembered.
  ///
  /// Of some thirty names of a service two are often for one slot, and would displace each other
  /// all the time if that had room for one.
  private var entries: [Entry?] = []
  /// The bytes of the names, ``longest`` for each entry.
  private var bytes: [UInt8] = []

  /// As many as the eight bits that a slot is chosen by tell apart.
  private static var slots: Int { 1 << 8 }

  /// Longer names are rare, and are looked up each time.
  private static var longest: Int { 32 }

  /// Returns the meaning of a name; nil if it was not met before, or was displaced by another.
  @inline(__always)
  func meaning(_ text: Span<UInt8>, of name: Range<Int>) -> Meaning? {
    guard !entries.isEmpty, !name.isEmpty else { return nil }
    let first = 2 * Self.slot(text, name)
    return meaning(text, of: name, at: first) ?? meaning(text, of: name, at: first + 1)
  }

  @inline(__always)
  private func meaning(_ text: Span<UInt8>, of name: Range<Int>, at position: Int) -> Meaning? {
    guard let entry = entries[position], entry.count == name.count else { return nil }
    var place = position * Self.longest
    for index in name {
      if bytes[place] != text[index] { return nil }
      place += 1
    }
    return entry.meaning
  }

  /// Remembers what a name means.
  mutating func note(_ meaning: Meaning, _ text: Span<UInt8>, of name: Range<Int>) {
    guard !name.isEmpty, name.count <= Self.longest else { return }
    if entries.isEmpty {
      entries = Array(repeating: nil, count: 2 * Self.slots)
      bytes = Array(repeating: 0, count: 2 * Self.slots * Self.longest)
    }
    let position = 2 * Self.slot(text, name)
    var place = position * Self.longest
    if let displaced = entries[position] {
      entries[position + 1] = displaced
      for index in place..<place + displaced.count { bytes[index + Self.longest] = bytes[index] }
    }
    entries[position] = Entry(count: name.count, meaning: meaning)
    for index in name {
      bytes[place] = text[index]
      place += 1
    }
  }

  @inline(__always)
  private static func slot(_ text: Span<UInt8>, _ name: Range<Int>) -> Int {
    let first = UInt32(text[name.lowerBound])
    let middle = UInt32(text[name.lowerBound + name.count / 2])
    let last = UInt32(text[name.upperBound - 1])
    let key = first | middle << 8 | last << 16 | UInt32(truncatingIfNeeded: name.count) << 24
    return Int((key &* 0x9E37_79B1) >> 24)
  }
}
