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
/// The environment has the last word: `VCR_MODE`, `VCR_CASSETTE_DIR`, `VCR_LATENCY` and
/// `VCR_REQUIRE_ALL` change what the code says, and with `CI` set nothing is recorded. What the
/// `.vcr.yaml` in the cassette's folder, or the nearest above it, names is redacted as well. Within
/// the body the cassette is in force as ``VCR/session`` too.
///
/// - Parameters:
///   - path: The cassette's path, without `.yaml` or with it; a relative one starts at
///     `VCR_CASSETTE_DIR`, or else at the current folder.
///   - mode: What happens to requests that the cassette does not hold, and to the others.
///   - configuration: What the session is made from; it is copied, never changed.
///   - fileID: Where the call stands, for messages.
///   - line: Where the call stands, for messages.
///   - body: What uses the session.
/// - Returns: What the body returns.
/// - Throws: What the body throws; `CassetteError` and `DeckError` for a cassette that cannot be
///   opened or written; `VerificationError` when `VCR_REQUIRE_ALL` is set and the body left something
///   unused.
public func withCassette<Result>(
  _ path: String, mode: RecordMode = .once, configuration: URLSessionConfiguration = .ephemeral,
  fileID: String = #fileID, line: Int = #line, _ body: (URLSession) async throws -> Result
) async throws -> Result {
  try await withCassette(
    path, Deck.Options(mode: mode), configuration: configuration, fileID: fileID, line: line, body)
}

/// Runs a test's body with a session whose requests are answered by a cassette, with options.
///
/// ```swift
/// let options = Deck.Options(mode: .newEpisodes, equivalence: [.method, .url, .body])
/// try await withCassette("Cassettes/users.yaml", options) { session in
///   let users = try await UserService(session: session).users()
///   #expect(users.count == 20)
/// }
/// ```
///
/// - Parameters:
///   - path: The cassette's path, without `.yaml` or with it; a relative one starts at
///     `VCR_CASSETTE_DIR`, or else at the current folder.
///   - options: How the deck behaves.
///   - stubs: Answers that come before those of the cassette.
///   - configuration: What the session is made from; it is copied, never changed.
///   - fileID: Where the call stands, for messages.
///   - line: Where the call stands, for messages.
///   - body: What uses the session.
/// - Returns: What the body returns.
/// - Throws: What the body throws; `CassetteError` and `DeckError` for a cassette that cannot be
///   opened or written; `VerificationError` when an expected stub was not served, or the options
///   require all interactions and the body left one unused.
public func withCassette<Result>(
  _ path: String, _ options: Deck.Options, stubs: [Stub] = [],
  configuration: URLSessionConfiguration = .ephemeral, fileID: String = #fileID, line: Int = #line,
  _ body: (URLSession) async throws -> Result
) async throws -> Result {
  let scope = try CassetteScope(
    calledFrom: fileID, line, path: path, stubs: stubs, options, configuration)
  return try await scope.run(body)
}

/// Runs a synchronous body with a session whose requests are answered by a cassette.
///
/// The same as the asynchronous form, for tests with completion handlers; the body must wait for
/// its requests, as the cassette is closed when it returns.
///
/// - Parameters:
///   - path: The cassette's path, without `.yaml` or with it; a relative one starts at
///     `VCR_CASSETTE_DIR`, or else at the current folder.
///   - mode: What happens to requests that the cassette does not hold, and to the others.
///   - configuration: What the session is made from; it is copied, never changed.
///   - fileID: Where the call stands, for messages.
///   - line: Where the call stands, for messages.
///   - body: What uses the session.
/// - Returns: What the body returns.
/// - Throws: As the asynchronous form.
public func withCassette<Result>(
  _ path: String, mode: RecordMode = .once, configuration: URLSessionConfiguration = .ephemeral,
  fileID: String = #fileID, line: Int = #line, _ body: (URLSession) throws -> Result
) throws -> Result {
  try withCassette(
    path, Deck.Options(mode: mode), configuration: configuration, fileID: fileID, line: line, body)
}

/// Runs a synchronous body with a session whose requests are answered by a cassette, with options.
///
/// - Parameters:
///   - path: The cassette's path, without `.yaml` or with it; a relative one starts at
///     `VCR_CASSETTE_DIR`, or else at the current folder.
///   - options: How the deck behaves.
///   - stubs: Answers that come before those of the cassette.
///   - configuration: What the session is made from; it is copied, never changed.
///   - fileID: Where the call stands, for messages.
///   - line: Where the call stands, for messages.
///   - body: What uses the session.
/// - Returns: What the body returns.
/// - Throws: As the asynchronous form.
public func withCassette<Result>(
  _ path: String, _ options: Deck.Options, stubs: [Stub] = [],
  configuration: URLSessionConfiguration = .ephemeral, fileID: String = #fileID, line: Int = #line,
  _ body: (URLSession) throws -> Result
) throws -> Result {
  let scope = try CassetteScope(
    calledFrom: fileID, line, path: path, stubs: stubs, options, configuration)
  return try scope.run(body)
}

/// Runs a test's body with a session that stubs alone answer, and checks that what was expected came.
///
/// ```swift
/// try await withStubs(.expect(.get, "https://api.example.com/users", json: [])) { session in
///   let users = try await UserService(session: session).users()
///   #expect(users.isEmpty)
/// }
/// ```
///
/// - Parameters:
///   - stubs: The answers.
///   - configuration: What the session is made from; it is copied, never changed.
///   - body: What uses the session.
/// - Returns: What the body returns.
/// - Throws: What the body throws; `VerificationError` when an expectation was not met or a request
///   was not answered.
public func withStubs<Result>(
  _ stubs: Stub..., configuration: URLSessionConfiguration = .ephemeral,
  _ body: (URLSession) async throws -> Result
) async throws -> Result {
  try await withStubs(stubs, configuration: configuration, body)
}

/// Runs a test's body with a session that a list of stubs alone answers, and checks that what was
/// expected came.
///
/// - Parameters:
///   - stubs: The answers, in the order in which they are tried.
///   - configuration: What the session is made from; it is copied, never changed.
///   - body: What uses the session.
/// - Returns: What the body returns.
/// - Throws: What the body throws; `VerificationError` when an expectation was not met or a request
///   was not answered.
public func withStubs<Result>(
  _ stubs: [Stub], configuration: URLSessionConfiguration = .ephemeral,
  _ body: (URLSession) async throws -> Result
) async throws -> Result {
  let scope = try CassetteScope(
    path: nil, stubs: stubs, options: Deck.Options(), configuration: configuration, owner: "")
  return try await scope.run(body)
}

extension CassetteScope {
  /// Opens a cassette for a closure.
  fileprivate convenience init(
    calledFrom fileID: String, _ line: Int, path: String, stubs: [Stub], _ options: Deck.Options,
    _ configuration: URLSessionConfiguration
  ) throws {
    var options = options
    options.advice = .test(filter: nil)
    var path = VCREnvironment.current.path(of: path, in: "")
    // A name is that of the same file as in a trait.
    let hasEnding = [".yaml", ".yml", ".json"].contains { path.hasSuffix($0) }
    if !hasEnding, !FileSystem.exists(path) { path += ".yaml" }
    try self.init(
      path: path, stubs: stubs, options: options, configuration: configuration,
      owner: "\(fileID):\(line)")
  }

  /// Runs a body while the cassette is in force, and closes it on every path.
  fileprivate func run<Result>(_ body: (URLSession) async throws -> Result) async throws -> Result {
    let result: Result
    do {
      result = try await VCR.$scope.withValue(self) { try await body(session) }
    } catch {
      abandon()
      throw error
    }
    try finish()
    return result
  }

  /// Runs a body while the cassette is in force, and closes it on every path.
  fileprivate func run<Result>(_ body: (URLSession) throws -> Result) throws -> Result {
    let result: Result
    do {
      result = try VCR.$scope.withValue(self) { try body(session) }
    } catch {
      abandon()
      throw error
    }
    try finish()
    return result
  }
}
