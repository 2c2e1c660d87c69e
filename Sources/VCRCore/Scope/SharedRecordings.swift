import VCRLocks

/// Knows which cassettes the scopes of this process record together.
///
/// Mode `once` means once for each run: tests of a run that began without the cassette may all add
/// to it. In mode `all` a single test cannot know whether an interaction no longer occurs or
/// belongs to another test. When a second test of the run records the cassette, the interactions
/// that the first one removed are restored.
enum SharedRecordings {
  private static let known = Mutex<[String: SharedRecording]>([:])

  /// Takes part in the recording of a cassette.
  ///
  /// - Parameters:
  ///   - path: The cassette's path.
  ///   - part: Whose part it is; nil for a scope that is no test's, which shares a cassette in mode
  ///     `all` alone.
  ///   - owner: Who opens it, for messages.
  ///   - mode: The mode that is in force.
  /// - Returns: The part; nil when the scope is to open the cassette as if it were alone.
  /// - Throws: `CassetteError` when the cassette cannot be read.
  static func join(
    _ path: String, _ part: CassettePart?, owner: String, mode: RecordMode
  ) throws -> SharedRecording.Place? {
    guard mode == .all || part != nil && mode != .none else { return nil }
    // A file has several relative paths.
    let file = AbsolutePath.of(path)
    return try known.withLock { known throws -> SharedRecording.Place? in
      var recording = known[file]
      var wasShared = false
      if let found = recording, found.isOver() {
        // Another process has changed the file. The recording continues from its new content.
        recording = nil
        wasShared = true
      }
      let joined: SharedRecording
      if let recording {
        joined = recording
      } else {
        let isThere = FileSystem.exists(path) && !FileSystem.isEmpty(path)
        if isThere && mode == .once { return nil }
        joined = SharedRecording(
          path: path, base: isThere ? try CassetteFile(path: path) : nil, wasShared: wasShared)
      }
      guard let place = joined.open(part, owner: owner, mode: mode) else { return nil }
      known[file] = joined
      return place
    }
  }
}
