extension RequestEquivalence {
  /// This policy, to which the items of the query that are volatile do not count.
  ///
  /// - Parameter volatility: What is volatile.
  /// - Returns: A policy whose parts `url` and `query` leave the items out; `query(only …)` says by itself
  ///   what counts.
  package func ignoring(_ volatility: Volatility) -> RequestEquivalence {
    let names = volatility.queryNames
    guard !names.isEmpty else { return self }
    return RequestEquivalence(
      parts.flatMap { part -> [Part] in
        switch part.aspect {
        case .url: [.scheme, .host, .port, .path, Part(aspect: .query(.ignoring(names)))]
        case .query(.all): [Part(aspect: .query(.ignoring(names)))]
        case .query(.ignoring(let others)):
          [Part(aspect: .query(.ignoring(others + names.filter { !others.contains($0) })))]
        default: [part]
        }
      })
  }
}
