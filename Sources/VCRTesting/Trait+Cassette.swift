public import Foundation
public import Testing
public import VCR

extension Trait where Self == CassetteTrait {
  /// Replays the cassette with this name during a test, and records it when it does not exist.
  ///
  /// The parameters are those of `Cassette.Deck.Options`, which the other form of this trait,
  /// `withCassette` and `CassetteProxy` take as one value.
  ///
  /// ```swift
  /// @Test(.cassette("users", equivalence: [.method, .path], requiresAll: true))
  /// func `all that was recorded is asked for`() async throws {
  ///   #expect(try await UserService(session: VCR.session).users().count == 20)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - name: The file's name without `.yaml`; it may contain folders or be an absolute path.
  ///   - mode: The record mode, which `VCR_MODE` overrides.
  ///   - equivalence: The policy by which two requests match.
  ///   - redaction: The rules for the secrets that are replaced before anything is written.
  ///   - repeats: Whether an interaction may be served more than once.
  ///   - requiresAll: Whether an interaction that was not used fails the test.
  ///   - isLean: Whether header fields that carry nothing for a replay are not recorded.
  ///   - latency: The timing of replayed responses.
  ///   - passthroughHosts: Hosts that reach the network and are never recorded.
  ///   - hooks: Closures that see each interaction.
  ///   - stubs: Responses that take precedence over those of the cassette.
  ///   - directory: The folder of cassettes, relative to the folder of the test's file.
  ///   - bundle: A bundle with the cassettes as resources, for tests that run where their sources
  ///     are not, such as on a device; nothing is recorded there.
  ///   - scope: How far the cassette reaches.
  ///   - failsOnUnmatched: False for a test in which a request is expected to match nothing.
  /// - Returns: The trait.
  public static func cassette(
    _ name: String, mode: RecordMode = .once, equivalence: RequestEquivalence = .standard,
    redaction: Redaction = .standard, repeats: Bool = false, requiresAll: Bool = false,
    isLean: Bool = false, latency: Cassette.Deck.Latency = .none, passthroughHosts: [String] = [],
    hooks: Cassette.Deck.Hooks = Cassette.Deck.Hooks(), stubs: [Cassette.Stub] = [],
    directory: String = "Cassettes",
    bundle: Bundle? = nil, scope: VCR.Scope = .task, failsOnUnmatched: Bool = true
  ) -> Self {
    .cassette(
      name,
      Deck.Options(
        mode: mode, equivalence: equivalence, redaction: redaction, repeats: repeats,
        requiresAll: requiresAll, isLean: isLean, latency: latency,
        passthroughHosts: passthroughHosts, hooks: hooks),
      stubs: stubs, directory: directory, bundle: bundle, scope: scope,
      failsOnUnmatched: failsOnUnmatched)
  }

  /// Replays the cassette with this name during a test, with options that several tests can share.
  ///
  /// ```swift
  /// extension Cassette.Deck.Options {
  ///   static var withoutQuery: Self { Self(mode: .once, equivalence: [.method, .path]) }
  /// }
  /// // …
  ///   @Test(.cassette("users", .withoutQuery))
  /// ```
  ///
  /// - Parameters:
  ///   - name: The file's name without `.yaml`; it may contain folders or be an absolute path.
  ///   - options: How the deck behaves; `VCR_MODE` and the other variables override it.
  ///   - stubs: Responses that take precedence over those of the cassette.
  ///   - directory: The folder of cassettes, relative to the folder of the test's file.
  ///   - bundle: A bundle with the cassettes as resources, for tests that run where their sources
  ///     are not, such as on a device; nothing is recorded there.
  ///   - scope: How far the cassette reaches.
  ///   - failsOnUnmatched: False for a test in which a request is expected to match nothing.
  /// - Returns: The trait.
  public static func cassette(
    _ name: String, _ options: Cassette.Deck.Options, stubs: [Cassette.Stub] = [],
    directory: String = "Cassettes",
    bundle: Bundle? = nil, scope: VCR.Scope = .task, failsOnUnmatched: Bool = true
  ) -> Self {
    CassetteTrait(
      .named(name), options: options, stubs: stubs, directory: directory,
      resources: bundle?.resourcePath, reach: scope, failsOnUnmatched: failsOnUnmatched)
  }

  /// Unavailable, since a cassette needs a name.
  @available(
    *, unavailable,
    message:
      "give the cassette a name, .cassette(\"users\"), or use .cassettes, which names it after the test"
  )
  public static var cassette: Self { .cassettes }

  /// Gives each test a cassette named after its suite, itself and its arguments.
  ///
  /// An example is `UserListTests/first-page.yaml`. A parameterised test has one for each case,
  /// such as `UserListTests/page/2.yaml`.
  public static var cassettes: Self { .cassettes(mode: .once) }

  /// Gives each test a cassette named after its suite, itself and its arguments, with options.
  ///
  /// - Parameters:
  ///   - mode: The record mode, which `VCR_MODE` overrides.
  ///   - equivalence: The policy by which two requests match.
  ///   - redaction: The rules for the secrets that are replaced before anything is written.
  ///   - repeats: Whether an interaction may be served more than once.
  ///   - requiresAll: Whether an interaction that was not used fails the test.
  ///   - isLean: Whether header fields that carry nothing for a replay are not recorded.
  ///   - latency: The timing of replayed responses.
  ///   - passthroughHosts: Hosts that reach the network and are never recorded.
  ///   - hooks: Closures that see each interaction.
  ///   - stubs: Responses that take precedence over those of the cassette.
  ///   - directory: The folder of cassettes, relative to the folder of the test's file.
  ///   - bundle: A bundle with the cassettes as resources, for tests that run where their sources
  ///     are not, such as on a device; nothing is recorded there.
  ///   - scope: How far the cassette reaches.
  ///   - failsOnUnmatched: False for tests in which requests are expected to match nothing.
  /// - Returns: The trait.
  public static func cassettes(
    mode: RecordMode = .once, equivalence: RequestEquivalence = .standard,
    redaction: Redaction = .standard, repeats: Bool = false, requiresAll: Bool = false,
    isLean: Bool = false, latency: Cassette.Deck.Latency = .none, passthroughHosts: [String] = [],
    hooks: Cassette.Deck.Hooks = Cassette.Deck.Hooks(), stubs: [Cassette.Stub] = [],
    directory: String = "Cassettes",
    bundle: Bundle? = nil, scope: VCR.Scope = .task, failsOnUnmatched: Bool = true
  ) -> Self {
    .cassettes(
      Deck.Options(
        mode: mode, equivalence: equivalence, redaction: redaction, repeats: repeats,
        requiresAll: requiresAll, isLean: isLean, latency: latency,
        passthroughHosts: passthroughHosts, hooks: hooks),
      stubs: stubs, directory: directory, bundle: bundle, scope: scope,
      failsOnUnmatched: failsOnUnmatched)
  }

  /// Gives each test a cassette named after its suite, itself and its arguments, with options that
  /// several suites can share.
  ///
  /// - Parameters:
  ///   - options: How the decks behave; `VCR_MODE` and the other variables override it.
  ///   - stubs: Responses that take precedence over those of the cassette.
  ///   - directory: The folder of cassettes, relative to the folder of the test's file.
  ///   - bundle: A bundle with the cassettes as resources, for tests that run where their sources
  ///     are not, such as on a device; nothing is recorded there.
  ///   - scope: How far the cassette reaches.
  ///   - failsOnUnmatched: False for tests in which requests are expected to match nothing.
  /// - Returns: The trait.
  public static func cassettes(
    _ options: Cassette.Deck.Options, stubs: [Cassette.Stub] = [], directory: String = "Cassettes",
    bundle: Bundle? = nil, scope: VCR.Scope = .task, failsOnUnmatched: Bool = true
  ) -> Self {
    CassetteTrait(
      .automatic, options: options, stubs: stubs, directory: directory,
      resources: bundle?.resourcePath, reach: scope, failsOnUnmatched: failsOnUnmatched)
  }

  /// Serves the requests of a test from stubs alone, and fails it when an expectation was not met.
  ///
  /// ```swift
  /// @Test(.stubs(.expect(.get, "https://api.example.com/users", json: [])))
  /// func `an empty list is no error`() async throws {
  ///   #expect(try await UserService(session: VCR.session).users().isEmpty)
  /// }
  /// ```
  ///
  /// - Parameter stubs: The stubs, in the order in which they are tried.
  /// - Returns: The trait.
  public static func stubs(_ stubs: Cassette.Stub...) -> Self { .stubs(stubs) }

  /// Serves the requests of a test from stubs alone, and fails it when an expectation was not met.
  ///
  /// Together with `.cassette`, on the same test, its suite or a test in it, they take precedence
  /// over the cassette. The stubs of a suite are in force in each of its tests, after those of the
  /// test; what they expect is expected in each.
  ///
  /// - Parameter stubs: The stubs, in the order in which they are tried.
  /// - Returns: The trait.
  public static func stubs(_ stubs: [Cassette.Stub]) -> Self {
    CassetteTrait(.stubs, options: Deck.Options(), stubs: stubs, failsOnUnmatched: true)
  }
}
