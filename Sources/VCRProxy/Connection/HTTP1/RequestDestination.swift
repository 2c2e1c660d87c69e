#if CommandLineTool
  import VCRCore

  /// The meaning of the target of an HTTP/1 request (RFC 9112 §3.2), by where the request comes
  /// from.
  enum RequestDestination {
    /// A resource of the service.
    ///
    /// - url: The URL of the resource.
    /// - host: The value that `Host` must have; nil to leave it as it was sent.
    case resource(url: String, host: String?)
    /// The tunnel that `CONNECT` asks for.
    case tunnel(Authority)
    /// The beginning or end of a scope, with what it says.
    case scopes(String)

    /// Resolves the target of a request.
    ///
    /// A tunnel leads to the one origin of its `CONNECT`, perhaps over TLS, and a reverse proxy
    /// stands for one origin. So of a target in absolute form only the path counts there: its
    /// scheme and host cannot lead a request to another origin, or out of TLS.
    init(
      of head: HTTP1RequestHead, from source: RequestSource, on connection: ClientConnection
    ) throws(HTTP1Refusal) {
      let head = head.bracketed
      let proxy = connection.proxy
      if source == .listener, let query = proxy.scopes?.query(of: head.target, on: connection) {
        self = .scopes(query)
        return
      }
      // The target of CONNECT is a host with a port (RFC 9110 §9.3.6).
      if head.method == "CONNECT", Authority(head.target)?.port == nil {
        throw .badRequest(
          "CONNECT \(Self.shown(head.target, proxy)) is not understood: it needs HOST:PORT")
      }
      switch (source, proxy.reverse) {
      case (.origin(let origin), _):
        let named =
          connection.entrance.isCaptured ? origin.named(by: head.headers["host"]) : origin
        if connection.mayLeadToProxy, Self.isForProxy(head, at: named) {
          self = try Self.forward(head, on: connection)
          return
        }
        guard head.method != "CONNECT" else {
          throw .badRequest(
            "CONNECT \(Self.shown(head.target, proxy)) is not understood in a tunnel")
        }
        self = try Self.resource(head.target, of: named, proxy) { _ in true }
      case (.listener, let origin?):
        self = try Self.reverse(head, to: origin, on: connection)
      case (.listener, nil):
        try Self.authorize(head, on: connection)
        self = try Self.forward(head, on: connection)
      case (.tunnel, _):
        self = try Self.forward(head, on: connection)
      }
    }

    /// True for what is said to a proxy alone: a target with another origin than that of the
    /// connection (RFC 9112 §3.2.2, §3.2.3).
    private static func isForProxy(_ head: HTTP1RequestHead, at origin: Origin) -> Bool {
      guard head.method != "CONNECT" else { return true }
      return AbsoluteTarget(head.target).map { !origin.isReached(by: $0.authority, $0.scheme) }
        ?? false
    }

    /// The target of a request to a reverse proxy.
    private static func reverse(
      _ head: HTTP1RequestHead, to origin: Origin, on connection: ClientConnection
    ) throws(HTTP1Refusal) -> RequestDestination {
      let proxy = connection.proxy
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
      if isForElsewhere(), proxy.mayForward(for: connection) {
        try authorize(head, on: connection)
        return try forward(head, on: connection)
      }
      if head.method == "CONNECT" {
        guard let authority = Authority(head.target), isServed(authority, "https")
        else { throw elsewhere(head.target, origin, proxy) }
        return .tunnel(authority)
      }
      let destination = try resource(head.target, of: origin, proxy) { target in
        isServed(target.authority, target.scheme)
      }
      // `Host` names the service for targets in origin form too.
      guard case .resource(let url, _) = destination else { return destination }
      return .resource(url: url, host: origin.authority)
    }

    private static func authorize(
      _ head: HTTP1RequestHead, on connection: ClientConnection
    ) throws(HTTP1Refusal) {
      guard connection.isAuthorized(head.headers["proxy-authorization"]) else {
        throw .proxyCredentialMissing
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
        guard let authority = Authority(target) else { throw notServed(target, proxy) }
        return .tunnel(authority)
      }
      let sent = head.headers["host"]
      if target.utf8.first == UInt8(ascii: "/") || target == "*" {
        // Some clients take a connection to the proxy for one to the service: Java does, for a
        // WebSocket after a request.
        guard let named = sent.flatMap(Authority.init), !connection.isOwn(named, scheme: "http")
        else { throw withoutHost(target, proxy) }
        let origin = Origin(
          scheme: "http", host: named.host, port: named.port ?? Origin.defaultPort(of: "http"))
        return try resource(target, of: origin, proxy) { _ in true }
      }
      if let known = connection.forwarded, known.isSame(target, sent) {
        return .resource(url: target, host: known.host)
      }
      guard let absolute = AbsoluteTarget(target) else { throw notServed(target, proxy) }
      guard !connection.isOwn(absolute.authority, scheme: absolute.scheme) else {
        throw .badRequest("\(shown(target, proxy)) is this proxy itself")
      }
      let origin = absolute.origin
      // The target's host takes precedence over `Host` (RFC 9112 §3.2.2), which keeps its spelling
      // when both are the same.
      let named = sent.flatMap(Authority.init)
      let isSame = named.map { origin.isReached(by: $0, absolute.scheme) } ?? false
      let host = isSame ? nil : origin.authority
      // The scheme of a WebSocket follows from its fields.
      if !target.lowercased().hasPrefix(absolute.scheme + "://") {
        let rest = target.firstRange(of: "://").map { target[$0.lowerBound...] } ?? ""
        return .resource(url: absolute.scheme + rest, host: host)
      }
      connection.forwarded = ForwardedOrigin(target, absolute, sent: sent, host: host)
      return .resource(url: target, host: host)
    }

    private static func withoutHost(_ target: String, _ proxy: ProxyContext) -> HTTP1Refusal {
      .badRequest(
        """
        This is a proxy, and '\(shown(target, proxy))' names no host
        Set http_proxy and https_proxy to this address, or give --upstream URL to serve one host
        """)
    }

    private static func notServed(_ target: String, _ proxy: ProxyContext) -> HTTP1Refusal {
      let message = "'\(shown(target, proxy))' is not a target that a proxy can serve"
      let scheme = target.firstRange(of: "://").map {
        WebScheme.ofConnection(target[..<$0.lowerBound])
      }
      guard scheme == "http" || scheme == "https" else { return .badRequest(message) }
      // A URL may have any of these, but DNS and `Host` know them in one form (RFC 3986 §3.2.2,
      // RFC 9110 §4.2.1), into which clients put them.
      return .badRequest(
        """
        \(message)
        Its host has to be an address or a name in ASCII, not empty and without %: xn--… for other letters
        and its port, if any, from 1 to 65535
        """)
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

    /// A target without secrets; one that is not a URL may still contain user information.
    private static func shown(_ target: String, _ proxy: ProxyContext) -> String {
      let url = proxy.deck.shown(url: target)
      guard url.firstRange(of: "://") == nil, let end = url.lastIndex(of: "@") else { return url }
      return String(url[url.index(after: end)...])
    }
  }

  extension HTTP1RequestHead {
    /// The head with brackets around an IPv6 address in its target.
    fileprivate var bracketed: HTTP1RequestHead {
      guard let start = authorityStart else { return self }
      let end =
        target.utf8[start...].firstIndex { "/?#".utf8.contains($0) } ?? target.endIndex
      guard let authority = Authority.bracketed(target[start..<end]) else { return self }
      var head = self
      head.target.replaceSubrange(start..<end, with: authority)
      return head
    }

    /// Where the authority of a target begins that is one, or has one behind its scheme
    /// (RFC 9112 §3.2.2, §3.2.3); a URL within the path or the query is none of it.
    private var authorityStart: String.Index? {
      if method == "CONNECT" { return target.startIndex }
      guard target.utf8.first != UInt8(ascii: "/"),
        let colon = target.utf8.firstIndex(of: UInt8(ascii: ":")),
        target.utf8[colon...].starts(with: "://".utf8)
      else { return nil }
      return target.utf8.index(colon, offsetBy: 3)
    }
  }
#endif
