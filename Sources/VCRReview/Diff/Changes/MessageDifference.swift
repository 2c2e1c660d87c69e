package import VCRCore

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
