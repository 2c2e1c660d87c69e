import VCRCore

/// A finding of a check of cassettes.
package struct CheckFinding: Sendable, Equatable, CustomStringConvertible {
  /// The kind of finding.
  package enum Kind: String, Sendable, CaseIterable {
    /// The file is not a cassette, or has a fault.
    case format
    /// A value that should not be in a repository.
    case secret
    /// A short or made-up value under the name of a password: only its owner knows whether it
    /// grants access.
    case dummy
    /// Interactions are older than they may be.
    case expired
    /// No run opened the cassette, or no cassette refers to the side file.
    case orphaned
    /// No run used the interaction.
    case unused
    /// A rule of `.vcr.yaml` names nothing that occurs in the cassettes.
    case rule
  }

  /// The severity of a finding.
  package enum Severity: String, Sendable {
    /// The check fails.
    case error
    /// The finding is only reported.
    case warning
  }

  /// The warning about a side file that no cassette refers to.
  ///
  /// - Parameter path: The file's path.
  /// - Returns: The warning.
  package static func orphanedFile(_ path: String) -> CheckFinding {
    CheckFinding(
      kind: .orphaned, severity: .warning, path: path, place: "",
      message: "no cassette refers to it; delete it")
  }

  /// The kind of finding.
  package var kind: Kind
  /// The severity of a finding.
  package var severity = Severity.error
  /// The file.
  package var path: String
  /// The line, counted from 1; nil where the file's format has no meaningful lines.
  package var line: Int?
  /// The column, counted from 1; nil when the line suffices.
  package var column: Int?
  /// The number of the interaction, counted from 1; nil when the finding concerns the whole file.
  package var item: Int?
  /// The place in the interaction (`response body $.token`), or the interaction itself
  /// (`GET https://…`); empty for the whole file.
  package var place: String
  /// A description without secrets.
  package var message: String
  /// The number that two findings of one secret have in common within a process; nil for other
  /// kinds.
  package var secret: Int?
  /// The commit that brought it; nil outside of a search of the history.
  package var commit: String?

  /// The finding as `path:line:column: #item place: message`, without unknown parts; a warning is
  /// marked as one.
  package var description: String {
    var text = path
    if let line { text += ":\(line)" }
    if let column { text += ":\(column)" }
    return text + ": " + (severity == .warning ? "warning: " : "") + statement
  }

  /// The finding without the file: `#item place: message`.
  package var statement: String {
    let words = [item.map { "#\($0)" } ?? "", place].filter { !$0.isEmpty }
    return words.isEmpty ? message : words.joined(separator: " ") + ": " + message
  }
}
