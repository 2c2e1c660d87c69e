/// Secrets that a service sends in parts over a WebSocket, each in a message of its own.
extension RedactionPass {
  /// Replaces the secrets that extend over several messages of a service.
  ///
  /// Those of a client stay: a replay sees one message after the other, and could not wait for the
  /// next one.
  func redactParts(
    of messages: inout [Interaction.WebSocketMessage], _ memory: SharedTokenMemory
  ) {
    let own = messages.indices.filter { index in
      guard messages[index].sender == .service, case .text(let body) = messages[index].content
      else { return false }
      return body.file == nil
    }
    guard own.count > 1 else { return }
    var searches = (memory.known(redaction.values) + memory.brought).map {
      StreamSecrets.Search.values($0, redaction.textSecrets)
    }
    if redaction.textSecrets.findsShapes { searches.append(.shapes(redaction.textSecrets)) }
    for search in searches {
      let bodies = own.map { messages[$0].body?.bytes ?? [] }
      if case .shapes = search,
        bodies.reduce(0, { $0 + $1.count }) > StreamSecrets.longestForShapes
      {
        continue
      }
      let found = StreamSecrets(search: search).find(inMessages: bodies)
      for (index, found) in zip(own, found) where !found.isEmpty {
        guard let body = messages[index].body else { continue }
        messages[index] = messages[index].with(body: found.applied(to: body))
      }
    }
  }
}
