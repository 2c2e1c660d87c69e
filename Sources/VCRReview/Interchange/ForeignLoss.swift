import VCRCore

/// Something in a recording of another tool that the converted cassette lacks.
package struct ForeignLoss: Sendable, Equatable, CustomStringConvertible {
  /// The kind of a loss.
  package enum Kind: String, Sendable {
    /// A whole interaction.
    case interaction
    /// A body, or a part of it.
    case body
    /// A header field, or all of them.
    case headers
    /// Another member of a request or a response.
    case member
    /// A part that the format which is written has no place for.
    case unwritten
    /// Content of the file besides its interactions.
    case document
  }

  /// The largest number of different losses of a recording that are listed.
  package static let listedCount = 100

  /// The kind of the loss.
  package var kind: Kind

  /// The number of the interaction in the file, counted from 1; nil outside of interactions.
  package var interaction: Int?

  /// The line of the file, counted from 1.
  package var line: Int

  /// A description with the reason, without values of the recording.
  package var text: String

  /// The file, of several that are read as one recording; nil for the recording itself.
  package var file: String?

  /// `#7 (line 120): …`, or `line 120: …`.
  package var description: String { "\(place): \(text)" }

  /// `#7 (line 120)`, or `line 120`.
  package var place: String {
    (file.map { "\($0) " } ?? "") + (interaction.map { "#\($0) (line \(line))" } ?? "line \(line)")
  }
}

extension [ForeignLoss] {
  /// The losses of each file together, by interaction, and at the end what is about the file
  /// itself.
  var inFileOrder: [ForeignLoss] {
    let files = Dictionary(
      map { $0.file ?? "" }.enumerated().map { ($1, $0) }, uniquingKeysWith: Swift.min)
    let keys = map { (files[$0.file ?? ""] ?? 0, $0.interaction ?? .max) }
    return indices.sorted { (keys[$0].0, keys[$0].1, $0) < (keys[$1].0, keys[$1].1, $1) }
      .map { self[$0] }
  }
}
