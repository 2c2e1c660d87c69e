/// A text that belongs to no message: the text of a cassette outside its messages (comments,
/// unknown keys, methods, names of header fields), or all of a file that cannot be read.
package struct UnreadText {
  /// The text, in which a name is before its value.
  package private(set) var text: [UInt8] = []

  /// The origin of a piece of the text.
  package struct Place {
    /// The line in the file, counted from 1.
    package var line: Int
    /// The number of the interaction, counted from 1; nil for none.
    package var item: Int?
    /// A description for reports; empty for raw text.
    package var words: String
  }

  private var pieces: [(start: Int, place: Place)] = []

  /// True when there is no text.
  package var isEmpty: Bool { text.isEmpty }

  /// Creates an empty text.
  package init() {}

  /// Creates a text from raw bytes.
  ///
  /// - Parameters:
  ///   - raw: The text.
  ///   - firstLine: The line of the file in which it begins, counted from 1.
  ///   - item: The number of the interaction, or nil.
  package init(raw: ArraySlice<UInt8>, firstLine: Int, item: Int? = nil) {
    append(raw: raw, firstLine: firstLine, item: item)
  }

  /// The parts of a text that may be looked at one after the other, so that of a large text no
  /// second copy is held: each ends with a line, where possible with an empty one, and within a
  /// longer line behind a value.
  package static func parts(of text: [UInt8]) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var start = 0
    while start < text.count {
      var end = min(start + partSize, text.count)
      if end < text.count {
        let lines = text[max(start, end - partSize / 8)..<end]
        let line = lines.lastIndex(of: lineFeed).map { $0 + 1 }
        let empty = lines.indices.dropFirst().last {
          text[$0] == lineFeed && text[$0 - 1] == lineFeed
        }
        end =
          empty.map { $0 + 1 } ?? line ?? endOfValue(in: lines)
          ?? text.firstNewline(from: end, to: text.count)
      }
      parts.append(start..<end)
      start = end
    }
    return parts
  }

  private static let partSize = 4 << 20

  /// Where the last value of a list or of an object ends, with its comma, or the last word of a
  /// sentence; nil in what has neither.
  private static func endOfValue(in text: ArraySlice<UInt8>) -> Int? {
    let places = text.indices.dropFirst()
    let comma = places.last { text[$0] == UInt8(ascii: ",") && ends.contains(text[$0 - 1]) }
    let space = { places.last { text[$0] == 0x20 && ByteSet.alphanumeric.contains(text[$0 - 1]) } }
    return (comma ?? space()).map { $0 + 1 }
  }

  private static let ends = ByteSet("\"'}])")

  /// Adds raw text; only the first element of a list is moved next to the list's name.
  mutating func append(raw: ArraySlice<UInt8>, firstLine: Int, item: Int?) {
    guard !raw.isEmpty else { return }
    let start = text.count
    text += raw
    if text.last != Self.lineFeed { text.append(Self.lineFeed) }
    // A place every few thousand bytes keeps the search for a line short, also in a file that is
    // one line.
    var (line, last) = (firstLine, start)
    pieces.append((start, Place(line: line, item: item, words: "")))
    for index in start..<text.count {
      if text[index] == Self.lineFeed { line += 1 }
      guard index + 1 - last >= 4096 else { continue }
      last = index + 1
      pieces.append((last, Place(line: line, item: item, words: "")))
    }
    joinLists(from: start)
  }

  /// Adds a name and its value, or a text without a name.
  mutating func append(
    _ name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>?, line: Int, item: Int?, _ words: String
  ) {
    pieces.append((text.count, Place(line: line, item: item, words: words)))
    text += name
    if let value { text += [UInt8(ascii: ":"), UInt8(ascii: " ")] + value }
    text.append(Self.lineFeed)
  }

  /// Removes everything.
  mutating func removeAll() {
    text.removeAll(keepingCapacity: true)
    pieces.removeAll(keepingCapacity: true)
  }

  private static let lineFeed = UInt8(ascii: "\n")

  /// The replacement for a list's dash or bracket, so that a line still has a recognisable end.
  private static let joint = UInt8(ascii: "\t")

  /// Moves the first element of each list next to its name, byte for byte.
  private mutating func joinLists(from start: Int) {
    var index = start
    while let colon = text[index...].firstIndex(of: UInt8(ascii: ":")) {
      index = colon + 1
      var end = index
      while end < text.count, JSONLayout.isWhiteSpace(text[end]) { end += 1 }
      guard end + 1 < text.count else { return }
      let isBlock = text[end] == UInt8(ascii: "-") && text[end + 1] == 0x20
      let isFlow = text[end] == UInt8(ascii: "[")
      guard isBlock ? end > index : isFlow else { continue }
      var element = end + 1
      while element < text.count, JSONLayout.isWhiteSpace(text[element]) { element += 1 }
      for place in index..<element {
        text[place] = text[place] == Self.lineFeed ? Self.joint : 0x20
      }
      index = element
    }
  }

  // MARK: - Places

  /// The origin of an offset of the text.
  package func place(of offset: Int) -> Place {
    let next = pieces.partitioningIndex { $0.start > offset }
    guard next > 0 else { return Place(line: 1, words: "") }
    var place = pieces[next - 1].place
    place.line += text[pieces[next - 1].start..<offset].count {
      $0 == Self.lineFeed || $0 == Self.joint
    }
    return place
  }

  /// The name of the value that begins at an offset; empty for none.
  package func name(before offset: Int) -> ArraySlice<UInt8> {
    let quotes = ByteSet(" \t\"'\\")
    var end = offset
    while end > 0, quotes.contains(text[end - 1]) { end -= 1 }
    guard end > 0, text[end - 1] == UInt8(ascii: ":") || text[end - 1] == UInt8(ascii: "=") else {
      return []
    }
    end -= 1
    while end > 0, quotes.contains(text[end - 1]) { end -= 1 }
    var start = end
    while start > 0, ByteSet.word.contains(text[start - 1]) { start -= 1 }
    return text[start..<end]
  }

  // MARK: - Secrets

  /// The secrets of the text, in order, with their replacements.
  package func secrets(_ redactor: Redactor) -> [Replacements.Item] {
    // Names and values on lines of their own are most similar to a stream of events.
    let response = Interaction.Response(
      status: 200, headers: ["Content-Type": "text/event-stream"], body: Body(text))
    let redacted = redactor.redacting(
      Interaction(request: Interaction.Request(url: ""), outcome: .response(response)))
    guard case .response(let changed) = redacted.outcome else { return [] }
    let edits =
      changed.body.bytes == text ? [] : TextDifference.edits(from: text, to: changed.body.bytes)
    // A line may be a header field, whose name has more meaning there than in a text.
    var all: [Replacements.Item] = []
    var next = 0
    for field in fields(redactor.redaction) {
      while next < edits.count, edits[next].range.lowerBound < field.range.upperBound {
        all.append(edits[next])
        next += 1
      }
      if all.last.map({ $0.range.upperBound <= field.range.lowerBound }) ?? true {
        all.append(field)
      }
    }
    return all + edits[next...]
  }

  /// The secrets of the lines that may be header fields.
  private func fields(_ redaction: Redaction) -> [Replacements.Item] {
    let secrets = HeaderSecrets(redaction: redaction)
    let around = ByteSet(" \t\r\"',[]-")
    var found: [Replacements.Item] = []
    var start = 0
    while start < text.count {
      let end = text[start...].firstIndex(of: Self.lineFeed) ?? text.count
      defer { start = end + 1 }
      var name = start
      while name < end, around.contains(text[name]) { name += 1 }
      var colon = name
      while colon < end, ByteSet.word.contains(text[colon]) { colon += 1 }
      let label = text[name..<colon]
      while colon < end, around.contains(text[colon]) { colon += 1 }
      guard !label.isEmpty, colon < end, text[colon] == UInt8(ascii: ":") else { continue }
      var (first, last) = (colon + 1, end)
      while first < last, around.contains(text[first]) { first += 1 }
      while last > first, around.contains(text[last - 1]) { last -= 1 }
      // No field is longer (and in one that is not UTF-8 the offsets in a string would be
      // different).
      guard first < last, last - first <= 1 << 16,
        let value = String(validating: text[first..<last], as: UTF8.self)
      else { continue }
      let field = HeaderField(String(decoding: label, as: UTF8.self), value)
      let isCookie = CookiePlace.isResponse(field.name) != nil
      for item in secrets.find(in: field).items {
        let range = first + item.range.lowerBound..<first + item.range.upperBound
        if isCookie,
          !CookieLikeness.mayIdentifySession(self.name(before: range.lowerBound), text[range])
        {
          continue
        }
        found.append(Replacements.Item(range: range, bytes: item.bytes))
      }
    }
    return found
  }
}
