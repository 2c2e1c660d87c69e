extension Deck {
  /// How a deck behaves.
  public struct Options: Sendable {
    /// The record mode.
    public var mode: RecordMode { didSet { hasMode = true } }
    /// True when the code has said which mode.
    private(set) var hasMode = true
    /// The policy of matching.
    public var equivalence: RequestEquivalence
    /// The rules for the secrets that never reach the disk.
    public var redaction: Redaction
    /// True when an interaction that has been used up may be served again.
    public var repeats: Bool
    /// Hosts that reach the network and are never recorded (`api.example.com`, `*.example.com`).
    public var passthroughHosts: [String]
    /// True when an interaction that nothing asked for is a failure of the run.
    public var requiresAll: Bool
    /// True to leave out of a recording what carries nothing for a replay or a reader: the fields
    /// of responses with request ids, traces, rate limits, server timing and the like.
    public var isLean: Bool
    /// The timing of what is replayed.
    public var latency: Latency
    /// The closures that look at each interaction on its way.
    public var hooks: Hooks
    /// The parts that may differ from run to run although the service has not changed.
    public var volatility = Volatility.standard
    /// How long a recording is to be trusted; nil for ever.
    public var expiry: Cassette.Expiry?
    /// The policy for a replay of an expired cassette; nil for a warning.
    package var expiryPolicy: ExpiryPolicy?
    /// Where it is added what became of the cassette when its scope ends; nil for nowhere.
    package var runRecord: ReportFile?

    /// The rules for the secrets that never reach a message; nil for those that never reach the
    /// disk.
    package var reportRedaction: Redaction?

    /// Who the deck works for, which decides what its messages advise to type.
    package var advice = Advice.deck

    /// True when a cassette that is not there matters only once a request comes: for tests that get
    /// one without having named it, and may need none.
    package var allowsMissing = false

    /// True when interactions that a recording in mode `all` does not meet are kept: where some of
    /// those who use the cassette may have been left out of the run.
    package var keepsAbsent = false

    /// True when nobody has chosen the policy, so that of a tool whose recording is replayed is
    /// used; nil where it is not known, and a policy other than the standard one counts as chosen.
    package var usesPolicyOfOrigin: Bool?

    /// The place of the deck's part, where several tests of a run record one cassette; nil for the
    /// whole.
    var place: SharedRecording.Place?

    /// The reason that keeps the deck from recording, whatever the code says; nil for none.
    package var refusal: RecordingRefusal?

    /// Creates options with the mode of whoever opens the cassette.
    ///
    /// A trait, `withCassette` and `CassetteProxy.start(cassette:)` record a cassette that does not
    /// exist, as with `once`. A deck of your own replays, as with `none`.
    ///
    /// - Parameters:
    ///   - equivalence: When two requests are the same.
    ///   - redaction: What never reaches the disk.
    ///   - repeats: Whether an interaction may be served again when it has been used up.
    ///   - requiresAll: Whether every interaction has to be used.
    ///   - isLean: Whether header fields that carry nothing for a replay are not recorded.
    ///   - latency: The timing of what is replayed.
    ///   - passthroughHosts: Hosts that reach the network and are never recorded.
    ///   - hooks: What looks at each interaction on its way.
    public init(
      equivalence: RequestEquivalence = .standard, redaction: Redaction = .standard,
      repeats: Bool = false, requiresAll: Bool = false, isLean: Bool = false,
      latency: Latency = .none, passthroughHosts: [String] = [], hooks: Hooks = Hooks()
    ) {
      self.init(
        mode: .none, equivalence: equivalence, redaction: redaction, repeats: repeats,
        requiresAll: requiresAll, isLean: isLean, latency: latency,
        passthroughHosts: passthroughHosts, hooks: hooks)
      hasMode = false
    }

    /// Creates options.
    ///
    /// - Parameters:
    ///   - mode: The record mode.
    ///   - equivalence: When two requests are the same.
    ///   - redaction: The rules for the secrets that never reach the disk.
    ///   - repeats: Whether an interaction may be served again when it has been used up.
    ///   - requiresAll: Whether every interaction has to be used.
    ///   - isLean: Whether header fields that carry nothing for a replay are not recorded.
    ///   - latency: The timing of what is replayed.
    ///   - passthroughHosts: Hosts that reach the network and are never recorded.
    ///   - hooks: The closures that look at each interaction on its way.
    public init(
      mode: RecordMode, equivalence: RequestEquivalence = .standard,
      redaction: Redaction = .standard, repeats: Bool = false, requiresAll: Bool = false,
      isLean: Bool = false, latency: Latency = .none, passthroughHosts: [String] = [],
      hooks: Hooks = Hooks()
    ) {
      self.mode = mode
      self.equivalence = equivalence
      self.redaction = redaction
      self.repeats = repeats
      self.passthroughHosts = passthroughHosts
      self.requiresAll = requiresAll
      self.isLean = isLean
      self.latency = latency
      self.hooks = hooks
    }

    /// True when requests to a host reach the network and are never recorded.
    package func passesThrough(host: String) -> Bool {
      passthroughHosts.contains { Deck.matches(host: host, pattern: $0) }
    }

    /// The policy for a cassette, which may have been made of another tool's recording.
    func policy(for origin: ForeignOrigin?) -> RequestEquivalence {
      guard let policy = origin?.policy, usesPolicyOfOrigin ?? equivalence.isStandard else {
        return equivalence
      }
      return policy
    }

    /// Returns the notices for a user about the recording of which a cassette was made.
    func notices(of origin: ForeignOrigin?) -> [String] {
      guard let origin else { return [] }
      // A test has no use for it: its reports name the policy.
      guard usesPolicyOfOrigin == true, let policy = origin.policy else { return origin.notices }
      return origin.notices + [
        "requests match as \(origin.format) has it (\(policy)); --match says otherwise"
      ]
    }
  }

  /// The timing of replayed responses.
  public typealias Latency = ReplayLatency

  /// The closures that look at each interaction on its way, and may change or drop it.
  ///
  /// ```swift
  /// options.hooks.beforeRecord = { interaction in
  ///   interaction.request.url.contains("/health") ? nil : interaction
  /// }
  /// ```
  ///
  /// Hooks run on whatever thread serves the request, several at a time, and delay it.
  public struct Hooks: Sendable {
    /// Called with each interaction before it is kept.
    ///
    /// The interaction that it returns is kept in its place, nil keeps nothing; the client gets
    /// what the service sent in either case.
    ///
    /// Secrets are redacted before, so that no hook can leak one, and again afterwards.
    public var beforeRecord: (@Sendable (Cassette.Interaction) -> Cassette.Interaction?)?

    /// Called with each interaction before it is served, and with the request it is served for.
    ///
    /// The interaction that it returns is served in its place. With nil the interaction counts as
    /// used, and the deck goes on as if it had not been recorded: to the next equivalent one, then
    /// to what the mode says.
    public var beforeReplay:
      (@Sendable (Cassette.Interaction, Cassette.Interaction.Request) -> Cassette.Interaction?)?

    /// Asked about each request first: true lets it through to the network, unrecorded, whatever
    /// the mode is.
    public var passthrough: (@Sendable (Cassette.Interaction.Request) -> Bool)?

    /// Creates hooks.
    ///
    /// - Parameters:
    ///   - beforeRecord: Called before an interaction is kept.
    ///   - beforeReplay: Called before an interaction is served.
    ///   - passthrough: Asked whether a request is to reach the network unrecorded.
    public init(
      beforeRecord: (@Sendable (Cassette.Interaction) -> Cassette.Interaction?)? = nil,
      beforeReplay: (
        @Sendable (Cassette.Interaction, Cassette.Interaction.Request) -> Cassette.Interaction?
      )? = nil,
      passthrough: (@Sendable (Cassette.Interaction.Request) -> Bool)? = nil
    ) {
      self.beforeRecord = beforeRecord
      self.beforeReplay = beforeReplay
      self.passthrough = passthrough
    }
  }

  /// Who reads a deck's messages, which decides what they advise to type.
  package enum Advice: Sendable, Equatable {
    /// The author of code that opened the deck itself.
    case deck
    /// Someone who typed `vcr`.
    case command
    /// Someone who typed `vcr --scopes`, for the cassette of one test; with the option `-c` of the
    /// run, if there was one.
    case scopes(cassette: String?)
    /// The author of a test; with the argument of `swift test --filter` that selects it, when
    /// known, and whether Xcode runs it.
    case test(filter: String?, isXcode: Bool = false)
  }

  /// The reason that keeps a deck from recording, whatever the code says.
  package enum RecordingRefusal: Sendable {
    /// Continuous integration runs the tests.
    case ci
    /// The sources of the test, beside which its cassettes belong, are not on this machine.
    case noSources

    /// Why there is no cassette, and what to do.
    var reason: String {
      switch self {
      case .ci:
        "there is no such cassette, and with CI set nothing is recorded; record it on your own "
          + "machine and commit it"
      case .noSources:
        "there is no such cassette, and the test's sources, beside which it would be recorded, are "
          + "not on this machine; add the folder of the cassettes to the resources of the test "
          + "target, and name its bundle: bundle: .module"
      }
    }

    /// Why there is no cassette, and what to do, with what to type to record it.
    func description(advice: String) -> String {
      switch self {
      case .ci: "\(reason): \(advice)"
      // There is nothing to type here.
      case .noSources: reason
      }
    }
  }
}
