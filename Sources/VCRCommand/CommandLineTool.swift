#if CommandLineTool
  import ArgumentParser
  import VCRCore
  import VCRReview
  import VCRUpstream

  /// The command `vcr`: its verbs, and how a parse of the command line is acted upon.
  struct CommandLineTool: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "vcr",
      abstract: "Records and replays the HTTP traffic of any program.",
      usage: "vcr <verb> [options]",
      discussion: """
        FIRST STEPS:
          vcr record -- curl -s https://api.example.com/users/42
          vcr replay -- curl -s https://api.example.com/users/42
          vcr show curl

        \(ExitStatus.help)
        """,
      version: "0.1.0",
      subcommands: [
        RecordCommand.self, ReplayCommand.self, ShowCommand.self, DiffCommand.self,
        VerifyCommand.self, NoiseCommand.self, RecoverCommand.self,
        ConvertCommand.self, CheckCommand.self, RedactCommand.self, EnvironmentCommand.self,
        DoctorCommand.self,
        InitCommand.self, GitTextconvCommand.self, GitDiffCommand.self, GitMergeCommand.self,
      ]
    )

    /// Parses the command line, does what it says, and exits.
    ///
    /// - Parameter arguments: The arguments without the program's name.
    static func start(arguments: [String]) -> Never {
      SignalState.keepOverFileLimit()
      SignalState.keepEndsOfChildren()
      let (parsed, rest) = CommandArguments.divided(
        NegativeNumbers.joined(in: arguments), of: Suggestion.runs)
      // A message that says what is to be typed is cut off there.
      let arguments =
        arguments == ["version"] ? ["--version"] : parsed + (rest.isEmpty ? [] : ["…"])
      let environment = ProcessEnvironment.current()
      let console = Console(level: .normal, allowsColor: true, environment: environment.values)
      if let message = Suggestion.forUnknownVerb(in: arguments)
        ?? Suggestion.forEmptyPath(in: arguments) ?? Suggestion.forSingleDash(in: arguments)
      {
        console.error(message)
        ExitStatus.end(ExitStatus.usage.rawValue)
      }
      ForeignReading.use { path, content, redaction in
        let rules =
          try redaction
          ?? SettingSources(
            environment: environment.values, file: try ProjectFile.nearest(toCassette: path)
          ).redaction(try RedactionOptions.parse([]))
        return try ForeignCassette.cassette(
          path: path, content: content, inflating: StoredBodies.inflated,
          decoding: StoredBodies.decode, redaction: rules)
      }
      do {
        var command = try verb(in: arguments)
        if let command = command as? any ProcessRunning {
          var words = command.command
          if !rest.isEmpty {
            words.removeLast()
            words += rest
          }
          try run(command, words, environment: environment)
        }
        try command.run()
        ExitStatus.end(0)
      } catch let error as ProjectFileError {
        fail(CommandFailure(error), console: console)
      } catch let failure as CommandFailure {
        fail(failure, console: console)
      } catch {
        if let message = Suggestion.forMissingOption(in: arguments)
          ?? Suggestion.forMissingDashes(in: arguments)
          ?? Suggestion.forOptionOfOtherVerb(in: arguments, error)
          ?? Suggestion.forUnknownOption(in: arguments, error)
        {
          console.error(message)
          ExitStatus.end(ExitStatus.usage.rawValue)
        }
        finish(with: error, console: console)
      }
    }

    /// The verb of a command line, with its options.
    ///
    /// A verb that comes first is parsed by itself, in half the time: the parser of all verbs makes
    /// a list of the options of one, and of all that they may be, whenever it looks at it. What is
    /// wrong in a command line is told by that one, which knows the words around it, and so is what
    /// asks for help.
    private static func verb(in arguments: [String]) throws -> any ParsableCommand {
      let named = configuration.subcommands.first {
        $0.configuration.commandName == arguments.first
      }
      if let verb = try? named?.parseAsRoot(Array(arguments.dropFirst())), type(of: verb) == named {
        return verb
      }
      return try parseAsRoot(arguments)
    }

    /// Runs a verb that starts COMMAND: the main thread receives the signals from here on, and the
    /// verb runs on another one.
    ///
    /// - Parameters:
    ///   - command: The verb.
    ///   - words: All words of COMMAND.
    ///   - environment: The environment of `vcr`.
    /// - Throws: `CommandFailure`, `ProjectFileError`.
    private static func run(
      _ command: any ProcessRunning, _ words: [String], environment: ProcessEnvironment
    ) throws -> Never {
      let settings = try command.settings(from: .here(environment.values))
      let console = settings.makeConsole(environment: environment.values)
      RedactionSwitch.noteIgnored(environment.values, console)
      for notice in MisspeltVariables.notices(in: environment.values) { console.note(notice) }
      let caller = CallerState()
      if let shortage = ProcessFolder.shortage ?? caller.limit.shortage ?? Timekeeper.shortage {
        fail(CommandFailure(.systemFault, shortage), console: console)
      }
      let relay = try SignalRelay {
        console.note(
          "COMMAND does not end \(SignalRelay.endingTime) s after SIGTERM, or was sent it twice, and "
            + "is killed")
      } onOverdue: { signal in
        console.error(
          "ended by signal \(signal) before the run was closed; to keep what was recorded: vcr "
            + "recover \(settings.cassette)")
      }
      let session = ProcessSession(
        settings: settings,
        arguments: words,
        environment: environment,
        console: console,
        relay: relay,
        caller: caller
      )
      Task.detached {
        ExitStatus.end(await session.run())
      }
      relay.receiveForever()
    }

    private static func fail(_ failure: CommandFailure, console: Console) -> Never {
      console.error(failure.description)
      ExitStatus.end(failure.status.rawValue)
    }

    /// Prints what the parser wants printed: help to standard output, a wrong command line to
    /// standard error.
    private static func finish(with error: any Error, console: Console) -> Never {
      let code = exitCode(for: error)
      let message = fullMessage(for: error)
      guard code != .success else {
        do throws(CommandFailure) {
          try Output.standard.write(message + "\n")
        } catch {
          fail(error, console: console)
        }
        ExitStatus.end(0)
      }
      let label = "Error: "
      console.error(message.hasPrefix(label) ? String(message.dropFirst(label.count)) : message)
      ExitStatus.end(code.rawValue)
    }
  }
#endif
