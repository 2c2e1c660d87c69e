import VCRCore

/// The placeholders of JsonUnit in a JSON text, by which WireMock compares bodies: each stands for
/// many values.
struct JSONUnitPlaceholders {
  /// The places whose values are not compared.
  private(set) var paths: [JSONPath] = []

  /// True when some placeholder wants values of a type, or of a pattern.
  private(set) var hasConditions = false

  private static let opening = "${json-unit."

  /// The placeholders that stand for any value, or none.
  private static let unconditional = ["ignore}", "ignore-element}"].map { opening + $0 }

  /// Looks for placeholders.
  ///
  /// - Parameter text: The text; one that is not JSON has none.
  init(_ text: [UInt8]) {
    guard text.firstRange(of: Array(Self.opening.utf8)) != nil,
      let value = try? ForeignValue(json: text)
    else { return }
    search(value, at: "$")
  }

  private mutating func search(_ value: ForeignValue, at path: String) {
    switch value.content {
    case .list(let elements):
      for (index, element) in elements.enumerated() { search(element, at: "\(path)[\(index)]") }
    case .map(let members):
      for member in members {
        search(member.value, at: path + JSONPath.step(Array(member.name.utf8)))
      }
    case .scalar:
      guard value.isText, let word = value.text, word.hasPrefix(Self.opening) else { return }
      hasConditions = hasConditions || !Self.unconditional.contains(word)
      if let found = try? JSONPath(parsing: path) { paths.append(found) }
    case .nothing, .unreadable: return
    }
  }
}
