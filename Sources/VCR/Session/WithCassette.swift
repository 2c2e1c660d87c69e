#if canImport(FoundationNetworking)
  import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif
public import VCRCore

/// Runs a test's body with a session whose requests a cassette serves.
///
/// ```swift
/// try await withCassette("Cassettes/users.yaml") { session in
///   let (data, _) = try await session.data(from: usersURL)
///   #expect(try JSONDecoder().decode([User].self, from: data).count == 20)
/// }
/// ```
///
/// The first run records, since the default mode is `once`; later runs replay. The cassette is
/// closed on every path. The recording becomes the cassette only when the body did not throw;
/// otherwise it stays in the journal next to the cassette.
///
/// The environment takes precedence: `VCR_MODE`, `VCR_CASSETTE_DIR`, `VCR_LATENCY` and
/// `VCR_REQUIRE_ALL` override the code, and with `CI` set nothing is recorded. The secrets named by
/// the nearest `.vcr.yaml`, in the cassette's folder or above it, are redacted too. In the body,
/// ``VCR/session`` uses the cassette as well.
///
/// - Parameters:
///   - path: The cassette's path, without `.yaml` or with it; a relative one is
///     resolved against `VCR_CASSETTE_DIR`, or the current folder.
///   - mode: Whether requests are recorded, replayed or refused.
///   - configuration: The configuration of the session; it is copied, never changed.
///   - fileID: The place of the call, for messages.
///   - line: The place of the call, for messages.
///   - body: Uses the session.
/// - Returns: What the body returns.
/// - Throws: The error of the body; `CassetteError` and `DeckError` for a cassette that cannot be
///   opened or written; `VerificationError` when `VCR_REQUIRE_ALL` is set and the body left
///   something unused.
public func withCassette<Result>(
  _ path: String, mode: RecordMode = .once, configuration: URLSessionConfiguration = .ephemeral,
  fileID: String = #fileID, line: Int = #line, _ body: (URLSession) async throws -> Result
) async throws -> Result {
  try await withCassette(
    path, Deck.Options(mode: mode), configuration: configuration, fileID: fileID, line: line, body)
}

/// Runs a test's body with a session whose requests a cassette serves, with options.
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
///   - path: The cassette's path, without `.yaml` or with it; a relative one is
///     resolved against `VCR_CASSETTE_DIR`, or the current folder.
///   - options: How the deck behaves.
///   - stubs: Responses that take precedence over those of the cassette.
///   - configuration: The configuration of the session; it is copied, never changed.
///   - fileID: The place of the call, for messages.
///   - line: The place of the call, for messages.
///   - body: Uses the session.
/// - Returns: What the body returns.
/// - Throws: The error of the body; `CassetteError` and `DeckError` for a cassette that cannot be
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

/// Runs a synchronous body with a session whose requests a cassette serves.
///
/// It is like the asynchronous form, for tests with completion handlers. The body must wait for its
/// requests, as the cassette is closed when the body returns.
///
/// - Parameters:
///   - path: The cassette's path, without `.yaml` or with it; a relative one is
///     resolved against `VCR_CASSETTE_DIR`, or the current folder.
///   - mode: Whether requests are recorded, replayed or refused.
///   - configuration: The configuration of the session; it is copied, never changed.
///   - fileID: The place of the call, for messages.
///   - line: The place of the call, for messages.
///   - body: Uses the session.
/// - Returns: What the body returns.
/// - Throws: The same errors as the asynchronous form.
public func withCassette<Result>(
  _ path: String, mode: RecordMode = .once, configuration: URLSessionConfiguration = .ephemeral,
  fileID: String = #fileID, line: Int = #line, _ body: (URLSession) throws -> Result
) throws -> Result {
  try withCassette(
    path, Deck.Options(mode: mode), configuration: configuration, fileID: fileID, line: line, body)
}

/// Runs a synchronous body with a session whose requests a cassette serves, with options.
///
/// - Parameters:
///   - path: The cassette's path, without `.yaml` or with it; a relative one is
///     resolved against `VCR_CASSETTE_DIR`, or the current folder.
///   - options: How the deck behaves.
///   - stubs: Responses that take precedence over those of the cassette.
///   - configuration: The configuration of the session; it is copied, never changed.
///   - fileID: The place of the call, for messages.
///   - line: The place of the call, for messages.
///   - body: Uses the session.
/// - Returns: What the body returns.
/// - Throws: The same errors as the asynchronous form.
public func withCassette<Result>(
  _ path: String, _ options: Deck.Options, stubs: [Stub] = [],
  configuration: URLSessionConfiguration = .ephemeral, fileID: String = #fileID, line: Int = #line,
  _ body: (URLSession) throws -> Result
) throws -> Result {
  let scope = try CassetteScope(
    calledFrom: fileID, line, path: path, stubs: stubs, options, configuration)
  return try scope.run(body)
}

/// Runs a test's body with a session that uses stubs alone, and checks that expected requests came.
///
/// ```swift
/// try await withStubs(.expect(.get, "https://api.example.com/users", json: [])) { session in
///   let users = try await UserService(session: session).users()
///   #expect(users.isEmpty)
/// }
/// ```
///
/// - Parameters:
///   - stubs: The stubs.
///   - configuration: The configuration of the session; it is copied, never changed.
///   - body: Uses the session.
/// - Returns: What the body returns.
/// - Throws: The error of the body; `VerificationError` when an expectation was not met or a
///   request matched no stub.
public func withStubs<Result>(
  _ stubs: Stub..., configuration: URLSessionConfiguration = .ephemeral,
  _ body: (URLSession) async throws -> Result
) async throws -> Result {
  try await withStubs(stubs, configuration: configuration, body)
}

/// Runs a test's body with a session that uses a list of stubs alone, and checks that expected
/// requests came.
///
/// - Parameters:
///   - stubs: The stubs, in the order in which they are tried.
///   - configuration: The configuration of the session; it is copied, never changed.
///   - body: Uses the session.
/// - Returns: What the body returns.
/// - Throws: The error of the body; `VerificationError` when an expectation was not met or a
///   request matched no stub.
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
    // A name stands for the same file as in a trait.
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
