#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  struct DiffTests {
    private static let response = """
      vcr: 1
      interactions:
      - request:
          method: GET
          url: https://a.test/
        response:
          interim:
          - status: 103 Early Hints
            headers:
              Link: </a>
          status: 200 OK
          headers:
            X-Note: café
            Date: Mon, 01 Jan 2024 00:00:00 GMT

      """

    @Test(arguments: [
      ("X-Note: café", "X-Note:\n        latin1: café", "header X-Note  caf"),
      ("103 Early Hints", "103 Late Hints", "interim reason  Early Hints → Late Hints"),
      ("103 Early Hints", "103", "interim reason  removed Early Hints"),
    ])
    func `what differs in bytes alone is reported, beside what is volatile as well`(
      old: String, new: String, line: String
    ) async throws {
      let workshop = try Workshop()
      try workshop.folder.write(Self.response, to: "a.yaml")
      let changed = Self.response.replacing(old, with: new)
      for text in [changed, changed.replacing("2024", with: "2025")] {
        try workshop.folder.write(text, to: "b.yaml")
        let result = try await workshop.vcr("diff", "a.yaml", "b.yaml")
        #expect(result.status == 1, "\(result.errorText)")
        #expect(result.text.contains(line), "\(result.text)")
      }
    }

    @Test func `interim responses before a failure are shown and compared`() async throws {
      let workshop = try Workshop()
      let failed = Self.response.replacing(
        """
            status: 200 OK
            headers:
              X-Note: café
              Date: Mon, 01 Jan 2024 00:00:00 GMT

        """,
        with: """
            error:
              code: networkConnectionLost
              domain: NSURLErrorDomain
              number: -1005
              message: the connection was lost

          """)
      try workshop.folder.write(failed, to: "a.yaml")
      let end = "failed: networkConnectionLost (NSURLErrorDomain -1005): the connection was lost\n"
      let shown = try await workshop.vcr("show", "a.yaml", "1")
      #expect(
        shown.text.hasSuffix("HTTP/1.1 103 Early Hints\nLink: </a>\n\n" + end), "\(shown.text)")
      let list = try await workshop.vcr("show", "a.yaml")
      #expect(list.text.contains("failed") && !list.text.contains("broken off"), "\(list.text)")
      for (old, new, line) in [
        ("103 Early Hints", "102", "interim  103 → 102"),
        ("Link: </a>", "Link: </b>", "header Link  </a> → </b>"),
        ("number: -1005", "number: -1006", "error number  NSURLErrorDomain -1005 → "),
      ] {
        try workshop.folder.write(failed.replacing(old, with: new), to: "b.yaml")
        let result = try await workshop.vcr("diff", "a.yaml", "b.yaml")
        #expect(result.status == 1 && result.text.contains(line), "\(result.text)")
      }
      try workshop.folder.write(Self.response, to: "b.yaml")
      let mended = try await workshop.vcr("diff", "a.yaml", "b.yaml")
      let words = "outcome  networkConnectionLost: the connection was lost → 200 OK"
      #expect(mended.text.contains(words), "\(mended.text)")
    }

    @Test(arguments: [
      ("vcr: 1\n", "vcr: 1\nmine: yes\n"), ("- request:", "# mine\n- request:"),
      ("    status: 200 OK\n", "    status: '200 OK'\n"),
    ])
    func `a change of the text alone is a note`(old: String, new: String) async throws {
      let workshop = try Workshop()
      try workshop.folder.write(Self.response, to: "a.yaml")
      try workshop.folder.write(Self.response.replacing(old, with: new), to: "b.yaml")
      let words =
        "1 cassette differs in the text alone: comments, layout, or keys that mean nothing here"
      let text = try await workshop.vcr("diff", "a.yaml", "b.yaml")
      #expect(text.status == 0)
      #expect(text.errorText.hasPrefix("vcr: \(words)\n") && text.text.isEmpty, "\(text.errorText)")
      for format in ["markdown", "html"] {
        let page = try await workshop.vcr("diff", "--format", format, "a.yaml", "b.yaml")
        #expect(page.status == 0)
        #expect(page.text.contains(words), "\(page.text)")
      }
    }

    @Test func `two cassettes that are the same give nothing and 0`() async throws {
      let workshop = try Workshop()
      try workshop.writeCassette("a.yaml", urls: ["http://api.test/a", "http://api.test/b"])
      let result = try await workshop.vcr("diff", "a.yaml", "a.yaml")
      #expect(result.status == 0)
      #expect(result.text.isEmpty)
    }

    @Test func `a difference is reported and gives 1`() async throws {
      let workshop = try Workshop()
      try workshop.writeCassette("a.yaml", urls: ["http://api.test/a", "http://api.test/b"])
      try workshop.writeCassette(
        "b.yaml", urls: ["http://api.test/a", "http://api.test/c", "http://api.test/b"])
      let result = try await workshop.vcr("diff", "a.yaml", "b.yaml")
      #expect(result.status == 1)
      #expect(
        result.text == """
          a.yaml → b.yaml: 1 added
          + #2 GET http://api.test/c  200 OK
              body  text/plain; charset=utf-8, 2 bytes
                c

          """)
      let colored = try await workshop.vcr("diff", "--color", "a.yaml", "b.yaml")
      #expect(colored.text.contains("\u{1B}[32m+ #2"))
      let short = try await workshop.vcr("diff", "--stat", "a.yaml", "b.yaml")
      #expect(short.text.contains("1 cassette: 1 added"))
    }

    @Test(arguments: [
      ("markdown", "**Cassettes:"), ("json", "{\"cassettes\""), ("html", "<!DOCTYPE"),
    ])
    func `each format is written to a file`(format: String, start: String) async throws {
      let workshop = try Workshop()
      try workshop.writeCassette("a.yaml", urls: ["http://api.test/a"])
      try workshop.writeCassette("b.yaml", urls: ["http://api.test/b/c"])
      let result = try await workshop.vcr(
        "diff", "--format", format, "--output", "out", "a.yaml", "b.yaml")
      #expect(result.status == 1)
      #expect(result.text.isEmpty)
      #expect(workshop.text("out")?.hasPrefix(start) == true)
    }

    @Test func `all of a change is shown where that is wanted`() async throws {
      let workshop = try Workshop()
      func cassette(_ start: Int) -> String {
        let list = (0..<300).map { "{\"id\":\($0),\"price\":\(start + $0)}" }
        return """
          vcr: 1
          interactions:
          - request:
              method: GET
              url: https://a.test/
            response:
              status: 200 OK
              headers:
                Content-Type: application/json
              body:
                text: '[\(list.joined(separator: ","))]'

          """
      }
      try workshop.folder.write(cassette(0), to: "a.yaml")
      try workshop.folder.write(cassette(1_000), to: "b.yaml")
      let usual = try await workshop.vcr("diff", "a.yaml", "b.yaml")
      #expect(usual.text.contains("$[*].price") && usual.text.contains("--all shows it"))
      for format in ["text", "json", "html"] {
        let all = try await workshop.vcr("diff", "--all", "--format", format, "a.yaml", "b.yaml")
        #expect(all.status == 1)
        #expect(all.text.contains("$[299].price"), "\(format)")
      }
    }

    @Test func `new dates alone give nothing and 0`() async throws {
      let workshop = try Workshop()
      for (name, date) in [("a.yaml", "Fri"), ("b.yaml", "Sat")] {
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
                Date: \(date), 20 Nov 2026 10:00:00 GMT

          """, to: name)
      }
      let result = try await workshop.vcr("diff", "a.yaml", "b.yaml")
      #expect(result.status == 0)
      #expect(result.text.isEmpty)
      #expect(result.errorText.contains("1 interaction differs in volatile parts alone"))
      let all = try await workshop.vcr("diff", "--show-volatile", "a.yaml", "b.yaml")
      #expect(all.status == 1)
      #expect(all.text.contains("header Date"))
    }

    /// Files that are no cassettes, some of which are no YAML, either.
    private static let others = [
      ("empty", ""), ("list", "- 1\n- 2\n"), ("several", "---\na: 1\n---\nb: 2\n"),
      ("template", "name: {{ .Values.name }}\nb: }\n"), ("tags", "Fn: !Ref Name\n"),
      ("version", "version: '3'\nservices: {}\n"),
    ]

    @Test func `files of a folder that nobody would take for cassettes are left alone`()
      async throws
    {
      let workshop = try Workshop()
      for (folder, value) in [("old", "1"), ("new", "2")] {
        try workshop.folder.write(
          Repository.cassette(Repository.item("a", value)), to: "\(folder)/a.yaml")
        try workshop.folder.write("services: [web]\n", to: "\(folder)/compose.yaml")
        for (name, other) in Self.others {
          try workshop.folder.write(other, to: "\(folder)/\(name).yaml")
        }
      }
      let result = try await workshop.vcr("diff", "old", "new")
      #expect(result.status == 1, "\(result.errorText)")
      #expect(result.text.contains("$.value  1 → 2"))
      let names = ["compose"] + Self.others.map(\.0)
      #expect(
        result.errorText
          == names.sorted().map { "vcr: new/\($0).yaml is no cassette\n" }.joined(),
        "\(result.errorText)")
      // What was a cassette, and what is said to be one, is not passed over.
      try workshop.folder.write("interactions: [broken\n", to: "new/a.yaml")
      #expect(try await workshop.vcr("diff", "old", "new").status == 2)
      #expect(try await workshop.vcr("diff", "old/compose.yaml", "new/compose.yaml").status == 2)
    }

    @Test func `folders are paired by path`() async throws {
      let workshop = try Workshop()
      try workshop.writeCassette("old/x/a.yaml", urls: ["http://api.test/a"])
      try workshop.writeCassette("old/gone.yaml", urls: ["http://api.test/a"])
      try workshop.writeCassette("new/x/a.yaml", urls: ["http://api.test/a"])
      try workshop.writeCassette("new/come.yaml", urls: ["http://api.test/a"])
      let result = try await workshop.vcr("diff", "old", "new")
      #expect(result.status == 1)
      #expect(result.text.contains("new/come.yaml (new cassette): 1 added"))
      #expect(result.text.contains("old/gone.yaml (cassette is gone): 1 removed"))
      #expect(!result.text.contains("a.yaml →"))
    }

    @Test func `what cannot be read gives 2 and names its place`() async throws {
      let workshop = try Workshop()
      try workshop.writeCassette("a.yaml", urls: ["http://api.test/a"])
      try workshop.folder.write("vcr: 1\ninteractions:\n- nothing\n", to: "b.yaml")
      let result = try await workshop.vcr("diff", "a.yaml", "b.yaml")
      #expect(result.status == 2)
      #expect(result.errorText.contains("b.yaml:3"))
    }

    @Test(arguments: [["a.yaml", "missing.yaml"], ["missing.yaml", "a.yaml"]])
    func `a cassette that is not there gives 2 and is named`(operands: [String]) async throws {
      let workshop = try Workshop()
      try workshop.writeCassette("a.yaml", urls: ["http://api.test/a"])
      let result = try await workshop.vcr(["diff"] + operands)
      #expect(result.status == 2)
      #expect(
        result.errorText == "vcr: error: missing.yaml: there is no such cassette or folder\n")
    }

    @Test func `a broken project file gives 65, as the help says`() async throws {
      let workshop = try Workshop()
      try workshop.writeCassette("a.yaml", urls: ["http://api.test/a"])
      try workshop.folder.write("volatile: {\n", to: ".vcr.yaml")
      let result = try await workshop.vcr("diff", "a.yaml", "a.yaml")
      #expect(result.status == 65)
      #expect(result.errorText.contains(".vcr.yaml:"))
      #expect(try await workshop.vcr("--help").text.contains("\n  65    "))
    }

    @Test func `two spellings of a character are a difference`() async throws {
      let workshop = try Workshop()
      for (name, text) in [("a.yaml", "caf\u{E9}"), ("b.yaml", "cafe\u{301}")] {
        try workshop.folder.write(
          """
          vcr: 1
          interactions:
          - request:
              method: GET
              url: http://api.test/a
            response:
              status: 200 \(text)
              headers:
                X-A: \(text)

          """, to: name)
      }
      let result = try await workshop.vcr("diff", "a.yaml", "b.yaml")
      #expect(result.status == 1)
      #expect(result.text.contains(#"header X-A  caf\u{e9} → cafe\u{301}"#), "\(result.text)")
      #expect(result.text.contains(#"reason      caf\u{e9} → cafe\u{301}"#), "\(result.text)")
    }
  }
#endif
