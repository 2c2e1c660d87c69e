/// The schemes over which a URL of HTTP or of a WebSocket is reached.
package enum WebScheme {
  /// The scheme that connections have: a WebSocket is opened over HTTP (RFC 6455 §3).
  ///
  /// - Parameter scheme: The scheme of a URL, in any case (RFC 3986 §3.1).
  /// - Returns: `http` for `ws`, `https` for `wss`, and any other one in lower case.
  package static func ofConnection(_ scheme: some StringProtocol) -> String {
    switch scheme.lowercased() {
    case "ws": "http"
    case "wss": "https"
    case let other: other
    }
  }
}
