#if CommandLineTool
  /// A set-up of a client, and what brings its requests to `vcr`.
  ///
  /// The table ``all`` is what `vcr env --clients`, `vcr doctor`, the documentation and the advice
  /// to a client that refuses a certificate are made of, and what says for whom a variable is.
  package struct KnownClient: Sendable {
    /// The means that bring the requests of a client to `vcr`, and make it trust the certificates
    /// of the run.
    package enum Means: String, Sendable {
      /// Variables, and isolation without any variable.
      case either
      /// Variables; isolation alone captures it, but it does not trust the system's roots.
      case variables
      /// Isolation, and no variable: it reads none, or not all that it would need.
      case isolation
      /// Isolation for the way and a variable for the trust.
      case both
      /// Neither leads to an HTTPS exchange unless it gets further options.
      case neither

      /// The words of the table for it.
      package var description: String {
        switch self {
        case .either: "variables or isolation"
        case .variables: "variables"
        case .isolation: "isolation"
        case .both: "isolation and variables"
        case .neither: "HTTP alone; HTTPS by the remedy"
        }
      }
    }

    /// The language or the tool, and the client.
    package var name: String
    /// The means that bring its requests to `vcr`.
    package var means: Means
    /// The variables that it reads, for the proxy and for its roots.
    package var variables: [ClientVariable]
    /// The step to take when it refuses the certificates of the run all the same.
    package var remedy: String
    /// How it begins its own name when it asks for a tunnel.
    package var agent: String?
    /// The programs that it may be, or run in, without a version at the end.
    package var programs: [String]

    /// The variables that it reads, as the table shows them: not those that are another spelling of
    /// one.
    package var shownVariables: [ClientVariable] {
      variables.filter { variable in
        switch variable {
        case .noProxy, .upperNoProxy, .noGRPCProxy, .upperHTTPProxy, .upperHTTPSProxy,
          .upperAllProxy:
          false
        default: true
        }
      }
    }

    // MARK: - The table

    private static let columns = ["Client", "Comes by", "Reads", "If it refuses the certificate"]

    /// The cells of its row.
    private var cells: [String] {
      [
        name, means.description,
        variables.isEmpty
          ? "none" : shownVariables.map { "`\($0.name)`" }.joined(separator: ", "),
        remedy,
      ]
    }

    /// The whole table, in Markdown, aligned but for the last column.
    package static var table: String {
      let rows = [columns] + all.map(\.cells)
      let widths = (0..<columns.count - 1).map { column in
        rows.map { $0[column].count }.max() ?? 0
      }
      var lines = rows.map { cells in
        let padded = zip(cells, widths).map { cell, width in
          cell + String(repeating: " ", count: width - cell.count)
        }
        return "| " + (padded + cells.suffix(1)).joined(separator: " | ") + " |"
      }
      let dashes = widths.map { String(repeating: "-", count: $0) } + ["---"]
      lines.insert("| " + dashes.joined(separator: " | ") + " |", at: 1)
      return lines.joined(separator: "\n") + "\n"
    }

    /// The names of those that read a variable, in the table's order.
    package static func names(reading variable: ClientVariable) -> String {
      all.filter { $0.variables.contains(variable) }.map(\.name).joined(separator: ", ")
    }

    // MARK: - Finding one

    /// The clients that one may be which refuses a certificate.
    ///
    /// - Parameters:
    ///   - agent: The name that it gave itself when it asked for a tunnel; nil when it did not.
    ///   - words: The words of COMMAND; where one is a script for a shell, its words count, too.
    /// - Returns: Those whose name it gave, or else those whose programs COMMAND names; empty for a
    ///   client that the table does not have.
    package static func candidates(agent: String?, words: [String]) -> [KnownClient] {
      if let agent = agent?.lowercased() {
        let named = all.filter { client in
          client.agent.map { agent.hasPrefix($0.lowercased()) } ?? false
        }
        if !named.isEmpty { return named }
      }
      let programs = Set(programs(in: words))
      return all.filter { !programs.isDisjoint(with: $0.programs) }
    }

    /// What may be the name of a program among the words of COMMAND, without folder and version.
    private static func programs(in words: [String]) -> [String] {
      words.flatMap { $0.split { " \t\n;|&()\"'`$=".contains($0) } }
        .compactMap { word -> String? in
          guard let last = word.split(separator: "/").last else { return nil }
          // `python3.11` is python.
          let name = last.reversed().drop { $0.isNumber || $0 == "." || $0 == "-" }
          return name.isEmpty ? nil : String(name.reversed())
        }
    }

    /// The most remedies that one line names.
    private static let mostRemedies = 3

    /// Returns the advice about a client that refuses the certificates of the run, in one line.
    ///
    /// - Parameters:
    ///   - agent: The name that it gave itself when it asked for a tunnel; nil when it did not.
    ///   - words: The words of COMMAND.
    ///   - host: The host that it wanted to reach.
    ///   - isByChoice: True when COMMAND is led by variables alone although it might be isolated.
    /// - Returns: The advice.
    package static func advice(
      agent: String?, words: [String], host: String, isByChoice: Bool = false
    ) -> String {
      let candidates = candidates(agent: agent, words: words)
      var remedies: [(names: [String], text: String)] = []
      for client in candidates {
        if let place = remedies.firstIndex(where: { $0.text == client.remedy }) {
          remedies[place].names.append(client.name)
        } else {
          remedies.append(([client.name], client.remedy))
        }
      }
      // The system's file of roots has the authority of the run for an isolated COMMAND alone, and
      // a program in a language may use any library for TLS.
      let isolated = isByChoice ? "or leave out --isolate off, if it has the system's roots; " : ""
      let way = isolated + "or let the host through: --passthrough \(host)"
      switch remedies.count {
      case 0:
        return
          "it has roots of its own and reads none of the variables that vcr env lists. Make it trust "
          + "SSL_CERT_FILE, \(way)"
      case 1: return "\(remedies[0].text); \(way)"
      case (mostRemedies + 1)...:
        let known = Set(candidates.flatMap(\.programs))
        let program = programs(in: words).first(where: known.contains) ?? "these"
        return
          "give it no roots of its own, or those of $SSL_CERT_FILE: vcr env --clients says how, for "
          + "each client of \(program); \(way)"
      default:
        return remedies.map { "\($0.names.joined(separator: ", ")): \($0.text)" }
          .joined(separator: "; ") + "; \(way)"
      }
    }
  }
#endif
