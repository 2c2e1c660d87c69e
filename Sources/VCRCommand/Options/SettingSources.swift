#if CommandLineTool
  import VCRCore

  /// Where settings come from when the command line does not say them: the `VCR_` variables, then
  /// `.vcr.yaml`.
  struct SettingSources {
    /// The environment of `vcr` itself.
    let environment: [String: String]
    /// The project's file; nil when there is none.
    let file: ProjectFile?

    /// What stands for options in the current folder.
    ///
    /// - Parameter environment: The environment of `vcr` itself.
    /// - Returns: The environment with the nearest `.vcr.yaml`.
    /// - Throws: `ProjectFileError`.
    static func here(_ environment: [String: String]) throws -> SettingSources {
      SettingSources(environment: environment, file: try ProjectFile.nearest(to: "."))
    }

    /// The value of a variable; nil when it is not set, or empty.
    ///
    /// - Parameter name: Its name without `VCR_`.
    /// - Returns: The value.
    func variable(_ name: String) -> String? {
      environment["VCR_" + name].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// A setting that is on or off.
    ///
    /// - Parameters:
    ///   - given: True when the command line has the option.
    ///   - name: The variable's name without `VCR_`.
    ///   - inFile: What the file says.
    /// - Returns: Whether it is on.
    func flag(_ given: Bool, _ name: String, _ inFile: Bool?) -> Bool {
      if given { return true }
      guard let word = variable(name) else { return inFile ?? false }
      return !["0", "false", "no"].contains(word.lowercased())
    }

    /// Words with commas between them.
    ///
    /// - Parameters:
    ///   - given: What the command line says.
    ///   - name: The variable's name without `VCR_`.
    ///   - inFile: What the file says.
    /// - Returns: The words of the first that says any.
    func words(_ given: [String], _ name: String, _ inFile: [String]) -> [String] {
      if !given.isEmpty { return given.flatMap(\.commaSeparatedWords) }
      return variable(name)?.commaSeparatedWords ?? inFile
    }

    /// How old a recording may be, and what it means when it is older.
    ///
    /// - Parameters:
    ///   - age: The option `--expires`.
    ///   - policy: The option `--on-expired`.
    ///   - file: The `.vcr.yaml` that counts; nil when there is none.
    /// - Returns: Both, nil where nothing is said.
    /// - Throws: `CommandFailure` with status 64.
    func expiry(
      _ age: String?, _ policy: String?, _ file: ProjectFile?
    ) throws -> (Expiry?, ExpiryPolicy?) {
      do {
        return (
          try (age ?? variable("EXPIRES")).map(Expiry.init(named:)) ?? file?.expiry,
          try (policy ?? variable("ON_EXPIRED")).map(ExpiryPolicy.init(named:))
            ?? file?.expiryPolicy
        )
      } catch {
        throw CommandFailure(.usage, "\(error)")
      }
    }

    /// Where the outcome of a run is written.
    ///
    /// - Parameter given: The options `--report`.
    /// - Returns: Each file once; none when nothing is said of it.
    /// - Throws: `CommandFailure` with status 64.
    func reports(_ given: [String]) throws -> [ReportFile] {
      do {
        var words = given
        if words.isEmpty, let word = variable("REPORT") { words = [word] }
        guard !words.isEmpty else { return [file?.report].compactMap(\.self) }
        var reports: [ReportFile] = []
        for report in try words.map(ReportFile.init(named:)) where !reports.contains(report) {
          reports.append(report)
        }
        return reports
      } catch {
        throw CommandFailure(.usage, "--report \(error)")
      }
    }

    /// The policy.
    ///
    /// - Parameter given: What stands behind `--match`.
    /// - Returns: The policy of the first that says one.
    /// - Throws: `CommandFailure` with status 64.
    func equivalence(_ given: String?) throws -> RequestEquivalence {
      guard let words = given ?? variable("MATCH") else { return file?.equivalence ?? .standard }
      do {
        return try RequestEquivalence(parsing: words)
      } catch {
        throw CommandFailure(.usage, "--match '\(words)': \(error)")
      }
    }

    /// Files with more roots for the upstream; a path may hold a comma, so none is split.
    ///
    /// - Parameter given: What stands behind `--upstream-ca`.
    /// - Returns: The paths of the first that says any.
    func upstreamRoots(_ given: [String]) -> [String] {
      if !given.isEmpty { return given }
      return variable("UPSTREAM_CA").map { [$0] } ?? file?.upstreamRoots ?? []
    }

    /// How much is said: the option has the first word, whichever of the two it is.
    func level(_ options: SharedOptions) -> Console.Level {
      if options.quiet { return .quiet }
      if options.verbose { return .verbose }
      if flag(false, "QUIET", false) { return .quiet }
      if flag(false, "VERBOSE", false) { return .verbose }
      if flag(false, "QUIET", file?.isQuiet) { return .quiet }
      return flag(false, "VERBOSE", file?.isVerbose) ? .verbose : .normal
    }

    /// The rules of redaction, which add up: what one source names, no other can take away.
    ///
    /// - Parameters:
    ///   - options: The options of the command line.
    ///   - isOff: True for `--no-redaction`.
    /// - Returns: All rules beside the built-in ones.
    /// - Throws: `CommandFailure` with status 64.
    func redactionRules(_ options: RedactionOptions, isOff: Bool = false) throws -> RedactionRules {
      guard !isOff || options.isEmpty else {
        throw CommandFailure(
          .usage,
          "--no-redaction redacts nothing, so --redact, --redact-json and --secret cannot stand "
            + "beside it")
      }
      let typed = RedactionRules(
        names: options.redact.flatMap(\.commaSeparatedWords),
        paths: try options.redactJson.map { try Self.path($0, from: "--redact-json") },
        secrets: options.secret.flatMap(\.commaSeparatedWords))
      let set = RedactionRules(
        names: variable("REDACT")?.commaSeparatedWords ?? [],
        // A path may hold a comma, so this variable is one path.
        paths: try variable("REDACT_JSON").map { [try Self.path($0, from: "VCR_REDACT_JSON")] }
          ?? [],
        secrets: variable("SECRET")?.commaSeparatedWords ?? [])
      return typed + set + (file?.redactionRules ?? RedactionRules())
    }

    /// What is applied to cassettes that exist: every named secret must have a value to be found.
    ///
    /// - Parameter options: The options of the command line.
    /// - Returns: The built-in rules and all others.
    /// - Throws: `CommandFailure` with status 64.
    func redaction(_ options: RedactionOptions) throws -> Redaction {
      let redaction = try redactionRules(options).added(to: .standard) { environment[$0] }
      if let secret = redaction.unusableSecret {
        throw CommandFailure(.usage, secret.description())
      }
      return redaction
    }

    /// What may differ from run to run, which adds up: what one source names, no other takes away.
    ///
    /// - Parameter options: The options of the command line; nil for a command that has none.
    /// - Returns: The built-in list and what option, variable (`VCR_VOLATILE`) and file name.
    /// - Throws: `CommandFailure` with status 64.
    func volatility(_ options: VolatilityOptions?) throws -> Volatility {
      try Self.volatility(options?.volatile ?? [], from: "--volatile")
        .adding(Self.volatility(variable("VOLATILE").map { [$0] } ?? [], from: "VCR_VOLATILE"))
        .adding(file?.volatility ?? .standard)
    }

    private static func volatility(_ words: [String], from source: String) throws -> Volatility {
      do {
        return try Volatility(words: words)
      } catch {
        throw CommandFailure(.usage, "\(source): \(error)")
      }
    }

    private static func path(_ text: String, from source: String) throws -> JSONPath {
      do {
        return try JSONPath(parsing: text)
      } catch {
        throw CommandFailure(.usage, "\(source): \(error)")
      }
    }
  }
#endif
