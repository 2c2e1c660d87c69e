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
/// that one and not its suite's; a test with two of its own is an error. A request that nothing matches
/// fails the test where it stands, even when the tested code hides the error. A test that fails does not
/// keep what it recorded.
///
/// Several tests may name one cassette, or their suite may, and the cases of a parameterised test share
/// theirs. Mode `once` means once for each run: all tests of a run that began without the cassette
/// record their part of it, in parallel too. The parts stand in the file in the order of the tests'
/// names, whatever order they ran in. Recorded again in mode `all`, such a cassette loses nothing: what
/// one test did not ask for may be another's.
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

  /// Tells two traits apart that say the same, and knows where each stands.
  private final class Identity: Sendable {
    private let noted = Mutex<[String]?>(nil)

    /// The name of the test or suite that the trait stands on; nil before the run was planned.
    var home: [String]? { noted.withLock { $0 } }

    /// Notes a test that has the trait: the outermost is the one that it stands on.
    func note(_ test: Test) {
      let name = [test.id.moduleName] + test.id.nameComponents
      noted.withLock { home in
        if home.map({ name.count < $0.count }) ?? true { home = name }
      }
    }
  }

  let source: Source
  let options: Deck.Options
  let stubs: [Stub]
  /// The folder of cassettes, relative to that of the test's file.
  let directory: String
  /// Whether a request that nothing matches fails the test.
  let failsOnUnmatched: Bool
  private let identity = Identity()
  /// True when the test that runs names the cassette, and not its suite.
  private var isNamedByTest = false

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

  /// Notes which tests name one cassette, so that each records its part of it, and which would have
  /// one only because their names are alike.
  ///
  /// - Parameter test: A test or suite of the run.
  public func prepare(for test: Test) {
    identity.note(test)
    let location = CassetteLocation(directory: directory, testFile: test.file)
    switch source {
    case .named(let name):
      SharedCassettes.note(
        location.path(of: name), user: "\(test.id)",
        isForSeveral: test.isSuite || test.isParameterized)
    case .automatic where !test.isSuite && !test.isParameterized:
      guard let own = try? TestName(test).cassette(nil) else { return }
      CassetteNames.note(location.path(of: own.name), of: own.identity)
    case .automatic, .stubs:
      break
    }
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
    try await composed(for: test).run(test, testCase, function)
  }

  /// The trait together with the others that stand on the same test or suite.
  ///
  /// - Parameter test: The test.
  /// - Returns: The cassette that one of them names, and the stubs of all.
  /// - Throws: `TraitConflict` when several name one.
  private func composed(for test: Test) throws(TraitConflict) -> CassetteTrait {
    let home = identity.home
    let beside = test.traits.compactMap { $0 as? CassetteTrait }
      .filter { $0.identity === identity || home != nil && $0.identity.home == home }
    let cassettes = beside.filter { if case .stubs = $0.source { false } else { true } }
    guard cassettes.count <= 1 else {
      throw TraitConflict(
        place: (home ?? []).dropFirst().joined(separator: "/"), count: cassettes.count)
    }
    let chosen = cassettes.first ?? self
    var composed = CassetteTrait(
      chosen.source, options: chosen.options, stubs: beside.flatMap(\.stubs),
      directory: chosen.directory, failsOnUnmatched: chosen.failsOnUnmatched)
    if case .named = chosen.source {
      composed.isNamedByTest = home == [test.id.moduleName] + test.id.nameComponents
    }
    return composed
  }

  @concurrent
  private func run(
    _ test: Test, _ testCase: Test.Case?,
    _ function: @concurrent @Sendable () async throws -> Void
  ) async throws {
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
      try verdict.close(scope, isNamed: isNamedByTest)
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
    let location = CassetteLocation(directory: directory, testFile: test.file)
    let path: String
    var part: CassettePart?
    switch source {
    case .stubs:
      return try CassetteScope(path: nil, stubs: stubs, options: options, owner: owner)
    case .named(let name):
      path = location.path(of: name)
      if SharedCassettes.isShared(path) {
        part = CassettePart(name: testName.part(testCase), isShared: true)
      }
    case .automatic:
      let own = try testName.cassette(testCase)
      path = CassetteNames.path(location.path(of: own.name), of: own.identity)
      options.allowsMissing = true
    }
    return try CassetteScope(path: path, stubs: stubs, options: options, owner: owner, part: part)
  }
}

/// Several cassettes for one test.
struct TraitConflict: Error, CustomStringConvertible {
  var place: String
  var count: Int
  var description: String {
    "\(place) has \(count) traits that each give it a cassette, and a test has one; keep one of them "
      + "(.stubs(…) may stand beside it)"
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
