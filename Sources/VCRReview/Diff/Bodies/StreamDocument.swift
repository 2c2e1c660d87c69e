import VCRCore

/// A stream as one JSON array of its events or lines, for a comparison of arrays.
///
/// An event is an object of its fields, whose `data` is JSON if it can be parsed, otherwise a
/// string.
struct StreamDocument {
  /// The array.
  let text: JSONText
  /// The name of each element in a place.
  let names: [StreamScope]
  /// For each value whether it counts; nil when every value does.
  let isKept: [Bool]?
  /// The volatile values in its strings.
  let strings: [(json: StringJSON, values: [Int])]
  /// The bytes of the parts that count, to find whether there is more to see than what was ignored.
  let rest: [UInt8]

  /// Reads the events of a stream; nil for a body that is none.
  ///
  /// - Parameters:
  ///   - bytes: The body.
  ///   - type: Its media type.
  ///   - paths: Volatile places.
  init?(events bytes: [UInt8], type: MediaType?, volatile paths: [JSONPath]) {
    guard StreamFormat(type) == .events, String(validating: bytes, as: UTF8.self) != nil else {
      return nil
    }
    self.init(StreamParts(bytes, .event), bytes, volatile: paths)
  }

  /// Reads line-delimited JSON of any media type; nil for fewer than two lines where it says
  /// nothing of lines.
  ///
  /// - Parameters:
  ///   - bytes: The body.
  ///   - type: Its media type.
  ///   - paths: Volatile places.
  init?(lines bytes: [UInt8], type: MediaType?, volatile paths: [JSONPath]) {
    guard BodyReading.beginsStructure(bytes),
      let stream = BodyReading.linesOfJSON(bytes, type)
    else { return nil }
    self.init(stream, bytes, volatile: paths)
  }

  private init?(_ stream: StreamParts, _ bytes: [UInt8], volatile paths: [JSONPath]) {
    let parts = stream.parts.filter { $0.number > 0 && !stream.isIgnored($0, by: paths) }
    var array: [UInt8] = [UInt8(ascii: "[")]
    for part in parts {
      if array.count > 1 { array.append(UInt8(ascii: ",")) }
      array += stream.unit == .event ? Self.object(part, bytes) : Array(bytes[part.data[0]])
    }
    array.append(UInt8(ascii: "]"))
    guard let text = JSONText(array) else { return nil }
    let elements = text.children(of: 0)
    guard elements.count == parts.count else { return nil }
    self.text = text
    names = parts.map { StreamScope(unit: stream.unit, number: $0.number, kind: $0.kind) }
    rest = Array(parts.map { bytes[$0.range] }.joined())
    var selected: [Int] = []
    var inStrings: [(path: JSONPath, root: Int)] = []
    for (element, name) in zip(elements, names) {
      for path in paths where path.scope.map({ name.isMeant(by: $0) }) ?? true {
        guard let root = Self.root(of: path, in: text, element, name) else { continue }
        selected += path.select(in: text, from: root)
        inStrings.append((path, root))
      }
    }
    strings = StringJSON.selected(by: inStrings, in: text)
    isKept = selected.isEmpty ? nil : text.marks(except: selected)
  }

  private static func object(_ part: StreamParts.Part, _ bytes: [UInt8]) -> [UInt8] {
    if part.fields.isEmpty {
      // Lines that no client reads as a field are shown as they stand.
      let text = String(decoding: bytes[part.range], as: UTF8.self)
      return Array(JSONValue.string(text).text.utf8)
    }
    var fields: [(field: EventField, value: [UInt8])] = []
    for (field, value) in part.fields where field != .comment {
      if let index = fields.firstIndex(where: { $0.field == field }) {
        fields[index].value += [0x0A] + bytes[value]
      } else {
        fields.append((field, Array(bytes[value])))
      }
    }
    let members = fields.map { field, value -> String in
      let text = String(decoding: value, as: UTF8.self)
      let isJSON = field == .data && JSONText(value) != nil
      return JSONValue.string(field.rawValue).text + ":"
        + (isJSON ? text : JSONValue.string(text).text)
    }
    return Array(("{" + members.joined(separator: ",") + "}").utf8)
  }

  /// The value of an element from which a path begins: the JSON of a line, and of an event the
  /// field that it names, or its data.
  private static func root(
    of path: JSONPath, in text: JSONText, _ element: Int, _ name: StreamScope
  ) -> Int? {
    guard name.unit != .line else { return element }
    var field = EventField.data
    if case .field(let named)? = path.scope?.target { field = named }
    return text.children(of: element).first { text.name(of: $0) == Array(field.rawValue.utf8) }
  }
}

extension StreamScope {
  /// True when another scope means the element that this names.
  fileprivate func isMeant(by other: StreamScope) -> Bool {
    other.holds(unit, number: number ?? 0, kind: kind)
  }

  /// A place in the element that this names.
  ///
  /// - Parameter steps: The steps from the element.
  /// - Returns: The place as `volatile` takes it: `event(2 ping) $.id`, `event(2) id`,
  ///   `line(3) $.n`.
  func place(_ steps: ArraySlice<PlacedDifference.Step>) -> String {
    guard let first = steps.first else { return words }
    guard unit == .event, case .name(let field) = first else {
      return "\(words) $" + PlacedDifference.path(Array(steps))
    }
    let rest = steps.dropFirst()
    guard rest.isEmpty else { return "\(words) $" + PlacedDifference.path(Array(rest)) }
    return "\(words) \(String(decoding: field, as: UTF8.self))"
  }
}
