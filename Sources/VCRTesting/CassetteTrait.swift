import Foundation
import VCRLocks
public import Testing
import VCR
import VCRCore

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
/// The cassette is in `VCR_CASSETTE_DIR` if that is set, otherwise in the folder `Cassettes` next
/// to the test's file. The first run records it, since the default mode is `once`; later runs
/// replay. The environment overrides the mode (`VCR_MODE`), and with `CI` set nothing is recorded.
///
/// Each test has its own deck, so tests can run in parallel. A cassette that a test's own trait
/// names replaces that of its suite; two cassettes on one test are an error. Stubs replace nothing:
/// those of a test and of all its suites are in force together, the innermost tried first, and come
/// before the cassette, whichever of them names it. A request that nothing matches fails the test,
/// even when the tested code hides the error. A failing test does not keep its recording.
///
/// Several tests, or their suite, may name the same cassette, and the cases of a parameterised test
/// share one. Mode `once` means once for each run: all tests of a run that began without the
/// cassette record their part of it, also in parallel. In the file, the parts are in the order of
/// the tests' names, not the order in which they ran. Recording again in mode `all` removes nothing
/// from such a cassette, since what one test did not request may belong to another.
public struct CassetteTrait: TestTrait, SuiteTrait, TestScoping {
  /// The kind of cassette that the trait puts in force.
  enum Source: Sendable {
    /// A cassette with this name.
    case named(String)
    /// A cassette named after the test.
    case automatic
    /// Stubs without a cassette.
    case stubs
  }

  /// Distinguishes traits with equal contents, and keeps the test or suite that each one is on.
  private final class Identity: Sendable {
    private let noted = Mutex<[String]?>(nil)

    /// The name of the test or suite that the trait is on; nil before the run was planned.
    var home: [String]? { noted.withLock { $0 } }

    /// Notes a test that has the trait; the trait is on the outermost of them.
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
  /// The folder of cassettes, relative to the folder of the test's file.
  let directory: String
  /// The folder of a bundle's resources; nil for none.
  let resources: String?
  /// How far the cassette reaches.
  let reach: VCR.Scope
  /// Whether a request that nothing matches fails the test.
  let failsOnUnmatched: Bool
  private let identity = Identity()
  /// True when the running test itself names the cassette, and not its suite.
  private var isNamedByTest = false

  init(
    _ source: Source, options: Deck.Options, stubs: [Stub], directory: String = "Cassettes",
    resources: String? = nil, reach: VCR.Scope = .task, failsOnUnmatched: Bool
  ) {
    self.source = source
    self.options = options
    self.stubs = stubs
    self.directory = directory
    self.resources = resources
    self.reach = reach
    self.failsOnUnmatched = failsOnUnmatched
  }

  /// Always true, since a suite passes the trait on to each of its tests.
  public var isRecursive: Bool { true }

  /// Notes which tests name the same cassette, so that each records its part, and which would share
  /// one only because their names are similar.
  ///
  /// - Parameter test: A test or suite of the run.
  public func prepare(for test: Test) {
    identity.note(test)
    let location = place(of: test)
    switch source {
    case .named(let name):
      SharedCassettes.note(
        location.path(of: name), user: "\(test.id)",
        isForSeveral: test.isSuite || test.isParameterized)
    case .automatic where !test.isSuite && !test.isParameterized:
      guard let own = try? TestName(test).cassette(nil) else { return }
      CassetteNames.note(
        location.path(of: own.name), of: own.identity, in: test.sourceLocation.fileID)
    case .automatic, .stubs:
      break
    }
  }

  /// Makes the cassette current while a test, or one case of a parameterised one, runs.
  ///
  /// - Parameters:
  ///   - test: The test.
  ///   - testCase: The case; nil for a suite, which has no cassette of its own.
  ///   - function: The body of the test.
  /// - Throws: The error of the test, or of opening or writing the cassette.
  @concurrent
  public func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    // Only the innermost trait, which is the last one, opens a cassette.
    let last = test.traits.last { $0 is CassetteTrait } as? CassetteTrait
    guard testCase != nil, last?.identity === identity else { return try await function() }
    try await composed(for: test).run(test, testCase, function)
  }

  /// Combines the trait with the others on the test and on its suites.
  ///
  /// - Parameter test: The test.
  /// - Returns: A trait with the cassette of the innermost level that has one, and with the stubs
  ///   of all levels, the innermost first.
  /// - Throws: `TraitConflict` when several on that level name a cassette.
  private func composed(for test: Test) throws(TraitConflict) -> CassetteTrait {
    // Those of a suite come before those of what is in it.
    let traits = test.traits.compactMap { $0 as? CassetteTrait }
    let chosen = traits.last { $0.namesCassette } ?? self
    let rivals = traits.filter { $0.namesCassette && $0.isBeside(chosen) }
    guard rivals.count <= 1 else {
      throw TraitConflict(
        place: (chosen.identity.home ?? []).dropFirst().joined(separator: "/"),
        count: rivals.count)
    }
    var levels: [[CassetteTrait]] = []
    for trait in traits {
      if let level = levels.last, level.contains(where: trait.isBeside) {
        levels[levels.count - 1].append(trait)
      } else {
        levels.append([trait])
      }
    }
    var composed = CassetteTrait(
      chosen.source, options: chosen.options,
      stubs: levels.reversed().joined().flatMap(\.stubs),
      directory: chosen.directory, resources: chosen.resources, reach: chosen.reach,
      failsOnUnmatched: chosen.failsOnUnmatched)
    if case .named = chosen.source {
      composed.isNamedByTest =
        chosen.identity.home == [test.id.moduleName] + test.id.nameComponents
    }
    return composed
  }

  /// True when the trait gives its tests a cassette.
  private var namesCassette: Bool { if case .stubs = source { false } else { true } }

  /// True when another trait is on the same test or suite, or is this one.
  private func isBeside(_ other: CassetteTrait) -> Bool {
    guard identity !== other.identity else { return true }
    return identity.home != nil && identity.home == other.identity.home
  }

  @concurrent
  private func run(
    _ test: Test, _ testCase: Test.Case?,
    _ function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    if reach == .process { try await ProcessScope.waitForTurn() }
    defer { if reach == .process { ProcessScope.endTurn() } }
    let scope = try open(for: test, testCase)
    if reach == .process { try scope.beginReach() }
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
    if reach == .process { scope.endReach() }
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
    options.advice = VCREnvironment.current.adviceForTest(filter: testName.filter)
    let location = place(of: test)
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
      path = CassetteNames.path(
        location.path(of: own.name), earlier: own.earlier.map { location.path(of: $0) },
        of: own.identity, in: test.sourceLocation.fileID)
      options.allowsMissing = true
    }
    return try CassetteScope(
      path: path, stubs: stubs, options: options, owner: owner, part: part, place: location)
  }

  /// Where the cassettes of a test are.
  private func place(of test: Test) -> CassettePlace {
    CassettePlace(directory: directory, sourceFile: test.file, resources: resources)
  }
}

/// A flag that can be set once, from any thread.
private final class Flag: Sendable {
  private let value = Mutex(false)
  var isSet: Bool { value.withLock { $0 } }
  func set() { value.withLock { $0 = true } }
}

extension Issue {
  /// True when the issue makes its test fail, because it is neither known nor a warning.
  fileprivate var countsAsFailure: Bool {
    #if compiler(>=6.3)
      isFailure
    #else
      true
    #endif
  }
}

extension Test {
  /// The path of the file that contains the test.
  fileprivate var file: String {
    #if compiler(>=6.3)
      sourceLocation.filePath
    #else
      sourceLocation._filePath
    #endif
  }
}
