#if CommandLineTool
  #if canImport(FoundationEssentials)
    import FoundationEssentials
  #else
    import Foundation
  #endif
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif
  import VCRCore
  import VCRReview

  /// One run of `vcr noise`, from the settings to the exit status.
  struct NoiseRun: Sendable {
    /// The most lines about what cannot be named.
    private static let restLimit = 20
    /// The least time between the beginnings of both runs: what is a time in whole seconds is
    /// another one then.
    private static let pause = Duration.milliseconds(1500)

    private let words: [[UInt8]]
    private let environment: ProcessEnvironment
    private let executable: Executable
    private let caller: CallerState
    private let console: Console
    private let equivalence: RequestEquivalence
    private let volatility: Volatility
    private let redaction: Redaction
    private let schema: ProtoSchema?
    private let writes: Bool

    /// Reads the settings of a run.
    ///
    /// - Parameters:
    ///   - command: The command line.
    ///   - environment: The environment of `vcr` itself.
    /// - Throws: `CommandFailure`, `ProjectFileError`.
    init(_ command: NoiseCommand, environment: ProcessEnvironment) throws {
      let sources = try SettingSources.here(environment.values)
      equivalence =
        try sources.value(SettingTable.match, command.traffic.match) ?? .standard
      volatility = try sources.volatility(command.volatility)
      redaction = try sources.redaction(command.redaction)
      console = Console(
        level: command.traffic.quiet ? .quiet : .normal,
        allowsColor: !command.traffic.noColor, environment: environment.values)
      schema = try command.proto.schema()
      writes = command.writes
      self.environment = environment
      let all = RawArguments.all()
      executable = try Executable(
        command: String(decoding: all.first ?? [], as: UTF8.self),
        searchPath: environment.values["PATH"])
      // The program's name and the verb are others for each of the two runs.
      words = Array(all.dropFirst(2))
      caller = CallerState()
    }

    /// Records twice, and prints what differs.
    ///
    /// - Returns: The status to exit with.
    func run() async -> Int32 {
      // An interrupt from the terminal goes to both; the recording ends by it, and then this.
      signal(SIGINT, SIG_IGN)
      signal(SIGQUIT, SIG_IGN)
      let folder = TemporaryFolder(environment.values).path + "/vcr-noise-" + UUID().uuidString
      defer { try? FileManager.default.removeItem(atPath: folder) }
      do {
        var files: [CassetteFile] = []
        let start = ContinuousClock.now
        for name in ["first", "second"] {
          let place = "\(folder)/\(name)"
          try FileManager.default.createDirectory(
            atPath: place, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
          console.note("the \(name) of two runs")
          if !files.isEmpty { try await Task.sleep(until: start + Self.pause) }
          let end = try await record(to: "\(place)/noise.yaml")
          guard end == .exited(0) else {
            console.error("the \(name) run failed, so there is nothing to compare")
            return end.status
          }
          guard FileSystem.exists("\(place)/noise.yaml") else {
            console.error(
              "COMMAND made no request that was recorded; vcr doctor says what may be why")
            return 2
          }
          files.append(try CassetteFile(path: "\(place)/noise.yaml"))
        }
        let search = try NoiseSearch(
          first: files[0], second: files[1], equivalence: equivalence, volatility: volatility,
          redaction: redaction, schema: schema)
        return try report(search)
      } catch {
        let failure = CommandFailure(error)
        console.error(failure.description)
        return failure.status.rawValue
      }
    }

    /// Runs COMMAND once, recorded.
    private func record(to path: String) async throws -> ChildProcess.End {
      let dashes = words.firstIndex(of: Array("--".utf8)) ?? words.count
      let own = NoiseCommand.withoutOwnOptions(words[..<dashes])
      let added = ["--cassette", path, "--mode", "all", "--quiet"].map { Array($0.utf8) }
      let child = try ChildProcess(
        executable: executable,
        arguments: [Array(executable.path.utf8), Array("record".utf8)] + own + added
          + words[dashes...],
        // One cassette is compared, also where the project has one for each test.
        environment: environment.setting([SettingTable.scopes.row.variable: "0"]), caller: caller,
        // Standard output has the lines to paste, and nothing else.
        outputsToErrors: true)
      return await child.end {}
    }

    // MARK: - The result

    private func report(_ search: NoiseSearch) throws -> Int32 {
      let named = search.places.filter { $0.confidence > .doubtful }
      let doubtful = search.places.filter { $0.confidence == .doubtful }
      var text = ""
      if !named.isEmpty || !doubtful.isEmpty {
        text += "\(SettingTable.volatile.row.key):\n"
        text += named.map { "- \(ProjectFile.scalar($0.name, isInFlow: false))  # \($0.words)\n" }
          .joined()
        text += doubtful.map {
          "# - \(ProjectFile.scalar($0.name, isInFlow: false))  # \($0.words)\n"
        }.joined()
      }
      if !search.rest.isEmpty {
        text += "# Not to be named:\n"
        text += search.rest.prefix(Self.restLimit).map { "# \(PrintableText.line($0))\n" }.joined()
        if search.rest.count > Self.restLimit {
          text += "# … and \(search.rest.count - Self.restLimit) more\n"
        }
      }
      try Output.standard.write(text)
      guard !search.isWithoutSuccess else {
        // Two refusals are the same whatever the service would say.
        console.error(
          "every request of a run failed, or got a status of 400 or more, so nothing is known of "
            + "what differs in what the service says")
        return 2
      }
      guard !search.places.isEmpty || !search.rest.isEmpty else {
        let failed = search.failedCount > 0 ? ", of which \(search.failedCount) failed," : ""
        console.note(
          "both recordings of \(Quantity.of(search.count, "interaction"))\(failed) are the same")
        return 0
      }
      guard writes, !named.isEmpty else { return 1 }
      try write(named.map(\.name))
      return doubtful.isEmpty && search.rest.isEmpty ? 0 : 1
    }

    private func write(_ names: [String]) throws {
      let path = try ProjectFile.nearest(to: ".")?.path ?? ProjectFile.name
      let content = FileSystem.exists(path) ? try FileSystem.read(path) : []
      let result = try ProjectFile.adding(volatile: names, to: content, path: path)
      do {
        try FileSystem.write([result[...]], to: path)
      } catch {
        throw CommandFailure(
          .unwritableCassette, "\(path.relativeToCurrentFolder): cannot be written: \(error)")
      }
      console.note("\(Quantity.of(names.count, "place")) added to \(path.relativeToCurrentFolder)")
    }
  }
#endif
