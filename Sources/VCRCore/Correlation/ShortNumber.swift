/// Numbers of one or two digits, which are counts as often as ids.
///
/// An order has the id 7 where there are 7 orders. Such a number counts as an id under the name of
/// one, and in the place that hands it out or gives it back; anywhere else a change of it has to be
/// seen.
package enum ShortNumber {
  /// True for a number of one or two digits.
  package static func isOne(_ text: String) -> Bool {
    (1...2).contains(text.utf8.count) && text.utf8.allSatisfy(\.isASCIIDigit)
  }

  /// Values without those short numbers that stand in a text more than once, so that nothing tells
  /// which of them is the id.
  ///
  /// - Parameters:
  ///   - values: The values, each with what is to replace it.
  ///   - json: The text.
  /// - Returns: The values.
  static func once(_ values: [String: String], in json: JSONText) -> [String: String] {
    guard values.keys.contains(where: isOne) else { return values }
    let repeated = repeated(in: json)
    return values.filter { !repeated.contains($0.key) }
  }

  /// The short numbers that stand in a text more than once.
  package static func repeated(in json: JSONText) -> Set<String> {
    let numbers = json.scalars.map(\.text).filter(isOne)
    return Set(Dictionary(grouping: numbers) { $0 }.filter { $1.count > 1 }.keys)
  }
}

extension JSONText.Scalar {
  /// True for what is called an id.
  package var isCalledID: Bool { names.last.map(CorrelationRule.namesID) == true }
}
