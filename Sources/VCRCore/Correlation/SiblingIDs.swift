/// Ids that no request carries, at places at which a response has ids that requests do carry.
///
/// Of the lines of an order or the elements of a list a client asks for some, while the service
/// makes the ids of all of them anew. Where one of these is another id now, so are the others.
enum SiblingIDs {
  /// A value of a response, and the text in its place in another version.
  struct Pair {
    let value: ProducedValue
    let other: String
  }

  /// Finds the ids that are others because their siblings are.
  ///
  /// - Parameters:
  ///   - values: The values of a response.
  ///   - others: Those of the other version.
  ///   - areOne: True for a text and one of the other version that are known to be the same thing.
  /// - Returns: The ids, each with the other one. None of them is in the other version, nor does
  ///   one stand for two.
  static func pairs(
    among values: [ProducedValue], unlike others: [ProducedValue],
    _ areOne: (_ text: String, _ other: String) -> Bool
  ) -> [Pair] {
    let textByPlace = others.textsByPlace
    let pairs = values.compactMap { value -> Pair? in
      guard [.json, .field].contains(value.kind),
        value.names.last.map(CorrelationRule.namesIDs) == true,
        let other = textByPlace[value.place], other != value.text
      else { return nil }
      return Pair(value: value, other: other)
    }
    guard pairs.count > 1 else { return [] }
    let (known, unknown) = pairs.divided { areOne($0.value.text, $0.other) }
    let places = Set(known.lazy.map(\.value.anyPlace)).filter { place in
      // In a list that is longer now, an element may stand in the place of another one.
      values.count { $0.anyPlace == place } == others.count { $0.anyPlace == place }
    }
    guard !places.isEmpty else { return [] }
    let (texts, otherTexts) = (Set(values.lazy.map(\.text)), Set(others.lazy.map(\.text)))
    let siblings = unknown.filter { pair in
      places.contains(pair.value.anyPlace)
        && [pair.value.text, pair.other].allSatisfy(ReplacedValues.mayBeID)
        && !otherTexts.contains(pair.value.text) && !texts.contains(pair.other)
    }
    let (byText, byOther) = (
      Dictionary(grouping: siblings, by: \.value.text), Dictionary(grouping: siblings, by: \.other)
    )
    return siblings.filter { pair in
      byText[pair.value.text]?.allSatisfy { $0.other == pair.other } == true
        && byOther[pair.other]?.allSatisfy { $0.value.text == pair.value.text } == true
    }
  }
}

extension Array {
  /// The elements that fulfil a condition, and the others.
  fileprivate func divided(by condition: (Element) -> Bool) -> ([Element], [Element]) {
    (filter(condition), filter { !condition($0) })
  }
}
