#if CommandLineTool
  import VCRCore

  /// The fault of a peer of a WebSocket that ends it.
  enum WebSocketFault: Error {
    /// The peer broke the protocol.
    case protocolError(String)
    /// The peer sent text or a reason that is not UTF-8.
    case notText
    /// The peer sent a message that is larger than what is held in memory.
    case tooLarge(Int)

    /// The code of the close message sent in response (RFC 6455 §7.4.1).
    var code: Int {
      switch self {
      case .protocolError: 1002
      case .notText: 1007
      case .tooLarge: 1009
      }
    }

    /// The words for it.
    var words: String {
      switch self {
      case .protocolError(let words): words
      case .notText: "a text is not UTF-8"
      case .tooLarge(let limit):
        "a message has more than \(Quantity.bytes(limit)), which is not recorded"
      }
    }
  }
#endif
