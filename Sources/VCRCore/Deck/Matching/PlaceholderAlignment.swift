/// Makes a request comparable with a recorded one whose secrets are not known here.
///
/// Where the recorded request has a placeholder the other may have another secret, a dummy or
/// nothing. The recorded text replaces the text that matches it, so that every policy can compare
/// the two.
struct PlaceholderAlignment {
  /// The names of placeholders whose secrets are known, which match themselves only.
  let known: Set<[UInt8]>

  /// The digests of values that the cassette has; nil for none.
  var digests: ValueDigests?

  /// The request with the placeholders of a recorded one where it fits them.
  func aligned(
    _ request: Interaction.Request, to recorded: Interaction.Request
  ) -> Interaction.Request {
    var aligned = request
    aligned.url = url(request.url, to: recorded.url)
    if request.headers != recorded.headers {
      aligned.headers = headers(request.headers, to: recorded.headers)
    }
    if request.body.file == nil, recorded.body.file == nil,
      request.body.bytes != recorded.body.bytes
    {
      aligned.body.bytes = body(request, to: recorded)
    }
    return aligned
  }

  /// True when a text has a placeholder of an unknown secret.
  func hasPlaceholder(_ text: Span<UInt8>) -> Bool {
    PlaceholderTemplate(text, known: known) != nil
  }

  private func url(_ url: String, to recorded: String) -> String {
    url.withUTF8Span { url in
      recorded.withUTF8Span { recorded in
        let (own, other) = (URLRanges(url), URLRanges(recorded))
        let start = 0..<own.path.upperBound
        let otherStart = 0..<other.path.upperBound
        var output: [UInt8] = []
        let template = PlaceholderTemplate(recorded.extracting(otherStart), known: known)
        let fits =
          template?
          .matches(url.extracting(start), separator: UInt8(ascii: "/"), digests: digests) ?? false
        if fits { output.append(recorded, otherStart) } else { output.append(url, start) }
        if let query = own.query {
          output.append(UInt8(ascii: "?"))
          output +=
            other.query.map { pairs(url.extracting(query), to: recorded.extracting($0)) }
            ?? query.map { url[$0] }
        }
        return String(decoding: output, as: UTF8.self)
      }
    }
  }

  /// Pairs of a query or a form, those of one name compared in their order.
  private func pairs(_ text: Span<UInt8>, to recorded: Span<UInt8>) -> [UInt8] {
    var templates: [[UInt8]: [[UInt8]]] = [:]
    // Names that are placeholders themselves.
    var wild: [(template: PlaceholderTemplate, name: [UInt8], value: [UInt8])] = []
    for pair in Self.split(recorded) {
      if let template = PlaceholderTemplate(pair.name.view, known: known) {
        wild.append((template, pair.name, pair.value))
      } else {
        templates[pair.name, default: []].append(pair.value)
      }
    }
    var output: [UInt8] = []
    for (index, pair) in Self.split(text).enumerated() {
      if index > 0 { output.append(UInt8(ascii: "&")) }
      var value = pair.value
      var name = pair.name
      if templates[name] == nil,
        let place = wild.firstIndex(where: {
          $0.template.matches(name.view, digests: digests) && fits(value, $0.value)
        })
      {
        (_, name, value) = wild.remove(at: place)
      }
      output += name
      if var others = templates[pair.name], !others.isEmpty {
        let other = others.removeFirst()
        templates[pair.name] = others
        if let template = PlaceholderTemplate(other.view, known: known),
          template.matches(value.view, digests: digests)
        {
          value = other
        }
      }
      if pair.hasEquals || !value.isEmpty {
        output.append(UInt8(ascii: "="))
        output += value
      }
    }
    return output
  }

  /// True when a recorded value is the same, or has placeholders that stand for it.
  private func fits(_ value: [UInt8], _ recorded: [UInt8]) -> Bool {
    value == recorded
      || PlaceholderTemplate(recorded.view, known: known)?.matches(value.view, digests: digests)
        == true
  }

  private static func split(
    _ text: Span<UInt8>
  ) -> [(name: [UInt8], value: [UInt8], hasEquals: Bool)] {
    var pairs: [(name: [UInt8], value: [UInt8], hasEquals: Bool)] = []
    var start = 0
    while start <= text.count {
      let end = text.firstIndex(of: UInt8(ascii: "&"), in: start..<text.count) ?? text.count
      let equals = text.firstIndex(of: UInt8(ascii: "="), in: start..<end)
      pairs.append(
        (
          (start..<(equals ?? end)).map { text[$0] },
          equals.map { ($0 + 1..<end).map { text[$0] } } ?? [], equals != nil
        ))
      start = end + 1
    }
    return pairs
  }

  private func headers(_ headers: HeaderFields, to recorded: HeaderFields) -> HeaderFields {
    var aligned = headers
    var used = Set<Int>()
    for index in aligned.fields.indices {
      let field = aligned.fields[index]
      guard
        let other = recorded.fields.indices.first(where: {
          !used.contains($0) && recorded.fields[$0].name.equalsIgnoringASCIICase(field.name)
        })
      else { continue }
      used.insert(other)
      let value = recorded.fields[other].value
      let fits = value.withUTF8Span { value in
        field.value.withUTF8Span {
          guard let template = PlaceholderTemplate(value, known: known) else { return false }
          // Of credentials that are not known not even the scheme is left.
          return Placeholder.isAll($0, in: 0..<$0.count) || template.matches($0, digests: digests)
        }
      }
      if fits { aligned.fields[index].value = value }
    }
    return aligned
  }

  private func body(_ request: Interaction.Request, to recorded: Interaction.Request) -> [UInt8] {
    if MediaType(recorded.headers)?.isForm == true {
      return pairs(request.body.bytes.view, to: recorded.body.bytes.view)
    }
    let template = PlaceholderTemplate(recorded.body.bytes.view, known: known)
    if template != nil, let places = GRPCLengths.Places(recorded.headers),
      GRPCLengths.agree(
        request.body.bytes, recorded.body.bytes, places, except: { fits(Array($0), Array($1)) })
    {
      return recorded.body.bytes
    }
    return template?.matches(request.body.bytes.view, digests: digests) == true
      ? recorded.body.bytes : request.body.bytes
  }
}
