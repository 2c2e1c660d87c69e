#if Recording
  import VCRCore

  /// Why a proxy did not lead to the service.
  enum TunnelError: Error, CustomStringConvertible {
    /// The proxy itself cannot be reached.
    case unreachable(UpstreamProxy, String)
    /// There is no TLS with the proxy.
    case insecure(UpstreamProxy, String)
    /// The proxy refused, with this status line, or for this reason.
    case refused(UpstreamProxy, String)
    /// The proxy could not reach the service, for this reason.
    case unreached(UpstreamProxy, String)
    /// The proxy responded in place of the service, with this status line.
    case responded(UpstreamProxy, String)
    /// The proxy wants other credentials (407, RFC 9110 §15.5.8), or any; it offers these schemes.
    case unauthorized(UpstreamProxy, schemes: [String])
    /// The proxy ended the connection.
    case lost(UpstreamProxy)
    /// The proxy did not respond in time.
    case silent(UpstreamProxy)

    /// True when the proxy says what became of a connection to the service, as a reply of SOCKS
    /// does, which is then as true as it is without a proxy.
    ///
    /// No status of HTTP says so: 502 to 504 are also what a proxy responds that has lost its own
    /// way, is overloaded, or is being restarted (RFC 9110 §15.6).
    var isOfService: Bool {
      switch self {
      case .unreached: true
      case .unreachable, .insecure, .refused, .responded, .unauthorized, .lost, .silent: false
      }
    }

    var description: String {
      switch self {
      case .unreachable(let proxy, let reason): "\(proxy.words) is not there: \(reason)"
      case .insecure(let proxy, let reason): "no TLS with \(proxy.words.dropLast()): \(reason)"
      case .refused(let proxy, let line): "\(proxy.words) refused: \(PrintableText.line(line))"
      case .unreached(let proxy, let reason): "\(proxy.words) could not reach it: \(reason)"
      case .responded(let proxy, let line):
        "\(proxy.words) responded in its place: \(PrintableText.line(line))"
      case .unauthorized(let proxy, let schemes):
        "\(proxy.words) "
          + (proxy.credential == nil ? "wants credentials" : "does not take the credentials given")
          + (proxy.kind.isSOCKS ? "" : " (407)")
          + (schemes.isEmpty ? "" : "; it takes \(schemes.joined(separator: ", "))")
          + "; \(proxy.kind.isSOCKS ? "they" : "Basic ones") stand \(UpstreamProxy.credentialPlace)"
      case .lost(let proxy): "\(proxy.words) ended the connection"
      case .silent(let proxy): "\(proxy.words) did not respond"
      }
    }

    /// Makes the error for a refusal.
    ///
    /// - Parameters:
    ///   - proxy: The proxy.
    ///   - line: The status line.
    ///   - fields: The fields of the response.
    /// - Returns: The error.
    static func refusal(
      by proxy: UpstreamProxy, _ line: String, _ fields: [HeaderField]
    ) -> TunnelError {
      guard line.split(separator: " ").dropFirst().first == "407" else {
        return .refused(proxy, line)
      }
      // A scheme stands at the beginning of a value, and behind it, with commas, its parameters.
      let challenges = fields.filter { $0.name.equalsIgnoringASCIICase("Proxy-Authenticate") }
      let schemes = challenges.compactMap {
        $0.value.split(separator: " ").first.map { PrintableText.line(String($0)) }
      }
      return .unauthorized(proxy, schemes: schemes)
    }
  }
#endif
