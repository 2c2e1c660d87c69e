#if canImport(XCTest)
  public import Foundation
  public import VCR
  import VCRCore
  public import XCTest

  #if canImport(FoundationNetworking)
    public import FoundationNetworking
  #endif

  extension XCTestCase {
    /// Runs the body of a test while a cassette is in force.
    ///
    /// ```swift
    /// func testFirstPage() async throws {
    ///   try await withCassette { session in
    ///     let (data, _) = try await session.data(from: page(1))
    ///     XCTAssertEqual(try JSONDecoder().decode([User].self, from: data).count, 5)
    ///   }
    /// }
    /// ```
    ///
    /// It is like the trait `.cassette` in Swift Testing: a request that nothing matches fails the
    /// test at the line of the call, and a failing test does not keep its recording. In the body,
    /// `VCR.session` uses the cassette as well.
    ///
    /// - Parameters:
    ///   - name: The cassette's name without `.yaml`; nil to name it after the class and the
    ///     method.
    ///   - mode: The record mode, which `VCR_MODE` overrides.
    ///   - stubs: Responses that take precedence over those of the cassette.
    ///   - directory: The folder of cassettes, relative to the folder of the test's file.
    ///   - bundle: A bundle with the cassettes as resources, for tests that run where their sources
    ///     are not, such as on a device; nothing is recorded there.
    ///   - scope: How far the cassette reaches.
    ///   - configuration: The configuration of the session; it is copied, never changed.
    ///   - failsOnUnmatched: False for a test in which a request is expected to match nothing.
    ///   - file: The test's file.
    ///   - line: The line of the call.
    ///   - body: Uses the session.
    /// - Returns: The value that the body returns.
    /// - Throws: The error of the body, or of opening or writing the cassette.
    public func withCassette<Result>(
      _ name: String? = nil, mode: RecordMode = .once, stubs: [Cassette.Stub] = [],
      directory: String = "Cassettes", bundle: Bundle? = nil, scope: VCR.Scope = .task,
      configuration: URLSessionConfiguration = .ephemeral, failsOnUnmatched: Bool = true,
      file: StaticString = #filePath, line: UInt = #line,
      _ body: (URLSession) async throws -> Result
    ) async throws -> Result {
      try await withCassette(
        name, Deck.Options(mode: mode), stubs: stubs, directory: directory, bundle: bundle,
        scope: scope, configuration: configuration, failsOnUnmatched: failsOnUnmatched, file: file,
        line: line, body)
    }

    /// Runs the body of a test while a cassette is in force, with options.
    ///
    /// - Parameters:
    ///   - name: The cassette's name without `.yaml`; nil to name it after the class and the
    ///     method.
    ///   - options: How the deck behaves; `VCR_MODE` and the other variables override it.
    ///   - stubs: Responses that take precedence over those of the cassette.
    ///   - directory: The folder of cassettes, relative to the folder of the test's file.
    ///   - bundle: A bundle with the cassettes as resources, for tests that run where their sources
    ///     are not, such as on a device; nothing is recorded there.
    ///   - scope: How far the cassette reaches.
    ///   - configuration: The configuration of the session; it is copied, never changed.
    ///   - failsOnUnmatched: False for a test in which a request is expected to match nothing.
    ///   - file: The test's file.
    ///   - line: The line of the call.
    ///   - body: Uses the session.
    /// - Returns: The value that the body returns.
    /// - Throws: The error of the body, or of opening or writing the cassette.
    public func withCassette<Result>(
      _ name: String? = nil, _ options: Cassette.Deck.Options, stubs: [Cassette.Stub] = [],
      directory: String = "Cassettes", bundle: Bundle? = nil, scope: VCR.Scope = .task,
      configuration: URLSessionConfiguration = .ephemeral, failsOnUnmatched: Bool = true,
      file: StaticString = #filePath, line: UInt = #line,
      _ body: (URLSession) async throws -> Result
    ) async throws -> Result {
      if scope == .process { try await ProcessScope.waitForTurn() }
      defer { if scope == .process { ProcessScope.endTurn() } }
      let place = CassettePlace(
        directory: directory, sourceFile: "\(file)", resources: bundle?.resourcePath)
      let opened = try openCassette(name, options, configuration, stubs, place)
      if scope == .process { try opened.beginReach() }
      let before = failureCount
      let outcome: Swift.Result<Result, any Error>
      do {
        outcome = .success(
          try await VCR.$scope.withValue(opened) { try await body(opened.session) })
      } catch {
        outcome = .failure(error)
      }
      if scope == .process { opened.endReach() }
      return try conclude(opened, outcome, before, failsOnUnmatched, file, line)
    }

    /// Runs the synchronous body of a test while a cassette is in force.
    ///
    /// It is like the asynchronous form; the body must wait for its requests.
    ///
    /// - Parameters:
    ///   - name: The cassette's name without `.yaml`; nil to name it after the class and the
    ///     method.
    ///   - mode: The record mode, which `VCR_MODE` overrides.
    ///   - stubs: Responses that take precedence over those of the cassette.
    ///   - directory: The folder of cassettes, relative to the folder of the test's file.
    ///   - bundle: A bundle with the cassettes as resources, for tests that run where their sources
    ///     are not, such as on a device; nothing is recorded there.
    ///   - scope: How far the cassette reaches.
    ///   - configuration: The configuration of the session; it is copied, never changed.
    ///   - failsOnUnmatched: False for a test in which a request is expected to match nothing.
    ///   - file: The test's file.
    ///   - line: The line of the call.
    ///   - body: Uses the session.
    /// - Returns: The value that the body returns.
    /// - Throws: The error of the body, or of opening or writing the cassette.
    public func withCassette<Result>(
      _ name: String? = nil, mode: RecordMode = .once, stubs: [Cassette.Stub] = [],
      directory: String = "Cassettes", bundle: Bundle? = nil, scope: VCR.Scope = .task,
      configuration: URLSessionConfiguration = .ephemeral, failsOnUnmatched: Bool = true,
      file: StaticString = #filePath, line: UInt = #line,
      _ body: (URLSession) throws -> Result
    ) throws -> Result {
      try withCassette(
        name, Deck.Options(mode: mode), stubs: stubs, directory: directory, bundle: bundle,
        scope: scope, configuration: configuration, failsOnUnmatched: failsOnUnmatched, file: file,
        line: line, body)
    }

    /// Runs the synchronous body of a test while a cassette is in force, with options.
    ///
    /// - Parameters:
    ///   - name: The cassette's name without `.yaml`; nil to name it after the class and the
    ///     method.
    ///   - options: How the deck behaves; `VCR_MODE` and the other variables override it.
    ///   - stubs: Responses that take precedence over those of the cassette.
    ///   - directory: The folder of cassettes, relative to the folder of the test's file.
    ///   - bundle: A bundle with the cassettes as resources, for tests that run where their sources
    ///     are not, such as on a device; nothing is recorded there.
    ///   - scope: How far the cassette reaches.
    ///   - configuration: The configuration of the session; it is copied, never changed.
    ///   - failsOnUnmatched: False for a test in which a request is expected to match nothing.
    ///   - file: The test's file.
    ///   - line: The line of the call.
    ///   - body: Uses the session.
    /// - Returns: The value that the body returns.
    /// - Throws: The error of the body, or of opening or writing the cassette.
    public func withCassette<Result>(
      _ name: String? = nil, _ options: Cassette.Deck.Options, stubs: [Cassette.Stub] = [],
      directory: String = "Cassettes", bundle: Bundle? = nil, scope: VCR.Scope = .task,
      configuration: URLSessionConfiguration = .ephemeral, failsOnUnmatched: Bool = true,
      file: StaticString = #filePath, line: UInt = #line,
      _ body: (URLSession) throws -> Result
    ) throws -> Result {
      if scope == .process { try ProcessScope.takeTurn() }
      defer { if scope == .process { ProcessScope.endTurn() } }
      let place = CassettePlace(
        directory: directory, sourceFile: "\(file)", resources: bundle?.resourcePath)
      let opened = try openCassette(name, options, configuration, stubs, place)
      if scope == .process { try opened.beginReach() }
      let before = failureCount
      let outcome: Swift.Result<Result, any Error>
      do {
        outcome = .success(
          try VCR.$scope.withValue(opened) { try body(opened.session) })
      } catch {
        outcome = .failure(error)
      }
      if scope == .process { opened.endReach() }
      return try conclude(opened, outcome, before, failsOnUnmatched, file, line)
    }

    /// Puts a cassette in force around a whole test, `setUp` and `tearDown` included.
    ///
    /// ```swift
    /// override func invokeTest() {
    ///   invokeTest(withCassette: "users") { super.invokeTest() }
    /// }
    /// ```
    ///
    /// A cassette that cannot be opened or written fails the test; when it cannot be opened, the
    /// test does not run.
    ///
    /// - Parameters:
    ///   - name: The cassette's name without `.yaml`; nil to name it after the class and the
    ///     method.
    ///   - mode: The record mode, which `VCR_MODE` overrides.
    ///   - stubs: Responses that take precedence over those of the cassette.
    ///   - directory: The folder of cassettes, relative to the folder of the test's file.
    ///   - bundle: A bundle with the cassettes as resources.
    ///   - scope: How far the cassette reaches.
    ///   - configuration: The configuration of `VCR.session`; it is copied, never changed.
    ///   - failsOnUnmatched: False for a test in which a request is expected to match nothing.
    ///   - file: The test's file.
    ///   - line: The line of the call.
    ///   - body: Runs the test: `super.invokeTest()`.
    public func invokeTest(
      withCassette name: String? = nil, mode: RecordMode = .once, stubs: [Cassette.Stub] = [],
      directory: String = "Cassettes", bundle: Bundle? = nil, scope: VCR.Scope = .task,
      configuration: URLSessionConfiguration = .ephemeral, failsOnUnmatched: Bool = true,
      file: StaticString = #filePath, line: UInt = #line, _ body: () -> Void
    ) {
      invokeTest(
        withCassette: name, Deck.Options(mode: mode), stubs: stubs, directory: directory,
        bundle: bundle, scope: scope, configuration: configuration,
        failsOnUnmatched: failsOnUnmatched, file: file, line: line, body)
    }

    /// Puts a cassette in force around a whole test, with options.
    ///
    /// - Parameters:
    ///   - name: The cassette's name without `.yaml`; nil to name it after the class and the
    ///     method.
    ///   - options: How the deck behaves; `VCR_MODE` and the other variables override it.
    ///   - stubs: Responses that take precedence over those of the cassette.
    ///   - directory: The folder of cassettes, relative to the folder of the test's file.
    ///   - bundle: A bundle with the cassettes as resources.
    ///   - scope: How far the cassette reaches.
    ///   - configuration: The configuration of `VCR.session`; it is copied, never changed.
    ///   - failsOnUnmatched: False for a test in which a request is expected to match nothing.
    ///   - file: The test's file.
    ///   - line: The line of the call.
    ///   - body: Runs the test: `super.invokeTest()`.
    public func invokeTest(
      withCassette name: String? = nil, _ options: Cassette.Deck.Options,
      stubs: [Cassette.Stub] = [], directory: String = "Cassettes", bundle: Bundle? = nil,
      scope: VCR.Scope = .task, configuration: URLSessionConfiguration = .ephemeral,
      failsOnUnmatched: Bool = true, file: StaticString = #filePath, line: UInt = #line,
      _ body: () -> Void
    ) {
      do {
        try withCassette(
          name, options, stubs: stubs, directory: directory, bundle: bundle, scope: scope,
          configuration: configuration, failsOnUnmatched: failsOnUnmatched, file: file, line: line
        ) { _ in body() }
      } catch {
        XCTFail("\(error)", file: file, line: line)
      }
    }

    private var failureCount: Int { testRun?.totalFailureCount ?? 0 }

    private func openCassette(
      _ name: String?, _ options: Deck.Options, _ configuration: URLSessionConfiguration,
      _ stubs: [Stub], _ place: CassettePlace
    ) throws -> CassetteScope {
      // `-[UserListTests testFirstPage]` on Apple platforms, `UserListTests.testFirstPage`
      // elsewhere.
      let own = self.name.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
      var options = options
      let test = own.joined(separator: "/")
      options.advice = VCREnvironment.current.adviceForTest(filter: test)
      // Two modules may each have a class of this name.
      let path =
        name.map { place.path(of: $0) }
        ?? CassetteNames.path(
          place.path(of: test), of: "\(String(reflecting: type(of: self)))/\(test)")
      return try CassetteScope(
        path: path, stubs: stubs, options: options, configuration: configuration,
        owner: own.joined(separator: "."), part: CassettePart(name: test, isShared: false),
        place: place)
    }

    /// Closes the cassette and reports what is wrong; an error of the body takes precedence over
    /// one of closing.
    private func conclude<Value>(
      _ scope: CassetteScope, _ outcome: Swift.Result<Value, any Error>, _ failuresBefore: Int,
      _ failsOnUnmatched: Bool, _ file: StaticString, _ line: UInt
    ) throws -> Value {
      var thrown: (any Error)?
      if case .failure(let error) = outcome { thrown = error }
      let verdict = Verdict(
        of: scope.deck, thrown: thrown, hasFailed: failureCount > failuresBefore,
        failsOnUnmatched: failsOnUnmatched)
      for message in verdict.messages { XCTFail(message, file: file, line: line) }
      do {
        try verdict.close(scope, isNamed: true)
      } catch {
        guard thrown != nil else { throw error }
        XCTFail("\(error)", file: file, line: line)
      }
      return try outcome.get()
    }
  }
#endif
