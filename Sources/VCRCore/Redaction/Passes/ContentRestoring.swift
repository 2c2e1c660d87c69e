/// Puts secrets back where their placeholders stand in a body that is served piece by piece.
struct ContentRestoring: Sendable {
  private let restoring: SecretRestoring
  private let headers: HeaderFields

  /// Creates the restoring of one body.
  ///
  /// - Parameters:
  ///   - redaction: The rules; nil is returned when they name no secret that has a value.
  ///   - headers: The header section of the response, which names its charset.
  init?(_ redaction: Redaction, headers: HeaderFields) {
    guard let restoring = redaction.restoring else { return nil }
    self.restoring = restoring
    self.headers = headers
  }

  /// Changes an excerpt.
  func change(_ body: inout Body) {
    var response = Interaction.Response(status: nil, headers: headers, body: body)
    BodyText.change(&response) {
      $0.body = restoring.find(in: $0.body.bytes.view).applied(to: $0.body)
    }
    body = response.body
  }

  /// False for a file in which nothing looks like a placeholder, as a fast search shows.
  func mayChange(_ file: BodyFile) throws(SystemError) -> Bool {
    // A charset of two bytes for each character is looked at in full.
    if BodyText.charset(of: [], headers) != nil { return true }
    let reader = try file.reader()
    var end: [UInt8] = []
    while true {
      let piece = try reader.next()
      if piece.isEmpty { return false }
      let text = end + piece
      // UTF-16 has a zero between the two.
      let signs = [Placeholder.open, Placeholder.formOpen, Array("{\0{".utf8)]
      if signs.contains(where: { text.contains($0, in: text.indices) }) { return true }
      end = Array(text.suffix(Placeholder.formOpen.count))
    }
  }
}
