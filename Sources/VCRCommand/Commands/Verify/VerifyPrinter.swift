#if CommandLineTool
  import VCRCore
  import VCRReview

  /// The output of a verification.
  struct VerifyPrinter: Sendable {
    /// The form of the report.
    let format: DiffFormat
    /// True when interactions without drift are listed, too.
    let isVerbose: Bool
    /// How much of a drift is shown.
    let limits: DiffLimits
    /// The schema that names the fields of messages of gRPC; nil for none.
    let schema: ProtoSchema?
    /// The output for the report.
    let output: StandardOutput
    /// The name of the live service, for the reader.
    let against: String

    /// True when each cassette is printed as soon as it is done.
    var isImmediate: Bool { format == .text }

    /// The report in the requested form.
    ///
    /// - Parameters:
    ///   - reports: The result of each cassette.
    ///   - problems: The cassettes that could not be verified.
    /// - Returns: The text, which is empty when there is nothing to report.
    func text(_ reports: [VerificationReport], problems: [DiffProblem] = []) -> String {
      let diffs = reports.map { report in
        var diff = report.diff(liveName: against, limits: limits)
        diff.schema = schema
        return diff
      }
      let problems = problems + reports.flatMap(\.problems)
      // A request that was not sent would seem to be the same.
      let remarks =
        reports.filter { $0.count("skipped") > 0 }.map(Self.summary) + reports.flatMap(\.withheld)
      return switch format {
      case .text: reports.map(lines).joined()
      case .json: JSONValue.object([.init("cassettes", .array(reports.map(Self.json)))]).text + "\n"
      case .markdown: DiffMarkdown.text(diffs, problems: problems, remarks: remarks)
      case .html: DiffHTML.page(diffs, problems: problems, remarks: remarks)
      }
    }

    /// The result of a cassette in one line.
    ///
    /// - Parameter report: The result.
    /// - Returns: The line.
    static func summary(of report: VerificationReport) -> String {
      var parts = ["\(report.count("same")) same"]
      let drifted = report.count("drifted")
      if drifted > 0 {
        let withheld = report.withheld.count
        let rest =
          withheld == 0
          ? "" : "; \(withheld) not, being worse, which --accept-errors writes nevertheless"
        let written = report.updated.map {
          $0 == drifted ? " and written" : " (\($0) written\(rest))"
        }
        parts.append("\(drifted) drifted\(written ?? "")")
      }
      if report.count("unchecked") > 0 {
        parts.append("\(report.count("unchecked")) could not be checked")
      }
      if let skipped = skipped(report) { parts.append(skipped) }
      // That is no success, and its status has to be understood.
      let isNothing = report.interactions.allSatisfy { interaction in
        if case .skipped = interaction.verdict { true } else { false }
      }
      return "\(report.cassette): " + parts.joined(separator: ", ")
        + (isNothing ? "; nothing was checked" : "")
    }

    /// The most reasons for which something was skipped that the summary names.
    private static let reasonLimit = 3

    /// Returns the line about what was skipped, and why; nil when nothing was.
    private static func skipped(_ report: VerificationReport) -> String? {
      var reasons: [String] = []
      var numbers: [String: [Int]] = [:]
      for interaction in report.interactions {
        guard case .skipped(let reason) = interaction.verdict else { continue }
        if numbers[reason] == nil { reasons.append(reason) }
        numbers[reason, default: []].append(interaction.number)
      }
      guard !reasons.isEmpty else { return nil }
      var listed = reasons.prefix(reasonLimit).map { reason in
        reasons.count == 1
          ? reason : NumberRuns.words(numbers[reason] ?? [], most: 3) + ": " + reason
      }
      if listed.count < reasons.count { listed.append("--verbose says all reasons") }
      return "\(report.count("skipped")) skipped (\(listed.joined(separator: ", ")))"
    }

    // MARK: - Lines

    private func lines(_ report: VerificationReport) -> String {
      report.interactions.map { interaction in
        switch interaction.verdict {
        case .same:
          guard isVerbose else { return "" }
          let places =
            interaction.producedPlaces.isEmpty
            ? "" : "  (hands out \(interaction.producedPlaces.joined(separator: ", ")))"
          return line(interaction, "same     ", "32", PrintableText.line(places))
        case .drifted(let change):
          let worse = interaction.reasonToWithhold.map { "  (worse: \($0))" } ?? ""
          return line(interaction, "drifted  ", "31", PrintableText.line(worse))
            + DiffText(color: output.usesColor).differences(of: change)
        case .skipped(let reason):
          return isVerbose || interaction.isUnsupported
            ? line(interaction, "skipped  ", "2", ": " + PrintableText.line(reason)) : ""
        case .unchecked(let reason):
          return line(interaction, "unchecked", "33", ": " + PrintableText.line(reason))
        }
      }.joined()
    }

    private func line(
      _ interaction: VerifiedInteraction, _ word: String, _ color: String, _ rest: String
    ) -> String {
      let name = DiffWords.request(interaction.request)
      return output.colored(word, color) + " #\(interaction.number) \(name)\(rest)\n"
    }

    // MARK: - JSON

    private static func json(_ report: VerificationReport) -> JSONValue {
      func number(_ word: String) -> JSONValue { .number("\(report.count(word))") }
      return [
        "cassette": .string(report.cassette), "same": number("same"),
        "drifted": number("drifted"), "unchecked": number("unchecked"),
        "skipped": number("skipped"), "interactions": .array(report.interactions.map(json)),
      ]
    }

    private static func json(_ interaction: VerifiedInteraction) -> JSONValue {
      var members: [JSONValue.Member] = [
        .init("number", .number("\(interaction.number)")),
        .init("method", .string(interaction.request.method)),
        .init("url", .string(interaction.request.url)), .init("verdict", .string(interaction.word)),
      ]
      switch interaction.verdict {
      case .same: break
      case .skipped(let reason), .unchecked(let reason):
        members.append(.init("reason", .string(reason)))
      case .drifted(let change):
        if let worse = interaction.reasonToWithhold {
          members.append(.init("worse", .string(worse)))
        }
        members.append(.init("differences", .array(change.differences.map(json))))
      }
      if !interaction.producedPlaces.isEmpty {
        members.append(.init("hands_out", .array(interaction.producedPlaces.map { .string($0) })))
      }
      return .object(members)
    }

    private static func json(_ difference: MessageDifference) -> JSONValue {
      var members: [JSONValue.Member] = [
        .init("side", .string(difference.side.rawValue)),
        .init("part", .string(difference.part.rawValue)),
        .init("kind", .string(difference.kind.rawValue)),
      ]
      if !difference.place.isEmpty { members.append(.init("place", .string(difference.place))) }
      if let old = difference.old { members.append(.init("recorded", .string(old))) }
      if let new = difference.new { members.append(.init("live", .string(new))) }
      if difference.count > 1 { members.append(.init("count", .number("\(difference.count)"))) }
      return .object(members)
    }
  }
#endif
