#if CommandLineTool
  import VCRCore
  import VCRUpstream

  /// A service that is waited for until it responds.
  struct ServiceWait: Sendable {
    /// How long a try may take before the next, in seconds.
    private static let tryTime = 5.0
    /// The time between two tries, in milliseconds.
    private static let pause = 100

    /// The URL that is asked for.
    let url: String
    /// How long it is waited, in seconds.
    let seconds: Double

    /// Creates one.
    ///
    /// - Parameters:
    ///   - url: The URL that is asked for.
    ///   - seconds: How long it is waited.
    /// - Throws: `CommandFailure` with status 64 for what is no URL of HTTP.
    init(url: String, seconds: Double) throws(CommandFailure) {
      let lower = url.lowercased()
      guard lower.hasPrefix("http://") || lower.hasPrefix("https://"),
        !RequestEquivalence.host(of: url).isEmpty
      else {
        throw CommandFailure(
          .usage, "--wait-for takes a URL, such as http://127.0.0.1:8080/health")
      }
      self.url = url
      self.seconds = seconds
    }

    /// Asks until there is a response below 500: a service that says 502 or 503 is still starting.
    ///
    /// - Parameters:
    ///   - upstream: How the service is reached.
    ///   - isOver: True once nobody waits any more.
    /// - Returns: False when it was over before.
    /// - Throws: `CommandFailure` with status 71 when the time is up.
    func callAsFunction(
      through upstream: Upstream, until isOver: @Sendable () -> Bool
    ) async throws -> Bool {
      let clients = upstream.makeClientPool()
      defer { clients.close() }
      let end = ContinuousClock.now + .seconds(seconds)
      var last: String?
      while !isOver() {
        let left = max(0.1, (end - .now) / .seconds(1))
        let outcome = await clients.outcome(
          of: Interaction.Request(url: url, headers: ["Accept": "*/*"]),
          within: min(Self.tryTime, left))
        switch outcome {
        case .response(let response):
          let status = response.status ?? 0
          if status < 500 { return true }
          last = "the last try got status \(status)"
        case .failure(let failure):
          // A try that the end of the waiting cut short says less than one before it.
          if failure.code != FailureCode.timedOut.name || last == nil {
            last = "the last try: \(failure.message)"
          }
        }
        guard ContinuousClock.now < end else {
          let limit = seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
          throw CommandFailure(
            .systemFault,
            "--wait-for \(url): no response within \(limit) s (--wait-time); "
              + (last ?? "nothing was tried"))
        }
        try? await Task.sleep(for: .milliseconds(Self.pause))
      }
      return false
    }
  }
#endif
