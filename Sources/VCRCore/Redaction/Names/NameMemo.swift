/// Remembers what the names in one text mean, because most texts repeat a few names.
///
/// It holds places in the text and no names, so that a name is compared with the bytes where it was
/// met before.
struct NameMemo<Meaning> {
  private struct Entry {
    var name: Range<Int>
    var meaning: Meaning
  }

  /// One entry for each slot; empty until something is remembered.
  private var entries: [Entry?] = []

  /// As many as the seven bits that a slot is chosen by tell apart.
  private static var slots: Int { 1 << 7 }

  /// Texts below this size repeat too few names.
  private static var smallest: Int { 512 }

  /// Returns the meaning of a name; nil if it was not met before, or was displaced by another.
  @inline(__always)
  func meaning(_ text: Span<UInt8>, of name: Range<Int>) -> Meaning? {
    guard !entries.isEmpty, !name.isEmpty, let entry = entries[Self.slot(text, name)],
      entry.name.count == name.count
    else { return nil }
    let distance = entry.name.lowerBound - name.lowerBound
    for index in name where text[index] != text[index + distance] { return nil }
    return entry.meaning
  }

  /// Remembers what a name means.
  mutating func note(_ meaning: Meaning, _ text: Span<UInt8>, of name: Range<Int>) {
    guard text.count >= Self.smallest, !name.isEmpty else { return }
    if entries.isEmpty { entries = Array(repeating: nil, count: Self.slots) }
    entries[Self.slot(text, name)] = Entry(name: name, meaning: meaning)
  }

  @inline(__always)
  private static func slot(_ text: Span<UInt8>, _ name: Range<Int>) -> Int {
    let first = UInt32(text[name.lowerBound])
    let middle = UInt32(text[name.lowerBound + name.count / 2])
    let last = UInt32(text[name.upperBound - 1])
    let key = first | middle << 8 | last << 16 | UInt32(truncatingIfNeeded: name.count) << 24
    return Int((key &* 0x9E37_79B1) >> 25)
  }
}
