#if CommandLineTool
  import VCRCore
  import VCRProxy
  import VCRUpstream

  /// What a run is to do, read from the options, then the environment, then the defaults.
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

    /// Reads the settings of a run.
    ///
    /// - Parameters:
    ///   - verb: The verb that was typed.
    ///   - options: The options of the command line.
    ///   - origin: The service of the reverse form (`--upstream`).
    ///   - command: COMMAND's words.
    ///   - environment: The environment, whose `VCR_` variables stand for options not given.
    /// - Throws: `CommandFailure` with status 64.
    init(
      verb: Verb, options: SharedOptions, origin: String? = nil, command: [String],
      environment: [String: String]
    ) throws {
      func variable(_ name: String) -> String? {
        environment["VCR_" + name].flatMap { $0.isEmpty ? nil : $0 }
      }
      func list(_ given: [String], _ name: String) -> [String] {
        let words = given.isEmpty ? [variable(name) ?? ""] : given
        return words.flatMap { $0.split(separator: ",").map(String.init) }
      }
      func flag(_ given: Bool, _ name: String) -> Bool {
        given || !["", "0", "false", "no"].contains((variable(name) ?? "").lowercased())
      }

      self.verb = verb
      guard !command.isEmpty || options.listen != nil else {
        throw CommandFailure(
          .usage,
          "there is no COMMAND to run; put it after two dashes: vcr \(verb.rawValue) -- curl -s URL"
        )
      }
      let named = options.cassette ?? variable("CASSETTE")
      cassette =
        try named.map(CassettePath.path(named:))
        ?? command.first.map(CassettePath.path(ofCommand:))
        ?? Self.cassetteWithoutCommand(origin: origin)
      listen = try options.listen.map(Self.listenAddress)
      reverseOrigin = origin
      let word = options.mode ?? variable("MODE")
      isModeExplicit = word != nil
      mode =
        try Self.setting { try word.map(RecordMode.init(named:)) }
        ?? (verb == .record ? .once : .none)
      equivalence =
        try (options.match ?? variable("MATCH")).map(Self.equivalence(named:)) ?? .standard
      // A path may hold a comma, so this list is not split.
      upstreamRoots =
        options.upstreamCA.isEmpty
        ? [variable("UPSTREAM_CA")].compactMap { $0 } : options.upstreamCA
      passthroughHosts = list(options.passthrough, "PASSTHROUGH")
      addressMap = try Self.addressMap(list(options.map, "MAP"))
      // A path may hold a comma, so this list is not split either.
      let paths =
        options.redactJson.isEmpty
        ? [variable("REDACT_JSON")].compactMap { $0 } : options.redactJson
      redaction = try Self.redaction(
        names: list(options.redact, "REDACT"), paths: paths,
        secrets: list(options.secret, "SECRET"), environment: environment)
      isRepeating = flag(options.isRepeating, "REPEAT")
      requiresAll = flag(options.requireAll, "REQUIRE_ALL")
      let timing = options.latency ?? variable("LATENCY")
      latency = try Self.setting { try timing.map(Deck.Latency.init(named:)) } ?? .none
      level =
        flag(options.quiet, "QUIET")
        ? .quiet : flag(options.verbose, "VERBOSE") ? .verbose : .normal
      allowsColor = !options.noColor
    }

    /// The console these settings ask for.
    ///
    /// - Parameter environment: The environment of `vcr` itself.
    /// - Returns: The console.
    func makeConsole(environment: [String: String]) -> Console {
      Console(level: level, allowsColor: allowsColor, environment: environment)
    }

    // MARK: - Values in words

    private static func redaction(
      names: [String], paths: [String], secrets: [String], environment: [String: String]
    ) throws -> Redaction {
      var redaction = Redaction.standard.adding(.headers(names), .query(names))
      do {
        redaction = redaction.adding(.jsonPaths(try paths.map { try JSONPath(parsing: $0) }))
      } catch {
        throw CommandFailure(.usage, "--redact-json: \(error)")
      }
      for name in secrets {
        // Were a misspelt name let through, the secret would be on the disk.
        guard let value = environment[name], !value.isEmpty else {
          throw CommandFailure(.usage, "--secret \(name): there is no such environment variable")
        }
        redaction = redaction.adding(.secret(name, value: value))
      }
      return redaction
    }

    private static func listenAddress(_ text: String) throws -> Upstream.Address {
      guard let address = address(text, lowestPort: 0) else {
        throw CommandFailure(
          .usage,
          "--listen '\(text)' is not HOST:PORT, such as 127.0.0.1:8080 (port 0: any free one)")
      }
      return address
    }

    private static func cassetteWithoutCommand(origin: String?) throws -> String {
      guard let host = origin?.split(separator: "/").dropFirst().first else {
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

    private static func equivalence(named words: String) throws -> RequestEquivalence {
      do {
        return try RequestEquivalence(parsing: words)
      } catch {
        throw CommandFailure(.usage, "--match '\(words)': \(error)")
      }
    }

    private static func addressMap(
      _ entries: [String]
    ) throws -> [Upstream.Address: Upstream.Address] {
      var map = [Upstream.Address: Upstream.Address]()
      for entry in entries {
        let sides = entry.split(separator: "=", maxSplits: 1).map { address(String($0)) }
        guard sides.count == 2, let service = sides[0], let place = sides[1] else {
          throw CommandFailure(
            .usage,
            "--map '\(entry)' is not HOST:PORT=ADDRESS:PORT, such as api.test:443=127.0.0.1:8443")
        }
        map[service] = place
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
