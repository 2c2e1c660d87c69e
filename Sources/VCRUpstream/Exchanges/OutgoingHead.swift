#if Recording
  import NIOCore
  import VCRCore

  /// The header section of a request as it is sent: checked, without hop-by-hop fields, and with
  /// the framing added.
  struct OutgoingHead {
    /// The fields, without a `Host` that comes from the URL.
    var fields: [HeaderField]
    /// The `Host` value, from the request or else from its URL.
    var host: String
    /// True when the request itself has a `Host` field, which then stands among `fields`.
    var hasHost: Bool
    /// True when trailers must be sent, for which HTTP/1 needs chunks.
    var hasTrailers: Bool
    /// The protocol that the service is asked to switch to; nil for none.
    var upgrade: String?
    /// True when content follows whose length is not announced, for which HTTP/1 needs chunks.
    var isOpen = false

    /// Prepares the fields of a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - target: The target of the request.
    ///   - isStreamed: Whether the content follows, so that its length is the one announced.
    /// - Throws: `Interaction.Failure` (`badURL`) when a part would break the syntax of the
    ///   message.
    init(
      _ request: Interaction.Request, target: RequestTarget, isStreamed: Bool = false
    ) throws(Interaction.Failure) {
      try Self.check(request)
      hasTrailers = !TransferFields.trailers(request.trailers).isEmpty
      host = target.authority
      hasHost = false
      fields = []
      fields.reserveCapacity(request.headers.fields.count + 1)
      let named = TransferFields.named(byConnectionOf: request.headers)
      let needsLength =
        !hasTrailers && !isStreamed
        && (!request.body.isEmpty || ["POST", "PUT", "PATCH"].contains(request.method))
      var hasLength = false
      for field in request.headers.fields {
        let name = field.name
        if name.equalsIgnoringASCIICase("host") {
          guard !hasHost else { continue }
          hasHost = true
          host = field.value
        } else if name.equalsIgnoringASCIICase("content-length") {
          guard !hasLength, !hasTrailers else { continue }
          if isStreamed {
            guard let length = Int(field.value), length >= 0 else { continue }
            fields.append(HeaderField(name, String(length)))
          } else {
            fields.append(HeaderField(name, String(request.body.bytes.count)))
          }
          hasLength = true
          continue
        } else if isStreamed, name.equalsIgnoringASCIICase("expect") {
          // The service decides whether it wants the content.
        } else if name.equalsIgnoringASCIICase("te") {
          guard field.value.equalsIgnoringASCIICase("trailers") else { continue }
        } else if TransferFields.contains(name, in: .unsent) || Self.isForProxy(name)
          || (!named.isEmpty && named.contains(name.lowercased()))
        {
          continue
        }
        fields.append(field)
      }
      isOpen = isStreamed && !hasLength
      if needsLength && !hasLength {
        fields.append(HeaderField("Content-Length", String(request.body.bytes.count)))
      }
    }

    /// True for a field whose name says that it is for a proxy, whether it is a known field or not.
    private static func isForProxy(_ name: String) -> Bool {
      name.utf8.count > 6 && String(name.prefix(6)).equalsIgnoringASCIICase("proxy-")
    }

    private static func check(_ request: Interaction.Request) throws(Interaction.Failure) {
      guard isToken(request.method) else {
        throw Interaction.Failure(.badURL, message: "the method is not a token")
      }
      for field in request.headers.fields + request.trailers.fields {
        guard isToken(field.name) else {
          throw Interaction.Failure(.badURL, message: "a header has a name that is not a token")
        }
        guard !field.value.utf8.contains(where: { $0 == 0 || $0 == 0x0A || $0 == 0x0D }) else {
          throw Interaction.Failure(
            .badURL, message: "the header \(field.name) holds a line end or NUL")
        }
      }
    }

    /// True for a token (RFC 9110 §5.6.2).
    private static func isToken(_ text: String) -> Bool {
      !text.isEmpty && text.utf8.allSatisfy(ByteSet.token.contains)
    }

    /// The head, and the whole request unless its content is streamed, as HTTP/1.1.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - target: Its target.
    ///   - forwarder: The proxy that gets it, and then its whole URL (RFC 9112 §3.2.2); nil for the
    ///     service itself.
    ///   - allocator: Where the bytes are.
    /// - Returns: The bytes.
    func encoded(
      _ request: Interaction.Request, target: RequestTarget, through forwarder: UpstreamProxy?,
      allocator: ByteBufferAllocator
    ) -> ByteBuffer {
      let body = request.body.bytes
      var buffer = allocator.buffer(capacity: 512 + min(body.count, 1 << 20))
      buffer.writeString(request.method)
      buffer.writeString(" ")
      if forwarder != nil {
        buffer.writeString("http://\(target.authority)")
        // The server as a whole is a URL without a path (§3.2.4).
        if target.path != "*" { buffer.writeBytes(target.pathBytes) }
      } else {
        buffer.writeBytes(target.pathBytes)
      }
      buffer.writeString(" HTTP/1.1\r\n")
      if let field = forwarder?.authorization { buffer.writeField(field) }
      if !hasHost { buffer.writeField(HeaderField("Host", host)) }
      var asksForTrailers = false
      for field in fields {
        buffer.writeField(field)
        asksForTrailers = asksForTrailers || field.name.equalsIgnoringASCIICase("te")
      }
      // A sender of TE must list it in Connection (RFC 9110 §10.1.4).
      if asksForTrailers { buffer.writeString("Connection: TE\r\n") }
      // So must a sender of Upgrade (§7.8).
      if let upgrade {
        buffer.writeField(HeaderField("Connection", "Upgrade"))
        buffer.writeField(HeaderField("Upgrade", upgrade))
      }
      if isOpen {
        buffer.writeString("Transfer-Encoding: chunked\r\n\r\n")
      } else if hasTrailers {
        buffer.writeString("Transfer-Encoding: chunked\r\n\r\n")
        if !body.isEmpty {
          buffer.writeString(String(body.count, radix: 16) + "\r\n")
          buffer.writeBytes(body)
          buffer.writeString("\r\n")
        }
        buffer.writeString("0\r\n")
        for field in TransferFields.trailers(request.trailers).fields {
          buffer.writeField(field)
        }
        buffer.writeString("\r\n")
      } else {
        buffer.writeString("\r\n")
        buffer.writeBytes(body)
      }
      return buffer
    }
  }
#endif
