import Synchronization
package import VCRCore

#if canImport(FoundationNetworking)
  import Foundation
  package import FoundationNetworking
#else
  package import Foundation
#endif

/// A cassette that is in force for the span of a test or a closure, and the session it answers.
///
/// The trait, the XCTest helper and `withCassette` all are one of these, opened and closed.
package final class CassetteScope: Sendable {
  private let hold: CassetteLock
  private let configuration: URLSessionConfiguration
  private let handedOut = Mutex(HandedOut())

  /// What sessions are made from, and those that are still in use.
  private struct HandedOut {
    struct Entry { weak var session: URLSession? }

    var configuration: URLSessionConfiguration?
    var entries: [Entry] = []
    /// How many entries there may be before those of sessions that are gone are dropped.
    var limit = 16
  }

  /// Opens a cassette as code and environment want it.
  ///
  /// - Parameters:
  ///   - path: The cassette's path, of which the environment has had its say; nil for stubs alone.
  ///   - stubs: Answers that come first.
  ///   - options: What the code says; the environment has the last word.
  ///   - configuration: What sessions are made from; it is copied.
  ///   - owner: Who opens it, for messages.
  ///   - part: Whose part of the cassette it records, where several tests of a run may record one.
  /// - Throws: `EnvironmentError`, `CassetteError`, `DeckError`.
  package init(
    path: String?, stubs: [Stub] = [], options: Deck.Options,
    configuration: URLSessionConfiguration = .ephemeral, owner: String, part: CassettePart? = nil
  ) throws {
    self.configuration = configuration.copy() as? URLSessionConfiguration ?? .ephemeral
    hold = try CassetteLock(
      path: path, stubs: stubs, options: options, owner: owner, part: part)
  }

  /// The deck.
  package var deck: Deck { hold.deck }

  /// A session of the scope, another one each time.
  ///
  /// A client may invalidate the session that it was given, at any time and from any thread; a task
  /// that is made of an invalidated session ends the process. So no two get the same one. They have
  /// the protocol class, the cookies and the connections in common.
  package var session: URLSession {
    handedOut.withLock { handedOut in
      let made = URLSession(configuration: handedOut.configuration ?? installed())
      handedOut.configuration = handedOut.configuration ?? made.configuration
      if handedOut.entries.count >= handedOut.limit {
        handedOut.entries.removeAll { $0.session == nil }
        handedOut.limit = max(16, 2 * handedOut.entries.count)
      }
      handedOut.entries.append(.init(session: made))
      return made
    }
  }

  /// The configuration with the deck in it.
  private func installed() -> URLSessionConfiguration {
    let copy = configuration.copy() as? URLSessionConfiguration ?? .ephemeral
    copy.use(deck, trusting: VCREnvironment.current.upstreamRoots)
    return copy
  }

  /// Closes the deck; requests that come later fail.
  ///
  /// - Parameter keeping: Whether what was recorded becomes the cassette.
  /// - Returns: What the deck did.
  /// - Throws: `DeckError` when the cassette could not be written.
  @discardableResult
  package func close(keeping: Bool) throws -> Deck.Summary {
    cancelTasks()
    return try hold.close(keeping: keeping)
  }

  /// Closes after a body that did not throw, and checks what has to be checked.
  ///
  /// - Throws: `DeckError`, and `VerificationError` where the author asked for a check.
  func finish() throws {
    cancelTasks()
    try hold.finish()
  }

  /// Closes after a body that threw.
  func abandon() {
    cancelTasks()
    hold.abandon()
  }

  /// Ends what is under way.
  ///
  /// The sessions are not invalidated: a client that outlives its test and holds on to one would
  /// crash with the next request, where it should be told.
  private func cancelTasks() {
    for session in handedOut.withLock({ $0.entries.compactMap(\.session) }) {
      session.getAllTasks { tasks in
        for task in tasks { task.cancel() }
      }
    }
  }
}
