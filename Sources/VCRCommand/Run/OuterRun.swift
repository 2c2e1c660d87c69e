#if CommandLineTool
  import VCRCore
  import VCRUpstream

  /// The run of `vcr` whose COMMAND, or a descendant of it, started this run.
  ///
  /// The requests of this run go through the outer run, which records them as it does for every
  /// other client.
  struct OuterRun: Sendable {
    /// The variable with the URL of a run's proxy.
    static let proxyVariable = VCREnvironment.outerProxy
    /// The variable with the file that holds the certificate of a run's authority.
    static let authorityVariable = "VCR_PROXY_CA"
    /// The variable that states whether a run reaches the network: `open` or `closed`.
    static let networkVariable = "VCR_NETWORK"

    /// Its proxy.
    let proxy: UpstreamProxy
    /// The file with the certificate of its authority; nil for none.
    let authority: String?
    /// False when it is a replay, which must not reach the network.
    let isOpen: Bool

    /// Finds the outer run; nil when there is none.
    ///
    /// - Parameter environment: The environment of `vcr` itself.
    /// - Throws: `CommandFailure` with status 64 when the variables are invalid.
    init?(environment: [String: String]) throws {
      func value(_ name: String) -> String? {
        environment[name].flatMap { $0.isEmpty ? nil : $0 }
      }
      guard let url = value(Self.proxyVariable) else { return nil }
      let prefix = "http://"
      let end = url.lastIndex(of: "@")
      guard url.hasPrefix(prefix),
        let address = ServiceAddress(end.map { url[url.index(after: $0)...] } ?? url.dropFirst(7))
      else {
        throw CommandFailure(
          .usage,
          "\(Self.proxyVariable) is set by vcr alone, to the proxy of the run around this one, and "
            + "holds no such address; unset it: env -u \(Self.proxyVariable) vcr …")
      }
      proxy = UpstreamProxy(
        Upstream.Address(address), credential: end.map { String(url[..<$0].dropFirst(7)) },
        source: .outerRun)
      authority = value(Self.authorityVariable)
      isOpen = environment[Self.networkVariable] != "closed"
    }

    /// The variables by which an inner run finds this one.
    ///
    /// - Parameters:
    ///   - proxyURL: The URL of this run's proxy.
    ///   - authority: The file with the certificate of its authority.
    ///   - isOpen: Whether it reaches the network.
    /// - Returns: Names and values.
    static func variables(
      proxyURL: String, authority: String, isOpen: Bool
    ) -> [String: String] {
      [
        proxyVariable: proxyURL, authorityVariable: authority,
        networkVariable: isOpen ? "open" : "closed",
      ]
    }
  }
#endif
