import VCRLocks

/// Keeps which cassettes are used by more than one test of this run.
///
/// A cassette is shared when a suite's trait names it, when a parameterised test uses it, or when
/// several tests of the run name it. Tests that were left out of the run are not known, so a
/// cassette that only they share is not detected.
enum SharedCassettes {
  private struct Table {
    var users: [String: Set<String>] = [:]
    var shared: Set<String> = []
  }

  private static let table = Mutex(Table())

  /// Notes that a test or suite names a cassette.
  ///
  /// - Parameters:
  ///   - path: The cassette's path.
  ///   - user: The ID of the test or suite.
  ///   - isForSeveral: True for a suite and for a test with several cases.
  static func note(_ path: String, user: String, isForSeveral: Bool) {
    table.withLock { table in
      table.users[path, default: []].insert(user)
      if isForSeveral || table.users[path]?.count ?? 0 > 1 { table.shared.insert(path) }
    }
  }

  /// True when more than one test uses the cassette.
  static func isShared(_ path: String) -> Bool { table.withLock { $0.shared.contains(path) } }
}
