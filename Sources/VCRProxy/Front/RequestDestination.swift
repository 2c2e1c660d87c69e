#if CommandLineTool
  import VCRCore

  /// What the target of an HTTP/1 request means (RFC 9112 §3.2), by where the request comes from.
  enum RequestDestination {
    /// A resource.
    ///
    /// - url: Where it is.
    /// - host: What `Host` must say; nil to leave it as it was sent.
    case resource(url: String, host: String?)
    /// The tunnel that `CONNECT` asks for.
    case tunnel(Authority)

    /// Finds out what a target means.
    ///
    /// A tunnel has led to one origin since `CONNECT`, and its TLS may have been opened for it; a
    /// reverse proxy stands for one origin. So a target in absolute form says no more there than its
    /// path does: neither scheme nor host of it can lead a request elsewhere, or out of TLS.
    init(
      of head: HTTP1RequestHead, from front: RequestSource, on connection: ClientConnection
    ) throws(HTTP1Refusal) {
      let proxy = connection.proxy
      switch (front, proxy.reverse) {
      case (.origin(let origin), _):
        guard head.method != "CONNECT" else {
          throw .badRequest(
            "CONNECT \(Self.shown(head.target, proxy)) is not understood in a tunnel")
        }
        self = try Self.resource(head.target, of: origin, proxy) { _ in true }
      case (.listener, let origin?):
        func isServed(_ authority: Authority, _ scheme: String) -> Bool {
          connection.isOwn(authority, scheme: scheme) || origin.isReached(by: authority, scheme)
        }
        // COMMAND's variables lead all its traffic here.
        func isForElsewhere() -> Bool {
          if head.method == "CONNECT" {
            return Authority(head.target).map { !isServed($0, "https") } ?? false
          }
          return AbsoluteTarget(head.target).map { !isServed($0.authority, $0.scheme) } ?? false
        }
        if isForElsewhere(), proxy.mayForward(for: connection.channel) {
          self = try Self.forward(head, on: connection)
        } else if head.method == "CONNECT" {
          guard let authority = Authority(head.target), isServed(authority, "https")
          else { throw Self.elsewhere(head.target, origin, proxy) }
          self = .tunnel(authority)
        } else {
          self = try Self.resource(head.target, of: origin, proxy) { target in
            isServed(target.authority, target.scheme)
          }
          // In origin form too the service is asked for by its own name.
          if case .resource(let url, _) = self {
            self = .resource(url: url, host: origin.authority)
          }
        }
      case (.listener, nil), (.tunnel, _):
        self = try Self.forward(head, on: connection)
      }
    }

    /// A target that is relative to an origin, whichever form it has.
    private static func resource(
      _ target: String, of origin: Origin, _ proxy: ProxyContext,
      unless isServed: (AbsoluteTarget) -> Bool
    ) throws(HTTP1Refusal) -> RequestDestination {
      if target.utf8.first == UInt8(ascii: "/") {
        return .resource(url: origin.prefix + target, host: nil)
      }
      if target == "*" { return .resource(url: origin.prefix, host: nil) }
      guard let absolute = AbsoluteTarget(target) else { throw notServed(target, proxy) }
      guard isServed(absolute) else { throw elsewhere(target, origin, proxy) }
      return .resource(url: origin.prefix + absolute.path, host: origin.authority)
    }

    /// The target of a request to a forward proxy.
    private static func forward(
      _ head: HTTP1RequestHead, on connection: ClientConnection
    ) throws(HTTP1Refusal) -> RequestDestination {
      let proxy = connection.proxy
      let target = head.target
      if head.method == "CONNECT" {
        guard let authority = Authority(target) else {
          throw .badRequest("CONNECT \(shown(target, proxy)) is not understood here")
        }
        return .tunnel(authority)
      }
      if target.utf8.first == UInt8(ascii: "/") {
        throw .badRequest(
          """
          This is a proxy, and '\(shown(target, proxy))' names no host
          Set http_proxy and https_proxy to this address, or give --upstream URL to serve one host
          """)
      }
      guard let absolute = AbsoluteTarget(target) else { throw notServed(target, proxy) }
      guard !connection.isOwn(absolute.authority, scheme: absolute.scheme) else {
        throw .badRequest("\(shown(target, proxy)) is this proxy itself")
      }
      let origin = absolute.origin
      // The target's host goes before that of the field (RFC 9112 §3.2.2), which stays as it is
      // written where it says the same.
      let sent = head.headers["host"].flatMap(Authority.init)
      let isSame = sent.map { origin.isReached(by: $0, absolute.scheme) } ?? false
      return .resource(url: target, host: isSame ? nil : origin.authority)
    }

    private static func notServed(_ target: String, _ proxy: ProxyContext) -> HTTP1Refusal {
      .badRequest("'\(shown(target, proxy))' is not a target that a proxy can serve")
    }

    private static func elsewhere(
      _ target: String, _ origin: Origin, _ proxy: ProxyContext
    ) -> HTTP1Refusal {
      .forbidden(
        """
        '\(shown(target, proxy))' is not served here: this is a reverse proxy for \(origin.prefix) alone
        To record or replay other hosts too, run the program behind vcr without --listen
        """)
    }

    /// A target without secrets; one that is no URL may still hold user information.
    private static func shown(_ target: String, _ proxy: ProxyContext) -> String {
      let url = proxy.deck.shown(url: target)
      guard url.firstRange(of: "://") == nil, let end = url.lastIndex(of: "@") else { return url }
      return String(url[url.index(after: end)...])
    }
  }

  /// A target in absolute form (RFC 9112 §3.2.2), taken apart.
  struct AbsoluteTarget {
    /// `http` or `https`.
    let scheme: String
    /// The host with its port, user information left out.
    let authority: Authority
    /// Path and query; at least `/`.
    let path: String

    /// Takes a target apart; nil for one in another form, with another scheme or without a host.
    init?(_ target: String) {
      guard let mark = target.firstRange(of: "://") else { return nil }
      scheme = target[..<mark.lowerBound].lowercased()
      guard scheme == "http" || scheme == "https" else { return nil }
      let rest = target[mark.upperBound...]
      let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
      let host = rest[..<end]
      let start = host.lastIndex(of: "@").map { host.index(after: $0) } ?? host.startIndex
      var name = host[start...]
      // A port may be left empty (RFC 3986 §3.2.3).
      if name.last == ":" { name.removeLast() }
      guard let authority = Authority(name) else { return nil }
      self.authority = authority
      let path = rest[end...]
      self.path = path.first == "/" ? String(path) : "/" + path
    }

    /// Where the target leads, without its path.
    var origin: Origin {
      Origin(
        scheme: scheme, host: authority.host,
        port: authority.port ?? Origin.defaultPort(of: scheme))
    }
  }
#endif
