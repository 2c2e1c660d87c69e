#if CommandLineTool
  import ArgumentParser
  import VCRProxy

  /// `vcr doctor`: says what this machine allows.
  struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "doctor",
      abstract: "Say how far this machine lets vcr keep COMMAND from going round it.",
      discussion: """
          vcr doctor

        vcr doctor tries what vcr record and vcr replay do before they run COMMAND, and undoes it. \
        vcr env lists the variables that lead clients to vcr where nothing else does, and \
        vcr env --clients what each client needs.
        """
    )

    /// A means, from the best to the last.
    private struct Means {
      var name: String
      /// The guarantee that it gives.
      var promise: String
      /// True when it proves that a replay has reached nothing but the cassette.
      var isProof: Bool
      /// Why this machine does not allow it.
      var failure: IsolationFailure?

      var lines: [String] {
        let place = "  " + name + String(repeating: " ", count: max(1, 23 - name.count))
        let rest = String(repeating: " ", count: 25)
        guard let failure else { return [place + "yes: \(promise)"] }
        return [
          place + "not here: \(failure.reason)",
          rest + "to allow it: \(failure.remedy ?? "nothing that vcr knows of")",
        ]
      }
    }

    func run() throws {
      let all = means
      let taken = all.first { $0.failure == nil }
      var lines = ProcessFolder.lack.map { ["no run begins here: \($0)"] } ?? []
      lines += ["isolation: \(taken?.name ?? "variables alone")", ""]
      lines += all.flatMap(\.lines)
      if taken?.isProof == true {
        lines += [
          "  variables              as well: clients that read them need not be captured",
          "",
          "Clients that carry their own roots (Java, Node, certifi) still need the variables of vcr env",
          "to trust vcr. --isolate require makes sure of it where it matters, as in CI.",
        ]
      } else {
        lines += [
          "  variables              yes: clients that read them come to vcr, and others go round it",
          "",
          "A replay is “not proven” here: nothing but COMMAND's good will keeps it from the network.",
          "--isolate require refuses to run COMMAND.",
        ]
      }
      lines += clients(areCaptured: taken?.isProof == true)
      lines += ["", "services:"]
      let way = try WayOut(environment: ProcessEnvironment.current().values)
      lines += (way.proxies?.lines ?? ["are reached directly: no variable names a proxy"])
        .map { "  " + $0 }
      try Output.standard.write(lines.joined(separator: "\n") + "\n")
    }

    /// The clients by what brings them to `vcr` on this machine.
    private func clients(areCaptured: Bool) -> [String] {
      func list(_ title: String, _ means: [KnownClient.Means]) -> [String] {
        let names = KnownClient.all.filter { means.contains($0.means) }.map(\.name)
        return ["  \(title):"] + Self.wrapped(names.joined(separator: ", "))
      }
      var lines = ["", "clients (vcr env --clients says what each needs):"]
      if areCaptured {
        lines += list("come to vcr whatever they read", [.either, .isolation])
        lines += list("come to vcr, and trust it by a variable", [.variables, .both])
        lines += list("come to vcr, and trust it over HTTPS only when told so", [.neither])
      } else {
        lines += list("come to vcr by variables", [.either, .variables])
        lines += list("go round vcr here, some for HTTPS alone", [.isolation, .both, .neither])
      }
      return lines
    }

    /// A list as lines of a screen's width, behind four spaces.
    private static func wrapped(_ text: String) -> [String] {
      var lines = [""]
      for word in text.split(separator: " ") {
        let last = lines[lines.count - 1]
        if last.isEmpty {
          lines[lines.count - 1] = String(word)
        } else if last.count + word.count < 75 {
          lines[lines.count - 1] += " " + word
        } else {
          lines.append(String(word))
        }
      }
      return lines.map { "    " + $0 }
    }

    private var means: [Means] {
      let namespaces = Means(
        name: "namespaces",
        promise: "COMMAND has a network of its own, and every connection comes to vcr",
        isProof: true, failure: Isolation.failure())
      #if os(Linux)
        return [
          namespaces,
          Means(
            name: "seccomp notification",
            promise: "vcr decides about COMMAND's connections, and every one comes to it",
            isProof: true, failure: SeccompIsolation.failure()),
          Means(
            name: "Landlock",
            promise: "a replay connects to few ports; UDP goes round vcr",
            isProof: false, failure: LandlockIsolation.failure()),
        ]
      #else
        return [namespaces]
      #endif
    }
  }
#endif
