/// A value in a request that an earlier response may have produced.
package struct ConsumedValue: Sendable {
  /// The place of the value.
  package var slot: ValueSlot
  /// The names of the value, the outermost first; none for a segment of the path.
  package var names: [String]
  /// For a segment of the path, the segment before it; for a value of the query or the body, the
  /// last segment of the path that differs from the value, usually the name of a collection.
  package var before: String?
  /// The last segment of the path that names several things, such as `orders` of `/orders/lookup`
  /// and `/orders/archive/7`: for a member of a body that nothing is around, and for a segment
  /// behind a word that names one thing or none.
  var collection: String?
  /// The value.
  package var text: String
  /// True when only its characters make it a value, so that another text in its place may be none.
  var isByContent = false

  /// Header fields whose values do not come from responses, beside those of the transfer.
  private static let plainHeaders: Set = [
    "accept", "accept-encoding", "accept-language", "accept-charset", "user-agent", "content-type",
    "content-encoding", "cache-control", "pragma", "upgrade-insecure-requests", "origin",
  ]

  /// All values of a request.
  package static func values(of request: Interaction.Request) -> [ConsumedValue] {
    let url = Array(request.url.utf8)
    var values = URLValues(request.url).values.flatMap { part -> [ConsumedValue] in
      let value = ConsumedValue(
        slot: ValueSlot(holder: .url, range: part.range, layers: [.percent]),
        names: part.name.map { [$0] } ?? [], before: part.before, text: part.text)
      let content = NestedText(.url, url, part.range, layer: part.name == nil ? .percent : .form)
      return [value] + content.values(names: value.names, before: part.before)
    }
    values += resourceNames(in: request.url)
    for (index, field) in request.headers.fields.enumerated() {
      let name = field.name.lowercased()
      guard !plainHeaders.contains(name), !TransferFields.contains(name, in: .volatile),
        !field.isLatin1
      else { continue }
      if CookiePlace.isResponse(name) == false {
        values += cookies(field.value, header: index)
      } else {
        let bytes = Array(field.value.utf8)
        values.append(
          ConsumedValue(
            slot: ValueSlot(holder: .header(index), range: bytes.indices, layers: []),
            names: [name], text: field.value))
        let content = NestedText(.header(index), bytes, bytes.indices, layer: nil)
        values += content.values(names: [name])
        if name.hasSuffix("authorization"), let space = bytes.lastIndex(of: UInt8(ascii: " ")) {
          values.append(
            ConsumedValue(
              slot: ValueSlot(
                holder: .header(index), range: space + 1..<bytes.count, layers: []),
              names: [name], text: String(decoding: bytes[(space + 1)...], as: UTF8.self)))
        }
      }
    }
    values += Self.values(of: request.body, MediaType(request.headers))
    let segments = URLValues(request.url).values.filter { $0.name == nil }.map(\.text)
    for index in values.indices {
      guard !values[index].names.isEmpty else {
        values[index].collection = collection(of: values[index], among: segments)
        continue
      }
      // Both `/items/7` and `/items` are about items.
      values[index].before = segments.last { $0 != values[index].text }
      if values[index].slot.holder == .body, values[index].names.count == 1 {
        values[index].collection = segments.last(where: CorrelationRule.namesSeveral)
      }
    }
    return values
  }

  /// The things that a segment of a path is about where the word before it does not say so; nil
  /// where it does, or where it says how many or which part.
  private static func collection(
    of value: ConsumedValue, among segments: [String]
  ) -> String? {
    guard value.slot.holder == .url, !value.isByContent, let before = value.before,
      let place = segments.firstIndex(of: before),
      before.utf8.allSatisfy({ $0.isASCIILetter || $0 == 0x2D || $0 == 0x5F }),
      !CorrelationRule.namesSeveral(before), !LinkStatements.namesAmount(before)
    else { return nil }
    return segments[..<place].last(where: CorrelationRule.namesSeveral)
  }

  /// The ends of the path that are resource names of several segments.
  private static func resourceNames(in url: String) -> [ConsumedValue] {
    let segments = URLValues(url).values.filter { $0.name == nil }
    guard segments.count > 1, segments.count <= 16, let last = segments.last else { return [] }
    return segments.indices.dropLast().compactMap { start in
      let range = segments[start].range.lowerBound..<last.range.upperBound
      let text = segments[start...].map(\.text).joined(separator: "/")
      guard isResourceName(text), text.utf8.count == range.count else { return nil }
      return ConsumedValue(
        slot: ValueSlot(holder: .url, range: range, layers: [.path]), names: [], text: text,
        isByContent: true)
    }
  }

  /// True for a resource name of several segments, such as `projects/p/10000`; not for a date, a
  /// media type or a path.
  package static func isResourceName(_ text: String) -> Bool {
    let segments = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard segments.count > 1, text.utf8.count >= 8 else { return false }
    let isPlain = segments.allSatisfy { segment in
      !segment.isEmpty && segment.allSatisfy { ByteSet.unreserved.contains($0) }
    }
    guard isPlain, segments[0].allSatisfy({ $0.isASCIILetter || $0 == 0x2D || $0 == 0x5F }) else {
      return false
    }
    return segments[segments.count - 1].count { $0.isASCIIDigit } >= 2
  }

  private static func cookies(_ value: String, header: Int) -> [ConsumedValue] {
    var values: [ConsumedValue] = []
    var start = 0
    for pair in value.split(separator: ";", omittingEmptySubsequences: false) {
      let end = start + pair.utf8.count
      if let equals = pair.utf8.firstIndex(of: UInt8(ascii: "=")) {
        let text = String(pair[pair.index(after: equals)...])
        let name = String(pair[..<equals].drop { $0 == " " })
        values.append(
          ConsumedValue(
            slot: ValueSlot(
              holder: .header(header), range: end - text.utf8.count..<end, layers: []),
            names: [name], text: text))
      }
      start = end + 1
    }
    return values
  }

  private static func values(of body: Body, _ type: MediaType?) -> [ConsumedValue] {
    guard !body.isEmpty, body.count <= Body.memoryLimit, body.file == nil else { return [] }
    if type?.isForm == true {
      return URLValues(form: body.bytes.view).values.flatMap { pair in
        let value = ConsumedValue(
          slot: ValueSlot(holder: .body, range: pair.range, layers: [.form], isField: true),
          names: [pair.name ?? ""], text: pair.text)
        return [value]
          + NestedText(.body, body.bytes, pair.range, layer: .form).values(names: value.names)
      }
    }
    if let type, type.isMultipart, let boundary = type.parameter("boundary"),
      let form = MultipartForm(body.bytes, boundary: boundary)
    {
      return form.parts.flatMap { values(of: $0, in: body.bytes) }
    }
    let all = body.bytes.indices
    if let values = members(of: body.bytes, in: all) { return values }
    if let lines = BodyReading.linesOfJSON(body.bytes, type) {
      return lines.parts.flatMap { line in
        line.data.first.flatMap { members(of: body.bytes, in: $0) } ?? []
      }
    }
    let words =
      elements(of: body.bytes) + NestedText(.body, body.bytes, all, layer: nil).values(names: [])
    guard all.count <= 4096, let text = String(validating: body.bytes, as: UTF8.self) else {
      return words
    }
    let slot = ValueSlot(holder: .body, range: all, layers: [])
    return [ConsumedValue(slot: slot, names: [], text: text)] + words
  }

  /// The values of a JSON text in a range of a body; nil when it is not JSON.
  private static func members(of body: [UInt8], in place: Range<Int>) -> [ConsumedValue]? {
    guard let json = JSONText(Array(body[place])) else { return nil }
    let scalars = json.scalars
    let variables = GraphQLVariables(scalars)
    return scalars.flatMap { scalar -> [ConsumedValue] in
      let own = json.range(of: scalar.node)
      let range = place.lowerBound + own.lowerBound..<place.lowerBound + own.upperBound
      let isString = json.nodes[scalar.node].kind == .string
      let value = ConsumedValue(
        slot: ValueSlot(holder: .body, range: range, layers: [isString ? .string : .number]),
        names: variables?.names(of: scalar.names) ?? scalar.names, text: scalar.text)
      guard isString else { return [value] }
      let content = range.lowerBound + 1..<range.upperBound - 1
      return [value]
        + NestedText(.body, body, content, layer: .characters).values(names: value.names)
    }
  }

  /// The texts of the elements of XML that have no elements within; none for another text.
  private static func elements(of body: [UInt8]) -> [ConsumedValue] {
    MarkupElements(body).texts.map { element in
      let text = MarkupValues.unescaped(String(decoding: body[element.content], as: UTF8.self))
      return ConsumedValue(
        slot: ValueSlot(holder: .body, range: element.content, layers: [.markup]),
        names: element.names, text: text)
    }
  }

  /// The values of a field of a form; none for a file (RFC 7578 §4.2).
  private static func values(of part: MultipartForm.Part, in body: [UInt8]) -> [ConsumedValue] {
    let disposition = part.value("Content-Disposition").map { MediaType($0) }
    guard disposition?.parameter("filename") == nil else { return [] }
    if part.content.first == UInt8(ascii: "{") || part.content.first == UInt8(ascii: "["),
      let values = members(of: body, in: part.place)
    {
      return values
    }
    guard part.content.count <= 4096, let text = String(validating: part.content, as: UTF8.self)
    else { return [] }
    let name = disposition?.parameter("name")
    let slot = ValueSlot(holder: .body, range: part.place, layers: [], isField: true)
    let value = ConsumedValue(slot: slot, names: name.map { [$0] } ?? [], text: text)
    return [value]
      + NestedText(.body, body, part.place, layer: nil).values(names: value.names)
  }
}

extension Interaction.Request {
  private func bytes(of holder: ValueSlot.Holder) -> [UInt8] {
    switch holder {
    case .url: Array(url.utf8)
    case .header(let index): Array(headers.fields[index].value.utf8)
    case .body: body.bytes
    }
  }

  /// The request with some values replaced.
  ///
  /// - Parameter changes: Values of this request, each with its replacement.
  /// - Returns: The request, each value encoded as its place demands.
  package func replacing(_ changes: [(value: ConsumedValue, text: String)]) -> Interaction.Request {
    var request = self
    var items: [ValueSlot.Holder: [Replacements.Item]] = [:]
    // A text as a whole comes before what stands in it.
    var places: [ValueSlot.Holder: [Range<Int>: [(slot: ValueSlot, text: String)]]] = [:]
    for (value, text) in changes {
      places[value.slot.holder, default: [:]][value.slot.range, default: []]
        .append((value.slot, text))
    }
    for (holder, places) in places {
      let old = bytes(of: holder)
      items[holder] = places.map { range, values in
        .init(range: range, bytes: values[0].slot.encoded(values, like: old[range]))
      }
    }
    for (holder, items) in items {
      switch holder {
      case .url:
        request.url = String(decoding: items.apart.applied(to: Array(url.utf8)), as: UTF8.self)
      case .header(let index):
        let value = items.apart.applied(to: Array(headers.fields[index].value.utf8))
        request.headers.fields[index].value = String(decoding: value, as: UTF8.self)
      case .body: request.body.bytes = items.apart.applied(to: body.bytes)
      }
    }
    return request
  }
}

extension [Replacements.Item] {
  /// The items in ascending order; of several that overlap only the first, and of those that begin
  /// at one place the longest.
  var apart: [Replacements.Item] {
    var end = 0
    return sorted {
      ($0.range.lowerBound, -$0.range.upperBound) < ($1.range.lowerBound, -$1.range.upperBound)
    }.filter { item in
      guard item.range.lowerBound >= end else { return false }
      end = item.range.upperBound
      return true
    }
  }
}
