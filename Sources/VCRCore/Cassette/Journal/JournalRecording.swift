#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#elseif canImport(Darwin)
  private import Darwin
#endif

/// When a request was under way, counted in requests.
package struct RequestSpan {
  /// The position of the request among all of its run.
  var start: Int
  /// The position of the first request that started when this one had been answered.
  var end: Int
}

/// What one run recorded, taken out of its journal.
package struct JournalRecording {
  /// The items in the order their requests started.
  let items: [JournalItem]
  /// When each request started and was answered; nil when the journal does not say.
  var spans: [RequestSpan]? {
    let spans = items.compactMap { item in item.next.map { RequestSpan(start: item.order, end: $0) }
    }
    return spans.count == items.count ? spans : nil
  }
  /// The items as a cassette of their own.
  let content: [UInt8]
  /// Where each item begins in it.
  let starts: [Int]

  /// Nothing.
  static let empty = JournalRecording(items: [], content: CassetteWriter.prologue, starts: [])

  /// Creates it from items and the cassette of them.
  init(items: [JournalItem], content: [UInt8], starts: [Int]) {
    self.items = items
    self.content = content
    self.starts = starts
  }

  /// Cuts items out of a journal, moving them together where they are: a large journal is in memory
  /// once.
  ///
  /// - Parameters:
  ///   - items: The items in the order they have in the journal.
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
