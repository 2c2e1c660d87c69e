import VCRLocks

/// One cassette to which several scopes of this run record, each its own part.
///
/// The cassette depends on its content when the run began and on the parts that were kept, but not
/// on the order in which the tests ran: each time a scope ends, the parts are sorted by name and
/// merged into the original content. A test that fails adds nothing.
///
/// Scopes that are no test's have one part together. Each of them replays the cassette from its
/// beginning, so what a later one asks for as an earlier one did is the same interaction once more.
final class SharedRecording: Sendable {
  /// One scope's part.
  struct Part: Sendable {
    /// Its name; empty for the recording of scopes that are no test's.
    var name: String
    /// Distinguishes two parts of one name: the later part has the greater number.
    var number: Int
    /// How it is to be merged.
    var strategy: CassetteMerge.Strategy
    /// Its interactions in the order their requests started.
    var file: CassetteFile
    /// For each of them the old one it followed; nil when that is not known.
    var anchors: [Int]?
    /// For each of them when its request was under way; nil when that is not known.
    var spans: [RequestSpan]?

    /// The numbers of its values.
    var numbers = ValueNumbers()
    /// True when an interrupted run left what the cassette has.
    var isLater = false

    /// True for what the same test recorded, or for what none did.
    fileprivate func isSameTest(as other: Part) -> Bool {
      name == other.name && (name.isEmpty || number == other.number)
    }

    /// Gives its values the numbers that tell them apart from those of other parts, too.
    ///
    /// - Parameters:
    ///   - numbers: The numbers of the other parts' values; takes those of this one.
    ///   - reserved: Names that no value may have.
    ///   - files: Receives the side files to which changed interactions refer.
    /// - Returns: True if a value got another number.
    /// - Throws: `CassetteError` when an interaction cannot be decoded.
    @discardableResult
    mutating func renumber(
      among numbers: inout ValueNumbers, except reserved: Set<[UInt8]>, files: inout [SideFile]
    ) throws -> Bool {
      let names = numbers.take(self.numbers, except: reserved)
      self.numbers = numbers
      guard !names.isEmpty else { return false }
      file = try file.renaming(
        PlaceholderRenaming { names[$0] }, files: &files)
      return true
    }

    /// The position of the first request that would start after all of its own.
    var requestCount: Int { spans?.map(\.end).max() ?? 0 }
  }

  /// A scope's right to add its part.
  struct Place: Sendable {
    /// The recording.
    let recording: SharedRecording
    /// The name of the part; empty for that of a scope which is no test's.
    let name: String
    /// Distinguishes it from other parts of the same name.
    let number: Int
    /// The mode in which it records.
    let mode: RecordMode
    /// The name for the part's journal; nil for the one of the whole cassette.
    let journalPart: String?

    /// The cassette as it was when the run began; nil when there was none.
    var base: CassetteFile? { recording.original }

    /// True for the only scope that has the cassette open, when that is no test's.
    var isAloneAndNoTest: Bool { name.isEmpty && recording.isAlone }

    /// Gives the place back.
    func leave() { recording.leave(number) }
  }

  /// The state of the cassette.
  struct State: Sendable {
    /// The cassette into which the parts are merged; nil when there was none.
    var base: CassetteFile?
    /// True when it holds what interrupted runs left, so that places in it are others.
    var isRebased = false
    /// The parts that were kept.
    fileprivate var parts: [Part] = []
    /// The files beside the cassette that it referred to and no longer does.
    var removedFiles: [SideFile] = []
    /// How many interactions were taken out of it.
    var removedCount = 0
    /// True when more than one test is known to use the cassette.
    fileprivate var isShared: Bool
    /// True when scopes that open it later have to know its parts.
    fileprivate var isLasting: Bool
    /// The file as this run found it or wrote it last; nil when there was none.
    fileprivate(set) var stamp: FileStamp?
    /// True when this run has written it.
    fileprivate(set) var hasWritten = false
    /// The rests of parts that interrupted runs left and this run may not record.
    var leftovers: [JournalLeftover] = []
    /// True when that has been looked for.
    fileprivate var hasLookedForStrays = false
    /// The journals that scopes of this run may have open.
    fileprivate var journals: Set<String> = []
    /// The open scopes by their numbers, each with the part its journal is named after.
    fileprivate var open: [Int: String] = [:]
    fileprivate var next = 0
    /// The part whose journal is that of the whole cassette.
    fileprivate var firstName: String?

    /// True the first time for a cassette that is known to have several parts.
    ///
    /// Whoever has a cassette of its own has one journal, which it finds by its name: a folder with
    /// a thousand of them is not listed a thousand times.
    mutating func looksForStrays() -> Bool {
      guard isShared || !parts.isEmpty, !hasLookedForStrays else { return false }
      hasLookedForStrays = true
      return true
    }

    /// True for a journal that a scope of this run may have open.
    func hasOpened(_ journal: String) -> Bool { journals.contains(journal) }

    /// True when a single scope has the cassette open.
    var isAlone: Bool { open.count <= 1 }

    /// True when no scope has it open.
    fileprivate var isIdle: Bool { open.isEmpty }

    /// The part that the same test recorded before, or scopes that are no test's; nil for none.
    func earlier(than part: Part) -> Part? { parts.first { $0.isSameTest(as: part) } }

    /// Adds a part, in the place of the one that the same test recorded before.
    ///
    /// - Parameter part: The part, with what it is to keep of the one before it.
    mutating func add(_ part: Part) {
      isShared = isShared || part.name.isEmpty && earlier(than: part) != nil
      parts.removeAll { $0.isSameTest(as: part) }
      parts.append(part)
      parts.sort { ($0.name, $0.number) < ($1.name, $1.number) }
      isShared = isShared || parts.count > 1
    }

    /// How the parts are merged together.
    var strategy: CassetteMerge.Strategy {
      var strategy = parts.first?.strategy ?? .updating
      if parts.contains(where: { $0.strategy != strategy }) { strategy = .updating }
      // An interaction that one test did not request may belong to another test.
      return strategy == .replacing && isShared ? .updating : strategy
    }

    /// All parts as one recording, in their order.
    ///
    /// Two values of two parts have two numbers in it.
    ///
    /// - Parameters:
    ///   - path: The cassette's path.
    ///   - reserved: Names that no value may have.
    ///   - files: Receives side files to which it refers.
    /// - Returns: The interactions, the old ones they followed, and when their requests were under
    ///   way.
    /// - Throws: `CassetteError` when they cannot be read back.
    func joined(
      path: String, except reserved: Set<[UInt8]>, files: inout [SideFile]
    ) throws -> Part {
      var numbers = ValueNumbers()
      if let digests = base?.valueDigests {
        for part in parts { numbers.take(part.numbers, provenBy: digests) }
      }
      var content = CassetteWriter.prologue
      var anchors: [Int]? = isRebased ? nil : []
      var spans: [RequestSpan]? = []
      var requests = 0
      for var part in parts {
        try part.renumber(among: &numbers, except: reserved, files: &files)
        for item in 0..<part.file.count { content += part.file.text(at: item) }
        if let added = part.anchors { anchors? += added } else { anchors = nil }
        if let added = part.spans {
          spans? += added.map { .init(start: $0.start + requests, end: $0.end + requests) }
          requests += part.requestCount
        } else {
          spans = nil
        }
      }
      return Part(
        name: "", number: 0, strategy: strategy,
        file: try CassetteFile(path: path, content: content),
        anchors: anchors, spans: spans, numbers: numbers,
        isLater: parts.contains(where: \.isLater))
    }
  }

  /// The cassette as it was when the run began; nil when there was none.
  let original: CassetteFile?

  /// The salt of the digests of values, the same in the journals of all parts.
  let salt: String

  private let path: String
  /// The path of the file, no link.
  private let target: String
  private let state: Mutex<State>

  /// Begins with a cassette as it is.
  init(path: String, base: CassetteFile?, wasShared: Bool) {
    self.path = path
    target = FileSystem.followingLink(path)
    original = base
    salt = base?.valueDigests?.salt ?? ValueDigests.randomSalt()
    state = Mutex(
      State(base: base, isShared: wasShared, isLasting: wasShared, stamp: FileStamp(path)))
  }

  /// Opens a part.
  ///
  /// - Returns: Nil when the scope is to replay what the run has recorded, or what was there.
  func open(_ part: CassettePart?, owner: String, mode: RecordMode) -> Place? {
    state.withLock { state in
      let name = part?.name ?? owner
      let isOpen = state.open.values.contains(name)
      // A test that asks for its cassette again replays what it recorded.
      let hasRecorded = !isOpen && state.parts.contains { $0.name == name }
      if mode == .once, original != nil || hasRecorded { return nil }
      state.isShared = state.isShared || part?.isShared == true
      state.isLasting = state.isLasting || part != nil || mode == .all
      state.next += 1
      // The same test once more takes the place it had; two at once are two.
      let number =
        part != nil && !isOpen
        ? state.parts.first { $0.name == name }?.number ?? state.next : state.next
      let first = state.firstName ?? name
      state.firstName = first
      let journal =
        isOpen || part == nil && !state.open.isEmpty ? "\(name)#\(number)" : name
      state.open[number] = name
      // A test that was not the first in an earlier run goes on with what it left there.
      let own = JournalPath.beside(target, part: journal)
      let journalPart = journal == first && !FileSystem.exists(own) ? nil : journal
      state.journals.insert(journalPart == nil ? JournalPath.beside(target) : own)
      return Place(
        recording: self, name: part?.name ?? "", number: number, mode: mode,
        journalPart: journalPart)
    }
  }

  /// Closes a part.
  fileprivate func leave(_ number: Int) {
    state.withLock { state in state.open[number] = nil }
  }

  /// True when no scope has it open and the file is not as this run left it.
  func isOver() -> Bool {
    state.withLock { $0.isIdle && $0.stamp != FileStamp(path) }
  }

  /// True while no scope has it open.
  var isIdle: Bool { state.withLock { $0.isIdle } }

  /// True when no scope has it open, and those that come later find all they need in the cassette.
  var isForgotten: Bool { state.withLock { $0.isIdle && !$0.isLasting } }

  /// True while a single scope has the cassette open.
  var isAlone: Bool { state.withLock { $0.isAlone } }

  /// Changes what is known, and the file with it; nothing is changed when that fails.
  func change<Result>(_ body: (inout State) throws -> Result) throws -> Result {
    try state.withLock { state throws -> Result in
      var changed = state
      let result = try body(&changed)
      let stamp = FileStamp(path)
      changed.hasWritten = state.hasWritten || stamp != state.stamp
      changed.stamp = stamp
      state = changed
      return result
    }
  }
}
