extension RequestEquivalence {
  /// This policy, to which the items of the query, places in their JSON, the segments of paths, the
  /// cookies and the header fields that are named as volatile do not count.
  ///
  /// - Parameter volatility: The parts that are volatile.
  /// - Returns: A policy whose parts `url`, `path`, `query`, `webmock-query`, `cookies`, `headers`
  ///   and `headers(Cookie)` leave them out; `query(only …)`, `cookies(only …)` and `headers(…)` of
  ///   other fields say by themselves what counts.
  package func ignoring(_ volatility: Volatility) -> RequestEquivalence {
    let names = volatility.queryNames
    let places = volatility.jsonPaths.filter(\.isInQuery)
    let patterns = volatility.pathPatterns
    let cookies = volatility.cookieNames.sorted { $0.lexicographicallyPrecedes($1) }
    let fields = volatility.headers.sorted()
    guard
      !names.isEmpty || !places.isEmpty || !patterns.isEmpty || !cookies.isEmpty || !fields.isEmpty
    else { return self }
    return RequestEquivalence(
      parts.flatMap { part -> [Part] in
        switch part.aspect {
        case .url where !names.isEmpty || !places.isEmpty || !patterns.isEmpty:
          [
            .scheme, .host, .port, .path(ignoring: patterns),
            Part(aspect: .query(QueryPairs.Choice.all.leavingOut(names, within: places))),
          ]
        case .path(let others):
          [.path(ignoring: others + patterns.filter { !others.contains($0) })]
        case .query(let choice):
          [Part(aspect: .query(choice.leavingOut(names, within: places)))]
        case .webMockQuery(let choice):
          [Part(aspect: .webMockQuery(choice.leavingOut(names, within: places)))]
        case .cookies(.all) where !cookies.isEmpty: [.cookies(ignoring: cookies)]
        case .cookies(.ignoring(let others, _)):
          [.cookies(ignoring: others + cookies.filter { !others.contains($0) })]
        case .headers(.only(let fields))
        where !cookies.isEmpty && fields.contains(where: Self.isCookie):
          fields.allSatisfy(Self.isCookie)
            ? [.cookies(ignoring: cookies)]
            : [.headers(fields.filter { !Self.isCookie($0) }), .cookies(ignoring: cookies)]
        case .headers(.ignoring(let others)):
          cookies.isEmpty || others.contains(where: Self.isCookie)
            ? [.headers(ignoring: others + fields.filter { !others.contains($0) })]
            : [
              .headers(
                ignoring: others + fields.filter { !others.contains($0) }
                  + CookiePlace.sendingFields),
              .cookies(ignoring: cookies),
            ]
        default: [part]
        }
      })
  }

  private static func isCookie(_ field: String) -> Bool {
    CookiePlace.isResponse(field) == false
  }
}
