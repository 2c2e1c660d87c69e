package import VCRCore

/// A cassette that could not be compared, or an interaction that could not be checked, and why.
package struct DiffProblem: Sendable, Equatable, CustomStringConvertible {
  /// The subject of a problem.
  enum Kind: CaseIterable, Sendable {
    /// A cassette, which could not be compared.
    case cassette
    /// An interaction, whose service was asked and which could not be checked.
    case interaction

    /// The noun for it.
    var noun: String { self == .cassette ? "cassette" : "interaction" }
    /// The verb for what could not be done with it.
    var verb: String { self == .cassette ? "compared" : "checked" }
  }

  /// The cassette's name for the reader: a path, or `REVISION:PATH`; then the interaction.
  package var path: String
  /// The line of the fault, counted from 1; nil when the fault concerns the whole file.
  package var line: Int?
  /// The column of the fault in characters, counted from 1; nil without a line.
  package var column: Int?
  /// The reason, without secrets.
  package var reason: String
  /// The subject of the problem.
  private(set) var kind = Kind.cassette

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
    (path, self.reason, kind) = (interaction, reason, .interaction)
  }

  /// The problem as `file:line:column: reason` or `file: reason`, in one line that is safe for a
  /// terminal.
  package var description: String { "\(PrintableText.line(place)): \(PrintableText.line(reason))" }

  /// The path, with line and column if they are known.
  var place: String { line.map { "\(path):\($0):\(column ?? 1)" } ?? path }

  /// The number of problems in words: `1 cassette could not be compared`.
  static func count(_ problems: [DiffProblem]) -> String {
    Kind.allCases.compactMap { kind in
      let count = problems.count { $0.kind == kind }
      return count == 0 ? nil : "\(Quantity.of(count, kind.noun)) could not be \(kind.verb)"
    }.joined(separator: " and ")
  }
}
