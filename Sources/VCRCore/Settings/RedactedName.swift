/// The name of something whose value is redacted.
package enum RedactedName: Sendable, Equatable {
  /// A header field, an item of the query or a field of a form, in any case.
  case name(String)
  /// An item of the query or a field of a form, written with the question mark before it: `?sid`.
  case query(String)
  /// A place in JSON bodies, in the events and lines of streams, or in text.
  case place(JSONPath)

  /// Reads one name, or a place as the diff prints it.
  ///
  /// - Parameter word: The word; what begins as a path does is a place, anything else a name.
  /// - Throws: `JSONPathError` for an invalid path, `SettingError` for segments of the path of a URL,
  ///   which are not redacted by their place.
  package init(named word: String) throws {
    if JSONPath.isPath(word) {
      self = .place(try JSONPath(parsing: word))
    } else if PathPattern(parsing: word) != nil {
      throw SettingError(
        word: word,
        expectation: "is a path, whose segments are not redacted by their place; --secret replaces "
          + "a value wherever it stands")
    } else if let name = MarkedName.name(in: word) {
      self = .query(name)
    } else {
      self = .name(word)
    }
  }
}
