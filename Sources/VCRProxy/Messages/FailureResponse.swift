#if CommandLineTool
  import VCRCore

  /// The response to a client for a failure, the same for a live exchange and for a replay.
  enum FailureResponse {
    /// The response for a failed exchange; nil when the connection is to be closed without one, as
    /// the service closed it.
    static func response(
      for failure: Interaction.Failure, to client: any ClientResponse, from deck: Deck
    ) -> Interaction.Response? {
      let message = "\(failure.code): \(failure.message)"
      return switch failure.code {
      case "networkConnectionLost": nil
      case "timedOut":
        text(status: 504, reason: "Gateway Timeout", message, to: client, from: deck)
      default: text(status: 502, reason: "Bad Gateway", message, to: client, from: deck)
      }
    }

    /// A refusal without secrets: its first line is in `VCR-Error`, all of it is the body.
    ///
    /// A client of gRPC gets it as the status of its call.
    static func text(
      status: Int, reason: String, _ message: String, to client: (any ClientResponse)?,
      from deck: Deck
    ) -> Interaction.Response {
      // Clients print and log the message, so secrets are replaced in it.
      let message = deck.shown(text: message)
      let isCall = client?.isForCall ?? false
      let firstLine = message.prefix { $0 != "\n" && $0 != "\r\n" }
      var headers: HeaderFields = [
        "Content-Type": isCall ? "application/grpc" : "text/plain; charset=utf-8",
        "VCR-Error": String(isCall ? firstLine.prefix(firstLineLimit) : firstLine),
      ]
      if status == 407 { headers.fields.append(ProxyCredential.challenge) }
      guard !isCall else {
        headers.append("grpc-status", "\(GRPCCall.status(ofHTTP: status))")
        headers.append("grpc-message", GRPCCall.encoded(message, limit: messageLimit))
        return Interaction.Response(status: 200, headers: headers)
      }
      return Interaction.Response(
        status: status, reason: reason, headers: headers,
        body: Body(Array((message.hasSuffix("\n") ? message : message + "\n").utf8)))
    }

    /// How many bytes of the message a client of gRPC gets: many take no more than 8 KiB of fields.
    private static let messageLimit = 4096

    /// How many characters of its first line stand beside it.
    private static let firstLineLimit = 500
  }
#endif
