import Foundation
public import VCRCore

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

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
/// - Returns: The value that the body returns.
/// - Throws: The error of the body; `VerificationError` when an expectation was not met or a
///   request matched no stub.
public func withStubs<Result>(
  _ stubs: Cassette.Stub..., configuration: URLSessionConfiguration = .ephemeral,
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
/// - Returns: The value that the body returns.
/// - Throws: The error of the body; `VerificationError` when an expectation was not met or a
///   request matched no stub.
public func withStubs<Result>(
  _ stubs: [Cassette.Stub], configuration: URLSessionConfiguration = .ephemeral,
  _ body: (URLSession) async throws -> Result
) async throws -> Result {
  let scope = try CassetteScope(
    path: nil, stubs: stubs, options: Deck.Options(), configuration: configuration, owner: "")
  return try await scope.run(.task, body)
}

/// Runs a synchronous body with a session that uses stubs alone, and checks that expected requests
/// came.
///
/// It is like the asynchronous form, for tests with completion handlers. The body must wait for its
/// requests.
///
/// - Parameters:
///   - stubs: The stubs.
///   - configuration: The configuration of the session; it is copied, never changed.
///   - body: Uses the session.
/// - Returns: The value that the body returns.
/// - Throws: The same errors as the asynchronous form.
public func withStubs<Result>(
  _ stubs: Cassette.Stub..., configuration: URLSessionConfiguration = .ephemeral,
  _ body: (URLSession) throws -> Result
) throws -> Result {
  try withStubs(stubs, configuration: configuration, body)
}

/// Runs a synchronous body with a session that uses a list of stubs alone, and checks that expected
/// requests came.
///
/// - Parameters:
///   - stubs: The stubs, in the order in which they are tried.
///   - configuration: The configuration of the session; it is copied, never changed.
///   - body: Uses the session.
/// - Returns: The value that the body returns.
/// - Throws: The same errors as the asynchronous form.
public func withStubs<Result>(
  _ stubs: [Cassette.Stub], configuration: URLSessionConfiguration = .ephemeral,
  _ body: (URLSession) throws -> Result
) throws -> Result {
  let scope = try CassetteScope(
    path: nil, stubs: stubs, options: Deck.Options(), configuration: configuration, owner: "")
  return try scope.run(.task, body)
}
