#if CommandLineTool
  /// The verdict that a test gets at the end of its scope.
  package struct ScopeVerdict: Sendable {
    /// True when the test is to fail.
    package var isFailure: Bool
    /// A description of the problem, or a notice; empty for neither.
    package var text: String

    /// Creates a verdict.
    package init(isFailure: Bool, text: String) {
      self.isFailure = isFailure
      self.text = text
    }
  }
#endif
