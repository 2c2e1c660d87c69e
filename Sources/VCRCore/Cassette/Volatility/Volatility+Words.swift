extension Volatility {
  /// The built-in list and what words name: the same for the option, its variable and `.vcr.yaml`.
  ///
  /// A word that begins with `$` is a place in JSON bodies, any other the name of a header. Several
  /// may stand between commas; a comma within the brackets of a path is the path's own.
  ///
  /// - Parameter words: The words.
  /// - Throws: `JSONPathError` for a path that is none, `SettingError` for what is neither path nor
  ///   name.
  package init(words: [String]) throws {
    self = .standard
    for word in words.flatMap(Self.split) {
      if word.hasPrefix("$") {
        self = adding(jsonPaths: [try JSONPath(parsing: word)])
      } else if word.utf8.allSatisfy({ Self.nameCharacters.contains($0) }) {
        self = adding(headers: [word])
      } else {
        throw SettingError(
          word: word,
          expectation: "is neither the name of a header, such as X-Build, nor a place in JSON "
            + "bodies, such as $.generated_at")
      }
    }
  }

  /// Characters of field names (RFC 9110 §5.6.2) but for the point: a name with one is rare, a path
  /// without its `$` is not.
  private static let nameCharacters = ByteSet(.alphanumeric, "-_!#%&'*+^`|~")

  /// The words between commas that stand outside brackets and quotes, without blanks around them.
  private static func split(_ text: String) -> [String] {
    var words = [""]
    var depth = 0
    var quote: Character?
    for character in text {
      if let open = quote {
        if character == open { quote = nil }
      } else if depth > 0, character == "'" || character == "\"" {
        quote = character
      } else if character == "[" {
        depth += 1
      } else if character == "]" {
        depth -= 1
      }
      if character == ",", depth <= 0, quote == nil {
        words.append("")
      } else {
        words[words.count - 1].append(character)
      }
    }
    return words.flatMap { word -> [String] in
      let word = word.drop { $0 == " " || $0 == "\t" }
      guard let end = word.lastIndex(where: { $0 != " " && $0 != "\t" }) else { return [] }
      return [String(word[...end])]
    }
  }
}
