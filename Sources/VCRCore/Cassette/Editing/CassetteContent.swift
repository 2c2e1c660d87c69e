/// The text of a whole cassette, in the slices of which it consists.
package struct CassetteContent: Sendable {
  /// Everything before the first item, up to and including `interactions:`.
  var prologue: ArraySlice<UInt8>
  /// The items' texts.
  var items: [ArraySlice<UInt8>]
  /// True when the file had another layout and now has the cassette's own, without its comments.
  var isReformatted = false
  /// True when an item was written again without its comments.
  var lostComments = false

  /// Creates the content of a cassette.
  ///
  /// - Parameters:
  ///   - prologue: Everything before the first item, up to and including `interactions:`.
  ///   - items: The items' texts.
  package init(prologue: ArraySlice<UInt8>, items: [ArraySlice<UInt8>]) {
    self.prologue = prologue
    self.items = items
  }

  /// Sets what tells the values of numbered placeholders apart.
  ///
  /// - Parameter digests: The digests; nil to leave what there is.
  mutating func set(_ digests: ValueDigests?) {
    guard let digests else { return }
    prologue = CassetteHeading.setting(digests, in: prologue)
  }

  /// All texts in their order.
  var parts: [ArraySlice<UInt8>] { [prologue] + items }

  /// All bytes in one array.
  package var bytes: [UInt8] {
    var bytes = Array(prologue)
    bytes.reserveCapacity(items.reduce(bytes.count) { $0 + $1.count })
    for item in items { bytes += item }
    return bytes
  }

  /// True when the bytes of a file are the same.
  private func isSame(as current: [UInt8]) -> Bool {
    var start = 0
    for part in parts {
      let end = start + part.count
      guard end <= current.count, current[start..<end] == part else { return false }
      start = end
    }
    return start == current.count
  }

  /// Writes the cassette, unless the file holds the same bytes already.
  ///
  /// - Parameters:
  ///   - path: The cassette's path.
  ///   - isChanged: True when the file is known to hold other bytes.
  ///   - journal: The journal that keeps the recording if the cassette cannot be written; nil when
  ///     there is none.
  ///   - unsynced: As for `FileSystem.write`.
  /// - Throws: `DeckError` when the cassette cannot be written; the file is then unchanged.
  package func write(
    to path: String, isChanged: Bool = false, keptIn journal: String? = nil,
    syncingLater unsynced: UnsyncedFolders? = nil
  ) throws(DeckError) {
    let isNew = !FileSystem.exists(path)
    // A device or a FIFO holds nothing to compare with, and reading it may block for ever.
    let isRead =
      !isNew && FileDestination(path).isFile && (!isChanged || SideFiles(path: path).isInUse)
    let current = isRead ? try? FileContents.read(path) : nil
    if let current, isSame(as: current) { return }
    try Self.write(
      to: path, over: current, keptIn: journal, syncingLater: unsynced,
      sideFiles: { SideFiles.names(in: items) }
    ) { (output: inout BufferedOutput) throws(SystemError) in
      for part in parts { try output.write(part) }
    }
  }

  /// Writes a cassette whose text is made while it is written.
  ///
  /// - Parameters:
  ///   - path: The cassette's path.
  ///   - known: The content of the file, if that is known. Of its side files those go to which
  ///     nothing refers any more.
  ///   - journal: The journal that keeps the recording if the cassette cannot be written; nil when
  ///     there is none.
  ///   - unsynced: As for `FileSystem.write`.
  ///   - names: The names of the side files to which the text refers.
  ///   - content: Writes the text.
  /// - Throws: `DeckError` when the cassette cannot be written; the file is then unchanged.
  package static func write(
    to path: String, over known: [UInt8]? = nil, keptIn journal: String? = nil,
    syncingLater unsynced: UnsyncedFolders? = nil, sideFiles names: () -> Set<String>,
    _ content: (inout BufferedOutput) throws(SystemError) -> Void
  ) throws(DeckError) {
    let isNew = !FileSystem.exists(path)
    let sideFiles = SideFiles(path: path)
    // A device or a FIFO holds nothing, and reading it may block for ever.
    let isRead = !isNew && sideFiles.isInUse && FileDestination(path).isFile
    let current = known ?? (isRead ? try? FileContents.read(path) : nil)
    do {
      try FileSystem.createFolder(of: path)
      try FileSystem.write(to: path, syncingLater: unsynced, content)
    } catch {
      let rest =
        journal.map {
          "; what was recorded is kept in \($0.relativeToCurrentFolder), to recover it: "
            + "vcr recover \(path.typedPath)"
        } ?? (isNew || !FileDestination(path).isFile ? "" : "; it is as it was")
      throw DeckError(
        kind: .unwritable, path: path, reason: "the cassette could not be written: \(error)\(rest)")
    }
    guard sideFiles.isInUse else { return }
    if isNew { sideFiles.copyCassettePermissions(to: names()) }
    if let current {
      sideFiles.removeUnreferenced(
        among: SideFiles.names(in: [current[...]]).subtracting(names()))
    }
  }
}

extension CassetteContent {
  /// Gives the lines the ends and the indentation that they had in the file.
  mutating func layOut(as layout: LineLayout) {
    prologue = layout.applied(to: bytes)[...]
    items = []
  }

  /// The content of an open cassette, or that of a new one.
  package init(base: CassetteFile?) {
    prologue = base?.prologueForRewriting[...] ?? CassetteWriter.prologue[...]
    items = base.map { base in (0..<base.count).map { base.text(at: $0) } } ?? []
  }
}
