/// What a deck does with a request: the field's record modes.
public enum RecordMode: String, Sendable, CaseIterable {
  /// Never records. A request that is not in the cassette fails.
  case none
  /// Records when there is no cassette yet, else acts as `none`.
  case once
  /// Replays what is known and records the rest.
  case newEpisodes = "new-episodes"
  /// Records everything afresh.
  case all
  /// Goes to the network first, refreshes the entry, and answers from the cassette when the network
  /// fails.
  case offline
}
