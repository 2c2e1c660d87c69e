#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  struct CheckTests {
    private static let secret = "q7Zt2LmX9vB4nRk8Wd3Hs6Yc"
    private static let clean = """
      vcr: 1
      interactions:
      - request: {url: https://api.example.com/}
        response: {status: 200}

      """
    private static let leaky = clean.replacing(".com/", with: ".com/?token=\(secret)")

    @Test func `a folder is searched for cassettes and journals alone`() async throws {
      let workshop = try Workshop()
      try workshop.folder.write(Self.clean, to: "c/a.yaml")
      try workshop.folder.write(Self.clean, to: "c/d/b.yml")
      try workshop.folder.write("other: \(Self.secret)", to: "c/other.yaml")
      try workshop.folder.write(Self.leaky, to: "c/note.txt")
      try workshop.folder.write(Self.leaky, to: "c/.hidden/a.yaml")
      let clean = try await workshop.vcr("check", "c")
      #expect(clean.status == 0)
      #expect(clean.text == "")
      #expect(clean.errorText == "vcr: checked 2 files: nothing found\n")
      try workshop.folder.write(Self.leaky, to: "c/d/leaky.yaml")
      try workshop.folder.write("vcr: 1\n", to: "c/wrong.yaml")
      let result = try await workshop.vcr("check", "c")
      #expect(result.status == 1)
      #expect(
        result.text == """
          c/wrong.yaml:1:1: not a cassette: there is no interactions:
          c/d/leaky.yaml:3: #1 request url query token: is a secret by its name \
          (q7Zt…, 24 characters)

          """)
      #expect(result.errorText == "vcr: checked 4 files: 2 findings\n")
      #expect(!result.errorText.contains(Self.secret))
    }

    @Test func `a folder for cassettes is searched for recordings of other tools`() async throws {
      let workshop = try Workshop()
      let har = """
        {"log": {"version": "1.2", "creator": {"name": "x", "version": "1"}, "entries": [{
        "request": {"method": "GET", "url": "https://api.example.com/?token=\(Self.secret)",
        "httpVersion": "HTTP/1.1", "headers": [], "queryString": [], "cookies": []},
        "response": {"status": 200, "statusText": "OK", "httpVersion": "HTTP/1.1", "headers": [],
        "content": {"size": 0, "mimeType": "text/plain", "text": ""}, "cookies": []}}]}}

        """
      try workshop.folder.write(har, to: "Cassettes/x.har")
      try workshop.folder.write(#"{"settings": "\#(Self.secret)"}"#, to: "Cassettes/other.json")
      try workshop.folder.write(#"{"settings": "\#(Self.secret)"}"#, to: "other.json")
      for folder in ["Cassettes", "."] {
        let result = try await workshop.vcr("check", folder)
        #expect(
          result.status == 1 && result.text.hasPrefix("Cassettes/x.har: #1"), "\(result.text)")
        #expect(result.errorText == "vcr: checked 1 file: 1 finding\n")
      }
    }

    @Test func `another tool's recordings are found in any folder, by what they hold`() async throws
    {
      let workshop = try Workshop()
      let request =
        #"{"method": "GET", "uri": "https://a.test/?token=\#(Self.secret)", "#
        + #""headers": {}, "body": null}"#
      let response = #"{"status": {"code": 200, "message": "OK"}, "headers": {}, "body": {}}"#
      let recording = #"[{"request": \#(request), "response": \#(response)}]"#
      let files: [(name: String, text: String)] = [
        ("spec/a.yml", "http_interactions: \(recording)\nrecorded_with: VCR 6.0.0\n"),
        ("spec/b/c.json", #"{"interactions": \#(recording), "version": 1}"#),
        ("spec/cut.yml", "http_interactions:\n- request: {uri: a\n  response: \(Self.secret)\n"),
        ("spec/settings.yaml", "request: \(Self.secret)\nresponse: \(Self.secret)\n"),
        ("spec/package.json", #"{"request": "\#(Self.secret)", "response": [1]}"#),
        ("spec/broken.json", #"{"request": "\#(Self.secret)", "response": ["#),
        ("spec/.hidden.json", #"{"interactions": \#(recording)}"#),
        ("spec/c.yaml.files/body.json", #"{"interactions": \#(recording)}"#),
        (
          "spec/openapi.yaml",
          "openapi: 3.0.0\npaths:\n  /a:\n    get:\n      responses:\n        '200':\n          content: "
            + "{application/json: {example: {token: \(Self.secret), request: 1}}}\n"
        ),
      ]
      for file in files { try workshop.folder.write(file.text, to: file.name) }
      let result = try await workshop.vcr("check", "spec")
      #expect(result.status == 1, "\(result.errorText)")
      let found = Set(result.text.split(separator: "\n").map { $0.prefix { $0 != ":" } })
      #expect(
        found == ["spec/a.yml", "spec/b/c.json", "spec/cut.yml"], "\(result.text)")
      #expect(result.errorText.hasPrefix("vcr: checked 3 files: "), "\(result.errorText)")
      #expect(result.text.contains("spec/b/c.json: #1 request url query token"), "\(result.text)")
    }

    @Test func `a named pipe is refused`() async throws {
      let workshop = try Workshop()
      let pipe = workshop.folder.file("pipe").path
      try #require(unsafe mkfifo(pipe, 0o600) == 0)
      let result = try await workshop.vcr("check", "pipe")
      #expect(result.status != 0 && result.errorText.contains("named pipe"), "\(result.errorText)")
    }

    @Test func `a body that is still in a content coding is searched`() async throws {
      let workshop = try Workshop()
      // As a version recorded it that did not undo a coding without an end.
      let coded = "H4sIAAAAAAAAA6pWKsnPTs1TslIqNI8qMfLJjbAsczLJC8q2CE8x9ig2i0xWqgUAAAD//w=="
      try workshop.folder.write(
        """
        vcr: 1
        interactions:
        - request:
            method: GET
            url: https://api.example.com/
          response:
            status: 200 OK
            headers:
              Content-Type: application/json
              Content-Encoding: gzip
            body:
              base64: |-
                \(coded)

        """, to: "a.yaml")
      let result = try await workshop.vcr("check", "a.yaml")
      #expect(result.status == 1, "\(result.errorText)")
      #expect(
        result.text.contains("#1 response body $.token: is a secret by its name"),
        "\(result.text)")
    }

    @Test(arguments: [
      "# a\n\"vcr\": 1\n'interactions':\n- request: {url: URL}\n  response: {status: 200}\n",
      "{vcr: 1, interactions: [{request: {url: \"URL\"}, response: {status: 200}}]}\n",
      "{\"interactions\": [{\"request\": {\"url\": \"URL\"}, \"response\": {\"status\": 200}}], \"vcr\": 1}\n",
      "--- # one\n  vcr : 1\n  interactions:\n  - {request: {url: URL}, response: {status: 200}}\n",
      "? vcr\n: 1\n? interactions\n:\n- {request: {url: URL}, response: {status: 200}}\n",
    ])
    func `a cassette in any form of YAML is found in a folder`(text: String) async throws {
      let workshop = try Workshop()
      let cassette = text.replacing("URL", with: "http://api.test/?token=\(Self.secret)")
      try workshop.folder.write(cassette, to: "c/a.yaml")
      try workshop.folder.write("on: push\nrun: |\n  vcr: check\n", to: "c/job.yaml")
      for path in ["c/a.yaml", "c"] {
        let result = try await workshop.vcr("check", path)
        #expect(result.status == 1)
        #expect(result.text.contains("#1 request url query token: is a secret by its name"))
        #expect(result.errorText == "vcr: checked 1 file: 1 finding\n")
      }
    }

    @Test func `in a folder Cassettes every file of YAML has to be a recording`() async throws {
      let workshop = try Workshop()
      let foreign = """
        http_interactions:
        - request: {method: get, uri: "http://api.test/"}
          response: {status: {code: 200, message: OK}}
        recorded_with: VCR 6.0.0

        """
      for folder in ["Cassettes", "other"] {
        try workshop.folder.write("", to: "\(folder)/empty.yaml")
        try workshop.folder.write("\u{0}\u{1}", to: "\(folder)/d/garbage.yml")
        try workshop.folder.write("a: b\n", to: "\(folder)/ELSE.YAML")
        try workshop.folder.write(foreign, to: "\(folder)/ruby.yaml")
        try workshop.folder.write("{}\n", to: "\(folder)/.vcr.yaml")
        try workshop.folder.write("", to: "\(folder)/note.txt")
      }
      let other = try await workshop.vcr("check", "other")
      #expect(other.status == 0, "\(other.text)")
      let result = try await workshop.vcr("check", "Cassettes")
      #expect(result.status == 1)
      #expect(
        result.text.split(separator: "\n").map { $0.prefix { $0 != ":" } } == [
          "Cassettes/ELSE.YAML", "Cassettes/empty.yaml", "Cassettes/d/garbage.yml",
        ], "\(result.text)")
      #expect(result.text.contains("Cassettes/empty.yaml:1:1: not a cassette: the file is empty"))
      try FileManager.default.createDirectory(
        at: workshop.folder.file("Cassettes/e"), withIntermediateDirectories: true)
      try workshop.folder.write("", to: "Cassettes/e/x.yaml")
      let below = try await Child.run(
        Workshop.tool, ["check", "."], environment: workshop.environment,
        directory: workshop.folder.file("Cassettes/e"))
      #expect(below.status == 1, "\(below.text)")
    }

    @Test func `suffixes are taken in letters of any case`() async throws {
      let workshop = try Workshop()
      try workshop.folder.write(Self.leaky, to: "c/UP.YAML")
      try workshop.folder.write(Self.leaky, to: "c/Down.Yml")
      let result = try await workshop.vcr("check", "c")
      #expect(result.errorText == "vcr: checked 2 files: 2 findings\n")
      let replay = try await workshop.vcr(
        "replay", "-c", "c/UP.YAML", "--", "curl", "-s", "http://none.test/")
      #expect(replay.status == 80, "\(replay.errorText)")
    }

    #if os(Linux)
      @Test func `of a name that is not UTF-8 it is said that it is none`() async throws {
        let workshop = try Workshop()
        try workshop.folder.write(Self.clean, to: "c/a.yaml")
        let made = try await Child.run(
          "sh", ["-c", "cp c/a.yaml \"c/caf$(printf '\\351').yaml\""],
          environment: workshop.environment, directory: workshop.folder.url)
        #expect(made.status == 0, "\(made.errorText)")
        let result = try await workshop.vcr("check", "c")
        #expect(result.status == 2)
        #expect(
          result.errorText == """
            vcr: error: c/caf\u{FFFD}.yaml: the name is not UTF-8, so that it cannot be opened; \
            rename it
            vcr: checked 1 file: nothing found

            """)
      }
    #endif

    @Test func `what is not there is trouble, and the rest is checked`() async throws {
      let workshop = try Workshop()
      try workshop.folder.write(Self.leaky, to: "a.yaml")
      let result = try await workshop.vcr("check", "none.yaml", "a.yaml")
      #expect(result.status == 2)
      #expect(result.text.hasPrefix("a.yaml:3: #1 request url query token: "))
      #expect(
        result.errorText.hasPrefix("vcr: error: none.yaml: no such file or directory\n"),
        "\(result.errorText)")
    }

    @Test func `a named file that is no cassette is a finding`() async throws {
      let workshop = try Workshop()
      try workshop.folder.write("hello", to: "a.yaml")
      let result = try await workshop.vcr("check", "a.yaml")
      #expect(result.status == 1)
      #expect(result.text.hasPrefix("a.yaml:1:1: not a cassette"))
    }

    @Test func `a password that may be made up warns, and fails when it is named`() async throws {
      let workshop = try Workshop()
      try workshop.folder.write(
        Self.clean.replacing("200}", with: "200, body: {json: '{\"password\":\"tiger\"}'}}"),
        to: "a.yaml")
      let result = try await workshop.vcr("check", "a.yaml")
      #expect(result.status == 0)
      #expect(
        result.text == """
          a.yaml:4: warning: #1 response body $.password: may be a real password, though it is \
          short or looks made up (t…, 5 characters)

          """)
      #expect(result.errorText == "vcr: checked 1 file: 1 warning\n")
      #expect(try await workshop.vcr("check", "--fail-on", "dummy", "a.yaml").status == 1)
      #expect(try await workshop.vcr("check", "--warn", "all", "a.yaml").status == 0)
      let json = try await workshop.vcr("check", "--format", "json", "a.yaml")
      #expect(json.text.contains(#""kind":"dummy","severity":"warning""#), "\(json.text)")
    }

    @Test func `of another tool's recording in a folder Cassettes nothing is passed over`()
      async throws
    {
      let workshop = try Workshop()
      try workshop.folder.write(
        """
        http_interactions:
        - request:
            method: get
            uri: https://api.test/?api_key=\(Self.secret)
            headers: {Authorization: [Bearer \(Self.secret)]}
          response: {status: {status_code: 200}, body: {form_of_tomorrow: H4sIAAAA}}
        recorded_with: VCR-vcr/2.0.0

        """, to: "Cassettes/r.yml")
      for path in ["Cassettes", "Cassettes/r.yml"] {
        let result = try await workshop.vcr("check", path)
        #expect(result.status == 1)
        #expect(
          result.text.contains("1 interaction of 1 cannot be read (#1 (line "), "\(result.text)")
        #expect(result.text.contains("r.yml:4: is a secret by its name"), "\(result.text)")
        #expect(result.text.contains("r.yml:5: "), "\(result.text)")
        #expect(!result.text.contains(Self.secret))
      }
    }

    @Test func `rules of the command line count`() async throws {
      let workshop = try Workshop()
      try workshop.folder.write(
        Self.clean.replacing("url:", with: "headers: {X-Mine: hunter2}, url:"), to: "a.yaml")
      #expect(try await workshop.vcr("check", "a.yaml").status == 0)
      let result = try await workshop.vcr("check", "--redact", "x-mine", "a.yaml")
      #expect(result.status == 1)
      #expect(result.text.contains("#1 request header X-Mine: is a secret by its name (h…, 7 "))
      let mended = try await workshop.vcr("redact", "--redact", "x-mine", "a.yaml")
      #expect(mended.status == 0)
      #expect(try await workshop.vcr("check", "--redact", "x-mine", "a.yaml").status == 0)
    }
  }
#endif
