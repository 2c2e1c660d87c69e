/// Values that responses produce and later requests consume, and what is to stand in their places.
struct ReplacedValues {
  /// For each value and each link to a request that consumes it, what replaces it.
  private(set) var known: [String: [CorrelationLink: String]] = [:]
  /// The replacements of values that cannot be anything else, wherever they occur.
  private var unmistakable = CorrelatedValues()
  /// The replacements of all values that are long enough to be known among other words.
  private var words = CorrelatedValues()
  /// The replacements of all values, by which an old text in their place is known.
  private var inPlace = CorrelatedValues()
  /// The words of values that have other characters as well, such as the last one of an ARN.
  private var parts = CorrelatedValues()
  /// All values and their replacements.
  private(set) var texts: Set<String> = []
  /// The replacements of values that nothing names, where the old response has them in their place.
  private(set) var placed: [String: String] = [:]
  /// For each of these replacements the value that it replaces.
  private var replacedByPlaced: [String: String] = [:]
  /// What gives back the number in the path of a request.
  var echoes = EchoedNumbers()
  /// The names of members that are the ids of what requests made.
  var made: Set<String> = []
  /// Values that two others would replace, or be replaced by.
  private(set) var ambiguous: Set<String> = []

  /// Adds a value.
  ///
  /// - Parameters:
  ///   - value: The value in a response.
  ///   - path: The path segments of the request that the response belongs to.
  ///   - text: The text that replaces it.
  mutating func add(_ value: ProducedValue, requestPath path: [String], replacedBy text: String) {
    guard value.text != text else { return }
    for link in CorrelationRule.links(of: value, requestPath: path) {
      known[value.text, default: [:]][link] = text
    }
    texts.formUnion([value.text, text])
    inPlace.insert(live: value.text, recorded: text)
    for pair in WordPairs(value.text.utf8, text.utf8).pairs where pair.new != value.text {
      guard [pair.new, pair.old].allSatisfy(CorrelationRule.isUnmistakable) else { continue }
      parts.insert(live: pair.new, recorded: pair.old)
    }
    // Two digits are the hour in a time, too.
    if value.text.utf8.count > 2 { words.insert(live: value.text, recorded: text) }
    if CorrelationRule.isUnmistakable(value.text) {
      unmistakable.insert(live: value.text, recorded: text)
    }
  }

  /// True for a value and the one that it replaces, where no chance puts these two in one place.
  func isSameThing(_ text: String, _ old: String) -> Bool {
    inPlace.isSameThing(text, old) || parts.isSameThing(text, old)
  }

  /// True when a number of one or two digits is among the values.
  var hasShortNumbers: Bool { inPlace.hasShortNumbers }

  /// The values that such a number replaces, the latest last.
  func olds(ofNumber text: String) -> [String] { inPlace.recordedValues(of: text) }

  /// True for a value that its place in a response names, or that replaces one.
  func isNamed(_ text: String) -> Bool { placed[text] == nil && texts.contains(text) }

  /// Adds a value that nothing names.
  ///
  /// - Parameters:
  ///   - text: The value in a response.
  ///   - old: The value in its place in the old response.
  mutating func add(placed text: String, replacedBy old: String) {
    if let known = placed[text] {
      if known != old { ambiguous.insert(text) }
      return
    }
    if let other = replacedByPlaced.updateValue(text, forKey: old) {
      ambiguous.formUnion([other, text])
    }
    placed[text] = old
    texts.formUnion([text, old])
    inPlace.insert(live: text, recorded: old)
    words.insert(live: text, recorded: old)
    if CorrelationRule.isUnmistakable(text) { unmistakable.insert(live: text, recorded: old) }
  }

  // MARK: - Requests

  /// A request with the replacements at all places that hold the values as words, whether they are
  /// meant or not; nil when there are none.
  func guess(_ request: Interaction.Request) -> Interaction.Request? {
    words.isEmpty ? nil : replacing(in: request, words.withoutAny)
  }

  /// A request that no old one is like, with the replacements of values that cannot be anything
  /// else.
  func replacing(in request: Interaction.Request) -> Interaction.Request {
    replacingPlaces(in: replacing(in: request, unmistakable.withoutUnmistakable) ?? request)
  }

  /// A request with the old texts where it differs from an old one in these values alone.
  func replacing(
    in request: Interaction.Request, like old: Interaction.Request
  ) -> Interaction.Request {
    guard !inPlace.isEmpty, request != old else { return request }
    var request = request
    request.url = aligned(request.url, to: old.url, inPlace) ?? request.url
    for (index, other) in Self.others(of: request.headers, in: old.headers).enumerated() {
      let field = request.headers.fields[index]
      request.headers.fields[index].value =
        aligned(field.value, to: other, inPlace) ?? placed[field.value].flatMap {
          $0 == other ? $0 : nil
        }
        ?? field.value
    }
    request.body = changed(request.body) { bytes in
      let other = old.body.file == nil ? old.body.bytes : []
      guard let contents = JSONContents(bytes, MediaType(request.headers), like: other) else {
        return changes(of: bytes, like: other, inPlace)
      }
      return contents.elements.flatMap { json in
        let olds = Self.texts(of: json.old)
        return changes(of: json) { aligned($0.text, to: olds[$0.path], inPlace) }
      }
    }
    return request
  }

  /// The values by which a text is an old one; nil when it is not.
  func values(in text: String, like old: String) -> Set<String>? {
    guard !words.isEmpty, words.withoutAny(text) == old else { return nil }
    return texts.contains(text) ? [text] : Set(words.liveWords(in: text))
  }

  /// For each part of a request's URL, the values that it holds among other words.
  func words(inURLOf request: Interaction.Request) -> [[String]] {
    words.isEmpty ? [] : URLValues(request.url).values.map { words.liveWords(in: $0.text) }
  }

  /// The values that a request holds as words, wherever they stand.
  func words(in request: Interaction.Request) -> Set<String> {
    guard !words.isEmpty else { return [] }
    var all = [request.url] + request.headers.fields.map(\.value)
    if request.body.file == nil { all.append(String(decoding: request.body.bytes, as: UTF8.self)) }
    // A text may be a value as a whole.
    return texts.intersection(all).union(all.flatMap(words.liveWords))
  }

  /// The values that a request carries, alone or among other words, and those of the same request
  /// with old values, where they differ.
  func carried(
    by request: Interaction.Request, old: Interaction.Request
  ) -> [String: String] {
    let (carried, old) = (
      ConsumedValue.values(of: request).filter { !$0.isByContent },
      ConsumedValue.values(of: old).filter { !$0.isByContent }
    )
    guard carried.count == old.count else { return [:] }
    return Dictionary(
      zip(carried, old).lazy.filter { $0.text != $1.text }.flatMap { new, old in
        [(new.text, old.text)] + words.liveWords(in: new.text).map { ($0, words.withoutAny($0)) }
      }
    ) { first, _ in first }
  }

  /// The values of the header fields of a request that are those of an old one with the old values.
  func carried(
    inFieldsOf request: Interaction.Request, like old: Interaction.Request
  ) -> Set<String> {
    guard !words.isEmpty else { return [] }
    var carried: Set<String> = []
    for (index, other) in Self.others(of: request.headers, in: old.headers).enumerated() {
      let value = request.headers.fields[index].value
      guard let other, other != value, words.withoutAny(value) == other else { continue }
      carried.formUnion(texts.contains(value) ? [value] : words.liveWords(in: value))
    }
    return carried
  }

  private func replacing(
    in request: Interaction.Request, _ replaced: (String) -> String
  ) -> Interaction.Request? {
    var changed = request
    changed.url = replaced(request.url)
    for index in request.headers.fields.indices where !request.headers.fields[index].isLatin1 {
      changed.headers.fields[index].value = replaced(request.headers.fields[index].value)
    }
    if request.body.file == nil, let text = String(validating: request.body.bytes, as: UTF8.self) {
      let other = replaced(text)
      if other != text { changed.body.bytes = Array(other.utf8) }
    }
    return changed == request ? nil : changed
  }

  // MARK: - Responses

  /// A response with the replacements.
  ///
  /// - Parameters:
  ///   - response: The response.
  ///   - path: The path segments of its request.
  ///   - old: The old response; nil when it is not known.
  ///   - words: The words that stand in the places of its; nil where they are not known yet.
  ///   - carried: The values that the request carries, and the old values in their places, which a
  ///     service gives back in JSON whatever it calls them; as what no name tells to be an id.
  ///   - handedOut: The values that the response hands out.
  /// - Returns: The response, each value encoded as its place demands.
  func replacing(
    in response: Interaction.Response, requestPath path: [String],
    like old: Interaction.Response?, _ words: ResponseWords? = nil, carried: [String: String],
    handedOut: Set<String> = []
  ) -> Interaction.Response {
    guard !known.isEmpty || !placed.isEmpty else { return response }
    let near = inPlace.withNumbers(onlyOf: handedOut.union(carried.keys))
    var response =
      old.map { replacingPlaces(in: response, words ?? ResponseWords(response, like: $0)) }
      ?? response
    for (index, other) in Self.others(of: response.headers, in: old?.headers ?? .init())
      .enumerated()
    {
      let field = response.headers.fields[index]
      if !field.isLatin1 {
        response.headers.fields[index].value = text(of: field, path, other, near)
      }
    }
    let other = old?.body.file == nil ? old?.body.bytes ?? [] : []
    response.body = changed(response.body) { bytes in
      guard let json = JSONText(bytes), let old = JSONText(other) else { return [] }
      return RenamedMembers.changes(of: json, like: old, olds(of:))
    }
    let type = MediaType(response.headers)
    response.body = changed(response.body) { bytes in
      guard let contents = JSONContents(bytes, type, like: other) else {
        return changes(of: bytes, like: other, near, carried)
      }
      let ids = contents.eventIDs.compactMap { id in
        replacement(of: .event(String(decoding: bytes[id], as: UTF8.self)), path).map {
          Replacements.Item(range: id, bytes: Array($0.utf8))
        }
      }
      return (contents.elements.flatMap { changes(of: $0, path, carried, near) } + ids).apart
    }
    return response
  }

  /// The changes of JSON in a response.
  private func changes(
    of json: JSONContents.Element, _ path: [String], _ carried: [String: String],
    _ near: CorrelatedValues
  ) -> [Replacements.Item] {
    let olds = Self.texts(of: json.old)
    let elements = elements(of: json.text, like: json.old)
    let withoutNumbers = near.withNumbers(onlyOf: [])
    let called = CalledNumbers(
      among: json.text.scalars, requestPath: path, echoes: echoes, made: made)
    return changes(of: json) { scalar in
      if called.isCount(scalar) { return nil }
      let near =
        called.isCount(beginning: scalar.text)
        ? withoutNumbers : near.withNumbers(alsoOf: called.numbers(around: scalar))
      let text = text(of: scalar, path, olds[scalar.path], carried[scalar.text], near)
      return text == scalar.text ? elements[scalar.node] : text
    }
  }

  /// Returns the text that replaces a value; nil for none.
  private func replacement(of value: ProducedValue, _ path: [String]) -> String? {
    guard let links = known[value.text] else { return nil }
    return CorrelationRule.links(of: value, requestPath: path).lazy.compactMap { links[$0] }.first
  }

  /// Finds the old text that differs from another in values alone, which stand among other words;
  /// nil when there is none.
  ///
  /// What no chance puts in the place of the old one is the same thing also where it stands alone
  /// under another name: `"customer": 20417` names what was created with the id 20417.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - old: The old one in its place.
  ///   - near: The values that may stand in it.
  /// - Returns: The old text.
  private func aligned(
    _ text: String, to old: String?, _ near: CorrelatedValues
  ) -> String? {
    guard let old, old != text,
      !texts.contains(text) || CorrelationRule.isNoChance(text) || CorrelationRule.isNoChance(old)
    else { return nil }
    return near.areSame(text, old) ? old : nil
  }

  // MARK: - Header fields

  /// For each field the old value in its place.
  static func others(of headers: HeaderFields, in old: HeaderFields) -> [String?] {
    var counts: [String: Int] = [:]
    return headers.fields.map { field in
      let name = field.name.lowercased()
      let number = counts[name, default: 0]
      counts[name] = number + 1
      let values = old.values(name)
      return number < values.count ? values[number] : nil
    }
  }

  private func text(
    of field: HeaderField, _ path: [String], _ old: String?, _ near: CorrelatedValues
  ) -> String {
    let name = field.name.lowercased()
    var value = field.value
    if CookiePlace.isResponse(name) == true {
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
    if value != field.value { return value }
    return aligned(value, to: old, near) ?? unmistakable.withoutUnmistakable(value)
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
    let bytes = Array(text.utf8)
    let changes = URLValues(text).values.compactMap { part -> Replacements.Item? in
      let value = ProducedValue(
        kind: .url, place: "", anyPlace: "", names: names + (part.name.map { [$0] } ?? []),
        before: part.before, text: part.text)
      guard let other = replacement(of: value, path) else { return nil }
      let slot = ValueSlot(holder: .url, range: part.range, layers: [.percent])
      return Replacements.Item(
        range: part.range, bytes: slot.encoded([(slot, other)], like: bytes[part.range]))
    }
    guard !changes.isEmpty else { return nil }
    return String(decoding: changes.applied(to: bytes), as: UTF8.self)
  }

  // MARK: - Bodies

  func changed(_ body: Body, _ changes: ([UInt8]) -> [Replacements.Item]) -> Body {
    guard body.file == nil, !body.isEmpty else { return body }
    var replacements = Replacements()
    for change in changes(body.bytes) {
      replacements.add(change.range, change.bytes, in: body.bytes.view)
    }
    return replacements.applied(to: body)
  }

  /// The changes of the lines of a text.
  private func changes(
    of bytes: [UInt8], like old: [UInt8], _ near: CorrelatedValues,
    _ carried: [String: String] = [:]
  ) -> [Replacements.Item] {
    guard String(validating: bytes, as: UTF8.self) != nil else { return [] }
    let newline = UInt8(ascii: "\n")
    let lines = bytes.split(separator: newline, omittingEmptySubsequences: false)
    let others = old.split(separator: newline, omittingEmptySubsequences: false)
    return lines.enumerated().compactMap { index, line in
      let text = String(decoding: line, as: UTF8.self)
      let other = lines.count == others.count ? String(decoding: others[index], as: UTF8.self) : nil
      if let carried = carried[text], carried == other {
        return Replacements.Item(range: line.indices, bytes: Array(carried.utf8))
      }
      let new = aligned(text, to: other, near) ?? unmistakable.withoutUnmistakable(text)
      return new == text
        ? nil : Replacements.Item(range: line.startIndex..<line.endIndex, bytes: Array(new.utf8))
    }
  }

  private func changes(
    of json: JSONContents.Element, _ replaced: (JSONText.Scalar) -> String?
  ) -> [Replacements.Item] {
    json.text.scalars.compactMap { scalar in
      guard let text = replaced(scalar), text != scalar.text else { return nil }
      let isString = json.text.nodes[scalar.node].kind == .string
      // A value that is a number now and was none is another value.
      guard isString || JSONText(Array(text.utf8))?.nodes.first?.kind == .number else { return nil }
      return Replacements.Item(
        range: json.range(of: scalar.node),
        bytes: Array((isString ? JSONValue.string(text).text : text).utf8))
    }
  }

  /// Returns the text that replaces a value of a response's JSON.
  private func text(
    of scalar: JSONText.Scalar, _ path: [String], _ old: String?, _ carried: String?,
    _ near: CorrelatedValues
  ) -> String {
    let value = ProducedValue(
      kind: .json, place: "", anyPlace: "", names: scalar.names, text: scalar.text)
    if let other = replacement(of: value, path) { return other }
    if let carried, carried == old { return carried }
    if scalar.text.hasPrefix("/") || scalar.text.contains("://"),
      let other = url(scalar.text, names: scalar.names, path)
    {
      return other
    }
    return aligned(scalar.text, to: old, near) ?? unmistakable.withoutUnmistakable(scalar.text)
  }

  /// The values of a JSON text by their paths; none for another text.
  private static func texts(of json: JSONText?) -> [String: String] {
    Dictionary((json?.scalars ?? []).map { ($0.path, $0.text) }) { first, _ in first }
  }
}

extension Interaction.Request {
  /// The request with another URL.
  func asking(_ url: String) -> Self {
    var request = self
    request.url = url
    return request
  }

  /// The segments of the URL's path, decoded.
  var pathSegments: [String] {
    URLValues(url).values.filter { $0.name == nil }.map(\.text)
  }
}
