/// The parts in which two equivalent requests may still differ: body and headers, each as a digest.
struct RequestFingerprint: Sendable {
  let body: Int
  let headers: Int

  /// Creates the digests of a redacted request, whose volatile headers do not count.
  init(_ request: Interaction.Request, _ volatility: Volatility) {
    body = volatility.stableBytes(of: request).seededHash
    // A sum does not depend on the order of the fields.
    headers = request.headers.fields.reduce(into: 0) { sum, field in
      let name = field.name.lowercased()
      guard volatility.reason(ofHeader: name) == nil else { return }
      var hasher = Hasher()
      hasher.combine(name)
      hasher.combine(volatility.stableValue(ofHeader: name, field.value))
      sum &+= hasher.finalize()
    }
  }

  /// 2 when body and headers agree, 1 when the body alone does, else 0.
  func agreement(with other: RequestFingerprint) -> Int {
    body != other.body ? 0 : headers != other.headers ? 1 : 2
  }
}
