#if Recording
  package import NIOCore
  package import VCRCore

  extension Upstream {
    /// An event of an exchange.
    ///
    /// The order is any number of `informational`, one `head`, any number of `body`, one `end`; or
    /// `switched` in the place of `head`; or a `failure` at any point. Each of the three is the
    /// last event.
    package enum Event: Sendable {
      /// An interim response (1xx other than 101), RFC 9110 §15.2.
      case informational(Interaction.Response)
      /// The final response without its body: status, raw reason phrase, version and header fields.
      case head(Interaction.Response)
      /// A piece of the body, still in its content coding, transfer coding removed.
      case body(ByteBuffer)
      /// The end of a complete response, with its trailers.
      case end(trailers: HeaderFields)
      /// The service switched to the protocol that the request asked for, and the response has no
      /// body: this is the last event.
      case switched(Interaction.Response, SwitchedConnection)
      /// The exchange failed: no host, no connection, TLS, reset, timeout, a truncated body.
      case failure(Interaction.Failure)
    }
  }
#endif
