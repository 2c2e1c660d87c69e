/// The recording side of a deck: the journal and what must be known to merge it.
struct RecordingRun: ~Copyable, Sendable {
  /// An interaction as it is to be written.
  struct Item: Sendable {
    /// The position of its request among all of the run.
    let order: Int
    /// The old interaction that was served before it; -1 for none.
    let anchor: Int
    /// How many placeholders it holds.
    let placeholders: Int
    /// Whether it stands for what was written before it about the same request.
    let isReplacement: Bool
    /// Whether the exchange goes on.
    let isUnfinished: Bool
    /// The temporary file to which the response's body is on its way; nil for none.
    let spool: String?

    fileprivate let text: [UInt8]
    /// The files beside the cassette that the text refers to.
    fileprivate let files: [SideFile]

    /// Writes an interaction in memory.
    ///
    /// - Parameters:
    ///   - interaction: The interaction, already redacted.
    ///   - ticket: The right to record it.
    ///   - cassette: The cassette's path, no link.
    ///   - isReplacement: Whether it stands for what was written before it about the same request.
    ///   - isUnfinished: Whether the exchange goes on.
    ///   - spool: The temporary file to which the response's body is on its way; nil for none.
    init(
      _ interaction: Interaction, for ticket: Deck.Ticket, cassette: String,
      isReplacement: Bool = false, isUnfinished: Bool = false, spool: String? = nil
    ) {
      var files: [SideFile] = []
      let writer = CassetteWriter(sideFolder: SideFiles(resolvedPath: cassette).folderName)
      var text = writer.item(interaction, files: &files)
      if files.contains(where: {
        $0.body.file == nil && IssuedMark.mayStand(in: $0.body.bytes[...])
      }) {
        // A side file is named by its content, which no mark may change.
        files = []
        text = writer.item(IssuedMark.removal.appliedToBodies(of: interaction), files: &files)
      }
      self.text = text
      self.files = files
      self.isReplacement = isReplacement
      self.isUnfinished = isUnfinished
      self.spool = spool
      order = ticket.order
      anchor = ticket.anchor
      placeholders = Placeholder.count(in: text.view)
    }
  }

  /// The cassette as it was when the deck was opened; nil when there was none.
  let base: CassetteFile?
  /// The salt of the digests of values.
  let salt: String
  /// The items that interrupted runs left in the journal.
  let leftover: JournalLeftover
  /// The first failure to write the journal.
  private(set) var failure: SystemError?
  /// How many interactions could not be written.
  private(set) var lost = 0

  private var journal: Journal
  private let sideFiles: SideFiles
  /// The names of the files beside the cassette that this run's interactions refer to.
  private var sideNames: Set<String> = []
  private var count = 0
  /// For the order of each recorded request, the old interaction that was served before it.
  private var anchorOfOrder: [Int: Int] = [:]

  /// Opens the journal.
  ///
  /// - Parameters:
  ///   - cassette: The cassette's path, no link.
  ///   - base: The cassette as it is; nil when there is none.
  ///   - mode: The mode of the run.
  ///   - part: Whose part of the cassette is recorded; nil for the whole.
  ///   - salt: The salt of the digests of values, where neither cassette nor journal has one.
  /// - Throws: `DeckError` when the journal cannot be written or another recording holds it.
  init(
    cassette: String, base: CassetteFile?, mode: RecordMode, part: String? = nil, salt: String
  ) throws {
    var journal = try Journal(besideCassette: cassette, part: part, mode: mode)
    do {
      try journal.start()
    } catch {
      throw DeckError(
        kind: .unwritable, path: journal.path,
        reason: "the recording cannot be written here: \(error)")
    }
    self.base = base
    let leftover = journal.leftover.isFailed ? JournalLeftover([]) : journal.leftover
    let known = base?.valueDigests?.salt ?? leftover.salt
    self.leftover = leftover
    self.salt = known ?? salt
    sideFiles = SideFiles(path: cassette)
    if journal.leftover.isFailed, sideFiles.isInUse {
      // The items that a failed run left are gone from the journal now.
      sideFiles.removeUnreferenced(among: SideFiles.names(in: journal.leftover.texts))
    }
    self.journal = journal
  }

  /// The journal's path.
  var journalPath: String { journal.path }

  /// True when an interrupted run left interactions.
  var hasLeftover: Bool { !leftover.items.isEmpty }

  /// The line about the journal that was found, for the developer; nil when there was none.
  var notice: String? {
    if journal.leftover.isFailed, !journal.leftover.items.isEmpty {
      return "discarded the recording of a run that failed (\(Self.words(journal.leftover)) in "
        + "\(journal.path.relativeToCurrentFolder))"
    }
    guard hasLeftover || leftover.isTorn else { return nil }
    return Self.notice(of: leftover, in: journal.path)
  }

  /// The line about what an interrupted run left in a journal.
  static func notice(of leftover: JournalLeftover, in journal: String) -> String {
    "recovered \(words(leftover)) of an interrupted recording from \(journal.relativeToCurrentFolder)"
      + (leftover.isTorn ? "; an incomplete one at its end was dropped" : "")
  }

  private static func words(_ leftover: JournalLeftover) -> String {
    Quantity.of(leftover.items.count, "interaction")
  }

  /// Appends an interaction to the journal.
  ///
  /// - Parameters:
  ///   - item: The interaction.
  ///   - next: The position of the next request to start.
  ///   - redactor: Has given values their numbers.
  /// - Throws: The system's error.
  mutating func append(
    _ item: Item, next: Int, redactedBy redactor: Redactor
  ) throws(SystemError) {
    do {
      // They must be whole before anything refers to them.
      try sideFiles.write(item.files)
      try journal.append(
        item.text, order: item.order, next: next, anchor: item.anchor,
        isReplacement: item.isReplacement, isUnfinished: item.isUnfinished,
        values: redactor.takeRecentDigests(salt: salt), spool: item.spool)
    } catch {
      // One that goes on is written again, as a whole, at its end.
      if !item.isUnfinished {
        failure = failure ?? error
        lost += 1
      }
      throw error
    }
    count += 1
    if !item.files.isEmpty { sideNames.formUnion(SideFiles.names(in: [item.text[...]])) }
    anchorOfOrder[item.order] = item.anchor
  }

  /// Reads the interactions that this run recorded back.
  ///
  /// - Throws: `CassetteError` when the journal cannot be read back.
  func finishedRecording() throws(CassetteError) -> JournalRecording {
    count == 0 ? .empty : try journal.recordingOfThisRun()
  }

  /// For each of the items the old interaction it followed; nil when an interrupted run moved them.
  func anchors(of items: [JournalItem]) -> [Int]? {
    guard journal.mode == .newEpisodes, !hasLeftover else { return nil }
    let end = (base?.count ?? 0) - 1
    return items.map { anchorOfOrder[$0.order] ?? end }
  }

  /// Removes the folder of the side files where every body in it was dropped.
  func removeEmptyFolder() { sideFiles.removeEmptyFolder() }

  /// Says in the journal that its run failed.
  mutating func markFailed() throws { try journal.markFailed() }

  /// Removes the journal, and the files that nothing else than it refers to.
  ///
  /// - Parameter isAlone: False while others record parts of the same cassette, whose files may not
  ///   be referred to yet.
  func removeJournal(isAlone: Bool = true) {
    journal.remove()
    guard isAlone, sideFiles.isInUse else { return }
    sideFiles.removeUnreferenced(
      among: sideNames.union(SideFiles.names(in: leftover.texts)))
    if journal.wasLeft { sideFiles.removeLeftovers() }
  }
}
