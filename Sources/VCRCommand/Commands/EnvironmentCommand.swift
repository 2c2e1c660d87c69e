#if CommandLineTool
  import ArgumentParser
  import VCRProxy

  /// `vcr env`: prints the variables that COMMAND would get.
  struct EnvironmentCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "env",
      abstract: "Print the variables that COMMAND gets, each with the clients it is for.",
      discussion: "PORT and FOLDER are chosen anew for every run."
    )

    func run() throws {
      let inherited = ProcessEnvironment.current().values
      let environment = ClientEnvironment(proxyPort: "PORT", folder: "FOLDER")
      var text = ""
      for variable in ClientVariable.all {
        let value = environment.value(of: variable, inherited: inherited)
        let note = variable.note.isEmpty ? "" : " (\(variable.note))"
        text += "# \(variable.clients)\(note)\n\(variable.name)=\(value)\n"
      }
      try Output.standard.write(text)
    }
  }
#endif
