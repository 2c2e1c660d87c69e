/// Gives placeholders other names, wherever they stand in a message.
///
/// A body that is too large for memory is left as it is.
struct PlaceholderRenaming {
  /// The new name of a placeholder; nil to leave it as it is.
  let name: @Sendable ([UInt8]) -> [UInt8]?

  /// The places of names that change, and the values in Base64 that have such places.
  func find(in text: Span<UInt8>) -> Replacements {
    var found = Replacements()
    Self.forEachName(in: text) { range in
      if let new = name(range.map { text[$0] }) { found.add(range, new, in: text) }
    }
    return found.merged(
      with: EncodedPlaceholders.changes(in: text) { text in
        let inner = find(in: text.view)
        return inner.isEmpty ? nil : inner.applied(to: text.view)
      })
  }

  /// Calls the closure with the range of the name of each placeholder in a text, plain or in a
  /// form.
  static func forEachName(in text: Span<UInt8>, _ body: (Range<Int>) -> Void) {
    var index = 0
    func next(_ first: UInt8) -> Int {
      text.firstIndex(of: first, in: index..<text.count) ?? text.count
    }
    var (brace, percent) = (next(UInt8(ascii: "{")), next(UInt8(ascii: "%")))
    while min(brace, percent) < text.count {
      let start = min(brace, percent)
      index = start + 1
      if let name = Placeholder.name(text, at: start) ?? Placeholder.nameInForm(text, at: start) {
        body(name)
        index = name.upperBound
      }
      if brace < index { brace = next(UInt8(ascii: "{")) }
      if percent < index { percent = next(UInt8(ascii: "%")) }
    }
  }

  /// A text with the new names.
  func applied(to text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) || text.mayHoldPlaceholder else { return text }
    return text.withUTF8Span { find(in: $0) }.applied(to: text)
  }

  /// A body with the new names.
  func applied(to body: Body) -> Body {
    guard !body.isEmpty, body.file == nil else { return body }
    let found = find(in: body.bytes.view)
    return found.isEmpty ? body : found.applied(to: body)
  }

  /// A request with the new names.
  func applied(to request: Interaction.Request) -> Interaction.Request {
    var request = request
    change(&request)
    return request
  }

  /// An interaction with the new names.
  func applied(to interaction: Interaction) -> Interaction {
    var changed = interaction
    change(&changed.request)
    switch changed.outcome {
    case .response(var response):
      change(&response)
      response.messages = response.messages.map(applied)
      if let message = response.failure?.message {
        response.failure?.message = applied(to: message)
      }
      changed.outcome = .response(response)
    case .failure(var failure):
      failure.message = applied(to: failure.message)
      changed.outcome = .failure(failure)
    }
    return changed
  }

  /// An interaction with the new names in its bodies.
  func appliedToBodies(of interaction: Interaction) -> Interaction {
    var changed = interaction
    changeBody(&changed.request)
    if case .response(var response) = changed.outcome {
      changeBody(&response)
      response.messages = response.messages.map(applied)
      changed.outcome = .response(response)
    }
    return changed
  }

  /// A message of a WebSocket with the new names.
  func applied(to message: Interaction.WebSocketMessage) -> Interaction.WebSocketMessage {
    switch message.content {
    case .text(let body), .binary(let body): return message.with(body: applied(to: body))
    case .close(let code, let reason):
      var message = message
      message.content = .close(code: code, reason: applied(to: reason))
      return message
    }
  }

  private func change(_ message: inout some RedactableMessage) {
    message.startText = applied(to: message.startText)
    change(&message.headers)
    changeBody(&message)
    change(&message.trailers)
    message.changeInterimHeaders { change(&$0) }
  }

  private func changeBody(_ message: inout some RedactableMessage) {
    BodyText.change(&message) { $0.body = applied(to: $0.body) }
  }

  private func change(_ headers: inout HeaderFields) {
    for index in headers.fields.indices where headers.fields[index].value.mayHoldPlaceholder {
      headers.fields[index].value = applied(to: headers.fields[index].value)
    }
    for index in headers.fields.indices where headers.fields[index].name.hasDoubleBrace {
      headers.fields[index].name = applied(to: headers.fields[index].name)
    }
  }
}
