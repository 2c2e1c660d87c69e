#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  /// What `vcr check` knows of a project: ages, runs and rules.
  struct CheckProjectTests {
    private static let secret = "q7Zt2LmX9vB4nRk8Wd3Hs6Yc"

    private func project() throws -> Workshop {
      let workshop = try Workshop()
      try workshop.folder.write("{}\n", to: ".vcr.yaml")
      return workshop
    }

    // MARK: - Age

    @Test func `an expired cassette warns or fails as the nearest project file says`()
      async throws
    {
      let workshop = try project()
      try workshop.writeCassette("c/a.yaml", urls: ["http://api.test/a"])
      let text = try #require(workshop.text("c/a.yaml"))
      try workshop.folder.write(
        text + "  recorded_at: 2020-01-01T00:00:00Z\n"
          + text.split(separator: "interactions:\n")[1] + "  recorded_at: 2019-01-01T00:00:00Z\n",
        to: "c/a.yaml")
      try workshop.folder.write(text, to: "c/young.yaml")
      #expect(try await workshop.vcr("check", "c").text == "")
      try workshop.folder.write("expires: 30d\n", to: ".vcr.yaml")
      let warned = try await workshop.vcr("check", "c")
      #expect(warned.status == 0)
      #expect(
        warned.text.hasPrefix(
          "c/a.yaml:14: warning: 2 of 2 interactions have expired (after 30 days): #2 was recorded "
        ),
        "\(warned.text)")
      #expect(warned.errorText == "vcr: checked 2 files: 1 warning\n")
      try workshop.folder.write("expires: 30d\non_expired: fail\n", to: "c/.vcr.yaml")
      #expect(try await workshop.vcr("check", "c").status == 1)
      #expect(try await workshop.vcr("check", "c", "--on-expired", "warn").status == 0)
      #expect(try await workshop.vcr("check", "c", "--warn", "expired").status == 0)
      #expect(try await workshop.vcr("check", "c", "--expires", "50000w").text == "")
      #expect(try await workshop.vcr("check", "c", "--expires", "1").status == 64)
    }

    // MARK: - Runs

    @Test func `cassettes no run opened and interactions no run used are reported`() async throws {
      let workshop = try project()
      try workshop.writeCassette(
        "c/a.yaml",
        urls: [
          "http://api.test/a", "http://api.test/b?token=\(Self.secret)", "http://api.test/c",
        ])
      try workshop.writeCassette("c/old.yaml", urls: ["http://api.test/a"])
      for path in ["a", "c"] {
        let run = try await workshop.vcr(
          "replay", "-c", "c/a.yaml", "--report", "runs/", "--", "curl", "-s",
          "http://api.test/\(path)")
        #expect(run.status == 0)
      }
      let result = try await workshop.vcr(
        "check", "c/a.yaml", "c/old.yaml", "--runs", "runs", "--warn", "secret")
      #expect(result.status == 0)
      #expect(!result.text.contains(Self.secret) && !result.errorText.contains(Self.secret))
      let lines = result.text.split(separator: "\n").filter { !$0.contains("secret") }
      #expect(
        lines == [
          "c/a.yaml:13: warning: #2 GET http://api.test/b?token={{TOKEN}}: no run asked for it",
          "c/old.yaml: warning: no run opened it; when no test needs it any more, delete it",
        ])
      let failing = try await workshop.vcr(
        "check", "c/old.yaml", "--runs", "runs", "--fail-on", "orphaned")
      #expect(failing.status == 1)
      // Another checkout of the same project.
      let other = try project()
      try other.folder.write(try #require(workshop.text("c/a.yaml")), to: "c/a.yaml")
      let elsewhere = try await other.vcr(
        "check", "c/a.yaml", "--runs", workshop.folder.file("runs").path, "--warn", "secret")
      #expect(elsewhere.text.contains("#2 GET"), "\(elsewhere.text)")
      #expect(!elsewhere.text.contains("#1 GET"), "\(elsewhere.text)")
    }

    @Test func `an edit after the runs does not shift what they say`() async throws {
      let workshop = try project()
      try workshop.writeCassette(
        "c.yaml", urls: ["http://api.test/a", "http://api.test/a", "http://api.test/b"])
      let run = try await workshop.vcr(
        "replay", "-c", "c.yaml", "--report", "runs.jsonl", "--", "curl", "-s", "http://api.test/a")
      #expect(run.status == 0)
      let items = try #require(workshop.text("c.yaml")).split(separator: "- request:\n")
      // The last comes first, and there is a new one.
      try workshop.folder.write(
        [items[0], items[3], items[1], items[2], items[3].replacing("/b", with: "/new")[...]]
          .joined(separator: "- request:\n"), to: "c.yaml")
      // A run was killed while it wrote.
      let file = workshop.folder.file("runs.jsonl")
      let whole = try String(contentsOf: file, encoding: .utf8)
      try workshop.folder.write(whole + String(whole.prefix(40)), to: "runs.jsonl")
      let result = try await workshop.vcr("check", "c.yaml", "--runs", "runs.jsonl")
      #expect(
        result.text == """
          c.yaml: warning: 1 of 4 interactions are in no run record, as the cassette was changed after \
          the runs; run the tests again
          c.yaml:3: warning: #1 GET http://api.test/b: no run asked for it
          c.yaml:23: warning: #3 GET http://api.test/a: no run asked for it

          """)
      #expect(result.errorText.contains("vcr: 1 line of the run records cannot be read\n"))
    }

    @Test func `records that are none are trouble`() async throws {
      let workshop = try project()
      try workshop.writeCassette("c.yaml", urls: ["http://api.test/a"])
      try workshop.folder.write("{\"a\":1}\n", to: "r.json")
      for name in ["r.json", "none.jsonl"] {
        let result = try await workshop.vcr("check", "c.yaml", "--runs", name)
        #expect(result.status == 2)
        #expect(result.errorText.hasPrefix("vcr: error: \(name): "), "\(result.errorText)")
      }
    }

    @Test func `a torn line costs itself alone`() async throws {
      let workshop = try project()
      try workshop.writeCassette("c.yaml", urls: ["http://api.test/a"])
      try workshop.folder.write("{\"vcr_run\":1,\"casset", to: "r.jsonl")
      for _ in 1...2 {
        let run = try await workshop.vcr(
          "replay", "-c", "c.yaml", "--report", "r.jsonl", "--", "curl", "-s", "http://api.test/a")
        #expect(run.status == 0, "\(run.errorText)")
      }
      #expect(workshop.text("r.jsonl")?.split(separator: "\n").count == 3)
      let result = try await workshop.vcr("check", "c.yaml", "--runs", "r.jsonl")
      #expect(result.status == 0, "\(result.text)")
      #expect(
        result.errorText
          == "vcr: 1 line of the run records cannot be read\nvcr: checked 1 file: nothing found\n")
    }

    @Test(arguments: [
      (["--warn", "all", "--fail-on", "orphaned"], 1), (["--warn", "all"], 0),
      (["--fail-on", "all", "--warn", "orphaned"], 0), (["--fail-on", "all"], 1),
      (["--fail-on", "orphaned", "--warn", "all"], 1), (["--fail-on", "all", "--warn", "all"], 0),
    ])
    func `a kind that is named goes before all`(options: [String], status: Int) async throws {
      let workshop = try project()
      try workshop.writeCassette("a.yaml", urls: ["http://api.test/a"])
      try workshop.writeCassette("b.yaml", urls: ["http://api.test/a"])
      let run = try await workshop.vcr(
        "replay", "-c", "a.yaml", "--report", "r.jsonl", "--", "curl", "-s", "http://api.test/a")
      #expect(run.status == 0)
      let result = try await workshop.vcr(
        ["check", "a.yaml", "b.yaml", "--runs", "r.jsonl"] + options)
      #expect(Int(result.status) == status, "\(result.text)")
    }

    // MARK: - Rules

    @Test func `a rule that matches nothing is reported with its place`() async throws {
      let workshop = try Workshop()
      try workshop.folder.write(
        """
        redact: [X-Customer, session_id,
          X-Gone]
        redact_json:
        - $.user.email
        - $.gone
        secrets: API_TOKEN,GONE_TOKEN
        volatile:
        - X-Build, X-No-More
        - $..made_at
        - $.data[*].gone

        """, to: ".vcr.yaml")
      try workshop.folder.write(
        """
        vcr: 1
        interactions:
        - request:
            method: GET
            url: https://api.example.com/?page=1&session_id={{SESSION_ID}}
            headers:
              X-Customer: '{{X_CUSTOMER}}'
          response:
            status: 200 OK
            headers:
              Content-Type: application/json
              x-build: '12'
            body:
              json: |-
                {
                  "user": {
                    "email": "{{EMAIL}}",
                    "made_at": 12
                  },
                  "copy": "{{percent:a{{API_TOKEN}}}}"
                }

        """, to: "Cassettes/a.yaml")
      // A part of the project says nothing about its rules.
      #expect(try await workshop.vcr("check", "Cassettes").text == "")
      for arguments in [["check"], ["check", "."], ["check", "--ci", "Cassettes"]] {
        let result = try await workshop.vcr(arguments)
        let found = result.text.replacing("warning: ", with: "").split(separator: "\n").map {
          $0.split(separator: ":").prefix(4).joined(separator: ":")
        }
        #expect(
          found == [
            ".vcr.yaml:2:3: redact X-Gone", ".vcr.yaml:5:3: redact_json $.gone",
            ".vcr.yaml:6:10: secrets GONE_TOKEN", ".vcr.yaml:8:3: volatile X-No-More",
            ".vcr.yaml:10:3: volatile $.data[*].gone",
          ], "\(arguments)")
        #expect(result.status == (arguments.contains("--ci") ? 1 : 0))
      }
    }

    @Test func `a rule for a secret that went with its whole field cannot be judged`() async throws
    {
      let workshop = try Workshop()
      try workshop.folder.write("secrets: API_TOKEN\n", to: ".vcr.yaml")
      func cassette(_ field: String) -> String {
        """
        vcr: 1
        interactions:
        - request:
            method: GET
            url: https://api.example.com/
            headers:
              \(field)
          response:
            status: 200 OK

        """
      }
      try workshop.folder.write(cassette("Accept: text/plain"), to: "c.yaml")
      #expect(try await workshop.vcr("check", ".").text.contains("secrets API_TOKEN"))
      try workshop.folder.write(cassette("Authorization: Bearer {{AUTHORIZATION}}"), to: "c.yaml")
      #expect(try await workshop.vcr("check", ".").text == "")
    }

    @Test func `files beside cassettes that nothing refers to are reported`() async throws {
      let workshop = try Workshop()
      let picture = [UInt8](repeating: 0x89, count: 9000)
      let server = try LoopbackServer { _ in
        ServerResponse(headers: [("Content-Type", "image/png")], body: picture)
      }
      let failed = try await workshop.vcr(
        "record", "-c", "c.yaml", "--", "sh", "-c", "curl -s -o out \(server.origin)/a; exit 3")
      #expect(failed.status == 3)
      let stray = String(repeating: "0b", count: 16) + ".png"
      for path in ["c.yaml.files/\(stray)", "gone.yaml.files/\(stray)", "gone.yaml.files/a.txt"] {
        try workshop.folder.write("stray", to: path)
      }
      // What the journal refers to is not among them.
      let result = try await workshop.vcr("check", ".")
      #expect(result.status == 0, "\(result.text)\(result.errorText)")
      let lines = result.text.split(separator: "\n")
      #expect(
        lines == [
          "c.yaml.files/\(stray): warning: no cassette refers to it; delete it",
          "gone.yaml.files/\(stray): warning: no cassette refers to it; delete it",
        ], "\(result.text)")
      let strict = try await workshop.vcr("check", "c.yaml.recording", "--fail-on", "orphaned")
      #expect(strict.status == 1, "\(strict.text)\(strict.errorText)")
      #expect(strict.text.split(separator: "\n").count == 1, "\(strict.text)")
    }

    @Test(arguments: ["c.yaml", "c.yaml.recording"])
    func `a file beside a cassette or journal that was changed is a fault of the format`(
      name: String
    ) async throws {
      let workshop = try Workshop()
      let picture = [UInt8](repeating: 0x89, count: 9000)
      let server = try LoopbackServer { _ in
        ServerResponse(headers: [("Content-Type", "image/png")], body: picture)
      }
      let end = name == "c.yaml" ? "true" : "exit 3"
      _ = try await workshop.vcr(
        "record", "-c", "c.yaml", "--", "sh", "-c", "curl -s -o out \(server.origin)/a; \(end)")
      #expect(try await workshop.vcr("check", name).status == 0)
      let folder = workshop.folder.path + "/c.yaml.files"
      let file = try #require(try FileManager.default.contentsOfDirectory(atPath: folder).first)
      try workshop.folder.write("other", to: "c.yaml.files/" + file)
      let result = try await workshop.vcr("check", name, "--format", "json")
      #expect(result.status == 1, "\(result.text)\(result.errorText)")
      #expect(result.text.contains(#""format""#), "\(result.text)")
      #expect(result.text.contains("its digest should be"), "\(result.text)")
    }

    @Test func `without a path the project's cassettes are checked`() async throws {
      let workshop = try Workshop()
      let leaky = """
        vcr: 1
        interactions:
        - request: {url: "https://api.example.com/?token=\(Self.secret)"}
          response: {status: 200}

        """
      for name in [
        "Cassettes/a.yaml", "Tests/A/Cassettes/b/c.yaml", "fixtures/d.yaml", "other/e.yaml",
        "dir/f.yaml", ".build/Cassettes/g.yaml",
      ] {
        try workshop.folder.write(leaky, to: name)
      }
      try workshop.folder.write("cassette: fixtures/d.yaml\n", to: ".vcr.yaml")
      let result = try await workshop.vcr(["check"], setting: ["VCR_CASSETTE_DIR": "dir"])
      #expect(result.status == 1)
      #expect(
        result.text.split(separator: "\n").map { String($0.prefix { $0 != ":" }) } == [
          "Cassettes/a.yaml", "Tests/A/Cassettes/b/c.yaml", "dir/f.yaml", "fixtures/d.yaml",
        ])
      let empty = try Workshop()
      try empty.folder.write("{}\n", to: ".vcr.yaml")
      let none = try await empty.vcr("check")
      #expect(none.status == 64)
      #expect(none.errorText.contains("name what to check: vcr check PATH"), "\(none.errorText)")
    }

    // MARK: - CI

    @Test func `one flag does all for continuous integration`() async throws {
      let workshop = try Workshop()
      try workshop.folder.write("redact: X-Gone\n", to: ".vcr.yaml")
      try workshop.writeCassette(
        "Cassettes/a.yaml", urls: ["http://api.test/a", "http://api.test/b"])
      let run = try await workshop.vcr(
        ["replay", "-c", "a", "--", "curl", "-s", "http://api.test/a"],
        setting: ["VCR_REPORT": "runs.jsonl"])
      #expect(run.status == 0)
      let variables = ["CI": "true", "VCR_REPORT": "runs.jsonl"]
      let plain = try await workshop.vcr(["check", "--ci"], setting: variables)
      #expect(plain.status == 1)
      #expect(
        plain.text == """
          Cassettes/a.yaml:13: #2 GET http://api.test/b: no run asked for it
          .vcr.yaml:1:9: redact X-Gone: matches nothing in the cassettes that were checked

          """)
      let root = workshop.folder.url.path
      let annotated = try await workshop.vcr(
        ["check", "--ci", "--warn", "rule", "--output", "out.xml"],
        setting: variables.merging(["GITHUB_ACTIONS": "true", "GITHUB_WORKSPACE": root]) { $1 })
      #expect(annotated.status == 1)
      #expect(
        annotated.text == """
          ::error file=Cassettes/a.yaml,line=13,title=vcr check%3A unused::#2 GET \
          http://api.test/b: no run asked for it
          ::warning file=.vcr.yaml,line=1,col=9,title=vcr check%3A rule::redact X-Gone: matches \
          nothing in the cassettes that were checked

          """)
      let cases = try await XMLReader.cases(of: workshop.folder.file("out.xml").path)
      #expect(
        cases == [
          [
            "Cassettes/a.yaml", "unused #2 GET http://api.test/b", "failure", "no run asked for it",
          ],
          [".vcr.yaml", "rule redact X-Gone", "system-out", ""],
        ])
      let alone = try await workshop.vcr(["check", "--ci"], setting: ["CI": "true"])
      #expect(alone.errorText.contains("what runs use is not judged"), "\(alone.errorText)")
    }

    // MARK: - Forms

    /// A cassette with a secret in places whose names have every character that matters.
    private func oddProject() throws -> Workshop {
      let workshop = try project()
      let item = """
        - request: {url: "https://api.example.com/?api%2Ctoken=\(Self.secret)"}
          response:
            status: 200
            body: {json: '{"a,b:c%d\\u001b\u{1B}<&\\"":{"password":"\(Self.secret)"}}'}

        """
      try workshop.folder.write(
        "vcr: 1\ninteractions:\n" + item.replacing("\u{1B}", with: ""), to: "c/a,b:c%.yaml")
      try workshop.folder.write("vcr: 1\n", to: "c/wrong.yaml")
      try workshop.folder.write("vcr: 1\ninteractions: []\n", to: "c/empty.yaml")
      return workshop
    }

    @Test func `annotations escape what means something to the runner`() async throws {
      let workshop = try oddProject()
      let result = try await workshop.vcr("check", "c", "--format", "github")
      #expect(result.status == 1)
      #expect(!result.text.contains(Self.secret))
      let lines = result.text.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.count == 4 && lines[3] == "")
      for line in lines.dropLast() {
        let match = line.wholeMatch(
          of: /::error file=([^,:]+)(,line=\d+)?(,col=\d+)?,title=vcr check%3A \w+::[^\r\n]+/)
        #expect(match != nil, "\(line)")
      }
      #expect(lines[0].contains("file=c/a%2Cb%3Ac%25.yaml,line=3,"), "\(lines[0])")
      #expect(lines[1].contains("a,b:c%25d"), "\(lines[1])")
      #expect(!result.text.contains("\u{1B}"))
    }

    @Test func `JUnit is read by a parser, and every file has a case`() async throws {
      let workshop = try oddProject()
      let result = try await workshop.vcr("check", "c", "missing", "--format", "junit")
      #expect(result.status == 2)
      #expect(!result.text.contains(Self.secret))
      try workshop.folder.write(result.text, to: "r.xml")
      let cases = try await XMLReader.cases(of: workshop.folder.file("r.xml").path)
      #expect(cases.map { $0[2] } == ["", "failure", "failure", "failure", "error"])
      #expect(cases[0].prefix(2) == ["c/empty.yaml", "check"])
      #expect(cases[3][3] == "not a cassette: there is no interactions:")
    }

    @Test func `JSON has the same, and a file takes it`() async throws {
      let workshop = try oddProject()
      let result = try await workshop.vcr(
        "check", "c", "--output", "out.json", "--warn", "secret")
      #expect(result.status == 1)
      #expect(result.text.hasPrefix("c/a,b:c%.yaml:3: warning: #1 request url query "))
      let text = try #require(workshop.text("out.json"))
      #expect(!text.contains(Self.secret))
      let object = try #require(
        JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
      #expect(object["vcr_check"] as? Int == 1)
      #expect(object["checked"] as? Int == 3)
      #expect(object["errors"] as? Int == 1)
      #expect(object["warnings"] as? Int == 2)
      let findings = try #require(object["findings"] as? [[String: Any]])
      #expect(findings.map { $0["kind"] as? String } == ["secret", "secret", "format"])
      #expect(findings[0]["interaction"] as? Int == 1)
      #expect(findings[0]["line"] as? Int == 3)
      let unwritable = try await workshop.vcr("check", "c/empty.yaml", "--output", "none/out.json")
      #expect(unwritable.status == 74)
      #expect(
        unwritable.errorText.contains(
          "vcr: error: none/out.json: it cannot be written: no such file or directory\n"),
        "\(unwritable.errorText)")
    }

    @Test(arguments: [["--fail-on", "secrets"], ["--warn", ""], ["--format", "xml"]])
    func `words that mean nothing are 64`(option: [String]) async throws {
      let workshop = try project()
      let result = try await workshop.vcr(["check", "."] + option)
      #expect(result.status == (option[1].isEmpty ? 0 : 64), "\(result.errorText)")
    }
  }
#endif
