/// The contents of a journal that no recording has open any more.
package struct JournalLeftover: Sendable {
  /// The line that ends the journal of a run that failed.
  static let failureMark = Array("# The run failed: only `vcr recover` takes this up.\n".utf8)

  /// The complete items, in the order they were written.
  package private(set) var items: [JournalItem] = []

  /// The number of bytes at the start that hold the complete items.
  package private(set) var completeLength = 0

  /// The digests of the values of each run that has any, by its number.
  private(set) var digests: [Int: ValueDigests] = [:]

  /// The salt of these digests; nil where there are none.
  var salt: String? { digests.min { $0.key < $1.key }?.value.salt }

  /// True when a torn item was dropped.
  private(set) var isTorn = false

  /// True when the run that wrote it failed, false when it was interrupted.
  let isFailed: Bool

  /// The journal's bytes, to which the ranges of the items refer.
  private var content: [UInt8]

  /// Finds the complete items in a journal's content.
  package init(_ content: [UInt8]) {
    self.content = content
    isFailed = content.suffix(Self.failureMark.count).elementsEqual(Self.failureMark)
    let limit = content.count - (isFailed ? Self.failureMark.count : 0)
    guard content.holds(CassetteWriter.prologue, at: 0, to: limit) else {
      isTorn = limit > 0
      return
    }
    completeLength = CassetteWriter.prologue.count
    while completeLength < limit {
      let end = Self.endOfItem(content, from: completeLength, to: limit)
      guard let item = JournalItem(marked: content, in: completeLength..<end) else {
        isTorn = true
        break
      }
      items.append(item)
      if let values = item.values {
        digests[item.run, default: ValueDigests(salt: values.salt)].add(values)
      }
      completeLength = end
    }
    items = JournalPieces.joined(items, in: &self.content)
  }

  /// Takes a journal's content whose items are known.
  ///
  /// - Parameters:
  ///   - content: The journal's bytes.
  ///   - written: The items of one run, in the order they were written.
  package init(_ content: [UInt8], written: [JournalItem]) {
    guard written.allSatisfy({ $0.isWhole(in: content) }) else {
      // Another process wrote to the file.
      self = JournalLeftover(content)
      return
    }
    self.content = content
    completeLength = content.count
    isFailed = false
    items = JournalPieces.joined(written, in: &self.content)
  }

  /// The position after an item: of the next line that begins with `- `, or the end.
  private static func endOfItem(_ content: [UInt8], from start: Int, to limit: Int) -> Int {
    let (dash, space) = (UInt8(ascii: "-"), UInt8(ascii: " "))
    var search = start
    while search < limit {
      let end = content.firstNewline(from: search, to: limit)
      if end + 2 < limit, content[end + 1] == dash, content[end + 2] == space { return end + 1 }
      search = end + 1
    }
    return limit
  }

  /// The items' texts.
  var texts: [ArraySlice<UInt8>] { items.map { text(of: $0)[...] } }

  /// An item's text as the cassette holds it.
  private func text(of item: JournalItem) -> [UInt8] {
    Array(content[item.head] + content[item.tail])
  }

  /// The same without some items.
  ///
  /// - Parameter isRemoved: Whether an item is left out, by its text.
  /// - Returns: The rest.
  func removing(_ isRemoved: (ArraySlice<UInt8>) throws -> Bool) rethrows -> JournalLeftover {
    var rest = self
    try rest.items.removeAll { try isRemoved(text(of: $0)[...]) }
    return rest
  }

  /// The numbers of the runs in ascending order.
  var runs: [Int] { Set(items.map(\.run)).sorted() }

  /// The recording of a run, in the order in which its requests started.
  ///
  /// - Parameter run: The run's number.
  /// - Returns: Its interactions as a cassette of their own.
  consuming func recording(ofRun run: Int) -> JournalRecording {
    var items = items.filter { $0.run == run }
    let isInPlace = zip(items, items.dropFirst()).allSatisfy {
      $0.order < $1.order && $0.head.lowerBound < $1.head.lowerBound
    }
    if isInPlace {
      // The only reference to the bytes is handed over, so that they are not copied.
      let bytes = content
      content = []
      return JournalRecording(items, cutOutOf: bytes)
    }
    items.sort(by: startedEarlier)
    var joined = CassetteWriter.prologue
    joined.reserveCapacity(content.count)
    var starts: [Int] = []
    starts.reserveCapacity(items.count)
    for item in items {
      starts.append(joined.count)
      joined += content[item.head]
      joined += content[item.tail]
    }
    return JournalRecording(items: items, content: joined, starts: starts)
  }

  /// Sorts by the start of the request and then by content, so that two runs give the same file.
  private func startedEarlier(_ left: JournalItem, _ right: JournalItem) -> Bool {
    left.order != right.order
      ? left.order < right.order : text(of: left).lexicographicallyPrecedes(text(of: right))
  }
}
