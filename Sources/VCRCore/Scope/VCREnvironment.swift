#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The settings in environment variables.
///
/// They let a developer or CI switch a whole suite without a change of its code.
///
/// It reads the variables of ``SettingTable`` that are for tests, ``SettingTable/folderVariable``,
/// and `CI`: when that is set, and `VCR_MODE` is not, nothing is recorded.
package struct VCREnvironment: Sendable {
  /// The variables, empty ones left out.
  private let variables: [String: String]

  /// True when secrets are looked up in the process's environment as it is at that moment.
  private let isProcess: Bool

  /// Creates it from variables.
  package init(_ variables: [String: String]) { self.init(variables, isProcess: false) }

  private init(_ variables: [String: String], isProcess: Bool) {
    var known = variables.filter { !$0.value.isEmpty }
    for (name, value) in known where name.hasPrefix(Self.runnerPrefix) {
      let plain = String(name.dropFirst(Self.runnerPrefix.count))
      if known[plain] == nil { known[plain] = value }
    }
    self.variables = known
    self.isProcess = isProcess
  }

  /// The environment in force: the process's, unless a test of this package gives another.
  @TaskLocal package static var current = VCREnvironment(
    ProcessInfo.processInfo.environment, isProcess: true)

  /// The prefix that xcodebuild wants before the name of a variable to pass it on to the tests.
  private static let runnerPrefix = "TEST_RUNNER_"

  /// True when Xcode or xcodebuild runs the tests, and not `swift test`.
  package var isXcode: Bool {
    variables["XCTestConfigurationFilePath"] != nil
      || variables["__XCODE_BUILT_PRODUCTS_DIR_PATHS"] != nil
  }

  /// The command that runs one test at a time.
  package var serialRun: String {
    isXcode ? "xcodebuild test -parallel-testing-enabled NO" : "swift test --no-parallel"
  }

  /// The command that runs the tests.
  package var testRun: String { isXcode ? "xcodebuild test" : "swift test" }

  /// Who reads the messages of a test.
  ///
  /// - Parameter filter: The argument of `swift test --filter` that selects it, when known.
  /// - Returns: The reader.
  package func adviceForTest(filter: String? = nil) -> Deck.Advice {
    .test(filter: filter, isXcode: isXcode)
  }

  /// True when continuous integration runs the tests.
  package var isCI: Bool { variables["CI"].map(SettingTable.isOn) ?? false }

  /// The folder of the cassettes; nil when it is not set.
  package var cassetteFolder: String? { variables[SettingTable.folderVariable] }

  /// Files of root certificates to trust while recording.
  package var upstreamRoots: [String] {
    variables[SettingTable.upstreamRoots.row.variable].map { [$0] } ?? []
  }

  /// The variable with the URL of the proxy of a run of `vcr`, which its COMMAND has.
  package static let outerProxy = "VCR_PROXY"

  /// The variables that may name the proxies through which services are reached; none within a run
  /// of `vcr`, which names itself in them for clients that trust it by them.
  package var proxyVariables: [String: String] {
    variables[Self.outerProxy] == nil ? variables : [:]
  }

  /// The options, overridden by the environment.
  ///
  /// - Parameters:
  ///   - options: The options of the code.
  ///   - place: Where the cassette is that they are for; nil when no source file named it.
  /// - Returns: The options that are in force.
  /// - Throws: `EnvironmentError` for a variable that means nothing.
  package func applied(
    to options: Deck.Options, at place: CassettePlace? = nil
  ) throws(EnvironmentError) -> Deck.Options {
    var options = options
    let mode = try value(SettingTable.mode)
    if place?.isAway == true {
      (options.mode, options.refusal) = (.none, .noSources)
    } else if let mode {
      options.mode = mode
    } else if isCI || place?.isBuiltByCI == true {
      (options.mode, options.refusal) = (.none, .ci)
    } else if !options.hasMode {
      options.mode = .once
    }
    if let latency = try value(SettingTable.latency) { options.latency = latency }
    if try value(SettingTable.requireAll) == true { options.requiresAll = true }
    if let isLean = try value(SettingTable.lean) { options.isLean = isLean }
    if let expiry = try value(SettingTable.expires) { options.expiry = expiry }
    if let policy = try value(SettingTable.onExpired) { options.expiryPolicy = policy }
    if let names = try SettingTable.volatile.values(in: variables) {
      options.volatility = options.volatility.adding(Volatility(names))
    }
    return options
  }

  /// The path of a cassette: an absolute one as it is, any other in the folder of the environment,
  /// or else in the one given.
  package func path(of cassette: String, in folder: String) -> String {
    guard !cassette.hasPrefix("/") else { return cassette }
    let folder = cassetteFolder ?? folder
    return folder.isEmpty ? cassette : folder + (folder.hasSuffix("/") ? "" : "/") + cassette
  }

  /// The file to which each closed cassette appends its run record; nil when none is set.
  ///
  /// - Parameter file: The `.vcr.yaml` that counts, whose other forms are for the command.
  /// - Returns: Where that is.
  /// - Throws: `EnvironmentError` for a file that nothing can be added to.
  func runRecord(_ file: ProjectFile?) throws(EnvironmentError) -> ReportFile? {
    guard let report = try value(SettingTable.report) else {
      return file?.report.flatMap { $0.format == .lines ? $0 : nil }
    }
    guard report.format == .lines else {
      throw EnvironmentError(
        variable: SettingTable.report.row.variable,
        reason: "'\(report.name)' holds one report, and each cassette of a test run adds its own; "
          + "name a .jsonl file or a folder")
    }
    return report
  }

  /// Adds the settings of the `.vcr.yaml` that applies to a cassette.
  ///
  /// These are redaction rules, whose secrets have their values in this environment, volatile
  /// parts, whether recordings are lean unless the environment says it, the expiry of recordings
  /// unless the code sets it, and the file of run records unless the environment sets it.
  ///
  /// - Parameters:
  ///   - options: The options of the code.
  ///   - cassette: The cassette's path.
  /// - Throws: `ProjectFileError` for a file that cannot be read, `EnvironmentError`.
  package func applyProjectFile(
    to options: inout Deck.Options, forCassette cassette: String
  ) throws {
    let file = try ProjectFile.nearest(toCassette: cassette)
    options.runRecord = try runRecord(file)
    guard let file else { return }
    options.redaction = file.redactionRules.added(
      to: options.redaction, value: value(ofSecret:))
    options.volatility = options.volatility.adding(file.volatility)
    if file.isLean, try value(SettingTable.lean) == nil { options.isLean = true }
    options.expiry = options.expiry ?? file.expiry
    options.expiryPolicy = options.expiryPolicy ?? file.expiryPolicy
  }

  /// The value of a secret: a test may have set its variable a moment ago.
  private func value(ofSecret name: String) -> String? {
    isProcess ? ProcessInfo.processInfo.environment[name] : variables[name]
  }

  /// The value that a variable gives a setting; nil when it is not set.
  private func value<Value>(_ setting: Setting<Value>) throws(EnvironmentError) -> Value? {
    try setting.values(in: variables)?.last
  }
}
