import VCRCore

/// A change with the others of its cassette that are equal to it.
struct FoldedChange {
  /// The first of them.
  let change: InteractionChange
  /// The others, in their order.
  private(set) var others: [InteractionChange] = []

  /// The text of its differences without colour; nil where it was not needed.
  private(set) var differences: String?

  /// The fewest equal changes that are shown as one.
  private static let fewest = 3

  /// Changes, of which equal ones in at least three interactions are one.
  ///
  /// - Parameter changes: The changes of a cassette.
  /// - Returns: All of them, each where the first of its kind stands.
  static func folded(_ changes: [InteractionChange]) -> [FoldedChange] {
    let texts = changes.map(text)
    var counts: [String: Int] = [:]
    for case let text? in texts { counts[text.whole, default: 0] += 1 }
    var places: [String: Int] = [:]
    var folded: [FoldedChange] = []
    for (change, text) in zip(changes, texts) {
      guard let text, counts[text.whole] ?? 0 >= fewest else {
        folded.append(FoldedChange(change: change, differences: text?.differences))
        continue
      }
      if let place = places[text.whole] {
        folded[place].others.append(change)
      } else {
        places[text.whole] = folded.count
        folded.append(FoldedChange(change: change, differences: text.differences))
      }
    }
    return folded
  }

  /// What a change says, and its differences alone; nil for one that is shown by itself in any case.
  private static func text(_ change: InteractionChange) -> (whole: String, differences: String)? {
    guard change.kind == .changed, !change.isMoved, !change.differences.isEmpty else { return nil }
    let differences = DiffText(color: false).differences(of: change)
    let words = DiffWords.outcome(change) + "\n" + differences
    guard change.differences.contains(where: { $0.part == .binary || $0.isCut }) else {
      return (words, differences)
    }
    // Different pictures may have equal sizes, and what is not shown may differ.
    return (words + digest(change.old) + digest(change.new), differences)
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
    guard !others.isEmpty else { return nil }
    var runs: [ClosedRange<Int>] = []
    for number in others.compactMap(\.newNumber) {
      if let last = runs.last, last.upperBound + 1 == number {
        runs[runs.count - 1] = last.lowerBound...number
      } else {
        runs.append(number...number)
      }
    }
    let shown = runs.prefix(20).map {
      $0.count == 1 ? "#\($0.lowerBound)" : "#\($0.lowerBound)–#\($0.upperBound)"
    }
    return "the same in \(others.count) more: \(shown.joined(separator: ", "))"
      + (runs.count > shown.count ? ", …" : "")
  }
}
