#if CommandLineTool
  import NIOCore

  extension ProxyContext {
    /// Accepts a connection.
    ///
    /// - Parameters:
    ///   - channel: The connection.
    ///   - entrance: Where it comes in.
    ///   - capture: The capture of connections by their destination; nil when none are.
    /// - Throws: The error of a pipeline that takes no handler.
    func accept(
      _ channel: any Channel, at entrance: Entrance, of capture: Capture?
    ) throws {
      let connection = ClientConnection(channel: channel, proxy: self, entrance: entrance)
      guard !isDraining else {
        channel.close(promise: nil)
        return
      }
      // A reverse proxy serves all who reach its address.
      let isForAll = entrance == .outside && reverse != nil
      guard isForAll || connection.peer == .own else {
        try dismiss(channel, of: connection.peer)
        return
      }
      counters.addConnection()
      guard entrance.isCaptured else {
        try admit(connection, to: ProtocolDetector(connection: connection, source: .listener))
        return
      }
      guard let capture, let destination = capture.destination(of: channel) else {
        channel.close(promise: nil)
        return
      }
      try admit(
        connection,
        to: CaptureDetector(
          connection: connection, capture: capture, destination: destination))
    }
  }
#endif
