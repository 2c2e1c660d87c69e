#if CommandLineTool
  import NIOCore

  /// The protocol of a client, as its first bytes show it.
  enum FirstBytes {
    /// TLS, HTTP/2 over plain TCP, or HTTP/1.
    case web
    /// Anything else.
    case other

    private static let preface = Array("PRI * HTTP/2.0\r\n".utf8)
    private static let longestMethod = 32
    private static let longestLine = 8192

    /// Judges the first bytes; nil when more are needed.
    init?(_ received: ByteBufferView) {
      let bytes = Self.withoutEmptyLines(received)
      guard let first = bytes.first else { return nil }
      // A handshake record of any version 3.x (RFC 8446 §5.1).
      if first == 0x16 {
        guard bytes.count > 1 else { return nil }
        self = bytes.dropFirst().first == 3 ? .web : .other
        return
      }
      if bytes.starts(with: Self.preface) {
        self = .web
        return
      }
      // A method, which is letters and hyphens in every one that is registered, and a space.
      let method = bytes.prefix { byte in
        UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
          || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
          || byte == UInt8(ascii: "-")
      }
      guard method.count <= Self.longestMethod else {
        self = .other
        return
      }
      let rest = bytes[method.endIndex...]
      guard let next = rest.first else { return nil }
      // The first half of an empty line.
      if method.isEmpty, rest.count == 1, next == UInt8(ascii: "\r") { return nil }
      guard next == UInt8(ascii: " "), !method.isEmpty else {
        self = .other
        return
      }
      // The line ends in the version (RFC 9112 §3); a command of another protocol does not.
      guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else {
        guard rest.count > Self.longestLine else { return nil }
        self = .web
        return
      }
      self =
        rest[..<end].suffix(10).contains(UInt8(ascii: "/"))
          && String(decoding: rest[..<end].suffix(10), as: UTF8.self).contains("HTTP/")
        ? .web : .other
    }

    /// The bytes after the empty lines that a server ignores before a request (RFC 9112 §2.2).
    static func withoutEmptyLines(_ bytes: ByteBufferView) -> ByteBufferView {
      var rest = bytes
      while rest.starts(with: "\r\n".utf8) { rest = rest.dropFirst(2) }
      return rest
    }
  }
#endif
