package import VCRCore

/// What the user wants of the kinds of findings, before what each is by default.
package struct CheckSeverities: Sendable {
  private var named: [CheckFinding.Kind: CheckFinding.Severity] = [:]

  /// Creates severities.
  ///
  /// A kind that is named has what it was named for, whatever is said of all.
  ///
  /// - Parameters:
  ///   - isStrict: True when whatever can be judged is to fail; what has expired goes by its project.
  ///   - failing: The kinds that fail, `all` for all.
  ///   - warning: The kinds that only warn.
  /// - Throws: `SettingError` for a word that is no kind.
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

  /// A finding with the severity that it has for the user.
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
