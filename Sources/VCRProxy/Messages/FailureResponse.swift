#if CommandLineTool
  import VCRCore

  /// The response to a client for a failure, the same for a live exchange and for a replay.
  enum FailureResponse {
    /// The response for a failed exchange; nil when the connection is to be closed without one, as
    /// the service closed it.
    static func response(
      for failure: Interaction.Failure, from deck: Deck
    ) -> Interaction.Response? {
      let message = "\(failure.code): \(failure.message)"
      return switch failure.code {
      case "networkConnectionLost": nil
      case "timedOut": text(status: 504, reason: "Gateway Timeout", message, from: deck)
      default: text(status: 502, reason: "Bad Gateway", message, from: deck)
      }
    }

    /// A refusal without secrets: its first line is in `VCR-Error`, all of it is the body.
    static func text(
      status: Int, reason: String, _ message: String, from deck: Deck
    ) -> Interaction.Response {
      // Clients print and log the message, so secrets are replaced in it.
      let message = deck.shown(text: message)
      let firstLine = message.prefix { $0 != "\n" && $0 != "\r\n" }
      var headers: HeaderFields = [
        "Content-Type": "text/plain; charset=utf-8", "VCR-Error": String(firstLine),
      ]
      if status == 407 { headers.fields.append(ProxyCredential.challenge) }
      return Interaction.Response(
        status: status, reason: reason, headers: headers,
        body: Body(Array((message.hasSuffix("\n") ? message : message + "\n").utf8)))
    }
  }
#endif
