/// The parts of a request or a response that redaction treats in the same way.
protocol RedactableMessage {
  /// The text of the start line that may hold a secret: the URL or the reason phrase.
  var startText: String { get set }
  /// The header section.
  var headers: HeaderFields { get set }
  /// The content.
  var body: Body { get set }
  /// The trailer section.
  var trailers: HeaderFields { get set }
  /// The direction of the message.
  static var direction: MessageDirection { get }
  /// Changes the header sections of the interim responses before it.
  mutating func changeInterimHeaders(_ change: (inout HeaderFields) -> Void)
}

extension RedactableMessage {
  mutating func changeInterimHeaders(_ change: (inout HeaderFields) -> Void) {}
}

extension Interaction.Request: RedactableMessage {
  var startText: String {
    get { url }
    set { url = newValue }
  }
  static var direction: MessageDirection { .request }
}

extension Interaction.Response: RedactableMessage {
  var startText: String {
    get { reason ?? "" }
    set { if reason != nil { reason = newValue } }
  }
  static var direction: MessageDirection { .response }

  mutating func changeInterimHeaders(_ change: (inout HeaderFields) -> Void) {
    for index in interim.indices { change(&interim[index].headers) }
  }
}
