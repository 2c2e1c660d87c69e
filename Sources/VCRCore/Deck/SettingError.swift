/// A word of an option or an environment variable that means nothing.
public struct SettingError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The word.
  public var word: String
  /// What it would have to be, after the word in quotes.
  public var expectation: String

  /// `'WORD' expectation`.
  public var description: String { "'\(word)' \(expectation)" }
}

extension RecordMode {
  /// The mode of that name.
  ///
  /// - Parameter word: `none`, `once`, `new-episodes`, `all` or `offline`.
  /// - Throws: `SettingError` for any other word.
  public init(named word: String) throws(SettingError) {
    guard let mode = RecordMode(rawValue: word) else {
      let words = RecordMode.allCases.map(\.rawValue).joined(separator: ", ")
      throw SettingError(
        word: word, expectation: "is not a record mode; the modes are \(words)")
    }
    self = mode
  }
}

extension Deck.Latency {
  /// The timing of that name.
  ///
  /// - Parameter word: `none`, `recorded` or a factor such as `0.5`.
  /// - Throws: `SettingError` for any other word.
  public init(named word: String) throws(SettingError) {
    switch word {
    case "none": self = .none
    case "recorded": self = .recorded
    default:
      guard let factor = Double(word), factor.isFinite, factor >= 0 else {
        throw SettingError(
          word: word, expectation: "is not a timing; give none, recorded or a factor such as 0.5")
      }
      self = .factor(factor)
    }
  }
}
