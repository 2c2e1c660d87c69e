/// The events of a stream, or its lines of JSON, as places in its bytes.
package struct StreamParts {
  /// An event or a line.
  package struct Part {
    /// The range with the end of the line, or the blank line at its end.
    package var range: Range<Int>
    /// The number among the events or lines that say something, counted from 1; 0 for an event that
    /// is nothing but a comment.
    package var number = 0
    /// The kind of an event, its last field `event`; nil for none.
    package var kind: String?
    /// The fields of an event in their order, with the ranges of their values.
    package var fields: [(field: EventField, value: Range<Int>)] = []
    /// The ranges of the lines of data.
    package var data: [Range<Int>] = []

    /// True for an event that clients ignore (WHATWG HTML §9.2.6): services send comments to keep a
    /// connection alive.
    package var isComment: Bool { number == 0 }
  }

  /// The unit into which the stream is divided.
  package let unit: StreamScope.Unit
  /// The parts in their order; together they are all bytes.
  package private(set) var parts: [Part] = []
  private let bytes: [UInt8]

  /// Divides a stream.
  ///
  /// - Parameters:
  ///   - bytes: The stream.
  ///   - type: Its media type. When it is that of no stream, the bytes tell events from lines.
  package init(_ bytes: [UInt8], _ type: MediaType?) {
    let start = bytes.prefix(7)
    switch StreamFormat(type) {
    case .events: self.init(bytes, .event)
    case .lines: self.init(bytes, .line)
    case .messages, nil:
      let isEvent = start.starts(with: "data:".utf8) || start.starts(with: "event:".utf8)
      self.init(bytes, isEvent ? .event : .line)
    }
  }

  /// Divides a stream.
  ///
  /// - Parameters:
  ///   - bytes: The stream.
  ///   - unit: The unit into which it is divided.
  package init(_ bytes: [UInt8], _ unit: StreamScope.Unit) {
    self.bytes = bytes
    self.unit = unit
    if unit == .event { readEvents() } else { readLines() }
  }

  // MARK: - Reading

  /// The range of the line at a position without its end, and the position after it.
  private func line(at start: Int) -> (content: Range<Int>, next: Int) {
    let newline = bytes.firstNewline(from: start, to: bytes.count)
    // A carriage return alone ends a line, too.
    let carriage = bytes.first(0x0D, from: start, to: newline)
    guard carriage < newline else { return (start..<newline, min(newline + 1, bytes.count)) }
    let isPair = carriage + 1 == newline
    return (start..<carriage, isPair ? min(newline + 1, bytes.count) : carriage + 1)
  }

  private mutating func readLines() {
    var start = 0
    var number = 0
    while start < bytes.count {
      let newline = bytes.firstNewline(from: start, to: bytes.count)
      var content = start..<newline
      while let last = content.last, bytes[last] <= 0x20 { content.removeLast() }
      while let first = content.first, bytes[first] <= 0x20 { content.removeFirst() }
      var part = Part(range: start..<min(newline + 1, bytes.count))
      if !content.isEmpty {
        number += 1
        part.number = number
        part.data = [content]
      }
      parts.append(part)
      start = part.range.upperBound
    }
  }

  private mutating func readEvents() {
    var part = Part(range: 0..<0)
    var number = 0
    var hasOther = false
    // A byte order mark at the beginning is no part of a field's name (WHATWG HTML §9.2.6).
    var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while start < bytes.count {
      let (line, next) = line(at: start)
      start = next
      part.range = part.range.lowerBound..<next
      if line.isEmpty {
        finish(&part, &number, isCounted: hasOther)
        hasOther = false
        continue
      }
      let colon = bytes.first(UInt8(ascii: ":"), from: line.lowerBound, to: line.upperBound)
      guard let field = EventField(onWire: bytes[line.lowerBound..<colon]) else {
        // Clients pass over it, but it is no comment, by which nothing is said.
        hasOther = true
        continue
      }
      var value = min(colon + 1, line.upperBound)..<line.upperBound
      if let first = value.first, bytes[first] == UInt8(ascii: " ") { value.removeFirst() }
      part.fields.append((field, value))
      if field == .event { part.kind = String(decoding: bytes[value], as: UTF8.self) }
      if field == .data { part.data.append(value) }
    }
    if !part.range.isEmpty { finish(&part, &number, isCounted: hasOther) }
  }

  private mutating func finish(_ part: inout Part, _ number: inout Int, isCounted: Bool) {
    if isCounted || part.fields.contains(where: { $0.field != .comment }) {
      number += 1
      part.number = number
    }
    parts.append(part)
    part = Part(range: part.range.upperBound..<part.range.upperBound)
  }

  // MARK: - JSON

  /// The JSON of an event's data or of a line, with the place of each of its bytes in the stream.
  package struct JSON {
    /// The text.
    package let text: JSONText
    private let lines: [Range<Int>]

    /// Reads the JSON in lines of data; nil when they hold none.
    fileprivate init?(_ bytes: [UInt8], _ lines: [Range<Int>], mayBeCutOff: Bool) {
      guard let first = lines.first else { return nil }
      // Data that begin otherwise have no structure in which anything could be named.
      let start = bytes[first].first { $0 > 0x20 }
      guard start == UInt8(ascii: "{") || start == UInt8(ascii: "[") else { return nil }
      var joined = Array(bytes[first])
      for line in lines.dropFirst() { joined += [0x0A] + bytes[line] }
      let whole = JSONText(joined)
      guard let text = mayBeCutOff ? whole ?? JSONText(perhapsCutOff: joined) : whole else {
        return nil
      }
      self.text = text
      self.lines = lines
    }

    /// The range in the stream of a value.
    package func range(of node: Int) -> Range<Int> { range(text.range(of: node)) }

    /// The range in the stream of a range in the text, which is not empty.
    package func range(_ range: Range<Int>) -> Range<Int> {
      place(range.lowerBound)..<place(range.upperBound - 1) + 1
    }

    private func place(_ offset: Int) -> Int {
      var rest = offset
      for line in lines {
        if rest < line.count { return line.lowerBound + rest }
        rest -= line.count + 1
      }
      return lines.last?.upperBound ?? 0
    }
  }

  /// The JSON of a part; nil when it has none.
  ///
  /// - Parameters:
  ///   - part: The part.
  ///   - mayBeCutOff: True to read the beginning of a JSON text, too, as far as it goes.
  /// - Returns: The JSON.
  package func json(of part: Part, mayBeCutOff: Bool = false) -> JSON? {
    JSON(bytes, part.data, mayBeCutOff: mayBeCutOff)
  }

  /// The parts, each with its kind and how many of its kind there are up to it.
  ///
  /// A part is in the place of another when as many of its kind came before it: events that only
  /// keep a connection alive come at other points each time.
  private var inPlaces: [(kind: String, number: Int, part: Part)] {
    var counts: [String: Int] = [:]
    return parts.map { part in
      let kind = part.kind ?? ""
      counts[kind, default: 0] += 1
      return (kind, counts[kind] ?? 0, part)
    }
  }

  /// The JSON of the parts, each with its kind and how many of its kind there are up to it.
  var jsonInPlaces: [(kind: String, number: Int, json: JSON)] {
    inPlaces.compactMap { kind, number, part in json(of: part).map { (kind, number, $0) } }
  }

  /// The ids of events, by which a client says where to resume (WHATWG HTML §9.2.4), each with the
  /// kind of the event and how many of its kind there are up to it.
  var idsInPlaces: [(kind: String, number: Int, id: Range<Int>)] {
    inPlaces.compactMap { kind, number, part in
      part.fields.last { $0.field == .id && !$0.value.isEmpty }.map { (kind, number, $0.value) }
    }
  }

  /// The name of a part in a place: `event(14 content_block_delta)`, `line(3)`.
  package func name(of part: Part) -> String {
    StreamScope(unit: unit, number: part.number, kind: part.kind).words
  }

  // MARK: - Places

  /// True when the part is nothing that a client sees, or a path names it as a whole.
  package func isIgnored(_ part: Part, by paths: [JSONPath]) -> Bool {
    if part.isComment { return unit == .event }
    return paths.contains { path in
      path.scope?.target == .whole && path.belongs(to: part, unit)
    }
  }

  /// The values of a part's JSON that paths select.
  package func selected(by paths: [JSONPath], of part: Part, _ json: JSON) -> Set<Int> {
    var selected: Set<Int> = []
    for path in paths where path.belongs(to: part, unit) {
      if path.scope.map({ $0.target == .json }) ?? true {
        selected.formUnion(path.select(in: json.text, from: 0))
      }
    }
    return selected
  }

  /// The values that paths select in strings of a part's JSON.
  package func selectedInStrings(
    by paths: [JSONPath], of part: Part, _ json: JSON
  ) -> [(json: StringJSON, values: [Int])] {
    StringJSON.selected(
      by: paths.filter { path in
        path.belongs(to: part, unit) && path.scope.map { $0.target == .json } ?? true
      }, in: json.text)
  }

  /// The ranges of a part's fields that paths name.
  package func fields(namedBy paths: [JSONPath], of part: Part) -> [Range<Int>] {
    part.fields.compactMap { field, value in
      let isNamed = paths.contains { path in
        path.scope?.target == .field(field) && path.belongs(to: part, unit)
      }
      return isNamed && !value.isEmpty ? value : nil
    }
  }
}

extension JSONChoice {
  /// The choice of values in one part of a stream, as one of a JSON text.
  func within(_ part: StreamParts.Part, _ unit: StreamScope.Unit) -> JSONChoice {
    func within(_ paths: [JSONPath]) -> [JSONPath] {
      paths.filter { $0.belongs(to: part, unit) && $0.scope.map { $0.target == .json } ?? true }
        .map(\.withoutScope)
    }
    return switch self {
    case .all: .all
    case .ignoring(let paths): .ignoring(within(paths))
    case .only(let paths): .only(within(paths))
    }
  }
}

extension JSONPath {
  /// True when the path belongs to a part of a stream, or to any JSON.
  func belongs(to part: StreamParts.Part, _ unit: StreamScope.Unit) -> Bool {
    scope?.holds(unit, number: part.number, kind: part.kind) ?? true
  }
}
