/// A word of an option or an environment variable that means nothing.
public struct SettingError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The word.
  public var word: String
  /// What it would have to be, after the word in quotes.
  public var expectation: String

  /// Creates an error.
  package init(word: String, expectation: String) {
    self.word = word
    self.expectation = expectation
  }

  /// `'WORD' expectation`.
  public var description: String { "'\(word)' \(expectation)" }
}
