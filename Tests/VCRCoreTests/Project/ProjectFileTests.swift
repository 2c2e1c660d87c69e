import Foundation
import TestSupport
import Testing

@testable import VCRCore

struct ProjectFileTests {
  private func file(_ text: String, path: String = "/project/.vcr.yaml") throws -> ProjectFile {
    try ProjectFile(path: path, content: Array(text.utf8))
  }

  @Test func `every setting has its type`() throws {
    let file = try file(
      """
      # .vcr.yaml
      cassette: api
      mode: new-episodes
      match: [method, path, headers(Accept, X-Version)]
      upstream_ca: certificates/root.pem
      passthrough: [metrics.example.com, '*.internal']
      map: api.test:443=127.0.0.1:8443
      redact: [X-Customer, session_id]
      redact_json:
      - $.user.email
      - $..token
      secrets: [API_TOKEN]
      repeat: true
      require_all: no
      latency: 0.5
      quiet: false
      verbose: True

      """)
    #expect(file.cassette == "api")
    #expect(file.mode == .newEpisodes)
    #expect(
      file.equivalence?.parts.map(\.description) == [
        "method", "path", "headers(Accept, X-Version)",
      ]
    )
    #expect(file[SettingTable.upstreamRoots] == ["/project/certificates/root.pem"])
    #expect(file[SettingTable.passthrough] == ["metrics.example.com", "*.internal"])
    let mapping = try AddressMapping(named: "api.test:443=127.0.0.1:8443")
    #expect(file[SettingTable.map] == [mapping])
    #expect(file.redactionRules.names == ["X-Customer", "session_id"])
    #expect(file.redactionRules.paths.count == 2)
    #expect(file.redactionRules.secrets == ["API_TOKEN"])
    #expect(file[SettingTable.repeats] == [true])
    #expect(file[SettingTable.requireAll] == [false])
    #expect(file[SettingTable.latency] == [.factor(0.5)])
    #expect(file[SettingTable.quiet] == [false])
    #expect(file[SettingTable.verbose] == [true])
  }

  @Test(arguments: [
    "redact: X-A\nredact-json: $.a\nsecret: T",
    "redact: [X-A]\nredact_json: [$.a]\nsecrets: [T]",
    "redact:\n  - X-A\nredact-json:\n  - $.a\nsecrets:\n  - T\n",
    "{\"redact\": \"X-A\", \"redact_json\": \"$.a\", \"secret\": [\"T\"]}",
  ])
  func `one rule is written in several ways`(text: String) throws {
    let rules = try file(text).redactionRules
    #expect(rules.names == ["X-A"])
    #expect(rules.paths == [try JSONPath(parsing: "$.a")])
    #expect(rules.secrets == ["T"])
  }

  @Test(arguments: ["", "# nothing yet\n", "---\n", "redact:\n", "redact: ~\n", "redact: []\n"])
  func `what says nothing sets nothing`(text: String) throws {
    let file = try file(text)
    #expect(file.redactionRules.isEmpty)
    #expect(file.mode == nil)
  }

  @Test func `commas and spaces between names are as in the option`() throws {
    #expect(try file("redact: X-A, X-B ,,X-C").redactionRules.names == ["X-A", "X-B", "X-C"])
    // A path may hold a comma.
    #expect(try file("redact_json: '$[\"a,b\"]'").redactionRules.paths.count == 1)
  }

  @Test(arguments: [
    ("colour: red", 1, 1, "“colour” is no setting; the settings are cassette, mode"),
    ("# a\nredact-jsn: $.a", 2, 1, "the nearest is “redact_json”"),
    ("scret: A", 1, 1, "the nearest is “secrets”"),
    ("redaction: off", 1, 1, "on the command line alone"),
    ("no-redaction: true", 1, 1, "on the command line alone"),
    ("- redact", 1, 1, "this is to be settings"),
    ("just words", 1, 1, "this is to be settings"),
    ("mode: sometimes", 1, 7, "'sometimes' is not a record mode; the modes are none, once"),
    ("mode: [once]", 1, 7, "mode takes one word"),
    ("mode:", 1, 6, "mode takes one word"),
    ("match: mehtod", 1, 8, "did you mean 'method'?"),
    ("redact_json: [$.a, mail]", 1, 20, "JSON path 'mail'"),
    ("redact: {X-A: 1}", 1, 9, "redact takes a word or a list of words"),
    ("redact:\n- X-A\n- [X-B]", 3, 3, "redact takes a word or a list of words"),
    ("redact: ['']", 1, 10, "redact takes a word or a list of words"),
    ("repeat: 2", 1, 9, "repeat is true or false"),
    ("map: [a.test:1=b.test:2, 'c.test']", 1, 26, "'c.test' is not HOST:PORT=ADDRESS:PORT"),
    ("latency: fast", 1, 10, "'fast' is not a timing"),
    ("redact: A\nredact: B", 2, 1, "there already"),
    ("redact_json: $.a\nredact-json: $.b", 2, 1, "there already, by another spelling"),
    ("secret: A\nsecrets: B", 2, 1, "there already, by another spelling"),
    ("redact: &a X", 1, 9, "anchor"),
    ("redact: [X", 2, 1, "']'"),
  ])
  func `what means nothing is reported with its place`(
    text: String, line: Int, column: Int, reason: String
  ) throws {
    let error = try #require(throws: ProjectFileError.self) { _ = try file(text + "\n") }
    #expect(error.line == line && error.column == column, "\(error)")
    #expect(error.reason.contains(reason), "\(error)")
    #expect(error.description.hasPrefix("/project/.vcr.yaml:\(line):\(column): "))
  }

  @Test(arguments: ["sk-live-4f9a", "p4ss word", "4711", "a=b", "{{TOKEN}}"])
  func `a value in the place of a secret's name is not repeated`(value: String) throws {
    let error = try #require(throws: ProjectFileError.self) {
      _ = try file("secrets:\n- OTHER\n- '\(value)'\n")
    }
    #expect(error.line == 3 && error.column == 3)
    #expect(!error.description.contains(value))
  }

  // MARK: - Where it is

  @Test func `the nearest file above counts`() throws {
    let folder = try TemporaryDirectory()
    try folder.write("redact: OUTER", to: ".vcr.yaml")
    try folder.write("redact: INNER", to: "a/b/.vcr.yaml")
    func names(_ path: String) throws -> [String]? {
      try ProjectFile.nearest(to: folder.path + path)?.redactionRules.names
    }
    #expect(try names("") == ["OUTER"])
    #expect(try names("/a") == ["OUTER"])
    #expect(try names("/a/b") == ["INNER"])
    #expect(try names("/a/b/Cassettes/not/there/yet") == ["INNER"])
    #expect(try names("/a/b/../c/./d/") == ["OUTER"])
    let cassette = try ProjectFile.nearest(toCassette: folder.path + "/a/b/Cassettes/users.yaml")
    #expect(cassette?.redactionRules.names == ["INNER"])
    #expect(cassette?.folder == folder.path + "/a/b")
  }

  @Test func `the search ends with the repository`() throws {
    let folder = try TemporaryDirectory()
    try folder.write("redact: OUTER", to: ".vcr.yaml")
    try folder.write("ref: refs/heads/main\n", to: "clone/.git/HEAD")
    // A work tree or submodule has a file of that name.
    try folder.write("gitdir: elsewhere\n", to: "tree/.git")
    try folder.write("redact: OWN", to: "tree/.vcr.yaml")
    #expect(try ProjectFile.nearest(to: folder.path + "/clone/Tests") == nil)
    let own = try ProjectFile.nearest(to: folder.path + "/tree/Tests")
    #expect(own?.redactionRules.names == ["OWN"])
  }

  @Test func `a file that cannot be read is no file that is not there`() throws {
    let folder = try TemporaryDirectory()
    try FileManager.default.createDirectory(
      at: folder.file(".vcr.yaml"), withIntermediateDirectories: true)
    let error = try #require(throws: ProjectFileError.self) {
      _ = try ProjectFile.nearest(to: folder.path)
    }
    #expect(error.description.hasSuffix("/.vcr.yaml: a folder, not a file"))
  }

  @Test func `a file with the other ending is not passed over`() throws {
    let folder = try TemporaryDirectory()
    try folder.write("redact: SECRET", to: ".vcr.yml")
    let error = try #require(throws: ProjectFileError.self) {
      _ = try ProjectFile.nearest(to: folder.path + "/a")
    }
    #expect(
      error.description.hasSuffix(
        "/.vcr.yml: the file is called .vcr.yaml, so that this one is not read; rename it"))
    try folder.write("redact: OWN", to: ".vcr.yaml")
    #expect(try ProjectFile.nearest(to: folder.path)?.redactionRules.names == ["OWN"])
  }

  // MARK: - What it adds

  @Test func `rules are added to those of the code`() throws {
    let rules = try file("redact: X-Customer\nredact_json: $.mail\nsecrets: [TOKEN, GONE, TOKEN]")
      .redactionRules
    let code = Redaction.none.adding(.headers(["X-Own"]))
    let redaction = rules.added(to: code) { $0 == "TOKEN" ? "t0p-s3cret" : nil }
    #expect(redaction.unusableSecret?.name == "GONE")
    let request = redaction.redacting(
      Interaction.Request(
        method: "POST", url: "https://a.example/?x-customer=7&t=t0p-s3cret",
        headers: ["X-Own": "mine", "X-Customer": "4711", "Content-Type": "application/json"],
        body: Body(Array(#"{"mail":"ada@example.com"}"#.utf8))))
    #expect(request.url == "https://a.example/?x-customer={{X_CUSTOMER}}&t={{TOKEN}}")
    #expect(request.headers["X-Own"] == "{{X_OWN}}")
    #expect(request.headers["X-Customer"] == "{{X_CUSTOMER}}")
    #expect(!String(decoding: request.body.bytes, as: UTF8.self).contains("ada@"))
  }
}
