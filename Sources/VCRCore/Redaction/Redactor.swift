import Synchronization

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
  package let redaction: Redaction

  private let memory = Mutex(TokenMemory())

  /// Creates a redactor that has seen nothing yet.
  package init(_ redaction: Redaction) { self.redaction = redaction }

  /// Remembers the tokens in an interaction, without changing it.
  package func learn(from interaction: Interaction) { _ = redacting(interaction) }

  /// An interaction without its secrets.
  package func redacting(_ interaction: Interaction) -> Interaction {
    changing(interaction) { $0.redact(&$1, &$2) }
  }

  /// A request without its secrets.
  package func redacting(_ request: Interaction.Request) -> Interaction.Request {
    changing(request) { $0.redact(&$1, &$2) }
  }

  /// A URL without its secrets.
  package func redacting(url: String) -> String { changing(url) { $0.redact(url: &$1, &$2) } }

  /// A text for a reader (an error's message, a log line) without its secrets.
  package func redacting(text: String) -> String { changing(text) { $0.redact(text: &$1, &$2) } }

  /// True when a token that was met stands in a text as it is.
  func remembersAny(in text: [UInt8]) -> Bool {
    memory.withLock { $0.remembered }.contains { $0.isAny(in: text.span) }
  }

  private func changing<Value: Sendable>(
    _ value: Value, _ change: (RedactionPass, inout Value, inout TokenMemory) -> Void
  ) -> Value {
    let pass = RedactionPass(redaction: redaction)
    return memory.withLock { memory in
      var changed = value
      change(pass, &changed, &memory)
      return changed
    }
  }
}
