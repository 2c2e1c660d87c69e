/// One item of a journal: an interaction's text and its place among the others.
package struct JournalItem: Sendable, Equatable {
  /// The number of the run that wrote it.
  var run: Int
  /// The mode of that run.
  var mode: RecordMode
  /// The position of the request's start among all requests of its run.
  var order: Int
  /// The position of the first request that started after the item was written; nil when the
  /// journal does not record it.
  var next: Int?
  /// The old interaction that the request followed, -1 for none; nil where the mode needs no such
  /// place.
  var anchor: Int?
  /// True when the item stands for all that was written before it about the same request.
  var isReplacement = false
  /// True when the exchange went on after it: it counts only where no other item of the request
  /// says how that ended.
  var isUnfinished = false
  /// The digests of the values that got their numbers since the item before it.
  var values: ValueDigests?
  /// The temporary file to which the response's body is on its way; nil for none.
  var spool: String?
  /// The text of the item as the cassette holds it, which is in two pieces of the journal.
  var head: Range<Int>
  var tail: Range<Int>

  private static let spoolKey = Array("  spool: ".utf8)
  private static let valuesKey = Array("  values: ".utf8)
  private static let runKey = Array("  run: ".utf8)
  private static let orderKey = Array("  order: ".utf8)
  static let endKey = ItemKey.recordedAt.lineStart
  private static let anchorMark = " after "
  private static let replacementMark = " instead"
  private static let unfinishedMark = " so far"
  private static let lineFeed = UInt8(ascii: "\n")

  /// Puts the keys `spool`, `values`, `run` and `order` before the last line of an item's text.
  ///
  /// - Parameters:
  ///   - item: The item's text.
  ///   - place: The offset in the journal at which the item will be.
  ///   - run: The number of the run.
  ///   - mode: The mode of the run.
  ///   - order: The position of the request's start among all requests of the run.
  ///   - next: The position of the next request to start.
  ///   - anchor: The old interaction that the request followed; nil where that does not matter.
  ///   - isReplacement: Whether it stands for what was written before it about the same request.
  ///   - isUnfinished: Whether the exchange goes on.
  ///   - values: The digests of the values that got their numbers since the item before it.
  ///   - spool: The temporary file to which the response's body is on its way; nil for none.
  init(
    marking item: inout [UInt8], at place: Int, run: Int, mode: RecordMode, order: Int, next: Int,
    anchor: Int? = nil, isReplacement: Bool, isUnfinished: Bool = false,
    values: ValueDigests? = nil, spool: String? = nil
  ) {
    let lastLine = Self.startOfLastLine(item, in: item.indices)
    let ending =
      (isReplacement ? Self.replacementMark : "") + (isUnfinished ? Self.unfinishedMark : "")
    var marks = spool.map { Self.spoolKey + $0.utf8 + [Self.lineFeed] } ?? []
    marks += values.map { Self.valuesKey + $0.words + [Self.lineFeed] } ?? []
    let after = anchor.map { Self.anchorMark + "\($0)" } ?? ""
    marks += "  run: \(run) \(mode.rawValue)\n".utf8
    marks += "  order: \(order) \(next)\(after)\(ending)\n".utf8
    head = place..<place + lastLine
    tail = place + lastLine + marks.count..<place + item.count + marks.count
    item.insert(contentsOf: marks, at: lastLine)
    self.run = run
    self.mode = mode
    self.order = order
    self.next = next
    self.anchor = anchor
    self.isReplacement = isReplacement
    self.isUnfinished = isUnfinished
    self.values = values
    self.spool = spool
  }

  /// True when a journal has an item at this place.
  func isWhole(in content: [UInt8]) -> Bool {
    tail.upperBound <= content.count && content[tail.upperBound - 1] == Self.lineFeed
      && content.holds(Self.endKey, at: tail.lowerBound, to: tail.upperBound)
      && [Self.runKey, Self.valuesKey, Self.spoolKey].contains {
        content.holds($0, at: head.upperBound, to: tail.lowerBound)
      }
  }

  /// Reads a marked item back; nil when it is not complete.
  ///
  /// - Parameters:
  ///   - content: The journal's bytes.
  ///   - range: The range of the item in them.
  init?(marked content: [UInt8], in range: Range<Int>) {
    let end = Self.startOfLastLine(content, in: range)
    let orderLine = Self.startOfLastLine(content, in: range.lowerBound..<end)
    let runLine = Self.startOfLastLine(content, in: range.lowerBound..<orderLine)
    guard content[range.upperBound - 1] == Self.lineFeed,
      content.holds(Self.endKey, at: end, to: range.upperBound),
      content.holds(Self.orderKey, at: orderLine, to: end),
      case let (orders, isUnfinished) = Self.without(
        Self.unfinishedMark, content[(orderLine + Self.orderKey.count)..<(end - 1)]),
      case let (orders, isReplacement) = Self.without(Self.replacementMark, orders),
      case let (orders, anchor) = Self.withoutAnchor(orders),
      let (order, next) = Self.orders(orders),
      content.holds(Self.runKey, at: runLine, to: orderLine)
    else { return nil }
    let words = content[(runLine + Self.runKey.count)..<(orderLine - 1)]
    guard let space = words.firstIndex(of: UInt8(ascii: " ")),
      let run = Self.number(words[..<space]),
      let mode = RecordMode(rawValue: String(decoding: words[(space + 1)...], as: UTF8.self))
    else { return nil }
    self.run = run
    self.mode = mode
    self.order = order
    self.next = next
    self.anchor = anchor
    self.isReplacement = isReplacement
    self.isUnfinished = isUnfinished
    let valuesLine = Self.startOfLastLine(content, in: range.lowerBound..<runLine)
    values =
      content.holds(Self.valuesKey, at: valuesLine, to: runLine)
      ? ValueDigests(words: content[(valuesLine + Self.valuesKey.count)..<(runLine - 1)]) : nil
    let marks = values == nil ? runLine : valuesLine
    let spoolLine = Self.startOfLastLine(content, in: range.lowerBound..<marks)
    let isSpooled = content.holds(Self.spoolKey, at: spoolLine, to: marks)
    spool =
      isSpooled
      ? String(decoding: content[(spoolLine + Self.spoolKey.count)..<(marks - 1)], as: UTF8.self)
      : nil
    head = range.lowerBound..<(isSpooled ? spoolLine : marks)
    tail = end..<range.upperBound
  }

  private static func startOfLastLine(_ content: [UInt8], in range: Range<Int>) -> Int {
    content.startOfLine(range.upperBound - 1, from: range.lowerBound)
  }

  private static func without(
    _ mark: String, _ text: ArraySlice<UInt8>
  ) -> (orders: ArraySlice<UInt8>, isMarked: Bool) {
    let mark = mark.utf8
    guard text.suffix(mark.count).elementsEqual(mark) else { return (text, false) }
    return (text.dropLast(mark.count), true)
  }

  private static func withoutAnchor(
    _ text: ArraySlice<UInt8>
  ) -> (orders: ArraySlice<UInt8>, anchor: Int?) {
    guard let mark = text.firstRange(of: Array(anchorMark.utf8)),
      let anchor = Int(String(decoding: text[mark.upperBound...], as: UTF8.self))
    else { return (text, nil) }
    return (text[..<mark.lowerBound], anchor)
  }

  /// The positions of an item's request and of the first one that started after its response.
  private static func orders(_ text: ArraySlice<UInt8>) -> (order: Int, next: Int?)? {
    guard let space = text.firstIndex(of: UInt8(ascii: " ")) else {
      return number(text).map { ($0, nil) }
    }
    guard let order = number(text[..<space]), let next = number(text[(space + 1)...]) else {
      return nil
    }
    return (order, next)
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    // Nine digits never overflow.
    guard (1...9).contains(digits.count) else { return nil }
    var number = 0
    for digit in digits {
      guard digit.isASCIIDigit else { return nil }
      number = number * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return number
  }
}
