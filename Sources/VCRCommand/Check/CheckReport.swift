#if CommandLineTool
  import VCRCore
  import VCRReview

  /// The findings of a check, in all output formats.
  struct CheckReport {
    /// The files that were checked, in order.
    var files: [String] = []
    /// The findings.
    var findings: [CheckFinding] = []
    /// The files that could not be read, one line each.
    var problems: [String] = [] {
      didSet { problems = problems.map { TypedSecrets.ofProcess.masking($0) } }
    }

    /// The number of findings that make the check fail.
    var errors: Int { findings.count { $0.severity == .error } }

    /// The summary in one line.
    var summary: String {
      let warnings = findings.count - errors
      let words = [
        errors > 0 ? Quantity.of(errors, "finding") : "",
        warnings > 0 ? Quantity.of(warnings, "warning") : "",
      ].filter { !$0.isEmpty }
      return "checked \(Quantity.of(files.count, "file")): "
        + (words.isEmpty ? "nothing found" : words.joined(separator: ", "))
    }

    /// The report in one of the formats.
    ///
    /// - Parameters:
    ///   - format: The format.
    ///   - environment: The environment of `vcr` itself.
    /// - Returns: The text, with a line feed at its end.
    func text(_ format: CheckFormat, environment: [String: String]) -> String {
      switch format {
      case .text: findings.map(Self.line).joined()
      case .github:
        findings.map { GitHubAnnotation($0, environment: environment).line }.joined()
      case .json: json.text + "\n"
      case .junit: junit
      }
    }

    /// A finding as a line for a reader.
    static func line(_ finding: CheckFinding) -> String {
      PrintableText.line("\(finding)") + "\n"
    }

    private var json: JSONValue {
      .object([
        .init("vcr_check", .number("1")),
        .init("checked", .number("\(files.count)")),
        .init("errors", .number("\(errors)")),
        .init("warnings", .number("\(findings.count - errors)")),
        .init("findings", .array(findings.map(Self.json))),
        .init("problems", .array(problems.map(JSONValue.string))),
      ])
    }

    private static func json(_ finding: CheckFinding) -> JSONValue {
      var members: [JSONValue.Member] = [
        .init("kind", .string(finding.kind.rawValue)),
        .init("severity", .string(finding.severity.rawValue)),
        .init("path", .string(finding.path)),
      ]
      for (name, number) in [
        ("line", finding.line), ("column", finding.column), ("interaction", finding.item),
      ] {
        if let number { members.append(.init(name, .number("\(number)"))) }
      }
      if let commit = finding.commit { members.append(.init("commit", .string(commit))) }
      if !finding.place.isEmpty { members.append(.init("place", .string(finding.place))) }
      members.append(.init("message", .string(finding.message)))
      return .object(members)
    }

    /// A case for each finding, and for each file without any.
    private var junit: String {
      let paths = Set(findings.map(\.path))
      var cases = files.filter { !paths.contains($0) }.map {
        JUnitDocument.Case(group: $0, name: "check", outcome: .passed)
      }
      cases += findings.map { finding in
        let words = [finding.kind.rawValue, finding.item.map { "#\($0)" } ?? "", finding.place]
        return .init(
          group: finding.path, name: words.filter { !$0.isEmpty }.joined(separator: " "),
          outcome: finding.severity == .warning
            ? .remarked("\(finding)")
            : .failed(
              kind: finding.kind.rawValue, message: finding.message, text: "\(finding)"))
      }
      cases += problems.map { .init(group: "vcr check", name: $0, outcome: .broken($0)) }
      return JUnitDocument(name: "vcr check", cases: cases).text
    }
  }
#endif
