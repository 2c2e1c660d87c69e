/// A response of a loopback server.
public struct ServerResponse: Sendable {
  /// A step of a response that is given byte by byte.
  public enum Piece: Sendable {
    /// Bytes to send.
    case bytes([UInt8])
    /// Waits for a gate before the next step.
    case gate(Gate)
    /// Ends the connection with a reset.
    case reset
  }

  var pieces: [Piece]
  var closes: Bool

  /// A response of the given bytes, each piece in its own write, after which the connection ends by
  /// default.
  public static func raw(_ pieces: [Piece], close: Bool = true) -> ServerResponse {
    ServerResponse(pieces: pieces, closes: close)
  }

  /// A response of exactly this text, after which the connection ends by default.
  public static func raw(_ text: String, close: Bool = true) -> ServerResponse {
    raw([.bytes(Array(text.utf8))], close: close)
  }

  private init(pieces: [Piece], closes: Bool) {
    self.pieces = pieces
    self.closes = closes
  }

  /// Creates a well-formed response that keeps the connection open by default.
  ///
  /// - Parameters:
  ///   - status: The status code.
  ///   - reason: The reason phrase.
  ///   - headers: The fields besides `Content-Length`, which is added.
  ///   - body: The content, which is left out in a response to HEAD.
  ///   - close: Whether the connection ends after it.
  public init(
    status: Int = 200, reason: String = "OK", headers: [(String, String)] = [],
    body: [UInt8] = [], close: Bool = false
  ) {
    var head = "HTTP/1.1 \(status) \(reason)\r\n"
    for (name, value) in headers { head += "\(name): \(value)\r\n" }
    if status != 204 && status != 304 && !(100..<200).contains(status) {
      head += "Content-Length: \(body.count)\r\n"
    }
    if close { head += "Connection: close\r\n" }
    // One piece for the head, one for the body, so that HEAD can drop the second.
    pieces = [.bytes(Array((head + "\r\n").utf8)), .bytes(body)]
    closes = close
    isWellFormed = true
  }

  /// Creates a well-formed response with a text.
  public init(
    status: Int = 200, reason: String = "OK", headers: [(String, String)] = [], text: String,
    close: Bool = false
  ) {
    self.init(
      status: status, reason: reason, headers: headers, body: Array(text.utf8), close: close)
  }

  private var isWellFormed = false

  func steps(for method: String) -> [Piece] {
    guard isWellFormed else { return pieces }
    if method == "HEAD" { return Array(pieces.prefix(1)) }
    var whole: [UInt8] = []
    for case .bytes(let bytes) in pieces { whole += bytes }
    return [.bytes(whole)]
  }
}
