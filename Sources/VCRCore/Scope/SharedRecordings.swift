import Synchronization

/// Knows which cassettes the scopes of this process recorded anew, and what that took out of them.
///
/// A test alone cannot tell an interaction that no longer occurs from one that is another test's. The
/// second test of a run that records a cassette tells: what the first took out is put back then, as it
/// was, and nothing is removed any more.
enum SharedRecordings {
  private static let removals = Mutex<[String: Removal?]>([:])

  /// Notes that a scope recorded a cassette anew.
  ///
  /// - Parameters:
  ///   - path: The cassette's path.
  ///   - removal: What the recording took out; nil for nothing.
  static func note(_ path: String, _ removal: Removal?) {
    removals.withLock { $0[path] = .some(removal) }
  }

  /// Takes part in a cassette that is to be recorded anew.
  ///
  /// - Parameter path: The cassette's path.
  /// - Returns: How many interactions were put back; nil when no scope recorded the cassette before.
  /// - Throws: `DeckError` when they cannot be written.
  static func join(_ path: String) throws(DeckError) -> Int? {
    guard let known = removals.withLock({ $0[path] }) else { return nil }
    guard let known, try known.putBack(at: path) else { return 0 }
    note(path, nil)
    return known.count
  }
}
