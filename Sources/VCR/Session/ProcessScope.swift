import VCRLocks
import VCRCore

#if canImport(FoundationNetworking)
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
  private struct State {
    var isTaken = false
    var waiting: [CheckedContinuation<Void, Never>] = []
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
    if let current, VCR.scope === current { throw nested }
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        if state.isTaken {
          state.waiting.append(continuation)
          return false
        }
        state.isTaken = true
        return true
      }
      if isFree { continuation.resume() }
    }
  }

  /// Takes the turn of code that cannot wait.
  ///
  /// - Throws: ``GlobalInstallationError`` when another scope has it.
  package static func takeTurn() throws {
    let isFree = state.withLock { state in
      defer { state.isTaken = true }
      return !state.isTaken
    }
    guard isFree else { throw nested }
  }

  /// Gives the turn to the next that waits.
  package static func endTurn() {
    let next = state.withLock { state in
      let next = state.waiting.isEmpty ? nil : state.waiting.removeFirst()
      state.isTaken = next != nil
      return next
    }
    next?.resume()
  }

  private static var nested: GlobalInstallationError {
    GlobalInstallationError(
      kind: .alreadyInstalled,
      description: "a cassette is in force for the whole process already, and there is one "
        + "URLSession.shared; leave out scope: .process here, or end the other one first")
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
