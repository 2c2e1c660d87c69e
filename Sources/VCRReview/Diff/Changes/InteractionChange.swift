package import VCRCore

/// One interaction that was added, removed, moved or changed.
package struct InteractionChange: Sendable {
  /// The kind of a change.
  package enum Kind: String, Sendable, CaseIterable {
    /// The interaction is new.
    case added
    /// The interaction is gone.
    case removed
    /// The content changed, and the interaction may also have moved.
    case changed
    /// The content is equal at another position.
    case moved
  }

  /// The kind of the change.
  package var kind: Kind
  /// The old interaction, without secrets; nil for an added one.
  package var old: Interaction?
  /// The new interaction, without secrets; nil for a removed one.
  package var new: Interaction?
  /// The number of the old interaction, counted from 1; nil for an added one.
  package var oldNumber: Int?
  /// The number of the new interaction, counted from 1; nil for a removed one.
  package var newNumber: Int?
  /// True when its position changed among the interactions that both states have.
  package var isMoved = false
  /// The differences; empty for an added, removed or moved interaction.
  package var differences: [MessageDifference] = []
  /// The number of volatile differences that are not in `differences`.
  package var hiddenCount = 0

  /// The request that represents the interaction for the reader: the new one if there is one.
  package var request: Interaction.Request? { (new ?? old)?.request }
}
