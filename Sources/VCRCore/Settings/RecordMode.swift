/// The record modes: what a deck does with a request.
public enum RecordMode: String, Sendable, CaseIterable {
  /// Never records. A request that is not in the cassette fails.
  case none
  /// Records when there is no cassette yet, else acts as `none`.
  case once
  /// Replays recorded interactions and records the rest.
  case newEpisodes = "new-episodes"
  /// Records everything again.
  case all
  /// Goes to the network first and refreshes the entry; replays from the cassette when the network
  /// fails.
  case offline
}

extension RecordMode {
  /// The mode of that name.
  ///
  /// - Parameter word: `none`, `once`, `new-episodes`, `all` or `offline`.
  /// - Throws: `SettingError` for any other word.
  package init(named word: String) throws(SettingError) {
    guard let mode = RecordMode(rawValue: word) else {
      let words = RecordMode.allCases.map(\.rawValue).joined(separator: ", ")
      throw SettingError(
        word: word, expectation: "is not a record mode; the modes are \(words)")
    }
    self = mode
  }
}
