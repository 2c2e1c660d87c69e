#if CommandLineTool
  import VCRCore

  /// A scheme, a host and a port, to which a target in origin form is relative.
  struct Origin: Hashable {
    /// `http` or `https`.
    var scheme: String
    /// The name or address literal, without brackets.
    var host: String
    /// The port; the scheme's default when none was given.
    var port: Int

    init(scheme: String, host: String, port: Int) {
      self.scheme = scheme
      self.host = host
      self.port = port
    }

    /// Parses `scheme://host[:port]`, optionally followed by one `/`.
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

    /// True when a URL with that authority and scheme belongs to this origin.
    func isReached(by authority: Authority, _ scheme: String) -> Bool {
      authority.host.equalsIgnoringASCIICase(host)
        && (authority.port ?? Self.defaultPort(of: scheme)) == port
    }

    /// True for the URL of one of its resources, that of a WebSocket included.
    func isOrigin(of url: String) -> Bool {
      guard let mark = url.firstRange(of: "://"),
        let authority = Authority(url[mark.upperBound...].prefix { !"/?#".contains($0) })
      else { return false }
      let scheme = WebScheme.ofConnection(url[..<mark.lowerBound])
      return scheme == self.scheme && isReached(by: authority, scheme)
    }

    /// The beginning of this origin's URLs, before the path.
    var prefix: String { "\(scheme)://\(authority)" }
  }
#endif
