#if CommandLineTool
  import VCRCore
  import VCRUpstream

  /// The sources of settings in their order: the command line, the `VCR_` variables, `.vcr.yaml`.
  struct SettingSources {
    /// The environment of `vcr` itself.
    let environment: [String: String]
    /// The project's file; nil when there is none.
    let file: ProjectFile?

    /// The sources in the current folder.
    ///
    /// - Parameter environment: The environment of `vcr` itself.
    /// - Returns: The environment with the nearest `.vcr.yaml`.
    /// - Throws: `ProjectFileError`.
    static func here(_ environment: [String: String]) throws -> SettingSources {
      SettingSources(environment: environment, file: try ProjectFile.nearest(to: "."))
    }

    // MARK: - One setting

    /// The values of a setting from its option, or else from its variable.
    ///
    /// - Parameters:
    ///   - setting: The setting.
    ///   - given: The texts of its option.
    /// - Returns: The values; nil where neither is given.
    /// - Throws: `CommandFailure` with status 64, which names the option or the variable.
    func typed<Value>(_ setting: Setting<Value>, _ given: [String]) throws -> [Value]? {
      given.isEmpty ? try inVariable(setting) : try Self.read(setting, given)
    }

    /// The value of a setting from its option, or else from its variable.
    ///
    /// - Parameters:
    ///   - setting: The setting.
    ///   - given: The text of its option.
    /// - Returns: The value; nil where neither is given.
    /// - Throws: `CommandFailure` with status 64, which names the option or the variable.
    func typed<Value>(_ setting: Setting<Value>, _ given: String?) throws -> Value? {
      try typed(setting, [given].compactMap(\.self))?.last
    }

    /// The values of a setting from the first source that has it.
    ///
    /// - Parameters:
    ///   - setting: The setting.
    ///   - given: The texts of its option.
    /// - Returns: The values; none where no source has it.
    /// - Throws: `CommandFailure` with status 64, which names the option or the variable.
    func values<Value>(_ setting: Setting<Value>, _ given: [String]) throws -> [Value] {
      try typed(setting, given) ?? file?[setting] ?? []
    }

    /// The value of a setting from the first source that has it.
    ///
    /// - Parameters:
    ///   - setting: The setting.
    ///   - given: The text of its option.
    /// - Returns: The value; nil where no source has it.
    /// - Throws: `CommandFailure` with status 64, which names the option or the variable.
    func value<Value>(_ setting: Setting<Value>, _ given: String?) throws -> Value? {
      try values(setting, [given].compactMap(\.self)).last
    }

    /// The values of a setting from all sources, which add up: what one source names, no other can
    /// take away.
    ///
    /// - Parameters:
    ///   - setting: The setting.
    ///   - given: The texts of its option.
    /// - Returns: All values.
    /// - Throws: `CommandFailure` with status 64, which names the option or the variable.
    func sum<Value>(_ setting: Setting<Value>, _ given: [String]) throws -> [Value] {
      try Self.read(setting, given) + (inVariable(setting) ?? []) + (file?[setting] ?? [])
    }

    /// Whether a setting is on.
    ///
    /// - Parameters:
    ///   - setting: The setting.
    ///   - given: True when the command line has the flag.
    /// - Returns: The value of the first source that has it; false where none has it.
    /// - Throws: `CommandFailure` with status 64.
    func isOn(_ setting: Setting<Bool>, _ given: Bool) throws -> Bool {
      try given || value(setting, nil) == true
    }

    /// The values that a setting's variable gives; nil when it is not set, or empty.
    private func inVariable<Value>(_ setting: Setting<Value>) throws -> [Value]? {
      do {
        return try setting.values(in: environment)
      } catch {
        throw CommandFailure(.usage, "\(error)")
      }
    }

    private static func read<Value>(
      _ setting: Setting<Value>, _ texts: [String]
    ) throws -> [Value] {
      let option = setting.row.option
      do {
        return try texts.flatMap(setting.values(of:))
      } catch let error as SettingError {
        throw CommandFailure(.usage, "\(option) \(error)")
      } catch let error as EquivalenceSyntaxError {
        throw CommandFailure(.usage, "\(option) '\(error.text)': \(error)")
      } catch {
        throw CommandFailure(.usage, "\(option): \(error)")
      }
    }

    // MARK: - Settings that belong together

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
    /// - Parameter options: The options of the command line.
    /// - Returns: The level.
    /// - Throws: `CommandFailure` with status 64.
    func level(_ options: SharedOptions) throws -> Console.Level {
      if options.traffic.quiet { return .quiet }
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
