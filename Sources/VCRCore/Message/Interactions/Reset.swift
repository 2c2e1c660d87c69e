extension Interaction.Failure {
  /// How a connection or a stream was reset, for a replay that resets it in the same way.
  public enum Reset: Sendable, Hashable {
    /// The TCP connection was reset (RFC 9293 §3.5.2).
    case connection
    /// The HTTP/2 stream was reset with this error code (RFC 9113 §6.4 and §7).
    case stream(UInt32)
  }
}

extension Interaction.Failure.Reset: CustomStringConvertible, LosslessStringConvertible {
  /// The error codes of HTTP/2 by number (RFC 9113 §7).
  private static let names = [
    "NO_ERROR", "PROTOCOL_ERROR", "INTERNAL_ERROR", "FLOW_CONTROL_ERROR", "SETTINGS_TIMEOUT",
    "STREAM_CLOSED", "FRAME_SIZE_ERROR", "REFUSED_STREAM", "CANCEL", "COMPRESSION_ERROR",
    "CONNECT_ERROR", "ENHANCE_YOUR_CALM", "INADEQUATE_SECURITY", "HTTP_1_1_REQUIRED",
  ]

  /// `connection`, the name of an HTTP/2 error code (`CANCEL`), or the number of one that has no
  /// name (`0x1f`).
  public var description: String {
    switch self {
    case .connection: "connection"
    case .stream(let code):
      code < Self.names.count ? Self.names[Int(code)] : "0x" + String(code, radix: 16)
    }
  }

  /// Reads the word of a cassette; nil for one that is none.
  ///
  /// - Parameter word: A word as in `description`.
  public init?(_ word: String) {
    if word == "connection" {
      self = .connection
    } else if let code = Self.names.firstIndex(of: word) {
      self = .stream(UInt32(code))
    } else if word.hasPrefix("0x"), let code = UInt32(word.dropFirst(2), radix: 16) {
      self = .stream(code)
    } else {
      return nil
    }
  }
}
