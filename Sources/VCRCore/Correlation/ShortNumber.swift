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
}

extension JSONText.Scalar {
  /// True for what is called an id.
  package var isCalledID: Bool { names.last.map(CorrelationRule.namesID) == true }
}
