import Foundation
import TestSupport
import Testing

/// What a test run adds to the file that `VCR_REPORT` names.
struct RunRecordTests {
  private struct Line: Decodable {
    struct Entry: Decodable {
      var url: String
      var digest: String
      var used: Bool
    }

    var cassette: String
    var mode: String
    var interactions: [Entry]
  }

  private func lines(_ file: URL) throws -> [Line] {
    try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map {
      try JSONDecoder().decode(Line.self, from: Data($0.utf8))
    }
  }

  @Test func `each cassette of parallel tests and processes adds one whole line`() async throws {
    let run = try FixtureRun()
    #expect(try await run.run("NamedFixtures").hasPassed)
    run.server.stop()
    let file = run.folder.file("out/runs.jsonl")
    try await withThrowingTaskGroup(of: FixtureRun.Result.self) { group in
      for _ in 0..<3 {
        group.addTask { try await run.run("NamedFixtures", ["VCR_REPORT": file.path]) }
      }
      for try await result in group { #expect(result.hasPassed, "\(result.output)") }
    }
    let lines = try lines(file)
    // The ninth test asks for nothing, and has no cassette.
    #expect(lines.count == 3 * 9)
    #expect(lines.allSatisfy { $0.interactions.allSatisfy(\.used) })
    let names = Set(lines.filter { !$0.interactions.isEmpty }.map(\.cassette))
    #expect(names.count == 8)
    for name in run.cassettes {
      let isThere = names.contains { $0.hasSuffix("/\(name)") }
      #expect(isThere, "\(name)")
    }
  }

  @Test func `what was left unused is said, in a folder of records too`() async throws {
    let run = try FixtureRun()
    try run.write("own.yaml", "/other", "/own")
    let result = try await run.run(
      "NamedFixtures/own", ["VCR_REPORT": run.folder.file("records").path + "/"])
    #expect(result.hasPassed, "\(result.output)")
    let folder = run.folder.file("records")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.count == 1)
    let lines = try lines(folder.appending(path: try #require(names.first)))
    #expect(lines.map(\.mode) == ["once"])
    #expect(lines.first?.interactions.map(\.used) == [false, true])
  }

  @Test func `a test that fails has a line, and what it recorded is not in it`() async throws {
    let run = try FixtureRun()
    let file = run.folder.file("runs.jsonl")
    let result = try await run.run(
      "FaultyFixtures/failsAfterRecording", ["VCR_REPORT": file.path])
    #expect(!result.hasPassed)
    #expect(try lines(file).map(\.interactions.count) == [0])
  }

  @Test func `XCTest writes the same`() async throws {
    let run = try FixtureRun()
    let file = run.folder.file("runs.jsonl")
    let result = try await run.runXCTest("testNamed", environment: ["VCR_REPORT": file.path])
    #expect(result.hasPassed, "\(result.output)")
    #expect(try lines(file).isEmpty == false)
  }

  @Test func `a name that nothing can be added to fails the test clearly`() async throws {
    let run = try FixtureRun()
    try run.write("own.yaml", "/own")
    let named = try await run.run("NamedFixtures/own", ["VCR_REPORT": "report.xml"])
    #expect(!named.hasPassed)
    #expect(named.output.contains("VCR_REPORT: 'report.xml' holds one report"), "\(named.output)")
    try run.folder.write("", to: "file")
    let path = run.folder.file("file/runs.jsonl").path
    let unwritable = try await run.run("NamedFixtures/own", ["VCR_REPORT": path])
    #expect(!unwritable.hasPassed)
    #expect(
      unwritable.output.contains("the run record cannot be written here"), "\(unwritable.output)")
  }
}
