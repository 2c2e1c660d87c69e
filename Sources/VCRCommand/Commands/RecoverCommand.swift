#if CommandLineTool
  import ArgumentParser
  import VCRCore

  /// `vcr recover`: completes an interrupted or failed recording from its journal.
  struct RecoverCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "recover",
      abstract: "Take up what an interrupted or failed recording left beside a cassette.",
      discussion: """
          vcr recover users

        The interactions of the journal (Cassettes/users.yaml.recording) are merged into the cassette as \
        if the recording had ended well, and the journal is removed. vcr recover Cassettes takes up those of all \
        cassettes in a folder, as --scopes leaves one a test.
        """
    )

    @Argument(
      help:
        "The cassette, or a folder of cassettes; a name without .yaml means Cassettes/NAME.yaml.",
      completion: .file(extensions: ["yaml", "yml"]))
    var cassette: String

    func run() throws {
      let environment = ProcessEnvironment.current().values
      guard let paths else {
        return try recover(CassettePath.path(named: cassette), environment)
      }
      guard !paths.isEmpty else {
        throw CommandFailure(
          .noCassette, "\(cassette): there is no interrupted recording to recover in this folder")
      }
      // What cannot be recovered keeps none of the others back.
      var failures: [CommandFailure] = []
      for path in paths {
        do {
          try recover(path, environment)
        } catch let failure as CommandFailure {
          failures.append(failure)
        }
      }
      guard let last = failures.popLast() else { return }
      for failure in failures { Self.console(environment).error(failure.description) }
      throw last
    }

    /// The cassettes of a folder beside which there is a journal; nil for what is no folder.
    private var paths: [String]? {
      let path = CassettePath.path(named: cassette)
      guard !FileSystem.exists(path), JournalPath.all(beside: path).isEmpty,
        let files = try? FolderListing.files(in: cassette, endingIn: [RecordingSuffix.journal])
      else { return nil }
      return Set(files.compactMap(JournalPath.cassette(of:))).sorted()
    }

    private static func console(_ environment: [String: String]) -> Console {
      Console(level: .normal, allowsColor: true, environment: environment)
    }

    private func recover(_ path: String, _ environment: [String: String]) throws {
      let recovery: CassetteRecovery
      do {
        let sources = SettingSources(
          environment: environment, file: try ProjectFile.nearest(toCassette: path))
        recovery = try CassetteRecovery.recover(
          cassette: path, volatility: sources.volatility(nil),
          redaction: sources.redactionRules(nil).added(to: .standard) { environment[$0] },
          isLean: sources.isOn(SettingTable.lean, false))
      } catch let failure as CommandFailure {
        throw failure
      } catch {
        throw CommandFailure(error, named: path)
      }
      let count = Quantity.of(recovery.recovered, "interaction")
      Self.console(environment).note(
        "recovered \(count): \(recovery.cassette)"
          + (recovery.isTorn ? "; an incomplete one at the journal's end was dropped" : ""))
    }
  }
#endif
