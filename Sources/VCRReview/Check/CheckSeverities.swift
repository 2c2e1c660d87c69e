package import VCRCore

/// The severities that the user chose for kinds of findings, which override the defaults.
package struct CheckSeverities: Sendable {
  private var named: [CheckFinding.Kind: CheckFinding.Severity] = [:]

  /// Creates severities.
  ///
  /// A kind that is named has the severity it was named for, whatever `all` has.
  ///
  /// - Parameters:
  ///   - isStrict: True when every kind fails, except that expired interactions follow their
  ///     project.
  ///   - failing: The kinds that fail; `all` for every kind.
  ///   - warning: The kinds that only warn.
  /// - Throws: `SettingError` for a word that is not a kind.
  package init(isStrict: Bool, failing: [String], warning: [String]) throws(SettingError) {
    if isStrict {
      for kind in [.orphaned, .unused, .rule] as [CheckFinding.Kind] { named[kind] = .error }
    }
    for isAll in [true, false] {
      for (words, severity) in [(failing, CheckFinding.Severity.error), (warning, .warning)] {
        for word in words where (word == "all") == isAll {
          for kind in try Self.kinds(word) { named[kind] = severity }
        }
      }
    }
  }

  /// The finding with the severity that the user chose.
  package func applied(to finding: CheckFinding) -> CheckFinding {
    var finding = finding
    finding.severity = named[finding.kind] ?? finding.severity
    return finding
  }

  private static func kinds(_ word: String) throws(SettingError) -> [CheckFinding.Kind] {
    if word == "all" { return CheckFinding.Kind.allCases }
    guard let kind = CheckFinding.Kind(rawValue: word) else {
      let kinds = CheckFinding.Kind.allCases.map(\.rawValue).joined(separator: ", ")
      throw SettingError(
        word: word, expectation: "is no kind of finding; the kinds are \(kinds), and all")
    }
    return [kind]
  }
}
