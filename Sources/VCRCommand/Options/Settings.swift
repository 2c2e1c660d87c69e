#if CommandLineTool
  import VCRCore
  import VCRProxy
  import VCRUpstream

  /// The settings of a run: from the options, else from the environment, else from `.vcr.yaml`,
  /// else the defaults.
  struct Settings: Sendable {
    /// The verbs that run COMMAND.
    enum Verb: String, Sendable {
      case record
      case replay
    }

    /// The verb of the command line.
    var verb: Verb
    /// The cassette's path.
    var cassette: String
    /// The cassette as it was named; nil when it was not.
    var typedCassette: String?
    /// True when each test of COMMAND has a cassette of its own.
    var hasScopes: Bool
    /// The folder of the cassettes of tests.
    var scopeFolder: String
    /// The record mode.
    var mode: RecordMode
    /// True when an option or a variable named the mode.
    var isModeExplicit: Bool
    /// The policy by which two requests match.
    var equivalence: RequestEquivalence
    /// True when an option, a variable or the project's file says it.
    var isPolicyChosen: Bool
    /// Files with more roots for the upstream.
    var upstreamRoots: [String]
    /// How TLS is spoken with services.
    var upstreamTLS: UpstreamTLSOptions
    /// Hosts that reach the network and are never recorded.
    var passthroughHosts: [String]
    /// How COMMAND is kept from going round `vcr`.
    var isolation: IsolationSettings
    /// The real addresses of services, by those in the URLs of requests.
    var addressMap: [Upstream.Address: Upstream.Address]
    /// The address for clients that cannot use a proxy; nil for the proxy alone.
    var listen: Upstream.Address?
    /// How much of a request is read before it is refused.
    var limits: ProxyLimits
    /// The facts known of the service behind ``listen``.
    var service: OwnService
    /// The origin for requests to ``listen``; nil to take it from the cassette.
    var reverseOrigin: String?
    /// The redaction of what is written to the cassette.
    var redaction: Redaction
    /// The redaction of messages and reports.
    var reportRedaction: Redaction
    /// True for `--no-redaction`.
    var redactsNothing: Bool
    /// The parts that may differ from run to run although the service has not changed.
    var volatility: Volatility
    /// How long a recording is trusted; nil for ever.
    var expiry: Expiry?
    /// The effect of an expired cassette; nil for a warning.
    var expiryPolicy: ExpiryPolicy?
    /// The files to which the outcome is written for machines.
    var reports: [ReportFile]
    /// The file with the summary of a job (`GITHUB_STEP_SUMMARY`); nil for none.
    var stepSummary: String?
    /// True when an interaction may be served again.
    var isRepeating: Bool
    /// True when every interaction must be used.
    var requiresAll: Bool
    /// True when fields that carry nothing for a replay are not recorded.
    var isLean: Bool
    /// The timing of replayed responses.
    var latency: Deck.Latency
    /// The amount of output.
    var level: Console.Level
    /// False for `--no-color`.
    var allowsColor: Bool

    /// The path of the `.vcr.yaml` that was read; nil when there is none.
    var projectFile: String?

    /// Reads the settings of a run.
    ///
    /// - Parameters:
    ///   - verb: The verb of the command line.
    ///   - groups: The options of the command line.
    ///   - origin: The service of the reverse form (`--upstream`).
    ///   - service: The facts known of that service.
    ///   - command: The words of COMMAND.
    ///   - sources: The sources for options that are not given.
    /// - Throws: `CommandFailure` with status 64, `ProjectFileError`.
    init(
      verb: Verb, options groups: some CassetteCommand, origin: String? = nil,
      service: OwnService = OwnService(), command: [String], sources: SettingSources
    ) throws {
      let (file, options, traffic) = (sources.file, groups.options, groups.traffic)
      self.verb = verb
      guard !command.isEmpty || options.listen != nil else {
        throw CommandFailure(
          .usage,
          "there is no COMMAND to run; put it after two dashes: vcr \(verb.rawValue) -- curl -s URL"
        )
      }
      let named =
        try sources.typed(SettingTable.cassette, options.cassette)
        .map(CassettePath.path(ofRunNamed:))
        ?? file?.cassette.flatMap { try file?.resolved(CassettePath.path(ofRunNamed: $0)) }
      typedCassette = named
      hasScopes = try sources.isOn(SettingTable.scopes, options.hasScopes)
      scopeFolder = CassettePath.folder(ofScopes: named)
      cassette =
        try named
        ?? command.first.map(CassettePath.path(ofCommand:))
        ?? Self.cassetteWithoutCommand(origin: origin)
      listen = try options.listen.map(Self.listenAddress)
      limits = try sources.limits(groups.limits)
      reverseOrigin = origin
      self.service = service
      // A replay takes its mode from the option alone, so that no variable or file makes it record.
      let source = verb == .record ? sources : SettingSources(environment: [:], file: nil)
      let typedMode = try source.typed(SettingTable.mode, options.mode)
      isModeExplicit = typedMode != nil
      mode = typedMode ?? source.file?.mode ?? (verb == .record ? .once : .none)
      let policy = try sources.value(SettingTable.match, traffic.match)
      (equivalence, isPolicyChosen) = (policy ?? .standard, policy != nil)
      upstreamRoots = try sources.values(SettingTable.upstreamRoots, groups.upstreams.roots)
      upstreamTLS = try sources.upstreamTLS(groups.upstreams)
      passthroughHosts = try sources.values(SettingTable.passthrough, traffic.passthrough)
      isolation = try groups.isolation.settings(sources)
      if command.isEmpty {
        try Self.checkWithoutCommand(hasScopes: hasScopes, isolation: isolation.setting)
      }
      addressMap = try sources.addressMap(groups.upstreams.map)
      let rules = try sources.redactionRules(
        groups.redaction, isOff: groups.redactionSwitch.isOff)
      reportRedaction = rules.added(to: .standard) { sources.environment[$0] }
      redaction = groups.redactionSwitch.isOff ? .none : reportRedaction
      redactsNothing = groups.redactionSwitch.isOff
      volatility = try sources.volatility(groups.volatility)
      expiry = try sources.value(SettingTable.expires, options.expires)
      expiryPolicy = try sources.value(SettingTable.onExpired, options.onExpired)
      reports = try sources.reports(options.report)
      stepSummary = sources.environment["GITHUB_STEP_SUMMARY"].flatMap { $0.isEmpty ? nil : $0 }
      isRepeating = try sources.isOn(SettingTable.repeats, options.isRepeating)
      requiresAll = try sources.isOn(SettingTable.requireAll, options.requireAll)
      isLean = try sources.isOn(SettingTable.lean, traffic.isLean)
      latency = try sources.value(SettingTable.latency, options.latency) ?? .none
      level = try sources.level(options, traffic)
      allowsColor = !traffic.noColor
      projectFile = file?.path
    }

    /// The console these settings ask for.
    ///
    /// - Parameter environment: The environment of `vcr` itself.
    /// - Returns: The console.
    func makeConsole(environment: [String: String]) -> Console {
      Console(level: level, allowsColor: allowsColor, environment: environment)
    }

    // MARK: - Values in words

    private static func listenAddress(_ text: String) throws -> Upstream.Address {
      guard let address = ServiceAddress(text, lowestPort: 0) else {
        throw CommandFailure(
          .usage,
          "--listen '\(text)' is not HOST:PORT, such as 127.0.0.1:8080 (port 0: any free one)")
      }
      return Upstream.Address(address)
    }

    /// Refuses what is for COMMAND alone.
    private static func checkWithoutCommand(
      hasScopes: Bool, isolation: IsolationSetting
    ) throws(CommandFailure) {
      guard !hasScopes else {
        throw CommandFailure(
          .usage, "--scopes gives each test of COMMAND a cassette, and there is no COMMAND")
      }
      guard isolation != .require else {
        throw CommandFailure(
          .usage, "--isolate require keeps COMMAND from the network, and there is no COMMAND")
      }
    }

    private static func cassetteWithoutCommand(origin: String?) throws -> String {
      // User information must not be part of a file's name. That it is invalid in an origin is
      // reported later.
      guard
        let host = origin?.split(separator: "/").dropFirst().first?.split(separator: "@").last
      else {
        throw CommandFailure(.usage, "without COMMAND the cassette must be named: -c FILE")
      }
      return CassettePath.path(ofCommand: String(host).replacing(":", with: "-"))
    }
  }
#endif
