#if CommandLineTool
  import VCRCore

  #if canImport(FoundationEssentials)
    import FoundationEssentials
  #else
    import Foundation
  #endif

  /// An interaction as HTTP, for reading.
  struct HTTPText {
    private let interaction: Interaction

    /// Creates the text of an interaction.
    ///
    /// - Parameter interaction: The interaction.
    init(_ interaction: Interaction) { self.interaction = interaction }

    /// The request, an empty line, and the outcome.
    var text: String {
      let request = interaction.request
      let start = "\(request.method) \(request.url) \(request.http ?? "HTTP/1.1")"
      return remarks
        + message(start, headers: request.headers, body: request.body, trailers: request.trailers)
        + "\n" + outcome
    }

    /// The data of the interaction besides its messages, in one line.
    private var remarks: String {
      var words: [String] = []
      if let rule = interaction.rule { words.append(RuleText.words(rule)) }
      if let seconds = interaction.seconds {
        words.append("took \(InteractionTable.seconds(seconds)) s")
      }
      if let date = interaction.recordedAt {
        words.append("recorded at \(date.formatted(.iso8601))")
      }
      if case .response(let response) = interaction.outcome, let encoding = response.body.encoding {
        words.append("came as \(encoding)")
      }
      return words.isEmpty ? "" : "# " + PrintableText.line(words.joined(separator: "; ")) + "\n"
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
