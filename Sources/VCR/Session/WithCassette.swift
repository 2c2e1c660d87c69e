public import Foundation
public import VCRCore

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// Runs a test's body with a session whose requests a cassette serves.
///
/// ```swift
/// try await withCassette("users") { session in
///   let (data, _) = try await session.data(from: usersURL)
///   #expect(try JSONDecoder().decode([User].self, from: data).count == 20)
/// }
/// ```
///
/// The first run records, since the default mode is `once`; later runs replay. The cassette is
/// closed on every path. The recording becomes the cassette only when the body did not throw;
/// otherwise it stays in the journal next to the cassette. The session is one: code that
/// invalidates it ends it for all that follows in the body, where ``VCR/session`` gives a new one.
///
/// Several calls may name one cassette, also at the same time. Mode `once` means once for each run:
/// all calls of a run that began without the cassette add what is missing in it.
///
/// The environment takes precedence: `VCR_MODE`, `VCR_CASSETTE_DIR`, `VCR_LATENCY` and
/// `VCR_REQUIRE_ALL` override the code, and with `CI` set nothing is recorded. The secrets named by
/// the nearest `.vcr.yaml`, in the cassette's folder or above it, are redacted too. In the body,
/// ``VCR/session`` uses the cassette as well.
///
/// - Parameters:
///   - name: The file's name without `.yaml`, as in the trait `.cassette`: the file is in the
///     folder `Cassettes` beside the source file, or in that of `VCR_CASSETTE_DIR`. It may contain
///     folders or be an absolute path.
///   - mode: Whether requests are recorded, replayed or refused.
///   - stubs: Responses that take precedence over those of the cassette.
///   - directory: The folder of cassettes, relative to the folder of the source file.
///   - bundle: A bundle with the cassettes as resources, for tests that run where their sources are
///     not, such as on a device; nothing is recorded there.
///   - scope: How far the cassette reaches.
///   - configuration: The configuration of the session; it is copied, never changed.
///   - fileID: The place of the call, for messages.
///   - file: The source file of the call.
///   - line: The place of the call, for messages.
///   - body: Uses the session.
/// - Returns: The value that the body returns.
/// - Throws: The error of the body; `CassetteError` and `DeckError` for a cassette that cannot be
///   opened or written; `VerificationError` when an expected stub was not served, or when
///   `VCR_REQUIRE_ALL` is set and the body left something unused.
public func withCassette<Result>(
  _ name: String, mode: RecordMode = .once, stubs: [Cassette.Stub] = [],
  directory: String = "Cassettes", bundle: Bundle? = nil, scope: VCR.Scope = .task,
  configuration: URLSessionConfiguration = .ephemeral, fileID: String = #fileID,
  file: String = #filePath, line: Int = #line, _ body: (URLSession) async throws -> Result
) async throws -> Result {
  try await withCassette(
    name, Deck.Options(mode: mode), stubs: stubs, directory: directory, bundle: bundle,
    scope: scope, configuration: configuration, fileID: fileID, file: file, line: line, body)
}

/// Runs a test's body with a session whose requests a cassette serves, with options.
///
/// ```swift
/// let options = Cassette.Deck.Options(mode: .newEpisodes, equivalence: [.method, .url, .body])
/// try await withCassette("users", options) { session in
///   let users = try await UserService(session: session).users()
///   #expect(users.count == 20)
/// }
/// ```
///
/// - Parameters:
///   - name: The file's name without `.yaml`, as in the trait `.cassette`: the file is in the
///     folder `Cassettes` beside the source file, or in that of `VCR_CASSETTE_DIR`. It may contain
///     folders or be an absolute path.
///   - options: How the deck behaves.
///   - stubs: Responses that take precedence over those of the cassette.
///   - directory: The folder of cassettes, relative to the folder of the source file.
///   - bundle: A bundle with the cassettes as resources, for tests that run where their sources are
///     not, such as on a device; nothing is recorded there.
///   - scope: How far the cassette reaches.
///   - configuration: The configuration of the session; it is copied, never changed.
///   - fileID: The place of the call, for messages.
///   - file: The source file of the call.
///   - line: The place of the call, for messages.
///   - body: Uses the session.
/// - Returns: The value that the body returns.
/// - Throws: The error of the body; `CassetteError` and `DeckError` for a cassette that cannot be
///   opened or written; `VerificationError` when an expected stub was not served, or the options
///   require all interactions and the body left one unused.
public func withCassette<Result>(
  _ name: String, _ options: Cassette.Deck.Options, stubs: [Cassette.Stub] = [],
  directory: String = "Cassettes",
  bundle: Bundle? = nil, scope: VCR.Scope = .task,
  configuration: URLSessionConfiguration = .ephemeral, fileID: String = #fileID,
  file: String = #filePath, line: Int = #line, _ body: (URLSession) async throws -> Result
) async throws -> Result {
  if scope == .process { try await ProcessScope.waitForTurn() }
  defer { if scope == .process { ProcessScope.endTurn() } }
  let place = CassettePlace(
    directory: directory, sourceFile: file, resources: bundle?.resourcePath)
  let opened = try CassetteScope(
    name, at: place, stubs, options, configuration, calledFrom: "\(fileID):\(line)")
  return try await opened.run(scope, body)
}

/// Runs a synchronous body with a session whose requests a cassette serves.
///
/// It is like the asynchronous form, for tests with completion handlers. The body must wait for its
/// requests, as the cassette is closed when the body returns. With the scope `process` it waits for
/// other tests with its thread. Where an asynchronous test would be left without a thread to go on
/// with, it throws `GlobalInstallationError` instead.
///
/// - Parameters:
///   - name: The file's name without `.yaml`, as in the trait `.cassette`: the file is in the
///     folder `Cassettes` beside the source file, or in that of `VCR_CASSETTE_DIR`. It may contain
///     folders or be an absolute path.
///   - mode: Whether requests are recorded, replayed or refused.
///   - stubs: Responses that take precedence over those of the cassette.
///   - directory: The folder of cassettes, relative to the folder of the source file.
///   - bundle: A bundle with the cassettes as resources, for tests that run where their sources are
///     not, such as on a device; nothing is recorded there.
///   - scope: How far the cassette reaches.
///   - configuration: The configuration of the session; it is copied, never changed.
///   - fileID: The place of the call, for messages.
///   - file: The source file of the call.
///   - line: The place of the call, for messages.
///   - body: Uses the session.
/// - Returns: The value that the body returns.
/// - Throws: The same errors as the asynchronous form.
public func withCassette<Result>(
  _ name: String, mode: RecordMode = .once, stubs: [Cassette.Stub] = [],
  directory: String = "Cassettes", bundle: Bundle? = nil, scope: VCR.Scope = .task,
  configuration: URLSessionConfiguration = .ephemeral, fileID: String = #fileID,
  file: String = #filePath, line: Int = #line, _ body: (URLSession) throws -> Result
) throws -> Result {
  try withCassette(
    name, Deck.Options(mode: mode), stubs: stubs, directory: directory, bundle: bundle,
    scope: scope, configuration: configuration, fileID: fileID, file: file, line: line, body)
}

/// Runs a synchronous body with a session whose requests a cassette serves, with options.
///
/// - Parameters:
///   - name: The file's name without `.yaml`, as in the trait `.cassette`: the file is in the
///     folder `Cassettes` beside the source file, or in that of `VCR_CASSETTE_DIR`. It may contain
///     folders or be an absolute path.
///   - options: How the deck behaves.
///   - stubs: Responses that take precedence over those of the cassette.
///   - directory: The folder of cassettes, relative to the folder of the source file.
///   - bundle: A bundle with the cassettes as resources, for tests that run where their sources are
///     not, such as on a device; nothing is recorded there.
///   - scope: How far the cassette reaches.
///   - configuration: The configuration of the session; it is copied, never changed.
///   - fileID: The place of the call, for messages.
///   - file: The source file of the call.
///   - line: The place of the call, for messages.
///   - body: Uses the session.
/// - Returns: The value that the body returns.
/// - Throws: The same errors as the asynchronous form.
public func withCassette<Result>(
  _ name: String, _ options: Cassette.Deck.Options, stubs: [Cassette.Stub] = [],
  directory: String = "Cassettes",
  bundle: Bundle? = nil, scope: VCR.Scope = .task,
  configuration: URLSessionConfiguration = .ephemeral, fileID: String = #fileID,
  file: String = #filePath, line: Int = #line, _ body: (URLSession) throws -> Result
) throws -> Result {
  if scope == .process { try ProcessScope.takeTurn() }
  defer { if scope == .process { ProcessScope.endTurn() } }
  let place = CassettePlace(
    directory: directory, sourceFile: file, resources: bundle?.resourcePath)
  let opened = try CassetteScope(
    name, at: place, stubs, options, configuration, calledFrom: "\(fileID):\(line)")
  return try opened.run(scope, body)
}

extension CassetteScope {
  /// Opens a cassette for a closure.
  fileprivate convenience init(
    _ name: String, at place: CassettePlace, _ stubs: [Stub], _ options: Deck.Options,
    _ configuration: URLSessionConfiguration, calledFrom owner: String
  ) throws {
    var options = options
    options.advice = VCREnvironment.current.adviceForTest()
    try self.init(
      path: place.path(of: name), stubs: stubs, options: options, configuration: configuration,
      owner: owner, place: place)
  }

  /// Runs a body while the cassette is in force, and closes it on every path.
  func run<Result>(
    _ reach: VCR.Scope, _ body: (URLSession) async throws -> Result
  ) async throws -> Result {
    let result: Result
    if reach == .process { try beginReach() }
    do {
      defer { if reach == .process { endReach() } }
      result = try await VCR.$scope.withValue(self) { try await body(session) }
    } catch {
      abandon(after: error)
      throw error
    }
    try finish()
    return result
  }

  /// Runs a body while the cassette is in force, and closes it on every path.
  func run<Result>(
    _ reach: VCR.Scope, _ body: (URLSession) throws -> Result
  ) throws -> Result {
    let result: Result
    if reach == .process { try beginReach() }
    do {
      defer { if reach == .process { endReach() } }
      result = try VCR.$scope.withValue(self) { try body(session) }
    } catch {
      abandon(after: error)
      throw error
    }
    try finish()
    return result
  }
}
