extension Volatility {
  /// The new interaction with the nonces of the old one, both in the content security policy and in
  /// its page: one without the other would block the page's scripts (CSP Level 3, §2.3.1).
  package func copyingNonces(from old: Interaction, to new: Interaction) -> Interaction {
    guard case .response(let before) = old.outcome, case .response(var response) = new.outcome,
      before.body.file == nil, response.body.file == nil, before.body.chunks.isEmpty,
      response.body.chunks.isEmpty
    else { return new }
    let (ours, theirs) = (Self.nonces(in: before.headers), Self.nonces(in: response.headers))
    guard ours.count == theirs.count, ours != theirs else { return new }
    var changes: [Replacements.Item] = []
    for (nonce, other) in zip(theirs, ours) where nonce != other && nonce.utf8.count >= 8 {
      let bytes = Array(nonce.utf8)
      var start = 0
      while let range = response.body.bytes.firstRange(of: bytes, from: start) {
        changes.append(.init(range: range, bytes: Array(other.utf8)))
        start = range.upperBound
      }
    }
    guard !changes.isEmpty else { return new }
    changes.sort { $0.range.lowerBound < $1.range.lowerBound }
    response.body.bytes = changes.applied(to: response.body.bytes)
    for index in response.headers.fields.indices {
      for (nonce, other) in zip(theirs, ours) {
        let value = response.headers.fields[index].value
        response.headers.fields[index].value = value.replacing(
          "'nonce-\(nonce)'", with: "'nonce-\(other)'")
      }
    }
    var interaction = new
    interaction.outcome = .response(response)
    return interaction
  }

  private static func nonces(in headers: HeaderFields) -> [String] {
    headers.fields.flatMap { field -> [String] in
      guard field.name.lowercased().hasPrefix("content-security-policy") else { return [] }
      let bytes = Array(field.value.utf8)
      return VolatileValue.parts(ofHeader: field.name, field.value).map {
        String(decoding: bytes[$0.range], as: UTF8.self)
      }
    }.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}
