extension String {
  /// The words between commas, without white space around them, as in options that take several.
  package var commaSeparatedWords: [String] {
    split(separator: ",").map { word in
      let end = word.lastIndex { $0 != " " && $0 != "\t" } ?? word.startIndex
      return String(word[...end].drop { $0 == " " || $0 == "\t" })
    }.filter { !$0.isEmpty }
  }
}
