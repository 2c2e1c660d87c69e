public import Testing
public import VCR

extension Trait where Self == CassetteTrait {
  /// Replays the cassette of that name for the span of a test, and records it when there is none.
  ///
  /// ```swift
  /// @Test(.cassette("users", equivalence: [.method, .path], requiresAll: true))
  /// func `all that was recorded is asked for`() async throws {
  ///   #expect(try await UserService(session: VCR.session).users().count == 20)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - name: The file's name without `.yaml`; it may have folders, or be an absolute path.
  ///   - mode: The record mode; `VCR_MODE` has the last word.
  ///   - equivalence: When two requests are the same.
  ///   - redaction: What never reaches the disk.
  ///   - repeats: Whether an interaction may be served again when it has been used up.
  ///   - requiresAll: Whether an interaction that was not used fails the test.
  ///   - latency: The timing of what is replayed.
  ///   - passthroughHosts: Hosts that reach the network and are never recorded.
  ///   - hooks: What looks at each interaction on its way.
  ///   - stubs: Answers that come before those of the cassette.
  ///   - directory: The folder of cassettes, relative to that of the test's file.
  ///   - failsOnUnmatched: False for a test that is about a request that nothing matches.
  /// - Returns: The trait.
  public static func cassette(
    _ name: String, mode: RecordMode = .once, equivalence: RequestEquivalence = .standard,
    redaction: Redaction = .standard, repeats: Bool = false, requiresAll: Bool = false,
    latency: Deck.Latency = .none, passthroughHosts: [String] = [],
    hooks: Deck.Hooks = Deck.Hooks(), stubs: [Stub] = [], directory: String = "Cassettes",
    failsOnUnmatched: Bool = true
  ) -> Self {
    CassetteTrait(
      .named(name),
      options: Deck.Options(
        mode: mode, equivalence: equivalence, redaction: redaction, repeats: repeats,
        passthroughHosts: passthroughHosts, requiresAll: requiresAll, latency: latency,
        hooks: hooks),
      stubs: stubs, directory: directory, failsOnUnmatched: failsOnUnmatched)
  }

  /// Not a trait: a cassette has a name.
  @available(
    *, unavailable,
    message:
      "give the cassette a name, .cassette(\"users\"), or use .cassettes, which names it after the test"
  )
  public static var cassette: Self { .cassettes }

  /// Gives each test a cassette named after its suite, itself and its arguments.
  ///
  /// `UserListTests/first-page.yaml`, and for a parameterised test one for each case,
  /// `UserListTests/page/2.yaml`.
  public static var cassettes: Self { .cassettes(mode: .once) }

  /// Gives each test a cassette named after its suite, itself and its arguments, with options.
  ///
  /// - Parameters:
  ///   - mode: The record mode; `VCR_MODE` has the last word.
  ///   - equivalence: When two requests are the same.
  ///   - redaction: What never reaches the disk.
  ///   - repeats: Whether an interaction may be served again when it has been used up.
  ///   - requiresAll: Whether an interaction that was not used fails the test.
  ///   - latency: The timing of what is replayed.
  ///   - passthroughHosts: Hosts that reach the network and are never recorded.
  ///   - hooks: What looks at each interaction on its way.
  ///   - stubs: Answers that come before those of the cassette.
  ///   - directory: The folder of cassettes, relative to that of the test's file.
  ///   - failsOnUnmatched: False for tests that are about requests that nothing matches.
  /// - Returns: The trait.
  public static func cassettes(
    mode: RecordMode = .once, equivalence: RequestEquivalence = .standard,
    redaction: Redaction = .standard, repeats: Bool = false, requiresAll: Bool = false,
    latency: Deck.Latency = .none, passthroughHosts: [String] = [],
    hooks: Deck.Hooks = Deck.Hooks(), stubs: [Stub] = [], directory: String = "Cassettes",
    failsOnUnmatched: Bool = true
  ) -> Self {
    CassetteTrait(
      .automatic,
      options: Deck.Options(
        mode: mode, equivalence: equivalence, redaction: redaction, repeats: repeats,
        passthroughHosts: passthroughHosts, requiresAll: requiresAll, latency: latency,
        hooks: hooks),
      stubs: stubs, directory: directory, failsOnUnmatched: failsOnUnmatched)
  }

  /// Answers the requests of a test by stubs alone, and fails it when an expectation was not met.
  ///
  /// ```swift
  /// @Test(.stubs(.expect(.get, "https://api.example.com/users", json: [])))
  /// func `an empty list is no error`() async throws {
  ///   #expect(try await UserService(session: VCR.session).users().isEmpty)
  /// }
  /// ```
  ///
  /// - Parameter stubs: The answers, in the order in which they are tried.
  /// - Returns: The trait.
  public static func stubs(_ stubs: Stub...) -> Self { .stubs(stubs) }

  /// Answers the requests of a test by stubs alone, and fails it when an expectation was not met.
  ///
  /// Beside `.cassette`, on the same test, they come before what the cassette answers.
  ///
  /// - Parameter stubs: The answers, in the order in which they are tried.
  /// - Returns: The trait.
  public static func stubs(_ stubs: [Stub]) -> Self {
    CassetteTrait(.stubs, options: Deck.Options(), stubs: stubs, failsOnUnmatched: true)
  }
}
