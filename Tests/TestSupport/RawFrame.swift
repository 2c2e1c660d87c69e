/// Frames of HTTP/2 as bytes (RFC 9113 §4.1), well-formed or not.
public enum RawFrame {
  /// What a client sends first, with its settings.
  public static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + frame(4)

  /// A frame.
  ///
  /// - Parameters:
  ///   - type: The type (RFC 9113 §6).
  ///   - flags: The flags.
  ///   - stream: The stream; 0 for the connection.
  ///   - payload: What follows the head.
  /// - Returns: The bytes.
  public static func frame(
    _ type: UInt8, flags: UInt8 = 0, stream: Int = 0, _ payload: [UInt8] = []
  ) -> [UInt8] {
    let size = number(payload.count, bytes: 3)
    return size + [type, flags] + number(stream, bytes: 4) + payload
  }

  /// A number with its highest byte first.
  public static func number(_ value: Int, bytes: Int) -> [UInt8] {
    (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  /// The block of a request for `http://AUTHORITY`, without use of a table that changes.
  ///
  /// - Parameters:
  ///   - authority: The host and port, shorter than 127 bytes.
  ///   - method: The method.
  ///   - path: The path, shorter than 127 bytes.
  /// - Returns: The bytes.
  public static func request(
    _ authority: String, method: String = "GET", path: String = "/"
  ) -> [UInt8] {
    // http is field 6 of the static table (RFC 7541 A), the others have its names.
    [0x86] + literal(4, path) + literal(2, method) + literal(1, authority)
  }

  private static func literal(_ name: UInt8, _ value: String) -> [UInt8] {
    [name, UInt8(value.utf8.count)] + Array(value.utf8)
  }
}
