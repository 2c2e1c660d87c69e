/// An invalid word of an option or an environment variable.
public struct SettingError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The word.
  public var word: String
  /// A description of valid words, which follows the word in quotes.
  public var expectation: String

  /// Creates an error.
  package init(word: String, expectation: String) {
    self.word = word
    self.expectation = expectation
  }

  /// `'WORD' expectation`.
  public var description: String { "'\(word)' \(expectation)" }
}
