#if CommandLineTool
  import VCRCore
  import VCRProxy
  import VCRUpstream

  extension Settings {
    /// The options of the deck.
    var deckOptions: Deck.Options {
      var options = Deck.Options(
        mode: mode, equivalence: equivalence, redaction: redaction, repeats: isRepeating,
        requiresAll: requiresAll, isLean: isLean, latency: latency,
        passthroughHosts: passthroughHosts)
      options.advice = .command
      options.usesPolicyOfOrigin = !isPolicyChosen
      options.reportRedaction = reportRedaction
      options.volatility = volatility
      options.expiry = expiry
      options.expiryPolicy = expiryPolicy
      if hasScopes {
        options.advice = .scopes(cassette: typedCassette)
        // A test may make no request, and nothing may be requested outside of tests.
        options.allowsMissing = true
      }
      return options
    }

    /// The options of the deck of the run.
    ///
    /// With scopes it is for what is requested outside of tests. How often that is, and whether at
    /// all, depends on which tests are run, how often, and by how many workers; so nothing of it is
    /// used up, missing or too much.
    var runDeckOptions: Deck.Options {
      var options = deckOptions
      guard hasScopes else { return options }
      options.repeats = options.repeats || mode != .newEpisodes
      options.requiresAll = false
      options.keepsAbsent = true
      return options
    }

    /// The client that reaches the real services.
    ///
    /// - Parameters:
    ///   - way: How the network is reached.
    ///   - inside: COMMAND's own network, whose servers are asked first.
    ///   - gate: Holds connections to the service back that is being started; nil for none.
    ///   - onNotice: Called on an event loop with what the developer should know about a service.
    /// - Returns: The upstream.
    /// - Throws: `CommandFailure` with status 64 when a file of roots or of a client certificate
    ///   cannot be read.
    func makeUpstream(
      by way: WayOut, inside: InnerLoopback? = nil,
      gate: ServiceGate? = nil, onNotice: (@Sendable (String) -> Void)? = nil
    ) throws -> Upstream {
      var options = Upstream.Options()
      options.onNotice = onNotice
      options.additionalRoots = upstreamRoots
      upstreamTLS.apply(to: &options)
      options.go(way)
      options.innerLoopback = inside
      options.gate = gate
      options.addressMap = addressMap
      options.headerLimit = limits.headerBytes
      do {
        return try Upstream(options: options)
      } catch {
        throw CommandFailure(upstream: error)
      }
    }

    /// Makes the gate that holds clients back until COMMAND, as the service, responds; nil for
    /// none.
    ///
    /// - Throws: `CommandFailure` with status 64 when `--upstream` is no origin.
    func makeServiceGate() throws(CommandFailure) -> ServiceGate? {
      guard service.isCommand, let reverseOrigin else { return nil }
      guard let address = Upstream.Address(origin: reverseOrigin) else {
        throw CommandFailure(.usage, "--upstream: \(ProxyOptionError(value: reverseOrigin))")
      }
      return ServiceGate(to: addressMap[address] ?? address)
    }

    /// The policy in its own words.
    var policyWords: String { equivalence.parts.map { "\($0)" }.joined(separator: ", ") }
  }
#endif
