package import VCRCore

/// A cassette that could not be compared, or an interaction that could not be checked, and why.
package struct DiffProblem: Sendable, Equatable, CustomStringConvertible {
  /// The cassette's name for the reader: a path, or `REVISION:PATH`; then the interaction.
  package var path: String
  /// The line of the fault, counted from 1; nil when the fault concerns the whole file.
  package var line: Int?
  /// The column of the fault in characters, counted from 1; nil without a line.
  package var column: Int?
  /// The reason, without secrets.
  package var reason: String
  /// True for an interaction, whose service was asked.
  package private(set) var isInteraction = false

  /// Creates a problem.
  ///
  /// - Parameters:
  ///   - path: The name of the pair that was to be compared.
  ///   - error: The error; a `CassetteError` names its own place.
  ///   - redaction: The redaction of the output.
  package init(path: String, error: any Error, redaction: Redaction) {
    let reason: String
    if let error = error as? CassetteError {
      self.path = error.path
      (line, column) = error.line > 0 ? (error.line, error.column) : (nil, nil)
      reason = error.reason
    } else {
      self.path = path
      reason = "\(error)".split(separator: "\n").joined(separator: "; ")
    }
    self.reason = Redactor(redaction).redacting(text: reason)
  }

  /// Creates the problem of an interaction that could not be checked.
  ///
  /// - Parameters:
  ///   - interaction: The cassette's path, and the interaction.
  ///   - reason: The reason, without secrets.
  init(interaction: String, reason: String) {
    (path, self.reason, isInteraction) = (interaction, reason, true)
  }

  /// The problem as `file:line:column: reason` or `file: reason`, in one line that is safe for a
  /// terminal.
  package var description: String { "\(PrintableText.line(place)): \(PrintableText.line(reason))" }

  /// The path, with line and column if they are known.
  var place: String { line.map { "\(path):\($0):\(column ?? 1)" } ?? path }

  /// The number of problems in words: `1 cassette could not be compared`.
  static func count(_ problems: [DiffProblem]) -> String {
    let interactions = problems.count(where: \.isInteraction)
    return [
      (problems.count - interactions, "cassette", "compared"),
      (interactions, "interaction", "checked"),
    ].filter { $0.0 > 0 }.map { "\(Quantity.of($0.0, $0.1)) could not be \($0.2)" }
      .joined(separator: " and ")
  }
}
