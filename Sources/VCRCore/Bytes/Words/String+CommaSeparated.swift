extension String {
  /// The words between commas, without spaces and tabs around them, as in options that take several
  /// and in header fields that are lists (RFC 9110 §5.6.1); without those that have nothing in
  /// them.
  package var commaSeparatedWords: [String] { commaSeparatedElements.filter { !$0.isEmpty } }

  /// The same words with those that have nothing in them, for readers that must not overlook one.
  package var commaSeparatedElements: [String] {
    // By bytes: a mark after a comma would make another character of it.
    utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map { element in
      let start = element.drop { $0.isSpaceOrTab }
      let end =
        start.lastIndex { !$0.isSpaceOrTab }.map { start.index(after: $0) } ?? start.startIndex
      return String(Substring(start[..<end]))
    }
  }
}
