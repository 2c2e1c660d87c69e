import Dispatch
import VCRLocks
import VCRCore

#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking
#else
  import Foundation
#endif

extension VCR {
  /// How far a cassette reaches.
  public enum Scope: Sendable {
    /// The task of the test and its child tasks, so that tests can run in parallel: what goes
    /// through ``VCR/session``, and sessions whose configuration had `useVCR()`.
    case task

    /// The whole process, for code that cannot be changed: `URLSession.shared` beside that, and
    /// ``VCR/session`` in detached tasks and completion handlers, too.
    ///
    /// Tests with this reach run one after the other, as there is one `URLSession.shared`. Other
    /// tests with a cassette that run at the same time are named in a note, since their requests
    /// through `URLSession.shared` would come to this one; `swift test --no-parallel` and
    /// `.serialized` keep them apart.
    case process
  }
}

/// The one cassette that may be in force for the whole process, and the tests that wait for it.
package enum ProcessScope {
  /// Who has the turn.
  private enum Holder {
    /// A task, which may be suspended, and then needs a thread to go on.
    case task
    /// Synchronous code, which keeps its thread.
    case thread
  }

  private struct State {
    /// Nil while the turn is free.
    var holder: Holder?
    /// The tasks that wait, suspended.
    var tasks: [CheckedContinuation<Void, Never>] = []
    /// The threads that wait, blocked.
    var threads: [(semaphore: DispatchSemaphore, isOfTask: Bool)] = []
    var current: CassetteScope?
    /// The owners of the scopes that are open, by their numbers.
    var open: [Int: String] = [:]
    var next = 0
    /// The owners of the scopes that were open at the same time as the current one.
    var others: Set<String> = []
  }

  private static let state = Mutex(State())

  /// The cassette that is in force for the whole process; nil for none.
  static var current: CassetteScope? { state.withLock { $0.current } }

  /// Waits until no other test has a cassette in force for the whole process.
  ///
  /// - Throws: ``GlobalInstallationError`` when the calling test has one itself.
  package static func waitForTurn() async throws {
    try checkNesting()
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        guard state.holder == nil else {
          state.tasks.append(continuation)
          return false
        }
        state.holder = .task
        return true
      }
      if isFree { continuation.resume() }
    }
  }

  /// Waits for the turn as ``waitForTurn()`` does, with the thread of synchronous code.
  ///
  /// Tasks have no more threads than there are processors. While a task has the turn, one of them
  /// is not blocked here, nor is the main thread: the task may need it to come to its end.
  ///
  /// - Throws: ``GlobalInstallationError`` when the calling test has a cassette in force itself,
  ///   and where it must not wait.
  package static func takeTurn() throws {
    try checkNesting()
    let isTask = unsafe withUnsafeCurrentTask { unsafe $0 != nil }
    let isMain = Thread.isMainThread
    let semaphore = DispatchSemaphore(value: 0)
    let isFree = try state.withLock { state throws in
      switch state.holder {
      case nil:
        state.holder = .thread
        return true
      case .task where isTask:
        let blocked = state.threads.count { $0.isOfTask }
        guard !isMain, blocked + 1 < ProcessInfo.processInfo.activeProcessorCount else {
          throw unawaitable
        }
      case .task, .thread: break
      }
      state.threads.append((semaphore, isTask))
      return false
    }
    if !isFree { semaphore.wait() }
  }

  /// Gives the turn to the next that waits.
  ///
  /// Blocked threads come first, so that none is blocked when a task gets the turn.
  package static func endTurn() {
    let (thread, task) = state.withLock { state in
      let thread = state.threads.isEmpty ? nil : state.threads.removeFirst().semaphore
      let task = thread != nil || state.tasks.isEmpty ? nil : state.tasks.removeFirst()
      state.holder = thread != nil ? .thread : task != nil ? .task : nil
      return (thread, task)
    }
    thread?.signal()
    task?.resume()
  }

  /// Refuses to wait for what the caller itself is within.
  private static func checkNesting() throws {
    guard let current, VCR.scope?.isWithin(current) == true else { return }
    throw GlobalInstallationError(
      kind: .alreadyInstalled,
      description: "a cassette is in force for the whole process already, and there is one "
        + "URLSession.shared; leave out scope: .process here, or end the other one first")
  }

  /// The error of synchronous code that would block a thread which the test before it may need.
  private static var unawaitable: GlobalInstallationError {
    GlobalInstallationError(
      kind: .alreadyInstalled,
      description: "a cassette is in force for the whole process already, and this synchronous "
        + "test cannot wait for it without blocking a thread that the other may need; make it "
        + "async, or run one test at a time: \(VCREnvironment.current.serialRun)")
  }

  /// Puts a cassette in force for the whole process; the caller has the turn.
  ///
  /// - Parameter scope: The cassette.
  /// - Throws: ``GlobalInstallationError`` when the loading system does not use it.
  package static func begin(_ scope: CassetteScope) throws {
    try GlobalInstallation.install(
      scope.deck, trusting: VCREnvironment.current.upstreamRoots, in: .shared)
    state.withLock { state in
      state.current = scope
      state.others = Set(state.open.filter { $0.key != scope.number }.values)
    }
  }

  /// Ends the reach of the cassette in force.
  ///
  /// - Returns: The owners of the other scopes that were open at the same time, sorted.
  @discardableResult
  package static func end() -> [String] {
    GlobalInstallation.uninstall()
    return state.withLock { state in
      defer { state.others = [] }
      state.current = nil
      return state.others.sorted()
    }
  }

  /// Notes that a scope is open.
  ///
  /// - Parameter owner: The test or call that opened it.
  /// - Returns: Its number.
  static func opened(_ owner: String) -> Int {
    #if canImport(FoundationNetworking)
      UnservedRequests.watch()
    #endif
    return state.withLock { state in
      state.next += 1
      state.open[state.next] = owner
      if state.current != nil { state.others.insert(owner) }
      return state.next
    }
  }

  /// Notes that a scope is closed.
  static func closed(_ number: Int) { state.withLock { state in state.open[number] = nil } }
}
