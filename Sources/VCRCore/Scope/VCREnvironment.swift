#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What the environment says about cassettes: it lets a developer or CI switch a whole suite without
/// a change in its code.
///
/// | variable | meaning |
/// |---|---|
/// | `VCR_MODE` | the record mode, in place of the code's |
/// | `VCR_CASSETTE_DIR` | where cassettes are, in place of the folder the code gives |
/// | `VCR_LATENCY` | the timing of replays: `none`, `recorded` or a factor |
/// | `VCR_REQUIRE_ALL` | when set, an interaction that was not used is a failure |
/// | `VCR_EXPIRES` | how old a recording may be (`30d`), in place of the code's and the project's |
/// | `VCR_ON_EXPIRED` | `warn` or `fail`: what the replay of an expired cassette comes to |
/// | `VCR_VOLATILE` | names of headers and places in JSON that may differ from run to run, beside the code's |
/// | `VCR_REPORT` | a `.jsonl` file to which each cassette that is closed adds what became of it |
/// | `VCR_UPSTREAM_CA` | a PEM file of root certificates to trust beside the system's while recording |
/// | `CI` | when set, and `VCR_MODE` is not, nothing is recorded |
package struct VCREnvironment: Sendable {
  /// The variables, empty ones left out.
  private let variables: [String: String]

  /// True when secrets are looked up in the process's environment as it is at that moment.
  private let isProcess: Bool

  /// Creates it from variables.
  package init(_ variables: [String: String]) { self.init(variables, isProcess: false) }

  private init(_ variables: [String: String], isProcess: Bool) {
    self.variables = variables.filter { !$0.value.isEmpty }
    self.isProcess = isProcess
  }

  /// The environment in force: the process's, unless a test of this package gives another.
  @TaskLocal package static var current = VCREnvironment(
    ProcessInfo.processInfo.environment, isProcess: true)

  /// True when continuous integration runs the tests.
  package var isCI: Bool { Self.isOn(variables["CI"]) }

  /// The folder that cassettes are in; nil when nothing is said of it.
  package var cassetteFolder: String? { variables["VCR_CASSETTE_DIR"] }

  /// Files of root certificates to trust while recording.
  package var upstreamRoots: [String] { variables["VCR_UPSTREAM_CA"].map { [$0] } ?? [] }

  /// Options as the environment wants them.
  ///
  /// - Parameter options: What the code says.
  /// - Returns: The same with what the environment says.
  /// - Throws: `EnvironmentError` for a variable that means nothing.
  package func applied(to options: Deck.Options) throws(EnvironmentError) -> Deck.Options {
    var options = options
    if let word = variables["VCR_MODE"] {
      options.mode = try Self.read("VCR_MODE") { () throws(SettingError) in
        try RecordMode(named: word)
      }
    } else if isCI {
      options.mode = .none
      options.isRecordingRefused = true
    }
    if let word = variables["VCR_LATENCY"] {
      options.latency = try Self.read("VCR_LATENCY") { () throws(SettingError) in
        try Deck.Latency(named: word)
      }
    }
    if Self.isOn(variables["VCR_REQUIRE_ALL"]) { options.requiresAll = true }
    if let word = variables["VCR_EXPIRES"] {
      options.expiry = try Self.read("VCR_EXPIRES") { () throws(SettingError) in
        try Expiry(named: word)
      }
    }
    if let word = variables["VCR_ON_EXPIRED"] {
      options.expiryPolicy = try Self.read("VCR_ON_EXPIRED") { () throws(SettingError) in
        try ExpiryPolicy(named: word)
      }
    }
    if let word = variables["VCR_VOLATILE"] {
      do {
        options.volatility = options.volatility.adding(try Volatility(words: [word]))
      } catch {
        throw EnvironmentError(variable: "VCR_VOLATILE", reason: "\(error)")
      }
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

  /// Where each cassette that is closed adds what became of it; nil when nobody asked.
  ///
  /// - Parameter file: The `.vcr.yaml` that counts, whose other forms are for the command.
  /// - Returns: Where that is.
  /// - Throws: `EnvironmentError` for a file that nothing can be added to.
  func runRecord(_ file: ProjectFile?) throws(EnvironmentError) -> ReportFile? {
    guard let word = variables["VCR_REPORT"] else {
      return file?.report.flatMap { $0.format == .lines ? $0 : nil }
    }
    let report = try Self.read("VCR_REPORT") { () throws(SettingError) in
      try ReportFile(named: word)
    }
    guard report.format == .lines else {
      throw EnvironmentError(
        variable: "VCR_REPORT",
        reason: "'\(word)' holds one report, and each cassette of a test run adds its own; name a "
          + ".jsonl file or a folder")
    }
    return report
  }

  /// Adds what the `.vcr.yaml` that counts for a cassette says.
  ///
  /// That is rules of redaction, whose secrets have their values here, what is volatile, how long a
  /// recording is to be trusted unless the code says so, and where run records go, of which the
  /// environment has the first word.
  ///
  /// - Parameters:
  ///   - options: What the code says.
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
    options.expiry = options.expiry ?? file.expiry
    options.expiryPolicy = options.expiryPolicy ?? file.expiryPolicy
  }

  /// The value of a secret: a test may have set its variable a moment ago.
  private func value(ofSecret name: String) -> String? {
    isProcess ? ProcessInfo.processInfo.environment[name] : variables[name]
  }

  private static func isOn(_ value: String?) -> Bool {
    !["", "0", "false", "no"].contains((value ?? "").lowercased())
  }

  private static func read<Value>(
    _ variable: String, _ read: () throws(SettingError) -> Value
  ) throws(EnvironmentError) -> Value {
    do {
      return try read()
    } catch {
      throw EnvironmentError(variable: variable, reason: "\(error)")
    }
  }
}

/// An environment variable that means nothing.
public struct EnvironmentError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The variable's name.
  public var variable: String
  /// What is wrong with its value.
  public var reason: String

  /// `VARIABLE: reason`.
  public var description: String { "\(variable): \(reason)" }
}
