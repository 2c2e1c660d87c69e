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
        if the recording had ended well, and the journal is removed.
        """
    )

    @Argument(
      help: "The cassette; a name without .yaml means Cassettes/NAME.yaml.",
      completion: .file(extensions: ["yaml", "yml"]))
    var cassette: String

    func run() throws {
      let environment = ProcessEnvironment.current().values
      let path = CassettePath.path(named: cassette)
      let recovery: CassetteRecovery
      do {
        let sources = SettingSources(
          environment: environment, file: try ProjectFile.nearest(toCassette: path))
        recovery = try CassetteRecovery.recover(
          cassette: path, volatility: sources.volatility(nil))
      } catch let failure as CommandFailure {
        throw failure
      } catch {
        throw CommandFailure(error, named: path)
      }
      let console = Console(level: .normal, allowsColor: true, environment: environment)
      let count = Quantity.of(recovery.recovered, "interaction")
      console.note(
        "recovered \(count): \(recovery.cassette)"
          + (recovery.isTorn ? "; an incomplete one at the journal's end was dropped" : ""))
    }
  }
#endif
