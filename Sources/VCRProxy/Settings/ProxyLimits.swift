#if CommandLineTool
  /// How much of a request a server reads before it refuses it.
  package struct ProxyLimits: Sendable {
    /// The most bytes of a request line with its header section, and of a trailer section; a
    /// longer one gets `414` or `431`.
    package var headerBytes = 1 << 20

    /// The most fields of a header or trailer section; one with more gets `431`.
    package var headerFields = 1_000

    /// How long the head of a request may take from its first byte, and the TLS handshake before
    /// it; a slower request gets `408`.
    package var headTime = Duration.seconds(60)

    /// The most bytes of a message of a WebSocket, which is held in memory; a larger one ends its
    /// connection with 1009, and the recording fails.
    package var messageBytes = 32_000_000

    /// Creates the limits of a server for which none are given.
    package init() {}

    /// The time for the head in seconds, for messages.
    var headSeconds: Double { headTime / .seconds(1) }
  }
#endif
