package import VCRCore

/// What changed between two states of a cassette, interaction by interaction.
///
/// Old and new are paired as a replay would take them: by the equivalence policy and order. A diff
/// holds what the renderers need and nothing else; they agree in all they say.
package struct CassetteDiff: Sendable {
  /// The old state's name for the reader: a path, or `REVISION:PATH`.
  package var oldName: String
  /// The new state's name for the reader.
  package var newName: String
  /// How many interactions the old state holds; nil when there is no old state.
  package var oldCount: Int?
  /// How many interactions the new state holds; nil when there is no new state.
  package var newCount: Int?
  /// What changed, in the order of the new state; what is gone stands where it was.
  package var changes: [InteractionChange]
  /// How many pairs differ in volatile parts alone, which are not among `changes` unless asked for.
  package var volatileOnly = 0

  /// What was taken for volatile and not shown.
  package var volatility = Volatility.standard

  /// True when a reviewer has nothing to read.
  package var isEmpty: Bool { changes.isEmpty && (oldCount == nil) == (newCount == nil) }
}

/// One interaction that was added, removed, moved or changed.
package struct InteractionChange: Sendable {
  /// What became of the interaction.
  package enum Kind: String, Sendable, CaseIterable {
    /// It is new.
    case added
    /// It is gone.
    case removed
    /// It says something else, and may have moved, too.
    case changed
    /// It says the same in another place of the order.
    case moved
  }

  /// What became of it.
  package var kind: Kind
  /// The old interaction, without secrets; nil for an added one.
  package var old: Interaction?
  /// The new interaction, without secrets; nil for a removed one.
  package var new: Interaction?
  /// The old one's number, counted from 1; nil for an added one.
  package var oldNumber: Int?
  /// The new one's number, counted from 1; nil for a removed one.
  package var newNumber: Int?
  /// True when it changed its place among those that both states have.
  package var isMoved = false
  /// Where the two differ; empty for an added, removed or moved one.
  package var differences: [MessageDifference] = []
  /// How many differences are volatile and not among `differences`.
  package var hiddenCount = 0

  /// The request that names it for a reader: the new one where there is one.
  package var request: Interaction.Request? { (new ?? old)?.request }
}

/// One place in which two interactions differ, in the terms of HTTP and JSON.
package struct MessageDifference: Sendable, Equatable {
  /// The message it is in.
  package enum Side: String, Sendable {
    /// The request.
    case request
    /// The response, or the failure in its stead.
    case response
    /// The exchange as a whole: its time and its rule.
    case exchange
  }

  /// What kind of place it is.
  package enum Part: String, Sendable {
    /// The request's method.
    case method
    /// The request's URL.
    case url
    /// The protocol version.
    case version
    /// The response's status and reason.
    case status
    /// The failure, or that there was one.
    case error
    /// A header field; `place` is its name.
    case header
    /// A trailer field; `place` is its name.
    case trailer
    /// A value in a JSON body, or the value of a form's field or a part's; `place` is its JSONPath
    /// or its name.
    case value
    /// A text body, or a part of one; `lines` says what changed.
    case text
    /// A binary body: `old` and `new` give size and type.
    case binary
    /// The content coding a body came in.
    case encoding
    /// The seconds of the exchange, or of a chunk.
    case time
    /// The item's own rule (`match`, `times`).
    case rule
  }

  /// What happened there.
  package enum Kind: String, Sendable {
    /// Only the new one has it.
    case added
    /// Only the old one has it.
    case removed
    /// Both have it with other values.
    case changed
    /// An element of an array that has another index.
    case moved
  }

  /// The message it is in.
  package var side: Side
  /// What kind of place it is.
  package var part: Part
  /// What happened there.
  package var kind: Kind
  /// Which place of that kind: a name or a JSONPath (`$.items[3].price`, `$.items[*].sku` for the
  /// same change in several elements); empty where there is one.
  package var place: String = ""
  /// The old value in one line, cut to a reader's width; nil when there is none.
  package var old: String?
  /// The new value in one line, cut to a reader's width; nil when there is none.
  package var new: String?
  /// In how many places, for a JSONPath with `[*]`; else 1.
  package var count = 1
  /// For a text, what changed in it, as hunks of a unified diff.
  package var hunks: [TextHunk] = []
  /// Why the difference says nothing about the service; nil when it does.
  package var volatility: Volatility.Reason?
}

/// Neighbouring lines of a text that changed, with some that did not around them.
package struct TextHunk: Sendable, Equatable {
  /// A line without its end.
  package enum Line: Sendable, Equatable {
    /// Both have it.
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
