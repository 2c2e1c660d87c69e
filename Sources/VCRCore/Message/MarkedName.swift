/// The name of an item of the query as settings, the diff and reports write it, with the question
/// mark before it: `?ts`.
package enum MarkedName {
  /// The mark.
  private static let mark: Character = "?"

  /// Reads a word.
  ///
  /// - Parameter word: A word of a setting.
  /// - Returns: The name after the mark; nil for a word that begins with none, and for a mark that
  ///   nothing or white space follows.
  package static func name(in word: String) -> String? {
    guard word.first == mark, let next = word.dropFirst().first, !next.isWhitespace else {
      return nil
    }
    return String(word.dropFirst())
  }

  /// Writes a name where one with the mark and one without it mean the same.
  ///
  /// - Parameter name: The name.
  /// - Returns: The name, with one mark more when its own question mark would be read as the mark.
  package static func unambiguous(_ name: String) -> String {
    self.name(in: name) == nil ? name : "\(mark)\(name)"
  }
}
