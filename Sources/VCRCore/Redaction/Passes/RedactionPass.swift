/// Redacts one message in three steps: known values, then values that names and shapes reveal, then
/// other occurrences of the values that the second step found.
struct RedactionPass {
  /// The rules.
  let redaction: Redaction

  /// True if two values of one name are recorded with two placeholders.
  var numbersValues = false

  /// True when only the memory matters, to which what is remembered already adds nothing.
  var learnsAlone = false

  private let streams = StreamMemo()

  /// Replaces the secrets of a request that is matched or shown, and therefore has no marks.
  ///
  /// A body in a file is left alone here and below: its secrets were replaced before it got there.
  ///
  /// - Returns: The secrets that were whole values in it.
  @discardableResult func redact(
    _ request: inout Interaction.Request, _ memory: SharedTokenMemory
  ) -> PairValues {
    BodyText.change(&request) { request in
      replaceKnown(&request, memory)
      if memory.hasMarks { request = IssuedMark.removal.applied(to: request) }
      let known = request
      let before = memory.count
      replaceNamed(&request, memory)
      replacePersonal(&request, memory)
      let named = request
      replaceRemembered(&request, memory, hasNew: memory.count != before)
      // What was not changed is the same memory, and that costs next to nothing to see.
      return request == known ? PairValues() : PairValues(of: known, named: named, in: request)
    }
  }

  /// Replaces the secrets of a response.
  func redact(_ response: inout Interaction.Response, _ memory: SharedTokenMemory) {
    redact(&response, since: memory.count, memory)
  }

  /// Replaces the secrets of a response.
  ///
  /// - Parameters:
  ///   - response: The response.
  ///   - before: The number of tokens that were known before its request, or before itself.
  ///   - memory: The tokens.
  private func redact(
    _ response: inout Interaction.Response, since before: Int, _ memory: SharedTokenMemory
  ) {
    BodyText.change(&response) { response in
      replaceKnown(&response, memory)
      replaceNamed(&response, memory)
      replacePersonal(&response, memory)
      replaceRemembered(&response, memory, hasNew: memory.count != before)
    }
    searchEncoded(&response.body, memory)
    redact(&response.messages, memory)
    redact(&response.failure, memory)
  }

  /// Drops the encoded bytes of a body when a secret stands in them as it is, as it may behind the
  /// end of the coding.
  private func searchEncoded(_ body: inout Body, _ memory: SharedTokenMemory) {
    guard case .bytes(let encoded) = body.encoded else { return }
    var carrier = Interaction.Response(status: nil, body: Body(encoded))
    replaceKnown(&carrier, memory)
    replaceNamed(&carrier, memory)
    replacePersonal(&carrier, memory)
    replaceRemembered(&carrier, memory, hasNew: true)
    if carrier.body.bytes != encoded { body.encoded = nil }
  }

  /// Replaces the secrets of the messages of a WebSocket, one after the other.
  func redact(_ messages: inout [Interaction.WebSocketMessage], _ memory: SharedTokenMemory) {
    for index in messages.indices { redact(&messages[index], memory) }
    redactParts(of: &messages, memory)
  }

  /// Replaces the secrets of a message as those of a request or a response with such a body.
  func redact(_ message: inout Interaction.WebSocketMessage, _ memory: SharedTokenMemory) {
    if let body = message.body, !body.isEmpty, isNamed(message.sender) {
      message = message.with(body: Body(Placeholder.bytes("VALUE".utf8)))
      return
    }
    switch (message.content, message.sender) {
    case (.close(let code, var reason), _):
      redact(text: &reason, memory)
      // A frame that ends a connection has no room for more (RFC 6455 §5.5).
      message.content = .close(code: code, reason: reason)
    case (.text(let body), .client), (.binary(let body), .client):
      var carrier = Interaction.Request(url: "", body: body)
      let values = redact(&carrier, memory)
      if numbersValues { number(&carrier, values.revealed, memory) }
      message = message.with(body: carrier.body)
    case (.text(let body), .service), (.binary(let body), .service):
      var carrier = Interaction.Response(status: nil, body: body)
      redact(&carrier, memory)
      message = message.with(body: carrier.body)
    }
  }

  /// True when the messages of a sender are named as a whole.
  private func isNamed(_ sender: Interaction.WebSocketMessage.Sender) -> Bool {
    redaction.paths.contains { path in
      guard let scope = path.scope, scope.unit == .message, scope.target == .whole else {
        return false
      }
      return scope.kind.map { $0 == sender.rawValue } ?? true
    }
  }

  /// Replaces the secrets of an interaction.
  func redact(_ interaction: inout Interaction, _ memory: SharedTokenMemory) {
    let before = memory.count
    var outcome = interaction.outcome
    BodyText.change(&interaction.request) { request in
      replaceKnown(&request, memory)
      let known = request
      replaceNamed(&request, memory)
      replacePersonal(&request, memory)
      // A response may repeat what its request brought: numbers come before it.
      let met = memory.count
      if numbersValues {
        replaceRemembered(&request, memory, hasNew: met != before)
        number(&request, PairValues(of: known, in: request), memory)
      }
      redact(&outcome, since: before, memory)
      guard !numbersValues || memory.count != met else { return }
      replaceRemembered(&request, memory, hasNew: memory.count != before)
    }
    interaction.outcome = outcome
  }

  /// Replaces the secrets of an interaction whose request holds none that the memory knows now.
  func redactAfterRequest(_ interaction: inout Interaction, _ memory: SharedTokenMemory) {
    let before = memory.count
    redact(&interaction.outcome, since: before, memory)
    guard memory.count != before else { return }
    BodyText.change(&interaction.request) { replaceRemembered(&$0, memory, hasNew: true) }
  }

  /// Replaces the secrets of an outcome.
  ///
  /// - Parameters:
  ///   - outcome: The outcome.
  ///   - before: The number of tokens that were known before its request.
  ///   - memory: The tokens.
  private func redact(
    _ outcome: inout Interaction.Outcome, since before: Int, _ memory: SharedTokenMemory
  ) {
    switch outcome {
    case .response(var response):
      redact(&response, since: before, memory)
      outcome = .response(response)
    case .failure(var failure):
      redact(text: &failure.message, memory)
      outcome = .failure(failure)
    }
  }

  /// Replaces the secrets in the words of a failure that a response broke off with.
  private func redact(_ failure: inout Interaction.Failure?, _ memory: SharedTokenMemory) {
    guard var broken = failure else { return }
    redact(text: &broken.message, memory)
    failure = broken
  }

  /// Replaces the secrets of a text for a reader.
  func redact(text: inout String, _ memory: SharedTokenMemory) {
    for values in memory.known(redaction.values) { replace(search(values, .request), in: &text) }
    apply(text.withUTF8Span { redaction.textSecrets.find(in: $0) }, to: &text)
    replacePersonal(in: &text)
    for values in memory.remembered { replace(search(values, .request), in: &text) }
  }

  /// Replaces the secrets of a URL.
  func redact(url: inout String, _ memory: SharedTokenMemory) {
    for values in memory.known(redaction.values) { replace(search(values, .request), in: &url) }
    replaceNamed(url: &url, memory)
    var request = Interaction.Request(url: url)
    replacePersonal(&request, memory)
    url = request.url
    for values in memory.remembered { replace(search(values, .request), in: &url) }
  }

  /// Gives the values of a request their numbers.
  private func number(
    _ request: inout Interaction.Request, _ values: PairValues, _ memory: SharedTokenMemory
  ) {
    guard !values.isEmpty else { return }
    let numbers = values.slots.map { slot in
      slot.value.map { value in
        memory.withLock {
          $0.numbers.assign(
            value, slot.name, except: redaction.valueNames, fingerprint: slot.fingerprint)
        }
      } ?? 1
    }
    request = values.numbered(within: request, numbers)
  }

  // MARK: - Known values

  private func replaceKnown(_ message: inout some RedactableMessage, _ memory: SharedTokenMemory) {
    replace(memory.known(redaction.values), in: &message)
  }

  /// Replaces values that this message or an earlier one revealed at places where no name reveals
  /// them.
  private func replaceRemembered(
    _ message: inout some RedactableMessage, _ memory: SharedTokenMemory, hasNew: Bool
  ) {
    guard !learnsAlone else { return }
    if hasNew { replace(memory.issued, in: &message) }
    replace(memory.brought, in: &message)
  }

  private func replace<Message: RedactableMessage>(
    _ lists: [SecretValues], in message: inout Message
  ) {
    guard !lists.isEmpty else { return }
    // A type is parsed once for all lists.
    let type = message.body.isEmpty ? nil : MediaType(message.headers)
    for values in lists {
      let search = search(values, Message.direction)
      replace(search, in: &message.startText)
      replace(values, in: &message.body, type, Message.direction)
      replace(search, in: &message.headers)
      replace(search, in: &message.trailers)
      message.changeInterimHeaders { replace(search, in: &$0) }
    }
  }

  /// The search for values in the texts of a message, made once for all of them.
  private func search(
    _ values: SecretValues, _ direction: MessageDirection, isForm: Bool = false
  ) -> EncodedSecrets {
    EncodedSecrets(
      values: values, rules: redaction.textSecrets, direction: direction, isForm: isForm)
  }

  private func replace(_ search: EncodedSecrets, in headers: inout HeaderFields) {
    for index in headers.fields.indices {
      if let name = replaced(search, in: headers.fields[index].name) {
        headers.fields[index].name = name
      }
      if let value = replaced(search, in: headers.fields[index].value) {
        headers.fields[index].value = value
      }
    }
  }

  private func replace(_ search: EncodedSecrets, in text: inout String) {
    if let replaced = replaced(search, in: text) { text = replaced }
  }

  /// A text without the values; nil if none is in it, so that nothing is copied for most texts.
  private func replaced(_ search: EncodedSecrets, in text: String) -> String? {
    guard !text.isEmpty else { return nil }
    let found = text.withUTF8Span { search.find(in: $0) }
    return found.isEmpty ? nil : found.applied(to: text)
  }

  func replace(
    _ values: SecretValues, in body: inout Body, _ type: MediaType?,
    _ direction: MessageDirection
  ) {
    guard !body.isEmpty, body.file == nil else { return }
    if values.mayStand(in: body.bytes) {
      let search = search(values, direction, isForm: type?.isForm ?? false)
      body = search.find(in: body.bytes.view).applied(to: body)
    }
    // A value that a stream sends in parts stands nowhere as a whole.
    guard !values.isEmpty, StreamSecrets.isStream(type, body.bytes) else { return }
    let found = StreamSecrets(search: .values(values, redaction.textSecrets))
      .find(in: body.bytes, streams)
    if !found.isEmpty { body = found.applied(to: body) }
  }

  private func apply(_ found: Replacements, to text: inout String) {
    if !found.isEmpty { text = found.applied(to: text) }
  }

  // MARK: - Names and shapes

  private func replaceNamed(_ request: inout Interaction.Request, _ memory: SharedTokenMemory) {
    replaceNamed(url: &request.url, memory)
    replaceNamedSections(&request, memory)
  }

  private func replaceNamed(_ response: inout Interaction.Response, _ memory: SharedTokenMemory) {
    replaceNamedSections(&response, memory)
    guard let reason = response.reason else { return }
    let found = reason.withUTF8Span { redaction.textSecrets.find(in: $0) }
    if !found.isEmpty { response.reason = found.applied(to: reason) }
  }

  private func replaceNamedSections<Message: RedactableMessage>(
    _ message: inout Message, _ memory: SharedTokenMemory
  ) {
    let type = MediaType(message.headers)
    replaceNamed(headers: &message.headers, of: Message.direction, memory)
    replaceNamed(body: &message.body, type: type, of: Message.direction, memory)
    replaceNamed(headers: &message.trailers, of: Message.direction, memory)
    message.changeInterimHeaders { replaceNamed(headers: &$0, of: Message.direction, memory) }
  }

  private func replaceNamed(url: inout String, _ memory: SharedTokenMemory) {
    guard !redaction.harmless.withMemo({ $0.contains(url: url) }) else { return }
    var found = url.withUTF8Span { URLSecrets(redaction).find(in: $0) }
    var isHarmless = found.isEmpty
    settle(&found, in: &url, memory)
    found = url.withUTF8Span { redaction.textSecrets.find(in: $0) }
    isHarmless = isHarmless && found.isEmpty
    settle(&found, in: &url, memory)
    found = url.withUTF8Span { EncodedText(redaction: redaction).find(in: $0) }
    if isHarmless, found.isEmpty { redaction.harmless.withMemo { $0.note(url: url) } }
    apply(found, to: &url)
  }

  private func settle(
    _ found: inout Replacements, in url: inout String, _ memory: SharedTokenMemory
  ) {
    guard !found.isEmpty else { return }
    url.withUTF8Span { memory.settle(&found, in: $0, .request) }
    apply(found, to: &url)
  }

  private func replaceNamed(
    headers: inout HeaderFields, of direction: MessageDirection, _ memory: SharedTokenMemory
  ) {
    guard !headers.fields.isEmpty else { return }
    redaction.harmless.withMemo { memo in
      let unknown = memo.unknown(of: headers.fields, direction)
      guard !unknown.isEmpty else { return }
      let secrets = HeaderSecrets(redaction: redaction)
      for index in unknown {
        let inName = secrets.find(inNameOf: headers.fields[index])
        if !inName.isEmpty { apply(inName, to: &headers.fields[index].name) }
        var found = secrets.find(in: headers.fields[index])
        guard !found.isEmpty else {
          if inName.isEmpty { memo.note(headers.fields[index], at: index, direction) }
          continue
        }
        headers.fields[index].value.withUTF8Span { memory.settle(&found, in: $0, direction) }
        apply(found, to: &headers.fields[index].value)
      }
    }
  }

  private func replaceNamed(
    body: inout Body, type: MediaType?, of direction: MessageDirection,
    _ memory: SharedTokenMemory
  ) {
    guard !body.isEmpty, body.file == nil else { return }
    BodySecrets(redaction: redaction, type: type).find(in: &body) { found, body in
      memory.settle(&found, in: body.bytes.view, direction)
      body = found.applied(to: body)
    }
    guard redaction.textSecrets.findsShapes, body.count <= StreamSecrets.longestForShapes,
      StreamSecrets.isStream(type, body.bytes)
    else { return }
    let found = StreamSecrets(search: .shapes(redaction.textSecrets))
      .find(in: body.bytes, streams)
    if !found.isEmpty { body = found.applied(to: body) }
  }
}
