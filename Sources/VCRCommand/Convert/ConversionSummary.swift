#if CommandLineTool
  import VCRCore
  import VCRReview

  /// The outcomes of many recordings, by the format that was read.
  struct ConversionSummary: Sendable {
    /// The outcome of a file.
    enum Outcome: Sendable {
      /// The file was converted, or not written because of losses.
      case converted(Conversion.Result)
      /// Nothing of the file was written.
      case refused(CommandFailure, format: String?)
      /// The output is there, and newer; the result is that of the run that wrote it, or nil where
      /// the recording cannot be read any more.
      case present(Conversion.Result?)
      /// The file is a cassette already.
      case cassette
      /// The file is no recording.
      case noRecording

      /// The outcome whose message has the names of files in one line each: a line end in a name
      /// would begin a line that says anything.
      func naming(_ paths: [String]) -> Outcome {
        guard case .refused(var failure, let format) = self else { return self }
        for path in paths {
          failure.description = failure.description.replacing(path, with: PrintableText.line(path))
        }
        return .refused(failure, format: format)
      }
    }

    /// The counts of a format.
    private struct Counts: Sendable {
      var files = 0
      var interactions = 0
      var exact = 0
      var lossy = 0
      var refused = 0

      static func + (one: Counts, other: Counts) -> Counts {
        Counts(
          files: one.files + other.files, interactions: one.interactions + other.interactions,
          exact: one.exact + other.exact, lossy: one.lossy + other.lossy,
          refused: one.refused + other.refused)
      }

      var numbers: [(name: String, value: Int)] {
        [
          ("files", files), ("interactions", interactions), ("exact", exact), ("lossy", lossy),
          ("refused", refused),
        ]
      }
    }

    private var formats: [String: Counts] = [:]
    /// How the tools of formats find a response, where that is not what vcr does.
    private var policies: [String: String] = [:]
    private var present = 0
    private var presentLossy = 0
    private var cassettes = 0
    private var others: [String] = []
    private var problems: [JSONValue] = []
    /// True when something could not be written.
    private(set) var hasUnwritten = false

    /// The name of the format of files that are damaged too early to show it.
    private static let unknown = "unknown"

    /// True when something of a recording was lost, or a file refused.
    var isIncomplete: Bool { all.lossy + all.refused > 0 }

    private var all: Counts { formats.values.reduce(Counts(), +) }

    /// Adds a file.
    ///
    /// - Parameters:
    ///   - outcome: The outcome.
    ///   - path: Its path.
    /// - Returns: The lines for a reader; none when all was taken over.
    mutating func add(_ outcome: Outcome, path: String) -> [String] {
      switch outcome {
      case .present(let result):
        present += 1
        guard let result else { return [] }
        if !result.losses.isEmpty { presentLossy += 1 }
        return add(result, path)
      case .cassette: cassettes += 1
      case .noRecording: others.append(path)
      case .converted(let result): return add(result, path)
      case .refused(let failure, let format):
        let name = format ?? Self.unknown
        formats[name, default: Counts()] =
          formats[name, default: Counts()] + Counts(files: 1, refused: 1)
        if failure.status == .unwritableCassette { hasUnwritten = true }
        let lines = failure.description.split(separator: "\n").map(String.init)
        note(path, "refused", lines)
        return lines
      }
      return []
    }

    /// Adds the result of a recording, and returns the lines for a reader.
    private mutating func add(_ result: Conversion.Result, _ path: String) -> [String] {
      let isExact = result.losses.isEmpty
      if result.target == nil, let policy = result.policy {
        policies[result.source] = policy.description
      }
      formats[result.source, default: Counts()] =
        formats[result.source, default: Counts()]
        + Counts(
          files: 1, interactions: result.count, exact: isExact ? 1 : 0,
          lossy: !isExact && result.isWritten ? 1 : 0, refused: result.isWritten ? 0 : 1)
      guard !isExact else { return [] }
      let lines = LossLines.of(result.losses, in: path)
      note(path, result.isWritten ? "lossy" : "refused", lines)
      return lines
    }

    private mutating func note(_ path: String, _ outcome: String, _ lines: [String]) {
      problems.append(
        .object([
          .init("path", .string(path)), .init("outcome", .string(outcome)),
          .init(
            "messages", .array(lines.map { .string(TypedSecrets.ofProcess.masking($0)) })),
        ]))
    }

    /// The summary in one of the formats, with a line feed at its end.
    func text(_ format: ConversionFormat) -> String {
      switch format {
      case .text: table
      case .json: json.text + "\n"
      }
    }

    private var table: String {
      var rows = [["format"] + Counts().numbers.map(\.name)]
      for (name, counts) in formats.sorted(by: { $0.key < $1.key }) {
        rows.append([name] + counts.numbers.map { "\($0.value)" })
      }
      if formats.count > 1 { rows.append(["all"] + all.numbers.map { "\($0.value)" }) }
      let widths = rows[0].indices.map { column in
        rows.map { $0[column].count }.max() ?? 0
      }
      var lines = rows.map { row in
        zip(row, widths).enumerated().map { column, cell in
          let space = String(repeating: " ", count: cell.1 - cell.0.count)
          return column == 0 ? cell.0 + space : space + cell.0
        }.joined(separator: "  ")
      }
      if formats.isEmpty { lines = ["nothing was converted"] }
      for (name, policy) in policies.sorted(by: { $0.key < $1.key }) {
        lines.append(Self.line(of: name, policy))
      }
      if present > 0 {
        lines.append(
          "\(Quantity.of(present, "output")) newer than the recording left as it is (--force "
            + "converts again)" + (presentLossy > 0 ? "; of these \(presentLossy) lossy" : ""))
      }
      if cassettes > 0 { lines.append("\(Quantity.of(cassettes, "file")): a vcr cassette already") }
      if !others.isEmpty {
        lines.append("\(Quantity.of(others.count, "file")): no recording (\(listedOthers))")
      }
      return lines.map { $0 + "\n" }.joined()
    }

    /// The first files that are no recording, those before others whose names say that they may be
    /// one.
    private var listedOthers: String {
      let likely = others.filter(ConversionPlan.isNamedLikeRecording)
      let listed = (likely + others.filter { !ConversionPlan.isNamedLikeRecording($0) })
        .prefix(Self.listedCount).map { TypedSecrets.ofProcess.masking(PrintableText.line($0)) }
      let more = others.count - listed.count
      return listed.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    }

    private static let listedCount = 3

    /// How a tool finds a response, and how a replay does so.
    static func line(of tool: String, _ policy: String) -> String {
      "\(tool) finds a response by \(policy); to replay it so: --match '\(policy)'"
    }

    private var json: JSONValue {
      func members(_ counts: Counts) -> [JSONValue.Member] {
        counts.numbers.map { .init($0.name, .number("\($0.value)")) }
      }
      return .object(
        [.init("vcr_convert", .number("1"))] + members(all) + [
          .init("present", .number("\(present)")),
          .init("present_lossy", .number("\(presentLossy)")),
          .init("cassettes", .number("\(cassettes)")),
          .init("no_recording", .number("\(others.count)")),
          .init(
            "no_recordings", .array(others.map { .string(TypedSecrets.ofProcess.masking($0)) })),
          .init(
            "formats",
            .array(
              formats.sorted { $0.key < $1.key }.map { name, counts in
                .object(
                  [.init("format", .string(name))] + members(counts)
                    + (policies[name].map { [.init("match", .string($0))] } ?? []))
              })), .init("problems", .array(problems)),
        ])
    }
  }
#endif
