#if CommandLineTool
  import VCRCore
  import VCRReview
  import VCRUpstream

  /// The conversion of recordings, one at a time.
  struct Conversion: Sendable {
    /// The word of the format to write; nil for a cassette.
    var target: String?

    /// True when nothing is written of a recording with any loss.
    var isStrict: Bool

    /// Takes the folders of what is written, to be synced later; nil to sync each at once.
    var unsynced: UnsyncedFolders?

    /// The result of converting a recording.
    struct Result: Sendable {
      /// The tool or format that was read, for messages.
      var source: String
      /// The tool or format that was written; nil for a cassette.
      var target: String?
      /// How the tool that recorded finds a response, where that is not what vcr does.
      var policy: RequestEquivalence?
      /// The number of interactions that were written.
      var count = 0
      /// The data that were not taken over.
      var losses: [ForeignLoss]
      /// The data that the format written has no place for and no replay gives.
      var remarks: [String] = []
      /// False when nothing was written because of losses.
      var isWritten = true
      /// The path of the copy of the recording, whose place the output took; nil otherwise.
      var copy: String?
    }

    /// The reason why a file is not converted.
    enum Refusal: Error {
      /// The file is no recording.
      case noRecording(CommandFailure)
      /// The file is a cassette, and a cassette is wanted.
      case cassette(CommandFailure)
      /// The file is a text that cannot be parsed: a damaged recording, or none.
      case damaged(CommandFailure)
      /// The file cannot be read or converted; the format is nil when it is not known.
      case failed(CommandFailure, format: String?)

      /// The failure, for a file that was named.
      var failure: CommandFailure {
        switch self {
        case .noRecording(let failure), .cassette(let failure), .damaged(let failure),
          .failed(let failure, _):
          failure
        }
      }
    }

    /// Writes a recording in the form that is wanted.
    ///
    /// - Parameters:
    ///   - recording: The recording.
    ///   - input: The path it was read from.
    ///   - output: The path to write to, as `FileSystem.write` takes it; of a recording that is
    ///     there a copy is kept.
    ///   - rules: The redaction that is applied.
    /// - Returns: The result.
    /// - Throws: `Refusal` when nothing of it could be read, or when it cannot be written.
    func convert(
      _ recording: consuming ForeignCassette, _ input: String, to output: String,
      _ rules: Redaction
    ) throws(Refusal) -> Result {
      let result = Result(
        source: recording.format, policy: recording.policy, losses: recording.losses,
        remarks: recording.remarks)
      if recording.interactions.isEmpty, !recording.losses.isEmpty {
        throw .failed(
          CommandFailure(
            .unreadableCassette,
            LossLines.of(recording.losses, in: input).joined(separator: "\n")),
          format: recording.format)
      }
      if isStrict, target == nil, !recording.losses.isEmpty {
        return Result(source: recording.format, losses: recording.losses, isWritten: false)
      }
      recording.changeInteractions(StoredBodies.decode)
      do {
        return try write(recording, input, to: output, rules, result)
      } catch {
        throw .failed(CommandFailure(error), format: result.source)
      }
    }

    /// Reads a recording.
    ///
    /// - Parameter input: The path of the recording; `-` for standard input.
    /// - Returns: The recording, of which not everything need be readable.
    /// - Throws: `Refusal` when it is none, or damaged.
    func read(_ input: String) throws(Refusal) -> ForeignCassette {
      if ForeignCassette.isOneRecording(folder: input) {
        do throws(SystemError) {
          return try ForeignCassette.read(folder: input, inflating: StoredBodies.inflated)
        } catch {
          throw .failed(
            CommandFailure(.unreadableCassette, "\(input): cannot be read: \(error)"), format: nil)
        }
      }
      let source = StandardStream.source(input)
      let bytes: [UInt8]
      do throws(CassetteError) {
        bytes = try FileContents.readText(source, expecting: "a recording", orPacked: true)
      } catch {
        let isUnreadable = FileNature(ofFile: source) == nil
        let failure = CommandFailure(error)
        // A text of which some bytes are damaged looks like that, too.
        throw isUnreadable ? .failed(failure, format: nil) : .damaged(failure)
      }
      let isCassette = CassetteRecognition.isCassette(bytes)
      do {
        if target != nil, isCassette {
          return try ForeignCassette(
            CassetteFile(path: input, content: bytes) {
              try SideFiles.load($0, besideCassette: source)
            })
        }
      } catch {
        throw .failed(CommandFailure(error), format: "vcr")
      }
      let isDump = FileNature.isFlowDump(bytes)
      // A source that can be read only once, such as a FIFO, is kept.
      let rereading: () throws(CassetteError) -> [UInt8] = { () throws(CassetteError) in
        try FileContents.readText(source, expecting: "a recording", orPacked: true)
      }
      do throws(ForeignCassette.Refusal) {
        return try ForeignCassette.read(
          path: input, content: consume bytes, inflating: StoredBodies.inflated,
          rereading: FileSystem.size(ofFile: source) != nil ? rereading : nil)
      } catch {
        let failure = CommandFailure(error.error)
        if isCassette { throw .cassette(failure) }
        if isDump { throw .failed(failure, format: "mitmproxy") }
        throw error.isNoRecording ? .noRecording(failure) : .damaged(failure)
      }
    }

    /// The result of a conversion that an earlier run has written.
    ///
    /// - Parameters:
    ///   - recording: The recording.
    ///   - rules: The redaction that is applied.
    /// - Returns: The result, as that run had it.
    func result(of recording: consuming ForeignCassette, _ rules: Redaction) -> Result {
      var result = Result(
        source: recording.format, policy: recording.policy, count: recording.interactions.count,
        losses: recording.losses)
      guard let target else { return result }
      recording.changeInteractions(StoredBodies.decode)
      recording.redact(rules)
      let export = ForeignExport(recording.interactions, lines: recording.lines, as: target)
      result.target = export?.format
      result.count = export?.count ?? 0
      result.losses += export?.losses ?? []
      return result
    }

    private func write(
      _ recording: consuming ForeignCassette, _ input: String, to output: String,
      _ rules: Redaction, _ known: Result
    ) throws -> Result {
      var result = known
      guard let target else {
        result.copy = try Original.keep(input, replacedBy: output)
        result.count = recording.interactions.count
        try recording.write(to: output, redaction: rules, syncingLater: unsynced)
        return result
      }
      recording.redact(rules)
      let interactions = recording.interactions
      guard let export = ForeignExport(interactions, lines: recording.lines, as: target) else {
        throw CommandFailure(.usage, "--to \(target) is not known")
      }
      result.target = export.format
      result.losses += export.losses
      result.remarks += export.remarks
      if isStrict, !result.losses.isEmpty {
        result.isWritten = false
        return result
      }
      if export.count == 0, !interactions.isEmpty {
        throw CommandFailure(
          .unreadableCassette, LossLines.of(result.losses, in: input).joined(separator: "\n"))
      }
      result.copy = try Original.keep(input, replacedBy: output)
      if FileDestination(output).isFile {
        do throws(SystemError) {
          try FileSystem.createFolder(of: output)
        } catch {
          throw CommandFailure(.unwritableCassette, "\(output): it cannot be written: \(error)")
        }
      }
      try Output(output, syncingLater: unsynced).write(export.content)
      result.count = export.count
      return result
    }
  }
#endif
