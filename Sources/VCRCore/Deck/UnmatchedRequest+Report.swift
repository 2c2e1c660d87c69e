#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension UnmatchedRequest: CustomStringConvertible {
  /// The first line of the report.
  public var summary: String {
    if case .message = reason { return "No recorded message matches one that was sent to  \(url)" }
    return "No recorded interaction matches  \(method) \(url)"
  }

  /// The report as the client and the developer see it: what, where, why, what to type next.
  public var description: String { description(running: nil) }

  /// The report with the words of COMMAND in the advice, for the user who typed them.
  ///
  /// Neither the client nor a file gets them: an argument may be a password.
  ///
  /// - Parameter command: The words, quoted for a shell; nil to leave them out.
  /// - Returns: The report.
  package func description(running command: String?) -> String {
    var paragraphs = ["\(cassette.isEmpty ? stubSummary : summary)\n\(place)"]
    if !cassette.isEmpty { paragraphs += explanation }
    if !stubs.isEmpty { paragraphs.append(listOfStubs) }
    let lines = advice.lines(for: self, running: command)
    if !lines.isEmpty { paragraphs.append(lines) }
    return paragraphs.joined(separator: "\n\n") + "\n"
  }

  private var stubSummary: String { "No stub answers  \(method) \(url)" }

  private var place: String {
    let file = cassette.relativeToCurrentFolder
    let held = Quantity.of(count, "interaction")
    let tape =
      reason == .noCassette
      ? file : "\(file) (\(held); policy: \(policy.joined(separator: ", ")))"
    guard stubCount > 0 || cassette.isEmpty else { return tape }
    let others = Quantity.of(stubCount, "stub")
    return cassette.isEmpty ? "\(others), no cassette" : "\(tape) and \(others)"
  }

  /// A stub that would serve the request, as Swift.
  fileprivate var stub: String {
    let known = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"].contains(method)
    let name = known ? ".\(method.lowercased())" : method.swiftLiteral
    return ".stub(\(name), \(url.swiftLiteral), status: 200)"
  }

  private var listOfStubs: String {
    let lines = stubs.map { stub in
      let isUsedUp = stub.served >= stub.limit ?? Int.max
      // A path alone reads well, and is the URL of no request.
      let isPart = !stub.name.contains("://")
      return "  \(stub.name)"
        + (isUsedUp ? "  (used up: served \(stub.served) of \(stub.served))" : "")
        + (isPart ? "  (no request has such a URL; any host and scheme are *://*/…)" : "")
    }
    return (["The closest stubs:"] + lines).joined(separator: "\n")
  }

  private var explanation: [String] {
    switch reason {
    case .unknownHost:
      return ["Nothing was recorded for the host \(RequestEquivalence.host(of: url))."]
    case .noCassette:
      let why = refusal?.reason ?? "there is no such cassette, and nothing is recorded in this mode"
      return [why.prefix(1).uppercased() + why.dropFirst()]
    case .neverRecorded where candidates.isEmpty:
      return ["The cassette holds no interaction."]
    case .otherMethod(let methods):
      return ["The URL was recorded with another method: \(methods.joined(separator: ", "))."]
    case .message(let text): return ["The message is  \(text)\n" + nearestMessage]
    case .neverRecorded, .usedUp, .differs: break
    }
    var paragraphs: [String] = []
    if let closest = candidates.first(where: { !$0.differences.isEmpty }), reason != .usedUp {
      paragraphs.append(table(of: closest))
    }
    let used = candidates.filter { $0.differences.isEmpty && $0.isUsed }
    if !used.isEmpty {
      let numbers = used.map { "#\($0.number)" }.joined(separator: ", ")
      paragraphs.append(
        used.count == 1
          ? "\(numbers) matches, but has been replayed already (\(advice.repeating) serves it again)."
          : "\(numbers) match, but have been replayed already "
            + "(\(advice.repeating) serves the last again).")
    }
    return paragraphs
  }

  private var nearestMessage: String {
    guard let closest = candidates.first else {
      return "The client has sent all messages that it sent when this was recorded."
    }
    return table(of: closest, "\(closest.request) of #\(closest.number)")
  }

  /// What stands for the value of what only one of two requests has.
  private static let nothing = "(none)"

  private func table(of candidate: Candidate, _ name: String? = nil) -> String {
    let count = candidate.differences.count
    let rows = candidate.differences.prefix(8)
    let widths = rows.reduce((0, 0, 0)) {
      (
        max($0.0, $1.part.count), max($0.1, $1.place?.count ?? 0),
        max($0.2, $1.recorded?.count ?? ($1.incoming == nil ? 0 : Self.nothing.count))
      )
    }
    var lines = [
      "The closest is \(name ?? "#\(candidate.number)"), which differs in "
        + "\(Quantity.of(count, "place")):"
    ]
    lines += rows.map { row in
      let part = "  \(row.part.padded(to: widths.0))   "
      // Of a closure or a class nothing is known but what it says.
      if row.recorded == nil, row.incoming == nil { return part + "says that they differ" }
      let place = widths.1 == 0 ? "" : (row.place ?? "").padded(to: widths.1) + "   "
      let recorded = (row.recorded ?? Self.nothing).padded(to: widths.2)
      return part + "\(place)recorded  \(recorded)   now  \(row.incoming ?? Self.nothing)"
    }
    if count > rows.count { lines.append("  … and \(count - rows.count) more") }
    return lines.joined(separator: "\n")
  }
}

extension Deck.Advice {
  /// The setting that makes an interaction be served again.
  fileprivate var repeating: String { isOfCommand ? "--repeat" : "repeats: true" }

  /// True when the reader types `vcr`.
  private var isOfCommand: Bool {
    switch self {
    case .command, .scopes: true
    case .deck, .test: false
    }
  }

  /// How a deck of one's own is opened in a mode.
  private func opening(_ path: String, _ mode: RecordMode) -> String {
    "try Cassette.Deck(cassette: \(path.relativeToCurrentFolder.swiftLiteral), "
      + "options: .init(mode: .\(mode)))"
  }

  /// The words that name the cassette to `vcr`.
  private func naming(_ path: String) -> String {
    guard case .scopes(let cassette) = self else { return "-c \(path.shellWord)" }
    return "--scopes" + (cassette.map { " -c \($0.shellWord)" } ?? "")
  }

  /// What stands for COMMAND at the end of an advice.
  private static let placeholder = "-- COMMAND"

  /// A message for the user who typed COMMAND: where it ends with what to type, that is whole.
  ///
  /// Neither a client nor a file gets the words: an argument may be a password.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - command: The words of COMMAND, quoted for a shell; nil to leave them out.
  /// - Returns: The message.
  package static func message(_ message: String, running command: String?) -> String {
    guard let command, message.hasSuffix(" " + Self.placeholder) else { return message }
    return message.dropLast(Self.placeholder.count) + "-- " + command
  }

  /// Returns the command to type to record a cassette that is not there, or one that is there
  /// again.
  func recording(_ path: String, again: Bool = false) -> String {
    switch self {
    case .command, .scopes:
      "vcr record \(again ? "--mode all " : "")\(naming(path.relativeToCurrentFolder)) "
        + Self.placeholder
    case .deck: opening(path, again ? .all : .once)
    case .test: rerun(again ? .all : .once)
    }
  }

  /// Returns the command to type to record the interactions that a cassette lacks.
  func recordingTheRest(_ path: String) -> String {
    switch self {
    case .command, .scopes:
      "vcr record --mode new-episodes \(naming(path.relativeToCurrentFolder)) -- …"
    case .deck: opening(path, .newEpisodes)
    case .test: rerun(.newEpisodes)
    }
  }

  /// Returns the lines about what to type when nothing matches a request.
  fileprivate func lines(for report: UnmatchedRequest, running typed: String?) -> String {
    var lines: [String] = []
    func add(_ purpose: String, _ text: String) {
      lines.append(purpose.padded(to: 23) + "  " + text)
    }
    guard !report.cassette.isEmpty else {
      add("To answer it:", report.stub)
      return lines.joined(separator: "\n")
    }
    // A conversation that is known is not continued, but recorded again as a whole.
    let mode: RecordMode =
      switch report.reason {
      case .message: .all
      case .noCassette where self != .command: .once
      default: .newEpisodes
      }
    switch self {
    case _ where report.isOfOtherTool:
      add(
        "To record it:",
        "vcr convert \(report.cassette.typedPath) NEW.yaml, and record into that: nothing is ever "
          + "recorded into another tool's recording")
    case .command, .scopes:
      add(
        "To record it:",
        "vcr record --mode \(mode.rawValue) "
          + "\(naming(report.cassette.relativeToCurrentFolder)) -- " + (typed ?? "…"))
    case .deck: add("To record it:", opening(report.cassette, mode))
    // Here are no sources beside which it would be recorded.
    case .test where report.reason == .noCassette && report.refusal == .noSources: break
    case .test: add("To record it:", rerun(mode))
    }
    if let remedy = report.remedy {
      let purpose = "To ignore \(remedy.subject):"
      switch self {
      case .command, .scopes:
        add(purpose, "--match \(remedy.words.joined(separator: ",").shellWord)")
      case .deck, .test:
        if let parts = remedy.swift {
          add(purpose, "equivalence: [\(parts.joined(separator: ", "))]")
        }
      }
    }
    return lines.joined(separator: "\n")
  }

  /// How the author runs the test again in a mode.
  private func rerun(_ mode: RecordMode) -> String {
    let setting = "VCR_MODE=\(mode.rawValue)"
    guard case .test(let filter, let isXcode) = self else { return "\(setting) swift test" }
    if isXcode {
      // xcodebuild passes a variable on to the tests without this prefix, and no other.
      return "\(setting) in the scheme (Test, Arguments, Environment Variables), or "
        + "TEST_RUNNER_\(setting) xcodebuild test"
    }
    return "\(setting) swift test" + (filter.map { " --filter \($0)" } ?? "")
  }
}

extension String {
  /// The text with spaces appended up to a width in characters.
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
