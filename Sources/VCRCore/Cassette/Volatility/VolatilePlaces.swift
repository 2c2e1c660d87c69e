/// The places of a body that differ from run to run: the values that JSON paths select, events that
/// have no meaning, and the boundary of a multipart body.
struct VolatilePlaces {
  /// A place.
  struct Place {
    /// The path of the place in the body, or in its part; empty unless names were requested.
    var name = JSONPlaceNames.Name()
    /// The range of the place in the body's bytes.
    var range: Range<Int>
    /// The index of the event or line; nil for a body that is no stream.
    var part: Int?
    /// True for an event or line that may as well be absent.
    var isWhole = false
  }

  /// The places in ascending order, none of which contains another.
  private(set) var places: [Place] = []

  /// The events or lines of a stream; nil for any other body.
  private(set) var stream: StreamParts?

  private let isNamed: Bool

  /// True when there is none.
  var isEmpty: Bool { places.isEmpty }

  /// Finds the places of a body.
  ///
  /// - Parameters:
  ///   - body: The body.
  ///   - type: Its declared media type.
  ///   - paths: Places in JSON.
  ///   - isNamed: True to name them, so that those of two bodies can be matched.
  init(_ body: Body, _ type: MediaType?, paths: [JSONPath], isNamed: Bool = false) {
    self.isNamed = isNamed
    // A body in a file is the same when all of its bytes are.
    guard body.file == nil else { return }
    if let type, type.isMultipart, let boundary = type.parameter("boundary"), !boundary.isEmpty {
      places = Self.boundaries(body.bytes, Array(boundary.utf8)).map {
        Place(range: $0)
      }
      addFields(paths, in: body.bytes, type)
      places.sort { $0.range.lowerBound < $1.range.lowerBound }
      return
    }
    if type?.isForm == true {
      addFields(paths, in: body.bytes, type)
      if !places.isEmpty { return }
    }
    let format = StreamFormat(type)
    // Comments are the one thing in a stream that nobody has to name.
    guard !paths.isEmpty || (format == .events && Self.hasComment(body.bytes)) else { return }
    switch BodyReading(body.bytes, type) {
    case .json(let text): add(text, paths)
    case .stream(let stream): add(stream, paths)
    case .text:
      // Lines of a stream may be JSON but for one that was cut off.
      if format != nil {
        add(StreamParts(body.bytes, type), paths)
        guard places.isEmpty else { return }
        stream = nil
      }
      guard !addPatterns(paths, in: body.bytes), format == nil, Self.mayHoldJSON(body.bytes)
      else { return }
      // A body that was cut off is text to a reader, but has places all the same.
      if let text = JSONText(perhapsCutOff: body.bytes) {
        add(text, paths)
        return
      }
      add(StreamParts(body.bytes, type), paths)
    }
  }

  private mutating func add(_ text: JSONText, _ paths: [JSONPath]) {
    var selected: Set<Int> = []
    for path in paths { selected.formUnion(path.select(in: text)) }
    let strings = StringJSON.selected(by: paths.filter { $0.scope == nil }, in: text)
    add(text, selected, strings, part: nil) { $0 }
  }

  /// Adds the fields of a form, or what is named in the parts of a multipart body.
  private mutating func addFields(_ paths: [JSONPath], in bytes: [UInt8], _ type: MediaType?) {
    places += FieldPlaces(paths, in: bytes, type).places.map {
      Place(name: .init(byPosition: $0.name, byContent: $0.name), range: $0.range)
    }
  }

  /// Adds what patterns find in a text.
  ///
  /// - Returns: False when they find nothing.
  private mutating func addPatterns(_ paths: [JSONPath], in bytes: [UInt8]) -> Bool {
    guard paths.contains(where: { $0.pattern != nil }) else { return false }
    places = TextPlaces(paths, in: bytes).places.map { place in
      let name = "pattern \(place.pattern), \(place.number)"
      return Place(name: .init(byPosition: name, byContent: name), range: place.range)
    }
    return !places.isEmpty
  }

  private static func mayHoldJSON(_ bytes: [UInt8]) -> Bool {
    bytes.contains(UInt8(ascii: "{")) || bytes.contains(UInt8(ascii: "["))
  }

  /// True when a line begins with a colon.
  private static func hasComment(_ bytes: [UInt8]) -> Bool {
    var start = 0
    while start < bytes.count {
      let colon = bytes.first(UInt8(ascii: ":"), from: start, to: bytes.count)
      guard colon < bytes.count else { return false }
      if colon == 0 || bytes[colon - 1] == 0x0A || bytes[colon - 1] == 0x0D { return true }
      start = colon + 1
    }
    return false
  }

  /// The places in the events or lines of a stream.
  private mutating func add(_ stream: StreamParts, _ paths: [JSONPath]) {
    self.stream = stream
    for (index, part) in stream.parts.enumerated() {
      if stream.isIgnored(part, by: paths) {
        places.append(Place(range: part.range, part: index, isWhole: true))
        continue
      }
      guard !paths.isEmpty else { continue }
      let first = places.count
      for (number, range) in stream.fields(namedBy: paths, of: part).enumerated() {
        let name = "field \(number)"
        places.append(
          Place(name: .init(byPosition: name, byContent: name), range: range, part: index))
      }
      if let json = stream.json(of: part, mayBeCutOff: true) {
        add(
          json.text, stream.selected(by: paths, of: part, json),
          stream.selectedInStrings(by: paths, of: part, json), part: index
        ) { json.range($0) }
      }
      let added = places[first...].sorted { $0.range.lowerBound < $1.range.lowerBound }
      places.removeSubrange(first...)
      for place in added where place.range.lowerBound >= (places.last?.range.upperBound ?? 0) {
        places.append(place)
      }
    }
  }

  private mutating func add(
    _ text: JSONText, _ selected: Set<Int>, _ strings: [(json: StringJSON, values: [Int])],
    part: Int?, _ range: (Range<Int>) -> Range<Int>
  ) {
    guard !selected.isEmpty || !strings.isEmpty else { return }
    let contents = Dictionary(uniqueKeysWithValues: strings.map { ($0.json.node, $0) })
    let nodes = selected.union(contents.keys)
    var names = isNamed ? JSONPlaceNames(text, selected: nodes) : nil
    var end = 0
    for index in nodes.sorted() where index >= end {
      end = Int(text.nodes[index].next)
      let name = names?.name(of: index, prefix: "") ?? JSONPlaceNames.Name()
      guard !selected.contains(index), let string = contents[index] else {
        places.append(Place(name: name, range: range(text.range(of: index)), part: part))
        continue
      }
      var inner =
        isNamed ? JSONPlaceNames(string.json.text, selected: Set(string.values)) : nil
      for value in string.values {
        let rest = inner?.name(of: value, prefix: " $") ?? JSONPlaceNames.Name()
        places.append(
          Place(
            name: .init(
              byPosition: name.byPosition + rest.byPosition,
              byContent: name.byContent + rest.byContent),
            range: range(string.json.range(of: value)), part: part))
      }
    }
  }

  /// The places of the boundary in a body: at the start of lines, after two dashes.
  static func boundaries(_ bytes: [UInt8], _ boundary: [UInt8]) -> [Range<Int>] {
    let delimiter = Array("--".utf8) + boundary
    var ranges: [Range<Int>] = []
    var line = 0
    while line < bytes.count {
      let end = bytes.firstNewline(from: line, to: bytes.count)
      if bytes[line..<end].starts(with: delimiter) {
        ranges.append(line + 2..<line + delimiter.count)
      }
      line = end + 1
    }
    return ranges
  }
}
