#if canImport(XCTest)
  public import VCR
  public import XCTest

  #if canImport(FoundationNetworking)
    public import FoundationNetworking
  #else
    public import Foundation
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
    ///   - options: How the deck behaves; the mode is `once` by default, and `VCR_MODE` overrides
    ///     it.
    ///   - stubs: Responses that take precedence over those of the cassette.
    ///   - directory: The folder of cassettes, relative to the folder of the test's file.
    ///   - failsOnUnmatched: False for a test in which a request is expected to match nothing.
    ///   - file: The test's file.
    ///   - line: The line of the call.
    ///   - body: Uses the session.
    /// - Returns: What the body returns.
    /// - Throws: The error of the body, or of opening or writing the cassette.
    public func withCassette<Result>(
      _ name: String? = nil, options: Deck.Options = Deck.Options(mode: .once), stubs: [Stub] = [],
      directory: String = "Cassettes", failsOnUnmatched: Bool = true,
      file: StaticString = #filePath, line: UInt = #line,
      _ body: (URLSession) async throws -> Result
    ) async throws -> Result {
      let scope = try openCassette(name, options, stubs, directory, file)
      let before = failureCount
      let outcome: Swift.Result<Result, any Error>
      do {
        outcome = .success(try await VCR.$scope.withValue(scope) { try await body(scope.session) })
      } catch {
        outcome = .failure(error)
      }
      return try conclude(scope, outcome, before, failsOnUnmatched, file, line)
    }

    /// Runs the synchronous body of a test while a cassette is in force.
    ///
    /// It is like the asynchronous form; the body must wait for its requests.
    ///
    /// - Parameters:
    ///   - name: The cassette's name without `.yaml`; nil to name it after the class and the
    ///     method.
    ///   - options: How the deck behaves.
    ///   - stubs: Responses that take precedence over those of the cassette.
    ///   - directory: The folder of cassettes, relative to the folder of the test's file.
    ///   - failsOnUnmatched: False for a test in which a request is expected to match nothing.
    ///   - file: The test's file.
    ///   - line: The line of the call.
    ///   - body: Uses the session.
    /// - Returns: What the body returns.
    /// - Throws: The error of the body, or of opening or writing the cassette.
    public func withCassette<Result>(
      _ name: String? = nil, options: Deck.Options = Deck.Options(mode: .once), stubs: [Stub] = [],
      directory: String = "Cassettes", failsOnUnmatched: Bool = true,
      file: StaticString = #filePath, line: UInt = #line,
      _ body: (URLSession) throws -> Result
    ) throws -> Result {
      let scope = try openCassette(name, options, stubs, directory, file)
      let before = failureCount
      let outcome: Swift.Result<Result, any Error>
      do {
        outcome = .success(try VCR.$scope.withValue(scope) { try body(scope.session) })
      } catch {
        outcome = .failure(error)
      }
      return try conclude(scope, outcome, before, failsOnUnmatched, file, line)
    }

    private var failureCount: Int { testRun?.totalFailureCount ?? 0 }

    private func openCassette(
      _ name: String?, _ options: Deck.Options, _ stubs: [Stub], _ directory: String,
      _ file: StaticString
    ) throws -> CassetteScope {
      ForeignCassettes.areRead
      // `-[UserListTests testFirstPage]` on Apple platforms, `UserListTests.testFirstPage`
      // elsewhere.
      let own = self.name.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
      var options = options
      options.advice = .test(filter: own.joined(separator: "/"))
      let location = CassetteLocation(directory: directory, testFile: "\(file)")
      return try CassetteScope(
        path: location.path(of: name ?? own.joined(separator: "/")), stubs: stubs,
        options: options, owner: own.joined(separator: "."),
        part: CassettePart(name: own.joined(separator: "/"), isShared: false))
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
