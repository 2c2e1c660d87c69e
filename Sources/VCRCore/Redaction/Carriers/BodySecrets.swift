/// Finds the secrets of a body and replaces them, every other byte left alone.
struct BodySecrets {
  /// The rules.
  let redaction: Redaction

  /// The declared media type, or nil.
  let type: MediaType?

  /// The kind of the whole of which the body is an excerpt; nil for a whole body.
  var excerptOf: TextKind?

  /// Finds the secrets in several steps and passes the finds of each step to a closure.
  ///
  /// The next step searches the body that the closure left behind.
  ///
  /// - Parameters:
  ///   - body: The body.
  ///   - replace: Replaces what a step found. It is not called for a step that found nothing.
  func find(in body: inout Body, _ replace: (inout Replacements, inout Body) -> Void) {
    func step(_ found: Replacements) {
      var found = found
      if !found.isEmpty { replace(&found, &body) }
    }
    if findInDocument(&body, replace) { return }
    let isForm = type?.isForm == true
    let kind = excerptOf ?? TextKind.of(body.bytes, type)
    if kind == .binary { return findInBinary(&body, replace) }
    if isForm {
      step(form(body.bytes.view))
      if !redaction.paths.isEmpty { step(places(inForm: body.bytes)) }
    } else {
      if let type, type.isMultipart, let boundary = type.parameter("boundary"),
        let multipart = excerptOf == nil
          ? MultipartBody(body.bytes, boundary: boundary)
          : MultipartBody(excerpt: body.bytes, boundary: boundary)
      {
        step(parts(multipart))
      }
      if kind == .data { step(members(body.bytes.view)) }
    }
    if excerptOf == nil, !redaction.paths.isEmpty {
      switch BodyReading(body.bytes, type) {
      case .json(let text): step(places(text))
      case .stream(let stream): step(places(stream, body.bytes))
      case .text:
        step(places(inCutOff: body.bytes))
        if redaction.paths.contains(where: { $0.pattern != nil }) { step(patterns(body.bytes)) }
      }
    }
    if !isForm { step(ColumnSecrets(redaction: redaction).find(in: body.bytes, type)) }
    step(redaction.textSecrets.find(in: body.bytes.view, isForm: isForm, kind: kind))
    if kind == .markup, redaction.isStandard {
      step(ShownCommands(secrets: redaction.textSecrets).find(in: body.bytes.view))
    }
    if kind == .data, redaction.isStandard {
      step(KubernetesSecret.find(in: body.bytes))
      step(GeneratedPassword.find(in: body.bytes))
      step(LineSecrets.find(in: body.bytes.view))
      step(WebKeySecrets.find(in: body.bytes.view))
    }
    if !isForm { step(EscapedText(secrets: redaction.textSecrets).find(in: body.bytes.view)) }
    if kind != .code { step(EncodedText(redaction: redaction).find(in: body.bytes.view)) }
  }

  /// Finds secrets in a document that is read as JSON; false for anything else.
  private func findInDocument(
    _ body: inout Body, _ replace: (inout Replacements, inout Body) -> Void
  ) -> Bool {
    guard excerptOf == nil, let document = BinaryDocument(body.bytes, type) else { return false }
    var json = Body(document.json)
    BodySecrets(redaction: redaction, type: Self.json).find(in: &json, replace)
    guard let found = document.changes(to: json.bytes) else { return false }
    body = found.applied(to: body)
    return true
  }

  private static let json = MediaType("application/json")

  /// Finds tokens by their shapes in bytes that are no text, and names in the texts within, as in
  /// an archive.
  private func findInBinary(
    _ body: inout Body, _ replace: (inout Replacements, inout Body) -> Void
  ) {
    var found = redaction.textSecrets.find(in: body.bytes.view, kind: .binary)
    if !found.isEmpty { replace(&found, &body) }
    guard var texts = TextRuns(in: body.bytes, shortest: TextRuns.shortestWithName) else { return }
    BodySecrets(redaction: redaction, type: nil, excerptOf: .data).find(in: &texts.body, replace)
    if let found = texts.replacements(in: body.bytes), !found.isEmpty {
      body = found.applied(to: body)
    }
  }

  /// True when the beginning of a body leaves open that paths name a place in it, which only its
  /// whole shows.
  func mayHavePlaces(_ start: [UInt8]) -> Bool {
    guard !redaction.paths.isEmpty else { return false }
    if type?.isJSON == true || StreamFormat(type) != nil || BodyReading.beginsStructure(start) {
      return true
    }
    return redaction.paths.contains { path in
      path.scope == nil && type?.isForm == true
        || path.scope?.unit == .part && type?.isMultipart == true
        || path.pattern != nil && TextKind.of(start, type) != .binary
    }
  }

  private func form(_ text: Span<UInt8>) -> Replacements {
    var found = Replacements()
    text.forEachFormPair(in: 0..<text.count) { range, value in
      guard let value, !value.isEmpty, !Placeholder.isAll(text, in: value) else { return }
      let pairs = QueryPairs(text, in: range)
      let name = pairs.pairs.first.map { Array(pairs.name($0)) } ?? []
      var key = redaction.queryNames.member(of: name)
      if let named = key, redaction.isStandard,
        HarmlessValues.isInPlaceOfPair(name.view, named, text, value)
      {
        return
      }
      if key == nil, redaction.isStandard,
        SuspiciousValue.isSecret(
          name.view, URLSecrets.lastKey(of: name), text, value, isInQuery: true)
      {
        key = URLSecrets.lastKey(of: name)
      }
      if key == nil, redaction.isStandard,
        LoginValues.isMadeForLogin(text, range, value: value)
      {
        key = name.indices
      }
      if let key {
        found.add(value, Placeholder.formEncoded(name[key]), in: text)
      } else {
        found.add(members(inPair: value, of: text, isForm: true), in: text)
      }
    }
    return found
  }

  /// The places in JSON that is the value of a field.
  private func places(inForm bytes: [UInt8]) -> Replacements {
    var fields: [Range<Int>] = []
    bytes.view.forEachFormPair(in: bytes.indices) { _, value in
      if let value { fields.append(value) }
    }
    return places(inPairs: fields, of: bytes)
  }

  /// True when places may be in JSON that is the value of a pair.
  var hasPlacesInPairs: Bool { redaction.paths.contains { $0.scope == nil } }

  /// The places in JSON that is the value of pairs of a form or a query.
  ///
  /// - Parameters:
  ///   - pairs: Where the values are.
  ///   - bytes: The form, or the URL with the query.
  /// - Returns: The replacements.
  func places(inPairs pairs: [Range<Int>], of bytes: [UInt8]) -> Replacements {
    var found = Replacements()
    let paths = redaction.paths.filter { $0.scope == nil }
    for pair in pairs {
      guard let json = FormJSON(bytes, pair) else { continue }
      var selected: Set<Int> = []
      for path in paths { selected.formUnion(path.select(in: json.text)) }
      let strings = StringJSON.selected(by: paths, in: json.text)
      for (range, value) in values(selected, strings, of: json.text, { $0 }) {
        found.add(json.range(range), FormJSON.encoded(value), in: bytes.view)
      }
    }
    return found
  }

  /// The members of JSON that is the value of a pair.
  func members(
    inPair value: Range<Int>, of text: Span<UInt8>, isForm: Bool
  ) -> Replacements {
    var found = Replacements()
    guard value.count >= Self.shortestJSON,
      Self.bracketsOfJSON.contains(
        text.percentDecoded(at: value.lowerBound, before: value.upperBound)
          ?? text[value.lowerBound]),
      let decoded = DecodedText(text.extracting(value), isForm ? .form : .percent)
    else { return found }
    for item in members(decoded.bytes.view).items {
      // The quotes around a placeholder stay as they are written.
      let name = item.bytes.drop { $0 != UInt8(ascii: "{") }.prefix {
        $0 != UInt8(ascii: "\\") && $0 != UInt8(ascii: "\"")
      }
      var range = item.range
      if !name.isEmpty {
        range = range.lowerBound + 1..<range.upperBound + 1 + name.count - item.bytes.count
      }
      let place = decoded.original(range)
      let bytes = name.isEmpty ? item.bytes : Array(name)
      found.add(
        value.lowerBound + place.lowerBound..<value.lowerBound + place.upperBound,
        isForm && !name.isEmpty ? Placeholder.formEncoded(name.dropFirst(2).dropLast(2)) : bytes,
        in: text)
    }
    return found
  }

  /// The least bytes of an object with a name and a value.
  private static let shortestJSON = 8
  private static let bracketsOfJSON = ByteSet("{[")

  private func parts(_ multipart: MultipartBody) -> Replacements {
    var found = Replacements()
    for part in multipart.parts {
      addFields(of: part, of: multipart, to: &found)
      guard !part.content.isEmpty else { continue }
      guard isSecret(part, in: multipart.bytes) else {
        if excerptOf == nil { addPlaces(in: part, of: multipart.bytes, to: &found) }
        continue
      }
      guard !Placeholder.isAll(multipart.bytes.view, in: part.content) else { continue }
      found.add(part.content, Placeholder.bytes(part.name.utf8), in: multipart.bytes.view)
    }
    return found
  }

  /// Adds the header fields of a part that places name.
  private func addFields(
    of part: MultipartBody.Part, of multipart: MultipartBody, to found: inout Replacements
  ) {
    guard excerptOf == nil, redaction.paths.contains(where: { $0.scope?.unit == .part }) else {
      return
    }
    let bytes = multipart.bytes.view
    for field in multipart.fields(of: part)
    where redaction.paths.contains(where: { $0.isField(field.name, ofPart: part.name) }) {
      guard !field.range.isEmpty, !Placeholder.isAll(bytes, in: field.range) else { continue }
      found.add(field.range, Placeholder.bytes(field.name.utf8), in: bytes)
    }
  }

  /// Adds the places in a part that is JSON, or text for patterns.
  private func addPlaces(
    in part: MultipartBody.Part, of bytes: [UInt8], to found: inout Replacements
  ) {
    let paths = redaction.paths.compactMap { $0.inPart(named: part.name) }
    guard !paths.isEmpty else { return }
    let start = part.content.lowerBound
    guard let json = JSONText(Array(bytes[part.content])) else {
      for place in TextPlaces(paths, in: Array(bytes[part.content])).places {
        found.add(
          place.range.lowerBound + start..<place.range.upperBound + start,
          Placeholder.bytes("VALUE".utf8), in: bytes.view)
      }
      return
    }
    var selected: Set<Int> = []
    for path in paths { selected.formUnion(path.select(in: json)) }
    let strings = StringJSON.selected(by: paths, in: json)
    for (range, value) in values(selected, strings, of: json, { $0 }) {
      found.add(range.lowerBound + start..<range.upperBound + start, value, in: bytes.view)
    }
  }

  private func isSecret(_ part: MultipartBody.Part, in bytes: [UInt8]) -> Bool {
    let isNamed = redaction.queryNames.contains(part.name)
    guard redaction.isStandard else { return isNamed }
    return part.name.withUTF8Span {
      isNamed
        ? !HarmlessValues.isInPlaceOfPair($0, 0..<$0.count, bytes.view, part.content)
        : SuspiciousValue.isSecret($0, 0..<$0.count, bytes.view, part.content, isInQuery: true)
    }
  }

  private func places(_ text: JSONText) -> Replacements {
    var selected: Set<Int> = []
    for path in redaction.paths { selected.formUnion(path.select(in: text)) }
    let strings = StringJSON.selected(
      by: redaction.paths.filter { $0.scope == nil }, in: text)
    var found = Replacements()
    for (range, bytes) in values(selected, strings, of: text, { $0 }) {
      found.add(range, bytes, in: text.bytes.view)
    }
    return found
  }

  /// The places in JSON that was cut off, or in lines that are JSON in part: text to a reader, but
  /// too much is better than too little.
  private func places(inCutOff bytes: [UInt8]) -> Replacements {
    if StreamFormat(type) != nil { return places(StreamParts(bytes, type), bytes) }
    guard type?.isMultipart != true, BodyReading.beginsStructure(bytes) else {
      return Replacements()
    }
    if let text = JSONText(perhapsCutOff: bytes) { return places(text) }
    return places(StreamParts(bytes, .line), bytes)
  }

  /// Finds the matches of patterns in a text.
  private func patterns(_ bytes: [UInt8]) -> Replacements {
    var found = Replacements()
    for place in TextPlaces(redaction.paths, in: bytes).places {
      found.add(place.range, Placeholder.bytes("VALUE".utf8), in: bytes.view)
    }
    return found
  }

  /// The places in the events or lines of a stream.
  private func places(_ stream: StreamParts, _ bytes: [UInt8]) -> Replacements {
    var found = Replacements()
    for part in stream.parts {
      let placeholder = Placeholder.bytes("VALUE".utf8)
      var items = stream.fields(namedBy: redaction.paths, of: part).map { ($0, placeholder) }
      let isWhole = !part.isComment && stream.isIgnored(part, by: redaction.paths)
      let json = stream.json(of: part, mayBeCutOff: true)
      if isWhole, json == nil { items += part.data.map { ($0, placeholder) } }
      if let json {
        let selected = isWhole ? [0] : stream.selected(by: redaction.paths, of: part, json)
        let strings =
          isWhole ? [] : stream.selectedInStrings(by: redaction.paths, of: part, json)
        items += values(selected, strings, of: json.text) { json.range($0) }
      }
      var end = part.range.lowerBound
      for (range, value) in items.sorted(by: { $0.0.lowerBound < $1.0.lowerBound })
      where range.lowerBound >= end {
        found.add(range, value, in: bytes.view)
        end = range.upperBound
      }
    }
    return found
  }

  /// Returns the replacements of the selected values of a text: every string and number within an
  /// array or object is replaced, so that its structure stays.
  ///
  /// - Parameters:
  ///   - selected: The values.
  ///   - strings: Values of the JSON in strings of the text.
  ///   - text: The text.
  ///   - place: Where a range of the text is in the body.
  /// - Returns: The replacements in ascending order.
  private func values(
    _ selected: Set<Int>, _ strings: [(json: StringJSON, values: [Int])] = [], of text: JSONText,
    _ place: (Range<Int>) -> Range<Int>
  ) -> [(Range<Int>, [UInt8])] {
    var found: [(Range<Int>, [UInt8])] = []
    var end = 0
    for index in selected.sorted() where index >= end {
      end = Int(text.nodes[index].next)
      var name = text.name(of: index)
      if name.isEmpty { name = Array("VALUE".utf8) }
      for inner in index..<end {
        let node = text.nodes[inner]
        guard node.kind == .number || (node.kind == .string && node.end > node.start + 2) else {
          continue
        }
        let placeholder =
          node.kind == .number
          ? Self.number(text.bytes.view, text.range(of: inner)) : Self.quoted(name)
        found.append((place(text.range(of: inner)), placeholder))
      }
    }
    let whole = found.map(\.0)
    for string in strings {
      let all = place(text.range(of: string.json.node))
      guard !whole.contains(where: { $0.overlaps(all) }) else { continue }
      for value in string.values {
        found += values([value], of: string.json.text) { $0 }.map { range, bytes in
          // The quotes of a placeholder stand in a string.
          let escaped = bytes.flatMap { $0 == UInt8(ascii: "\"") ? Array("\\\"".utf8) : [$0] }
          return (place(string.json.outerRange(range)), escaped)
        }
      }
    }
    return found.sorted { $0.0.lowerBound < $1.0.lowerBound }
  }
}
