/// A request as a loopback server read it.
public struct ServerRequest: Sendable {
  /// The method token.
  public var method: String
  /// The request target as it stood in the request line.
  public var target: String
  /// The version as it stood in the request line.
  public var version: String
  /// The header section in wire order; octets above 0x7F are read as Latin-1.
  public var headers: [(name: String, value: String)]
  /// The body, chunked transfer coding removed.
  public var body: [UInt8]
  /// The number of the connection the request came on, counted from 1.
  public var connection: Int
  /// The request line and header section exactly as received, without the final blank line.
  public var rawHead: [UInt8]

  /// The value of the first field of that name, in whatever case.
  public func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }
}

/// What a loopback server answers.
public struct ServerResponse: Sendable {
  /// A step of an answer given byte by byte.
  public enum Piece: Sendable {
    /// Octets to send.
    case bytes([UInt8])
    /// Waits for a gate before going on.
    case gate(Gate)
    /// Cuts the connection with a reset.
    case reset
  }

  var pieces: [Piece]
  var closes: Bool

  /// Answers with octets as they stand, each piece in a write of its own, then ends the connection
  /// unless told otherwise.
  public static func raw(_ pieces: [Piece], close: Bool = true) -> ServerResponse {
    ServerResponse(pieces: pieces, closes: close)
  }

  /// Answers with text as it stands, then ends the connection unless told otherwise.
  public static func raw(_ text: String, close: Bool = true) -> ServerResponse {
    raw([.bytes(Array(text.utf8))], close: close)
  }

  private init(pieces: [Piece], closes: Bool) {
    self.pieces = pieces
    self.closes = closes
  }

  /// Answers with a well-formed message that keeps the connection open.
  ///
  /// - Parameters:
  ///   - status: The status code.
  ///   - reason: The reason phrase.
  ///   - headers: Fields beside `Content-Length`, which is supplied.
  ///   - body: The content, left out in the answer to HEAD.
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

  /// Answers with text.
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
