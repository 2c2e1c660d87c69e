import VCRLocks

/// Knows which cassettes the scopes of this process record together.
///
/// Mode `once` means once for each run: scopes of a run that began without the cassette may all add
/// to it. Tests each record their part; a scope that is no test's, such as a call of
/// `withCassette`, replays what others have finished, and records the rest.
///
/// In mode `all` a single test cannot know whether an interaction no longer occurs or
/// belongs to another test. When a second test of the run records the cassette, the interactions
/// that the first one removed are restored.
enum SharedRecordings {
  private struct Table {
    var recordings: [String: SharedRecording] = [:]
    /// The cassettes that were not there when a scope of this run asked for them in mode `once`.
    var begun: Set<String> = []
  }

  private static let table = Mutex(Table())

  /// Takes part in the recording of a cassette.
  ///
  /// - Parameters:
  ///   - path: The cassette's path.
  ///   - part: Whose part it is; nil for a scope that is no test's.
  ///   - owner: Who opens it, for messages.
  ///   - mode: The mode that is in force.
  /// - Returns: The part; nil when the scope is to open the cassette as if it were alone.
  /// - Throws: `CassetteError` when the cassette cannot be read.
  static func join(
    _ path: String, _ part: CassettePart?, owner: String, mode: RecordMode
  ) throws -> SharedRecording.Place? {
    guard mode != .none else { return nil }
    // A file has several relative paths.
    let file = AbsolutePath.of(path)
    return try table.withLock { table throws -> SharedRecording.Place? in
      var recording = table.recordings[file]
      var wasShared = false
      // Where another process has changed the file, the recording continues from its new content;
      // and so it does for who replays what the scopes before him recorded.
      let isAfterOthers = part == nil && mode != .all
      if let found = recording, found.isOver() || isAfterOthers && found.isIdle {
        recording = nil
        wasShared = true
      }
      let isThere = FileSystem.exists(path) && !FileSystem.isEmpty(path)
      var mode = mode
      if mode == .once, recording.map({ $0.original != nil }) ?? isThere {
        guard table.begun.contains(file) else { return nil }
        mode = .newEpisodes
      }
      if mode == .once { table.begun.insert(file) }
      let joined =
        try recording
        ?? SharedRecording(
          path: path, base: isThere ? try CassetteFile(reading: path) : nil, wasShared: wasShared)
      guard let place = joined.open(part, owner: owner, mode: mode) else { return nil }
      table.recordings[file] = joined
      return place
    }
  }

  /// Gives a place back.
  ///
  /// - Parameters:
  ///   - place: The place.
  ///   - path: The cassette's path.
  static func leave(_ place: SharedRecording.Place, of path: String) {
    let file = AbsolutePath.of(path)
    table.withLock { table in
      place.leave()
      guard place.recording.isForgotten, table.recordings[file] === place.recording else { return }
      table.recordings[file] = nil
    }
  }
}
