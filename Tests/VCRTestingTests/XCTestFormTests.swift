import TestSupport
import Testing

/// Every form in which a test case has a cassette, beside those of `XCTestHelperTests`.
struct XCTestFormTests {
  private let forms = [
    "testOptions", "testSynchronousOptions", "testMode", "testStubs", "testProcess",
    "testSynchronousProcess", "testExpectingNoMatch", "testThrowing",
  ]

  @Test func `every form of withCassette in a test case records, and replays without the service`()
    async throws
  {
    let run = try FixtureRun()
    try run.write("no-match.yaml", "/recorded")
    let recorded = try await run.runXCTest(forms, of: "XCTestFormFixtures")
    #expect(recorded.hasPassed, "\(recorded.output)")
    let cassettes = [
      "mode.yaml", "no-match.yaml", "options.yaml", "process.yaml", "stubs.yaml",
      "synchronous-options.yaml", "synchronous-process.yaml",
    ]
    #expect(run.cassettes == cassettes)
    #expect(try !run.text("stubs.yaml").contains("/stubbed"))
    #expect(run.exists("throwing.yaml.recording"))
    #expect(run.server.requestCount == 9)
    run.server.stop()
    let replayed = try await run.runXCTest(
      forms.filter { $0 != "testThrowing" }, of: "XCTestFormFixtures")
    #expect(replayed.hasPassed, "\(replayed.output)")
    #expect(run.cassettes == cassettes)
  }

  @Test func `a cassette with a name and options around a whole test records and replays`()
    async throws
  {
    let run = try FixtureRun()
    for _ in 1...2 {
      let result = try await run.runXCTest(["testAsking"], of: "InvokedByNameXCTestFixtures")
      #expect(result.hasPassed, "\(result.output)")
      #expect(result.output.contains("the test runs"))
      run.server.stop()
    }
    #expect(run.cassettes == ["invoked.yaml"])
    #expect(run.server.requestCount == 1)
  }

  @Test func `a test whose cassette cannot be opened fails at the call, and does not run`()
    async throws
  {
    let run = try FixtureRun()
    try run.folder.write("vcr: 1\ninteractions: [\n", to: "invoked.yaml")
    let result = try await run.runXCTest(["testAsking"], of: "InvokedByNameXCTestFixtures")
    #expect(!result.hasPassed)
    #expect(!result.output.contains("the test runs"))
    let line = try line(of: "invokeTest(withCassette", in: "XCTestFormFixtures.swift")
    #expect(
      result.output.contains("XCTestFormFixtures.swift:\(line): error: "), "\(result.output)")
    #expect(result.output.contains("invoked.yaml:"), "\(result.output)")
    #expect(run.server.requestCount == 0)
  }
}
