/// The recording of another tool of which a cassette was made while it was opened.
package struct ForeignOrigin: Sendable {
  /// The tool or format, for messages (`Ruby VCR`, `HAR`).
  package var format: String

  /// The notices about it, such as what could not be read, one line each.
  package var notices: [String]

  /// How the tool itself finds a response unless an option says otherwise; nil where that is what
  /// vcr does.
  package var policy: RequestEquivalence?

  /// Creates an origin.
  package init(format: String, policy: RequestEquivalence? = nil, notices: [String]) {
    self.format = format
    self.policy = policy
    self.notices = notices
  }

  /// The error of whoever wants to write into such a recording.
  package func isNotWritten(_ path: String) -> CassetteError {
    CassetteError(
      path: path, line: 0, column: 0,
      reason: "a recording of \(format), which is replayed and never written to; to make a "
        + "cassette of it, and record into that: vcr convert \(path.typedPath) NEW.yaml")
  }
}
