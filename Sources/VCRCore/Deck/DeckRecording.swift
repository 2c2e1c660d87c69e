/// The recording of an open deck, behind a lock of its own.
///
/// The lock is held during writes to the disk, and only recording and closing take it. Code that
/// holds this lock may take the one of `DeckState`, never the other way round.
struct DeckRecording: ~Copyable, Sendable {
  /// The recording under way; nil until something is recorded in a mode that may not record at all.
  private var run: RecordingRun?
  /// Why the recording could not begin when there was something to record; nil where it could.
  private(set) var failure: (any Error)?
  /// True once nothing is recorded any more.
  private(set) var isClosed = false

  /// Makes the recording of a deck that was just opened.
  ///
  /// - Parameter run: The recording, where it began with the deck.
  init(_ run: consuming RecordingRun? = nil) { self.run = run }

  /// Begins the recording, unless it has begun or nothing is recorded any more.
  mutating func begin(_ start: () throws -> RecordingRun) throws {
    if run == nil, !isClosed { run = try start() }
  }

  /// Appends an interaction to the journal; the first one may begin it.
  ///
  /// - Parameters:
  ///   - item: The interaction.
  ///   - next: The position of the next request to start.
  ///   - redactor: Has given values their numbers.
  ///   - start: Begins a recording.
  ///   - failure: The error for one of the system's.
  /// - Throws: What `start` throws, and what `failure` makes of the system's error.
  mutating func append(
    _ item: RecordingRun.Item, next: Int, redactedBy redactor: Redactor,
    start: () throws -> RecordingRun,
    failure: (SystemError) -> DeckError
  ) throws {
    do {
      if run == nil { run = try start() }
    } catch {
      // What goes on is recorded as a whole at its end.
      if !item.isUnfinished { self.failure = self.failure ?? error }
      throw error
    }
    do {
      try run?.append(item, next: next, redactedBy: redactor)
    } catch {
      throw failure(error)
    }
  }

  /// Ends it: what comes later is refused.
  ///
  /// - Returns: The recording; nil when none began, or it has been given away.
  mutating func close() -> RecordingRun? {
    isClosed = true
    return run.take()
  }
}
