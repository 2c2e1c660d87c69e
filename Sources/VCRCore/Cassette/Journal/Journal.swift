#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The file next to a cassette that a recording appends to, in one write per interaction, so that
/// the cost of a recording does not depend on its length and a kill loses no complete interaction.
///
/// The file is a cassette itself. Each item carries two more keys before `recorded_at`, which ends
/// it: `run` (its number and mode) and `order` (the position of its request, and that of the first
/// request that started after its response; in mode `new_episodes` also the old interaction that it
/// followed). A recovery needs them to put the items in their places. With the
/// first item of a value that has a number comes its digest in `values`, as the cassette will have
/// it. A WebSocket and a response that goes on stand there in pieces, and of a response that went
/// on after its last announced byte the last item counts (see `JournalPieces`). Only its user can
/// read the file. An advisory lock on it keeps two recordings of one cassette apart.
package struct Journal: ~Copyable, Sendable {
  /// The path, `NAME.yaml.recording`.
  package let path: String

  /// The number of this run in the file, counted from 1; higher ones continue an interrupted file.
  let run: Int

  /// The mode of this run, which determines how a recovery merges it.
  let mode: RecordMode

  /// The contents that earlier, interrupted runs left in the file.
  package let leftover: JournalLeftover

  /// True when another run left the file, whatever its contents.
  let wasLeft: Bool

  private let file: Int32
  /// The items that this run wrote.
  private var written: [JournalItem] = []
  /// The number of bytes at the start of the file that hold complete items.
  private var length: Int

  /// Opens the journal next to a cassette, new or left by an earlier run, without changing it.
  ///
  /// - Parameters:
  ///   - cassette: The cassette's path, not a link.
  ///   - part: The part of the cassette that the journal holds, where several tests record one at
  ///     once; nil for the whole.
  ///   - mode: The mode of this run.
  /// - Throws: `DeckError` when the file cannot be written or another recording holds it.
  package init(
    besideCassette cassette: String, part: String? = nil, mode: RecordMode
  ) throws(DeckError) {
    try self.init(
      path: JournalPath.beside(cassette, part: part), cassette: cassette, mode: mode)
  }

  /// Opens a journal by its own path.
  ///
  /// - Parameters:
  ///   - path: The journal's path.
  ///   - cassette: The cassette's path, for messages.
  ///   - mode: The mode of this run.
  /// - Throws: `DeckError` when the file cannot be written or another recording holds it.
  init(path: String, cassette: String, mode: RecordMode) throws(DeckError) {
    let (file, leftover, wasLeft) = try Self.open(path, cassette: cassette)
    let isContinued = !leftover.items.isEmpty && !leftover.isFailed
    self.path = path
    self.mode = mode
    self.file = file
    self.leftover = leftover
    self.wasLeft = wasLeft
    run = isContinued ? (leftover.items.last?.run ?? 0) + 1 : 1
    length = isContinued ? leftover.completeLength : 0
  }

  private static func open(_ path: String, cassette: String) throws(DeckError)
    -> (file: Int32, leftover: JournalLeftover, wasLeft: Bool)
  {
    let file: Int32
    do {
      try FileSystem.createFolder(of: path)
      file = try FileSystem.openFile(path, O_RDWR | O_CREAT)
    } catch {
      throw DeckError(
        kind: .unwritable, path: path, reason: "the recording cannot be written here: \(error)")
    }
    guard lock(file) else {
      close(file)
      throw DeckError(
        kind: .inUse, path: cassette,
        reason: "another recording of this cassette is under way; give each its own cassette, or "
          + "record one after the other")
    }
    do {
      let content = try FileSystem.read(file)
      return (file, JournalLeftover(content), !content.isEmpty)
    } catch {
      close(file)
      throw DeckError(kind: .unwritable, path: path, reason: "it cannot be read: \(error)")
    }
  }

  deinit { close(file) }

  /// Locks a journal for a recording.
  private static func lock(_ file: Int32) -> Bool {
    if flock(file, LOCK_EX | LOCK_NB) == 0 { return true }
    // Somebody may just be asking whether it is held.
    usleep(20_000)
    return flock(file, LOCK_EX | LOCK_NB) == 0
  }

  /// True while a recording holds a journal.
  ///
  /// - Parameter path: The journal's path.
  /// - Returns: False also for one that is not there.
  package static func isHeld(_ path: String) -> Bool {
    guard let file = try? FileSystem.openFile(path, O_RDONLY) else { return false }
    // The lock ends with the descriptor.
    defer { close(file) }
    return flock(file, LOCK_SH | LOCK_NB) != 0
  }

  /// Prepares the file for appending: drops a torn tail, or everything that a failed run left.
  mutating func start() throws(SystemError) {
    // An older file may be readable by others. Where there are no permissions, as on FAT, it stays
    // as it is.
    fchmod(file, 0o600)
    // On ext4 a file that was ever truncated to nothing is written to the disk as soon as it is
    // closed; most journals are removed before it would be written otherwise.
    if wasLeft { try SystemError.check { Int(ftruncate(file, off_t(length))) } }
    try SystemError.check { Int(lseek(file, off_t(length), SEEK_SET)) }
    if length == 0 {
      try FileSystem.writeAll(CassetteWriter.prologue[...], to: file)
      length = CassetteWriter.prologue.count
    }
  }

  /// Appends an item in one write; when the write fails the file is as it was before.
  ///
  /// - Parameters:
  ///   - item: The item's text, which ends with its `recorded_at` line.
  ///   - order: The position of the request's start among all requests of the run.
  ///   - next: The position of the next request to start.
  ///   - anchor: The old interaction that the request followed; -1 for none.
  ///   - isReplacement: Whether it stands for what was written before it about the same request.
  ///   - isUnfinished: Whether the exchange goes on.
  ///   - values: The digests of the values that got their numbers since the item before it.
  ///   - spool: The temporary file to which the response's body is on its way; nil for none.
  /// - Throws: The system's error.
  mutating func append(
    _ item: [UInt8], order: Int, next: Int, anchor: Int = -1, isReplacement: Bool = false,
    isUnfinished: Bool = false, values: ValueDigests? = nil, spool: String? = nil
  ) throws(SystemError) {
    var text = item
    let marked = JournalItem(
      marking: &text, at: length, run: run, mode: mode, order: order, next: next,
      anchor: mode == .newEpisodes ? anchor : nil, isReplacement: isReplacement,
      isUnfinished: isUnfinished, values: values, spool: spool)
    do {
      try FileSystem.writeAll(text[...], to: file)
      length += text.count
      written.append(marked)
    } catch {
      // A recovery would drop a torn tail, but the next item must not follow it.
      ftruncate(file, off_t(length))
      lseek(file, 0, SEEK_END)
      throw error
    }
  }

  /// Marks the file's run as failed, so that only `vcr recover` merges it.
  mutating func markFailed() throws(SystemError) {
    try FileSystem.writeAll(JournalLeftover.failureMark[...], to: file)
  }

  /// Reads back what this run recorded.
  ///
  /// - Throws: `CassetteError` when the file cannot be read.
  func recordingOfThisRun() throws(CassetteError) -> JournalRecording {
    lseek(file, 0, SEEK_SET)
    return JournalLeftover(try FileContents.read(file, path: path), written: written)
      .recording(ofRun: run)
  }

  /// Removes the file once all of its contents are in the cassette.
  package func remove() { unsafe unlink(path) }
}
