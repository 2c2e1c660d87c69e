#if CommandLineTool
  import VCRCore
  import VCRProxy
  import VCRUpstream

  /// What a run is to do, read from the options, then the environment, then
  /// `.vcr.yaml`, then the defaults.
  struct Settings: Sendable {
    /// The verbs that run COMMAND.
    enum Verb: String, Sendable {
      case record
      case replay
    }

    /// The verb that was typed.
    var verb: Verb
    /// The cassette's path.
    var cassette: String
    /// The record mode.
    var mode: RecordMode
    /// True when an option or a variable named the mode.
    var isModeExplicit: Bool
    /// When two requests are the same.
    var equivalence: RequestEquivalence
    /// Files with more roots for the upstream.
    var upstreamRoots: [String]
    /// Hosts that are let through.
    var passthroughHosts: [String]
    /// Where services really are.
    var addressMap: [Upstream.Address: Upstream.Address]
    /// Where clients are served that cannot use a proxy; nil for the proxy alone.
    var listen: Upstream.Address?
    /// The service that such clients mean; nil to take it from the cassette.
    var reverseOrigin: String?
    /// What never reaches the disk.
    var redaction: Redaction
    /// What never reaches a message.
    var reportRedaction: Redaction
    /// True for `--no-redaction`.
    var redactsNothing: Bool
    /// What may differ from run to run although the service has not changed.
    var volatility: Volatility
    /// How long a recording is to be trusted; nil for ever.
    var expiry: Expiry?
    /// What the replay of an expired cassette comes to; nil for a warning.
    var expiryPolicy: ExpiryPolicy?
    /// Where the outcome is written for machines.
    var reports: [ReportFile]
    /// True when an interaction may be served again.
    var isRepeating: Bool
    /// True when every interaction must be used.
    var requiresAll: Bool
    /// The timing of what is replayed.
    var latency: Deck.Latency
    /// How much is said.
    var level: Console.Level
    /// False for `--no-color`.
    var allowsColor: Bool

    /// The path of the `.vcr.yaml` that had its say; nil when there is none.
    var projectFile: String?

    /// Reads the settings of a run.
    ///
    /// - Parameters:
    ///   - verb: The verb that was typed.
    ///   - options: The options of the command line.
    ///   - origin: The service of the reverse form (`--upstream`).
    ///   - command: COMMAND's words.
    ///   - sources: What stands for options not given.
    /// - Throws: `CommandFailure` with status 64, `ProjectFileError`.
    init(
      verb: Verb, options: SharedOptions, origin: String? = nil, command: [String],
      sources: SettingSources
    ) throws {
      let file = sources.file
      self.verb = verb
      guard !command.isEmpty || options.listen != nil else {
        throw CommandFailure(
          .usage,
          "there is no COMMAND to run; put it after two dashes: vcr \(verb.rawValue) -- curl -s URL"
        )
      }
      cassette =
        try (options.cassette ?? sources.variable("CASSETTE")).map(CassettePath.path(named:))
        ?? file?.cassette.flatMap { file?.resolved(CassettePath.path(named: $0)) }
        ?? command.first.map(CassettePath.path(ofCommand:))
        ?? Self.cassetteWithoutCommand(origin: origin)
      listen = try options.listen.map(Self.listenAddress)
      reverseOrigin = origin
      // Variables and files are for recording: a replay records only when it was typed.
      let word = options.mode ?? (verb == .record ? sources.variable("MODE") : nil)
      isModeExplicit = word != nil
      mode =
        try Self.setting { try word.map(RecordMode.init(named:)) }
        ?? (verb == .record ? file?.mode ?? .once : .none)
      equivalence = try sources.equivalence(options.match)
      upstreamRoots = sources.upstreamRoots(options.upstream.roots)
      passthroughHosts = sources.words(
        options.passthrough, "PASSTHROUGH", file?.passthroughHosts ?? [])
      addressMap = try Self.addressMap(options.upstream.map, sources)
      let rules = try sources.redactionRules(options.redaction, isOff: options.redactsNothing)
      reportRedaction = rules.added(to: .standard) { sources.environment[$0] }
      redaction = options.redactsNothing ? .none : reportRedaction
      redactsNothing = options.redactsNothing
      volatility = try sources.volatility(options.volatility)
      (expiry, expiryPolicy) = try sources.expiry(options.expires, options.onExpired, file)
      reports = try sources.reports(options.report)
      isRepeating = sources.flag(options.isRepeating, "REPEAT", file?.isRepeating)
      requiresAll = sources.flag(options.requireAll, "REQUIRE_ALL", file?.requiresAll)
      let timing = options.latency ?? sources.variable("LATENCY")
      latency =
        try Self.setting { try timing.map(Deck.Latency.init(named:)) } ?? file?.latency ?? .none
      level = sources.level(options)
      allowsColor = !options.noColor
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
      guard let address = address(text, lowestPort: 0) else {
        throw CommandFailure(
          .usage,
          "--listen '\(text)' is not HOST:PORT, such as 127.0.0.1:8080 (port 0: any free one)")
      }
      return address
    }

    private static func cassetteWithoutCommand(origin: String?) throws -> String {
      // User information has no place in a file's name; that it is none in an origin is told later.
      guard
        let host = origin?.split(separator: "/").dropFirst().first?.split(separator: "@").last
      else {
        throw CommandFailure(.usage, "without COMMAND the cassette must be named: -c FILE")
      }
      return CassettePath.path(ofCommand: String(host).replacing(":", with: "-"))
    }

    /// What a word means; a word without meaning is a usage error.
    private static func setting<Value>(_ read: () throws -> Value) throws -> Value {
      do {
        return try read()
      } catch {
        throw CommandFailure(.usage, "\(error)")
      }
    }

    /// Where services really are.
    ///
    /// - Parameters:
    ///   - given: What stands behind `--map`.
    ///   - sources: What stands for it when it is not given.
    /// - Returns: The addresses by those they stand for.
    /// - Throws: `CommandFailure` with status 64, `ProjectFileError`.
    static func addressMap(
      _ given: [String], _ sources: SettingSources
    ) throws -> [Upstream.Address: Upstream.Address] {
      var map = [Upstream.Address: Upstream.Address]()
      func add(_ entry: String, orThrow failure: (String) -> any Error) throws {
        let sides = entry.split(separator: "=", maxSplits: 1).map { address(String($0)) }
        guard sides.count == 2, let service = sides[0], let place = sides[1] else {
          throw failure(
            "'\(entry)' is not HOST:PORT=ADDRESS:PORT, such as api.test:443=127.0.0.1:8443")
        }
        map[service] = place
      }
      for entry in sources.words(given, "MAP", []) {
        try add(entry) { CommandFailure(.usage, "--map \($0)") }
      }
      if map.isEmpty, let file = sources.file {
        for entry in file.addressMap { try add(entry.text) { file.error(at: entry, $0) } }
      }
      return map
    }

    /// A host and a port; an IPv6 literal stands in brackets (RFC 3986 §3.2.2).
    ///
    /// - Parameters:
    ///   - text: What the user wrote.
    ///   - lowestPort: 0 where any free port may be asked for.
    /// - Returns: Nil when it is neither.
    static func address(_ text: String, lowestPort: UInt16 = 1) -> Upstream.Address? {
      guard let colon = text.lastIndex(of: ":"),
        let port = UInt16(text[text.index(after: colon)...]),
        port >= lowestPort
      else { return nil }
      var host = text[..<colon]
      if host.hasPrefix("["), host.hasSuffix("]") {
        host = host.dropFirst().dropLast()
      } else if host.contains(":") {
        return nil
      }
      guard !host.isEmpty else { return nil }
      return Upstream.Address(host: host.lowercased(), port: Int(port))
    }
  }
#endif
