#if CommandLineTool
  import VCRCore

  /// What a client is told in place of a response, the same when it is live and when it is replayed.
  enum FailureResponse {
    /// The response for a failed exchange; nil when the connection is to be closed without one, as
    /// the service did.
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

    /// A refusal in words, without secrets: the first line in `VCR-Error`, all of it as the body.
    static func text(
      status: Int, reason: String, _ message: String, from deck: Deck
    ) -> Interaction.Response {
      // Clients print and log it.
      let message = deck.shown(text: message)
      let firstLine = message.prefix { $0 != "\n" && $0 != "\r\n" }
      return Interaction.Response(
        status: status, reason: reason,
        headers: ["Content-Type": "text/plain; charset=utf-8", "VCR-Error": String(firstLine)],
        body: Body(Array((message.hasSuffix("\n") ? message : message + "\n").utf8)))
    }
  }
#endif
