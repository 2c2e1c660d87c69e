/// What redaction does with a message, in the order in which one thing has to come before another:
/// values that are known, then what names and shapes give away, then what these have made known.
struct RedactionPass {
  /// The rules.
  let redaction: Redaction

  /// True when two values of one name in what is recorded have two placeholders.
  var numbersValues = false

  /// Replaces the secrets of a request.
  ///
  /// - Returns: Those that were whole values in its query or its form.
  @discardableResult func redact(
    _ request: inout Interaction.Request, _ memory: inout TokenMemory
  ) -> PairValues {
    var known = request
    BodyText.change(&request) { request in
      replaceKnown(&request, memory)
      known = request
      let before = memory.count
      replaceNamed(&request, &memory)
      replaceRemembered(&request, memory, hasNew: memory.count != before)
    }
    return PairValues(of: known, in: request)
  }

  /// Replaces the secrets of a response.
  func redact(_ response: inout Interaction.Response, _ memory: inout TokenMemory) {
    BodyText.change(&response) { response in
      replaceKnown(&response, memory)
      let before = memory.count
      replaceNamed(&response, &memory)
      replaceRemembered(&response, memory, hasNew: memory.count != before)
    }
  }

  /// Replaces the secrets of an interaction.
  func redact(_ interaction: inout Interaction, _ memory: inout TokenMemory) {
    let before = memory.count
    var outcome = interaction.outcome
    BodyText.change(&interaction.request) { request in
      replaceKnown(&request, memory)
      let known = request
      replaceNamed(&request, &memory)
      number(&request, PairValues(of: known, in: request), &memory)
      switch outcome {
      case .response(var response):
        BodyText.change(&response) { response in
          replaceKnown(&response, memory)
          replaceNamed(&response, &memory)
          replaceRemembered(&response, memory, hasNew: memory.count != before)
        }
        outcome = .response(response)
      case .failure(var failure):
        redact(text: &failure.message, &memory)
        outcome = .failure(failure)
      }
      replaceRemembered(&request, memory, hasNew: memory.count != before)
    }
    interaction.outcome = outcome
  }

  /// Replaces the secrets of a text for a reader.
  func redact(text: inout String, _ memory: inout TokenMemory) {
    for values in memory.known(redaction.values) {
      replace(values, in: &text, .request)
    }
    apply(text.withUTF8Span { redaction.textSecrets.find(in: $0) }, to: &text)
    for values in memory.remembered { replace(values, in: &text, .request) }
  }

  /// Replaces the secrets of a URL.
  func redact(url: inout String, _ memory: inout TokenMemory) {
    for values in memory.known(redaction.values) { replace(values, in: &url, .request) }
    replaceNamed(url: &url, &memory)
    for values in memory.remembered { replace(values, in: &url, .request) }
  }

  /// Gives the values of a request their numbers.
  private func number(
    _ request: inout Interaction.Request, _ values: PairValues, _ memory: inout TokenMemory
  ) {
    guard numbersValues, !values.isEmpty else { return }
    let numbers = values.slots.map { slot in
      slot.value.map { memory.numbers.assign($0, slot.name, except: redaction.valueNames) } ?? 1
    }
    request = values.numbered(request, numbers)
  }

  // MARK: - Known values

  private func replaceKnown(_ message: inout some RedactableMessage, _ memory: TokenMemory) {
    for values in memory.known(redaction.values) { replace(values, in: &message) }
  }

  /// What was learned of this message, or was brought by an earlier one, is looked for where no name
  /// gives it away.
  private func replaceRemembered(
    _ message: inout some RedactableMessage, _ memory: TokenMemory, hasNew: Bool
  ) {
    if hasNew {
      for values in memory.issued { replace(values, in: &message) }
    }
    for values in memory.brought { replace(values, in: &message) }
  }

  private func replace<Message: RedactableMessage>(
    _ values: SecretValues, in message: inout Message
  ) {
    replace(values, in: &message.startText, Message.direction)
    replace(values, in: &message.body, MediaType(message.headers), Message.direction)
    replace(values, in: &message.headers, Message.direction)
    replace(values, in: &message.trailers, Message.direction)
  }

  private func replace(
    _ values: SecretValues, in headers: inout HeaderFields, _ direction: Redactor.Direction
  ) {
    for index in headers.fields.indices {
      // A name is no place for what an encoding needs, so that it has the bare placeholder.
      replace(values, in: &headers.fields[index].name, .request)
      replace(values, in: &headers.fields[index].value, direction)
    }
  }

  private func replace(
    _ values: SecretValues, in text: inout String, _ direction: Redactor.Direction
  ) {
    guard !text.isEmpty else { return }
    let search = EncodedSecrets(values: values, direction: direction, isForm: false)
    apply(text.withUTF8Span { search.find(in: $0) }, to: &text)
  }

  private func replace(
    _ values: SecretValues, in body: inout Body, _ type: MediaType?,
    _ direction: Redactor.Direction
  ) {
    guard !body.isEmpty else { return }
    let search = EncodedSecrets(
      values: values, direction: direction, isForm: type?.isForm ?? false)
    body = search.find(in: body.bytes.view).applied(to: body)
    guard StreamSecrets.isStream(type) else { return }
    body = StreamSecrets(values: values).find(in: body.bytes).applied(to: body)
  }

  private func apply(_ found: Replacements, to text: inout String) {
    if !found.isEmpty { text = found.applied(to: text) }
  }

  // MARK: - Names and shapes

  private func replaceNamed(_ request: inout Interaction.Request, _ memory: inout TokenMemory) {
    replaceNamed(url: &request.url, &memory)
    replaceNamedSections(&request, &memory)
  }

  private func replaceNamed(_ response: inout Interaction.Response, _ memory: inout TokenMemory) {
    replaceNamedSections(&response, &memory)
    guard let reason = response.reason else { return }
    let found = reason.withUTF8Span { redaction.textSecrets.find(in: $0) }
    if !found.isEmpty { response.reason = found.applied(to: reason) }
  }

  private func replaceNamedSections<Message: RedactableMessage>(
    _ message: inout Message, _ memory: inout TokenMemory
  ) {
    let type = MediaType(message.headers)
    replaceNamed(headers: &message.headers, of: Message.direction, &memory)
    replaceNamed(body: &message.body, type: type, of: Message.direction, &memory)
    replaceNamed(headers: &message.trailers, of: Message.direction, &memory)
  }

  private func replaceNamed(url: inout String, _ memory: inout TokenMemory) {
    var found = url.withUTF8Span { URLSecrets(redaction).find(in: $0) }
    settle(&found, in: &url, &memory)
    found = url.withUTF8Span { redaction.textSecrets.find(in: $0) }
    settle(&found, in: &url, &memory)
  }

  private func settle(
    _ found: inout Replacements, in url: inout String, _ memory: inout TokenMemory
  ) {
    guard !found.isEmpty else { return }
    url.withUTF8Span { memory.settle(&found, in: $0, .request) }
    apply(found, to: &url)
  }

  private func replaceNamed(
    headers: inout HeaderFields, of direction: Redactor.Direction, _ memory: inout TokenMemory
  ) {
    let secrets = HeaderSecrets(redaction: redaction)
    for index in headers.fields.indices {
      apply(secrets.find(inNameOf: headers.fields[index]), to: &headers.fields[index].name)
      var found = secrets.find(in: headers.fields[index])
      guard !found.isEmpty else { continue }
      headers.fields[index].value.withUTF8Span { memory.settle(&found, in: $0, direction) }
      apply(found, to: &headers.fields[index].value)
    }
  }

  private func replaceNamed(
    body: inout Body, type: MediaType?, of direction: Redactor.Direction,
    _ memory: inout TokenMemory
  ) {
    guard !body.isEmpty else { return }
    BodySecrets(redaction: redaction, type: type).find(in: &body) { found, body in
      memory.settle(&found, in: body.bytes.view, direction)
      body = found.applied(to: body)
    }
  }
}

/// A request or a response: what redaction treats alike in both.
protocol RedactableMessage {
  /// The text of its first line that may hold a secret: the URL, or the reason phrase.
  var startText: String { get set }
  /// The header section.
  var headers: HeaderFields { get set }
  /// The content.
  var body: Body { get set }
  /// The trailer section.
  var trailers: HeaderFields { get set }
  /// Which way such a message goes.
  static var direction: Redactor.Direction { get }
}

extension Interaction.Request: RedactableMessage {
  var startText: String {
    get { url }
    set { url = newValue }
  }
  static var direction: Redactor.Direction { .request }
}

extension Interaction.Response: RedactableMessage {
  var startText: String {
    get { reason ?? "" }
    set { if reason != nil { reason = newValue } }
  }
  static var direction: Redactor.Direction { .response }
}
