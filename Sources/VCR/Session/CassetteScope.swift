import VCRLocks
package import VCRCore

#if canImport(FoundationNetworking)
  import Foundation
  package import FoundationNetworking
#else
  package import Foundation
#endif

/// A cassette that is in force during a test or a closure, with the sessions that it serves.
///
/// The trait, the XCTest helper and `withCassette` each open a scope and close it.
package final class CassetteScope: Sendable {
  private let lock: CassetteLock
  private let configuration: URLSessionConfiguration
  private let sessions = Mutex(Sessions())
  /// The requests that went round it.
  let passedBy: PassedBy
  /// True when it served `URLSession.shared`.
  private let isShared = Mutex(false)
  /// Its number among the open scopes of the process.
  let number: Int
  /// The numbers of the scopes in which it was opened.
  private let surrounding: [Int]

  /// The configuration that sessions are made from, and the sessions that are still in use.
  private struct Sessions {
    struct Entry { weak var session: URLSession? }

    var configuration: URLSessionConfiguration?
    var entries: [Entry] = []
    /// The number of entries at which those of deallocated sessions are removed.
    var limit = 16
  }

  /// Opens a cassette with the options of the code and the environment.
  ///
  /// - Parameters:
  ///   - path: The cassette's path, already resolved by the environment; nil for stubs alone.
  ///   - stubs: Responses that take precedence over those of the cassette.
  ///   - options: The options in the code; the environment overrides them.
  ///   - configuration: The configuration of the sessions; it is copied.
  ///   - owner: The test or call that opens it, for messages.
  ///   - part: The part of the cassette to record, when several tests of a run record one cassette.
  ///   - place: Where the code that names it looks for cassettes; nil when it gives a path.
  /// - Throws: `EnvironmentError`, `CassetteError`, `DeckError`.
  package init(
    path: String?, stubs: [Stub] = [], options: Deck.Options,
    configuration: URLSessionConfiguration = .ephemeral, owner: String, part: CassettePart? = nil,
    place: CassettePlace? = nil
  ) throws {
    self.configuration = configuration.copy() as? URLSessionConfiguration ?? .ephemeral
    lock = try CassetteLock(
      path: path, stubs: stubs, options: options, owner: owner, part: part, place: place)
    passedBy = PassedBy(lock.deck)
    surrounding = VCR.scope.map { $0.surrounding + [$0.number] } ?? []
    number = ProcessScope.opened(owner)
  }

  deinit { ProcessScope.closed(number) }

  /// True for another scope in which it was opened, and for itself.
  func isWithin(_ other: CassetteScope) -> Bool {
    self === other || surrounding.contains(other.number)
  }

  /// The deck of the cassette.
  package var deck: Deck { lock.deck }

  /// A session of the scope; each read makes another one.
  ///
  /// A client may invalidate its session at any time and from any thread, and creating a task in an
  /// invalidated session ends the process. So no two clients get the same session. All sessions
  /// share the protocol class, the cookies and the connections.
  package var session: URLSession {
    sessions.withLock { sessions in
      let made = URLSession(configuration: sessions.configuration ?? installed())
      sessions.configuration = sessions.configuration ?? made.configuration
      if sessions.entries.count >= sessions.limit {
        sessions.entries.removeAll { $0.session == nil }
        sessions.limit = max(16, 2 * sessions.entries.count)
      }
      sessions.entries.append(.init(session: made))
      return made
    }
  }

  /// A copy of the configuration with the deck installed.
  private func installed() -> URLSessionConfiguration {
    let copy = configuration.copy() as? URLSessionConfiguration ?? .ephemeral
    copy.use(deck, trusting: VCREnvironment.current.upstreamRoots)
    return copy
  }

  /// Closes the deck; requests that come later fail.
  ///
  /// - Parameter keeping: Whether the recording becomes the cassette.
  /// - Returns: A summary of what the deck did.
  /// - Throws: `DeckError` when the cassette could not be written.
  @discardableResult
  package func close(keeping: Bool) throws -> Deck.Summary {
    cancelTasks()
    return try lock.close(keeping: keeping)
  }

  /// Closes after a body that did not throw, and verifies what the options ask for.
  ///
  /// - Throws: `DeckError`, and `VerificationError` when the verification fails.
  func finish() throws {
    cancelTasks()
    try lock.finish(hint: Self.hint)
  }

  /// Closes after a body that threw.
  func abandon(after error: any Error) {
    cancelTasks()
    lock.abandon(after: error)
  }

  /// The advice about a cassette that was asked for nothing.
  package static let hint =
    "it serves what goes through VCR.session, the session that withCassette hands out, and sessions "
    + "whose configuration had .useVCR(); for URLSession.shared and detached tasks of code that you "
    + "cannot change, say scope: .process; " + unservedTasks

  /// The kinds of tasks that the loading system keeps from a protocol.
  #if canImport(FoundationNetworking)
    private static let unservedTasks =
      "download tasks fail on Linux, where data(for:) does instead, and WebSocket tasks do not come "
      + "to it: record those of another client with CassetteProxy"
  #else
    private static let unservedTasks =
      "WebSocket tasks do not come to it: record those of another client with CassetteProxy"
  #endif

  /// Lets the cassette reach the whole process; the caller has the turn.
  ///
  /// - Throws: ``GlobalInstallationError`` when it cannot; the cassette is closed then.
  package func beginReach() throws {
    do {
      try ProcessScope.begin(self)
      isShared.withLock { $0 = true }
    } catch {
      abandon(after: error)
      throw error
    }
  }

  /// Ends the reach over the whole process, and notes which tests ran at the same time.
  package func endReach() {
    let others = ProcessScope.end().filter { !$0.isEmpty }
    guard !others.isEmpty else { return }
    let names = others.prefix(3).joined(separator: ", ") + (others.count > 3 ? ", …" : "")
    deck.note(
      "while it was in force for the whole process, \(names) ran too, whose requests through "
        + "URLSession.shared would have come here; to run one test at a time: "
        + VCREnvironment.current.serialRun)
  }

  /// Cancels the open tasks, and reports the requests that went round it.
  ///
  /// The sessions are not invalidated: a client that outlives its test and keeps a session would
  /// crash with its next request, instead of getting an error.
  private func cancelTasks() {
    ProcessScope.closed(number)
    passedBy.tell(isShared: isShared.withLock { $0 })
    for session in sessions.withLock({ $0.entries.compactMap(\.session) }) {
      session.getAllTasks { tasks in
        for task in tasks { task.cancel() }
      }
    }
  }
}
