extension JSONPath {
  /// True when a URL has the place in its query.
  ///
  /// - Parameter url: The URL.
  /// - Returns: Whether it has.
  package func isInQuery(of url: String) -> Bool {
    guard isInQuery else { return false }
    return url.withUTF8Span { text in
      let query = QueryPairs(text, in: URLRanges(text).query ?? 0..<0)
      return query.pairs.contains { pair in
        guard let path = inPair(named: query.name(pair), of: .query),
          let json = JSONText(structure: query.value(pair))
        else { return false }
        return !json.ranges(selectedBy: [path]).isEmpty
      }
    }
  }
}
