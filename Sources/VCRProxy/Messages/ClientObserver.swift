#if CommandLineTool
  /// Notified when a client reads too slowly and when it disconnects.
  protocol ClientObserver: AnyObject {
    /// The client can take bytes again, or cannot take more for now.
    func clientWritabilityChanged(isWritable: Bool)

    /// The client has closed its half of the connection: it may wait for the rest of the response,
    /// or be gone, which shows only when more is sent.
    func clientHalfClosed()

    /// The client has disconnected; nothing more can be sent.
    func clientGone()
  }

  extension ClientObserver {
    func clientHalfClosed() {}
  }
#endif
