import Foundation
import TestSupport
import Testing

@testable import VCRCore

/// What the environment says about cassettes.
struct VCREnvironmentTests {
  private func applied(
    _ variables: [String: String], to options: Deck.Options = Deck.Options(mode: .once)
  ) throws -> Deck.Options {
    try VCREnvironment(variables).applied(to: options)
  }

  @Test(
    arguments: [
      ([:], .once, false), (["VCR_MODE": "all"], .all, false), (["CI": "true"], .none, true),
      (["CI": "1"], .none, true), (["CI": "woodpecker"], .none, true), (["CI": "0"], .once, false),
      (["CI": "False"], .once, false), (["CI": ""], .once, false), (["CI": "no"], .once, false),
      (["CI": "off"], .once, false),
      (["VCR_MODE": "new-episodes", "CI": "true"], .newEpisodes, false),
      (["VCR_MODE": "", "CI": "true"], .none, true), (["VCR_MODE": ""], .once, false),
    ] as [([String: String], RecordMode, Bool)])
  func `the mode is the environment's, and in CI nothing is recorded`(
    variables: [String: String], mode: RecordMode, isRefused: Bool
  ) throws {
    let options = try applied(variables)
    #expect(options.mode == mode)
    #expect(options.refusal == (isRefused ? .ci : nil))
  }

  @Test(arguments: [
    ("VCR_MODE", "sometimes"), ("VCR_MODE", "None "), ("VCR_LATENCY", "-1"), ("VCR_LATENCY", "nan"),
    ("VCR_LATENCY", "slow"), ("VCR_EXPIRES", "30"), ("VCR_EXPIRES", "-1d"),
    ("VCR_ON_EXPIRED", "maybe"),
    ("VCR_VOLATILE", "$["),
  ])
  func `a variable that means nothing is named in the error`(name: String, value: String) throws {
    let error = try #require(throws: EnvironmentError.self) { try applied([name: value]) }
    #expect(error.variable == name)
    #expect("\(error)".hasPrefix(name + ": "))
  }

  @Test func `requiring all, timing and expiry come from the environment when they are set`() throws
  {
    let plain = try applied([:])
    #expect(!plain.requiresAll)
    #expect(plain.expiry == nil)
    let options = try applied([
      "VCR_REQUIRE_ALL": "1", "VCR_LATENCY": "recorded", "VCR_EXPIRES": "30d",
      "VCR_ON_EXPIRED": "fail",
    ])
    #expect(options.requiresAll)
    #expect(options.latency == .recorded)
    #expect(try options.expiry == Expiry(named: "30d"))
    #expect(options.expiryPolicy == .fail)
    #expect(!plain.isLean && !options.isLean)
    #expect(try applied(["VCR_LEAN": "1"]).isLean)
    for word in ["0", "False", "no", "OFF"] {
      #expect(try !applied(["VCR_LEAN": word], to: .init(isLean: true)).isLean, "\(word)")
    }
    #expect(try !applied(["VCR_REQUIRE_ALL": "false"]).requiresAll)
    #expect(try applied(["VCR_REQUIRE_ALL": "0"], to: .init(requiresAll: true)).requiresAll)
  }

  @Test(
    arguments: [
      (nil, "a.yaml", "Cassettes", "Cassettes/a.yaml"),
      (nil, "a.yaml", "Cassettes/", "Cassettes/a.yaml"),
      (nil, "a.yaml", "", "a.yaml"), (nil, "/t/a.yaml", "Cassettes", "/t/a.yaml"),
      ("/e", "a.yaml", "Cassettes", "/e/a.yaml"), ("/e/", "x/a.yaml", "", "/e/x/a.yaml"),
      ("/e", "/t/a.yaml", "Cassettes", "/t/a.yaml"), ("", "a.yaml", "C", "C/a.yaml"),
    ] as [(String?, String, String, String)])
  func `a cassette is in the environment's folder unless its path is absolute`(
    variable: String?, cassette: String, folder: String, path: String
  ) {
    let environment = VCREnvironment(variable.map { ["VCR_CASSETTE_DIR": $0] } ?? [:])
    #expect(environment.path(of: cassette, in: folder) == path)
  }

  @Test func `a run record is a file that lines can be added to`() throws {
    #expect(try VCREnvironment([:]).runRecord(nil) == nil)
    let record = try VCREnvironment(["VCR_REPORT": "/t/runs.jsonl"]).runRecord(nil)
    #expect(record?.path == "/t/runs.jsonl")
    let folder = try VCREnvironment(["VCR_REPORT": "/t/runs/"]).runRecord(nil)
    #expect(folder?.format == .lines)
    for word in ["/t/run.json", "/t/run.xml", "/t/run", "/t/.jsonl.txt"] {
      let error = try #require(throws: EnvironmentError.self) {
        try VCREnvironment(["VCR_REPORT": word]).runRecord(nil)
      }
      #expect(error.variable == "VCR_REPORT")
    }
  }

  @Test func `the project's file gives what neither code nor environment says`() throws {
    let folder = try TemporaryDirectory()
    try folder.write(
      "expires: 10d\nvolatile: [X-From-File]\nreport: runs.jsonl\n", to: ".vcr.yaml")
    let cassette = folder.file("c.yaml").path
    var options = try applied(["VCR_EXPIRES": "30d"])
    try VCREnvironment([:]).applyProjectFile(to: &options, forCassette: cassette)
    #expect(try options.expiry == Expiry(named: "30d"))
    var other = Deck.Options()
    try VCREnvironment([:]).applyProjectFile(to: &other, forCassette: cassette)
    #expect(try other.expiry == Expiry(named: "10d"))
    #expect(other.runRecord?.path.hasSuffix("/runs.jsonl") == true)
    #expect(other.volatility != Deck.Options().volatility)
    try VCREnvironment(["VCR_REPORT": "/t/e.jsonl"]).applyProjectFile(
      to: &other, forCassette: cassette)
    #expect(other.runRecord?.path == "/t/e.jsonl")
  }

  @Test func `options without a mode record in tests what does not exist, and only there`() throws {
    let environment = VCREnvironment([:])
    #expect(try environment.applied(to: Deck.Options(repeats: true)).mode == .once)
    #expect(try environment.applied(to: Deck.Options(mode: .none, repeats: true)).mode == .none)
    var changed = Deck.Options(repeats: true)
    changed.mode = .none
    #expect(try environment.applied(to: changed).mode == .none)
    #expect(try VCREnvironment(["CI": "1"]).applied(to: Deck.Options()).mode == .none)
    #expect(try VCREnvironment(["VCR_MODE": "all"]).applied(to: Deck.Options()).mode == .all)
    let error = #expect(throws: DeckError.self) {
      try Deck(cassette: "/nowhere/a.yaml", options: .init(repeats: true))
    }
    #expect(error?.kind == .missing)
  }

  @Test func `Xcode's variables are taken, and its action is named`() throws {
    let environment = VCREnvironment([
      "TEST_RUNNER_VCR_MODE": "all", "XCTestConfigurationFilePath": "/x.xctestconfiguration",
    ])
    #expect(try environment.applied(to: Deck.Options()).mode == .all)
    var options = Deck.Options()
    options.advice = environment.adviceForTest(filter: "UserTests")
    let error = #expect(throws: DeckError.self) {
      try Deck(cassette: "/nowhere/a.yaml", options: options)
    }
    #expect(
      error?.reason.contains("TEST_RUNNER_VCR_MODE=once xcodebuild test") == true,
      "\(String(describing: error))")
    #expect(environment.serialRun == "xcodebuild test -parallel-testing-enabled NO")
    #expect(environment.testRun == "xcodebuild test")
    // What was given without the prefix counts before it.
    let both = VCREnvironment(["TEST_RUNNER_VCR_MODE": "all", "VCR_MODE": "none"])
    #expect(try both.applied(to: Deck.Options(mode: .once)).mode == .none)
  }

  @Test(arguments: ["/Users/runner/work/a/Tests/T.swift", "/Volumes/workspace/repository/T.swift"])
  func `what Xcode built in continuous integration records nothing unless told to`(
    source: String
  ) throws {
    let xcode = ["XCTestConfigurationFilePath": "x", "VCR_CASSETTE_DIR": "/nowhere"]
    let place = CassettePlace(directory: "Cassettes", sourceFile: source)
    func applied(_ variables: [String: String]) throws -> Deck.Options {
      let environment = VCREnvironment(variables)
      return try VCREnvironment.$current.withValue(environment) {
        try environment.applied(to: Deck.Options(mode: .once), at: place)
      }
    }
    let options = try applied(xcode)
    #expect(options.mode == .none && options.refusal == .ci)
    #expect(try applied(xcode.merging(["VCR_MODE": "all"]) { $1 }).mode == .all)
    #expect(try applied(["VCR_CASSETTE_DIR": "/nowhere"]).mode == .once)
    // Where the sources are not, nothing can be recorded beside them.
    #expect(try applied(["VCR_MODE": "all"]).refusal == .noSources)
  }

  @Test(arguments: ["m.json", "M.JSON", "m.toml", "m.har", "whole"])
  func `what is newly recorded is YAML by its name, and what is there keeps its own`(
    name: String
  ) throws {
    let folder = try TemporaryDirectory()
    let place = CassettePlace(directory: "Cassettes", sourceFile: "\(folder.path)/T.swift")
    let beside = CassettePlace(
      directory: "Cassettes", sourceFile: "/nowhere/T.swift", resources: folder.path)
    let whole = "\(folder.path)/Cassettes/\(name)"
    try VCREnvironment.$current.withValue(VCREnvironment([:])) {
      for place in [place, beside] { #expect(place.path(of: name) == whole + ".yaml") }
      #expect(place.path(of: whole) == whole + ".yaml")
      // A folder with the cassettes of parts may have the name.
      try folder.write("vcr: 1\ninteractions: []\n", to: "Cassettes/\(name)/part.yaml")
      #expect(place.path(of: whole) == whole + ".yaml")
      try FileManager.default.removeItem(atPath: whole)

      try folder.write("{}", to: "Cassettes/\(name)")
      let isNamedLikeRecording = name != "whole"
      for place in [place, beside] {
        #expect(place.path(of: name) == whole + (isNamedLikeRecording ? "" : ".yaml"))
      }
      #expect(place.path(of: whole) == whole)
      #expect(place.path(of: "Users.YML") == "\(folder.path)/Cassettes/Users.YML")
    }
  }

  @Test(arguments: [
    ("Cassettes", "users", "Cassettes/users.yaml"),
    ("Fixtures/Cassettes", "users", "Cassettes/users.yaml"),
    ("Fixtures/Cassettes", "admin/users", "Cassettes/admin/users.yaml"),
    ("../Shared/Cassettes/", "./admin/users.yaml", "Shared/Cassettes/admin/users.yaml"),
    ("Cassettes/admin", "users", "admin/users.yaml"),
    ("Cassettes", "admin/users", "users.yaml"),
    ("", "users", "users.yaml"),
  ])
  func `among the resources a cassette is found by the longest end of its path that is there`(
    directory: String, name: String, resource: String
  ) throws {
    let bundle = try TemporaryDirectory()
    let place = CassettePlace(
      directory: directory, sourceFile: "/nowhere/Tests/T.swift", resources: bundle.path)
    try VCREnvironment.$current.withValue(VCREnvironment([:])) {
      // What is not there is named by its whole path, below the bundle.
      let whole = "\(directory)/\(name)".split(separator: "/").filter { $0 != "." && $0 != ".." }
        .joined(separator: "/")
      #expect(
        place.path(of: name) == "\(bundle.path)/\(whole)" + (name.hasSuffix(".yaml") ? "" : ".yaml")
      )
      for found in Set(["users.yaml", resource]).sorted(by: { $0.count < $1.count }) {
        try bundle.write("vcr: 1\ninteractions: []\n", to: found)
        #expect(place.path(of: name) == "\(bundle.path)/\(found)")
      }
    }
  }
}
