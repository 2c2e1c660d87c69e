import VCRCore

/// Something that a check of cassettes found.
package struct CheckFinding: Sendable, Equatable, CustomStringConvertible {
  /// What kind of thing.
  package enum Kind: String, Sendable, CaseIterable {
    /// The file is no cassette, or has a fault.
    case format
    /// A value that should not be in a repository.
    case secret
    /// A value under the name of a password that is short or a made-up word: nobody but its owner
    /// knows whether it opens something.
    case dummy
    /// Interactions are older than they may be.
    case expired
    /// No run opened the cassette, or no cassette refers to the file beside one.
    case orphaned
    /// No run used the interaction.
    case unused
    /// A rule of `.vcr.yaml` names nothing that is in the cassettes.
    case rule
  }

  /// How much it matters.
  package enum Severity: String, Sendable {
    /// The check fails.
    case error
    /// It is said, and nothing else.
    case warning
  }

  /// The warning about a file beside cassettes that none of them refers to.
  ///
  /// - Parameter path: The file's path.
  /// - Returns: The warning.
  package static func orphanedFile(_ path: String) -> CheckFinding {
    CheckFinding(
      kind: .orphaned, severity: .warning, path: path, place: "",
      message: "no cassette refers to it; delete it")
  }

  /// What kind of thing.
  package var kind: Kind
  /// How much it matters.
  package var severity = Severity.error
  /// The file.
  package var path: String
  /// The line, counted from 1; nil where the file's format has no lines that could be named.
  package var line: Int?
  /// The column, counted from 1; nil when the line says enough.
  package var column: Int?
  /// The number of the interaction, counted from 1; nil when it is the file's as a whole.
  package var item: Int?
  /// Where in the interaction (`response body $.token`), or which one it is (`GET https://…`); empty
  /// for the whole.
  package var place: String
  /// What was found, without a secret.
  package var message: String

  /// `path:line:column: #item place: message`, without what is not known; of a warning it is said that
  /// it is one.
  package var description: String {
    var text = path
    if let line { text += ":\(line)" }
    if let column { text += ":\(column)" }
    return text + ": " + (severity == .warning ? "warning: " : "") + statement
  }

  /// What was found, without the file: `#item place: message`.
  package var statement: String {
    let words = [item.map { "#\($0)" } ?? "", place].filter { !$0.isEmpty }
    return words.isEmpty ? message : words.joined(separator: " ") + ": " + message
  }
}
