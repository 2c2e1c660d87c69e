import VCRCore

/// A change with the others of its cassette that are equal to it.
struct FoldedChange {
  /// All changes of the cassette; changes are large, so that positions stand for them here.
  private let all: [InteractionChange]
  private let index: Int
  private var otherIndices: [Int] = []

  /// The first of them.
  var change: InteractionChange { all[index] }
  /// The kind of the first.
  var kind: InteractionChange.Kind { all[index].kind }
  /// The request of the first.
  var request: Interaction.Request? { all[index].request }
  /// The others, in their order.
  var others: [InteractionChange] { otherIndices.map { all[$0] } }
  /// How many others there are.
  var otherCount: Int { otherIndices.count }

  /// How much is shown.
  private let limits: DiffLimits

  /// The text of its differences without colour; nil where it was not needed.
  let differences: String?

  /// The fewest equal changes that are shown as one.
  private static let fewest = 3

  /// Changes, of which equal ones in at least three interactions are one.
  ///
  /// - Parameter diff: The changes of a cassette.
  /// - Returns: All of them, each where the first of its kind stands.
  static func folded(_ diff: CassetteDiff) -> [FoldedChange] {
    let changes = diff.changes
    let texts = changes.map(text)
    var counts: [[UInt8]: Int] = [:]
    for case let text? in texts { counts[text.whole, default: 0] += 1 }
    var places: [[UInt8]: Int] = [:]
    var folded: [FoldedChange] = []
    for (index, text) in texts.enumerated() {
      if let text, counts[text.whole] ?? 0 >= fewest {
        if let place = places[text.whole] {
          folded[place].otherIndices.append(index)
          continue
        }
        places[text.whole] = folded.count
      }
      folded.append(
        FoldedChange(
          all: changes, index: index, limits: diff.limits, differences: text?.differences))
    }
    return folded
  }

  /// Returns the text of a change, and its differences alone; nil for one that is shown by itself
  /// in any case.
  private static func text(
    _ change: InteractionChange
  ) -> (whole: [UInt8], differences: String)? {
    guard change.kind == .changed, !change.isMoved, !change.differences.isEmpty else { return nil }
    let differences = DiffText(color: false).differences(of: change)
    // Bytes, as two spellings of one character are not the same.
    let words = Array((DiffWords.outcome(change) + "\n" + differences).utf8)
    guard change.differences.contains(where: { $0.part == .binary || $0.isCut }) else {
      return (words, differences)
    }
    // Different pictures may have equal sizes, and what is not shown may differ.
    return (words + (digest(change.old) + digest(change.new)).utf8, differences)
  }

  /// A digest of the bodies, header and trailer fields of an interaction.
  private static func digest(_ interaction: Interaction?) -> String {
    guard let interaction else { return "" }
    var bodies = [interaction.request.body]
    var fields = [interaction.request.headers, interaction.request.trailers]
    if case .response(let response) = interaction.outcome {
      bodies += [response.body] + response.messages.compactMap(\.body)
      fields += [response.headers, response.trailers]
    }
    let lines = fields.flatMap(\.fields).map { "\($0.name): \($0.value)\n" }.joined()
    return bodies.map { "\n" + SHA256.hexadecimal($0.identity) }.joined()
      + SHA256.hexadecimal(Array(lines.utf8))
  }

  /// The sentence on the others: `the same in 50 more: #2–#51`; nil when there are none.
  var words: String? {
    guard otherCount > 0 else { return nil }
    let numbers = otherIndices.compactMap { all[$0].newNumber }
    return "the same in \(otherCount) more: \(NumberRuns.words(numbers, most: limits.most(20)))"
  }
}
