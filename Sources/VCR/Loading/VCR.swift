/// The session and the deck of the cassette that is in force in the running test.
///
/// ```swift
/// @Test(.cassette("users"))
/// func `the user list is decoded`() async throws {
///   let (data, _) = try await VCR.session.data(from: usersURL)
///   #expect(try JSONDecoder().decode([User].self, from: data).count == 20)
/// }
/// ```
///
/// The trait `.cassette` of the module `VCRTesting` puts a cassette in force, and so does
/// `withCassette` anywhere. It is in force in the task and its child tasks, so tests that run in
/// parallel each have their own. A detached task, or a completion handler of another library, has
/// none, so pass the session to it.
///
/// When no cassette is in force, the session's requests fail with an error that says so. Nothing
/// reaches the network.
public enum VCR {}
