extension Deck {
  /// A summary of what a deck did, for the closing line and for reports.
  public struct Summary: Sendable, Equatable {
    /// The cassette's path; empty when there is none.
    public var cassette: String
    /// How many requests were served from the cassette.
    public var replayed = 0
    /// How many requests were served by stubs.
    public var stubbed = 0
    /// How many interactions were recorded, also those that failed, broke off or were left.
    public var recorded = 0
    /// How many of the recorded exchanges failed before a response began.
    public var failed = 0
    /// How many of the recorded responses broke off.
    public var brokenOff = 0
    /// How many of the recorded exchanges their client left before the end.
    public var left = 0
    /// How many exchanges a hook kept out of the cassette.
    package var dropped = 0
    /// How many placeholders stand in what was recorded.
    public var redacted = 0
    /// How many header and trailer fields of responses a lean recording left out.
    public var leftOutFields = 0
    /// How many requests were let through unrecorded.
    public var passedThrough = 0
    /// How many requests were refused as what the cassette holds for them cannot be read.
    public var unreadable = 0
    /// The requests that were refused, in the order in which they came: the first 1,000, and of
    /// one method and URL the first 100.
    public var unmatched: [UnmatchedRequest] { misses.kept }
    /// How many requests were refused.
    public var unmatchedCount: Int { misses.count }
    /// The requests that were refused.
    package var misses = Misses()
    /// The numbers, counted from 1, of the interactions nothing asked for.
    public var unused: [Int] = []
    /// How many interactions the cassette held when it was opened.
    public var available = 0
    /// The lines that the developer should read: a recovered journal, removed interactions.
    public var notices: [String] = []
    /// Where the journal is, when the recording was not kept.
    public var journal: String?

    /// Creates the summary of a run that did nothing.
    ///
    /// - Parameter cassette: The cassette's path.
    package init(cassette: String) { self.cassette = cassette }

    /// Counts a recorded exchange by how it ended.
    mutating func count(_ outcome: Interaction.Outcome) {
      recorded += 1
      guard let failure = outcome.failure else { return }
      if failure.isLeft {
        left += 1
      } else if case .failure = outcome.byFinalResponse {
        failed += 1
      } else {
        brokenOff += 1
      }
    }
  }
}
