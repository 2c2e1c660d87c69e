#if Recording
  import NIOCore

  /// How a dialogue goes on.
  enum TunnelStep {
    /// More bytes are needed.
    case needsMore
    /// These bytes are sent.
    case send(ByteBuffer)
    /// The bytes that follow come from the service.
    case opened
  }
#endif
