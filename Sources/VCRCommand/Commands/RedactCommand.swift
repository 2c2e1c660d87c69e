#if CommandLineTool
  import ArgumentParser
  import VCRCore
  import VCRReview
  import VCRUpstream

  /// `vcr redact`: applies the current redaction rules to existing cassettes.
  struct RedactCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "redact",
      abstract: "Apply today's redaction rules to cassettes that exist.",
      usage: "vcr redact [options] <cassette> ...",
      discussion: """
          vcr redact --dry-run Cassettes/*.yaml

        Only the values that hold a secret are written again, those in comments and under unknown \
        keys as well: all else stays byte for byte, and a second run changes nothing. A secret that \
        cannot be replaced without changing a message (the name of a header field) stays, and its \
        line is named. What another tool wrote is redacted on the way by vcr convert.

        With --lean the responses lose what vcr record --lean does not record either, each field \
        with its lines. A response of 400 or more keeps what is left of its limit.
        """
    )

    @Argument(
      help: ArgumentHelp(
        "The cassettes, or journals (NAME.yaml.recording) that an interrupted recording left.",
        valueName: "cassette"),
      completion: .file(extensions: ["yaml", "yml", "recording"]))
    var cassettes: [String]

    @Flag(help: "Say what would be replaced and write nothing.")
    var dryRun = false

    @Flag(
      SettingTable.lean,
      help: "Leave out request ids, traces, limits and timings of responses as well.")
    var isLean = false

    @OptionGroup var redaction: RedactionOptions

    func run() throws {
      let environment = ProcessEnvironment.current().values
      let console = Console(level: .normal, allowsColor: true, environment: environment)
      let sources = try SettingSources.here(environment)
      let rules = try sources.redaction(redaction)
      for notice in rules.secretNotices { console.note(notice) }
      let redactor = CassetteRedactor(rules, isLean: isLean)
      var failure: CommandFailure?
      var changed = 0
      for cassette in cassettes {
        let path =
          cassette.hasSuffix(RecordingSuffix.journal)
          ? cassette : CassettePath.path(named: cassette)
        do {
          let outcome = try redactor.redact(path: path, isDryRun: dryRun)
          console.note("\(path): \(words(outcome))")
          for line in outcome.remaining {
            console.warning(
              "\(path):\(line): a secret stays, as to replace it would change the message; edit the "
                + "line")
          }
          if outcome.interactions > 0 || outcome.others > 0 || outcome.fields > 0 { changed += 1 }
        } catch {
          var problem = CommandFailure(error, named: path)
          if error is CassetteError, !problem.description.contains("vcr convert"), isForeign(path) {
            problem.description +=
              "; it is a recording of another tool: vcr convert \(path.shellWord) NEW.yaml"
          }
          console.error(problem.description)
          failure = failure ?? problem
        }
      }
      if let failure { ExitStatus.end(failure.status.rawValue) }
      if dryRun, changed > 0 { ExitStatus.end(1) }
    }

    /// True for a recording of another tool.
    private func isForeign(_ path: String) -> Bool {
      (try? ForeignCassette(path: path, inflating: StoredBodies.inflated)) != nil
    }

    private func words(_ outcome: CassetteRedactor.Outcome) -> String {
      var parts: [String] = []
      if outcome.interactions > 0 {
        parts.append(
          "\(Quantity.of(outcome.values, "value")) in "
            + Quantity.of(outcome.interactions, "interaction"))
      }
      if outcome.others > 0 {
        parts.append("\(Quantity.of(outcome.others, "value")) beside the messages")
      }
      var sentence: [String] = []
      if !parts.isEmpty {
        let verb = dryRun ? "would replace " : "replaced "
        sentence.append(verb + parts.joined(separator: " and "))
      }
      if outcome.fields > 0 {
        sentence.append(
          (dryRun ? "would leave out " : "left out ")
            + Quantity.of(outcome.fields, "field") + " of responses")
      }
      guard sentence.isEmpty else { return sentence.joined(separator: "; ") }
      return outcome.remaining.isEmpty ? "nothing to redact" : "nothing that can be replaced"
    }
  }
#endif
