#if CommandLineTool
  import ArgumentParser
  import Foundation
  import VCRCore
  import VCRReview

  /// `vcr convert`: converts other tools' recordings to cassettes, and cassettes to theirs.
  struct ConvertCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "convert",
      abstract: "Make cassettes of other tools' recordings.",
      usage: "vcr convert [--to <format>] [--force] [--strict] <in> ... <out>",
      discussion: """
          vcr convert fixtures/vcr_cassettes/users.yml users
          vcr convert spec/cassettes Cassettes/
          vcr convert --to vcrpy Cassettes/users.yaml tests/cassettes/users.yaml

        IN is recognised by what it holds: HAR, or a recording of Ruby VCR, vcrpy, go-vcr, PHP-VCR, Betamax, \
        cassetter, EasyVCR, nock, mitmproxy, WireMock, Hoverfly, keploy, Charles, Fiddler, Pact or \
        a tool like them. Credentials are redacted. What cannot be taken over is listed with its place; the status is then 1.

        OUT is a folder for several INs, or for a folder, of which each file keeps its path. An output that is \
        newer than its recording stays, so that a run that was broken off goes on.

        With --to, or where OUT ends in .har, OUT is a recording for another tool, which loads and replays it; IN \
        may then be a cassette of vcr, too.
        """
    )

    @Argument(
      help: ArgumentHelp(
        """
        Recordings to read, folders with them, or - for standard input; then what to write, where \
        NAME means Cassettes/NAME.yaml and - standard output.
        """, valueName: "in> ... <out"),
      completion: .file())
    var paths: [String] = []

    @Option(
      name: .long,
      help: ArgumentHelp(
        "Write for another tool: \(ExportFormats.words.joined(separator: ", ")).",
        valueName: "format"),
      completion: .list(ExportFormats.words))
    var to: String?

    @Flag(
      name: .long,
      help: "Replace what is there already; of IN itself a copy stays, as IN.orig.")
    var force = false

    @Flag(name: .long, help: "Write nothing when anything of the recording would be lost.")
    var strict = false

    @Option(
      help: """
        How it is said what became of the files.
        """)
    var format: ConversionFormat?

    @OptionGroup var redaction: RedactionOptions

    @OptionGroup var redactionSwitch: RedactionSwitch

    /// The files that are read.
    private var inputs: [String] { Array(paths.dropLast()) }

    /// The file that is written, as the user named it.
    private var output: String { paths.last ?? "" }

    func validate() throws {
      guard paths.count > 1 else {
        throw ValidationError("what to read and what to write are missing: vcr convert IN OUT")
      }
      if let empty = paths.firstIndex(of: "") {
        throw ValidationError("path \(empty + 1) is empty")
      }
      if output == "-" || !FileDestination(output).isFile, format != nil {
        throw ValidationError(
          "--format writes to standard output, so OUT is to be a file or a folder")
      }
      guard let to, !ExportFormats.words.contains(to) else { return }
      let known = ExportFormats.words.joined(separator: ", ")
      throw ValidationError("--to \(PrintableText.line(to)): the formats are \(known)")
    }

    func run() throws {
      do {
        let environment = ProcessEnvironment.current().values
        let console = Console(level: .normal, allowsColor: true, environment: environment)
        RedactionSwitch.noteIgnored(environment, console)
        let conversion = Conversion(target: target, isStrict: strict)
        if isToFolder {
          try convertAll(conversion, console)
        } else {
          try convertOne(conversion, console)
        }
      } catch let failure as CommandFailure {
        throw failure
      } catch {
        throw CommandFailure(error)
      }
    }

    /// The word of the format to write, which the name of a file says as well; nil for a cassette.
    private var target: String? { to ?? (isToFolder ? nil : ExportFormats.word(ofFile: output)) }

    /// True when the output is a folder.
    private var isToFolder: Bool {
      if inputs.count > 1 || output.hasSuffix("/") { return true }
      return Self.isFolder(inputs[0]) && !ForeignCassette.isOneRecording(folder: inputs[0])
        || Self.isFolder(output) && !FolderListing.isYAML(output)
    }

    private static func isFolder(_ path: String) -> Bool { FileSystem.exists(path + "/.") }

    // MARK: - A folder

    private func convertAll(_ conversion: Conversion, _ console: Console) throws {
      guard output != "-", !FileSystem.exists(output) || Self.isFolder(output),
        FileDestination(output).isFile
      else {
        throw CommandFailure(
          .usage,
          "\(output): to be written to, it is to be a folder, as several files may come of what is read"
        )
      }
      guard !inputs.contains("-") else {
        throw CommandFailure(
          .usage, "standard input has no name to give to a file in \(output); name the file")
      }
      let plan = ConversionPlan(inputs, into: output, suffix: ExportFormats.suffix(of: to))
      let run = try FolderConversion(
        plan, conversion, isForced: force, console: console, rules: rules)
      for problem in plan.problems { console.error(problem) }
      warnAboutRedaction(console, remedy: "convert again without --no-redaction")
      let summary = run.run()
      try Output.standard.write(summary.text(format ?? .text))
      if summary.hasUnwritten { ExitStatus.end(ExitStatus.unwritableCassette.rawValue) }
      if !plan.problems.isEmpty { ExitStatus.end(ExitStatus.unreadableCassette.rawValue) }
      if summary.isIncomplete { ExitStatus.end(1) }
    }

    // MARK: - A file

    private func convertOne(_ conversion: Conversion, _ console: Console) throws {
      let (input, path) = (inputs[0], path)
      if FileDestination(path).isFile {
        try checkDestination(path)
        UnfinishedFiles.remove(besides: [path])
      }
      let result: Conversion.Result
      do throws(Conversion.Refusal) {
        let recording = try conversion.read(input)
        let rules: Redaction
        do {
          rules = try self.rules(forCassette: target == nil ? path : input)
        } catch {
          throw .failed(CommandFailure(error), format: nil)
        }
        result = try conversion.convert(recording, input, to: path, rules)
      } catch {
        throw error.failure
      }
      if result.isWritten {
        warnAboutRedaction(
          console,
          remedy: target == nil && FileDestination(path).isFile
            ? "vcr redact \(path.shellWord)" : "convert again without --no-redaction")
        report(result, path, console)
      }
      for line in LossLines.of(result.losses, in: input) {
        console.note(PrintableText.line(line))
      }
      if format == .json {
        var summary = ConversionSummary()
        _ = summary.add(.converted(result), path: input)
        try Output.standard.write(summary.text(.json))
      }
      guard !result.losses.isEmpty else { return }
      let place = target == nil ? "the cassette" : "what was written"
      console.note(
        result.isWritten
          ? "that is not in \(place); with --strict nothing is written then"
          : "nothing was written, as --strict says; without it the rest is converted")
      ExitStatus.end(1)
    }

    private func report(_ result: Conversion.Result, _ path: String, _ console: Console) {
      let count = Quantity.of(result.count, "interaction")
      if let copy = result.copy { console.note("the recording itself is kept in \(copy)") }
      if let target = result.target {
        console.note("wrote \(count) for \(target): \(path)")
      } else {
        console.note("converted \(count) of \(result.source): \(path)")
        if let policy = result.policy {
          console.note(ConversionSummary.line(of: result.source, policy.description))
        }
      }
      if !result.remarks.isEmpty {
        console.note(
          "\(result.target ?? "a cassette") has no place for "
            + result.remarks.joined(separator: ", or for ") + ", which no replay needs")
      }
    }

    /// The path to write to; that of a device, a FIFO or standard output is not completed.
    private var path: String {
      if output == "-" { return "/dev/stdout" }
      if target != nil || output.lowercased().hasSuffix(".json") { return output }
      return FileDestination(output).isFile ? CassettePath.path(named: output) : output
    }

    /// Refuses to overwrite a file by mistake.
    ///
    /// - Throws: `CommandFailure` with status 64.
    private func checkDestination(_ path: String) throws {
      guard !force, FileManager.default.fileExists(atPath: path) else { return }
      let (source, cassette) = (inputs[0].shellWord, output.shellWord)
      let format = to.map { "--to \($0) " } ?? ""
      let again = "vcr convert --force \(format)\(source) \(cassette)"
      guard !FileSystem.isSame(inputs[0], path) else {
        throw CommandFailure(
          .usage,
          "\(path) is the recording to read itself; to put the conversion in its place and keep it as "
            + "\((inputs[0] + ConversionPlan.originalSuffix).shellWord): \(again)")
      }
      throw CommandFailure(.usage, "\(path) is there already; to replace it: \(again)")
    }

    // MARK: - Redaction

    private func warnAboutRedaction(_ console: Console, remedy: String) {
      guard redactionSwitch.isOff else { return }
      console.warning(RedactionSwitch.warning(remedy: remedy))
    }

    /// The rules of a recording made in the same project.
    private func rules(forCassette path: String) throws -> Redaction {
      try SettingSources(
        environment: ProcessEnvironment.current().values,
        file: try ProjectFile.nearest(toCassette: path)
      ).redaction(redaction, isOff: redactionSwitch.isOff)
    }
  }

  extension ConversionFormat: ExpressibleByArgument {}
#endif
