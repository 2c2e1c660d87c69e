import Synchronization

/// Knows which cassettes more than one test of this run uses.
///
/// What can be told: a suite's trait that names a cassette gives it to all tests of the suite, the cases
/// of a parameterised test share theirs, and several tests that name the same one are seen when they
/// are all to run. What cannot: that a test which was left out of the run names it, too.
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
  ///   - user: The test's or suite's id.
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
