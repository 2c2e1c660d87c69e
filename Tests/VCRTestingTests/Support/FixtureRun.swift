import Foundation
import TestSupport
import Testing

/// Runs tests of this very bundle in a child process, against a server of its own.
struct FixtureRun {
  let folder: TemporaryDirectory
  let server: LoopbackServer

  init() throws {
    folder = try TemporaryDirectory()
    server = try LoopbackServer { request in
      let user = request.header("Authorization").map { " of \($0.suffix(1))" } ?? ""
      return ServerResponse(text: request.target + user)
    }
  }

  /// What a run printed, and whether all tests passed.
  struct Result {
    var hasPassed: Bool
    var output: String
  }

  /// Runs tests of Swift Testing.
  ///
  /// - Parameters:
  ///   - filter: A regular expression over their names.
  ///   - environment: Variables beside the folder of cassettes.
  /// - Returns: What came of it.
  /// - Throws: When the child cannot be started.
  func run(_ filter: String, _ environment: [String: String] = [:]) async throws -> Result {
    try await run(TestBundle.command(filter: filter), environment)
  }

  /// Runs tests of XCTest.
  func runXCTest(
    _ names: String..., of suite: String = "XCTestFixtures", environment: [String: String] = [:]
  ) async throws -> Result {
    try await runXCTest(names, of: suite, environment: environment)
  }

  func runXCTest(
    _ names: [String], of suite: String, environment: [String: String] = [:]
  ) async throws -> Result {
    let tests = names.map { "VCRTestingTests.\(suite)/\($0)" }
    return try await run(TestBundle.command(xcTests: tests), environment)
  }

  private func run(
    _ command: (program: String, arguments: [String]), _ environment: [String: String]
  ) async throws -> Result {
    var variables = ProcessInfo.processInfo.environment
    for name in ["CI", "VCR_MODE", "VCR_LATENCY", "VCR_REQUIRE_ALL"] { variables[name] = nil }
    variables["VCR_FIXTURE_ORIGIN"] = server.origin
    variables["VCR_CASSETTE_DIR"] = folder.path
    variables.merge(environment) { $1 }
    let result = try await Child.run(
      command.program, command.arguments, environment: variables, directory: folder.url,
      timeout: 240)
    #expect(!result.timedOut)
    let output = result.text + result.errorText
    // The folder is the current one, from which messages name what is in it.
    let long = output.split(separator: "\n").filter { $0.contains(folder.path + "/") }
    #expect(long.isEmpty, "\(long)")
    return Result(hasPassed: result.status == 0, output: output)
  }

  /// The cassettes that are there, by their paths within the folder, sorted.
  var cassettes: [String] {
    let found = FileManager.default.enumerator(atPath: folder.path)?.allObjects ?? []
    return found.compactMap { $0 as? String }.filter { $0.hasSuffix(".yaml") }.sorted()
  }

  /// True when a journal lies in the folder.
  var hasJournal: Bool {
    let found = FileManager.default.enumerator(atPath: folder.path)?.allObjects ?? []
    return found.contains { ($0 as? String)?.hasSuffix(".recording") == true }
  }

  /// The text of a cassette.
  func text(_ name: String) throws -> String {
    try String(contentsOf: folder.file(name), encoding: .utf8)
  }

  func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: folder.file(name).path)
  }

  /// Writes a cassette that holds pages of the server.
  func write(_ name: String, _ targets: String...) throws {
    var text = "vcr: 1\ninteractions:\n"
    for target in targets {
      text += """
        - request:
            method: GET
            url: \(server.origin)\(target)
          response:
            status: 200
            body:
              text: \(target)

        """
    }
    try folder.write(text, to: name)
  }
}

/// The number of the line in a fixture's file that holds a text.
func line(of text: String, in file: String) throws -> Int {
  let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fixtures/\(file)")
  let lines = try String(contentsOf: path, encoding: .utf8).split(
    separator: "\n", omittingEmptySubsequences: false)
  return try #require(lines.firstIndex { $0.contains(text) }) + 1
}
