/// Applies a redaction to an existing cassette, or to the journal of an interrupted recording.
///
/// Only the values that hold a secret are written again, each in its own style and place: comments,
/// keys this version does not know, layout, and the form of every body stay. A second run changes
/// nothing.
package struct CassetteRedactor {
  /// The result of redacting a file.
  package struct Outcome: Sendable, Equatable {
    /// The number of values that were replaced.
    package var values = 0
    /// The number of interactions that contained them.
    package var interactions = 0
    /// The number of values that were replaced outside messages: in comments, and under unknown
    /// keys.
    package var others = 0
    /// The number of header and trailer fields of responses that were left out.
    package var fields = 0
    /// The lines, counted from 1, in which a secret stays because replacing it would change a
    /// message or break the text.
    package var remaining: [Int] = []
  }

  /// A file's new content.
  package struct Result {
    /// The bytes.
    package var content: [UInt8]
    /// The outcome of the redaction.
    package var outcome: Outcome
    /// True when the new bytes differ from the old ones.
    package var isChanged: Bool
    /// The new side files to which the content refers.
    package var files: [SideFile] = []
  }

  private let redaction: Redaction
  private let isLean: Bool

  /// Creates a redactor of cassettes.
  ///
  /// - Parameters:
  ///   - redaction: The rules.
  ///   - isLean: Whether the fields of responses are left out that a lean recording does without.
  package init(_ redaction: Redaction, isLean: Bool = false) {
    (self.redaction, self.isLean) = (redaction, isLean)
  }

  /// Redacts a file.
  ///
  /// - Parameters:
  ///   - path: The cassette's or the journal's path.
  ///   - isDryRun: True to write nothing.
  /// - Returns: The changes that were made, or would be made in a dry run.
  /// - Throws: `CassetteError` when it cannot be read; `DeckError` when there is none, when it
  ///   cannot be written, or when it is being recorded.
  package func redact(path: String, isDryRun: Bool = false) throws -> Outcome {
    try DeckError.requireCassette(at: path)
    guard let cassette = JournalPath.cassette(of: path) else {
      let content = try FileContents.read(path)
      return try finish(
        try redact(content, path: path), old: content, path: path, isDryRun: isDryRun)
    }
    // A missing file is reported before a journal is created.
    let content = try FileContents.read(path)
    let journal = try Journal(path: path, cassette: cassette, mode: .once)
    let complete = Array(content[..<journal.leftover.completeLength])
    guard !complete.isEmpty else { return Outcome() }
    var result = try redact(complete, path: path)
    if journal.leftover.isFailed { result.content += JournalLeftover.failureMark }
    // A torn tail cannot be read, so its secrets could not be found; a recovery drops it as well.
    result.isChanged = result.isChanged || journal.leftover.isTorn
    return try finish(result, old: content, path: path, isDryRun: isDryRun)
  }

  private func finish(
    _ result: Result, old: [UInt8], path: String, isDryRun: Bool
  ) throws(DeckError) -> Outcome {
    guard result.isChanged, !isDryRun else { return result.outcome }
    let sideFiles = SideFiles(path: path)
    do {
      try sideFiles.write(result.files)
      try FileSystem.write([result.content[...]], to: path)
    } catch {
      throw DeckError(
        kind: .unwritable, path: path, reason: "it could not be written and is as it was: \(error)")
    }
    if sideFiles.isInUse {
      let kept = SideFiles.names(in: [result.content[...]])
      sideFiles.removeUnreferenced(among: SideFiles.names(in: [old[...]]).subtracting(kept))
    }
    return result.outcome
  }

  /// Redacts the content of a cassette.
  ///
  /// - Throws: `CassetteError` when it cannot be read.
  package func redact(_ content: [UInt8], path: String) throws -> Result {
    let file = try CassetteFile(path: path, content: content) {
      try SideFiles.load($0, besideCassette: path)
    }
    let redactor = Redactor(redaction)
    // A value that one interaction produces is searched for in all, even in those before it.
    for index in 0..<file.count { redactor.learn(from: try file.interaction(at: index)) }
    var rewriting = CassetteRewriting(file: file)
    for index in 0..<file.count {
      let old = try file.interaction(at: index)
      try rewriting.change(index, from: old, to: Self.redacted(old, by: redactor, file, index))
    }
    var result = try rewriting.result()
    if isLean { try leaveOutFields(of: &result, in: file) }
    let unread = UnreadRedaction(
      result.isChanged ? try file.rewritten(result.content, result.files) : file, redactor)
    if unread.count > 0 {
      result.content = unread.content
      result.isChanged = true
    }
    result.outcome.others = unread.count
    result.outcome.remaining = unread.remaining
    return result
  }

  /// Leaves out the fields of responses that carry nothing for a replay or a reader, of which the
  /// redaction has made use by now.
  private func leaveOutFields(of result: inout Result, in file: CassetteFile) throws {
    let redacted = result.isChanged ? try file.rewritten(result.content, result.files) : file
    let lean = try CassetteRewriting.leavingOutFields(of: redacted)
    result.outcome.fields += lean.outcome.fields
    guard lean.outcome.fields > 0 else { return }
    result.content = lean.content
    result.files += lean.files
    result.isChanged = true
  }

  /// An interaction without its secrets, as its text in the file should be read.
  private static func redacted(
    _ interaction: Interaction, by redactor: Redactor, _ file: CassetteFile, _ index: Int
  ) throws -> Interaction {
    // A person wrote the form by hand when no header declares it.
    let type = HeaderField("Content-Type", FormEncoding.mediaType)
    var declared = interaction
    let isFormRequest =
      try isUndeclared(interaction.request.body, interaction.request.headers)
      && file.hasForm(.request, at: index)
    if isFormRequest { declared.request.headers.fields.append(type) }
    var isFormResponse = false
    if case .response(var response) = interaction.outcome,
      isUndeclared(response.body, response.headers), try file.hasForm(.response, at: index)
    {
      isFormResponse = true
      response.headers.fields.append(type)
      declared.outcome = .response(response)
    }
    var redacted = redactor.redacting(declared)
    if isFormRequest { redacted.request.headers.fields.removeLast() }
    if isFormResponse, case .response(var response) = redacted.outcome {
      response.headers.fields.removeLast()
      redacted.outcome = .response(response)
    }
    return redacted
  }

  private static func isUndeclared(_ body: Body, _ headers: HeaderFields) -> Bool {
    !body.isEmpty && headers["content-type"] == nil
  }
}

extension CassetteFile {
  /// True when a message's body is stored as names and values.
  fileprivate func hasForm(_ message: ItemKey, at index: Int) throws -> Bool {
    guard let item = try placedItems([index]).first,
      let node = item.tree.value(message, in: item.node),
      let body = item.tree.value(ResponseKey.body, in: node)
    else { return false }
    return item.tree.value(BodyKey.form, in: body) != nil
  }
}
