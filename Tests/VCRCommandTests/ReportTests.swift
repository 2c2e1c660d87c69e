#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  struct ReportTests {
    private static let secret = "q7Zt2LmX9vB4nRk8Wd3Hs6Yc"

    private func workshop() throws -> Workshop {
      let workshop = try Workshop()
      try workshop.writeCassette(
        "c.yaml",
        urls: ["http://api.test/a?token=\(Self.secret)", "http://api.test/b", "http://api.test/b"])
      return workshop
    }

    /// The members of the one object in a report.
    private func object(_ text: String?) throws -> [String: Any] {
      let data = Data(try #require(text).utf8)
      return try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    private func used(_ report: [String: Any]) throws -> [Bool] {
      let entries = try #require(report["interactions"] as? [[String: Any]])
      return try entries.map { try #require($0["used"] as? Bool) }
    }

    @Test func `what to type ends with COMMAND's words on the terminal, and in no report`()
      async throws
    {
      let workshop = try Workshop()
      let words = ["curl", "-s", "http://api.test/with space"]
      for verb in [["replay"], ["record", "--mode", "none"]] {
        let reports = ["r.json", "r.xml", "r.md"].flatMap { ["--report", $0] }
        let result = try await workshop.vcr(
          verb + ["-c", "c.yaml"] + reports + ["--"] + words,
          setting: ["GITHUB_STEP_SUMMARY": "s.md"])
        #expect(result.status == 82)
        #expect(
          result.errorText.hasSuffix(
            "record it: vcr record -c c.yaml -- curl -s 'http://api.test/with space'\n"),
          "\(result.errorText)")
        for name in ["r.json", "r.xml", "r.md", "s.md"] {
          let text = workshop.text(name)
          #expect(text?.contains("curl -s") == false, "\(name): \(text ?? "")")
        }
      }
      // An argument that holds a secret is typed by its owner alone.
      let hidden = try await workshop.vcr(
        "replay", "-c", "c.yaml", "--", "curl", "-u", "me:\(Self.secret)", "http://api.test/")
      #expect(hidden.status == 82)
      #expect(!hidden.errorText.contains(Self.secret), "\(hidden.errorText)")
    }

    @Test func `JSON says what became of each interaction and request, without a secret`()
      async throws
    {
      let workshop = try workshop()
      let request = "curl -s http://api.test/b; curl -s 'http://api.test/none?token=\(Self.secret)'"
      let result = try await workshop.vcr(
        "replay", "-c", "c.yaml", "--report", "out/r.json", "--expires", "1d", "--", "sh", "-c",
        request)
      #expect(result.status == 80)
      let text = try #require(workshop.text("out/r.json"))
      #expect(!text.contains(Self.secret))
      let report = try object(text)
      #expect(report["vcr_run"] as? Int == 1)
      #expect((report["cassette"] as? String)?.hasSuffix("/c.yaml") == true)
      #expect(report["mode"] as? String == "none")
      #expect(report["policy"] as? [String] == ["method", "url"])
      #expect(report["command"] as? String == "sh")
      #expect(report["command_status"] as? Int == 0)
      #expect(report["status"] as? Int == 80)
      #expect(report["replayed"] as? Int == 1)
      #expect(try used(report) == [false, true, false])
      let unmatched = try #require(report["unmatched"] as? [[String: String]])
      #expect(unmatched.map { $0["url"] } == ["http://api.test/none?token={{TOKEN}}"])
      #expect(unmatched.first?["report"]?.contains("The closest is #") == true)
      let entries = try #require(report["interactions"] as? [[String: Any]])
      #expect(entries[0]["url"] as? String == "http://api.test/a?token={{TOKEN}}")
      // Two of the same text are told apart.
      #expect(Set(entries.compactMap { $0["digest"] as? String }).count == 3)
    }

    @Test func `a report is written when COMMAND fails, and its status stays`() async throws {
      let workshop = try workshop()
      let result = try await workshop.vcr(
        ["replay", "-c", "c.yaml", "--", "sh", "-c", "curl -s http://api.test/b; exit 7"],
        setting: ["VCR_REPORT": "r.json"])
      #expect(result.status == 7)
      #expect(try object(workshop.text("r.json"))["command_status"] as? Int == 7)
    }

    @Test(arguments: [(65, "broken.yaml"), (82, "none.yaml"), (127, "c.yaml")])
    func `a report is written when the run fails before COMMAND starts`(
      status: Int, cassette: String
    ) async throws {
      let workshop = try workshop()
      try workshop.folder.write("vcr: 1\ninteractions: 7\n", to: "broken.yaml")
      let command = status == 127 ? "no-such-command" : "true"
      for name in ["r.json", "r.xml", "r.md", "r.jsonl"] {
        let result = try await workshop.vcr(
          "replay", "-c", cassette, "--report", name, "--", command)
        #expect(Int(result.status) == status, "\(result.errorText)")
        #expect(workshop.text(name)?.contains(status == 127 ? command : cassette) == true)
      }
      let report = try object(workshop.text("r.json"))
      #expect(report["status"] as? Int == status)
      #expect(report["command_status"] == nil)
      #expect((report["error"] as? String)?.isEmpty == false)
      #expect(try used(report) == [])
      #expect(workshop.text("r.xml")?.contains("<failure") == true)
      // It does not count as a run that needed the cassette.
      let check = try await workshop.vcr("check", "c.yaml", "--runs", "r.jsonl")
      #expect(check.text.contains("no run opened it"), "\(check.text)\(check.errorText)")
    }

    @Test func `what was recorded is used, and what new-episodes left is not`() async throws {
      let workshop = try Workshop()
      let server = try LoopbackServer { ServerResponse(text: $0.target) }
      let url = server.origin
      let recorded = try await workshop.vcr(
        "record", "-c", "c.yaml", "--report", "r.json", "--", "curl", "-s", "\(url)/a", "\(url)/b")
      #expect(recorded.status == 0)
      #expect(try used(object(workshop.text("r.json"))) == [true, true])
      let more = try await workshop.vcr(
        "record", "-c", "c.yaml", "--mode", "new-episodes", "--report", "r.json", "--", "curl",
        "-s", "\(url)/b", "\(url)/c")
      #expect(more.status == 0)
      #expect(try used(object(workshop.text("r.json"))) == [false, true, true])
      let refreshed = try await workshop.vcr(
        "record", "-c", "c.yaml", "--mode", "offline", "--report", "r.json", "--", "curl", "-s",
        "\(url)/a")
      #expect(refreshed.status == 0)
      #expect(try used(object(workshop.text("r.json"))) == [true, false, false])
    }

    @Test func `JUnit is XML that a parser reads, whatever stands in the cassette`() async throws {
      let workshop = try Workshop()
      try workshop.folder.write(
        """
        vcr: 1
        interactions:
        - request: {url: "http://api.test/<&'\\"\\e]]>"}
          response: {status: 200}
        - request: {url: "http://api.test/b"}
          response: {status: 200}

        """, to: "c.yaml")
      let result = try await workshop.vcr(
        "replay", "-c", "c.yaml", "--require-all", "--report", "r.xml", "--", "curl", "-s",
        "http://api.test/b")
      #expect(result.status == 81)
      let cases = try await XMLReader.cases(of: workshop.folder.file("r.xml").path)
      #expect(
        cases.dropFirst().map { $0[1] } == [
          "#1 GET http://api.test/<&'\"\\u{1B}]]>", "#2 GET http://api.test/b",
        ])
      #expect(cases.map { $0[2] } == ["failure", "failure", ""])
      #expect(cases[0][3] == "status 81")
    }

    @Test func `Markdown shows what a URL holds and nothing of what it could do`() async throws {
      let workshop = try workshop()
      let result = try await workshop.vcr(
        "replay", "-c", "c.yaml", "--report", "r.md", "--", "curl", "-s",
        "http://api.test/none?a=|<b>`x`")
      #expect(result.status == 80)
      let text = try #require(workshop.text("r.md"))
      #expect(
        text.contains(
          "| none | method, url | 0 | 0 | 0 | 1 | 3 | 0 | 0 | 0 | 0 | 80 | not proven, by "),
        "\(text)")
      #expect(text.contains("<details><summary>3 of 3 unused</summary>"))
      #expect(
        text.contains(
          "<code>#1 GET http&#58;//api.test/a?token=&#123;&#123;TOKEN&#125;&#125;</code>"))
      #expect(text.contains("```text\nNo recorded interaction matches  GET "))
    }

    @Test(arguments: ["r.txt", "r", "folder.json/r"])
    func `a suffix that says nothing is refused before COMMAND starts`(name: String) async throws {
      let workshop = try workshop()
      let result = try await workshop.vcr(
        "replay", "-c", "c.yaml", "--report", name, "--", "touch", "ran")
      #expect(result.status == 64)
      #expect(
        result.errorText.hasPrefix("vcr: error: --report '\(name)' does not end in .json, .jsonl"),
        "\(result.errorText)")
      #expect(workshop.text("ran") == nil)
    }

    @Test func `several reports are all written`() async throws {
      let workshop = try workshop()
      let result = try await workshop.vcr(
        "replay", "-c", "c.yaml", "--report", "r.json", "--report", "r.xml", "--report", "r.jsonl",
        "--report", "r.jsonl", "--", "curl", "-s", "http://api.test/b")
      #expect(result.status == 0, "\(result.errorText)")
      #expect(try object(workshop.text("r.json"))["replayed"] as? Int == 1)
      #expect(workshop.text("r.xml")?.contains("<testsuite") == true)
      #expect(workshop.text("r.jsonl")?.split(separator: "\n").count == 1)
    }

    @Test func `a report that cannot be written is 74 when all else went well`() async throws {
      let workshop = try workshop()
      try workshop.folder.write("", to: "file")
      for (status, expected) in [(0, 74), (5, 5)] {
        let result = try await workshop.vcr(
          "replay", "-c", "c.yaml", "--report", "file/r.json", "--", "sh", "-c",
          "curl -s http://api.test/b; exit \(status)")
        #expect(Int(result.status) == expected)
        #expect(
          result.errorText.contains(
            "vcr: error: --report file/r.json: the report cannot be written: "),
          "\(result.errorText)")
      }
    }

    @Test func `the project's file may name the report, and its fault has a place`() async throws {
      let workshop = try workshop()
      try workshop.folder.write("report: out/r.jsonl\n", to: ".vcr.yaml")
      for _ in 0..<2 {
        let result = try await workshop.vcr(
          "replay", "-c", "c.yaml", "--", "curl", "-s", "http://api.test/b")
        #expect(result.status == 0)
      }
      let lines = try #require(workshop.text("out/r.jsonl")).split(separator: "\n")
      #expect(lines.count == 2)
      // Within a project a cassette is named by its place in it.
      #expect(try object(lines.first.map(String.init))["cassette"] as? String == "c.yaml")
      try workshop.folder.write("report: out/r.txt\n", to: ".vcr.yaml")
      let result = try await workshop.vcr("replay", "-c", "c.yaml", "--", "touch", "ran")
      #expect(result.status == 65)
      #expect(result.errorText.contains(".vcr.yaml:1:9: "), "\(result.errorText)")
    }
  }

  /// Reads JUnit's XML with a parser of its own.
  enum XMLReader {
    /// Group, name, the element within, and its message, of each case.
    static func cases(of path: String) async throws -> [[String]] {
      let script = """
        import json, sys, xml.etree.ElementTree as tree
        root = tree.parse(sys.argv[1]).getroot()
        cases = []
        for case in root.iter("testcase"):
            inner = list(case)
            cases.append([case.get("classname"), case.get("name"),
                          inner[0].tag if inner else "",
                          inner[0].get("message", "") if inner else ""])
        suite = root.find("testsuite")
        assert int(suite.get("tests")) == len(cases)
        assert int(suite.get("failures")) == sum(case[2] == "failure" for case in cases)
        print(json.dumps(cases))
        """
      let result = try await Child.run("python3", ["-c", script, path])
      #expect(result.status == 0, "\(result.errorText)")
      return try JSONDecoder().decode([[String]].self, from: Data(result.output))
    }
  }
#endif
