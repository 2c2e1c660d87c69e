#if CommandLineTool
  import VCRCore
  import VCRReview

  /// A finding as a workflow command of GitHub Actions, which shows it in the file, and in the
  /// changes of a pull request.
  struct GitHubAnnotation {
    private let finding: CheckFinding
    private let path: String

    /// Creates an annotation.
    ///
    /// - Parameters:
    ///   - finding: The finding.
    ///   - environment: `GITHUB_WORKSPACE` is the folder at which the paths of annotations start.
    init(_ finding: CheckFinding, environment: [String: String]) {
      self.finding = finding
      let whole = AbsolutePath.of(finding.path)
      let workspace = (environment["GITHUB_WORKSPACE"] ?? "") + "/"
      path =
        workspace != "/" && whole.hasPrefix(workspace)
        ? String(whole.dropFirst(workspace.count)) : finding.path
    }

    /// `::error file=…,line=…,title=…::message` and a line feed.
    var line: String {
      var properties = ["file=" + Self.property(path)]
      if let line = finding.line { properties.append("line=\(line)") }
      if let column = finding.column { properties.append("col=\(column)") }
      properties.append("title=" + Self.property("vcr check: \(finding.kind.rawValue)"))
      return "::\(finding.severity.rawValue) \(properties.joined(separator: ","))::"
        + Self.data(finding.statement) + "\n"
    }

    /// Text as the runner's `escapeData` writes it, after control characters were made harmless.
    private static func data(_ text: String) -> String {
      PrintableText.line(text).replacing("%", with: "%25").replacing("\r", with: "%0D")
        .replacing("\n", with: "%0A")
    }

    /// Text as the runner's `escapeProperty` writes it.
    private static func property(_ text: String) -> String {
      data(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
    }
  }
#endif
