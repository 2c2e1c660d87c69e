extension PersonalData {
  /// The encodings in which a value may stand in a query or a form.
  static let ofPairs: [DecodedText.Encoding] = [.form, .percent]
  /// The encodings in which a value may stand in other text.
  static let ofTexts: [DecodedText.Encoding] = [.json, .html, .percent]

  /// The personal data of a text, as it stands there and in any of some encodings.
  ///
  /// Of what several ways find at one place the longest counts: a plus sign stands for itself or
  /// for a space.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - encodings: The encodings.
  ///   - isCode: True for code, in which numbers are numbers.
  /// - Returns: The finds in their order, which do not overlap.
  static func find(
    in text: Span<UInt8>, _ encodings: [DecodedText.Encoding], isCode: Bool = false
  ) -> [Find] {
    var all: [Find] = []
    for encoding in encodings {
      guard let decoded = DecodedText(text, encoding) else { continue }
      let bytes = decoded.bytes
      all += find(in: bytes.view, isCode: isCode).map {
        Find(range: decoded.original($0.range), name: $0.name, decoded: Array(bytes[$0.range]))
      }
    }
    let plain = find(in: text, isCode: isCode)
    guard !all.isEmpty else { return plain }
    var disjoint: [Find] = []
    for find in (all + plain).sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      guard let last = disjoint.last, last.range.upperBound > find.range.lowerBound else {
        disjoint.append(find)
        continue
      }
      if find.range.count > last.range.count { disjoint[disjoint.count - 1] = find }
    }
    return disjoint
  }
}
