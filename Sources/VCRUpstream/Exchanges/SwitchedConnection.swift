#if Recording
  package import NIOCore

  extension Upstream {
    /// A connection that speaks another protocol from here on (RFC 9110 §7.8, §15.2.2).
    ///
    /// Whoever receives it adds handlers to its channel before returning; they then read what the
    /// service has sent behind its response. It is closed by its new owner.
    package struct SwitchedConnection: Sendable {
      /// The channel, whose bytes are those of the new protocol.
      package let channel: any Channel
    }
  }
#endif
