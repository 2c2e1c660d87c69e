#if Recording
  import NIOCore
  import VCRCore

  /// Asks a proxy of HTTP for a tunnel (`CONNECT`, RFC 9110 §9.3.6).
  struct ConnectDialogue: TunnelDialogue {
    private static let headLimit = 64 << 10

    let opening: ByteBuffer
    private let proxy: UpstreamProxy

    /// Creates a dialogue.
    ///
    /// - Parameters:
    ///   - address: Where the tunnel is to lead.
    ///   - proxy: The proxy.
    init(to address: Upstream.Address, through proxy: UpstreamProxy) {
      let authority = address.place
      var head = ByteBuffer(string: "CONNECT \(authority) HTTP/1.1\r\nHost: \(authority)\r\n")
      if let field = proxy.authorization { head.writeField(field) }
      head.writeString("\r\n")
      (opening, self.proxy) = (head, proxy)
    }

    mutating func next(_ received: inout ByteBuffer) throws(TunnelError) -> TunnelStep {
      let view = received.readableBytesView
      guard let end = view.firstRange(of: Array("\r\n\r\n".utf8)) else {
        if view.count > Self.headLimit { throw .refused(proxy, "a head without an end") }
        return .needsMore
      }
      let lines = String(decoding: view[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
      let line = lines.first.map(String.init) ?? ""
      let words = line.split(separator: " ")
      guard words.count > 1, words[0].hasPrefix("HTTP/1."), words[1].hasPrefix("2") else {
        let fields = lines.dropFirst().compactMap { line -> HeaderField? in
          guard let colon = line.firstIndex(of: ":") else { return nil }
          return HeaderField(
            String(line[..<colon]),
            String(line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }))
        }
        throw .refusal(by: proxy, line, fields)
      }
      received.moveReaderIndex(to: end.upperBound)
      return .opened
    }
  }
#endif
