extension String {
  /// Where the last word of a name begins, with what divides it from those before (`createUser`,
  /// `parent_item`); the start of the name where it has one word.
  var lastWordStart: Index {
    lastIndex { $0.isUppercase || $0 == "_" || $0 == "-" } ?? startIndex
  }
}
