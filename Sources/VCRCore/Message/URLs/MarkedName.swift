/// The name of an item of the query as settings, the diff and reports write it, with the question
/// mark before it: `?ts`.
///
/// A name that a list of settings would take for something else, such as one with a comma in it, or
/// one that is empty, stands in quotes and brackets, as in a path: `?['a,b']`.
package enum MarkedName {
  /// The mark.
  private static let mark: Character = "?"

  /// Reads a word.
  ///
  /// - Parameter word: A word of a setting.
  /// - Returns: The name after the mark; nil for a word that begins with none, for a mark that
  ///   nothing or white space follows, and for quotes and brackets that do not hold one name.
  package static func name(in word: String) -> String? {
    guard word.first == mark, let next = word.dropFirst().first, !next.isWhitespace else {
      return nil
    }
    let name = word.dropFirst()
    return isInBrackets(name) ? nameInBrackets(name) : String(name)
  }

  /// Writes a name with the mark before it.
  ///
  /// - Parameter name: The name, decoded.
  /// - Returns: The word, which ``name(in:)`` reads; the beginning of a name that is too long.
  package static func text(_ name: [UInt8]) -> String { "\(mark)\(plainOrQuoted(name))" }

  /// Writes a name where a word before it says what it is: `query ts`, `form ['a,b']`.
  ///
  /// - Parameter name: The name, decoded.
  /// - Returns: The name, in quotes and brackets where it could be taken for something else.
  package static func plainOrQuoted(_ name: [UInt8]) -> String {
    // Of bytes that are no text the quoted form has escapes.
    let text = String(decoding: name, as: UTF8.self)
    let quoted = JSONPath.step(name, isAlwaysQuoted: true)
    let isPlain =
      !text.isEmpty && text.first != mark && text.last != ":" && quoted == "['\(text)']"
      && !text.unicodeScalars.contains { special.contains($0) || $0.properties.isWhitespace }
      && areBalanced(text)
    return isPlain ? text : String(quoted)
  }

  /// Reads a name in quotes and brackets.
  ///
  /// - Parameter word: `['a,b']`.
  /// - Returns: The name; nil for any other word.
  package static func nameInBrackets(_ word: some StringProtocol) -> String? {
    guard isInBrackets(word), word.hasSuffix("]") else { return nil }
    return (try? JSONPath(parsing: "$" + word))?.onlyName
  }

  private static func isInBrackets(_ word: some StringProtocol) -> Bool {
    word.hasPrefix("['") || word.hasPrefix("[\"")
  }

  /// Writes a name where one with the mark and one without it mean the same.
  ///
  /// - Parameter name: The name.
  /// - Returns: The name, with one mark more when its own question mark would be read as the mark.
  package static func unambiguous(_ name: String) -> String {
    self.name(in: name) == nil ? name : "\(mark)\(name)"
  }

  /// The characters that have a meaning in a list of settings.
  private static let special = Set(",'\"()\\".unicodeScalars)

  /// True when each bracket is closed by one behind it.
  private static func areBalanced(_ text: String) -> Bool {
    var depth = 0
    for byte in text.utf8 {
      if byte == UInt8(ascii: "[") { depth += 1 }
      if byte == UInt8(ascii: "]") { depth -= 1 }
      if depth < 0 { return false }
    }
    return depth == 0
  }
}
