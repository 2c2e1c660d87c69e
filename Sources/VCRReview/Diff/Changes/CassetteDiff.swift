package import VCRCore

/// The changes between two states of a cassette, interaction by interaction.
///
/// Old and new interactions are paired as a replay would match them: by the equivalence policy and
/// in order. A diff holds exactly what the renderers need, so that they all report the same.
package struct CassetteDiff: Sendable {
  /// The old state's name for the reader: a path, or `REVISION:PATH`.
  package var oldName: String
  /// The new state's name for the reader.
  package var newName: String
  /// The number of interactions in the old state; nil when there is no old state.
  package var oldCount: Int?
  /// The number of interactions in the new state; nil when there is no new state.
  package var newCount: Int?
  /// The changes in the order of the new state; removed interactions keep their old position.
  package var changes: [InteractionChange]
  /// The number of pairs that differ only in volatile parts, which are in `changes` only if
  /// requested.
  package var volatileOnly = 0

  /// True when the texts of both states are not the same.
  package internal(set) var hasOtherText = false

  /// True when the texts of both states differ, and what they record does not: in comments, layout
  /// or keys that this version does not know.
  package var isRewritten: Bool { hasOtherText && isEmpty && volatileOnly == 0 }

  /// The changes in the digests by which a replay knows whose value a placeholder stands for, one
  /// line each.
  package internal(set) var digests: [String] = []

  /// The changes in comments and in keys that this version does not know, one line each.
  package internal(set) var unread: [String] = []

  /// The volatility whose differences are not shown.
  package var volatility = Volatility.standard

  /// How much of a change is shown.
  package var limits = DiffLimits.usual

  /// The schema that names the fields of messages of gRPC; nil for none.
  package var schema: ProtoSchema?

  /// The notices for a user about the recordings of other tools that were compared, one line each.
  package internal(set) var notices: [String] = []

  /// True when there is nothing to review.
  package var isEmpty: Bool {
    changes.isEmpty && digests.isEmpty && (oldCount == nil) == (newCount == nil)
  }

  /// The changes outside the interactions, one line each.
  var remarks: [String] { digests + unread }
}
