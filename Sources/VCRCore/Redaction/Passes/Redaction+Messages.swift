extension Redaction {
  /// A request without its secrets.
  ///
  /// - Parameter request: The request.
  /// - Returns: The request with placeholders in their place.
  public func redacting(_ request: Cassette.Interaction.Request) -> Cassette.Interaction.Request {
    let memory = SharedTokenMemory()
    var request = request
    RedactionPass(redaction: self).redact(&request, memory)
    return request
  }

  /// A response without its secrets.
  ///
  /// - Parameter response: The response.
  /// - Returns: The response with placeholders in their place.
  public func redacting(_ response: Cassette.Interaction.Response) -> Cassette.Interaction.Response
  {
    let memory = SharedTokenMemory()
    var response = response
    RedactionPass(redaction: self).redact(&response, memory)
    return response
  }

  /// A text for a reader (an error message, a log line) without its secrets: named values, tokens
  /// with a known shape, and values after a name that means a secret.
  ///
  /// - Parameter text: The text.
  /// - Returns: The text with placeholders in their place.
  public func redacting(text: String) -> String {
    let memory = SharedTokenMemory()
    var text = text
    RedactionPass(redaction: self).redact(text: &text, memory)
    return text
  }

  /// A URL without its secrets, for a reader.
  package func redacting(url: String) -> String {
    redacting(Interaction.Request(url: url)).url
  }

  /// An interaction without its secrets.
  ///
  /// A token that the response issues has the same placeholder wherever else it occurs in the
  /// interaction.
  ///
  /// - Parameter interaction: The interaction.
  /// - Returns: The interaction with placeholders in their place.
  public func redacting(_ interaction: Cassette.Interaction) -> Cassette.Interaction {
    let memory = SharedTokenMemory()
    var interaction = interaction
    RedactionPass(redaction: self).redact(&interaction, memory)
    return interaction
  }
}
