#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing
  import VCRCore

  @testable import VCRCommand

  struct ShowTests {
    @Test func `a table has a row for each interaction`() async throws {
      let workshop = try Workshop()
      try workshop.writeCassette(
        "Cassettes/c.yaml", urls: ["http://api.test/a", "http://api.test/bc"])
      let result = try await workshop.vcr("show", "c")
      #expect(
        result.text == """
          #  METHOD  STATUS  SIZE  TYPE        URL
          1  GET     200      2 B  text/plain  http://api.test/a
          2  GET     200      3 B  text/plain  http://api.test/bc

          """)
    }

    @Test func `a long table begins before all of the cassette is read`() async throws {
      let workshop = try Workshop()
      let urls = (1...2_500).map { "http://api.test/\($0)" }
      try workshop.writeCassette("c.yaml", urls: urls)
      let result = try await workshop.vcr("show", "c.yaml")
      let lines = result.text.split(separator: "\n")
      #expect(lines[0] == "   #  METHOD  STATUS     SIZE  TYPE              SECONDS  URL")
      #expect(lines.dropFirst().map { $0.split(separator: " ").last.map(String.init) } == urls)
      // What stands before a fault is there.
      let text = try #require(workshop.text("c.yaml"))
      try workshop.folder.write(
        text.replacing("url: http://api.test/2400\n", with: "url: [http://api.test/2400]\n"),
        to: "c.yaml")
      let broken = try await workshop.vcr("show", "c.yaml")
      #expect(broken.status == 65)
      #expect(broken.text.split(separator: "\n").count == 2_400)
    }

    @Test func `a large cassette is shown in parts as it would be as a whole`() async throws {
      let workshop = try Workshop()
      // Interactions of some bytes, of more than a part has, and of more than all parts before.
      let item = { (number: Int, size: Int) in
        """
        - request:
            method: GET
            url: http://api.test/\(number)
          response:
            status: 200 OK
            headers:
              Content-Type: text/plain
            body:
              text: \(String(repeating: "x", count: size))

        """
      }
      let sizes =
        [2_000_000] + Array(repeating: 10, count: 5_000) + Array(repeating: 40_000, count: 40)
        + [3_000_000, 10]
      let items = sizes.enumerated().map { item($0.offset + 1, $0.element) }
      let text = "vcr: 1\nmine: 7\ninteractions:\n# a note\n" + items.joined()
      try workshop.folder.write(text, to: "c.yaml")
      let result = try await workshop.vcr("show", "c.yaml")
      #expect(result.status == 0)
      let rows = result.text.split(separator: "\n").dropFirst().map { row in
        row.split(separator: " ").map(String.init)
      }
      #expect(rows.map(\.first) == sizes.indices.map { "\($0 + 1)" })
      #expect(rows.map(\.last) == sizes.indices.map { "http://api.test/\($0 + 1)" })
      let lines = try await workshop.vcr("show", "c.yaml", "--format", "json").text
      let numbers = lines.split(separator: "\n").compactMap {
        $0.firstMatch(of: /"number":(\d+)/).flatMap { Int($0.output.1) }
      }
      #expect(numbers == Array(1...sizes.count))
      // A fault far behind is told with its line, after what stands before it.
      try workshop.folder.write(text + "- request: [\n", to: "c.yaml")
      let broken = try await workshop.vcr("show", "c.yaml")
      #expect(broken.status == 65)
      #expect(broken.errorText.contains("c.yaml:\(text.count { $0 == "\n" } + 2):1: "))
      #expect(broken.text.hasPrefix("   #"))
    }

    @Test func `one interaction is shown as HTTP`() async throws {
      let workshop = try Workshop()
      try workshop.writeCassette("c.yaml", urls: ["http://api.test/a", "http://api.test/bc"])
      let result = try await workshop.vcr("show", "c.yaml", "2")
      #expect(
        result.text == """
          GET http://api.test/bc HTTP/1.1

          HTTP/1.1 200 OK
          Content-Type: text/plain; charset=utf-8

          bc

          """)
      let missing = try await workshop.vcr("show", "c.yaml", "3")
      #expect(missing.status == 64)
    }

    @Test func `seconds and rules are shown where an entry has them`() async throws {
      let workshop = try Workshop()
      try workshop.folder.write(
        """
        vcr: 1
        interactions:
        - request:
            method: GET
            url: http://api.test/a
          response:
            status: 404 Not Found
          seconds: 1.5
          recorded_at: 2026-11-20T10:00:00Z
        - match: [method, path]
          times: any
          request:
            method: DELETE
            url: http://api.test/b
          error:
            code: timedOut
            domain: NSURLErrorDomain
            number: -1001
            message: no answer
          seconds: 60.01

        """, to: "c.yaml")
      let table = try await workshop.vcr("show", "c.yaml")
      #expect(
        table.text == """
          #  METHOD  STATUS  SIZE  TYPE      SECONDS  URL
          1  GET     404      0 B              1.500  http://api.test/a
          2  DELETE  failed     -  timedOut   60.010  http://api.test/b  (match: method, path; times: any)

          """)
      let one = try await workshop.vcr("show", "c.yaml", "1")
      #expect(
        one.text == """
          # took 1.500 s; recorded at 2026-11-20T10:00:00Z
          GET http://api.test/a HTTP/1.1

          HTTP/1.1 404 Not Found

          """)
    }

    @Test(.enabled(if: Tool.isInstalled("script"), "script is not installed"))
    func `a terminal gets colours and lines of its width`() async throws {
      let workshop = try Workshop()
      let url = "http://api.test/" + String(repeating: "long/", count: 40)
      try workshop.writeCassette("c.yaml", urls: [url])
      let result = try await Child.run(
        "script", ["-qec", "stty cols 72; \(Workshop.tool) show c.yaml", "/dev/null"],
        environment: workshop.environment.merging(["TERM": "xterm", "NO_COLOR": ""]) { $1 },
        directory: workshop.folder.url)
      let lines = result.text.split(whereSeparator: \.isNewline)
      try #require(lines.count == 2, "\(result.text)")
      #expect(lines[1].contains("\u{1B}[32m200\u{1B}[0m"))
      let plain = lines[1].replacing(/\u{1B}\[[0-9;]*m/, with: "")
      #expect(plain.count == 72)
      #expect(plain.hasSuffix("…"))
      let piped = try await workshop.vcr("show", "c.yaml")
      #expect(piped.text.contains(url + "\n"))
      #expect(!piped.text.contains("\u{1B}"))
    }

    @Test func `the complete interactions of a journal are shown`() async throws {
      let workshop = try Workshop()
      try workshop.folder.write(
        """
        vcr: 1
        interactions:
        - request:
            method: GET
            url: http://api.test/a
          response:
            status: 200 OK
          run: 1 once
          order: 0
          recorded_at: 2026-11-20T10:00:00Z
        - request:
            method: GET
            url: http://api.te
        """, to: "c.yaml.recording")
      let result = try await workshop.vcr("show", "c.yaml.recording")
      #expect(result.status == 0, "\(result.errorText)")
      #expect(
        result.text == """
          #  METHOD  STATUS  SIZE  TYPE  URL
          1  GET     200      0 B        http://api.test/a

          """)
    }

    @Test func `JSON lines hold what scripts need`() async throws {
      let workshop = try Workshop()
      try workshop.writeCassette("c.yaml", urls: ["http://api.test/a", "http://api.test/b"])
      let result = try await workshop.vcr("show", "c.yaml", "--format", "json")
      let objects = try result.text.split(separator: "\n").map {
        try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
      }
      try #require(objects.count == 2)
      #expect(objects[1]["method"] as? String == "GET")
      #expect(objects[1]["url"] as? String == "http://api.test/b")
      #expect(objects[1]["status"] as? Int == 200)
      #expect(
        objects[1]["headers"] as? [[String]] == [["Content-Type", "text/plain; charset=utf-8"]])
      #expect(objects[1]["body"] as? String == Data("b\n".utf8).base64EncodedString())
    }

    @Test func `every form goes to the file that is named`() async throws {
      let workshop = try Workshop()
      try workshop.writeCassette("c.yaml", urls: ["http://api.test/a", "http://api.test/b"])
      for words in [[], ["2"], ["--format", "json"], ["--curl"], ["--format", "html", "1"]] {
        let printed = try await Child.run(
          Workshop.tool, ["show", "c.yaml"] + words, environment: workshop.environment,
          directory: workshop.folder.url)
        #expect(printed.status == 0 && !printed.text.isEmpty, "\(printed.errorText)")
        let written = try await Child.run(
          Workshop.tool, ["show", "c.yaml", "-o", "out"] + words,
          environment: workshop.environment, directory: workshop.folder.url)
        #expect(written.status == 0 && written.text.isEmpty, "\(written.errorText)")
        #expect(
          try String(contentsOf: workshop.folder.file("out"), encoding: .utf8) == printed.text)
      }
      let both = try await workshop.vcr("show", "c.yaml", "--curl", "--format", "html")
      #expect(both.status == 64)
    }

    @Test func `a page has no secret that the project's rules know`() async throws {
      let workshop = try Workshop()
      try workshop.folder.write("redact_json: [$.pin]\n", to: ".vcr.yaml")
      try workshop.folder.write(
        """
        vcr: 1
        interactions:
        - request:
            method: GET
            url: http://api.test/a
          response:
            status: 200 OK
            headers:
              Content-Type: application/json
            body:
              json: '{"pin":"zanzibar","name":"ada"}'

        """, to: "c.yaml")
      let page = try await workshop.vcr("show", "c.yaml", "--format", "html")
      #expect(page.status == 0, "\(page.errorText)")
      #expect(page.text.contains("ada") && !page.text.contains("zanzibar"))
      #expect(page.text.contains("class=\"secret\""))
    }

    @Test func `what a terminal would obey is not printed`() {
      #expect(PrintableText.line("a\u{1B}[2Jb\u{9B}c") == "a\\u{1B}[2Jb\\u{9B}c")
      #expect(PrintableText.body(Array("\u{1B}[2J".utf8)) == nil)
      #expect(PrintableText.body([0xFF]) == nil)
      #expect(PrintableText.body(Array("a\tb\r\n".utf8)) == "a\tb\r\n")
    }
  }
#endif
