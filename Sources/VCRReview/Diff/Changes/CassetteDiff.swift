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

/// One difference between two interactions, in the terms of HTTP and JSON.
package struct MessageDifference: Sendable, Equatable {
  /// The message with the difference.
  package enum Side: String, Sendable {
    /// The request.
    case request
    /// The response, or the failure in place of it.
    case response
    /// The exchange as a whole, such as its time and its rule.
    case exchange
  }

  /// The kind of place.
  package enum Part: String, Sendable {
    /// The request's method.
    case method
    /// The request's URL.
    case url
    /// The protocol version.
    case version
    /// The response's status and reason.
    case status
    /// The failure, or its presence.
    case error
    /// A header field; `place` is its name.
    case header
    /// A trailer field; `place` is its name.
    case trailer
    /// A value in a JSON body, or of a form field or a part; `place` is its JSONPath or its name.
    case value
    /// A text body, or a part of one; `lines` holds the changes.
    case text
    /// A binary body: `old` and `new` give size and type.
    case binary
    /// The content coding of a body as received.
    case encoding
    /// The seconds of the exchange, or of a chunk.
    case time
    /// The item's own rule (`match`, `times`).
    case rule
    /// A change that none of the others names.
    case other
  }

  /// The kind of the difference.
  package enum Kind: String, Sendable {
    /// Only the new interaction has it.
    case added
    /// Only the old interaction has it.
    case removed
    /// Both have it, with different values.
    case changed
    /// An array element has another index.
    case moved
  }

  /// The message with the difference.
  package var side: Side
  /// The kind of place.
  package var part: Part
  /// The kind of the difference.
  package var kind: Kind
  /// The place among those of its kind: a name or a JSONPath (`$.items[3].price`, or
  /// `$.items[*].sku` for the same change in several elements); empty if there is only one.
  package var place: String = ""
  /// The old value in one line, cut to a readable width; nil when there is none.
  package var old: String?
  /// The new value in one line, cut to a readable width; nil when there is none.
  package var new: String?
  /// The number of places, for a JSONPath with `[*]`; otherwise 1.
  package var count = 1
  /// The changes of a text, or of a value that does not fit in a line, as hunks of a unified diff.
  package var hunks: [TextHunk] = []
  /// True when more differs than `old`, `new` and `hunks` show.
  package internal(set) var isCut = false
  /// The reason why the difference is volatile; nil when it is not.
  package var volatility: Volatility.Reason?
}

/// Neighbouring changed lines of a text, with some unchanged lines around them.
package struct TextHunk: Sendable, Equatable {
  /// A line without its end.
  package enum Line: Sendable, Equatable {
    /// Both texts have it.
    case same(String)
    /// Only the old text has it.
    case removed(String)
    /// Only the new text has it.
    case added(String)
  }

  /// The number of the first line in the old text, counted from 1.
  package var oldStart: Int
  /// The number of the first line in the new text, counted from 1.
  package var newStart: Int
  /// The lines.
  package var lines: [Line]
}
