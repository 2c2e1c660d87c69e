import VCRCore

/// The bodies of one side of an exchange that are JSON, each read once for all differences.
struct ExchangeTexts {
  /// The JSON of the first recording; nil where it has none.
  let old: JSONText?
  /// The JSON of the second one, merged into the first.
  let new: JSONText?
  /// The JSON of the second one as it was recorded; nil where its partner is not known, too.
  let recorded: JSONText?

  /// Reads the bodies.
  init(
    _ old: Interaction, _ new: Interaction, recorded: Interaction?,
    _ side: MessageDifference.Side
  ) {
    func text(_ interaction: Interaction?) -> JSONText? {
      interaction?.body(side).flatMap { JSONText($0) }
    }
    (self.old, self.new, self.recorded) = (text(old), text(new), text(recorded))
  }
}
