#if CommandLineTool
  import ArgumentParser
  import VCRProxy

  /// `vcr env`: prints the variables that COMMAND would get.
  struct EnvironmentCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "env",
      abstract: "Print the variables that COMMAND gets, each with the clients it is for.",
      discussion: """
          vcr env
          vcr env --clients

        PORT and FOLDER are chosen for every run. A value of your own is kept in front of what vcr adds.
        """
    )

    @Flag(
      help: """
        Print the table of clients instead: what brings each to vcr, what it reads, and what to do when \
        it refuses the certificates of a run.
        """)
    var clients = false

    func run() throws {
      guard !clients else { return try Output.standard.write(KnownClient.table) }
      let inherited = ProcessEnvironment.current().values
      let environment = ClientEnvironment(proxyPort: "PORT", folder: "FOLDER")
      let values = environment.values(inherited: inherited)
      var text = ""
      for variable in ClientVariable.allCases {
        let value = values[variable.name] ?? ""
        let note = variable.note.isEmpty ? "" : " (\(variable.note))"
        text += "# \(variable.clients)\(note)\n\(variable.name)=\(value)\n"
      }
      try Output.standard.write(text)
    }
  }
#endif
