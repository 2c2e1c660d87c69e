#if CommandLineTool
  import VCRCore
  import VCRReview

  /// An interaction as HTTP, for reading.
  struct HTTPText {
    private let interaction: Interaction
    private let schema: ProtoSchema?

    /// Creates the text of an interaction.
    ///
    /// - Parameters:
    ///   - interaction: The interaction.
    ///   - schema: The schema that names the fields of messages of gRPC; nil for none.
    init(_ interaction: Interaction, _ schema: ProtoSchema? = nil) {
      self.interaction = interaction
      self.schema = schema
    }

    /// The request, an empty line, and the outcome.
    var text: String {
      let request = interaction.request
      let start = "\(request.method) \(request.url) \(request.http ?? "HTTP/1.1")"
      return remarks
        + message(
          start, headers: request.headers, body: request.body, trailers: request.trailers,
          isRequest: true)
        + "\n" + outcome
    }

    /// The data of the interaction besides its messages, in one line.
    private var remarks: String {
      let words = InteractionSummary.remarks(interaction)
      return words.isEmpty ? "" : "# " + PrintableText.line(words) + "\n"
    }

    private var outcome: String {
      func start(_ status: Int?, _ reason: String?) -> String {
        [interaction.outcome.http ?? "HTTP/1.1", status.map(String.init), reason]
          .compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " ")
      }
      let interim = interaction.outcome.interim.map {
        message(start($0.status, $0.reason), headers: $0.headers, body: [], trailers: [:]) + "\n"
      }.joined()
      switch interaction.outcome.byFinalResponse {
      case .failure: return interim + end
      case .response(let response):
        return interim
          + message(
            start(response.status, response.reason), headers: response.headers,
            body: response.body, trailers: response.trailers)
          + response.messages.map { "\n" + message($0) }.joined()
          + (end.isEmpty ? "" : "\n" + end)
      }
    }

    /// The line that says how the exchange failed or broke off; empty for a whole response.
    private var end: String {
      interaction.outcome.endInWords.map { PrintableText.line($0) + "\n" } ?? ""
    }

    private func message(
      _ start: String, headers: HeaderFields, body: Body, trailers: HeaderFields,
      isRequest: Bool = false
    ) -> String {
      var text = PrintableText.line(start) + "\n" + fields(headers)
      if !body.isEmpty {
        let type = headers["content-type"].map { " of " + $0 } ?? ""
        let size = Quantity.bytes(body.count) + PrintableText.line(type)
        text += "\n"
        if let file = body.file {
          text += "(\(size), in \(PrintableText.line(file.path.relativeToCurrentFolder)))"
        } else {
          text +=
            messages(body, of: headers, isRequest: isRequest)
            ?? Charset.readable(body.bytes, MediaType(headers)).flatMap(PrintableText.body)
            ?? "(\(size), not text)"
        }
        if text.last?.isNewline != true { text += "\n" }
      }
      if !trailers.isEmpty { text += "\n" + fields(trailers) }
      return text
    }

    /// A message of a WebSocket: what its sender says after the mark, and when.
    private func message(_ message: Interaction.WebSocketMessage) -> String {
      let mark = message.sender == .client ? ">" : "<"
      let time = message.after.map { " (after \(InteractionSummary.words(seconds: $0)) s)" } ?? ""
      if let words = message.closeWords {
        return PrintableText.line("\(mark) close \(words)\(time)") + "\n"
      }
      let body = message.body ?? []
      let text =
        (message.isBinary || body.file != nil ? nil : PrintableText.body(body.bytes))
        ?? "(\(Quantity.bytes(body.count))\(message.isBinary ? ", binary" : ""))"
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      let start = lines.first.map { "\(mark) \($0)\(time)\n" } ?? ""
      return start + lines.dropFirst().filter { !$0.isEmpty }.map { "  \($0)\n" }.joined()
    }

    /// The messages of gRPC, each in one line; nil for another body.
    private func messages(
      _ body: Body, of headers: HeaderFields, isRequest: Bool
    ) -> String? {
      guard GRPCMessages.isMediaType(headers["content-type"]) else { return nil }
      let method = GRPCCall(interaction.request)?.method
      let lines =
        schema?.lines(of: body.bytes, method: method, isRequest: isRequest)
        ?? GRPCCall.lines(of: body.bytes)
      return lines.map { PrintableText.line($0) + "\n" }.joined()
    }

    private func fields(_ section: HeaderFields) -> String {
      section.fields.map { PrintableText.line("\($0.name): \($0.value)") + "\n" }.joined()
    }
  }
#endif
