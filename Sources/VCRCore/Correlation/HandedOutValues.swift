/// Values that responses produce and later requests consume, and what is to stand in their places.
struct HandedOutValues {
  /// For each value and each link to a request that consumes it, what replaces it.
  private var known: [String: [CorrelationLink: String]] = [:]
  /// The replacements of values that cannot be anything else, wherever they occur.
  private var unmistakable = CorrelatedValues()
  /// All values and their replacements.
  private(set) var texts: Set<String> = []

  /// Adds a value.
  ///
  /// - Parameters:
  ///   - value: The value in a response.
  ///   - path: The path segments of the request that the response belongs to.
  ///   - text: What replaces it.
  mutating func add(_ value: ProducedValue, requestPath path: [String], replacedBy text: String) {
    guard value.text != text else { return }
    for link in CorrelationRule.links(of: value, requestPath: path) {
      known[value.text, default: [:]][link] = text
    }
    texts.formUnion([value.text, text])
    if CorrelationRule.isUnmistakable(value.text) {
      unmistakable.insert(live: value.text, recorded: text)
    }
  }

  /// A response with the replacements.
  ///
  /// - Parameters:
  ///   - response: The response.
  ///   - path: The path segments of its request.
  ///   - echoes: By the path of a value in JSON, what replaces it there, where the service gives a
  ///     value of the request back.
  /// - Returns: The response, each value encoded as its place demands.
  func replacing(
    in response: Interaction.Response, requestPath path: [String], echoes: [String: String] = [:]
  ) -> Interaction.Response {
    guard !known.isEmpty else { return response }
    var response = response
    for index in response.headers.fields.indices where !response.headers.fields[index].isLatin1 {
      let field = response.headers.fields[index]
      response.headers.fields[index].value = text(of: field, path)
    }
    let body = response.body
    guard body.file == nil, !body.isEmpty else { return response }
    var changes = Replacements()
    for change in self.changes(of: body.bytes, path, echoes) {
      changes.add(change.range, change.bytes, in: body.bytes.view)
    }
    response.body = changes.applied(to: body)
    return response
  }

  /// What replaces a value; nil for nothing.
  private func replacement(of value: ProducedValue, _ path: [String]) -> String? {
    guard let links = known[value.text] else { return nil }
    return CorrelationRule.links(of: value, requestPath: path).lazy.compactMap { links[$0] }.first
  }

  // MARK: - Header fields

  private func text(of field: HeaderField, _ path: [String]) -> String {
    let name = field.name.lowercased()
    var value = field.value
    if name == "set-cookie" {
      let pair = value.prefix { $0 != ";" }
      if let equals = pair.firstIndex(of: "=") {
        let text = pair[pair.index(after: equals)...]
        let cookie = ProducedValue(
          kind: .cookie, place: "", anyPlace: "", names: [String(pair[..<equals])],
          text: String(text))
        if let other = replacement(of: cookie, path) {
          value.replaceSubrange(text.startIndex..<text.endIndex, with: other)
        }
      }
    } else if ["location", "content-location", "link"].contains(name) {
      value = url(value, names: [name], path) ?? value
    } else {
      let whole = ProducedValue(
        kind: .header, place: "", anyPlace: "", names: [name], text: value)
      value = replacement(of: whole, path) ?? value
    }
    return value == field.value ? unmistakable.withoutUnmistakable(value) : value
  }

  /// A URL, or several between angle brackets (RFC 8288 §3), with the replacements of their parts;
  /// nil when there are none.
  private func url(_ text: String, names: [String], _ path: [String]) -> String? {
    if text.hasPrefix("<") {
      let pieces = text.split(separator: "<", omittingEmptySubsequences: false)
      let replaced = pieces.map { piece -> String in
        guard let end = piece.firstIndex(of: ">") else { return String(piece) }
        return (url(String(piece[..<end]), names: names, path) ?? String(piece[..<end]))
          + piece[end...]
      }
      let whole = replaced.joined(separator: "<")
      return whole == text ? nil : whole
    }
    let changes = URLValues(text).values.compactMap { part -> Replacements.Item? in
      let value = ProducedValue(
        kind: .url, place: "", anyPlace: "", names: names + (part.name.map { [$0] } ?? []),
        before: part.before, text: part.text)
      guard let other = replacement(of: value, path) else { return nil }
      return Replacements.Item(
        range: part.range, bytes: DecodedText.Encoding.percent.encode(Array(other.utf8)))
    }
    guard !changes.isEmpty else { return nil }
    return String(decoding: changes.applied(to: Array(text.utf8)), as: UTF8.self)
  }

  // MARK: - Bodies

  private func changes(
    of bytes: [UInt8], _ path: [String], _ echoes: [String: String]
  ) -> [Replacements.Item] {
    if let json = JSONText(bytes) { return changes(of: json, path, echoes) }
    guard String(validating: bytes, as: UTF8.self) != nil else { return [] }
    return bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).compactMap {
      let text = String(decoding: $0, as: UTF8.self)
      let other = unmistakable.withoutUnmistakable(text)
      return other == text
        ? nil : Replacements.Item(range: $0.startIndex..<$0.endIndex, bytes: Array(other.utf8))
    }
  }

  private func changes(
    of json: JSONText, _ path: [String], _ echoes: [String: String]
  ) -> [Replacements.Item] {
    json.scalars.compactMap { scalar in
      let value = ProducedValue(
        kind: .json, place: "", anyPlace: "", names: scalar.names, text: scalar.text)
      var other = replacement(of: value, path) ?? echoes[scalar.path]
      if other == nil, scalar.text.hasPrefix("/") || scalar.text.contains("://") {
        other = url(scalar.text, names: scalar.names, path)
      }
      let text = other ?? unmistakable.withoutUnmistakable(scalar.text)
      guard text != scalar.text else { return nil }
      let isString = json.nodes[scalar.node].kind == .string
      // What is a number now and was none is another thing.
      guard isString || JSONText(Array(text.utf8))?.nodes.first?.kind == .number else { return nil }
      return Replacements.Item(
        range: json.range(of: scalar.node),
        bytes: Array((isString ? JSONValue.string(text).text : text).utf8))
    }
  }
}

extension Interaction.Request {
  /// The segments of the URL's path, decoded.
  var pathSegments: [String] {
    URLValues(url).values.filter { $0.name == nil }.map(\.text)
  }
}
