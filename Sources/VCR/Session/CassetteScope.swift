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
  private let hold: CassetteHold
  private let configuration: URLSessionConfiguration
  private let own = Mutex<URLSession?>(nil)

  /// Opens a cassette as code and environment want it.
  ///
  /// - Parameters:
  ///   - path: The cassette's path, of which the environment has had its say; nil for stubs alone.
  ///   - stubs: Answers that come first.
  ///   - options: What the code says; the environment has the last word.
  ///   - configuration: What ``session`` is made from; it is copied.
  ///   - owner: Who opens it, for messages.
  /// - Throws: `EnvironmentError`, `CassetteError`, `DeckError`.
  package init(
    path: String?, stubs: [Stub] = [], options: Deck.Options,
    configuration: URLSessionConfiguration = .ephemeral, owner: String
  ) throws {
    self.configuration = configuration.copy() as? URLSessionConfiguration ?? .ephemeral
    hold = try CassetteHold(path: path, stubs: stubs, options: options, owner: owner)
  }

  /// The deck.
  package var deck: Deck { hold.deck }

  /// The scope's session, made when it is first asked for.
  package var session: URLSession {
    own.withLock { own in
      if let own { return own }
      let copy = configuration.copy() as? URLSessionConfiguration ?? .ephemeral
      copy.use(deck, trusting: VCREnvironment.current.upstreamRoots)
      let made = URLSession(configuration: copy)
      own = made
      return made
    }
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
  /// The session is not invalidated: a client that outlives its test and holds on to it would crash
  /// with the next request, where it should be told.
  private func cancelTasks() {
    own.withLock { $0 }?.getAllTasks { tasks in
      for task in tasks { task.cancel() }
    }
  }
}
