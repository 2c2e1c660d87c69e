extension PersonalData {
  /// The encodings in which a value may stand in a query or a form.
  static let ofPairs: [DecodedText.Encoding] = [.form, .percent]
  /// The encodings in which a value may stand in other text.
  static let ofTexts: [DecodedText.Encoding] = [.json, .html, .percent]

  /// The personal data of a text, as it stands there and in any of some encodings.
  ///
  /// Of what is found at one place in several ways the first way counts, as a letter before a value
  /// may be that of an escape; in pairs the longest, as a plus sign stands for itself or for a
  /// space.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - encodings: The encodings.
  ///   - isCode: True for code, in which numbers are numbers.
  /// - Returns: The finds in their order, which do not overlap.
  static func find(
    in text: Span<UInt8>, _ encodings: [DecodedText.Encoding], isCode: Bool = false
  ) -> [Find] {
    var all: [(find: Find, way: Int)] = []
    for (way, encoding) in encodings.enumerated() {
      guard let decoded = DecodedText(text, encoding) else { continue }
      let bytes = decoded.bytes
      for find in self.find(in: bytes.view, isCode: isCode) {
        let value = Array(bytes[find.range])
        all.append(
          (Find(range: decoded.original(find.range), name: find.name, decoded: value), way))
      }
    }
    let plain = self.find(in: text, isCode: isCode)
    guard !all.isEmpty else { return plain }
    all += plain.map { ($0, encodings.count) }
    let isPairs = encodings.contains(.form)
    var disjoint: [Find] = []
    var last = 0
    for (find, way) in all.sorted(by: { $0.find.range.lowerBound < $1.find.range.lowerBound }) {
      if let before = disjoint.last, before.range.upperBound > find.range.lowerBound {
        guard isPairs ? find.range.count > before.range.count : way < last else { continue }
        disjoint.removeLast()
      }
      disjoint.append(find)
      last = way
    }
    return disjoint
  }
}
