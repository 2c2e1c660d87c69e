import VCRCore

extension CassetteHTML {
  /// The messages of an interaction, laid out.
  func messages(of interaction: Interaction, command: String) -> String {
    let remarks = InteractionSummary.remarks(interaction)
    let request = interaction.request
    var html = "<div class=\"messages\">\n"
    if !remarks.isEmpty { html += "<p class=\"hint\">\(remarks.asMarkedHTML)</p>\n" }
    html += section(
      "Request", "\(request.method) \(request.url) \(request.http ?? "HTTP/1.1")", request.headers,
      body(
        request.body, request.headers["Content-Type"], of: interaction, isRequest: true, command),
      request.trailers)
    for interim in interaction.outcome.interim {
      html += section(
        "Interim response", Self.start(interaction.outcome.http, interim.status, interim.reason),
        interim.headers, "", [:])
    }
    if case .response(let response) = interaction.outcome.byFinalResponse {
      let type = response.headers["Content-Type"] ?? response.mediaType
      html += section(
        "Response", Self.start(response.http, response.status, response.reason), response.headers,
        body(response.body, type, of: interaction, isRequest: false, command), response.trailers)
      if !response.messages.isEmpty {
        html += "<section><h3>Messages</h3>\n"
        html += ShownBody(response.messages, wholeCommand: command).html + "</section>\n"
      }
    }
    if let end = interaction.outcome.endInWords {
      html += "<p class=\"end\">\(end.asMarkedHTML)</p>\n"
    }
    return html + "</div>"
  }

  private static func start(_ http: String?, _ status: Int?, _ reason: String?) -> String {
    [http ?? "HTTP/1.1", status.map(String.init), reason].compactMap { $0 }
      .filter { !$0.isEmpty }.joined(separator: " ")
  }

  private func section(
    _ title: String, _ start: String, _ headers: HeaderFields, _ body: String,
    _ trailers: HeaderFields
  ) -> String {
    let head = "<pre class=\"fields\">\(start.asMarkedHTML)\n\(fields(headers))</pre>\n"
    let end = trailers.isEmpty ? "" : "<pre class=\"fields\">\(fields(trailers))</pre>\n"
    return "<section><h3>\(title)</h3>\n\(head)\(body)\(end)</section>\n"
  }

  private func fields(_ section: HeaderFields) -> String {
    section.fields.map { "<b>\($0.name.asHTML)</b>: \($0.value.asMarkedHTML)\n" }.joined()
  }

  private func body(
    _ body: Body, _ type: String?, of interaction: Interaction, isRequest: Bool, _ command: String
  ) -> String {
    guard !body.isEmpty else { return "" }
    let method = GRPCCall(interaction.request)?.method
    let shown = ShownBody(
      body, type: type,
      lines: {
        schema?.lines(of: $0, method: method, isRequest: isRequest) ?? GRPCCall.lines(of: $0)
      }, wholeCommand: command)
    return shown.html
  }
}
