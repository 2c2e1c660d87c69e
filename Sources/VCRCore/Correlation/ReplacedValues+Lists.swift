/// Ids that no name tells: in lists.
extension ReplacedValues {
  /// The values that a value replaces, whatever they are the ids of.
  func olds(of text: String) -> [String] { Set(known[text, default: [:]].values).sorted() }

  /// The old texts of ids that are the elements of lists, or are called ids of something else.
  ///
  /// A value is one where the old response has the one that it replaces, in any element of the
  /// list, unless two values would then be one.
  ///
  /// - Parameters:
  ///   - json: The JSON of a response.
  ///   - old: That of the old response; nil where it is none.
  /// - Returns: The old texts by the nodes of the values.
  func elements(of json: JSONText, like old: JSONText?) -> [Int: String] {
    guard let old, !known.isEmpty else { return [:] }
    let places = Dictionary(grouping: old.scalars.filter(\.mayBeID), by: \.anyPath)
      .mapValues { Set($0.map(\.text)) }
    guard !places.isEmpty else { return [:] }
    var found: [Int: String] = [:]
    for (place, values) in Dictionary(grouping: json.scalars.filter(\.mayBeID), by: \.anyPath) {
      let texts = values.map { value in
        // Short numbers are sizes and counts, too.
        guard Self.lengths.contains(value.text.utf8.count) else { return value.text }
        let others = olds(of: value.text).filter { places[place]?.contains($0) == true }
        return others.count == 1 ? others[0] : value.text
      }
      guard Set(texts).count == Set(values.map(\.text)).count else { continue }
      for (value, text) in zip(values, texts) where text != value.text { found[value.node] = text }
    }
    return found
  }
}

extension JSONText.Scalar {
  /// True for an element of an array, and for what is called an id.
  fileprivate var mayBeID: Bool {
    anyPath.hasSuffix("[*]") || isCalledID
  }
}
