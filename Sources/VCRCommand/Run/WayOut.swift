#if CommandLineTool
  import VCRUpstream

  /// How this run reaches the network: through the run of `vcr` around it, through the proxies that
  /// the environment names, or directly.
  struct WayOut: Sendable {
    /// The outer run; nil for none.
    let outer: OuterRun?
    /// The proxies; nil for none.
    let proxies: UpstreamProxies?

    /// The way of a run that does not reach the network.
    static let none = WayOut()

    private init() { (outer, proxies) = (nil, nil) }

    /// Finds the way.
    ///
    /// COMMAND of an outer run has the variables of that, so the outer run goes before them.
    ///
    /// - Parameter environment: The environment of `vcr` itself.
    /// - Throws: `CommandFailure` with status 64 when the variables of an outer run are invalid.
    init(environment: [String: String]) throws {
      outer = try OuterRun(environment: environment)
      proxies =
        outer.map { UpstreamProxies(outer: $0.proxy) } ?? UpstreamProxies(environment: environment)
    }

    /// Says with `--verbose` what stands between this run and the services.
    func tell(_ console: Console) {
      if let proxies { console.detail(proxies.lines.joined(separator: "; ")) }
    }
  }

  extension Upstream.Options {
    /// Sends everything this way, and trusts the authority of an outer run.
    mutating func go(_ way: WayOut) {
      proxies = way.proxies
      if let authority = way.outer?.authority { additionalRoots.append(authority) }
    }
  }
#endif
