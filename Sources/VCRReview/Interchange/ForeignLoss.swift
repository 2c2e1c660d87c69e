import VCRCore

/// Something in a recording of another tool that is not in what was made of it.
package struct ForeignLoss: Sendable, Equatable, CustomStringConvertible {
  /// What it is that was lost.
  package enum Kind: String, Sendable {
    /// A whole interaction.
    case interaction
    /// A body, or a part of it.
    case body
    /// A header field, or all of them.
    case headers
    /// Another member of a request or a response.
    case member
    /// What the file holds beside its interactions.
    case document
  }

  /// What was lost.
  package var kind: Kind

  /// The number of the interaction in the file, counted from 1; nil when it is in none.
  package var interaction: Int?

  /// The line of the file in which it stands, counted from 1.
  package var line: Int

  /// What it is and why it is not read, without a value of the recording.
  package var text: String

  /// `#7 (line 120): …`, or `line 120: …`.
  package var description: String { "\(place): \(text)" }

  /// `#7 (line 120)`, or `line 120`.
  package var place: String {
    interaction.map { "#\($0) (line \(line))" } ?? "line \(line)"
  }
}
