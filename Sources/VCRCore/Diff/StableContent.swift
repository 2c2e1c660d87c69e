/// Digests of what an interaction says apart from what is volatile; they hold within one process.
struct StableContent {
  private let volatility: Volatility

  /// Creates digests for a list of what is volatile.
  init(_ volatility: Volatility) { self.volatility = volatility }

  /// The digests of an interaction: all of it, and its request alone.
  func digests(of interaction: Interaction) -> (whole: Int, request: Int) {
    var hasher = Hasher()
    let request = interaction.request
    hasher.combine(request.method)
    hasher.combine(request.url)
    combine(request.headers, into: &hasher)
    combine(request.body, into: &hasher)
    let requestDigest = hasher.finalize()
    hasher = Hasher()
    hasher.combine(requestDigest)
    switch interaction.outcome {
    case .response(let response):
      hasher.combine(response.status)
      hasher.combine(response.reason)
      combine(response.headers, into: &hasher)
      combine(response.body, into: &hasher)
      combine(response.trailers, into: &hasher)
    case .failure(let failure):
      hasher.combine(failure.code)
      hasher.combine(failure.message)
    }
    return (hasher.finalize(), requestDigest)
  }

  private func combine(_ fields: HeaderFields, into hasher: inout Hasher) {
    for field in fields.fields where volatility.reason(ofHeader: field.name) == nil {
      hasher.combine(field.name.lowercased())
      hasher.combine(field.value)
    }
    hasher.combine(0)
  }

  private func combine(_ body: Body, into hasher: inout Hasher) {
    if !volatility.jsonPaths.isEmpty, let text = JSONText(body.bytes) {
      let isKept = JSONChoice.ignoring(volatility.jsonPaths).keptNodes(of: text)
      hasher.combine(JSONHashes(text, isKept: isKept).stable[0])
    } else {
      unsafe body.bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    }
    hasher.combine(0)
  }
}
