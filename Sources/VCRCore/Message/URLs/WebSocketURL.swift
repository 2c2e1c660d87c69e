/// The URL of a WebSocket (RFC 6455 §3).
package enum WebSocketURL {
  /// The URL of the WebSocket that a request opens.
  ///
  /// - Parameter url: The URL of the request.
  /// - Returns: The same URL with the scheme `ws` or `wss`; one that is not HTTP as it is.
  package static func opened(by url: String) -> String {
    for (scheme, other) in [("http://", "ws://"), ("https://", "wss://")]
    where url.lowercased().hasPrefix(scheme) {
      return other + url.dropFirst(scheme.count)
    }
    return url
  }
}
