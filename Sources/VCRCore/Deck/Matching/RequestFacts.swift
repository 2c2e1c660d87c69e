/// The facts of a recorded request that an index compares.
struct RequestFacts: Sendable {
  /// The key by the policy.
  let key: [UInt8]
  /// The digests of what may distinguish it from an equivalent one.
  let likeness: RequestFingerprint
  /// The names of the placeholders in it.
  let names: [[UInt8]]

  /// Looks at a recorded request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - equivalence: The policy.
  ///   - volatility: The parts that do not count.
  init(
    _ request: Interaction.Request, under equivalence: RequestEquivalence, _ volatility: Volatility
  ) {
    var key: [UInt8] = []
    equivalence.appendKey(of: request, to: &key)
    self.key = key
    likeness = RequestFingerprint(request, volatility)
    names = PlaceholderNames.all(in: request)
  }
}
