/// A body of events or lines that are JSON, as a policy compares it.
struct JSONStream {
  private let stream: StreamParts
  private let bytes: [UInt8]
  /// The parts that say something, with their JSON.
  private let parts: [(part: StreamParts.Part, json: JSONText)]

  /// Reads a body; nil when it is no stream, or when a part of it is not JSON.
  init?(_ body: Body, _ headers: HeaderFields) {
    guard body.file == nil, !body.isEmpty,
      case .stream(let stream) = BodyReading(body.bytes, MediaType(headers))
    else { return nil }
    bytes = body.bytes
    self.stream = stream
    var parts: [(StreamParts.Part, JSONText)] = []
    for part in stream.parts where part.number > 0 {
      guard let json = stream.json(of: part) else { return nil }
      parts.append((part, json.text))
    }
    self.parts = parts
  }

  /// Appends the bytes that all spellings of the chosen values share.
  func appendNormalForm(choosing choice: JSONChoice, to form: inout [UInt8]) {
    for (part, json) in chosen(choice) {
      form.appendDelimited { form in
        for value in fields(of: part, choice) { form.appendDelimited { $0 += value } }
      }
      form.appendDelimited {
        $0 += JSONNormalForm.make(json, choosing: choice.within(part, stream.unit))
      }
    }
  }

  /// The differences to another stream.
  ///
  /// - Parameters:
  ///   - incoming: The other stream.
  ///   - choice: The values that count.
  /// - Returns: At most one difference, or those of the first part that differs.
  func differences(
    to incoming: JSONStream, choosing choice: JSONChoice
  ) -> [RequestEquivalence.Difference] {
    let (old, new) = (chosen(choice), incoming.chosen(choice))
    for (left, right) in zip(old, new) {
      var comparison = JSONComparison(
        left.json, right.json, choosing: choice.within(left.part, stream.unit),
        root: stream.name(of: left.part) + " $")
      let found = comparison.differences(part: "body")
      if !found.isEmpty { return found }
    }
    guard old.count != new.count else { return [] }
    return [
      .init(
        part: "body", place: stream.unit.rawValue + "s", recorded: "\(old.count)",
        incoming: "\(new.count)")
    ]
  }

  private func chosen(_ choice: JSONChoice) -> [(part: StreamParts.Part, json: JSONText)] {
    let ignored = choice.ignored
    return parts.filter { !stream.isIgnored($0.part, by: ignored) }
  }

  /// The values of the fields besides the data, each after its name.
  private func fields(of part: StreamParts.Part, _ choice: JSONChoice) -> [[UInt8]] {
    let ignored = stream.fields(namedBy: choice.ignored, of: part)
    return part.fields.flatMap { field, value -> [[UInt8]] in
      guard field != .data, field != .comment, !ignored.contains(value) else { return [] }
      return [Array(field.rawValue.utf8), Array(bytes[value])]
    }
  }
}
