import Foundation
import TestSupport
import Testing
import VCRTesting

/// Cassettes that several tests record.
@Suite struct SharedCassetteTests {
  /// The targets of the requests that a cassette holds, in its order.
  private func targets(_ run: FixtureRun, _ name: String) throws -> [String] {
    try run.text(name).split(separator: "\n").compactMap { line in
      line.firstRange(of: "url: \(run.server.origin)").map { String(line[$0.upperBound...]) }
    }
  }

  @Test(arguments: [
    (
      "SuiteCassetteFixtures", "by-suite.yaml",
      [
        "/suite/one/1", "/suite/common", "/suite/one/2", "/suite/three/1", "/suite/common",
        "/suite/three/2", "/suite/two/1", "/suite/common", "/suite/two/2",
      ]
    ),
    ("SerializedSuiteFixtures", "by-turns.yaml", ["/turns/first", "/turns/second"]),
    (
      "NamedTwiceFixtures/cases", "by-cases.yaml",
      ["/cases/a/1", "/cases/a/2", "/cases/b/1", "/cases/b/2", "/cases/c/1", "/cases/c/2"]
    ),
    ("NamedTwiceFixtures", "by-two.yaml", ["/two/left", "/two/right"]),
  ])
  func `tests that share a cassette record it together, each its part in the order of names`(
    filter: String, cassette: String, expected: [String]
  ) async throws {
    let run = try FixtureRun()
    let recorded = try await run.run(filter)
    #expect(recorded.hasPassed, "\(recorded.output)")
    #expect(try targets(run, cassette) == expected)
    let text = try run.text(cassette)
    let again = try await run.run(filter, ["VCR_MODE": "all"])
    #expect(again.hasPassed, "\(again.output)")
    #expect(try run.text(cassette) == text)
    #expect(!run.hasJournal)
    run.server.stop()
    let count = run.server.requestCount
    let replayed = try await run.run(filter)
    #expect(replayed.hasPassed, "\(replayed.output)")
    #expect(run.server.requestCount == count)
  }

  @Test func `two users in two tests that share a cassette are two`() async throws {
    let run = try FixtureRun()
    let recorded = try await run.run("UserFixtures")
    #expect(recorded.hasPassed, "\(recorded.output)")
    let text = try run.text("by-users.yaml")
    #expect(text.components(separatedBy: "'{{AUTHORIZATION}}'").count == 4, "\(text)")
    #expect(text.components(separatedBy: "'{{AUTHORIZATION_2}}'").count == 4, "\(text)")
    // Neither the order of the tests nor new tokens change it.
    for tokens in ["q7Zt2LmX9vB4nRk8w3Ys", "h8Gf3Ds6Ap5Oi1Uyb9Tr"] {
      let again = try await run.run(
        "UserFixtures", ["VCR_MODE": "all", "VCR_FIXTURE_TOKENS": tokens])
      #expect(again.hasPassed, "\(again.output)")
      #expect(try run.text("by-users.yaml") == text)
    }
    run.server.stop()
    for filter in ["UserFixtures", "UserFixtures/grace", "UserFixtures/ada"] {
      let replayed = try await run.run(filter)
      #expect(replayed.hasPassed, "\(replayed.output)")
    }
  }

  @Test func `a test that fails takes back its own part alone, which can be had later`()
    async throws
  {
    let run = try FixtureRun()
    let failed = try await run.run("SuiteCassetteFixtures", ["VCR_FIXTURE_FAILING": "three"])
    #expect(!failed.hasPassed)
    let kept = [
      "/suite/one/1", "/suite/common", "/suite/one/2", "/suite/two/1", "/suite/common",
      "/suite/two/2",
    ]
    #expect(try targets(run, "by-suite.yaml") == kept)
    #expect(run.hasJournal)
    #expect(failed.output.contains("vcr recover"), "\(failed.output)")
    // Whoever has not taken it up is told how to record it.
    let replayed = try await run.run("SuiteCassetteFixtures")
    #expect(!replayed.hasPassed)
    #expect(
      replayed.output.contains(
        "VCR_MODE=new-episodes swift test --filter SuiteCassetteFixtures/three"),
      "\(replayed.output)")
    let recovery = try CassetteRecovery.recover(cassette: run.folder.file("by-suite.yaml").path)
    #expect(recovery.recovered == 3)
    #expect(!run.hasJournal)
    run.server.stop()
    let complete = try await run.run("SuiteCassetteFixtures")
    #expect(complete.hasPassed, "\(complete.output)")
  }

  @Test func `tests that share a cassette record new episodes together`() async throws {
    let run = try FixtureRun()
    try run.write("by-suite.yaml", "/suite/common", "/suite/two/1", "/other")
    let recorded = try await run.run("SuiteCassetteFixtures", ["VCR_MODE": "new-episodes"])
    #expect(recorded.hasPassed, "\(recorded.output)")
    run.server.stop()
    let replayed = try await run.run("SuiteCassetteFixtures")
    #expect(replayed.hasPassed, "\(replayed.output)")
    #expect(try targets(run, "by-suite.yaml").contains("/other"))
  }

  @Test func `test cases that share a cassette record it in one run`() async throws {
    let run = try FixtureRun()
    let recorded = try await run.runXCTest("testSharingTwo", "testSharingOne")
    #expect(recorded.hasPassed, "\(recorded.output)")
    #expect(try targets(run, "of-both.yaml") == ["/one", "/two"])
    run.server.stop()
    let replayed = try await run.runXCTest("testSharingTwo", "testSharingOne")
    #expect(replayed.hasPassed, "\(replayed.output)")
  }

  @Test func `tests and cases whose names are alike each have a cassette`() async throws {
    let run = try FixtureRun()
    let recorded = try await run.run("AlikeFixtures")
    #expect(recorded.hasPassed, "\(recorded.output)")
    let names = run.cassettes
    #expect(Set(names.map { $0.lowercased() }).count == 17, "\(names)")
    for name in [
      "Well-known", "text-text/a-b", "reference-to/VCRTestingTests.Reference", "account-of/Ada",
    ] {
      #expect(names.contains("AlikeFixtures/\(name).yaml"), "\(names)")
    }
    run.server.stop()
    for filter in ["AlikeFixtures", "AlikeFixtures/`well known`"] {
      let replayed = try await run.run(filter)
      #expect(replayed.hasPassed, "\(replayed.output)")
    }
    #expect(run.cassettes == names)
  }

  @Test func `test cases whose names differ in case alone each have a cassette`() async throws {
    let tests = ["testUser", "testuser"]
    func run(_ run: FixtureRun, _ tests: String...) async throws {
      let result = try await run.runXCTest(tests[0], tests.last ?? "", of: "AlikeXCTestFixtures")
      #expect(result.hasPassed, "\(result.output)")
    }
    let recording = try FixtureRun()
    try await run(recording, tests[0], tests[1])
    let names = recording.cassettes
    #expect(Set(names.map { $0.lowercased() }).count == 2, "\(names)")
    recording.server.stop()
    try await run(recording, tests[0], tests[1])
    for test in tests { try await run(recording, test) }
    #expect(recording.cassettes == names)
  }

  @Test func `stubs stand beside a cassette, and two cassettes are an error`() async throws {
    let run = try FixtureRun()
    let composed = try await run.run("SeveralTraitsFixtures/stubsComeFirst")
    #expect(composed.hasPassed, "\(composed.output)")
    #expect(try targets(run, "composed.yaml") == ["/recorded"])
    let two = try await run.run("SeveralTraitsFixtures/hasTwo")
    #expect(!two.hasPassed)
    #expect(
      two.output.contains("hasTwo() has 2 traits that each give it a cassette"),
      "\(two.output)")
  }

  @Test(arguments: [
    (
      "StubbedSuiteFixtures",
      ["in-stubs.yaml": ["/recorded"], "nested-in-stubs.yaml": ["/nested"]]
    ),
    ("StubsInCassetteFixtures", ["around-stubs.yaml": ["/recorded"]]),
  ])
  func `stubs of a suite stand beside a test's cassette, and its cassette beside a test's stubs`(
    suite: String, recorded: [String: [String]]
  ) async throws {
    let run = try FixtureRun()
    for _ in 1...2 {
      let result = try await run.run(suite)
      #expect(result.hasPassed, "\(result.output)")
      #expect(run.cassettes == recorded.keys.sorted())
      for (name, paths) in recorded { #expect(try targets(run, name) == paths) }
      run.server.stop()
    }
    #expect(run.server.requestCount == recorded.count)
  }

  #if canImport(FoundationNetworking)
    @Test func `a test with nothing but download or WebSocket tasks is told what to use instead`()
      async throws
    {
      let run = try FixtureRun()
      let downloaded = try await run.run("SeveralTraitsFixtures/downloadsAlone")
      #expect(downloaded.hasPassed, "\(downloaded.output)")
      let note = "downloaded.yaml: a download task of its session failed, as Foundation on Linux"
      #expect(downloaded.output.components(separatedBy: note).count == 2, "\(downloaded.output)")
      #expect(downloaded.output.contains("use data(for:) instead"), "\(downloaded.output)")
      let spoken = try await run.run("SeveralTraitsFixtures/speaksThroughAWebSocketAlone")
      #expect(spoken.hasPassed, "\(spoken.output)")
      #expect(
        spoken.output.contains(
          "WebSocket tasks do not come to it: record those of another client with CassetteProxy"),
        "\(spoken.output)")
      #expect(run.server.requestCount == 0)
      #expect(run.cassettes.isEmpty)
    }
  #endif

  @Test func `a cassette that was asked for nothing says so`() async throws {
    let run = try FixtureRun()
    let result = try await run.run("SeveralTraitsFixtures/asksForNothing")
    #expect(result.hasPassed, "\(result.output)")
    #expect(result.output.contains("the test asked it for nothing"), "\(result.output)")
    // A hook that keeps nothing is another matter.
    let dropped = try await run.run("SeveralTraitsFixtures/dropsAll")
    #expect(dropped.hasPassed, "\(dropped.output)")
    #expect(!dropped.output.contains("asked it for nothing"), "\(dropped.output)")
    #expect(
      dropped.output.contains("beforeRecord kept all that was asked for out of it (1 exchange)"),
      "\(dropped.output)")
  }

  @Test func `a name of no file, or of another tool's recording, is an error, and records nothing`()
    async throws
  {
    let run = try FixtureRun()
    try run.folder.write(#"{"log": {"entries": []}}"#, to: "old.har")
    let result = try await run.run("SeveralTraitsFixtures/names")
    #expect(
      result.output.contains("vcr convert old.har old.yaml, which is then the cassette to name"),
      "\(result.output)")
    #expect(!result.hasPassed)
    #expect(
      result.output.components(separatedBy: "this names no file; a cassette has a name").count == 3,
      "\(result.output)")
    #expect(run.server.requestCount == 0)
    #expect(run.cassettes == [])
  }

  @Test func `a first recording without the service says that it was one, and leaves nothing`()
    async throws
  {
    let run = try FixtureRun()
    run.server.stop()
    for result in [
      try await run.run("NamedFixtures/own"), try await run.run("SuiteCassetteFixtures"),
      try await run.runXCTest("testNamed"),
    ] {
      #expect(!result.hasPassed)
      #expect(
        result.output.contains("there was no such cassette, so it was being recorded"),
        "\(result.output)")
      #expect(result.output.contains("none got a response"), "\(result.output)")
      #expect(!result.output.contains("vcr recover"), "\(result.output)")
    }
    #expect(!run.hasJournal && run.cassettes.isEmpty)
  }

  @Test func `notes name cassettes by short paths from the current folder`() async throws {
    let run = try FixtureRun()
    let result = try await run.run("FaultyFixtures/failsAfterRecording", ["VCR_CASSETTE_DIR": "C"])
    #expect(!result.hasPassed)
    #expect(
      result.output.contains(
        "C/failing.yaml holds nothing of a test that failed; until the next run, that is in "
          + "failing.yaml.recording, to keep it: vcr recover C/failing.yaml"), "\(result.output)")
    let notes = result.output.split(separator: "\n").filter { $0.contains("vcr: note:") }
    #expect(!notes.isEmpty && !notes.contains { $0.contains(run.folder.path) }, "\(notes)")
  }
}
