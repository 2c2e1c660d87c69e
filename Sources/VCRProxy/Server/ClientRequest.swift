#if CommandLineTool
  import VCRCore

  /// A request as a client sent it, without the fields that concern one hop alone.
  struct ClientRequest {
    /// The request that the deck sees and the service receives.
    var request: Interaction.Request

    /// Path and query as the client sent them, which the service receives instead of those of the
    /// URL; nil when both are the same bytes.
    var rawPath: [UInt8]?

    /// True when the client accepts trailer fields (RFC 9110 §10.1.4).
    var wantsTrailers = false

    /// The reply that the client expects before it sends the content (RFC 9110 §10.1.1), nearly
    /// always `100-continue`; nil for none.
    var expectation: String?

    /// True for a client that speaks HTTP/2 without TLS, as its service must then do, too.
    var hasPriorKnowledge = false

    /// True when the content follows, so that the request has none yet.
    var isStreamed = false

    /// The content that was too large for the memory, as it came; nil when the request has it.
    var spooled: SpooledContent?

    /// Content in a file, and what ends it.
    struct SpooledContent {
      var bytes: SpooledBytes
      var trailers: HeaderFields
    }

    /// True when the client waits for `100 Continue`.
    var expectsContinue: Bool { expectation?.equalsIgnoringASCIICase("100-continue") ?? false }

    /// The protocol that the client wants to switch to (RFC 9110 §7.8); nil for none, and for one
    /// that it can do without.
    var upgrade: Upgrade?

    /// The scope that the request belongs to; nil for none.
    var scope: Scope?

    /// A protocol that a client wants to switch to.
    enum Upgrade: Equatable {
      /// A WebSocket, which is recorded.
      case webSocket(WebSocketHandshake)
      /// Any other, by its name.
      case other(String)

      /// The value of `Upgrade`.
      var name: String {
        switch self {
        case .webSocket: WebSocketHandshake.protocolName
        case .other(let name): name
        }
      }

      /// The fields of its own that the service is sent.
      func fields(isPassedThrough: Bool) -> [HeaderField] {
        switch self {
        case .webSocket(let handshake): handshake.fields(isPassedThrough: isPassedThrough)
        case .other: []
        }
      }
    }
  }
#endif
