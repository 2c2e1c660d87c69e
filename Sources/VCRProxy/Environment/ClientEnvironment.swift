#if CommandLineTool
  import VCRCore

  /// The environment variables that send every common client through the proxy.
  package struct ClientEnvironment: Sendable {
    /// The proxy's host, a literal address.
    var proxyHost: String
    /// The proxy's port, as text, so that documentation can show `PORT`.
    var proxyPort: String
    /// The user information before the host in the proxy's URL; nil where clients need none.
    var credential: String?
    /// The folder of the run's files.
    var folder: String
    /// Addresses with ports that clients reach without the proxy: the run's own listener.
    var direct: [String]

    /// Creates the variables of one run.
    ///
    /// - Parameters:
    ///   - proxyHost: The proxy's host, a literal address.
    ///   - proxyPort: The proxy's port.
    ///   - credential: The user information before the host in the proxy's URL; nil where clients
    ///     need none.
    ///   - folder: The folder of the run's files.
    ///   - direct: Addresses with ports that clients reach without the proxy.
    package init(
      proxyHost: String = "127.0.0.1", proxyPort: String, credential: String? = nil,
      folder: String, direct: [String] = []
    ) {
      self.proxyHost = proxyHost
      self.proxyPort = proxyPort
      self.credential = credential
      self.folder = folder
      self.direct = direct
    }

    /// The URL of the proxy.
    package var proxyURL: String {
      credential.map { "http://\($0)@\(proxyHost):\(proxyPort)" } ?? address
    }

    /// The same without a credential.
    package var address: String { "http://\(proxyHost):\(proxyPort)" }

    /// The path of the certificate of the run's authority.
    package var authorityFile: String { path(.authority) }

    /// The value of a variable.
    ///
    /// - Parameters:
    ///   - variable: A row of the table.
    ///   - inherited: The environment of `vcr` itself, whose options are kept before ours.
    ///   - ownRoots: The variables in which it names roots that the bundle of the run lacks.
    /// - Returns: The text to set.
    package func value(
      of variable: ClientVariable, inherited: [String: String] = [:],
      ownRoots: Set<ClientVariable> = []
    ) -> String {
      // The folder of the run has that file.
      guard !ownRoots.contains(variable) || variable.value == .runFolder else {
        return folder + "/" + variable.fileOfOwnRoots
      }
      let present = inherited[variable.name].flatMap { $0.isEmpty ? nil : $0 }
      switch variable.value {
      case .proxy: return proxyURL
      case .fixed(let text): return text
      case .direct: return direct.joined(separator: ",")
      case .bundle: return path(.bundle)
      case .authority: return path(.authority)
      case .folders:
        let others = present.map { [$0] } ?? SystemRoots.folders.filter(FileSystem.exists)
        return ([path(.rootFolder)] + others).joined(separator: ":")
      case .wgetSettings: return path(.wgetSettings)
      // An empty element stands for the folder compiled into PHP; later folders win.
      case .phpFolder: return (present ?? "") + ":" + path(.phpFolder)
      case .pythonPath:
        return [path(.pythonFolder), present].compactMap { $0 }.joined(separator: ":")
      case .rubyPath: return [path(.rubyFolder), present].compactMap { $0 }.joined(separator: ":")
      case .runFolder: return folder
      case .javaOptions: return [present, javaOptions].compactMap { $0 }.joined(separator: " ")
      case .nodeOptions:
        return [present, "--require " + Self.quoted(path(.nodePreload))]
          .compactMap { $0 }.joined(separator: " ")
      }
    }

    /// The names and values of the whole table.
    ///
    /// - Parameters:
    ///   - inherited: The environment of `vcr` itself.
    ///   - command: The words of COMMAND.
    /// - Returns: The variables to set for COMMAND.
    package func values(
      inherited: [String: String], command: [String] = []
    ) -> [String: String] {
      var values = [String: String]()
      let ownRoots = Set(OwnRoots.paths(inherited).keys)
      for variable in ClientVariable.allCases {
        values[variable.name] = value(of: variable, inherited: inherited, ownRoots: ownRoots)
      }
      let options = ClientVariable.nodeOptions.name
      let own = inherited[options] ?? ""
      // A Node with permissions loads no script that they do not name, and one without permissions
      // knows no option to name one. Isolation captures it, and newer ones read the variables.
      if Self.restrictsNode(command + [own]) { values[options] = own }
      return values
    }

    /// True when a word, which may be a script, has the option that gives Node permissions.
    private static func restrictsNode(_ words: [String]) -> Bool {
      words.contains { word in
        word.contains("-permission")
          && word.split { " \t\n'\"".contains($0) }
            .contains { $0 == "--permission" || $0 == "--experimental-permission" }
      }
    }

    /// Options for the Java virtual machine.
    ///
    /// The later of two equal options wins, so ours go after the user's. `nonProxyHosts` is empty
    /// because by default localhost bypasses the proxy.
    private var javaOptions: String {
      [
        "-Dhttp.proxyHost=\(proxyHost)", "-Dhttp.proxyPort=\(proxyPort)",
        "-Dhttps.proxyHost=\(proxyHost)", "-Dhttps.proxyPort=\(proxyPort)",
        "-Dhttp.nonProxyHosts=",
        Self.quoted("-Djavax.net.ssl.trustStore=" + path(.javaTrustStore)),
        "-Djavax.net.ssl.trustStoreType=JKS",
        "-Djavax.net.ssl.trustStorePassword=" + JavaTrustStore.password,
      ].joined(separator: " ")
    }

    private func path(_ file: RunFolder.File) -> String { folder + "/" + file.rawValue }

    /// Quotes an option, since Java and Node split theirs at spaces outside of double quotes.
    private static func quoted(_ text: String) -> String {
      text.contains(" ") ? "\"\(text)\"" : text
    }
  }
#endif
