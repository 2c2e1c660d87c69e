#if CommandLineTool
  import ArgumentParser

  /// `vcr doctor`: says what this machine allows.
  struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "doctor",
      abstract: "Say how far this machine lets vcr keep COMMAND from going round it.",
      discussion: """
        vcr doctor tries what vcr record and vcr replay do before they run COMMAND, and undoes it. \
        vcr env lists the variables that lead clients to vcr where nothing else does.
        """
    )

    func run() throws {
      let failure = Isolation.failure()
      var lines = ["isolation: \(failure == nil ? "namespaces" : "variables alone")", ""]
      if let failure {
        lines += [
          "  namespaces   not here: \(failure.reason)",
          "               to allow it: \(failure.remedy ?? "nothing that vcr knows of")",
          "  variables    yes: clients that read them come to vcr, and others go round it",
          "",
          "A replay is “not proven” here: nothing but COMMAND's good will keeps it from the network.",
          "--isolate require refuses to run COMMAND.",
        ]
      } else {
        lines += [
          "  namespaces   yes: COMMAND has a network of its own, and every connection comes to vcr",
          "  variables    as well: clients that read them need not be captured",
          "",
          "Clients that carry their own roots (Java, Node, certifi) still need the variables of vcr env",
          "to trust vcr. --isolate require makes sure of it where it matters, as in CI.",
        ]
      }
      try Output.standard.write(lines.joined(separator: "\n") + "\n")
    }
  }
#endif
