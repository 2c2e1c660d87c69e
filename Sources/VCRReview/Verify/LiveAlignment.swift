import VCRCore

/// Restores recorded values in a live response that differs only in produced values or in the
/// origin of the service, so that neither counts as drift.
struct LiveAlignment {
  /// The live values and the recorded values that they replace.
  let correlatedValues: CorrelatedValues
  /// Those of them that this response may hold anywhere; nil for all.
  ///
  /// The others count under the name of an id.
  var nearValues: CorrelatedValues?
  /// The live origin and the recorded one, such as `http://127.0.0.1:8080`; nil when they are
  /// equal.
  let origin: (live: String, recorded: String)?
  /// Finds the short numbers that the values of a response's JSON call ids; nil where the request
  /// is not known.
  var calledNumbers: (([JSONText.Scalar]) -> CalledNumbers)?

  /// The live response with recorded values wherever they correspond.
  func aligned(
    _ live: Interaction.Response, to recorded: Interaction.Response
  ) -> Interaction.Response {
    var response = live
    if origin != nil { response.http = recorded.http }
    // HTTP/2 has no reason phrases, so there is nothing to compare.
    if live.status == recorded.status, live.reason == nil || recorded.reason == nil {
      response.reason = recorded.reason
    }
    response.headers = aligned(live.headers, to: recorded.headers)
    response.trailers = aligned(live.trailers, to: recorded.trailers)
    if live.body.bytes != recorded.body.bytes {
      response.body = aligned(live.body, to: recorded.body, MediaType(live.headers))
    }
    return response
  }

  private func aligned(_ live: HeaderFields, to recorded: HeaderFields) -> HeaderFields {
    var fields = live
    var counts: [String: Int] = [:]
    for index in fields.fields.indices {
      let name = fields.fields[index].name.lowercased()
      let number = counts[name, default: 0]
      counts[name] = number + 1
      let values = recorded.values(name)
      let other = number < values.count ? values[number] : nil
      fields.fields[index].value = aligned(fields.fields[index].value, to: other)
    }
    return fields
  }

  private func aligned(_ live: Body, to recorded: Body, _ type: MediaType?) -> Body {
    let hasSecrets = recorded.bytes.contains(UInt8(ascii: "{"))
    guard !correlatedValues.isEmpty || origin != nil || hasSecrets else { return live }
    if let json = JSONText(live.bytes) {
      let old = JSONText(recorded.bytes)
      guard let old, !correlatedValues.isEmpty else {
        return changed(live, changes(of: json, to: old))
      }
      let names = RenamedMembers.changes(
        of: json, like: old, correlatedValues.recordedValues(of:))
      let renamed = changed(live, names)
      return changed(renamed, changes(of: JSONText(renamed.bytes) ?? json, to: old))
    }
    guard String(validating: live.bytes, as: UTF8.self) != nil else { return live }
    var body = live
    if let stream = JSONContents(live.bytes, type, like: recorded.bytes) {
      body = changed(
        body,
        stream.elements.flatMap { element in
          changes(of: element.text, to: element.old) { element.range(of: $0) }
        })
    }
    let values = nearValues ?? correlatedValues
    body = changed(body, values.changes(of: body.bytes, like: recorded.bytes))
    return changed(body, changes(ofLines: body.bytes, to: recorded.bytes))
  }

  private func changed(_ body: Body, _ edits: [Replacements.Item]) -> Body {
    var found = Replacements()
    for edit in edits { found.add(edit.range, edit.bytes, in: body.bytes.view) }
    return found.applied(to: body)
  }

  private func changes(of live: JSONText, to recorded: JSONText?) -> [Replacements.Item] {
    changes(of: live, to: recorded, live.range(of:))
  }

  /// The changes of a JSON text whose values have the ranges that a function gives.
  private func changes(
    of live: JSONText, to recorded: JSONText?, _ range: (Int) -> Range<Int>
  ) -> [Replacements.Item] {
    let others = Dictionary(
      (recorded?.scalars ?? []).map { ($0.path, $0.text) }, uniquingKeysWith: { first, _ in first })
    let scalars = live.scalars
    let called = calledNumbers?(scalars)
    return scalars.compactMap { scalar in
      if called?.isCount(scalar) == true { return nil }
      let near = nearValues?.withNumbers(alsoOf: called?.numbers(around: scalar) ?? [])
      let values = scalar.isCalledID ? correlatedValues : near ?? correlatedValues
      let text = aligned(scalar.text, to: others[scalar.path], values)
      guard text != scalar.text else { return nil }
      let isString = live.nodes[scalar.node].kind == .string
      return Replacements.Item(
        range: range(scalar.node),
        bytes: Array((isString ? JSONValue.string(text).text : text).utf8))
    }
  }

  private func changes(ofLines live: [UInt8], to recorded: [UInt8]) -> [Replacements.Item] {
    let newline = UInt8(ascii: "\n")
    let lines = live.split(separator: newline, omittingEmptySubsequences: false)
    let others = recorded.split(separator: newline, omittingEmptySubsequences: false)
    return lines.enumerated().compactMap { index, line in
      let other =
        lines.count == others.count ? String(decoding: others[index], as: UTF8.self) : nil
      let text = String(decoding: line, as: UTF8.self)
      let new = aligned(text, to: other)
      return new == text
        ? nil : Replacements.Item(range: line.startIndex..<line.endIndex, bytes: Array(new.utf8))
    }
  }

  /// The live text with recorded values in place of live ones, provided that this yields the
  /// recorded text or the values are unmistakable.
  func aligned(_ live: String, to recorded: String?) -> String {
    aligned(live, to: recorded, nearValues ?? correlatedValues)
  }

  private func aligned(
    _ live: String, to recorded: String?, _ values: CorrelatedValues
  ) -> String {
    if live == recorded { return live }
    var text = live
    if let origin { text = text.replacing(origin: origin.live, with: origin.recorded) }
    if text == recorded { return text }
    // A redacted value equals any live value in its place, since that is redacted, too.
    if let recorded, !PlaceholderReading.secrets(in: text, as: recorded).isEmpty { return recorded }
    if values.isEmpty { return text }
    if let recorded {
      if values.areSame(text, recorded) { return recorded }
      let replaced = values.withoutAny(text)
      if !PlaceholderReading.secrets(in: replaced, as: recorded).isEmpty { return recorded }
    }
    return values.withoutUnmistakable(text)
  }
}

extension String {
  /// The text with every occurrence of an origin replaced, unless it is only the start of another
  /// origin.
  fileprivate func replacing(origin: String, with other: String) -> String {
    let (text, origin) = (Array(utf8), Array(origin.utf8))
    guard !origin.isEmpty, text.count >= origin.count else { return self }
    var output: [UInt8] = []
    var index = 0
    while let found = text[index...].firstRange(of: origin) {
      output += text[index..<found.lowerBound]
      let next = found.upperBound < text.count ? text[found.upperBound] : UInt8(ascii: "/")
      let isOther = next.isASCIIAlphanumeric || ".-:".utf8.contains(next)
      output += isOther ? text[found] : Array(other.utf8)[...]
      index = found.upperBound
    }
    return index == 0 ? self : String(decoding: output + text[index...], as: UTF8.self)
  }
}
