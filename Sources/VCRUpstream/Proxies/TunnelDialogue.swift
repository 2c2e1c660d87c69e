#if Recording
  import NIOCore

  /// The dialogue with a proxy until a tunnel is open.
  protocol TunnelDialogue {
    /// The bytes that are sent first.
    var opening: ByteBuffer { get }

    /// Reads what the proxy has sent, as far as it is understood.
    ///
    /// - Parameter received: The bytes that were not read yet.
    /// - Returns: How to go on.
    /// - Throws: Why there is no tunnel.
    mutating func next(_ received: inout ByteBuffer) throws(TunnelError) -> TunnelStep
  }
#endif
