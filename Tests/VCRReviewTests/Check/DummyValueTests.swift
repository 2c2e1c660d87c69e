import Foundation
import TestSupport
import Testing

@testable import VCRCore
@testable import VCRReview

/// Small judgements of a check.
struct DummyValueTests {
  private func isMark(_ text: String) -> Bool { DummyValue.isMark(Array(text.utf8)[...]) }
  private func isEvident(_ text: String) -> Bool { DummyValue.isEvident(Array(text.utf8)[...]) }

  @Test(arguments: [
    "", " ", "\"\"", "<TOKEN>", "[FILTERED]", "{{TOKEN}}", "$TOKEN", "${TOKEN}", "%TOKEN%",
    "$(secret)",
    "***", "abc***", "sk-...", "sk-…", "null", "None", "undefined", "REDACTED", "xxxx-xxxx",
    "'masked'", "{password}", "<Ihr Schlüssel>", "[my-token | none]",
  ])
  func `a mark stands for what was taken out`(text: String) { #expect(isMark(text)) }

  @Test(arguments: [
    "$2y$10$abcdefghij", "$Tr0ub4dor",
    "q7Zt2LmX9vB4nRk8Wd3Hs6Yc", "<TOKEN", "TOKEN>", "$a b/c+d", "nullable",
    "..x", "**x", "{Tr0ub4dor&3x}", "<a+b=c?d>",
    "password", "dummy",
  ])
  func `what may be a secret is no mark`(text: String) { #expect(!isMark(text)) }

  @Test(arguments: [
    "abc", "secret-value", "test_1234567890", "aaaaaaaaaaaa", "1234567890", "abcdefghij",
    "0123456789abcdef",
    "abababababab", "changeme!", "YOUR_KEY_HERE", "api_key", "111111222222", "\"foobar99\"",
  ])
  func `a made-up value is evident`(text: String) { #expect(isEvident(text)) }

  @Test(arguments: [
    "q7Zt2LmX9vB4nRk8Wd3Hs6Yc", "hunter2!x", "8f14e45fceea167a", "Tr0ub4dor&3",
    "\u{0}\u{FF}a1b2c3d4",
  ])
  func `what nobody would make up is not`(text: String) { #expect(!isEvident(text)) }

  @Test func `a word behind the length of what is typed is not looked for`() {
    let long = (0..<2000).map { _ in "q7Zt2LmX9v" }.joined() + "example"
    #expect(!DummyValue.isEvidentToken(Array(long.utf8)[...]))
    #expect(DummyValue.isEvidentToken(Array("AKIAIOSFODNN7EXAMPLE".utf8)[...]))
    #expect(!DummyValue.isEvidentToken([]))
  }

  @Test(arguments: ["fake", "FAKE", "Fake", "Example"])
  func `a word in a token is a mark as people write it`(word: String) {
    #expect(DummyValue.isEvidentToken(Array("sk_live_a37Xzn2D10\(word)Ey7z1AASW".utf8)[...]))
  }

  @Test(arguments: ["fAkE", "FAkE", "eXample", "DUmmy"])
  func `letters that are a word by chance mark no token`(word: String) {
    let token = "sk_live_a37Xzn2D10\(word)Ey7z1AASWTjbiX6BN7tKTFU56Q0K9skS"
    #expect(!DummyValue.isEvidentToken(Array(token.utf8)[...]) && !isEvident(token))
  }

  @Test(arguments: ["q7Zt2LmX9vxxxxB4nRk8Wd3Hs6Yc", "9f86d081884cXXXXa2feaa0c55ad015a3bf4f1b2"])
  func `a mask by chance marks no random key`(key: String) {
    #expect(!isMark(key) && !isEvident(key))
    for masked in ["sk_live_xxxxxxxxxxxxxxxx1234", "a1b2xxxxc3d4", key + "redacted"] {
      #expect(isMark(masked), "\(masked)")
    }
  }

  @Test func `a kind that is named has its severity, whatever is said of all`() throws {
    func severity(
      _ kind: CheckFinding.Kind, _ by: CheckFinding.Severity, isStrict: Bool = false,
      fail: [String] = [],
      warn: [String] = []
    ) throws -> CheckFinding.Severity {
      try CheckSeverities(isStrict: isStrict, failing: fail, warning: warn).applied(
        to: CheckFinding(kind: kind, severity: by, path: "", place: "", message: "")
      ).severity
    }
    #expect(try severity(.secret, .error) == .error)
    #expect(try severity(.unused, .warning) == .warning)
    #expect(try severity(.unused, .warning, isStrict: true) == .error)
    #expect(try severity(.unused, .warning, isStrict: true, warn: ["unused"]) == .warning)
    // What is a warning by the project's own word is not made a failure.
    #expect(try severity(.expired, .warning, isStrict: true) == .warning)
    #expect(try severity(.dummy, .warning, isStrict: true) == .warning)
    #expect(try severity(.dummy, .warning, fail: ["all"]) == .error)
    #expect(try severity(.dummy, .warning, fail: ["all"], warn: ["dummy"]) == .warning)
    #expect(try severity(.format, .error, fail: ["format"], warn: ["all"]) == .error)
    #expect(try severity(.secret, .error, fail: ["format"], warn: ["all"]) == .warning)
    let error = try #require(throws: SettingError.self) {
      try CheckSeverities(isStrict: false, failing: [], warning: ["Secret"])
    }
    #expect(CheckFinding.Kind.allCases.allSatisfy { "\(error)".contains($0.rawValue) })
  }

  @Test(
    arguments: [
      (nil, nil, nil, "", "c.yaml: m"), (7, nil, nil, "", "c.yaml:7: m"),
      (7, 3, 2, "", "c.yaml:7:3: #2: m"),
      (nil, nil, 2, "response body $.a", "c.yaml: #2 response body $.a: m"),
      (nil, nil, nil, "GET /", "c.yaml: GET /: m"),
    ] as [(Int?, Int?, Int?, String, String)])
  func `a finding is written as compilers write theirs`(
    line: Int?, column: Int?, item: Int?, place: String, text: String
  ) {
    var finding = CheckFinding(
      kind: .format, path: "c.yaml", line: line, column: column, item: item, place: place,
      message: "m")
    #expect(finding.description == text)
    finding.severity = .warning
    let start = text.prefix { $0 != " " }
    #expect(finding.description == start + " warning:" + text.dropFirst(start.count))
  }

  @Test(arguments: [
    ("Cassettes/a.yaml", true), ("x/Cassettes/y/a.YML", true), ("/r/Cassettes/./a.yaml", true),
    ("a.yaml", false), ("cassettes/a.yaml", false), ("Cassettes/.hidden.yaml", false),
    ("Cassettes/a.yaml.bak", false), ("Cassettes/a.json", false), ("Cassettes.yaml", false),
    ("Cassettes/a.yaml.files/b.yaml", false), ("Cassettes/../a.yaml", false),
  ])
  func `a YAML file below a folder of cassettes is meant to be one`(path: String, isExpected: Bool)
  {
    #expect(CassetteLocationCheck.holds("/nowhere/" + path) == isExpected)
  }

  @Test(arguments: [
    ("a.yaml", true), ("a.YmL", true), (".yaml", true), ("yaml", false), ("a.yaml ", false),
    ("a.yamls", false),
    ("", false), ("a.yml/b", false),
  ])
  func `a name of YAML is recognised in any case`(path: String, isYAML: Bool) {
    #expect(FolderListing.isYAML(path) == isYAML)
  }

  private func unmet(_ project: String, _ interactions: [Interaction]) throws -> [String] {
    let folder = try TemporaryDirectory()
    try folder.write(project, to: ".vcr.yaml")
    let file = try #require(try ProjectFile.nearest(toCassette: folder.file("c.yaml").path))
    var use = RuleUse(file.rules)
    for interaction in interactions { use.look(at: try DiffFixture.file([interaction])) }
    #expect(use.isSettled == use.unmet.isEmpty)
    return use.unmet.map(\.word.text)
  }

  @Test func `a rule has a use when what it names, or its placeholder, is in a cassette`() throws {
    let project = """
      redact: [X-Key, api_key, form_name, gone, placed]
      redact_json: [$.user.pin, $.none, $..deep]
      volatile: [X-Time, X-Never, $.at]

      """
    let interactions = [
      Interaction(
        request: .init(url: "https://a.test/?api%5Fkey=1&x=placed", headers: ["x-key": "1"]),
        outcome: .response(
          .init(status: 200, trailers: ["X-TIME": "1"]))),
      Interaction(
        request: .init(
          method: "POST", url: "https://a.test/",
          headers: ["Content-Type": "application/x-www-form-urlencoded"],
          body: Body(Array("form_name=1".utf8))),
        outcome: .response(
          .init(
            status: 200, headers: ["Content-Type": "text/event-stream"],
            body: Body(Array("data: {\"at\":1}\n\ndata: {\"user\":{\"pin\":2}}\n\n".utf8))))),
      DiffFixture.json(#"[{"deep":{}}]"#),
    ]
    #expect(try unmet(project, interactions) == ["gone", "placed", "$.none", "X-Never"])
    let placed = DiffFixture.json(#"{"a":"{{PLACED}}"}"#)
    #expect(try unmet("redact: [placed, gone]\n", [placed]) == ["gone"])
    #expect(try unmet("redact: [gone]\n", []) == ["gone"])
  }
}
