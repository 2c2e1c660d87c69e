/// Replaces placeholders by their secrets.
package struct SecretRestoring: Sendable {
  /// The secrets by the names of their placeholders.
  let values: [[UInt8]: [UInt8]]

  /// The values that the client has made itself and gets back.
  let returned: ReturnedValues

  /// Creates a restorer of these secrets.
  package init(values: [[UInt8]: [UInt8]]) { self.init(values: values, returned: ReturnedValues()) }

  private init(values: [[UInt8]: [UInt8]], returned: ReturnedValues) {
    self.values = values
    self.returned = returned
  }

  /// Creates a restorer of what the client has made itself.
  init(_ returned: ReturnedValues) { self.init(values: [:], returned: returned) }

  /// The placeholders of known secrets, and the texts that they replaced.
  package func find(in text: Span<UInt8>) -> Replacements {
    var found = Replacements()
    var index = 0
    while index < text.count {
      let byte = text[index]
      guard byte == UInt8(ascii: "{") || byte == UInt8(ascii: "%"),
        let end = Placeholder.end(text, at: index)
      else {
        index += 1
        continue
      }
      if let value = restored(text, index..<end) { found.add(index..<end, value, in: text) }
      index = end
    }
    return found
  }

  /// Puts the secrets back into the body of a request, of which messages of gRPC keep saying how
  /// long they are.
  package func restoreBody(of request: inout Interaction.Request) {
    BodyText.change(&request) { $0.body = find(in: $0.body.bytes.view).applied(to: $0.body) }
  }

  /// The text that a placeholder replaced; nil if none of its secrets is known.
  private func restored(_ text: Span<UInt8>, _ range: Range<Int>) -> [UInt8]? {
    if let name = Placeholder.name(text, at: range.lowerBound) {
      return value(text, name)
        ?? returned.text(for: name.map { text[$0] }, at: range.lowerBound, in: text)
    }
    if let name = Placeholder.nameInForm(text, at: range.lowerBound) {
      let value = value(text, name) ?? returned.value(named: name.map { text[$0] })
      return value.map(DecodedText.Encoding.form.encode)
    }
    guard let start = Placeholder.contentOfEncoded(text, at: range.lowerBound),
      let content = content(text, start..<range.upperBound - 2)
    else { return nil }
    return EncodingLayer(named: text.extracting(range.lowerBound + 2..<start - 1))?.encode(content)
  }

  /// The content of a placeholder with an encoding, with its own placeholders restored.
  ///
  /// A placeholder of a secret that is not known stays in it, as it does in a text that is not
  /// encoded.
  private func content(_ text: Span<UInt8>, _ range: Range<Int>) -> [UInt8]? {
    var output: [UInt8] = []
    var index = range.lowerBound
    var (isRestored, hasPlaceholder) = (false, false)
    while index < range.upperBound {
      if text[index] == UInt8(ascii: "{"), let end = Placeholder.end(text, at: index) {
        let value = restored(text, index..<end)
        hasPlaceholder = true
        isRestored = isRestored || value != nil
        output += value ?? (index..<end).map { text[$0] }
        index = end
      } else if let byte = text.percentDecoded(at: index, before: range.upperBound) {
        output.append(byte)
        index += 3
      } else {
        output.append(text[index])
        index += 1
      }
    }
    return isRestored || !hasPlaceholder ? output : nil
  }

  private func value(_ text: Span<UInt8>, _ name: Range<Int>) -> [UInt8]? {
    values[name.map { text[$0] }]
  }
}

extension Redaction {
  /// Replaces the placeholders of named secrets in a replayed outcome by the secrets.
  ///
  /// Only secrets that the user named are restored: a cassette must not be able to read any other
  /// environment variable.
  func restore(_ outcome: inout Interaction.Outcome) {
    restoring?.restore(&outcome)
    Self.cleanNames(&outcome)
  }

  /// Restores the named secrets; nil when none is named.
  var restoring: SecretRestoring? {
    guard !values.isEmpty else { return nil }
    return SecretRestoring(
      values: Dictionary(values.secrets.map { ($0.name, $0.bytes) }, uniquingKeysWith: { $1 }))
  }

  /// Removes the braces of the remaining placeholders in the names of header fields, where braces
  /// are not allowed (RFC 9110 §5.1).
  private static func cleanNames(_ outcome: inout Interaction.Outcome) {
    // Nearly no response has such a name, and the others are not copied.
    guard case .response(var response) = outcome,
      response.headers.hasBraceInName || response.trailers.hasBraceInName
        || response.interim.contains(where: { $0.headers.hasBraceInName })
    else { return }
    func clean(_ section: inout HeaderFields) {
      for index in section.fields.indices {
        let names = section.fields[index].name.withUTF8Span { name in
          var found = Replacements()
          var start = 0
          while let brace = name.firstIndex(of: UInt8(ascii: "{"), in: start..<name.count) {
            start = Placeholder.end(name, at: brace) ?? brace + 1
            guard start > brace + 1 else { continue }
            let within = Placeholder.all(in: name.extracting(brace..<start))
            found.add(brace..<start, Array(within.joined(separator: [0x5F])), in: name)
          }
          return found
        }
        section.fields[index].name = names.applied(to: section.fields[index].name)
        section.fields[index].name.removeAll { $0 == "{" || $0 == "}" }
      }
    }
    clean(&response.headers)
    clean(&response.trailers)
    response.changeInterimHeaders(clean)
    outcome = .response(response)
  }
}

extension HeaderFields {
  /// True when a placeholder may stand in the name of a field.
  fileprivate var hasBraceInName: Bool {
    fields.contains { field in
      field.name.withUTF8Span { name in
        name.firstIndex(of: UInt8(ascii: "{"), in: name.indices) != nil
      }
    }
  }
}

extension SecretRestoring {
  /// Puts the secrets back into what a service sent.
  func restore(_ outcome: inout Interaction.Outcome) {
    switch outcome {
    case .response(var response):
      restore(&response.startText)
      restore(&response.headers)
      restore(&response.trailers)
      response.changeInterimHeaders { restore(&$0) }
      // A body in a file is restored piece by piece as it is served, see `BodyReplay`.
      BodyText.change(&response) {
        guard $0.body.file == nil else { return }
        $0.body = find(in: $0.body.bytes.view).applied(to: $0.body)
      }
      for index in response.messages.indices { restore(&response.messages[index]) }
      if var failure = response.failure {
        restore(&failure.message)
        response.failure = failure
      }
      outcome = .response(response)
    case .failure(var failure):
      restore(&failure.message)
      outcome = .failure(failure)
    }
  }

  /// Restores what the service sent; what the client sent is only compared.
  fileprivate func restore(_ message: inout Interaction.WebSocketMessage) {
    guard message.sender == .service else { return }
    if case .close(let code, var reason) = message.content {
      restore(&reason)
      message.content = .close(code: code, reason: reason)
    } else if let body = message.body {
      // As it was redacted: a message may be in another charset.
      var carrier = Interaction.Response(status: nil, body: body)
      BodyText.change(&carrier) {
        $0.body = find(in: $0.body.bytes.view).applied(to: $0.body)
      }
      if carrier.body != body { message = message.with(body: carrier.body) }
    }
  }

  fileprivate func restore(_ section: inout HeaderFields) {
    for index in section.fields.indices {
      restore(&section.fields[index].name)
      restore(&section.fields[index].value)
    }
  }

  fileprivate func restore(_ text: inout String) {
    let found = text.withUTF8Span { find(in: $0) }
    if !found.isEmpty { text = found.applied(to: text) }
  }
}
