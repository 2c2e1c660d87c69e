import VCRLocks

/// Remembers what names mean, because texts repeat a few names.
struct NameMemo<Meaning: Sendable>: Sendable {
  private struct Entry {
    var count: Int
    var meaning: Meaning
  }

  /// One entry for each slot; empty until something is remembered.
  private var entries: [Entry?] = []
  /// The bytes of the names, ``longest`` for each slot.
  private var bytes: [UInt8] = []

  /// As many as the eight bits that a slot is chosen by tell apart.
  private static var slots: Int { 1 << 8 }

  /// Longer names are rare, and are looked up each time.
  private static var longest: Int { 32 }

  /// Returns the meaning of a name; nil if it was not met before, or was displaced by another.
  @inline(__always)
  func meaning(_ text: Span<UInt8>, of name: Range<Int>) -> Meaning? {
    guard !entries.isEmpty, !name.isEmpty else { return nil }
    let slot = Self.slot(text, name)
    guard let entry = entries[slot], entry.count == name.count else { return nil }
    var place = slot * Self.longest
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
      entries = Array(repeating: nil, count: Self.slots)
      bytes = Array(repeating: 0, count: Self.slots * Self.longest)
    }
    let slot = Self.slot(text, name)
    entries[slot] = Entry(count: name.count, meaning: meaning)
    var place = slot * Self.longest
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

/// The memos of names that one set of rules has, which outlive a text: the messages of a service
/// have the same names in all of them.
///
/// A search takes a memo for itself and hands it back, so that the lock is held for no look-up.
final class NameMemos<Meaning: Sendable>: Sendable {
  private let kept = Mutex<[NameMemo<Meaning>]>([])

  /// More searches than this seldom run at the same time.
  private static var most: Int { 8 }

  /// Takes a memo, which nobody else has.
  func take() -> NameMemo<Meaning> {
    kept.withLock { $0.popLast() } ?? NameMemo()
  }

  /// Hands a memo back, if a search has taken one.
  func handBack(_ memo: inout NameMemo<Meaning>?) {
    guard let last = memo else { return }
    memo = nil
    kept.withLock { if $0.count < Self.most { $0.append(last) } }
  }
}
