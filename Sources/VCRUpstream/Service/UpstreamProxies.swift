#if Recording
  import VCRCore

  /// The proxies through which services are reached, and the services that are reached without.
  package struct UpstreamProxies: Sendable, Hashable {
    /// The traffic of a connection, which decides about the proxy.
    package enum Traffic: Sendable {
      /// Requests of HTTP/1 without TLS, which a proxy can forward one by one.
      case plain
      /// Anything else that begins as HTTP without TLS, such as a WebSocket.
      case plainTunnel
      /// TLS, or anything else that a client sends through a tunnel.
      case secure
      /// Traffic that is no HTTP: no client asks the proxies of the environment for that.
      case other
    }

    typealias Choice = Result<UpstreamProxy, UnusableProxy>

    private let outer: UpstreamProxy?
    private let plain: Choice?
    private let secure: Choice?
    private let exceptions: ProxyExceptions

    /// The proxy of a run of `vcr` around this one, through which everything goes in tunnels.
    package init(outer: UpstreamProxy) {
      self.outer = outer
      (plain, secure, exceptions) = (nil, nil, ProxyExceptions(""))
    }

    /// The proxies that an environment names, by the rules of curl; nil when it names none.
    ///
    /// These are `http_proxy` and `https_proxy`, else `all_proxy`, and the exceptions of
    /// `no_proxy`; of two spellings that in lower case counts. Where `REQUEST_METHOD` is set,
    /// `HTTP_PROXY` may come from a request (RFC 3875 §4.1.18) and is ignored.
    ///
    /// - Parameter environment: Names and values.
    package init?(environment: [String: String]) {
      func value(_ names: String...) -> (name: String, text: String)? {
        for name in names {
          if let text = environment[name], !text.isEmpty { return (name, text) }
        }
        return nil
      }
      func choice(_ names: [String]) -> Choice? {
        let found = names.lazy.compactMap { value($0) }.first ?? value("all_proxy", "ALL_PROXY")
        return found.map { Self.proxy($0.text, of: $0.name) }
      }
      let isCGI = environment["REQUEST_METHOD"] != nil
      plain = choice(isCGI ? ["http_proxy"] : ["http_proxy", "HTTP_PROXY"])
      secure = choice(["https_proxy", "HTTPS_PROXY"])
      guard plain != nil || secure != nil else { return nil }
      outer = nil
      exceptions = ProxyExceptions(value("no_proxy", "NO_PROXY")?.text ?? "")
    }

    /// The proxy for a connection.
    ///
    /// - Parameters:
    ///   - addresses: The service as its URL names it, and where it really is.
    ///   - traffic: The traffic that the connection carries.
    /// - Returns: The proxy; nil for a direct connection.
    func choice(for addresses: [Upstream.Address], _ traffic: Traffic) -> Choice? {
      if let outer { return .success(outer) }
      let named: Choice? =
        switch traffic {
        case .plain, .plainTunnel: plain
        case .secure: secure
        case .other: nil
        }
      guard let named, !addresses.contains(where: exceptions.contains) else { return nil }
      return named
    }

    /// The services and the proxies through which they are reached, for people; nothing of a
    /// credential.
    package var lines: [String] {
      if let outer { return ["services are reached through \(outer.words.dropLast())"] }
      func line(_ choice: Choice?, _ scheme: String) -> String? {
        switch choice {
        case .success(let proxy): "\(scheme) is reached through \(proxy.words.dropLast())"
        case .failure(let problem): "\(scheme): \(problem)"
        case nil: "\(scheme) is reached directly"
        }
      }
      return [line(plain, "http"), line(secure, "https")].compactMap { $0 }
        + ["directly all the same: loopback" + exceptions.words]
    }

    /// Reads the value of a variable: a URL, or host and port alone.
    private static func proxy(_ text: String, of variable: String) -> Choice {
      var rest = text[...]
      var kind = UpstreamProxy.Kind.http
      if let mark = text.firstRange(of: "://") {
        guard let named = UpstreamProxy.Kind(rawValue: text[..<mark.lowerBound].lowercased()) else {
          return .failure(UnusableProxy(variable: variable))
        }
        kind = named
        rest = text[mark.upperBound...]
      }
      var credential: String?
      if let at = rest.lastIndex(of: "@") {
        guard let decoded = BasicCredential.decoded(userInformation: rest[..<at]),
          !kind.isSOCKS || SOCKSCredential(decoded).isSendable
        else {
          return .failure(UnusableProxy(variable: variable))
        }
        credential = decoded
        rest = rest[rest.index(after: at)...]
      }
      rest = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
      let port = rest[(rest.lastIndex(of: "]") ?? rest.startIndex)...]
      let isNamed = port.contains(":") && port.last != ":"
      if port.last == ":" { rest = rest.dropLast() }
      let place = isNamed ? String(rest) : "\(rest):\(kind.defaultPort)"
      guard let address = Upstream.Address(origin: "http://\(place)") else {
        return .failure(UnusableProxy(variable: variable))
      }
      return .success(
        UpstreamProxy(address, kind: kind, credential: credential, source: .variable(variable)))
    }
  }
#endif
