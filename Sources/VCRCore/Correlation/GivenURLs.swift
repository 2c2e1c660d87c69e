/// The URLs that a response gives: in header fields, in strings of JSON and in other texts.
struct GivenURLs {
  /// A URL where it stands.
  struct Place {
    /// The index of its header field; nil in the body.
    let header: Int?
    /// The range of the field's value or of the body.
    let range: Range<Int>
    /// The URL, decoded.
    let text: String
    /// The bytes in that range.
    let bytes: [UInt8]
  }

  /// The URLs by what tells their places apart in two versions of a response.
  private(set) var places: [String: Place] = [:]

  /// The longest text of no known structure that is searched, in bytes.
  private static let longestText = 1 << 20

  /// Finds the URLs of a response.
  init(_ response: Interaction.Response) {
    var counts: [String: Int] = [:]
    for (index, field) in response.headers.fields.enumerated() where !field.isLatin1 {
      let name = field.name.lowercased()
      counts[name, default: 0] += 1
      add(Array(field.value.utf8), "header \(name) \(counts[name] ?? 0)", header: index)
    }
    guard response.body.file == nil, response.body.count <= ProducedValue.longestBody else {
      return
    }
    guard let json = JSONText(response.body.bytes) else {
      add(response.body.bytes, "text", header: nil)
      return
    }
    for scalar in json.scalars
    where json.nodes[scalar.node].kind == .string && Self.isURL(scalar.text) {
      let range = json.range(of: scalar.node)
      places[scalar.path] = Place(
        header: nil, range: range, text: scalar.text, bytes: Array(json.bytes[range]))
    }
  }

  /// Adds the URLs of a text, each under its number and the number of all of them.
  private mutating func add(_ bytes: [UInt8], _ name: String, header: Int?) {
    guard bytes.count <= Self.longestText, String(validating: bytes, as: UTF8.self) != nil else {
      return
    }
    let words = bytes.split(whereSeparator: Self.ends.contains).filter { word in
      Self.isURL(String(decoding: word, as: UTF8.self))
    }
    for (index, word) in words.enumerated() {
      places["\(name) \(index) of \(words.count)"] = Place(
        header: header, range: word.startIndex..<word.endIndex,
        text: MarkupValues.unescaped(String(decoding: word, as: UTF8.self)), bytes: Array(word))
    }
  }

  /// The bytes that no URL contains.
  private static let ends = ByteSet(" \t\r\n\"'<>()[]`|\\")

  /// True for a whole URL, or what follows its host.
  private static func isURL(_ text: String) -> Bool {
    text.hasPrefix("http://") || text.hasPrefix("https://")
      || text.hasPrefix("/") && text.utf8.count > 1 && !text.hasPrefix("//")
        && !text.utf8.contains(0x20)
  }

  /// The URLs that differ from those in the same places of an older response, in order.
  ///
  /// - Parameter old: The URLs of the older response.
  /// - Returns: Each with the older URL in its place.
  func pairs(with old: GivenURLs) -> [(new: Place, old: Place)] {
    places.compactMap { name, place in
      old.places[name].flatMap { $0.text == place.text ? nil : (place, $0) }
    }.sorted {
      ($0.new.header ?? .max, $0.new.range.lowerBound)
        < ($1.new.header ?? .max, $1.new.range.lowerBound)
    }
  }
}
