#if CommandLineTool
  import VCRCore

  /// A host with a port, as in the target of `CONNECT` (RFC 9110 §9.3.6) or a `Host` field.
  struct Authority: Equatable {
    /// The name or address literal, without brackets.
    var host: String
    /// The port; nil when none was given.
    var port: Int?

    /// Parses `host`, `host:port` or `[address]:port`; nil for anything else.
    init?(_ text: some StringProtocol) {
      var rest = Substring(text)
      if rest.first == "[" {
        guard let bracket = rest.firstIndex(of: "]") else { return nil }
        host = String(rest[rest.index(after: rest.startIndex)..<bracket])
        rest = rest[rest.index(after: bracket)...]
      } else {
        let colon = rest.firstIndex(of: ":") ?? rest.endIndex
        host = String(rest[..<colon])
        rest = rest[colon...]
      }
      guard !host.isEmpty, !host.utf8.contains(where: Self.isForbidden) else { return nil }
      guard !rest.isEmpty else { return }
      guard rest.first == ":", let number = Int(rest.dropFirst()), 1...65535 ~= number else {
        return nil
      }
      port = number
    }

    private static func isForbidden(_ octet: UInt8) -> Bool {
      octet <= 0x20 || octet == 0x7F || octet == UInt8(ascii: "/") || octet == UInt8(ascii: "@")
        || octet == UInt8(ascii: "?") || octet == UInt8(ascii: "#")
    }
  }

  /// A scheme, a host and a port: what a target in origin form is relative to.
  struct Origin: Equatable {
    /// `http` or `https`.
    var scheme: String
    /// The name or address literal, without brackets.
    var host: String
    /// The port, the scheme's default filled in.
    var port: Int

    init(scheme: String, host: String, port: Int) {
      self.scheme = scheme
      self.host = host
      self.port = port
    }

    /// Parses `scheme://host[:port]`, a single `/` at the end allowed.
    ///
    /// - Throws: `ProxyOptionError` for anything else.
    init(url: String) throws {
      guard let mark = url.firstRange(of: "://") else { throw ProxyOptionError(value: url) }
      scheme = url[..<mark.lowerBound].lowercased()
      var rest = url[mark.upperBound...]
      if rest.last == "/" { rest.removeLast() }
      guard scheme == "http" || scheme == "https", let authority = Authority(rest) else {
        throw ProxyOptionError(value: url)
      }
      host = authority.host
      port = authority.port ?? Self.defaultPort(of: scheme)
    }

    /// The host and, when it is not the scheme's default, the port: the value of a `Host` field.
    var authority: String {
      let name = host.contains(":") ? "[\(host)]" : host
      return port == Self.defaultPort(of: scheme) ? name : "\(name):\(port)"
    }

    /// The port that a URL with this scheme means when it names none (RFC 9110 §4.2).
    static func defaultPort(of scheme: String) -> Int { scheme == "https" ? 443 : 80 }

    /// True when a host and port of a URL with that scheme lead here.
    func isReached(by authority: Authority, _ scheme: String) -> Bool {
      authority.host.equalsIgnoringASCIICase(host)
        && (authority.port ?? Self.defaultPort(of: scheme)) == port
    }

    /// What a path is appended to.
    var prefix: String { "\(scheme)://\(authority)" }
  }

  /// Where a connection's requests come from, which says how their targets are to be read.
  enum RequestSource: Equatable {
    /// The listener itself: absolute form, or origin form for a reverse proxy.
    case listener
    /// Inside a `CONNECT` tunnel to this host and port, the scheme not known yet.
    case tunnel(host: String, port: Int)
    /// Requests in origin form are meant for this origin.
    case origin(Origin)
  }
#endif
