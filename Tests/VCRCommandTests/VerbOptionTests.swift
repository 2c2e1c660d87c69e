#if CommandLineTool
  import ArgumentParser
  import TestSupport
  import Testing
  import VCRCore

  @testable import VCRCommand

  /// The options that the help of each verb lists, against those that the verb takes.
  struct VerbOptionTests {
    /// Those that are for typing, and not for git alone.
    private static let verbs = CommandLineTool.configuration.subcommands.map { $0.configuration }
      .filter { $0.shouldDisplay }.compactMap { $0.commandName }

    /// A value for each option that does not take any word.
    private static let values = [
      "wait-time": "5", "retries": "1", "delay": "1", "timeout": "5", "jobs": "2",
      "rules": "old", "for": "pytest", "to": "har", "against": "http://a.test",
      "send-secrets": "http://a.test", "warn": "secret", "fail-on": "secret",
    ]

    @Test(arguments: [
      (["verify", "--delay", "-1", "a"], ["verify", "--delay=-1", "a"]),
      (["verify", "--delay", "-.5e3", "--all"], ["verify", "--delay=-.5e3", "--all"]),
      (["verify", "-v", "-1"], ["verify", "-v", "-1"]),
      (["record", "--jobs=2", "-1"], ["record", "--jobs=2", "-1"]),
      (
        ["record", "-c", "a", "--", "x", "--n", "-1"],
        ["record", "-c", "a", "--", "x", "--n", "-1"]
      ),
    ])
    func `a negative number is the value of the option before it`(
      words: [String], joined: [String]
    ) {
      #expect(NegativeNumbers.joined(in: words) == joined)
    }

    @Test(arguments: ["--delay", "--retries", "--jobs", "--timeout", "--wait-time"])
    func `a value below the range of an option is said to be that`(option: String) async throws {
      let workshop = try Workshop()
      let result = try await workshop.vcr("verify", option, "-1", "a.yaml")
      #expect(result.status == 64)
      #expect(result.errorText.contains("\(option) takes"), "\(result.errorText)")
    }

    private func command(_ verb: String) throws -> any ParsableCommand.Type {
      try #require(
        CommandLineTool.configuration.subcommands.first { $0.configuration.commandName == verb })
    }

    /// The options of a verb's help, each with whether it takes a value.
    private func options(
      of command: any ParsableCommand.Type
    ) -> [(name: String, takesValue: Bool)] {
      CommandLineTool.helpMessage(for: command, includeHidden: true)
        .matches(of: /(?m)^  (?:-\w, )?--([a-z-]+)( <)?/)
        .map { (String($0.1), $0.2 != nil) }
        .filter { !["help", "version"].contains($0.0) }
    }

    /// What else a verb has to be told.
    private static let operands = [
      "record": ["--", "true"], "replay": ["--", "true"], "noise": ["--", "true"],
      "diff": ["a", "b"], "convert": ["a", "b"], "show": ["a"], "verify": ["a"], "recover": ["a"],
      "redact": ["a"],
    ]

    /// What the parser says of an option of a verb; nil when it takes it.
    private func refusal(_ verb: String, _ option: [String]) throws -> String? {
      let command = try command(verb)
      do {
        _ = try command.parse(option + (Self.operands[verb] ?? []))
        return nil
      } catch {
        return command.message(for: error)
      }
    }

    @Test(arguments: verbs)
    func `a verb takes what its help lists, and of the settings nothing else`(verb: String) throws {
      let options = options(of: try command(verb))
      #expect(try refusal(verb, []) == nil)
      for (name, takesValue) in options {
        let values = takesValue ? Self.values[name].map { [$0] } ?? ["text", "json"] : [""]
        let refusals = try values.map { value in
          try refusal(verb, ["--" + name] + (takesValue ? [value] : []))
        }
        #expect(refusals.contains(nil), "vcr \(verb) --\(name): \(refusals)")
      }
      for row in SettingTable.rows where !options.contains(where: { $0.name == row.name }) {
        let words = try #require(try refusal(verb, [row.option]), "vcr \(verb) \(row.option)")
        #expect(words.hasPrefix("Unknown option '\(row.option)'"), "\(words)")
      }
    }

    @Test func `an option of another verb is refused by its name`() async throws {
      let workshop = try Workshop()
      for (words, message) in [
        (
          ["noise", "-c", "a", "--", "true"],
          "-c is not for vcr noise; it is an option of vcr record"
        ),
        (["noise", "--scopes", "--", "true"], "--scopes is not for vcr noise"),
        (["show", "a", "--match"], "--match is not for vcr show; it is an option of vcr record"),
        (["recover", "a", "--quiet"], "--quiet is not for vcr recover"),
      ] {
        let result = try await workshop.vcr(words)
        #expect(result.status == 64)
        #expect(result.errorText.contains(message), "\(result.errorText)")
        #expect(!result.errorText.contains("vcr init"), "\(result.errorText)")
      }
    }
  }
#endif
