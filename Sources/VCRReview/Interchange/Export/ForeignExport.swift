package import VCRCore

/// Interactions in the format of another tool.
package struct ForeignExport: Sendable {
  /// The tool or format, for messages.
  package let format: String

  /// The content of the file.
  package let content: [UInt8]

  /// The number of interactions in it.
  package let count: Int

  /// The data that the format has no place for and a replay lacks.
  package let losses: [ForeignLoss]

  /// The data that the format has no place for and no replay gives, such as
  /// `the time of the recording`.
  package let remarks: [String]

  /// Writes interactions.
  ///
  /// - Parameters:
  ///   - interactions: The interactions, in recorded order.
  ///   - lines: The line of the cassette in which each begins, counted from 1.
  ///   - word: The format's word; nil is returned for one that is not known.
  package init?(_ interactions: [Interaction], lines: [Int], as word: String) {
    guard let format = ExportFormats.all.first(where: { $0.word == word }) else { return nil }
    self.format = format.title
    var written: [Interaction] = []
    var places: [Int] = []
    var losses: [ForeignLoss] = []
    var remarks: [String] = []
    let missing = ExportedPart.allCases.filter { !format.kept.contains($0) }
    func add(_ text: String, _ kind: ForeignLoss.Kind, at index: Int) {
      losses.append(
        ForeignLoss(
          kind: kind, interaction: index + 1, line: index < lines.count ? lines[index] : 1,
          text: text))
    }
    for (index, interaction) in interactions.enumerated() {
      let lost = missing.filter { $0.isPresent(in: interaction) }
      func note(_ part: ExportedPart, _ kind: ForeignLoss.Kind) {
        add("\(format.title) has no place for \(part.loss)", kind, at: index)
      }
      if let whole = lost.first(where: { $0.weight == .interaction }) {
        note(whole, .interaction)
        continue
      }
      for part in lost {
        if part.weight == .part {
          note(part, .unwritten)
        } else if !remarks.contains(part.loss) {
          remarks.append(part.loss)
        }
      }
      written.append(interaction)
      places.append(index)
    }
    let made: (content: [UInt8], unwritten: [(index: Int, text: String)]) = format.write(written)
    for (index, text) in made.unwritten { add(text, .unwritten, at: places[index]) }
    content = made.content
    count = written.count
    self.losses = losses
    self.remarks = remarks
  }
}
