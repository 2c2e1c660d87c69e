#if CommandLineTool
  import VCRCore
  import VCRUpstream

  extension Settings {
    /// The options of the deck.
    var deckOptions: Deck.Options {
      var options = Deck.Options(
        mode: mode, equivalence: equivalence, redaction: redaction, repeats: isRepeating,
        passthroughHosts: passthroughHosts, requiresAll: requiresAll, latency: latency)
      options.reportRedaction = reportRedaction
      options.volatility = volatility
      options.expiry = expiry
      options.expiryPolicy = expiryPolicy
      return options
    }

    /// The client that reaches the real services.
    ///
    /// - Parameter outer: The outer run; nil for none.
    /// - Returns: The upstream.
    /// - Throws: `CommandFailure` with status 64 when a file of roots cannot be read.
    func makeUpstream(through outer: OuterRun?) throws -> Upstream {
      var options = Upstream.Options()
      options.additionalRoots = upstreamRoots
      options.pass(through: outer)
      options.addressMap = addressMap
      do {
        return try Upstream(options: options)
      } catch {
        throw CommandFailure(.usage, "--upstream-ca: \(error)")
      }
    }

    /// The policy in its own words.
    var policyWords: String { equivalence.parts.map { "\($0)" }.joined(separator: ", ") }
  }
#endif
