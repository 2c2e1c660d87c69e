/// Takes up what an interrupted or failed recording left in the journal beside a cassette.
public struct CassetteRecovery: Sendable, Equatable {
  /// The cassette's path.
  public let cassette: String
  /// The journal's path; the first one's where several tests recorded parts of the cassette.
  public let journal: String
  /// How many complete interactions the journal held.
  public let recovered: Int
  /// True when the journal ended in the middle of an interaction, which was dropped.
  public let isTorn: Bool

  /// Merges the journal beside a cassette into it and removes the journal; the same with those of
  /// tests that recorded parts of it.
  ///
  /// - Parameters:
  ///   - cassette: The cassette's path.
  ///   - equivalence: The policy that pairs old and new interactions.
  ///   - volatility: What may differ between two that say the same.
  /// - Returns: What was taken up.
  /// - Throws: `DeckError` when there is no journal, when a recording still holds it or when the
  ///   cassette cannot be written; `CassetteError` when the cassette cannot be read. The journal
  ///   stays in every such case.
  public static func recover(
    cassette: String, equivalence: RequestEquivalence = .standard,
    volatility: Volatility = .standard
  ) throws -> CassetteRecovery {
    let file = AtomicFile.followingLink(cassette)
    let paths = Journal.paths(besideCassette: file)
    guard let first = paths.first else {
      throw DeckError(
        kind: .missing, path: Journal.path(besideCassette: file),
        reason: "there is no interrupted recording to recover")
    }
    var recovered = 0
    var isTorn = false
    for path in paths {
      let journal = try Journal(path: path, cassette: file, mode: .once)
      try take(journal.leftover, into: cassette, equivalence, volatility)
      recovered += journal.leftover.items.count
      isTorn = isTorn || journal.leftover.isTorn
      journal.remove()
    }
    SideFiles(path: cassette).removeLeftovers()
    return CassetteRecovery(
      cassette: cassette, journal: first, recovered: recovered, isTorn: isTorn)
  }

  private static func take(
    _ leftover: JournalLeftover, into cassette: String, _ equivalence: RequestEquivalence,
    _ volatility: Volatility
  ) throws {
    if !leftover.items.isEmpty {
      let isThere = AtomicFile.exists(cassette) && !AtomicFile.isEmpty(cassette)
      let base = isThere ? try CassetteFile(path: cassette) : nil
      let content = try leftover.merged(
        into: base, path: cassette, equivalence: equivalence, volatility: volatility)
      try content.write(to: cassette)
    }
  }
}

/// The text of a whole cassette, in the slices it is put together from.
struct CassetteContent: Sendable {
  /// Everything before the first item, up to and with `interactions:`.
  var prologue: ArraySlice<UInt8>
  /// The items' texts.
  var items: [ArraySlice<UInt8>]
  /// True when the file had another layout and has the cassette's own now, without its comments.
  var isLaidOutAnew = false
  /// True when an item was written anew without the comments in it.
  var lostComments = false

  /// All texts in their order.
  var parts: [ArraySlice<UInt8>] { [prologue] + items }

  /// All bytes in one array.
  var bytes: [UInt8] {
    var bytes = Array(prologue)
    bytes.reserveCapacity(items.reduce(bytes.count) { $0 + $1.count })
    for item in items { bytes += item }
    return bytes
  }

  /// True when these are the bytes of a file.
  private func isSame(as current: [UInt8]) -> Bool {
    var start = 0
    for part in parts {
      let end = start + part.count
      guard end <= current.count, current[start..<end] == part else { return false }
      start = end
    }
    return start == current.count
  }

  /// Writes the cassette, unless the file holds these very bytes already.
  ///
  /// - Parameters:
  ///   - path: The cassette's path.
  ///   - isChanged: True when it is known that the file holds something else.
  /// - Throws: `DeckError` when it cannot be written; the file is then as it was.
  func write(to path: String, isChanged: Bool = false) throws(DeckError) {
    let isNew = !AtomicFile.exists(path)
    let isRead = !isNew && (!isChanged || SideFiles(path: path).isInUse)
    let current = isRead ? try? FileContents.read(path) : nil
    if let current, isSame(as: current) { return }
    do {
      try AtomicFile.createFolder(of: path)
      try AtomicFile.write(parts, to: path)
    } catch {
      let journal = Journal.path(besideCassette: AtomicFile.followingLink(path))
      throw DeckError(
        kind: .unwritable, path: path,
        reason: "the cassette could not be written: \(error); what was recorded is kept in "
          + "\(journal), to recover it: vcr recover \(path)")
    }
    let sideFiles = SideFiles(path: path)
    if isNew, sideFiles.isInUse { sideFiles.openLikeCassette(SideFiles.names(in: items)) }
    if let current, sideFiles.isInUse {
      sideFiles.removeUnreferenced(
        among: SideFiles.names(in: [current[...]]).subtracting(SideFiles.names(in: items)))
    }
  }
}

extension JournalLeftover {
  /// A cassette with the runs of this journal merged into it, one after the other.
  func merged(
    into base: CassetteFile?, path: String, equivalence: RequestEquivalence, volatility: Volatility
  ) throws -> CassetteContent {
    let laidOut = base.map(LineLayout.own)
    var content = CassetteContent(base: laidOut?.0)
    for run in runs {
      let recording = recording(ofRun: run)
      // What an unfinished run did not reach is not gone.
      let manner = recording.items.first?.mode.manner ?? .updating
      let merge = try CassetteMerge(
        CassetteFile(path: path, content: recording.content),
        into: CassetteFile(path: path, content: content.bytes), equivalence: equivalence,
        manner: manner == .replacing ? .updating : manner, volatility: volatility,
        spans: recording.spans)
      try SideFiles(path: path).write(merge.files)
      content.items = merge.items
    }
    if let layout = laidOut?.1 { content.layOut(as: layout) }
    return content
  }
}

extension CassetteContent {
  /// Gives the lines the ends and the indentation they had in the file.
  mutating func layOut(as layout: LineLayout) {
    prologue = layout.applied(to: bytes)[...]
    items = []
  }

  /// The content of an open cassette, or that of a new one.
  init(base: CassetteFile?) {
    prologue = base?.prologueForRewriting[...] ?? CassetteWriter.prologue[...]
    items = base.map { base in (0..<base.count).map { base.text(at: $0) } } ?? []
  }
}
