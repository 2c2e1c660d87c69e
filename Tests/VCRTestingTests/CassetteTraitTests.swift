import Foundation
import TestSupport
import Testing

@Suite struct CassetteTraitTests {
  @Test func `cassettes are named after suite, test and arguments, and replay`() async throws {
    let run = try FixtureRun()
    let recorded = try await run.run("NamedFixtures")
    #expect(recorded.hasPassed, "\(recorded.output)")
    #expect(
      run.cassettes == [
        "NamedFixtures/Inner/deep.yaml", "NamedFixtures/a-raw-name.yaml",
        "NamedFixtures/cases-word-number/a-b-1.yaml",
        "NamedFixtures/cases-word-number/a-b-2.yaml",
        "NamedFixtures/cases-word-number/one-1.yaml",
        "NamedFixtures/cases-word-number/one-2.yaml", "NamedFixtures/plain.yaml", "own.yaml",
      ])
    run.server.stop()
    let replayed = try await run.run("NamedFixtures")
    #expect(replayed.hasPassed, "\(replayed.output)")
    #expect(run.server.requestCount == 8)
  }

  @Test func `the case of an enumeration and other arguments name a cassette without a digest`()
    async throws
  {
    let run = try FixtureRun()
    let recorded = try await run.run("ReadableCaseFixtures")
    #expect(recorded.hasPassed, "\(recorded.output)")
    #expect(
      run.cassettes.map { $0.replacing("ReadableCaseFixtures/", with: "") } == [
        "kind-of/free-trial-30.yaml", "kind-of/paid.yaml", "kind-of/plain.yaml",
        "link-to/https-api.example.com-users-page-2.yaml", "spelled-text/PLAIN.yaml",
        "spelled-text/plain-bf736f5b.yaml",
      ])
    run.server.stop()
    let replayed = try await run.run("ReadableCaseFixtures")
    #expect(replayed.hasPassed, "\(replayed.output)")
  }

  @Test func `the cassette of a case that has a digest in its name from before is kept`()
    async throws
  {
    let run = try FixtureRun()
    try run.write("ReadableCaseFixtures/kind-of/plain-bf736f5b.yaml", "/kind/plain")
    let recorded = try await run.run("ReadableCaseFixtures/kind")
    #expect(recorded.hasPassed, "\(recorded.output)")
    #expect(
      run.cassettes.map { $0.replacing("ReadableCaseFixtures/kind-of/", with: "") } == [
        "free-trial-30.yaml", "paid.yaml", "plain-bf736f5b.yaml",
      ])
    #expect(run.server.requestCount == 2)
  }

  @Test func `private suites of one name in two files have a cassette each`() async throws {
    let run = try FixtureRun()
    let recorded = try await run.run("PrivateSuiteFixtures")
    #expect(recorded.hasPassed, "\(recorded.output)")
    #expect(run.cassettes.count == 2, "\(run.cassettes)")
    #expect(run.exists("PrivateSuiteFixtures/named.yaml"))
    run.server.stop()
    let replayed = try await run.run("PrivateSuiteFixtures")
    #expect(replayed.hasPassed, "\(replayed.output)")
    #expect(run.server.requestCount == 2)
  }

  @Test(arguments: [("failsAfterRecording", "failing"), ("throwsAfterRecording", "throwing")])
  func `a test that fails keeps no new recording and says where it is`(
    test: String, cassette: String
  ) async throws {
    let run = try FixtureRun()
    let result = try await run.run("FaultyFixtures/\(test)")
    #expect(!result.hasPassed)
    #expect(run.server.requestCount == 1)
    #expect(!run.exists("\(cassette).yaml"))
    #expect(run.exists("\(cassette).yaml.recording"))
    #expect(result.output.contains("vcr recover"), "\(result.output)")
  }

  @Test func `a known issue is no failure, and the recording is kept`() async throws {
    let run = try FixtureRun()
    let result = try await run.run("FaultyFixtures/hasAKnownIssue")
    #expect(result.hasPassed, "\(result.output)")
    #expect(run.exists("known.yaml"))
  }

  #if compiler(>=6.3)
    @Test func `a test that ends itself as skipped keeps its recording, and need not use all`()
      async throws
    {
      let run = try FixtureRun()
      for _ in 1...2 {
        let result = try await run.run("FaultyFixtures/skipsItself")
        #expect(result.hasPassed, "\(result.output)")
        #expect(run.cassettes == ["skipping.yaml"] && !run.hasJournal)
        run.server.stop()
      }
      #expect(run.server.requestCount == 1)
      let other = try FixtureRun()
      try other.write("skipping.yaml", "/skipping", "/more")
      let before = try other.text("skipping.yaml")
      // Recorded again, what is missing may come after the end.
      for environment in [[:], ["VCR_MODE": "all"]] {
        let result = try await other.run("FaultyFixtures/skipsItself", environment)
        #expect(result.hasPassed, "\(result.output)")
      }
      #expect(other.server.requestCount == 1)
      #expect(try other.text("skipping.yaml") == before)
    }
  #endif

  @Test func `a test case that throws XCTSkip keeps its recording`() async throws {
    let run = try FixtureRun()
    for _ in 1...2 {
      let result = try await run.runXCTest("testSkipping")
      #expect(result.hasPassed, "\(result.output)")
      #expect(run.cassettes == ["xctest-skipping.yaml"] && !run.hasJournal)
      run.server.stop()
    }
    #expect(run.server.requestCount == 1)
  }

  @Test func `a request that nothing matches fails the test at its line with the report`()
    async throws
  {
    let run = try FixtureRun()
    try run.write("hidden.yaml", "/users?page=1")
    let result = try await run.run("FaultyFixtures/hidesTheError")
    #expect(!result.hasPassed)
    let line = try line(of: "func hidesTheError", in: "TraitFixtures.swift")
    #expect(result.output.contains("TraitFixtures.swift:\(line):"), "\(result.output)")
    for part in [
      "No recorded interaction matches  GET \(run.server.origin)/users?page=2",
      "query   page   recorded  1   now  2",
      "VCR_MODE=new-episodes swift test --filter FaultyFixtures/hidesTheError",
      "equivalence: [.method, .scheme, .host, .port, .path]",
    ] {
      #expect(result.output.contains(part), "\(result.output)")
    }
    #expect(run.server.connectionCount == 0)
  }

  @Test func `an error that the test throws itself is reported once`() async throws {
    let run = try FixtureRun()
    try run.write("hidden.yaml", "/users?page=1")
    let result = try await run.run("FaultyFixtures/throwsTheError")
    #expect(!result.hasPassed)
    let reports = result.output.split(separator: "No recorded interaction matches").count - 1
    #expect(reports == 1, "\(result.output)")
  }

  @Test func `a test may be about a request that nothing matches`() async throws {
    let run = try FixtureRun()
    try run.write("hidden.yaml", "/users?page=1")
    let result = try await run.run("FaultyFixtures/expectsTheError")
    #expect(result.hasPassed, "\(result.output)")
  }

  @Test func `an interaction that was not used fails the test that requires all`() async throws {
    let run = try FixtureRun()
    try run.write("unused.yaml", "/first", "/second")
    let result = try await run.run("FaultyFixtures/leavesOneUnused")
    #expect(!result.hasPassed)
    #expect(result.output.contains("#2  GET \(run.server.origin)/second"), "\(result.output)")
  }

  @Test func `re-recording a test leaves what others of its suite recorded alone`() async throws {
    let run = try FixtureRun()
    let first = try await run.run("SharingFixtures", ["VCR_MODE": "all"])
    #expect(first.hasPassed, "\(first.output)")
    let text = try run.text("of-all.yaml")
    #expect(text.contains("/one") && text.contains("/two"))
    for filter in ["SharingFixtures/one", "SharingFixtures/two", "SharingFixtures"] {
      let again = try await run.run(filter, ["VCR_MODE": "all"])
      #expect(again.hasPassed, "\(again.output)")
      #expect(try run.text("of-all.yaml") == text)
      let says = "kept 1 that did not occur so far, as other tests share the cassette: GET "
      #expect(again.output.contains(says), "\(again.output)")
    }
  }

  @Test func `a cassette that one test names loses what no longer occurs`() async throws {
    let run = try FixtureRun()
    try run.write("alone.yaml", "/gone", "/alone")
    let result = try await run.run("SharingFixtures/alone", ["VCR_MODE": "all"])
    #expect(result.hasPassed, "\(result.output)")
    #expect(try !run.text("alone.yaml").contains("/gone"))
    #expect(
      result.output.contains("removed 1 that no longer occur: GET \(run.server.origin)/gone"),
      "\(result.output)")
  }

  @Test func `a test may open its own cassette once more, and record to it`() async throws {
    let run = try FixtureRun()
    for _ in 1...2 {
      let result = try await run.run("FaultyFixtures/opensItsOwnCassetteAgain")
      #expect(result.hasPassed, "\(result.output)")
      run.server.stop()
    }
    #expect(run.server.requestCount == 2)
    let text = try run.text("shared.yaml")
    #expect(text.contains("/first") && text.contains("/second"), "\(text)")
  }

  @Test func `who would record a cassette that another replays is told so`() async throws {
    let run = try FixtureRun()
    try run.write("replayed.yaml", "/first")
    let result = try await run.run("FaultyFixtures/recordsWhatItReplays")
    #expect(!result.hasPassed)
    #expect(
      result.output.contains(
        "FaultyFixtures/recordsWhatItReplays() is replaying it at this moment"),
      "\(result.output)")
  }

  @Test func `an expectation that was not met fails the test`() async throws {
    let run = try FixtureRun()
    let result = try await run.run("FaultyFixtures/meetsOneExpectationOfTwo")
    #expect(!result.hasPassed)
    #expect(
      result.output.contains("GET https://api.example.com/users  1 of 2"), "\(result.output)")
  }

  @Test func `a request without a cassette in force fails and says what to write`() async throws {
    let run = try FixtureRun()
    let result = try await run.run("FaultyFixtures/hasNoCassette")
    #expect(!result.hasPassed)
    #expect(result.output.contains(#"@Test(.cassette("NAME"))"#), "\(result.output)")
    #expect(run.server.connectionCount == 0)
  }
}

/// Cassettes for code that cannot be changed.
@Suite struct ReachTests {
  @Test func `a cassette of the process serves the shared session and detached tasks, in turn`()
    async throws
  {
    let run = try FixtureRun()
    for _ in 1...2 {
      let result = try await run.run("ProcessFixtures")
      #expect(result.hasPassed, "\(result.output)")
      #expect(!result.output.contains("ran too"), "\(result.output)")
      run.server.stop()
    }
    #expect(run.server.requestCount == 6)
    #expect(run.cassettes == ["one", "three", "two"].map { "ProcessFixtures/\($0).yaml" })
    for name in ["one", "two", "three"] {
      let text = try run.text("ProcessFixtures/\(name).yaml")
      #expect(text.components(separatedBy: "/process/").count == 5, "\(text)")
      #expect(text.components(separatedBy: "/process/\(name)").count == 5, "\(text)")
    }
  }

  @Test func `who ran beside a cassette of the process is named`() async throws {
    let run = try FixtureRun()
    let result = try await run.run("ReachFixtures/runsBesideAnother")
    #expect(result.hasPassed, "\(result.output)")
    #expect(result.output.contains("TraitFixtures.swift"), "\(result.output)")
    #expect(result.output.contains("swift test --no-parallel"), "\(result.output)")
    #expect(run.cassettes == ["inner.yaml", "outer.yaml"])
  }

  @Test func `synchronous tests with a cassette of the process wait for each other`() async throws {
    let run = try FixtureRun()
    let names = ["five", "four", "one", "six", "three", "two"]
    for _ in 1...2 {
      let result = try await run.run("SynchronousTurnFixtures")
      #expect(result.hasPassed, "\(result.output)")
      run.server.stop()
    }
    #expect(run.server.requestCount == names.count)
    #expect(run.cassettes == names.map { "\($0).yaml" })
    for name in names {
      let text = try run.text("\(name).yaml")
      #expect(text.components(separatedBy: "url: ").count == 2, "\(text)")
      #expect(text.contains("/process/\(name)"), "\(text)")
    }
  }

  @Test(arguments: ["wantsTheProcessTwice\\(", "wantsTheProcessTwiceAtOnce"])
  func `a second cassette for the process within a test is an error, not a wait`(
    test: String
  ) async throws {
    let run = try FixtureRun()
    let result = try await run.run("ReachFixtures/\(test)")
    #expect(!result.hasPassed)
    #expect(
      result.output.contains("a cassette is in force for the whole process already"),
      "\(result.output)")
  }

  #if canImport(FoundationNetworking)
    @Test func `a session that no cassette of the process can serve is reported`() async throws {
      let run = try FixtureRun()
      let result = try await run.run("ReachFixtures/makesASessionOfItsOwn")
      #expect(result.hasPassed, "\(result.output)")
      #expect(
        result.output.contains("1 request went round it to the network: GET "), "\(result.output)")
      #expect(result.output.contains("/own; this came from a session"), "\(result.output)")
      #expect(result.output.contains("vcr record -- swift test"), "\(result.output)")
    }
  #endif

  @Test func `a scope whose cassette was asked for nothing says so`() async throws {
    let run = try FixtureRun()
    let result = try await run.run("ReachFixtures/asksNothingOfItsScope")
    #expect(result.hasPassed, "\(result.output)")
    #expect(
      result.output.contains("idle.yaml: nothing was asked of it; it serves what goes through"),
      "\(result.output)")
  }
}

@Suite struct EnvironmentTests {
  @Test func `with CI set nothing is recorded, and the test says how to`() async throws {
    let run = try FixtureRun()
    let result = try await run.run("NamedFixtures/plain", ["CI": "true"])
    #expect(!result.hasPassed)
    #expect(run.cassettes.isEmpty)
    #expect(run.server.connectionCount == 0)
    #expect(result.output.contains("There is no such cassette"), "\(result.output)")
    #expect(
      result.output.contains("VCR_MODE=once swift test --filter NamedFixtures/plain"),
      "\(result.output)")
  }

  @Test func `with CI set a named cassette has to be there`() async throws {
    let run = try FixtureRun()
    let result = try await run.run("NamedFixtures/own", ["CI": "true"])
    #expect(!result.hasPassed)
    #expect(result.output.contains("with CI set nothing is recorded"), "\(result.output)")
  }

  @Test func `with CI set a test that asks for nothing needs no cassette`() async throws {
    let run = try FixtureRun()
    let result = try await run.run("NamedFixtures/asksForNothing", ["CI": "true"])
    #expect(result.hasPassed, "\(result.output)")
    #expect(run.cassettes.isEmpty)
  }

  @Test func `a mode in the environment switches a suite without a change in code`() async throws {
    let run = try FixtureRun()
    for mode in ["once", "all"] {
      let result = try await run.run("NamedFixtures/plain", ["VCR_MODE": mode])
      #expect(result.hasPassed, "\(result.output)")
    }
    #expect(run.server.requestCount == 2)
    let result = try await run.run("NamedFixtures/plain", ["VCR_MODE": "none"])
    #expect(result.hasPassed, "\(result.output)")
    #expect(run.server.requestCount == 2)
  }

  @Test func `requiring all in the environment fails a test that leaves something`() async throws {
    let run = try FixtureRun()
    try run.write("own.yaml", "/own", "/left")
    #expect(try await run.run("NamedFixtures/own").hasPassed)
    let result = try await run.run("NamedFixtures/own", ["VCR_REQUIRE_ALL": "1"])
    #expect(!result.hasPassed)
    #expect(result.output.contains("#2  GET \(run.server.origin)/left"), "\(result.output)")
  }

  @Test func `a variable that means nothing is an error that lists what would`() async throws {
    let run = try FixtureRun()
    let result = try await run.run("NamedFixtures/plain", ["VCR_MODE": "allways"])
    #expect(!result.hasPassed)
    #expect(
      result.output.contains(
        "VCR_MODE: 'allways' is not a record mode; the modes are none, once, new-episodes, all, "
          + "offline"), "\(result.output)")
  }
}

@Suite struct XCTestHelperTests {
  @Test(arguments: [
    ("testNamed", "XCTestFixtures/testNamed.yaml"), ("testSynchronous", "synchronous.yaml"),
    ("testConfigured", "configured.yaml"),
  ])
  func `a test case records and replays`(test: String, cassette: String) async throws {
    let run = try FixtureRun()
    let recorded = try await run.runXCTest(test)
    #expect(recorded.hasPassed, "\(recorded.output)")
    #expect(run.cassettes == [cassette])
    run.server.stop()
    let replayed = try await run.runXCTest(test)
    #expect(replayed.hasPassed, "\(replayed.output)")
    #expect(run.server.requestCount == 1)
  }

  @Test func `a cassette around a whole test case holds what setUp asks for, too`() async throws {
    let run = try FixtureRun()
    for _ in 1...2 {
      let result = try await run.runXCTest("testAsynchronous", of: "InvokedXCTestFixtures")
      #expect(result.hasPassed, "\(result.output)")
      run.server.stop()
    }
    #expect(run.server.requestCount == 2)
    #expect(run.cassettes == ["InvokedXCTestFixtures/testAsynchronous.yaml"])
    let missing = try await run.runXCTest(
      "testAskingForMore", of: "InvokedXCTestFixtures", environment: ["CI": "true"])
    #expect(!missing.hasPassed)
    #expect(missing.output.contains("there is no such cassette"), "\(missing.output)")
  }

  @Test func `a test case that fails keeps no new recording`() async throws {
    let run = try FixtureRun()
    let result = try await run.runXCTest("testFailing")
    #expect(!result.hasPassed)
    #expect(run.cassettes.isEmpty)
    #expect(run.exists("xctest-failing.yaml.recording"))
  }

  @Test func `test cases that share a cassette leave each other's part of it alone`() async throws {
    let run = try FixtureRun()
    var texts: [String] = []
    for _ in 1...2 {
      let result = try await run.runXCTest(
        "testSharingOne", "testSharingTwo", environment: ["VCR_MODE": "all"])
      #expect(result.hasPassed, "\(result.output)")
      texts.append(try run.text("of-both.yaml"))
    }
    #expect(texts[0].contains("/one") && texts[0].contains("/two"))
    #expect(texts[0] == texts[1])
    // Alone it cannot know, and says what it took out.
    let alone = try await run.runXCTest("testSharingTwo", environment: ["VCR_MODE": "all"])
    #expect(alone.output.contains("removed 1 that no longer occur: GET \(run.server.origin)/one"))
    #expect(try run.text("of-both.yaml").contains("/two"))
  }

  @Test func `a request that nothing matches fails the test case at the call`() async throws {
    let run = try FixtureRun()
    try run.write("hidden.yaml", "/users?page=1")
    let result = try await run.runXCTest("testHidingTheError")
    #expect(!result.hasPassed)
    let line = try line(of: #"withCassette("hidden")"#, in: "XCTestFixtures.swift")
    #expect(result.output.contains("XCTestFixtures.swift:\(line):"), "\(result.output)")
    #expect(result.output.contains("query   page   recorded  1   now  2"), "\(result.output)")
  }

  @Test(arguments: [true, false])
  func `a failing test prints no secret of its request`(isRecorded: Bool) async throws {
    let run = try FixtureRun()
    // Nothing matches, or else nobody answers.
    if isRecorded { try run.write("secrets.yaml", "/users?page=1&api_key=pl4nted-old") }
    run.server.stop()
    for result in [
      try await run.run("FaultyFixtures/throwsWithASecretInTheURL"),
      try await run.runXCTest("testThrowingWithASecretInTheURL"),
    ] {
      #expect(!result.hasPassed)
      let words = isRecorded ? "No recorded interaction matches" : "NSURLErrorDomain"
      #expect(result.output.contains(words), "\(result.output)")
      #expect(!result.output.contains("pl4nted"), "\(result.output)")
    }
  }
}
