import Foundation
import TestSupport
import Testing

struct ExpiredCassetteTests {
  @Test func `an expired cassette fails its test where the project says so`() async throws {
    let run = try FixtureRun()
    try run.write("own.yaml", "/own")
    let text = try String(contentsOf: run.folder.file("own.yaml"), encoding: .utf8)
    try run.folder.write(text + "  recorded_at: 2020-01-01T00:00:00Z\n", to: "own.yaml")
    try run.folder.write("expires: 30d\n", to: ".vcr.yaml")
    let warned = try await run.run("NamedFixtures/own")
    #expect(warned.hasPassed, "\(warned.output)")
    #expect(warned.output.contains("its interaction has expired (after 30 days)"))
    #expect(warned.output.contains("VCR_MODE=all swift test --filter NamedFixtures/own"))
    try run.folder.write("expires: 30d\non_expired: fail\n", to: ".vcr.yaml")
    let failed = try await run.run("NamedFixtures/own")
    #expect(!failed.hasPassed)
    #expect(failed.output.contains("its interaction has expired"), "\(failed.output)")
    let switched = try await run.run("NamedFixtures/own", ["VCR_EXPIRES": "50000w"])
    #expect(switched.hasPassed, "\(switched.output)")
  }
}
