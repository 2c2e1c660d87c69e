/// A value in a response that a later request may consume: an id, a token, an entity tag, a cookie.
struct ProducedValue: Sendable {
  /// The kind of place that holds the value.
  enum Kind: Sendable {
    /// A value of a JSON body.
    case json
    /// A header field.
    case header
    /// A part of a URL in a header field or a body.
    case url
    /// A cookie.
    case cookie
    /// A field of a form, or an element of markup.
    case field
    /// A hidden field of a form.
    case hidden
  }

  /// The kind of place that holds the value.
  var kind: Kind
  /// The place, which is unique within the response.
  var place: String
  /// The place without list indices.
  var anyPlace: String
  /// The names that lead to the value, the outermost first.
  var names: [String]
  /// For a part of a URL, the segment before it.
  var before: String?
  /// The value.
  var text: String

  /// The size in bytes of the largest body that is searched.
  static let longestBody = 8 << 20

  /// All values of a response.
  static func values(of response: Interaction.Response) -> [ProducedValue] {
    var values: [ProducedValue] = []
    var counts: [String: Int] = [:]
    for field in response.headers.fields {
      let name = field.name.lowercased()
      let number = counts[name, default: 0]
      counts[name] = number + 1
      if CookiePlace.isResponse(name) == true {
        let pair = field.value.prefix { $0 != ";" }
        guard let equals = pair.firstIndex(of: "=") else { continue }
        let cookie = String(pair[..<equals])
        values.append(
          ProducedValue(
            kind: .cookie, place: "cookie \(cookie)", anyPlace: "cookie \(cookie)", names: [cookie],
            text: String(pair[pair.index(after: equals)...])))
        continue
      }
      if ["location", "content-location"].contains(name) {
        values += parts(of: field.value, place: "header \(name)", names: [name])
      } else if name == "link" {
        for (index, target) in targets(ofLink: field.value).enumerated() {
          values += parts(of: target, place: "header link \(number) \(index)", names: [name])
        }
      }
      values.append(
        ProducedValue(
          kind: .header, place: "header \(name) \(number)", anyPlace: "header \(name)",
          names: [name], text: field.value))
    }
    return values + Self.values(of: response.body, MediaType(response.headers))
  }

  /// The values that a response calls ids.
  ///
  /// They stand under such a name, or in the path of a URL behind what they are the id of. The
  /// query of a URL may repeat what was asked.
  static func ids(of response: Interaction.Response) -> Set<String> {
    Set(
      values(of: response).filter { value in
        value.kind == .url
          ? value.before != nil : value.names.last.map(CorrelationRule.namesID) == true
      }.map(\.text))
  }

  private static func values(of body: Body, _ type: MediaType?) -> [ProducedValue] {
    guard !body.isEmpty, body.file == nil, body.count <= longestBody else { return [] }
    if let json = JSONText(body.bytes) { return members(of: json, "json", "json") }
    if type?.isForm == true {
      return URLValues(form: body.bytes.view).values.map {
        ProducedValue(
          kind: .field, place: "form \($0.name ?? "")", anyPlace: "form \($0.name ?? "")",
          names: [$0.name ?? ""], text: $0.text)
      }
    }
    if case .stream(let stream) = BodyReading(body.bytes, type) {
      // Events that only keep the connection alive come at other points each time.
      var counts: [String: Int] = [:]
      return stream.parts.flatMap { part -> [ProducedValue] in
        let kind = part.kind ?? ""
        counts[kind, default: 0] += 1
        guard let json = stream.json(of: part) else { return [] }
        return members(of: json.text, "part \(kind) \(counts[kind] ?? 0)", "part \(kind)")
      }
    }
    if body.bytes.contains(UInt8(ascii: "<")) { return MarkupValues.values(in: body.bytes) }
    guard body.bytes.count <= 4096, let text = String(validating: body.bytes, as: UTF8.self) else {
      return []
    }
    let line = String(text.filter { !$0.isNewline })
    let whole = ProducedValue(kind: .field, place: "body", anyPlace: "body", names: [], text: line)
    return [whole] + words(of: text)
  }

  /// The values of a JSON text.
  private static func members(
    of json: JSONText, _ place: String, _ anyPlace: String
  ) -> [ProducedValue] {
    json.scalars.flatMap { scalar in
      let value = ProducedValue(
        kind: .json, place: "\(place) \(scalar.path)", anyPlace: "\(anyPlace) \(scalar.anyPath)",
        names: scalar.names, text: scalar.text)
      guard scalar.text.hasPrefix("/") || scalar.text.contains("://") else { return [value] }
      return [value]
        + parts(of: scalar.text, place: value.place, anyPlace: value.anyPlace, names: scalar.names)
    }
  }

  /// The words of a text that occur nowhere by chance: the id in `order 3f2a99b1d0 created`.
  private static func words(of text: String) -> [ProducedValue] {
    let words = text.utf8.split { !word.contains($0) }
    guard words.count > 1 else { return [] }
    return words.enumerated().compactMap { index, bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      guard CorrelationRule.isUnmistakable(text) else { return nil }
      return ProducedValue(
        kind: .field, place: "word \(index)", anyPlace: "word", names: [], text: text)
    }
  }

  /// The characters of words.
  private static let word = ByteSet(.alphanumeric, "-_")

  private static func parts(
    of url: String, place: String, anyPlace: String? = nil, names: [String]
  ) -> [ProducedValue] {
    URLValues(url).values.map { part in
      let step = part.name.map { " ?\($0)" } ?? " /\(part.number)"
      return ProducedValue(
        kind: .url, place: place + step, anyPlace: (anyPlace ?? place) + step,
        names: names + (part.name.map { [$0] } ?? []), before: part.before, text: part.text)
    }
  }

  /// The URLs between angle brackets in a `Link` field (RFC 8288 §3).
  private static func targets(ofLink value: String) -> [String] {
    value.split(separator: "<").compactMap { part in
      part.firstIndex(of: ">").map { String(part[..<$0]) }
    }
  }
}

/// Values in HTML and XML that a client may use: form fields, meta elements, and the text of
/// elements without child elements.
enum MarkupValues {
  /// The values of a text, in their order.
  static func values(in bytes: [UInt8]) -> [ProducedValue] {
    var values: [ProducedValue] = []
    var counts: [String: Int] = [:]
    func add(_ kind: String, _ name: String, _ text: String, isHidden: Bool = false) {
      let any = "\(kind) \(name)"
      let number = counts[any, default: 0]
      counts[any] = number + 1
      values.append(
        ProducedValue(
          kind: isHidden ? .hidden : .field, place: "\(any) \(number)", anyPlace: any,
          names: [name], text: text))
    }
    var pieces = String(decoding: bytes, as: UTF8.self).split(
      separator: "<", omittingEmptySubsequences: false)
    pieces.removeFirst()
    for (index, piece) in pieces.enumerated() {
      guard let end = piece.firstIndex(of: ">"), piece.first?.isLetter == true else { continue }
      let tag = piece[..<end]
      let element = String(tag.prefix { !$0.isWhitespace && $0 != "/" })
      let content = piece[piece.index(after: end)...]
      let attributes = attributes(of: tag)
      func attribute(_ name: String) -> String? { attributes.first { $0.name == name }?.value }
      if let name = attribute("name"), let value = attribute("value") ?? attribute("content") {
        let isHidden = attribute("type")?.lowercased() == "hidden"
        add("field", name, unescaped(value), isHidden: isHidden)
      } else if !content.isEmpty, index + 1 < pieces.count,
        pieces[index + 1].hasPrefix("/" + element)
      {
        add("element", element, unescaped(String(content)))
      }
    }
    return values
  }

  /// The attributes of an element that have values, in quotes or not; names are in lower case.
  ///
  /// Scripts that send load find them by the same rule.
  private static func attributes(of tag: Substring) -> [(name: String, value: String)] {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
    func isEnd(_ byte: UInt8) -> Bool { isSpace(byte) || byte == 0x22 || byte == 0x27 }
    let bytes = Array(tag.utf8)
    var found: [(name: String, value: String)] = []
    var index = bytes.firstIndex(where: isSpace) ?? bytes.count
    while index < bytes.count {
      let name = bytes[index...].prefix { !isEnd($0) && $0 != 0x2F && $0 != 0x3D }
      guard !name.isEmpty else {
        index += 1
        continue
      }
      index = bytes[name.endIndex...].firstIndex { !isSpace($0) } ?? bytes.count
      guard index < bytes.count, bytes[index] == 0x3D else { continue }
      index = bytes[(index + 1)...].firstIndex { !isSpace($0) } ?? bytes.count
      guard index < bytes.count else { break }
      var value = bytes[index...].prefix { !isEnd($0) }
      if value.isEmpty, let end = bytes[(index + 1)...].firstIndex(of: bytes[index]) {
        value = bytes[(index + 1)..<end]
        index = end + 1
      } else {
        index = max(value.endIndex, index + 1)
      }
      found.append(
        (
          String(decoding: name, as: UTF8.self).lowercased(), String(decoding: value, as: UTF8.self)
        ))
    }
    return found
  }

  /// The text with the character references that HTML and XML share decoded; others stay as they
  /// are.
  static func unescaped(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    let pieces = text.split(separator: "&", omittingEmptySubsequences: false)
    return pieces.dropFirst().reduce(String(pieces[0])) { result, piece in
      guard let end = piece.firstIndex(of: ";"), let scalar = scalar(named: piece[..<end]) else {
        return result + "&" + piece
      }
      return result + String(scalar) + piece[piece.index(after: end)...]
    }
  }

  private static func scalar(named name: Substring) -> Unicode.Scalar? {
    switch name {
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    case "amp": return "&"
    default: break
    }
    guard name.first == "#", name.utf8.count < 9 else { return nil }
    let digits = name.dropFirst()
    let isHexadecimal = digits.first == "x" || digits.first == "X"
    let number = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return number.flatMap(Unicode.Scalar.init)
  }
}

extension Sequence<ProducedValue> {
  /// The texts of values by their places; of several at one place the first counts.
  var textsByPlace: [String: String] {
    Dictionary(map { ($0.place, $0.text) }) { first, _ in first }
  }
}
