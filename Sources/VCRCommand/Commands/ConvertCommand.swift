#if CommandLineTool
  import ArgumentParser
  import Foundation
  import VCRCore
  import VCRReview
  import VCRUpstream

  /// `vcr convert`: converts another tool's recording to a cassette.
  struct ConvertCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "convert",
      abstract: "Make a cassette of another tool's recording.",
      discussion: """
          vcr convert fixtures/vcr_cassettes/users.yml users
          vcr convert --to vcrpy Cassettes/users.yaml tests/cassettes/users.yaml

        IN may be an HTTP archive (HAR), or a cassette of Ruby VCR, vcrpy, go-vcr, PHP-VCR, Betamax,
        cassetter, EasyVCR, nock, VCRURLSession or another tool of their shape; it is recognised by
        what it holds. Credentials are redacted on the way, as in a recording, and so is what .vcr.yaml names.

        What of IN cannot be taken over is listed, with its place; the status is then 1.

        With --to, OUT is a recording for another tool, which loads and replays it; IN may then be a
        cassette of vcr, too. What no replay gives, such as the time of the recording, is remarked on.
        """
    )

    @Argument(help: "The recording to read; - is standard input.", completion: .file())
    var input: String

    @Argument(
      help: """
        The cassette to write; a name without .yaml means Cassettes/NAME.yaml, - standard output. \
        With --to it is taken as it stands.
        """,
      completion: .file(extensions: ["yaml", "yml"]))
    var output: String

    @Option(
      name: .long,
      help: ArgumentHelp(
        "Write for another tool: \(ExportFormats.words.joined(separator: ", ")).",
        valueName: "format"),
      completion: .list(ExportFormats.words))
    var to: String?

    @Flag(name: .long, help: "Replace the cassette when there is one already.")
    var force = false

    @Flag(name: .long, help: "Write nothing when anything of the recording would be lost.")
    var strict = false

    @OptionGroup var redaction: RedactionOptions

    func validate() throws {
      guard let to, !ExportFormats.words.contains(to) else { return }
      let known = ExportFormats.words.joined(separator: ", ")
      throw ValidationError("--to \(PrintableText.line(to)): the formats are \(known)")
    }

    func run() throws {
      do {
        try convert()
      } catch let failure as CommandFailure {
        throw failure
      } catch {
        throw CommandFailure(error)
      }
    }

    private func convert() throws {
      let path = path
      let console = Self.console
      var recording = try recording()
      try refuseLosses(of: recording, console)
      if FileDestination(path).isFile { try checkDestination(path) }
      for index in recording.interactions.indices {
        recording.interactions[index] = StoredBodies.decoded(recording.interactions[index])
      }
      let rules = try rules(forCassette: to == nil ? path : input)
      let count = Quantity.of(recording.interactions.count, "interaction")
      guard let to else {
        try recording.write(to: path, redaction: rules)
        console.note("converted \(count) of \(recording.format): \(path)")
        return report(recording.losses, console)
      }
      try export(recording, rules, as: to, path, console)
    }

    /// The recording to read.
    private func recording() throws -> ForeignCassette {
      let source = input == "-" ? "/dev/stdin" : input
      let bytes = try FileContents.readText(source, expecting: "a recording")
      if to != nil, CassetteRecognition.isCassette(bytes) {
        return try ForeignCassette(
          CassetteFile(path: input, content: bytes) {
            try SideFiles.load($0, besideCassette: source)
          })
      }
      return try ForeignCassette(path: input, content: bytes, inflating: StoredBodies.inflated)
    }

    private func export(
      _ recording: ForeignCassette, _ rules: Redaction, as format: String, _ path: String,
      _ console: Console
    ) throws {
      let interactions = recording.redacted(rules)
      guard let export = ForeignExport(interactions, lines: recording.lines, as: format) else {
        throw CommandFailure(.usage, "--to \(format) is not known")
      }
      let losses = recording.losses + export.losses
      if strict, !losses.isEmpty { endStrictly(losses, console) }
      if export.count == 0, !interactions.isEmpty {
        throw CommandFailure(.unreadableCassette, lines(of: losses).joined(separator: "\n"))
      }
      if FileDestination(path).isFile {
        do throws(SystemError) {
          try FileSystem.createFolder(of: path)
        } catch {
          throw CommandFailure(.unwritableCassette, "\(path): it cannot be written: \(error)")
        }
      }
      try Output(path).write(export.content)
      let count = Quantity.of(export.count, "interaction")
      console.note("wrote \(count) for \(export.format): \(path)")
      if !export.remarks.isEmpty {
        console.note(
          "\(export.format) has no place for " + export.remarks.joined(separator: ", or for ")
            + ", which no replay needs")
      }
      report(losses, console)
    }

    private static var console: Console {
      Console(level: .normal, allowsColor: true, environment: ProcessEnvironment.current().values)
    }

    /// The path of the cassette; that of a device, a FIFO or standard output is not completed.
    private var path: String {
      if output == "-" { return "/dev/stdout" }
      if to != nil { return output }
      return FileDestination(output).isFile ? CassettePath.path(named: output) : output
    }

    /// Refuses to overwrite a file by mistake.
    ///
    /// - Throws: `CommandFailure` with status 64.
    private func checkDestination(_ path: String) throws {
      let (source, cassette) = (input.shellWord, output.shellWord)
      let kept = (input + ".orig").shellWord
      let format = to.map { "--to \($0) " } ?? ""
      // The original holds data that a conversion omits, and it may be the only copy.
      guard !FileSystem.isSame(input, path) else {
        throw CommandFailure(
          .usage,
          "\(path) is the recording to read itself, which a cassette in its place would destroy; to "
            + "keep it under another name: mv \(source) \(kept) && "
            + "vcr convert \(format)\(kept) \(cassette)")
      }
      guard force || !FileManager.default.fileExists(atPath: path) else {
        throw CommandFailure(
          .usage,
          "\(path) is there already; to replace it: "
            + "vcr convert --force \(format)\(source) \(cassette)")
      }
    }

    /// The rules of a recording made in the same project.
    private func rules(forCassette path: String) throws -> Redaction {
      try SettingSources(
        environment: ProcessEnvironment.current().values,
        file: try ProjectFile.nearest(toCassette: path)
      ).redaction(redaction)
    }
  }
#endif
