extension RequestEquivalence {
  /// This policy, to which the items of the query and the segments of paths that are volatile do not
  /// count.
  ///
  /// - Parameter volatility: What is volatile.
  /// - Returns: A policy whose parts `url`, `path` and `query` leave them out; `query(only …)` says by
  ///   itself what counts.
  package func ignoring(_ volatility: Volatility) -> RequestEquivalence {
    let names = volatility.queryNames
    let patterns = volatility.pathPatterns
    guard !names.isEmpty || !patterns.isEmpty else { return self }
    return RequestEquivalence(
      parts.flatMap { part -> [Part] in
        switch part.aspect {
        case .url:
          [
            .scheme, .host, .port, .path(ignoring: patterns),
            names.isEmpty ? .query : Part(aspect: .query(.ignoring(names))),
          ]
        case .path(let others):
          [.path(ignoring: others + patterns.filter { !others.contains($0) })]
        case .query(.all) where !names.isEmpty: [Part(aspect: .query(.ignoring(names)))]
        case .query(.ignoring(let others)):
          [Part(aspect: .query(.ignoring(others + names.filter { !others.contains($0) })))]
        default: [part]
        }
      })
  }
}
