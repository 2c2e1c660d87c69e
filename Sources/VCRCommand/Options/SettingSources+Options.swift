#if CommandLineTool
  import VCRCore
  import VCRUpstream

  /// Settings that belong together, and those of several options.
  extension SettingSources {
    /// Where the outcome of a run is written.
    ///
    /// - Parameter given: The options `--report`.
    /// - Returns: Each file once; none when no source has it.
    /// - Throws: `CommandFailure` with status 64.
    func reports(_ given: [String]) throws -> [ReportFile] {
      var reports: [ReportFile] = []
      for report in try values(SettingTable.report, given) where !reports.contains(report) {
        reports.append(report)
      }
      return reports
    }

    /// The amount of output.
    ///
    /// `--quiet` and `--verbose` take precedence over both variables, and these over the file.
    ///
    /// - Parameters:
    ///   - options: The options of the command line.
    ///   - traffic: Those that each verb has which records.
    /// - Returns: The level.
    /// - Throws: `CommandFailure` with status 64.
    func level(_ options: SharedOptions, _ traffic: TrafficOptions) throws -> Console.Level {
      if traffic.quiet { return .quiet }
      if options.verbose { return .verbose }
      if try inVariable(SettingTable.quiet)?.last == true { return .quiet }
      if try inVariable(SettingTable.verbose)?.last == true { return .verbose }
      if try isOn(SettingTable.quiet, false) { return .quiet }
      return try isOn(SettingTable.verbose, false) ? .verbose : .normal
    }

    /// The rules of redaction from all sources.
    ///
    /// - Parameters:
    ///   - options: The options of the command line; nil for a command that has none.
    ///   - isOff: True for `--no-redaction`.
    /// - Returns: All rules beside the built-in ones.
    /// - Throws: `CommandFailure` with status 64.
    func redactionRules(
      _ options: RedactionOptions?, isOff: Bool = false
    ) throws -> RedactionRules {
      guard !isOff || options?.isEmpty != false else {
        throw CommandFailure(
          .usage,
          "--no-redaction redacts nothing, so --redact, --redact-json and --secret cannot stand "
            + "beside it")
      }
      return RedactionRules(
        try sum(SettingTable.redact, options?.redact ?? []),
        paths: try sum(SettingTable.redactJSON, options?.redactJson ?? []),
        secrets: try sum(SettingTable.secret, options?.secret ?? []))
    }

    /// The redaction for cassettes that exist: every named secret must have a value to be found.
    ///
    /// - Parameters:
    ///   - options: The options of the command line.
    ///   - isOff: True for `--no-redaction`.
    /// - Returns: The built-in rules and all others; none when it is switched off.
    /// - Throws: `CommandFailure` with status 64.
    func redaction(_ options: RedactionOptions, isOff: Bool = false) throws -> Redaction {
      let rules = try redactionRules(options, isOff: isOff)
      if isOff { return .none }
      let redaction = rules.added(to: .standard) { environment[$0] }
      if let secret = redaction.unusableSecret {
        throw CommandFailure(.usage, secret.description())
      }
      return redaction
    }

    /// Returns the parts that may differ from run to run, from all sources.
    ///
    /// - Parameter options: The options of the command line; nil for a command that has none.
    /// - Returns: The built-in list and what the sources name.
    /// - Throws: `CommandFailure` with status 64.
    func volatility(_ options: VolatilityOptions?) throws -> Volatility {
      Volatility(try sum(SettingTable.volatile, options?.volatile ?? []))
    }

    /// The real addresses of services.
    ///
    /// - Parameter given: The options `--map`.
    /// - Returns: The addresses by those in the URLs of requests.
    /// - Throws: `CommandFailure` with status 64.
    func addressMap(_ given: [String]) throws -> [Upstream.Address: Upstream.Address] {
      var map: [Upstream.Address: Upstream.Address] = [:]
      for mapping in try values(SettingTable.map, given) {
        map[Upstream.Address(mapping.service)] = Upstream.Address(mapping.place)
      }
      return map
    }
  }

  extension Upstream.Address {
    /// The address of a setting.
    init(_ address: ServiceAddress) { self.init(host: address.host, port: address.port) }
  }
#endif
