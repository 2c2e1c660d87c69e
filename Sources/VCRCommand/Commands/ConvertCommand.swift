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

        IN may be an HTTP archive (HAR), or a cassette of Ruby VCR, vcrpy, go-vcr, PHP-VCR, Betamax,
        EasyVCR, nock, VCRURLSession or another tool of their shape; it is recognised by what it
        holds. Credentials are redacted on the way, as in a recording, and so is what .vcr.yaml names.

        What of IN cannot be taken over is listed, with its place; the status is then 1.
        """
    )

    @Argument(help: "The recording to read.", completion: .file())
    var input: String

    @Argument(
      help: """
        The cassette to write; a name without .yaml means Cassettes/NAME.yaml, - standard output.
        """,
      completion: .file(extensions: ["yaml", "yml"]))
    var output: String

    @Flag(name: .long, help: "Replace the cassette when there is one already.")
    var force = false

    @Flag(name: .long, help: "Write nothing when anything of the recording would be lost.")
    var strict = false

    @OptionGroup var redaction: RedactionOptions

    func run() throws {
      let path = path
      var recording: ForeignCassette
      do {
        recording = try ForeignCassette(path: input, inflating: Self.inflated)
        try refuseLosses(of: recording, Self.console)
        if FileDestination(path).isFile { try checkDestination(path) }
        for index in recording.interactions.indices {
          recording.interactions[index] = Self.decoded(recording.interactions[index])
        }
        try recording.write(to: path, redaction: try rules(forCassette: path))
      } catch let failure as CommandFailure {
        throw failure
      } catch {
        throw CommandFailure(error)
      }
      let console = Self.console
      let count = Quantity.of(recording.interactions.count, "interaction")
      console.note("converted \(count) of \(recording.format): \(path)")
      report(recording.losses, console)
    }

    private static var console: Console {
      Console(level: .normal, allowsColor: true, environment: ProcessEnvironment.current().values)
    }

    /// The path of the cassette; that of a device, a FIFO or standard output is not completed.
    private var path: String {
      if output == "-" { return "/dev/stdout" }
      return FileDestination(output).isFile ? CassettePath.path(named: output) : output
    }

    /// Refuses to overwrite a file by mistake.
    ///
    /// - Throws: `CommandFailure` with status 64.
    private func checkDestination(_ path: String) throws {
      let (source, cassette) = (input.shellWord, output.shellWord)
      let kept = (input + ".orig").shellWord
      // The original holds data that a conversion omits, and it may be the only copy.
      guard !FileSystem.isSame(input, path) else {
        throw CommandFailure(
          .usage,
          "\(path) is the recording to read itself, which a cassette in its place would destroy; to "
            + "keep it under another name: mv \(source) \(kept) && vcr convert \(kept) \(cassette)")
      }
      guard force || !FileManager.default.fileExists(atPath: path) else {
        throw CommandFailure(
          .usage,
          "\(path) is there already; to replace it: vcr convert --force \(source) \(cassette)")
      }
    }

    /// The rules of a recording made in the same project.
    private func rules(forCassette path: String) throws -> Redaction {
      try SettingSources(
        environment: ProcessEnvironment.current().values,
        file: try ProjectFile.nearest(toCassette: path)
      ).redaction(redaction)
    }

    /// An interaction with its bodies decoded, as a recording of ours holds them.
    ///
    /// - Parameter interaction: What another tool recorded.
    /// - Returns: The same, without content codings.
    static func decoded(_ interaction: Interaction) -> Interaction {
      // The limit protects against a malicious file that expands a thousandfold.
      func limit(_ size: Int) -> Int { 64 << 10 + 100 * size }
      var decoded = interaction
      decoded.request = ExchangeRecording.decoding(interaction.request, limit: limit)
      guard case .response(let response) = interaction.outcome else { return decoded }
      var plain = ExchangeRecording.decoding(response, limit: limit)
      // A body that begins like gzip or zstd and cannot be decoded is stored unchanged.
      let isEncoded = [[0x1F, 0x8B], [0x28, 0xB5, 0x2F, 0xFD]].contains {
        plain.body.bytes.starts(with: $0)
      }
      if !isEncoded, let encoding = plain.headers["Content-Encoding"] {
        // Many tools store a body decoded and keep its `Content-Encoding` field.
        plain.headers.remove("Content-Encoding")
        if !plain.body.isEmpty { plain.body.encoding = encoding }
      }
      decoded.outcome = .response(plain)
      return decoded
    }
  }
#endif
