#if CommandLineTool
  /// The hosts for which clients opened tunnels or began TLS, and then sent no request.
  ///
  /// Not every client says by an alert that it refuses a certificate: some (GnuTLS) judge it after
  /// the handshake, and just leave. A browser opens connections that it does not need, too, so a
  /// host counts only when no request for it came on any connection.
  struct SilentHosts {
    private var asked: Set<String> = []
    private var silent: [String: String?] = [:]

    /// Notes a request for a host.
    mutating func asked(_ host: String) { asked.insert(host.lowercased()) }

    /// Notes the end of a connection on which no request came.
    ///
    /// - Parameters:
    ///   - host: The host that it was for.
    ///   - agent: The name that the client gave itself; nil when it did not.
    mutating func ended(_ host: String, agent: String?) {
      let host = host.lowercased()
      if silent[host] == nil { silent[host] = .some(agent) }
    }

    /// The hosts for which no request came, each once.
    mutating func take() -> [Distrust] {
      defer { silent = [:] }
      return silent.filter { !asked.contains($0.key) }.sorted { $0.key < $1.key }
        .map { Distrust(host: $0.key, agent: $0.value, isCertain: false) }
    }
  }
#endif
