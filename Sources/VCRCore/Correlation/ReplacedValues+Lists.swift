/// Ids that no name tells: in lists.
extension ReplacedValues {
  /// The values that a value replaces, whatever they are the ids of.
  func olds(of text: String) -> [String] { Set(known[text, default: [:]].values).sorted() }

  /// The old texts of ids that are the elements of lists.
  ///
  /// An element is one where the old list has the value that it replaces, unless two elements would
  /// then be one.
  ///
  /// - Parameters:
  ///   - json: The JSON of a response.
  ///   - old: That of the old response; nil where it is none.
  /// - Returns: The old texts by the nodes of the elements.
  func elements(of json: JSONText, like old: JSONText?) -> [Int: String] {
    guard let old, !known.isEmpty else { return [:] }
    let places = Dictionary(grouping: old.scalars.filter(\.isElement), by: \.anyPath)
      .mapValues { Set($0.map(\.text)) }
    guard !places.isEmpty else { return [:] }
    let lists = Dictionary(grouping: json.scalars.filter(\.isElement)) { element in
      element.path.prefix(upTo: element.path.lastIndex(of: "[") ?? element.path.startIndex)
    }
    var found: [Int: String] = [:]
    for elements in lists.values {
      let texts = elements.map { element in
        // Short numbers are sizes and counts, too.
        guard Self.lengths.contains(element.text.utf8.count) else { return element.text }
        let others = olds(of: element.text).filter { places[element.anyPath]?.contains($0) == true }
        return others.count == 1 ? others[0] : element.text
      }
      guard Set(texts).count == Set(elements.map(\.text)).count else { continue }
      for (element, text) in zip(elements, texts) where text != element.text {
        found[element.node] = text
      }
    }
    return found
  }
}

extension JSONText.Scalar {
  /// True for an element of an array.
  fileprivate var isElement: Bool { anyPath.hasSuffix("[*]") }
}
