#if CommandLineTool
  import VCRCore

  /// A target in absolute form (RFC 9112 §3.2.2), parsed.
  struct AbsoluteTarget {
    /// `http` or `https`, which `ws` and `wss` stand for (RFC 6455 §3).
    let scheme: String
    /// The host with its port, without user information.
    let authority: Authority
    /// Path and query; empty when the target ends with the host, which is the whole server for
    /// `OPTIONS` and the path `/` for every other method (RFC 9112 §3.2.4).
    let path: String

    /// Parses a target; nil for one in another form, with another scheme or without a host.
    init?(_ target: String) {
      guard let mark = target.firstRange(of: "://") else { return nil }
      scheme = WebScheme.ofConnection(target[..<mark.lowerBound])
      guard scheme == "http" || scheme == "https" else { return nil }
      let rest = target[mark.upperBound...]
      let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
      let host = rest[..<end]
      let start = host.lastIndex(of: "@").map { host.index(after: $0) } ?? host.startIndex
      var name = host[start...]
      // A port may be empty (RFC 3986 §3.2.3).
      if name.last == ":" { name.removeLast() }
      guard let authority = Authority(name) else { return nil }
      self.authority = authority
      let path = rest[end...]
      self.path = path.isEmpty || path.first == "/" ? String(path) : "/" + path
    }

    /// The origin that the target belongs to.
    var origin: Origin {
      Origin(
        scheme: scheme, host: authority.host,
        port: authority.port ?? Origin.defaultPort(of: scheme))
    }
  }
#endif
