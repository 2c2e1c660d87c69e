#if CommandLineTool
  /// How a scope ended.
  package enum ScopeEnd: String, Sendable {
    /// The test passed.
    case passed = "pass"
    /// The test failed.
    case failed = "fail"
    /// The test did not say how it ended.
    case abandoned
  }
#endif
