#if Recording
  import VCRCore

  extension Upstream.Address {
    /// The host and port of a URL; nil when it has none that requests could go to.
    ///
    /// - Parameter url: The URL.
    package init?(origin url: String) {
      guard let target = try? RequestTarget(url) else { return nil }
      self.init(host: target.host, port: target.port)
    }
  }

  /// The destination and path of a request, parsed from its URL.
  struct RequestTarget: Hashable {
    /// True for `https` and `wss`.
    var isSecure: Bool
    /// The host name or address literal, lower case, without brackets.
    var host: String
    /// The port; the scheme's default when the URL has none.
    var port: Int
    /// Host and port for the `Host` field, as the URL spells them, without a default port.
    var authority: String
    /// Path and query, ready to be sent (origin form, RFC 9112 §3.2.1), or `*` for the server as a
    /// whole (asterisk form, §3.2.4).
    var path: String
    /// Path and query as the client sent them, when they have bytes outside ASCII.
    var rawPath: [UInt8]?

    /// Path and query as the bytes of an HTTP/1 request line.
    var pathBytes: [UInt8] { rawPath ?? Array(path.utf8) }

    /// Host and port.
    var address: Upstream.Address { Upstream.Address(host: host, port: port) }

    /// Host and port for messages.
    var place: String { address.place }

    /// Parses a URL.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - method: The method of the request; `OPTIONS` for a URL without a path is meant for the
    ///     server as a whole (RFC 9112 §3.2.4).
    /// - Throws: `Interaction.Failure` when it is not an http or https URL, nor that of a WebSocket
    ///   (RFC 6455 §3).
    init(_ url: String, method: String = "GET") throws(Interaction.Failure) {
      let bytes = Array(url.utf8)
      guard let colon = bytes.firstIndex(of: 0x3A), bytes[colon...].starts(with: "://".utf8) else {
        throw Interaction.Failure(.badURL, message: "the URL has no scheme and host")
      }
      let scheme = WebScheme.ofConnection(String(decoding: bytes[..<colon], as: UTF8.self))
      switch scheme {
      case "http": isSecure = false
      case "https": isSecure = true
      default:
        throw Interaction.Failure(
          .unsupportedURL, message: "\(scheme) is not a scheme that can be fetched")
      }
      let rest = bytes[(colon + 3)...]
      let end = rest.firstIndex { $0 == 0x2F || $0 == 0x3F || $0 == 0x23 } ?? rest.endIndex
      // User information is a secret of the caller and is never sent.
      let start = rest[..<end].lastIndex(of: 0x40).map { $0 + 1 } ?? rest.startIndex
      let defaultPort = isSecure ? 443 : 80
      (host, port, authority) = try Self.split(rest[start..<end], defaultPort: defaultPort)
      path = method == "OPTIONS" && end == rest.endIndex ? "*" : try Self.path(rest[end...])
    }

    private static func split(
      _ authority: ArraySlice<UInt8>, defaultPort: Int
    ) throws(Interaction.Failure) -> (String, Int, String) {
      var host = authority
      var portDigits: ArraySlice<UInt8> = []
      let isLiteral = authority.first == 0x5B
      if isLiteral {
        guard let bracket = authority.firstIndex(of: 0x5D) else {
          throw Interaction.Failure(.badURL, message: "the URL's address lacks its bracket")
        }
        host = authority[..<authority.index(after: bracket)]
        let after = authority[authority.index(after: bracket)...]
        guard after.isEmpty || after.first == 0x3A else {
          throw Interaction.Failure(.badURL, message: "the URL's address is followed by other text")
        }
        portDigits = after.dropFirst()
      } else if let colon = authority.lastIndex(of: 0x3A) {
        host = authority[..<colon]
        portDigits = authority[(colon + 1)...]
      }
      var name = String(decoding: host, as: UTF8.self)
      let isLegal = host.allSatisfy { byte in
        ByteSet.unreserved.contains(byte)
          || (isLiteral && "[]:%".utf8.contains(byte))
      }
      guard !host.isEmpty, isLegal else {
        throw Interaction.Failure(.badURL, message: "the URL has no valid host name in ASCII")
      }
      var port = defaultPort
      if !portDigits.isEmpty {
        guard portDigits.count <= 5, portDigits.allSatisfy(\.isASCIIDigit),
          let number = Int(String(decoding: portDigits, as: UTF8.self)), (1...65535) ~= number
        else { throw Interaction.Failure(.badURL, message: "the URL has no valid port") }
        port = number
      }
      var bare = isLiteral ? String(name.dropFirst().dropLast()) : name
      if isLiteral, let percent = bare.firstIndex(of: "%") {
        // A zone says which network of this machine an address is in, and is none of the service's
        // business; its sign is encoded in a URL (RFC 6874 §2, §4).
        let zone = bare[bare.index(after: percent)...]
        let isEncoded = zone.hasPrefix("25") && zone.count > 2
        name = "[\(bare[..<percent])]"
        bare = "\(bare[..<percent])%\(isEncoded ? zone.dropFirst(2) : zone)"
      }
      return (bare.lowercased(), port, port == defaultPort ? name : "\(name):\(port)")
    }

    private static func path(_ rest: ArraySlice<UInt8>) throws(Interaction.Failure) -> String {
      let rest = rest.prefix { $0 != 0x23 }
      if rest.isEmpty { return "/" }
      var bytes: [UInt8] = rest.first == 0x3F ? [0x2F] : []
      if rest.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) {
        bytes += rest
        return String(decoding: bytes, as: UTF8.self)
      }
      for byte in rest {
        guard byte >= 0x20, byte != 0x7F else {
          throw Interaction.Failure(.badURL, message: "the URL holds a control character")
        }
        if byte == 0x20 || byte >= 0x80 {
          bytes.appendPercentEncoded(byte)
        } else {
          bytes.append(byte)
        }
      }
      return String(decoding: bytes, as: UTF8.self)
    }
  }
#endif
