/// The record modes: what a deck does with a request.
public enum RecordMode: String, Sendable, CaseIterable {
  /// Replays, and never records. A request that is not in the cassette fails.
  case none
  /// Records when there is no cassette yet, else acts as `none`.
  ///
  /// It means once for each run: all tests of a run that began without the cassette record their
  /// part of it.
  case once
  /// Replays recorded interactions and records the rest, which is added where it occurred.
  case newEpisodes = "new-episodes"
  /// Records everything again. What no longer occurs is removed from the cassette, which a run that
  /// fails leaves as it was.
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
