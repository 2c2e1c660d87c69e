/// What is to be redacted beside the built-in rules, in words: the same for the command line, its
/// variables and `.vcr.yaml`.
///
/// Rules add up. There is no word that takes one away, as a rule that is lost leaks.
package struct RedactionRules: Sendable, Equatable {
  /// Header fields, query and form names (`--redact`).
  package var names: [String]
  /// Places in JSON bodies (`--redact-json`).
  package var paths: [JSONPath]
  /// Environment variables whose values go wherever they occur (`--secret`).
  package var secrets: [String]

  /// Creates rules.
  package init(names: [String] = [], paths: [JSONPath] = [], secrets: [String] = []) {
    self.names = names
    self.paths = paths
    self.secrets = secrets
  }

  /// True when nothing is added to the built-in rules.
  package var isEmpty: Bool { names.isEmpty && paths.isEmpty && secrets.isEmpty }

  /// These rules and others.
  package static func + (left: RedactionRules, right: RedactionRules) -> RedactionRules {
    RedactionRules(
      names: left.names + right.names, paths: left.paths + right.paths,
      secrets: left.secrets + right.secrets)
  }

  /// A redaction with these rules added.
  ///
  /// - Parameters:
  ///   - redaction: What is redacted already.
  ///   - value: The value of an environment variable; without one, what is replayed keeps its
  ///     placeholder, and nothing can be recorded.
  /// - Returns: All rules.
  package func added(to redaction: Redaction, value: (String) -> String?) -> Redaction {
    var redaction = redaction
    if !names.isEmpty { redaction = redaction.adding(.headers(names), .query(names)) }
    if !paths.isEmpty { redaction = redaction.adding(.jsonPaths(paths)) }
    for (index, name) in secrets.enumerated() where !secrets[..<index].contains(name) {
      redaction = redaction.adding(.secret(name, value: value(name)))
    }
    return redaction
  }
}
