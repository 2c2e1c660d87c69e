/// The name of something whose value is redacted.
package enum RedactedName: Sendable, Equatable {
  /// A header field, an item of the query or a field of a form, in any case.
  case name(String)
  /// An item of the query, a field of a form or a part: `?sid`, `form(sid)`, `part(sid)`.
  case query(String)
  /// A cookie: `cookie(sid)`.
  case cookie(String)
  /// Segments of paths, written as a path with `*` in their place: `/users/*`.
  case path(PathPattern)
  /// A place in JSON bodies, in the events and lines of streams, or in text.
  case place(JSONPath)

  /// Words that are meant as a switch, and would be taken for a name that matches nothing.
  private static let switches: Set<String> = [
    "true", "false", "yes", "no", "on", "off", "null", "none",
  ]

  /// Reads one name, or a place as the diff prints it.
  ///
  /// - Parameter word: The word; what begins as a path does is a place, anything else a name.
  /// - Throws: `JSONPathError` for an invalid path, `SettingError` for what is meant as a cookie
  ///   and is none.
  package init(named word: String) throws {
    if let reason = PrintedPlace.refusal(of: word, isNameOtherwise: true) {
      throw SettingError(word: word, expectation: reason)
    }
    guard !Self.switches.contains(word.lowercased()) else {
      throw SettingError(
        word: word,
        expectation: "is no name of what to redact, and switches nothing off: the built-in rules "
          + "always apply (a field of that name is ?\(word))")
    }
    let isField = PrintedPlace.isField(word)
    let word = PrintedPlace.withoutWords(word)
    if isField, word.utf8.allSatisfy(ByteSet.token.contains) {
      self = .name(word)
    } else if JSONPath.isPath(word) {
      let path = try JSONPath(parsing: word)
      let units = [StreamScope.Unit.query, .form, .part]
      if let name = units.lazy.compactMap(path.nameOfWhole).first {
        // Too much is better than too little: the same name may stand in a query.
        self = .query(name)
      } else {
        // So is the same place in another part, field or item.
        let isInJSON = path.scope?.hasNameAlone == true && path.scope?.target == .json
        self = .place(isInJSON ? path.withoutScope : path)
      }
    } else if let pattern = PathPattern(parsing: word) {
      self = .path(pattern)
    } else if let name = MarkedName.name(in: word) {
      self = .query(name)
    } else if CookiePlace.isPlace(word) {
      self = .cookie(try CookiePlace.checkedName(in: word))
    } else {
      self = .name(word)
    }
  }
}
