/// An invalid word of an option, an environment variable or `.vcr.yaml`.
package struct SettingError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The word; nil when it must not be repeated, since it may be a secret.
  package var word: String?
  /// A description of valid words, which follows the word in quotes, or else the setting's name.
  package var expectation: String

  /// Creates an error.
  package init(word: String?, expectation: String) {
    self.word = word
    self.expectation = expectation
  }

  /// `'WORD' expectation`.
  package var description: String {
    (word.map { "'\($0)' " } ?? "") + expectation
  }
}
