extension String {
  /// The words between commas, without spaces and tabs around them, as in options that take several
  /// and in header fields that are lists (RFC 9110 §5.6.1); without those that have nothing in
  /// them.
  package var commaSeparatedWords: [String] { commaSeparatedElements.filter { !$0.isEmpty } }

  /// The same words with those that have nothing in them, for readers that must not overlook one.
  package var commaSeparatedElements: [String] {
    // By bytes: a mark after a comma would make another character of it.
    utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map { element in
      let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
      let start = element.drop(while: isSpace)
      let end = start.lastIndex { !isSpace($0) }.map { start.index(after: $0) } ?? start.startIndex
      return String(Substring(start[..<end]))
    }
  }
}
