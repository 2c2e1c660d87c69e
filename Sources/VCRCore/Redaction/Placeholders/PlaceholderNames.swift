/// The names of the placeholders in a message, in the order of its parts.
///
/// Bodies in side files are not looked at.
enum PlaceholderNames {
  /// The names in a request.
  static func all(in request: Interaction.Request) -> [[UInt8]] {
    all(inURL: request.url) + all(in: request.headers)
      + all(in: request.body, request.headers) + all(in: request.trailers)
  }

  /// The names in a URL, where the braces may be percent-encoded.
  private static func all(inURL url: String) -> [[UInt8]] {
    guard url.utf8.contains(UInt8(ascii: "%")) || url.mayHoldPlaceholder else { return [] }
    return all(in: Array(url.utf8)[...])
  }

  /// The names in what came of a request.
  static func all(in outcome: Interaction.Outcome) -> [[UInt8]] {
    guard case .response(let response) = outcome else { return [] }
    return response.interim.flatMap { all(in: $0.headers) } + all(in: response.headers)
      + all(in: response.body, response.headers) + all(in: response.trailers)
      + response.messages.flatMap { $0.body.map { all(in: $0, [:]) } ?? [] }
  }

  private static func all(in headers: HeaderFields) -> [[UInt8]] {
    headers.fields.flatMap { field in
      field.value.mayHoldPlaceholder ? all(in: Array(field.value.utf8)[...]) : []
    }
  }

  private static func all(in body: Body, _ headers: HeaderFields) -> [[UInt8]] {
    body.file == nil && !body.isEmpty ? all(in: BodyText.bytes(body.bytes, headers)[...]) : []
  }

  /// The names in a text, those in Base64 last.
  static func all(in text: ArraySlice<UInt8>) -> [[UInt8]] {
    var names: [[UInt8]] = []
    let text = text.span
    PlaceholderRenaming.forEachName(in: text) { name in names.append(name.map { text[$0] }) }
    _ = EncodedPlaceholders.changes(in: text) { encoded in
      names += all(in: encoded[...])
      return nil
    }
    return names
  }
}
