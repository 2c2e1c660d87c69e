/// One item of a journal: an interaction's text and the place it has among the others.
struct JournalItem: Sendable, Equatable {
  /// The number of the run that wrote it.
  var run: Int
  /// The mode of that run.
  var mode: RecordMode
  /// The position of the request's start among all requests of its run.
  var order: Int
  /// The item's text as the cassette is to hold it, in the two pieces that stand in the journal.
  private let head: ArraySlice<UInt8>
  private let tail: ArraySlice<UInt8>

  /// The item's text as the cassette is to hold it.
  var text: [UInt8] { Array(head + tail) }

  /// Appends the item's text.
  func append(to content: inout [UInt8]) {
    content.append(contentsOf: head)
    content.append(contentsOf: tail)
  }

  /// How many bytes the text has.
  var count: Int { head.count + tail.count }

  private static let runKey = Array("  run: ".utf8)
  private static let orderKey = Array("  order: ".utf8)
  static let endKey = Array("  recorded_at: ".utf8)
  private static let lineFeed = UInt8(ascii: "\n")

  /// An item's text with the keys `run` and `order` before its last line.
  static func marking(_ item: [UInt8], run: Int, mode: RecordMode, order: Int) -> [UInt8] {
    let lastLine = startOfLastLine(item[...])
    let marks = "  run: \(run) \(mode.rawValue)\n  order: \(order)\n"
    return item[..<lastLine] + Array(marks.utf8) + item[lastLine...]
  }

  /// Reads a marked item back; nil when it is not complete.
  init?(marked: ArraySlice<UInt8>) {
    let end = Self.startOfLastLine(marked)
    guard marked.last == Self.lineFeed, marked[end...].starts(with: Self.endKey) else { return nil }
    let orderLine = Self.startOfLastLine(marked[..<end])
    let runLine = Self.startOfLastLine(marked[..<orderLine])
    guard
      let order = Self.value(marked[orderLine..<end], after: Self.orderKey).flatMap({ Int($0) }),
      let runAndMode = Self.value(marked[runLine..<orderLine], after: Self.runKey)?
        .split(separator: " "), runAndMode.count == 2,
      let run = Int(runAndMode[0]), let mode = RecordMode(rawValue: String(runAndMode[1]))
    else { return nil }
    self.run = run
    self.mode = mode
    self.order = order
    head = marked[..<runLine]
    tail = marked[end...]
  }

  private static func startOfLastLine(_ text: ArraySlice<UInt8>) -> Int {
    var index = text.endIndex - 1
    while index > text.startIndex, text[index - 1] != lineFeed { index -= 1 }
    return max(index, text.startIndex)
  }

  private static func value(_ line: ArraySlice<UInt8>, after key: [UInt8]) -> String? {
    guard line.starts(with: key), line.last == lineFeed else { return nil }
    return String(decoding: line.dropFirst(key.count).dropLast(), as: UTF8.self)
  }
}

/// What a journal holds that no recording has open any more.
struct JournalLeftover: Sendable {
  /// The line that ends the journal of a run that failed.
  static let failureMark = Array("# The run failed: only `vcr recover` takes this up.\n".utf8)

  /// The complete items, in the order they were written.
  private(set) var items: [JournalItem] = []

  /// How many bytes from the start hold the complete items.
  private(set) var completeLength = 0

  /// True when a torn item was dropped.
  private(set) var isTorn = false

  /// True when the run that wrote it failed, rather than was interrupted.
  let isFailed: Bool

  /// Finds the complete items in a journal's content.
  init(_ content: [UInt8]) {
    isFailed = content.suffix(Self.failureMark.count).elementsEqual(Self.failureMark)
    let body = isFailed ? content.dropLast(Self.failureMark.count) : content[...]
    guard body.starts(with: CassetteWriter.prologue) else {
      isTorn = !body.isEmpty
      return
    }
    completeLength = CassetteWriter.prologue.count
    var start = completeLength
    while start < body.count {
      let end = Self.endOfItem(content, from: start, to: body.endIndex)
      guard let item = JournalItem(marked: body[start..<end]) else {
        isTorn = true
        return
      }
      items.append(item)
      completeLength = end
      start = end
    }
  }

  /// The position after an item: of the next line that begins with `- `, or the end.
  private static func endOfItem(_ content: [UInt8], from start: Int, to limit: Int) -> Int {
    let (dash, blank) = (UInt8(ascii: "-"), UInt8(ascii: " "))
    var search = start
    while search < limit {
      let end = content.firstNewline(from: search, to: limit)
      if end + 2 < limit, content[end + 1] == dash, content[end + 2] == blank { return end + 1 }
      search = end + 1
    }
    return limit
  }

  /// The items' texts.
  var texts: [ArraySlice<UInt8>] { items.map { $0.text[...] } }

  /// The items run by run, each run in the order its requests started.
  var runs: [[JournalItem]] {
    Dictionary(grouping: items, by: \.run).sorted { $0.key < $1.key }
      .map { $0.value.sorted(by: Self.startedEarlier) }
  }

  /// By the start of the request, ties broken by content, so that two runs give the same file.
  static func startedEarlier(_ left: JournalItem, _ right: JournalItem) -> Bool {
    left.order != right.order
      ? left.order < right.order : left.text.lexicographicallyPrecedes(right.text)
  }
}
