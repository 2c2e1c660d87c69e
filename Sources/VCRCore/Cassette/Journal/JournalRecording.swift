#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#elseif canImport(Darwin)
  private import Darwin
#endif

/// The recording of one run, taken out of its journal.
package struct JournalRecording {
  /// The items in the order in which their requests started.
  let items: [JournalItem]
  /// The span of each request; nil when the journal does not record it.
  var spans: [RequestSpan]? {
    let spans = items.compactMap { item in item.next.map { RequestSpan(start: item.order, end: $0) }
    }
    return spans.count == items.count ? spans : nil
  }
  /// For each item the old interaction that its request followed; nil when that is not known, or
  /// the cassette does not have as many.
  func anchors(in cassette: CassetteFile) -> [Int]? {
    let anchors = items.compactMap { item in
      item.anchor.flatMap { (-1..<cassette.count).contains($0) ? $0 : nil }
    }
    return anchors.count == items.count ? anchors : nil
  }

  /// The items as a cassette of their own.
  let content: [UInt8]
  /// The start of each item in the content.
  let starts: [Int]

  /// Nothing.
  static let empty = JournalRecording(items: [], content: CassetteWriter.prologue, starts: [])

  /// Creates a recording from items and the cassette that they form.
  init(items: [JournalItem], content: [UInt8], starts: [Int]) {
    self.items = items
    self.content = content
    self.starts = starts
  }

  /// Cuts items out of a journal and moves them together in place, so that a large journal is in
  /// memory once.
  ///
  /// - Parameters:
  ///   - items: The items in their order in the journal.
  ///   - journal: The journal's bytes.
  init(_ items: [JournalItem], cutOutOf journal: consuming [UInt8]) {
    var end = CassetteWriter.prologue.count
    var starts: [Int] = []
    starts.reserveCapacity(items.count)
    unsafe journal.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      for item in items {
        starts.append(end)
        unsafe memmove(base + end, base + item.head.lowerBound, item.head.count)
        end += item.head.count
        unsafe memmove(base + end, base + item.tail.lowerBound, item.tail.count)
        end += item.tail.count
      }
    }
    journal.removeSubrange(min(end, journal.count)...)
    self.items = items
    content = journal
    self.starts = starts
  }
}
