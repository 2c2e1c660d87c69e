/// Requests whose placeholders have the numbers of their values.
extension PairValues {
  /// The request with numbers appended to the names of its placeholders.
  ///
  /// - Parameters:
  ///   - request: The redacted request.
  ///   - numbers: The number of each value.
  /// - Returns: The request as it would be recorded.
  func numbered(_ request: Interaction.Request, _ numbers: [Int]) -> Interaction.Request {
    guard numbers.contains(where: { $0 != 1 }) else { return request }
    var request = request
    BodyText.change(&request) { $0 = numbered(within: $0, numbers) }
    return request
  }

  /// The request with its numbers, whose content is converted already so that it can be changed.
  func numbered(within request: Interaction.Request, _ numbers: [Int]) -> Interaction.Request {
    var texts: [(place: Place, text: Text)] = []
    for (slot, number) in zip(slots, numbers) where number != 1 {
      texts += slot.places.map { ($0, .number(number)) }
    }
    return Self.replacing(texts, in: request)
  }

  /// The redacted request with the values that nothing in it reveals, as they were sent.
  ///
  /// They may have been recorded under the names of other places, and digests show whose they are.
  func withEchoes(_ request: Interaction.Request) -> Interaction.Request {
    let texts = slots.flatMap(\.places).compactMap { place in
      place.echo.map { (place: place, text: Text.echo($0)) }
    }
    guard !texts.isEmpty else { return request }
    var request = request
    BodyText.change(&request) { $0 = Self.replacing(texts, in: $0) }
    return request
  }

  /// The text that replaces a placeholder.
  private enum Text {
    /// The same with this number.
    case number(Int)
    /// The text that was sent.
    case echo([UInt8])

    /// Adds what stands in the place of a placeholder.
    func replace(_ range: Range<Int>, in span: Span<UInt8>, _ found: inout Replacements) {
      guard let name = PairValues.name(span, range) else { return }
      switch self {
      case .number(let number):
        let numbered = ValueNumbers.name(name.map { span[$0] }, number)
        var bytes = (range.lowerBound..<name.lowerBound).map { span[$0] } + numbered
        bytes.append(span, name.upperBound..<range.upperBound)
        found.add(range, bytes, in: span)
      case .echo(let bytes): found.add(range, bytes, in: span)
      }
    }
  }

  /// The values that encode something with the texts in it, by the way to the place of each.
  private static func encoded(
    _ texts: [(way: ArraySlice<Range<Int>>, text: Text)], _ span: Span<UInt8>
  ) -> Replacements {
    var found = Replacements()
    let values = Dictionary(grouping: texts) { $0.way.first?.lowerBound ?? 0 }
    for (_, inner) in values.sorted(by: { $0.key < $1.key }) {
      guard let first = inner.first, let range = first.way.first, range.upperBound <= span.count
      else { continue }
      guard first.way.count > 1 else {
        first.text.replace(range, in: span, &found)
        continue
      }
      let letters = span.extracting(range)
      let changed = EncodedPlaceholders.changes(in: letters) { text in
        encoded(inner.map { ($0.way.dropFirst(), $0.text) }, text.view).applied(to: text.view)
      }
      if !changed.isEmpty { found.add(range, changed.applied(to: letters), in: span) }
    }
    return found
  }

  private static func replacing(
    _ texts: [(place: Place, text: Text)], in request: Interaction.Request
  ) -> Interaction.Request {
    let texts = texts.sorted { $0.place.range.lowerBound < $1.place.range.lowerBound }
    func found(_ part: Part, in span: Span<UInt8>) -> Replacements {
      var found = Replacements()
      var names: [Range<Int>] = []
      if texts.contains(where: { $0.place.part == part && $0.place.ordinal != nil }) {
        PlaceholderRenaming.forEachName(in: span) { names.append($0) }
      }
      let own = texts.filter { $0.place.part == part }
      for (place, text) in own where place.encoded.isEmpty {
        let range = place.range(among: names)
        guard range.upperBound <= span.count else { continue }
        text.replace(range, in: span, &found)
      }
      let inner = own.filter { !$0.place.encoded.isEmpty }
        .map { (way: ([$0.place.range] + $0.place.encoded)[...], text: $0.text) }
      return found.merged(with: encoded(inner, span))
    }
    var request = request
    request.url = request.url.withUTF8Span { found(.url, in: $0) }.applied(to: request.url)
    request.body = found(.body, in: request.body.bytes.view).applied(to: request.body)
    let inTexts = texts.compactMap { entry in
      if case .text(let index) = entry.place.part { index } else { nil }
    }
    if !inTexts.isEmpty,
      let document = BinaryDocument(request.body.bytes, MediaType(request.headers))
    {
      var changed: [Int: [UInt8]] = [:]
      for index in Set(inTexts) where index < document.count {
        let text = document[index]
        changed[index] = found(.text(index), in: text.view).applied(to: text.view)
      }
      request.body = document.changes(to: changed).applied(to: request.body)
    }
    func replace(_ fields: inout HeaderFields, _ part: (Int) -> Part) {
      for index in fields.fields.indices
      where texts.contains(where: { $0.place.part == part(index) }) {
        let value = fields.fields[index].value
        fields.fields[index].value =
          value.withUTF8Span { found(part(index), in: $0) }.applied(to: value)
      }
    }
    replace(&request.headers, Part.header)
    replace(&request.trailers, Part.trailer)
    return request
  }
}
