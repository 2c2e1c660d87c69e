/// Something that a check of a cassette found.
package struct CheckFinding: Sendable, Equatable, CustomStringConvertible {
  /// What kind of thing.
  package enum Kind: String, Sendable {
    /// The file is no cassette, or has a fault.
    case format
    /// A value that should not be in a repository.
    case secret
  }

  /// What kind of thing.
  package var kind: Kind
  /// The file.
  package var path: String
  /// The line, counted from 1; nil where the file's format has no lines that could be named.
  package var line: Int?
  /// The column, counted from 1; nil when the line says enough.
  package var column: Int?
  /// The number of the interaction, counted from 1; nil when it is the file's as a whole.
  package var item: Int?
  /// Where in the interaction (`response body $.token`); empty for the whole.
  package var place: String
  /// What was found, without a secret.
  package var message: String

  /// `path:line:column: #item place: message`, without what is not known.
  package var description: String {
    var text = path
    if let line { text += ":\(line)" }
    if let column { text += ":\(column)" }
    text += ":"
    if let item { text += " #\(item)" }
    if !place.isEmpty { text += " \(place)" }
    return text + (item == nil && place.isEmpty ? " " : ": ") + message
  }
}
