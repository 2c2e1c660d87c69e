import Synchronization
package import VCRCore

#if canImport(FoundationNetworking)
  import Foundation
  package import FoundationNetworking
#else
  package import Foundation
#endif

/// A deck that is in force for the span of a test or a closure, and the sessions it answers.
///
/// The trait, the XCTest helper and `withCassette` all are one of these, opened and closed.
package final class CassetteScope: Sendable {
  /// The deck.
  package let deck: Deck

  private let ticket: Int?
  private let ended = Mutex(false)
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
    let copy = configuration.copy() as? URLSessionConfiguration ?? .ephemeral
    self.configuration = copy
    guard let path else {
      deck = Deck(stubs: stubs, options: options)
      ticket = nil
      return
    }
    let options = try VCREnvironment.current.applied(to: options)
    let exists = FileManager.default.fileExists(atPath: path)
    let writes = options.mode != .none && (options.mode != .once || !exists)
    let ticket = try CassetteRegistry.open(path, owner: owner, writes: writes)
    do {
      deck = try Deck(cassette: path, stubs: stubs, options: options)
    } catch {
      CassetteRegistry.close(path, ticket)
      throw error
    }
    self.ticket = ticket
  }

  deinit { end() }

  /// The scope's session, made when it is first asked for.
  package var session: URLSession {
    own.withLock { own in
      if let own { return own }
      let copy = configuration.copy() as? URLSessionConfiguration ?? .ephemeral
      copy.use(deck)
      let made = URLSession(configuration: copy)
      own = made
      return made
    }
  }

  /// Closes the deck; requests that come later fail.
  ///
  /// The sessions are not invalidated: a client that outlives its test and holds on to one would
  /// crash with the next request, where it should be told.
  ///
  /// - Parameter keeping: Whether what was recorded becomes the cassette.
  /// - Returns: What the deck did.
  /// - Throws: `DeckError` when the cassette could not be written.
  @discardableResult
  package func close(keeping: Bool) throws -> Deck.Summary {
    defer { end() }
    own.withLock { $0 }?.getAllTasks { tasks in
      for task in tasks { task.cancel() }
    }
    return try deck.close(keeping: keeping)
  }

  private func end() {
    let wasEnded = ended.withLock { ended in
      defer { ended = true }
      return ended
    }
    if !wasEnded, let ticket { CassetteRegistry.close(deck.path, ticket) }
  }
}
