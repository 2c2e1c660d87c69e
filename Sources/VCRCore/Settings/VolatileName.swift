/// The name of something that may differ from run to run although the service has not changed.
package enum VolatileName: Sendable, Equatable {
  /// A header or trailer field, in any case.
  case header(String)
  /// A place in JSON bodies and in the events and lines of streams.
  case place(JSONPath)
  /// An item of the query, written with the question mark before it: `?ts`.
  case query(String)
  /// A cookie: `cookie(sid)`.
  case cookie(String)
  /// Segments of paths, written as a path with `*` in their place: `/users/*/orders`.
  case path(PathPattern)

  /// Reads one name.
  ///
  /// - Parameter word: A place as the diff prints it, perhaps with the words before it, or the name
  ///   of a header.
  /// - Throws: `JSONPathError` for an invalid path, `SettingError` for a word that is neither path
  ///   nor name.
  package init(named word: String) throws {
    if let reason = PrintedPlace.refusal(of: word, isNameOtherwise: false) {
      throw SettingError(word: word, expectation: reason)
    }
    let isField = PrintedPlace.isField(word)
    let word = PrintedPlace.withoutWords(word)
    if isField, word.utf8.allSatisfy(ByteSet.token.contains) {
      // It is a header field, whatever it would mean without the words before it.
      self = .header(word)
    } else if JSONPath.isPath(word) {
      let path = try JSONPath(parsing: word)
      self = path.nameOfWhole(.query).map { .query($0) } ?? .place(path)
    } else if PathPattern.isPattern(word), let pattern = PathPattern(parsing: word) {
      self = .path(pattern)
    } else if let name = MarkedName.name(in: word) {
      self = .query(name)
    } else if CookiePlace.isPlace(word) {
      self = .cookie(try CookiePlace.checkedName(in: word))
    } else if word.utf8.allSatisfy(Self.nameCharacters.contains) {
      self = .header(word)
    } else {
      throw SettingError(
        word: word,
        expectation:
          "is neither the name of a header, such as X-Build, nor an item of the query, such as ?ts, nor "
          + "a cookie, such as cookie(sid), nor a path with segments that may be anything, such as /users/*, nor a place in JSON "
          + "bodies, such as $.generated_at, in a query, such as query(variables) $.id, in a stream, such as event(ping), in a form, such as "
          + "form(csrf), in a body of parts, such as part(token), or in text, such as "
          + "text(/nonce=\"([^\"]+)\"/)")
    }
  }

  /// Characters of field names (RFC 9110 §5.6.2) except for the point: a name with a point is rare,
  /// a path without its `$` is not, unless the word `header` stands before it.
  private static let nameCharacters = ByteSet(.alphanumeric, "-_!#%&'*+^`|~")

  /// The words between commas outside brackets, parentheses and quotes, without white space around
  /// them.
  ///
  /// - Parameter text: The words; a comma within the brackets of a path belongs to the path.
  /// - Returns: The words.
  @Sendable package static func words(of text: String) -> [String] {
    var words = [""]
    var depth = 0
    var quote: Character?
    var isEscaped = false
    // Within a pattern brackets and quotes are characters like others.
    var patternEnd = text.startIndex
    for index in text.indices {
      let character = text[index]
      if depth == 0, quote == nil, index >= patternEnd,
        text[index...].hasPrefix(TextPattern.opening),
        words[words.count - 1].allSatisfy({ $0 == " " || $0 == "\t" }),
        let end = TextPattern.end(
          of: text[text.index(index, offsetBy: TextPattern.opening.count)...])
      {
        patternEnd = end.rest
      }
      guard index >= patternEnd else {
        words[words.count - 1].append(character)
        continue
      }
      if let open = quote {
        if character == open, !isEscaped { quote = nil }
        isEscaped = character == "\\" && !isEscaped
      } else if depth > 0, character == "'" || character == "\"" {
        quote = character
        isEscaped = false
      } else if character == "[" || character == "(" {
        depth += 1
      } else if character == "]" || character == ")" {
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
