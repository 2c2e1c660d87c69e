import Foundation
import Synchronization
public import Testing
import VCR

/// Puts a cassette, or stubs, in force for the span of a test.
///
/// ```swift
/// @Suite(.cassettes)
/// struct UserListTests {
///   @Test func `the first page is decoded`() async throws {
///     let (data, _) = try await VCR.session.data(from: page(1))
///     #expect(try JSONDecoder().decode([User].self, from: data).count == 5)
///   }
/// }
/// ```
///
/// The cassette is found by one rule: in `VCR_CASSETTE_DIR`, or else in the folder `Cassettes` beside
/// the test's file. The first run records it, since the mode is `once` unless told otherwise; later
/// runs replay. The environment has the last word on the mode (`VCR_MODE`), and with `CI` set nothing
/// is recorded.
///
/// Each test has its own deck, so tests run in parallel. A test whose own trait names a cassette has
/// that one and not its suite's. Recorded again in mode `all`, a cassette that several tests name, or
/// their suite, loses nothing: what one test did not ask for may be another's. A request that nothing matches fails the test where it stands, even
/// when the tested code hides the error. A test that fails does not keep what it recorded.
public struct CassetteTrait: TestTrait, SuiteTrait, TestScoping {
  /// What is put in force.
  enum Source: Sendable {
    /// A cassette of that name.
    case named(String)
    /// A cassette named after the test.
    case automatic
    /// Stubs alone.
    case stubs
  }

  /// Tells two traits apart that say the same.
  private final class Identity: Sendable {}

  let source: Source
  let options: Deck.Options
  let stubs: [Stub]
  /// The folder of cassettes, relative to that of the test's file.
  let directory: String
  /// Whether a request that nothing matches fails the test.
  let failsOnUnmatched: Bool
  private let identity = Identity()

  init(
    _ source: Source, options: Deck.Options, stubs: [Stub], directory: String = "Cassettes",
    failsOnUnmatched: Bool
  ) {
    self.source = source
    self.options = options
    self.stubs = stubs
    self.directory = directory
    self.failsOnUnmatched = failsOnUnmatched
  }

  /// True: a suite passes the trait on to each of its tests.
  public var isRecursive: Bool { true }

  /// Notes which tests name one cassette, so that none of them removes what is another's.
  ///
  /// - Parameter test: A test or suite of the run.
  public func prepare(for test: Test) {
    guard case .named(let name) = source else { return }
    let path = CassetteLocation(directory: directory, testFile: test.file).path(of: name)
    SharedCassettes.note(
      path, user: "\(test.id)", isForSeveral: test.isSuite || test.isParameterized)
  }

  /// Makes the cassette current while a test, or one case of a parameterised one, runs.
  ///
  /// - Parameters:
  ///   - test: The test.
  ///   - testCase: The case; nil for a suite, which has none of its own.
  ///   - function: The test's body.
  /// - Throws: What the test throws, and why the cassette cannot be opened or written.
  @concurrent
  public func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    // The innermost trait is the last one; the others leave the test to it.
    let last = test.traits.last { $0 is CassetteTrait } as? CassetteTrait
    guard testCase != nil, last?.identity === identity else { return try await function() }
    let scope = try open(for: test, testCase)
    let hasFailed = Flag()
    let watch = IssueHandlingTrait.compactMapIssues { issue in
      if issue.countsAsFailure { hasFailed.set() }
      return issue
    }
    var thrown: (any Error)?
    do {
      try await VCR.$scope.withValue(scope) {
        try await watch.provideScope(for: test, testCase: testCase) { try await function() }
      }
    } catch {
      thrown = error
    }
    let verdict = Verdict(
      of: scope.deck, thrown: thrown, hasFailed: hasFailed.isSet,
      failsOnUnmatched: failsOnUnmatched)
    for message in verdict.messages {
      Issue.record(Comment(rawValue: message), sourceLocation: test.sourceLocation)
    }
    do {
      try verdict.close(scope)
    } catch {
      guard thrown != nil else { throw error }
      Issue.record(error, sourceLocation: test.sourceLocation)
    }
    if let thrown { throw thrown }
  }

  private func open(for test: Test, _ testCase: Test.Case?) throws -> CassetteScope {
    let testName = TestName(test)
    let owner = test.id.nameComponents.joined(separator: "/")
    var options = options
    options.advice = .test(filter: testName.filter)
    let name: String
    switch source {
    case .stubs:
      return try CassetteScope(path: nil, stubs: stubs, options: options, owner: owner)
    case .named(let given): name = given
    case .automatic:
      name = try testName.cassette(testCase)
      options.allowsMissing = true
    }
    let path = CassetteLocation(directory: directory, testFile: test.file).path(of: name)
    options.isShared = SharedCassettes.isShared(path)
    return try CassetteScope(path: path, stubs: stubs, options: options, owner: owner)
  }
}

/// A fact that becomes true once.
private final class Flag: Sendable {
  private let value = Mutex(false)
  var isSet: Bool { value.withLock { $0 } }
  func set() { value.withLock { $0 = true } }
}

extension Issue {
  /// True when the issue makes its test fail: it is neither known nor a warning.
  fileprivate var countsAsFailure: Bool {
    #if compiler(>=6.3)
      isFailure
    #else
      true
    #endif
  }
}

extension Test {
  /// The path of the file that the test stands in.
  fileprivate var file: String {
    #if compiler(>=6.3)
      sourceLocation.filePath
    #else
      sourceLocation._filePath
    #endif
  }
}
