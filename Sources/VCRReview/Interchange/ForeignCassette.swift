package import VCRCore

/// A recording of another tool, read into interactions.
///
/// The tool is recognised by the content of the file, not by its name: see `ForeignFormats`.
package struct ForeignCassette: Sendable {
  /// The tool or format, for messages (`Ruby VCR`, `HAR`).
  package var format: String

  /// The interactions, in recorded order, or that in which the tool looks through them.
  package var interactions: [Interaction]

  /// The line of the file in which each interaction begins, counted from 1.
  package internal(set) var lines: [Int]

  /// The rank of each interaction (see `ForeignFormat`); empty where the order of the file decides.
  var ranks: [Int] = []

  /// The place in a scenario of each interaction that has one.
  var steps: [ForeignStep?] = []

  /// The losses, in the order of the file.
  package internal(set) var losses: [ForeignLoss]

  /// The parts that the file has beside its interactions and no replay needs, in words.
  package internal(set) var remarks: [String] = []

  /// How the tool itself finds a response unless an option says otherwise; nil where that is what
  /// vcr does, and where each interaction has a rule of its own.
  package private(set) var policy: RequestEquivalence?

  /// Decompresses bytes by the name of a content coding; nil for other data, or when the result
  /// would exceed the given number of bytes.
  package typealias Inflating =
    @Sendable (_ bytes: [UInt8], _ coding: String, _ limit: Int) ->
    [UInt8]?

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - inflating: Decompresses bodies, which R stores compressed; nil if that is not supported.
  /// - Throws: `CassetteError` when it cannot be read or is of no known format.
  package init(path: String, inflating: Inflating? = nil) throws {
    try self.init(
      path: path, content: try FileContents.readText(path, expecting: "a recording"),
      inflating: inflating)
  }

  /// Reads the content of a file.
  ///
  /// - Parameters:
  ///   - path: The file's path, for messages.
  ///   - bytes: The content.
  ///   - inflating: Decompresses bodies, which R stores compressed; nil if that is not supported.
  /// - Throws: `CassetteError` when it is of no known format.
  package init(path: String, content bytes: [UInt8], inflating: Inflating? = nil) throws {
    do throws(Refusal) {
      self = try Self.read(path: path, content: bytes, inflating: inflating)
    } catch {
      throw error.error
    }
  }

  /// The reason why a file is not read.
  package struct Refusal: Error, Sendable {
    /// The error, with the place.
    package let error: CassetteError
    /// True for a file in which nothing speaks for a recording, such as a page or a list of names;
    /// false for a text that is cut short, or whose interactions are not as the format has them.
    package let isNoRecording: Bool

    fileprivate init(error: CassetteError, isNoRecording: Bool) {
      (self.error, self.isNoRecording) = (error, isNoRecording)
    }

    /// The refusal of a file for what it holds.
    fileprivate init(
      _ path: String, _ reason: String, line: Int = 0, isNoRecording: Bool = true
    ) {
      self.init(
        error: CassetteError(path: path, line: line, column: line == 0 ? 0 : 1, reason: reason),
        isNoRecording: isNoRecording)
    }
  }

  /// Reads the content of a file, and distinguishes a file that is no recording from one that is
  /// damaged.
  ///
  /// - Parameters:
  ///   - path: The file's path, for messages.
  ///   - bytes: The content.
  ///   - inflating: Decompresses bodies, which R stores compressed; nil if that is not supported.
  ///   - rereading: Reads the content again; nil if that cannot be done. With it what was parsed of
  ///     a large recording is let go at once.
  /// - Returns: The recording.
  /// - Throws: `Refusal` when it is of no known format.
  package static func read(
    path: String, content bytes: consuming [UInt8], inflating: Inflating?,
    rereading: (() throws(CassetteError) -> [UInt8])? = nil
  ) throws(Refusal) -> ForeignCassette {
    var recording = try readInFileOrder(
      path: path, content: bytes, inflating: inflating, rereading: rereading)
    recording.orderAsServed()
    return recording
  }

  /// The same, in the order of the file, or against it where the last entry counts first.
  static func readInFileOrder(
    path: String, content bytes: consuming [UInt8], inflating: Inflating?,
    rereading: (() throws(CassetteError) -> [UInt8])? = nil
  ) throws(Refusal) -> ForeignCassette {
    if let inflating, let packing = Packing(copy bytes) {
      let packed: PackedRecording
      do throws(PackedRecording.Fault) {
        packed = try PackedRecording(bytes, packing, inflating: inflating)
      } catch {
        throw Refusal(
          error: CassetteError(path: path, line: 0, column: 0, reason: error.reason),
          isNoRecording: error.isNoRecording)
      }
      switch packed.content {
      case .text(let text):
        return try readWhole(
          path: path, content: text, inflating: inflating, packedSize: packed.packedSize,
          archive: packed.archive)
      case .value(let root):
        return try readRoot(
          root, path: path,
          ForeignLog(path: path, byteCount: packed.packedSize, inflating: inflating))
      }
    }
    guard Syntax(copy bytes) == .yaml, let division = ForeignYAMLPieces.Division(copy bytes) else {
      return try readWhole(path: path, content: bytes, inflating: inflating)
    }
    let pieces = ForeignYAMLPieces(bytes, division)
    if let recording = ForeignCassette(
      pieces, path: path, inflating: inflating, lettingGo: rereading != nil)
    {
      return recording
    }
    let whole: [UInt8]
    do throws(CassetteError) {
      whole = if let text = pieces.text { text } else { try rereading?() ?? [] }
    } catch {
      throw Refusal(error: error, isNoRecording: false)
    }
    return try readWhole(path: path, content: whole, inflating: inflating)
  }

  /// The same, not in pieces.
  ///
  /// The content is let go as soon as it is parsed, as the values have copies of all that they
  /// need. What was packed counts by its packed size, and has its further files in the archive.
  static func readWhole(
    path: String, content bytes: consuming [UInt8], inflating: Inflating?,
    packedSize: Int? = nil, archive: ArchivedFiles? = nil
  ) throws(Refusal) -> ForeignCassette {
    if bytes.isEmpty { throw Refusal(path, "an empty file, not a recording") }
    if let nature = FileNature(copy bytes) { throw Refusal(path, "\(nature), not a recording") }
    let log = ForeignLog(
      path: path, byteCount: packedSize ?? bytes.count, inflating: inflating, archive: archive)
    log.isCutInLine = bytes.last != UInt8(ascii: "\n") && Syntax(copy bytes) == .yaml
    let root: ForeignValue
    do throws(YAMLFault) {
      root = try parse(consume bytes, log)
    } catch {
      throw Refusal(error: CassetteError(path: path, fault: error), isNoRecording: false)
    }
    return try readRoot(root, path: path, log)
  }

  /// The same, of what was parsed.
  private static func readRoot(
    _ root: ForeignValue, path: String, _ log: ForeignLog
  ) throws(Refusal) -> ForeignCassette {
    guard let form = ForeignFormats.form(of: root) else {
      let unread = ForeignFormats.unread(root)
      throw Refusal(
        path,
        unread
          ?? "is no recording that vcr knows: HAR, Ruby VCR, vcrpy, go-vcr or one of their shape",
        isNoRecording: unread == nil)
    }
    switch form.list.content {
    case .list, .nothing: break
    case .scalar(let text) where text.isEmpty: break
    default:
      throw Refusal(
        path, "the interactions are \(form.list.kind), not a list", line: form.list.line,
        isNoRecording: false)
    }
    return ForeignCassette(form, of: root, log)
  }

  /// Takes the entries of a recording.
  private init(_ form: any ForeignFormat, of root: ForeignValue, _ log: ForeignLog) {
    self.init(ForeignEntries(form.list.elements, of: form, log), of: form, root, log)
  }

  /// Takes the entries of a recording that were read.
  ///
  /// - Parameters:
  ///   - entries: The entries.
  ///   - form: The format.
  ///   - root: The recording, of which the entries themselves are not looked at.
  ///   - log: The log for what the recording has beside its entries.
  init(
    _ entries: ForeignEntries, of form: any ForeignFormat, _ root: ForeignValue, _ log: ForeignLog
  ) {
    format = form.name
    (interactions, lines) = (entries.interactions, entries.lines)
    (ranks, steps) = (entries.ranks, entries.steps)
    for value in [root, root["log", "data"]] { log.loseRepeated(of: value) }
    form.note(besideEntriesOf: root, log)
    losses = (entries.losses + log.losses).inFileOrder
    remarks = entries.remarks + log.remarks
    if type(of: form).servesLastOfRank { order(Array(interactions.indices.reversed())) }
    compare(asOf: form.tool)
  }

  /// Takes the policy of a tool, for the requests that were recorded.
  mutating func compare(asOf tool: ForeignTool?) {
    let match = tool?.match.map(comparingRecordedFields).map(comparingRecordedQueries)
    let hasRules = interactions.allSatisfy { $0.rule?.match != nil }
    if match?.description != RequestEquivalence.standard.description, !hasRules { policy = match }
  }

  /// A rule that compares all header fields, limited to those that some recorded request has.
  ///
  /// A tool compares what a program hands to its client. On the way the client adds fields, and
  /// what was recorded often lacks credentials that were taken out; neither is in any recorded
  /// request.
  private func comparingRecordedFields(_ policy: RequestEquivalence) -> RequestEquivalence {
    let headers = interactions.map(\.request.headers)
    return RequestEquivalence(policy.parts.compactMap { $0.limited(toFieldsOf: headers) })
  }

  /// A rule that compares queries as WebMock does, for a recording in which they are as WebMock
  /// spells them; Ruby VCR sees requests by other libraries, too, which leave them as they were.
  private func comparingRecordedQueries(_ policy: RequestEquivalence) -> RequestEquivalence {
    let part = RequestEquivalence.Part.webMockQuery.description
    guard policy.parts.contains(where: { $0.description == part }) else { return policy }
    let urls = interactions.map(\.request.url).filter { $0.contains("?") }
    return !urls.isEmpty && urls.allSatisfy(WebMockQuery.mayHaveSpelled) ? policy : .standard
  }

  /// Puts the interactions into the order in which the tool serves them: those with the lowest rank
  /// first, and those of a scenario in the order of its states.
  ///
  /// Of a folder all files are read first, as a scenario goes on from one to another.
  mutating func orderAsServed() {
    if !ranks.isEmpty { order(ranks.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }) }
    guard steps.contains(where: { $0 != nil }) else { return }
    let scenarios = ForeignScenarios(interactions, steps, lines)
    order(scenarios.order)
    for (index, times) in scenarios.times {
      interactions[index].rule = interactions[index].rule ?? Interaction.Rule()
      interactions[index].rule?.times = times
    }
    losses = (losses + scenarios.losses).inFileOrder
  }

  private mutating func order(_ indices: [Int]) {
    interactions = indices.map { interactions[$0] }
    lines = indices.map { lines[$0] }
    if !ranks.isEmpty { ranks = indices.map { ranks[$0] } }
    steps = indices.map { steps[$0] }
  }

  /// Reads a cassette of ours, to write it for another tool.
  ///
  /// - Parameter cassette: The cassette.
  /// - Throws: `CassetteError` when an interaction cannot be read.
  package init(_ cassette: CassetteFile) throws {
    format = "vcr"
    interactions = try (0..<cassette.count).map { try cassette.interaction(at: $0) }
    lines = (0..<cassette.count).map { cassette.position(ofItem: $0) }
    losses = []
    steps = lines.map { _ in nil }
  }

  /// Changes each interaction in its place, on all cores.
  ///
  /// - Parameter change: The change.
  package mutating func changeInteractions(_ change: @Sendable (inout Interaction) -> Void) {
    _ = interactions.concurrentMap(in: interactions.indices, change)
  }

  /// Takes the secrets out of the interactions.
  ///
  /// A secret that one interaction produces is looked for in all of them, earlier ones included.
  ///
  /// - Parameter redaction: The redaction that is applied.
  package mutating func redact(_ redaction: Redaction) {
    let redactor = Redactor(redaction)
    // How many tokens were known when each was redacted.
    var known = Array(repeating: 0, count: interactions.count)
    redact(Array(interactions.indices), redactor, &known)
    redact(interactions.indices.filter { known[$0] != redactor.tokenCount }, redactor, &known)
  }

  /// Redacts some of the interactions, and notes how many tokens were known then.
  ///
  /// A secret gets its name where it occurs first. So all cores work on the interactions of a
  /// group, each as if it came next, and those that bring a secret are redacted anew in their
  /// order. Where many do, the next groups are not tried before.
  private mutating func redact(_ indices: [Int], _ redactor: Redactor, _ known: inout [Int]) {
    var (groupsInOrder, nextGroupsInOrder) = (0, 1)
    for group in Self.groups(of: indices.count) {
      let before = redactor.tokenCount
      var ahead: [Interaction?] = []
      if groupsInOrder > 0 {
        groupsInOrder -= 1
      } else {
        ahead = Self.redacted(indices[group], of: interactions, redactor)
        if ahead.count(where: { $0 == nil }) > group.count / 4 {
          groupsInOrder = nextGroupsInOrder
          nextGroupsInOrder = min(2 * nextGroupsInOrder, 64)
        } else {
          nextGroupsInOrder = 1
        }
      }
      for (place, index) in indices[group].enumerated() {
        if !ahead.isEmpty, let redacted = ahead[place].take() {
          interactions[index] = redacted
          known[index] = before
        } else {
          interactions[index] = redactor.redacting(interactions[index])
          known[index] = redactor.tokenCount
        }
      }
    }
  }

  /// The interactions of a group, each as if it came next; nil for one that brings a secret.
  private static func redacted(
    _ group: ArraySlice<Int>, of interactions: [Interaction], _ redactor: Redactor
  ) -> [Interaction?] {
    let before = redactor.tokenCount
    return group.indices.concurrentMap { place in
      let ahead = Redactor(copyOf: redactor)
      let redacted = ahead.redacting(interactions[group[place]])
      return ahead.tokenCount == before ? redacted : nil
    }
  }

  /// The interactions in groups that all cores work on together.
  private static func groups(of count: Int) -> [Range<Int>] {
    stride(from: 0, to: count, by: groupSize).map { $0..<min($0 + groupSize, count) }
  }

  private static let groupSize = 256

  /// Writes the interactions as a cassette of ours, redacted, in one step.
  ///
  /// - Parameters:
  ///   - path: Where to write.
  ///   - redaction: The redaction that is applied.
  ///   - unsynced: As for `FileSystem.write`.
  /// - Throws: `DeckError` when it cannot be written; an existing file is then unchanged.
  ///
  /// Large binary bodies are written to side files in the folder `NAME.yaml.files`. A device, a
  /// FIFO and standard output have no side files, so there the cassette holds the bodies itself.
  ///
  /// Each interaction is let go when it is laid out, so that a large recording is not in memory
  /// twice.
  package consuming func write(
    to path: String, redaction: Redaction = .standard,
    syncingLater unsynced: UnsyncedFolders? = nil
  ) throws {
    let sideFiles = SideFiles(path: path)
    let isFile = FileDestination(path).isFile
    let writer = CassetteWriter(sideFolder: isFile ? sideFiles.folderName : nil)
    redact(redaction)
    var files: [SideFile] = []
    var fault: SystemError?
    do throws(DeckError) {
      try CassetteContent.write(
        to: path, syncingLater: unsynced,
        sideFiles: { SideFiles.names(in: files.map { Array($0.reference.utf8)[...] }) }
      ) { (output: inout BufferedOutput) throws(SystemError) in
        try output.write(CassetteWriter.prologue[...])
        for group in Self.groups(of: interactions.count) {
          for laidOut in Self.takeTexts(group, of: &interactions, writer) {
            try output.write(laidOut.item[...])
            files += laidOut.files
          }
        }
        do throws(SystemError) {
          try sideFiles.write(files)
        } catch {
          fault = error
          throw error
        }
      }
    } catch {
      guard let fault else { throw error }
      throw DeckError(
        kind: .unwritable, path: path,
        reason: "the files beside the cassette could not be written: \(fault)")
    }
  }

  /// The texts of the interactions of a group as items, and their side files, laid out on all
  /// cores, each of which lets go what it laid out.
  private static func takeTexts(
    _ group: Range<Int>, of interactions: inout [Interaction], _ writer: CassetteWriter
  ) -> [(item: [UInt8], files: [SideFile])] {
    interactions.concurrentMap(in: group) { interaction in
      var files: [SideFile] = []
      let item = writer.item(interaction, files: &files)
      interaction = .nothing
      return (item, files)
    }
  }
}

extension Interaction {
  /// What stands in the place of an interaction that was taken from a list.
  static var nothing: Interaction {
    Interaction(request: .init(url: ""), outcome: .response(.init(status: nil)))
  }
}
