#if CommandLineTool
  /// An exchange that has ended, without secrets.
  package struct ProxyExchange: Sendable {
    /// The method of the request.
    package var method: String
    /// The URL of the request.
    package var url: String
    /// The action: `replayed`, `recorded` or `passed through`.
    package var action: String
    /// The status of the response, or what went wrong; empty when it is not known.
    package var outcome: String
  }
#endif
