/// The error of a run that did what it should not have done, or did not do what it should have.
public struct VerificationError: Error, Sendable, Equatable {
  /// An expectation that fewer requests met than have to.
  public struct Unserved: Sendable, Equatable {
    /// Its method and URL, redacted.
    public var stub: String
    /// How many requests have to come.
    public var expected: Int
    /// How many came.
    public var served: Int
  }

  /// An interaction of the cassette that nothing asked for.
  public struct Unused: Sendable, Equatable {
    /// Its position in the cassette, counted from 1.
    public var number: Int
    /// Its request as `METHOD URL`, redacted.
    public var request: String
  }

  /// The cassette's path; empty when there is none.
  public var cassette: String
  /// The expectations that were not met.
  public var unserved: [Unserved]
  /// The requests that nothing matched, in the order in which they came, as far as
  /// ``Cassette/Deck/Summary/unmatched`` has them.
  public var unexpected: [UnmatchedRequest]
  /// How many more requests nothing matched.
  public var omittedCount = 0
  /// The interactions that nothing asked for; only looked at when all are required.
  public var unused: [Unused]

  /// True when nothing is wrong.
  var isEmpty: Bool { unserved.isEmpty && unexpected.isEmpty && unused.isEmpty }
}

extension VerificationError {
  /// Returns the line about the requests that nothing matched and that are not named one by one.
  ///
  /// - Parameter count: How many there are, at least 1.
  /// - Returns: One line.
  package static func words(forOmitted count: Int) -> String {
    "… and \(Quantity.of(count, "more request")) that nothing matched"
  }
}

extension VerificationError: CustomStringConvertible {
  /// One paragraph for each kind of fault, the requests that nothing matched with their reports.
  public var description: String {
    var paragraphs: [String] = []
    if !unserved.isEmpty {
      let lines = unserved.map { "  \($0.stub)  \($0.served) of \($0.expected)" }
      paragraphs.append(
        "Expected requests that did not come:\n" + lines.joined(separator: "\n"))
    }
    if !unused.isEmpty {
      let lines = unused.prefix(12).map { "  #\($0.number)  \($0.request)" }
      paragraphs.append(
        "Interactions of \(cassette.relativeToCurrentFolder) that nothing asked for:\n"
          + lines.joined(separator: "\n")
          + (unused.count > 12 ? "\n  … and \(unused.count - 12) more" : ""))
    }
    for request in unexpected {
      var text = request.description
      if text.last == "\n" { text.removeLast() }
      paragraphs.append(text)
    }
    if omittedCount > 0 { paragraphs.append(Self.words(forOmitted: omittedCount)) }
    return paragraphs.joined(separator: "\n\n")
  }
}
