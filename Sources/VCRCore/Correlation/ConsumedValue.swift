/// A value in a request that an earlier response may have produced.
package struct ConsumedValue: Sendable {
  /// The place of a value, and the way it is encoded there.
  package enum Slot: Sendable {
    /// A part of the URL.
    case url(Range<Int>)
    /// Several segments of the URL's path, none of which needs to be encoded.
    case path(Range<Int>)
    /// A part of the header field at an index.
    case header(Int, Range<Int>)
    /// A pair of a form.
    case form(Range<Int>)
    /// The content of a part of a multipart body.
    case part(Range<Int>)
    /// A number or string of a JSON body, quotes included.
    case json(Range<Int>, isString: Bool)
    /// The whole body.
    case body
  }

  /// The place of the value.
  package var slot: Slot
  /// The names of the value, the outermost first; none for a segment of the path.
  package var names: [String]
  /// For a segment of the path, the segment before it; for a value of the query or the body, the
  /// last segment of the path that differs from the value, usually the name of a collection.
  package var before: String?
  /// The value.
  package var text: String

  /// Header fields whose values do not come from responses.
  private static let plainHeaders: Set = [
    "accept", "accept-encoding", "accept-language", "accept-charset", "user-agent", "content-type",
    "content-encoding", "connection", "cache-control", "pragma", "te", "host", "content-length",
    "expect", "upgrade-insecure-requests", "origin",
  ]

  /// All values of a request.
  package static func values(of request: Interaction.Request) -> [ConsumedValue] {
    var values = URLValues(request.url).values.flatMap { part -> [ConsumedValue] in
      let value = ConsumedValue(
        slot: .url(part.range), names: part.name.map { [$0] } ?? [], before: part.before,
        text: part.text)
      return [value]
        + pieces(of: part).map { range, text in
          ConsumedValue(slot: .url(range), names: value.names, before: part.before, text: text)
        }
    }
    values += resourceNames(in: request.url)
    for (index, field) in request.headers.fields.enumerated() {
      let name = field.name.lowercased()
      guard !plainHeaders.contains(name), !field.isLatin1 else { continue }
      if name == "cookie" {
        values += cookies(field.value, header: index)
      } else {
        let bytes = field.value.utf8
        values.append(
          ConsumedValue(slot: .header(index, 0..<bytes.count), names: [name], text: field.value))
        if name.hasSuffix("authorization"), let space = field.value.lastIndex(of: " ") {
          let text = String(field.value[field.value.index(after: space)...])
          values.append(
            ConsumedValue(
              slot: .header(index, bytes.count - text.utf8.count..<bytes.count), names: [name],
              text: text))
        }
      }
    }
    values += Self.values(of: request.body, MediaType(request.headers))
    let segments = URLValues(request.url).values.filter { $0.name == nil }.map(\.text)
    for index in values.indices where !values[index].names.isEmpty {
      // Both `/items/7` and `/items` are about items.
      values[index].before = segments.last { $0 != values[index].text }
    }
    return values
  }

  /// The values within a part of a URL, unless it is encoded: `42` in `42.json` and `42:cancel`,
  /// and each of `42,43`.
  private static func pieces(of part: URLValues.Value) -> [(range: Range<Int>, text: String)] {
    let text = part.text
    guard part.range.count == text.utf8.count else { return [] }
    var pieces = text.split(separator: ",", omittingEmptySubsequences: false)
    if pieces.count == 1 {
      let isSegment = part.name == nil
      pieces = [text.lastIndex(of: "."), text.firstIndex(of: ":")].compactMap { end in
        isSegment ? end.map { text[..<$0] } : nil
      }
    }
    return pieces.filter { !$0.isEmpty }.map { piece in
      let start =
        part.range.lowerBound + text.utf8.distance(from: text.startIndex, to: piece.startIndex)
      return (start..<start + piece.utf8.count, String(piece))
    }
  }

  /// The ends of the path that are resource names of several segments.
  private static func resourceNames(in url: String) -> [ConsumedValue] {
    let segments = URLValues(url).values.filter { $0.name == nil }
    guard segments.count > 1, segments.count <= 16, let last = segments.last else { return [] }
    return segments.indices.dropLast().compactMap { start in
      let range = segments[start].range.lowerBound..<last.range.upperBound
      let text = segments[start...].map(\.text).joined(separator: "/")
      guard isResourceName(text), text.utf8.count == range.count else { return nil }
      return ConsumedValue(slot: .path(range), names: [], text: text)
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
            slot: .header(header, end - text.utf8.count..<end), names: [name], text: text))
      }
      start = end + 1
    }
    return values
  }

  private static func values(of body: Body, _ type: MediaType?) -> [ConsumedValue] {
    guard !body.isEmpty, body.count <= Body.memoryLimit, body.file == nil else { return [] }
    if type?.isForm == true {
      return URLValues(form: body.bytes.view).values.map {
        ConsumedValue(slot: .form($0.range), names: [$0.name ?? ""], text: $0.text)
      }
    }
    if let type, type.isMultipart, let boundary = type.parameter("boundary"),
      let form = MultipartForm(body.bytes, boundary: boundary)
    {
      return form.parts.flatMap { values(of: $0, in: body.bytes) }
    }
    if let values = members(of: body.bytes, at: 0) { return values }
    guard body.bytes.count <= 4096, let text = String(validating: body.bytes, as: UTF8.self) else {
      return []
    }
    return [ConsumedValue(slot: .body, names: [], text: text)]
  }

  /// The values of a JSON text; nil when it is not JSON.
  private static func members(of bytes: [UInt8], at start: Int) -> [ConsumedValue]? {
    guard let json = JSONText(bytes) else { return nil }
    let scalars = json.scalars
    let variables = GraphQLVariables(scalars)
    return scalars.map { scalar in
      let range = json.range(of: scalar.node)
      return ConsumedValue(
        slot: .json(
          start + range.lowerBound..<start + range.upperBound,
          isString: json.nodes[scalar.node].kind == .string),
        names: variables?.names(of: scalar.names) ?? scalar.names, text: scalar.text)
    }
  }

  /// The values of a field of a form; none for a file (RFC 7578 §4.2).
  private static func values(of part: MultipartForm.Part, in body: [UInt8]) -> [ConsumedValue] {
    let disposition = part.value("Content-Disposition").map { MediaType($0) }
    guard disposition?.parameter("filename") == nil else { return [] }
    if part.content.first == UInt8(ascii: "{") || part.content.first == UInt8(ascii: "["),
      let values = members(of: part.content, at: part.place.lowerBound)
    {
      return values
    }
    guard part.content.count <= 4096, let text = String(validating: part.content, as: UTF8.self)
    else { return [] }
    let name = disposition?.parameter("name")
    return [ConsumedValue(slot: .part(part.place), names: name.map { [$0] } ?? [], text: text)]
  }
}

extension Interaction.Request {
  /// The request with some values replaced.
  ///
  /// - Parameter changes: Values of this request, each with its replacement.
  /// - Returns: The request, each value encoded as its place demands.
  package func replacing(_ changes: [(value: ConsumedValue, text: String)]) -> Interaction.Request {
    var request = self
    var (url, body) = ([Replacements.Item](), [Replacements.Item]())
    var headers: [Int: [Replacements.Item]] = [:]
    for change in changes {
      let bytes = Array(change.text.utf8)
      switch change.value.slot {
      case .url(let range):
        url.append(.init(range: range, bytes: DecodedText.Encoding.percent.encode(bytes)))
      case .path(let range): url.append(.init(range: range, bytes: Self.path(bytes)))
      case .header(let index, let range):
        headers[index, default: []].append(.init(range: range, bytes: bytes))
      case .form(let range):
        body.append(.init(range: range, bytes: DecodedText.Encoding.form.encode(bytes)))
      case .part(let range): body.append(.init(range: range, bytes: bytes))
      case .json(let range, let isString):
        let isNumber = !isString && JSONText(bytes)?.nodes.first?.kind == .number
        let text = isNumber ? change.text : JSONValue.string(change.text).text
        body.append(.init(range: range, bytes: Array(text.utf8)))
      case .body: request.body = Body(bytes)
      }
    }
    if !url.isEmpty {
      request.url = String(decoding: url.apart.applied(to: Array(self.url.utf8)), as: UTF8.self)
    }
    for (index, items) in headers {
      let value = items.apart.applied(to: Array(self.headers.fields[index].value.utf8))
      request.headers.fields[index].value = String(decoding: value, as: UTF8.self)
    }
    if !body.isEmpty { request.body.bytes = body.apart.applied(to: self.body.bytes) }
    return request
  }
}

extension Interaction.Request {
  /// The segments of a path, each encoded.
  fileprivate static func path(_ bytes: [UInt8]) -> [UInt8] {
    let slash = UInt8(ascii: "/")
    let segments = bytes.split(separator: slash, omittingEmptySubsequences: false)
    return Array(
      segments.map { DecodedText.Encoding.percent.encode(Array($0)) }.joined(separator: [slash]))
  }
}

extension [Replacements.Item] {
  /// The items in ascending order; of several that overlap only the first.
  fileprivate var apart: [Replacements.Item] {
    var end = 0
    return sorted { $0.range.lowerBound < $1.range.lowerBound }.filter { item in
      guard item.range.lowerBound >= end else { return false }
      end = item.range.upperBound
      return true
    }
  }
}
