/// The rules of redaction beside the built-in ones, from the command line, the variables and
/// `.vcr.yaml`.
///
/// The rules of all sources add up. No source can remove a rule, as a lost rule leaks a secret.
package struct RedactionRules: Sendable, Equatable {
  /// Header fields, query and form names (`--redact`).
  package var names: [String]
  /// Names in queries and forms alone (`--redact ?NAME`).
  package var queries: [String]
  /// Cookies (`--redact cookie(NAME)`).
  package var cookies: [String] = []
  /// Segments of paths (`--redact /PATH/*`).
  package var segments: [PathPattern] = []
  /// Places in JSON bodies, in streams and in text (`--redact`, `--redact-json`).
  package var paths: [JSONPath]
  /// Environment variables whose values are redacted wherever they occur (`--secret`).
  package var secrets: [String]

  /// Creates rules.
  package init(
    names: [String] = [], queries: [String] = [], paths: [JSONPath] = [], secrets: [String] = []
  ) {
    self.names = names
    self.queries = queries
    self.paths = paths
    self.secrets = secrets
  }

  /// Creates rules of what sources name.
  ///
  /// - Parameters:
  ///   - redacted: What `redact` names.
  ///   - paths: Places that `redact_json` names.
  ///   - secrets: Environment variables whose values are redacted wherever they occur.
  package init(_ redacted: [RedactedName], paths: [JSONPath], secrets: [String]) {
    self.init(paths: paths, secrets: secrets)
    for word in redacted {
      switch word {
      case .name(let name): names.append(name)
      case .query(let name): queries.append(name)
      case .cookie(let name): cookies.append(name)
      case .path(let pattern): segments.append(pattern)
      case .place(let path): self.paths.append(path)
      }
    }
  }

  /// True when there is no rule beside the built-in ones.
  package var isEmpty: Bool {
    names.isEmpty && queries.isEmpty && cookies.isEmpty && segments.isEmpty && paths.isEmpty
      && secrets.isEmpty
  }

  /// These rules and others.
  package static func + (left: RedactionRules, right: RedactionRules) -> RedactionRules {
    var sum = left
    sum.names += right.names
    sum.queries += right.queries
    sum.cookies += right.cookies
    sum.segments += right.segments
    sum.paths += right.paths
    sum.secrets += right.secrets
    return sum
  }

  /// True for the word that names a set of rules and no field.
  package static func isPersonalData(_ name: String) -> Bool {
    name.equalsIgnoringASCIICase(PersonalData.word)
  }

  /// A redaction with these rules added.
  ///
  /// - Parameters:
  ///   - redaction: The redaction to begin with.
  ///   - value: The value of an environment variable; without a value, replayed responses keep the
  ///     placeholder, and nothing can be recorded.
  /// - Returns: All rules.
  package func added(to redaction: Redaction, value: (String) -> String?) -> Redaction {
    var redaction = redaction
    if names.contains(where: Self.isPersonalData) { redaction = redaction.adding(.personalData) }
    let names = names.filter { !Self.isPersonalData($0) }
    if !names.isEmpty { redaction = redaction.adding(.headers(names), .query(names)) }
    if !queries.isEmpty { redaction = redaction.adding(.query(queries)) }
    if !cookies.isEmpty { redaction = redaction.adding(.cookies(cookies)) }
    if !segments.isEmpty { redaction = redaction.adding(.paths(segments)) }
    if !paths.isEmpty { redaction = redaction.adding(.jsonPaths(paths)) }
    for (index, name) in secrets.enumerated() where !secrets[..<index].contains(name) {
      redaction = redaction.adding(.secret(name, value: value(name)))
    }
    return redaction
  }
}
