import Foundation
import TestSupport
import Testing

@testable import VCRCore

/// Run records as files: lines that were torn, files of others, folders.
struct RunRecordsTests {
  private func report(_ cassette: String, _ entries: [(String, Bool)]) -> RunReport {
    var report = RunReportTests.report(cassette)
    report.entries = entries.enumerated().map {
      .init(number: $0 + 1, method: "GET", url: "u", digest: $1.0, isUsed: $1.1)
    }
    return report
  }

  private func line(_ cassette: String, _ entries: [(String, Bool)]) -> String {
    report(cassette, entries).json.text
  }

  @Test func `a digest counts as used when any run used it, whatever line was torn`() throws {
    let folder = try TemporaryDirectory()
    let cassette = folder.file("c.yaml").path
    let name = CassetteIdentifier.name(ofCassette: cassette)
    let whole = line(name, [("a", true), ("b", false)])
    try folder.write(
      whole + "\n" + whole.dropLast(20) + "\n\n"
        + line(name, [("a", false), ("b", false), ("c", true)]),
      to: "run.jsonl")
    var records = RunRecords()
    try records.read(folder.file("run.jsonl").path)
    #expect(records.uses(ofCassette: cassette) == ["a": true, "b": false, "c": true])
    #expect(records.count == 2)
    #expect(records.torn == 1)
    #expect(records.uses(ofCassette: folder.file("other.yaml").path) == nil)
  }

  @Test(arguments: [
    "", "\n\n", "{}", "null", "[]", #"{"vcr_run":1}"#, #"{"vcr_run":1,"cassette":"c"}"#,
    #"{"vcr_run":2,"cassette":"c","interactions":[]}"#,
    #"{"vcr_run":"1","cassette":"c","interactions":[]}"#,
    #"{"vcr_run":1,"cassette":5,"interactions":[]}"#, "not JSON", "\u{0}",
  ])
  func `a file without a report is refused with what writes one`(text: String) throws {
    let folder = try TemporaryDirectory()
    try folder.write(text, to: "run.jsonl")
    var records = RunRecords()
    let path = folder.file("run.jsonl").path
    let fault = try #require(throws: RunRecords.Fault.self) { try records.read(path) }
    #expect(fault.path == path)
    #expect(fault.reason.contains("VCR_REPORT=FILE.jsonl"))
  }

  @Test func `a run that failed at once says nothing about what is needed`() throws {
    let folder = try TemporaryDirectory()
    var failed = report("/c.yaml", [("a", false)])
    failed.failure = "no such command"
    try folder.write(failed.json.text + "\n", to: "run.json")
    var records = RunRecords()
    try records.read(folder.file("run.json").path)
    #expect(records.count == 1)
    #expect(records.uses(ofCassette: "/c.yaml") == nil)
  }

  @Test func `entries that are no objects, or have no digest, are passed over`() throws {
    let folder = try TemporaryDirectory()
    try folder.write(
      #"{"vcr_run":1,"cassette":"/c.yaml","interactions":[1,{"used":true},{"digest":7},"#
        + #"{"digest":"\u0061","used":"yes"},{"digest":"b","used":true,"more":[{}]}]}"#,
      to: "run.json")
    var records = RunRecords()
    try records.read(folder.file("run.json").path)
    #expect(records.uses(ofCassette: "/c.yaml") == ["a": false, "b": true])
  }

  @Test func `the records of a folder are those of all its files`() throws {
    let folder = try TemporaryDirectory()
    try folder.write(line("/c.yaml", [("a", true)]) + "\n", to: "one/run-1.jsonl")
    try folder.write(line("/c.yaml", [("b", true)]) + "\n", to: "run-2.json")
    try folder.write(line("/c.yaml", [("c", true)]) + "\n", to: "notes.txt")
    var records = RunRecords()
    try records.read(folder.path)
    #expect(records.uses(ofCassette: "/c.yaml") == ["a": true, "b": true])
    #expect(throws: RunRecords.Fault.self) { try records.read(folder.file("none.jsonl").path) }
  }

  @Test func `lines are added after a torn one, and by many writers at once each is whole`()
    async throws
  {
    let folder = try TemporaryDirectory()
    let path = folder.file("new/folders/run.jsonl").path
    let file = try ReportFile(named: path)
    try folder.write(
      String(line("/c.yaml", [("torn", true)]).dropLast(5)), to: "new/folders/run.jsonl")
    let reports = (0..<16).map { report("/c.yaml", [("d\($0)", true), ("x", $0 == 9)]) }
    await withThrowingTaskGroup(of: Void.self) { group in
      for report in reports { group.addTask { try file.write(report) } }
    }
    var records = RunRecords()
    try records.read(path)
    #expect(records.count == 16)
    #expect(records.torn == 1)
    let uses = try #require(records.uses(ofCassette: "/c.yaml"))
    #expect(uses.count == 17)
    #expect(uses.values.allSatisfy { $0 })
  }

  @Test func `any other form replaces the file`() throws {
    let folder = try TemporaryDirectory()
    for suffix in ["json", "xml", "md"] {
      let file = try ReportFile(named: folder.file("r.\(suffix)").path)
      try file.write(report("/long.yaml", [("a", true), ("b", true)]))
      try file.write(report("/c.yaml", []))
      let text = try String(contentsOfFile: file.path, encoding: .utf8)
      #expect(!text.contains("long.yaml"))
      #expect(text.contains("c.yaml"))
    }
  }

  @Test func `a digest stays when others are added or taken out, and repeats are told apart`()
    throws
  {
    func item(_ path: String) -> [UInt8] {
      CassetteWriter().item(
        Interaction(
          request: .init(url: "https://a.test" + path), outcome: .response(.init(status: 200))))
    }
    func digests(_ paths: [String]) throws -> [String] {
      let content = CassetteWriter.prologue + paths.flatMap(item)
      return try CassetteFile(path: "c.yaml", content: content).digests()
    }
    let all = try digests(["/a", "/b", "/b", "/c", "/b"])
    #expect(Set(all).count == 5)
    #expect(all[2] == all[1] + "-2")
    #expect(all[4] == all[1] + "-3")
    #expect(all.allSatisfy { $0.prefix { $0.isHexDigit }.count == 16 })
    #expect(try digests(["/c", "/b"]) == [all[3], all[1]])
    #expect(try digests([]) == [])
  }
}
