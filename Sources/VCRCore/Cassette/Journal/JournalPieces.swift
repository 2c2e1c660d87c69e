/// The items of a journal that are about one request: the pieces of a WebSocket or of a response
/// that goes on, or a response and the same with what came after its last announced byte.
///
/// The messages of a WebSocket are written as they pass, each with those that came together, so
/// that a kill loses none that was delivered and the cost of one does not depend on those before
/// it. Each piece is an item of its own, which any reader understands, with the position of the one
/// request that opened the connection. The first has the whole request and the head of the
/// response; the last says how the conversation ended, and every other that it was interrupted.
///
/// So it is with a response that its client gets while it lasts: each piece has the part of its
/// body, and of a call's request, that came since the one before, or stands for all of these. At
/// the end the whole exchange is written, and no piece counts any more. Without that end, the
/// pieces are an exchange that broke off where the recording was interrupted.
enum JournalPieces {
  private static let messagesLine = Array(
    "\(String(repeating: " ", count: ItemKey.column))\(ItemKey.messages.rawValue):\n".utf8)
  /// The keys that may follow the messages.
  private static let ends = [ItemKey.error, .left, .seconds].map { $0.lineStart.dropLast() }

  /// True unless no item of a text has messages.
  static func mayHaveMessages(_ text: [UInt8]) -> Bool {
    text.contains(messagesLine, in: text.indices)
  }

  /// The items of a journal, one for each request.
  ///
  /// - Parameters:
  ///   - items: The items in the order they were written.
  ///   - content: The journal's bytes, at the end of which the joined texts are added.
  /// - Returns: The items, a joined one in the place of its first piece.
  static func joined(_ items: [JournalItem], in content: inout [UInt8]) -> [JournalItem] {
    struct Place: Hashable {
      var run: Int
      var order: Int
    }
    var groups: [Place: [Int]] = [:]
    groups.reserveCapacity(items.count)
    for (index, item) in items.enumerated() {
      groups[Place(run: item.run, order: item.order), default: []].append(index)
    }
    guard groups.count < items.count else { return items }
    var result: [JournalItem] = []
    for (index, item) in items.enumerated() {
      let pieces = groups[Place(run: item.run, order: item.order)] ?? [index]
      guard pieces.first == index else { continue }
      result.append(pieces.count == 1 ? item : one(of: pieces.map { items[$0] }, in: &content))
    }
    return result
  }

  private static func one(of items: [JournalItem], in content: inout [UInt8]) -> JournalItem {
    let ended = items.filter { !$0.isUnfinished }
    if ended.isEmpty {
      return unfinished(items[(items.lastIndex(where: \.isReplacement) ?? 0)...], in: &content)
    }
    return ended.count == 1 ? ended[0] : one(ofEnded: ended, in: &content)
  }

  private static func one(
    ofEnded items: [JournalItem], in content: inout [UInt8]
  ) -> JournalItem {
    guard var last = items.last, last.isReplacement else { return join(items, in: &content) }
    // The client had its response when the first was written.
    last.next = items.first?.next
    return last
  }

  /// Joins the bodies of the pieces of an exchange that has no end.
  private static func unfinished(
    _ pieces: ArraySlice<JournalItem>, in content: inout [UInt8]
  ) -> JournalItem {
    guard var joined = pieces.first, let end = pieces.last else {
      preconditionFailure("a group of pieces is never empty")
    }
    guard pieces.count > 1,
      let text = UnfinishedExchange(pieces.map { content[$0.head] + content[$0.tail] })?.text
    else { return joined }
    joined.head = content.count..<content.count + text.count
    content += text
    joined.tail = content.count..<content.count
    joined.next = end.next
    return joined
  }

  private static func join(_ pieces: [JournalItem], in content: inout [UInt8]) -> JournalItem {
    let parts = pieces.map { split(content, $0.head) }
    guard var joined = pieces.first, let first = parts.first, let last = parts.last,
      let end = pieces.last
    else { preconditionFailure("a group of pieces is never empty") }
    let start = content.count
    content += Array(content[first.beginning])
    if parts.contains(where: { !$0.list.isEmpty }) { content += messagesLine }
    for part in parts { content += Array(content[part.list]) }
    content += Array(content[last.end])
    let tail = content.count
    content += Array(content[end.tail])
    joined.head = start..<tail
    joined.tail = tail..<content.count
    joined.next = end.next
    return joined
  }

  /// Divides an item's text into what comes before its messages, their list, and what comes after.
  private static func split(
    _ content: [UInt8], _ range: Range<Int>
  ) -> (beginning: Range<Int>, list: Range<Int>, end: Range<Int>) {
    var list: Range<Int>?
    var line = range.lowerBound
    while line < range.upperBound {
      let next = min(content.firstNewline(from: line, to: range.upperBound) + 1, range.upperBound)
      defer { line = next }
      if let open = list {
        guard isKey(content, line, range.upperBound) else { continue }
        return (
          range.lowerBound..<open.lowerBound - messagesLine.count, open.lowerBound..<line,
          line..<range.upperBound
        )
      }
      if content.holds(messagesLine, at: line, to: range.upperBound) {
        list = next..<range.upperBound
      } else if ends.contains(where: { content.holds(Array($0), at: line, to: range.upperBound) }) {
        return (range.lowerBound..<line, line..<line, line..<range.upperBound)
      }
    }
    let end = range.upperBound..<range.upperBound
    guard let list else { return (range, end, end) }
    return (range.lowerBound..<list.lowerBound - messagesLine.count, list, end)
  }

  /// True for a line with a key of the item itself.
  private static func isKey(_ content: [UInt8], _ line: Int, _ end: Int) -> Bool {
    line + 2 < end && content[line] == 0x20 && content[line + 1] == 0x20
      && content[line + 2].isASCIILetter
  }
}
