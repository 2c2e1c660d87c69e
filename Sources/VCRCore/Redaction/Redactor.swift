/// Applies a redaction to the messages of one run or one cassette, one after the other.
///
/// What makes it more than its rules is that it remembers: a token that one message hands out is
/// found again wherever a later one carries it, and has the same placeholder there.
package final class Redactor: Sendable {
  /// Which way a message goes.
  package enum Direction: Sendable {
    /// From the client to the service.
    case request
    /// From the service to the client.
    case response
  }

  /// The rules.
  let redaction: Redaction

  /// Creates a redactor that has seen nothing yet.
  package init(_ redaction: Redaction) { self.redaction = redaction }

  /// Remembers the tokens in an interaction, without changing it.
  func learn(from interaction: Interaction) {}

  /// An interaction without its secrets.
  package func redacting(_ interaction: Interaction) -> Interaction {
    learn(from: interaction)
    return redaction.redacting(interaction)
  }

  /// A request without its secrets.
  package func redacting(_ request: Interaction.Request) -> Interaction.Request {
    redaction.redacting(request)
  }

  /// A URL without its secrets.
  func redacting(url: String) -> String {
    var url = url
    redaction.redact(url: &url)
    return url
  }

  /// Replaces the secrets of a header or trailer section.
  func redact(headers: inout HeaderFields, of direction: Direction) {
    redaction.redact(headers: &headers)
  }

  /// Replaces the secrets of a body; its pieces' lengths are adjusted.
  ///
  /// - Parameters:
  ///   - body: The body.
  ///   - headers: The header section of its message, for the media type.
  ///   - direction: Which way the message goes.
  func redact(body: inout Body, headers: HeaderFields, of direction: Direction) {
    redaction.redactBody(&body, headers: headers)
  }

  /// A text for a reader (an error's message, a log line) without its secrets.
  package func redacting(text: String) -> String { redaction.redacting(text: text) }
}
