/// How a stream spells its lines: their end, and whether a space follows the colon of a field.
///
/// Services choose it once, so that a cassette names it once. An event that is spelled otherwise is
/// kept as text.
struct EventSpelling: Equatable {
  /// A field and its value; the lines of one that is repeated in a row are joined by line feeds.
  typealias Field = (field: EventField, value: [UInt8])

  /// True when lines end with a carriage return and a line feed, false for a line feed alone.
  private(set) var hasCarriageReturns = false
  /// True when one space follows the colon of each field.
  private(set) var hasSpaces = true

  /// The usual spelling: lines end with a line feed, and a space follows each colon.
  init() {}

  /// The spelling of a stream, which its first lines show.
  init(of bytes: [UInt8]) {
    let newline = bytes.firstNewline(from: 0, to: bytes.count)
    hasCarriageReturns =
      newline > 0 && newline < bytes.count && bytes[newline - 1] == UInt8(ascii: "\r")
    var start = 0
    while start < bytes.count {
      let end = bytes.firstNewline(from: start, to: bytes.count)
      let colon = bytes.first(UInt8(ascii: ":"), from: start, to: end)
      if colon > start, colon + 1 < end, colon - start <= 5,
        EventField(onWire: bytes[start..<colon]) != nil
      {
        hasSpaces = bytes[colon + 1] == UInt8(ascii: " ")
        return
      }
      start = end + 1
    }
  }

  /// The spelling that words name, in any order; nil for another word.
  ///
  /// - Parameter words: `crlf`, `unspaced`, or both.
  init?(words: String) {
    for word in words.split(separator: " ") {
      switch word {
      case "crlf": hasCarriageReturns = true
      case "unspaced": hasSpaces = false
      default: return nil
      }
    }
  }

  /// The words for the spelling; nil for the usual one.
  var words: String? {
    let words = (hasCarriageReturns ? ["crlf"] : []) + (hasSpaces ? [] : ["unspaced"])
    return words.isEmpty ? nil : words.joined(separator: " ")
  }

  /// The bytes that end a line.
  var lineEnd: [UInt8] { hasCarriageReturns ? [0x0D, 0x0A] : [0x0A] }

  // MARK: - Events

  /// The fields of an event in their order; nil when they would not give the same bytes.
  func fields(of event: ArraySlice<UInt8>) -> [Field]? {
    var fields: [Field] = []
    var start = event.startIndex
    while start < event.endIndex {
      guard let line = line(of: event, from: start) else { return nil }
      start = line.upperBound + lineEnd.count
      guard !line.isEmpty else {
        // The blank line is the end of the event.
        return start == event.endIndex && !fields.isEmpty ? fields : nil
      }
      guard let colon = event[line].firstIndex(of: UInt8(ascii: ":")),
        let field = EventField(onWire: event[line.lowerBound..<colon])
      else { return nil }
      var value = event[colon + 1..<line.upperBound]
      if hasSpaces {
        guard value.first == UInt8(ascii: " ") else { return nil }
        value.removeFirst()
      }
      if let last = fields.indices.last, fields[last].field == field {
        fields[last].value.append(0x0A)
        fields[last].value += value
      } else {
        guard !fields.contains(where: { $0.field == field }) else { return nil }
        fields.append((field, Array(value)))
      }
    }
    return nil
  }

  /// Appends the lines of a field.
  func append(_ field: EventField, _ value: some Collection<UInt8>, to bytes: inout [UInt8]) {
    for line in value.split(separator: 0x0A, omittingEmptySubsequences: false) {
      bytes += field.nameOnWire.utf8
      bytes.append(UInt8(ascii: ":"))
      if hasSpaces { bytes.append(UInt8(ascii: " ")) }
      bytes += line
      bytes += lineEnd
    }
  }

  // MARK: - Lines

  /// The byte that begins a record of a JSON text sequence (RFC 7464 §2.2).
  static let recordSeparator: UInt8 = 0x1E

  /// The content of a line, or of a record; nil when it would not give the same bytes.
  func content(ofLine line: ArraySlice<UInt8>) -> (isRecord: Bool, content: ArraySlice<UInt8>)? {
    guard let range = self.line(of: line, from: line.startIndex), !range.isEmpty,
      range.upperBound + lineEnd.count == line.endIndex
    else { return nil }
    let isRecord = line.first == Self.recordSeparator
    return (isRecord, line[isRecord ? range.dropFirst() : range])
  }

  /// The range of a line without its end; nil when it ends otherwise, or not at all.
  private func line(of bytes: ArraySlice<UInt8>, from start: Int) -> Range<Int>? {
    guard let newline = bytes[start...].firstIndex(of: 0x0A) else { return nil }
    let end = newline + 1 - lineEnd.count
    guard end >= start, !bytes[start..<end].contains(0x0D),
      !hasCarriageReturns || bytes[end] == 0x0D
    else { return nil }
    return start..<end
  }
}
