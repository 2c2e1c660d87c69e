#if CommandLineTool
  import ArgumentParser
  import VCRCore

  /// `vcr recover`: takes up what an interrupted or failed recording left.
  struct RecoverCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "recover",
      abstract: "Take up what an interrupted or failed recording left beside a cassette."
    )

    @Argument(
      help: "The cassette; a name without .yaml means Cassettes/NAME.yaml.",
      completion: .file(extensions: ["yaml", "yml"]))
    var cassette: String

    func run() throws {
      let recovery: CassetteRecovery
      do {
        recovery = try CassetteRecovery.recover(cassette: CassettePath.path(named: cassette))
      } catch {
        throw CommandFailure(error)
      }
      let console = Console(
        level: .normal, allowsColor: true, environment: ProcessEnvironment.current().values)
      let count = Quantity.of(recovery.recovered, "interaction")
      console.note(
        "recovered \(count): \(recovery.cassette)"
          + (recovery.isTorn ? "; an incomplete one at the journal's end was dropped" : ""))
    }
  }
#endif
