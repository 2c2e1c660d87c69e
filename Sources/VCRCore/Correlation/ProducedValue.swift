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
  /// True for what no name but a later request tells to be the id of what was made.
  var isMade = false

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
      return stream.jsonInPlaces.flatMap { kind, number, json in
        members(of: json.text, "part \(kind) \(number)", "part \(kind)")
      }
        + stream.idsInPlaces.map { kind, number, id in
          event(
            String(decoding: body.bytes[id], as: UTF8.self), "part \(kind) \(number) id",
            "part \(kind) id")
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
      guard scalar.text.hasPrefix("/") || scalar.text.contains("://") else {
        return [value] + (nested(scalar.text).map { within($0, value) } ?? [])
      }
      return [value]
        + parts(of: scalar.text, place: value.place, anyPlace: value.anyPlace, names: scalar.names)
    }
  }

  /// The values of JSON that stands in a string.
  private static func within(_ json: JSONText, _ value: ProducedValue) -> [ProducedValue] {
    json.scalars.map { scalar in
      ProducedValue(
        kind: .json, place: "\(value.place) \(scalar.path)",
        anyPlace: "\(value.anyPlace) \(scalar.anyPath)", names: scalar.names, text: scalar.text)
    }
  }

  /// The JSON that a string holds, as it is or in Base64; nil for any other.
  private static func nested(_ text: String) -> JSONText? {
    func json(_ bytes: [UInt8]) -> JSONText? {
      let isStructure = [UInt8(ascii: "{"), UInt8(ascii: "[")].contains(bytes.first)
      return isStructure ? JSONText(bytes) : nil
    }
    let bytes = Array(text.utf8)
    // What begins JSON is one of these letters in Base64.
    if [UInt8(ascii: "e"), UInt8(ascii: "W")].contains(bytes.first), bytes.count >= shortestBase64 {
      return Base64Text.printable(bytes).flatMap(json)
    }
    return json(bytes)
  }

  /// The length in bytes of the shortest text in Base64 that holds an id and its name.
  private static let shortestBase64 = 16

  /// The id of an event, under the name of the field by which a client sends it back (WHATWG HTML
  /// §9.2.4).
  static func event(
    _ text: String, _ place: String = "", _ anyPlace: String = ""
  ) -> ProducedValue {
    ProducedValue(
      kind: .field, place: place, anyPlace: anyPlace, names: ["last-event-id"], text: text)
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

extension Sequence<ProducedValue> {
  /// The texts of values by their places; of several at one place the first counts.
  var textsByPlace: [String: String] {
    Dictionary(map { ($0.place, $0.text) }) { first, _ in first }
  }
}
