extension Interaction.Outcome {
  /// How the exchange failed or broke off, in one line for a reader; nil for a whole response.
  package var endInWords: String? {
    guard let failure else { return nil }
    let reason = "\(failure.code) (\(failure.domain) \(failure.number)): \(failure.message)"
    switch byFinalResponse {
    case .failure:
      return failure.isLeft ? "left by the client before a response began" : "failed: \(reason)"
    case .response(let response):
      let place =
        "after "
        + (response.opensWebSocket
          ? Quantity.of(response.messages.count, "message")
          : Quantity.of(response.body.bytes.count, "byte") + " of the body")
      return failure.isLeft ? "left by the client \(place)" : "broken off \(place): \(reason)"
    }
  }

  /// The status or the failure in a word or two: `200 OK`, `200 OK, broken off`, `timedOut`.
  package var inWords: String {
    switch byFinalResponse {
    case .failure(let failure): return failure.inWords
    case .response(let response):
      let status = [response.status.map(String.init), response.reason].compactMap { $0 }
        .joined(separator: " ")
      guard let failure = response.failure else { return status }
      return status + (failure.isLeft ? ", left by the client" : ", broken off")
    }
  }
}

extension Interaction.Failure {
  /// The name of its kind: `timedOut`, or that the client left.
  package var inWords: String { isLeft ? "left by the client" : code }
}
