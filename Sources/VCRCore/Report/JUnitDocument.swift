/// Results in the XML that continuous integration reads as those of tests (JUnit's format).
package struct JUnitDocument: Sendable {
  /// The outcome of a case.
  package enum Outcome: Sendable, Equatable {
    /// All is well.
    case passed
    /// All is well, with a remark.
    case remarked(String)
    /// The case was not examined, or does not count.
    case skipped(String)
    /// The case failed: the kind of the failure, a message of one line, and the details.
    case failed(kind: String, message: String, text: String)
    /// The outcome could not be determined.
    case broken(String)
  }

  /// A case: one thing that was examined.
  package struct Case: Sendable, Equatable {
    /// The group of the case, such as a file.
    package var group: String
    /// Its name.
    package var name: String
    /// The outcome of the case.
    package var outcome: Outcome

    /// Creates a case.
    package init(group: String, name: String, outcome: Outcome) {
      self.group = group
      self.name = name
      self.outcome = outcome
    }
  }

  /// The name of all together.
  package var name: String
  /// The cases.
  package var cases: [Case]

  /// Creates a document.
  package init(name: String, cases: [Case]) {
    self.name = name
    self.cases = cases
  }

  /// The document.
  package var text: String {
    var counts = (failed: 0, broken: 0, skipped: 0)
    for item in cases {
      switch item.outcome {
      case .failed: counts.failed += 1
      case .broken: counts.broken += 1
      case .skipped: counts.skipped += 1
      case .passed, .remarked: break
      }
    }
    let numbers =
      "name=\(Self.quoted(name)) tests=\"\(cases.count)\" failures=\"\(counts.failed)\" "
      + "errors=\"\(counts.broken)\" skipped=\"\(counts.skipped)\""
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites \(numbers)>\n"
      + "<testsuite \(numbers)>\n" + cases.map(Self.element).joined()
      + "</testsuite>\n</testsuites>\n"
  }

  private static func element(_ item: Case) -> String {
    let start = "<testcase classname=\(quoted(item.group)) name=\(quoted(item.name))"
    let content: String
    switch item.outcome {
    case .passed: return start + "/>\n"
    case .remarked(let text): content = "<system-out>\(MarkupText.xml(text))</system-out>"
    case .skipped(let message): content = "<skipped message=\(quoted(message))/>"
    case .failed(let kind, let message, let text):
      content =
        "<failure type=\(quoted(kind)) message=\(quoted(message))>\(MarkupText.xml(text))</failure>"
    case .broken(let message): content = "<error message=\(quoted(message))/>"
    }
    return start + ">\(content)</testcase>\n"
  }

  /// A value of an attribute, in its quotes.
  private static func quoted(_ text: String) -> String {
    "\"" + MarkupText.xml(text).replacing("\n", with: "&#10;").replacing("\t", with: "&#9;") + "\""
  }
}
