import VCRLocks

extension Deck {
  /// True when the author asked for something that only verifying finds out: an expectation, stubs
  /// without a cassette, or that every interaction is used.
  package var isVerified: Bool {
    options.requiresAll || path.isEmpty || stubList.stubs.contains { $0.expected > 0 }
  }

  /// Checks that every expectation was met, that every request got a response, and, if
  /// ``Options/requiresAll`` is set, that every interaction was used.
  ///
  /// It may be called before or after the deck is closed.
  ///
  /// - Throws: `VerificationError` with everything that is wrong.
  public func verify() throws(VerificationError) {
    let (summary, served) = state.withLock { ($0.summarised(), $0.stubsServed) }
    var fault = VerificationError(
      cassette: path, unserved: [], unexpected: summary.unmatched,
      omittedCount: summary.misses.omitted, unused: [])
    for (stub, served) in zip(stubList.stubs, served) where served < stub.expected {
      fault.unserved.append(
        .init(
          stub: shown(text: stub.name), expected: stub.expected, served: served))
    }
    if options.requiresAll, options.mode != .all, options.mode != .offline {
      fault.unused = summary.unused.map { number in
        let request = try? file?.request(at: number - 1)
        return .init(
          number: number, request: request.map { "\($0.method) \(shown(url: $0.url))" } ?? "")
      }
    }
    guard fault.isEmpty else { throw fault }
  }
}
