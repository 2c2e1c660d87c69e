#if CommandLineTool
  import VCRCore

  /// An interaction as HTTP, for reading.
  struct HTTPText {
    private let interaction: Interaction

    /// Creates the text of an interaction.
    ///
    /// - Parameter interaction: The interaction.
    init(_ interaction: Interaction) { self.interaction = interaction }

    /// The request, an empty line, and what came of it.
    var text: String {
      let request = interaction.request
      let start = "\(request.method) \(request.url) \(request.http ?? "HTTP/1.1")"
      return message(
        start, headers: request.headers, body: request.body, trailers: request.trailers)
        + "\n" + outcome
    }

    private var outcome: String {
      switch interaction.outcome {
      case .failure(let failure):
        let line =
          "failed: \(failure.code) (\(failure.domain) \(failure.number)): \(failure.message)"
        return PrintableText.line(line) + "\n"
      case .response(let response):
        let start = [
          response.http ?? "HTTP/1.1", response.status.map(String.init), response.reason,
        ]
        .compactMap { $0 }.joined(separator: " ")
        return message(
          start, headers: response.headers, body: response.body, trailers: response.trailers)
      }
    }

    private func message(
      _ start: String, headers: HeaderFields, body: Body, trailers: HeaderFields
    ) -> String {
      var text = PrintableText.line(start) + "\n" + fields(headers)
      if !body.isEmpty {
        let type = headers["content-type"].map { " of " + $0 } ?? ""
        text +=
          "\n"
          + (PrintableText.body(body.bytes)
            ?? "(\(Quantity.bytes(body.bytes.count))\(PrintableText.line(type)), not text)")
        if text.last?.isNewline != true { text += "\n" }
      }
      if !trailers.isEmpty { text += "\n" + fields(trailers) }
      return text
    }

    private func fields(_ section: HeaderFields) -> String {
      section.fields.map { PrintableText.line("\($0.name): \($0.value)") + "\n" }.joined()
    }
  }
#endif
