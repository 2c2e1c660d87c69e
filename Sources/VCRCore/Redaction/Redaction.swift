/// The rules that keep secrets out of cassettes, messages and reports.
///
/// The same rules are applied to what is recorded and to an incoming request before it is matched,
/// so that redaction never breaks a match.
public struct Redaction: Sendable {
  /// The built-in rules: credentials headers, cookies, API-key headers and query names.
  public static let standard = Redaction()

  /// Redacts nothing.
  public static let none = Redaction()

  /// A request without its secrets.
  public func redacting(_ request: Interaction.Request) -> Interaction.Request { request }

  /// A response without its secrets.
  public func redacting(_ response: Interaction.Response) -> Interaction.Response { response }

  /// A text for a reader (an error's message, a log line) without its secrets.
  public func redacting(text: String) -> String { text }

  /// An interaction without its secrets.
  public func redacting(_ interaction: Interaction) -> Interaction {
    var redacted = interaction
    redacted.request = redacting(interaction.request)
    switch interaction.outcome {
    case .response(let response):
      redacted.outcome = .response(redacting(response))
    case .failure(var failure):
      failure.message = redacting(text: failure.message)
      redacted.outcome = .failure(failure)
    }
    return redacted
  }
}
