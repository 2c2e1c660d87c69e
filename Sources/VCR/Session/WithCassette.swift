#if canImport(FoundationNetworking)
  import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif
public import VCRCore

/// Runs a test's body with a session whose requests are answered by a cassette.
///
/// ```swift
/// try await withCassette("Cassettes/users.yaml") { session in
///   let (data, _) = try await session.data(from: usersURL)
///   #expect(try JSONDecoder().decode([User].self, from: data).count == 20)
/// }
/// ```
///
/// The first run records, since the default mode is `once`; later runs replay. The cassette is
/// closed on every path. What was recorded becomes the cassette only when the body did not throw;
/// otherwise it stays in the journal beside it.
///
/// - Parameters:
///   - path: The cassette's path; a relative one starts at the current folder.
///   - mode: What happens to requests that the cassette does not hold, and to the others.
///   - configuration: What the session is made from; it is copied, never changed.
///   - body: What uses the session.
/// - Returns: What the body returns.
/// - Throws: What the body throws; `CassetteError` and `DeckError` for a cassette that cannot be
///   opened or written.
public func withCassette<Result>(
  _ path: String, mode: RecordMode = .once, configuration: URLSessionConfiguration = .ephemeral,
  _ body: (URLSession) async throws -> Result
) async throws -> Result {
  try await withCassette(path, Deck.Options(mode: mode), configuration: configuration, body)
}

/// Runs a test's body with a session whose requests are answered by a cassette, with options.
///
/// ```swift
/// let options = Deck.Options(mode: .newEpisodes, equivalence: [.method, .url, .body])
/// try await withCassette("Cassettes/users.yaml", options) { session in … }
/// ```
///
/// - Parameters:
///   - path: The cassette's path; a relative one starts at the current folder.
///   - options: How the deck behaves.
///   - configuration: What the session is made from; it is copied, never changed.
///   - body: What uses the session.
/// - Returns: What the body returns.
/// - Throws: What the body throws; `CassetteError` and `DeckError` for a cassette that cannot be
///   opened or written.
public func withCassette<Result>(
  _ path: String, _ options: Deck.Options, configuration: URLSessionConfiguration = .ephemeral,
  _ body: (URLSession) async throws -> Result
) async throws -> Result {
  let scope = try CassetteScope(path, options, configuration)
  let result: Result
  do {
    result = try await body(scope.session)
  } catch {
    scope.abandon()
    throw error
  }
  try scope.close()
  return result
}

/// Runs a synchronous body with a session whose requests are answered by a cassette.
///
/// The same as the asynchronous form, for tests with completion handlers; the body must wait for
/// its requests, as the cassette is closed when it returns.
///
/// - Parameters:
///   - path: The cassette's path; a relative one starts at the current folder.
///   - mode: What happens to requests that the cassette does not hold, and to the others.
///   - configuration: What the session is made from; it is copied, never changed.
///   - body: What uses the session.
/// - Returns: What the body returns.
/// - Throws: What the body throws; `CassetteError` and `DeckError` for a cassette that cannot be
///   opened or written.
public func withCassette<Result>(
  _ path: String, mode: RecordMode = .once, configuration: URLSessionConfiguration = .ephemeral,
  _ body: (URLSession) throws -> Result
) throws -> Result {
  try withCassette(path, Deck.Options(mode: mode), configuration: configuration, body)
}

/// Runs a synchronous body with a session whose requests are answered by a cassette, with options.
///
/// - Parameters:
///   - path: The cassette's path; a relative one starts at the current folder.
///   - options: How the deck behaves.
///   - configuration: What the session is made from; it is copied, never changed.
///   - body: What uses the session.
/// - Returns: What the body returns.
/// - Throws: What the body throws; `CassetteError` and `DeckError` for a cassette that cannot be
///   opened or written.
public func withCassette<Result>(
  _ path: String, _ options: Deck.Options, configuration: URLSessionConfiguration = .ephemeral,
  _ body: (URLSession) throws -> Result
) throws -> Result {
  let scope = try CassetteScope(path, options, configuration)
  let result: Result
  do {
    result = try body(scope.session)
  } catch {
    scope.abandon()
    throw error
  }
  try scope.close()
  return result
}

/// A deck and the session it answers, closed together.
private struct CassetteScope {
  let deck: Deck
  let session: URLSession

  init(_ path: String, _ options: Deck.Options, _ configuration: URLSessionConfiguration) throws {
    deck = try Deck(cassette: path, options: options)
    // A copy, so that the caller's configuration can serve the next test.
    let copy = configuration.copy() as? URLSessionConfiguration ?? .ephemeral
    copy.use(deck)
    session = URLSession(configuration: copy)
  }

  func close() throws {
    session.invalidateAndCancel()
    try deck.close()
  }

  func abandon() {
    session.invalidateAndCancel()
    do {
      try deck.close(keeping: false)
    } catch {
      // The body's own error is the one to report; the journal stays where it is.
    }
  }
}
