#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  struct RedactTests {
    private static let leaky = """
      vcr: 1
      interactions:
      - request:
          url: https://api.example.com/ # mine
          headers: {Authorization: Bearer s3cr3t}
        response: {status: 200}

      """

    @Test func `each file is reported, and what fails does not stop the others`() async throws {
      let workshop = try Workshop()
      try workshop.folder.write(Self.leaky, to: "a.yaml")
      try workshop.folder.write("hello", to: "b.yaml")
      try workshop.folder.write(Self.leaky, to: "Cassettes/c.yaml")
      let result = try await workshop.vcr("redact", "none.yaml", "b.yaml", "a.yaml", "c")
      #expect(result.status == 82)
      #expect(try await workshop.vcr("redact", "b.yaml", "none.yaml").status == 65)
      #expect(
        result.errorText == """
          vcr: error: none.yaml: there is no such cassette
          vcr: error: b.yaml:1:1: not a cassette: there is no “vcr: 1”
          vcr: a.yaml: replaced 1 value in 1 interaction
          vcr: Cassettes/c.yaml: replaced 1 value in 1 interaction

          """)
      #expect(
        workshop.text("a.yaml")
          == Self.leaky.replacing("Bearer s3cr3t", with: "\"{{AUTHORIZATION}}\""))
      let again = try await workshop.vcr("redact", "a.yaml", "c")
      #expect(again.status == 0)
      #expect(again.errorText.contains("vcr: a.yaml: nothing to redact\n"))
    }

    @Test func `a recording of another tool in JSON is converted, which the error says`()
      async throws
    {
      let workshop = try Workshop()
      try workshop.folder.write(
        #"""
        {"log": {"entries": [{"request": {"method": "GET", "url": "http://x.test/", "headers": []},
        "response": {"status": 200, "headers": [], "content": {"text": "\ud83d\ude00 \u0007"}}}]}}
        """#, to: "a b.har")
      let result = try await workshop.vcr("redact", "a b.har")
      #expect(result.status == 65)
      #expect(result.errorText.contains("vcr convert 'a b.har' NEW.yaml"), "\(result.errorText)")
    }

    @Test(arguments: [true, false])
    func `places are redacted as the diff prints them`(isInFile: Bool) async throws {
      let workshop = try Workshop()
      let places = ["?sid", "$.user['pin']", "event $.mail", #"text(/nonce="(\w+)"/)"#]
      try workshop.folder.write(
        """
        vcr: 1
        interactions:
        - request:
            method: GET
            url: http://api.test/a?sid=plum&x=pear
            headers:
              Sid: fig
          response:
            status: 200 OK
            headers:
              Content-Type: application/json
            body:
              json: '{"user":{"pin":"quince"},"pin":"grape"}'
        - request:
            method: GET
            url: http://api.test/b
          response:
            status: 200 OK
            headers:
              Content-Type: text/event-stream
            body:
              text: |+
                data: {"mail":"melon"}

        - request:
            method: GET
            url: http://api.test/c
          response:
            status: 200 OK
            headers:
              Content-Type: text/html
            body:
              text: '<p nonce="lemon">apple</p>'

        """, to: "c.yaml")
      if isInFile {
        let list = places.map { "- '\($0.replacing("'", with: "''"))'\n" }.joined()
        try workshop.folder.write("redact:\n" + list, to: ".vcr.yaml")
      }
      let options = isInFile ? [] : places.flatMap { ["--redact", $0] }
      let result = try await workshop.vcr(["redact"] + options + ["c.yaml"])
      #expect(result.status == 0, "\(result.errorText)")
      let text = try #require(workshop.text("c.yaml"))
      for gone in ["plum", "quince", "melon", "lemon"] { #expect(!text.contains(gone), "\(text)") }
      for left in ["pear", "fig", "grape", "apple"] { #expect(text.contains(left), "\(text)") }
    }

    @Test func `what cannot be replaced is reported with its line`() async throws {
      let workshop = try Workshop()
      let token = "ghp_" + String(repeating: "a1B2c3", count: 6)
      let text = Self.leaky.replacing("# mine", with: "# \(token)")
        .replacing("    url:", with: "    method: \(token)\n    url:")
      try workshop.folder.write(text, to: "a.yaml")
      let result = try await workshop.vcr("redact", "a.yaml")
      #expect(result.status == 0)
      #expect(
        result.errorText.hasPrefix(
          "vcr: a.yaml: replaced 1 value in 1 interaction and 1 value beside the messages\n"),
        "\(result.errorText)")
      #expect(result.errorText.contains("a.yaml:4: a secret stays"), "\(result.errorText)")
      #expect(!result.errorText.contains(token))
      #expect(workshop.text("a.yaml")?.contains("# {{GITHUB_TOKEN}}") == true)
      let check = try await workshop.vcr("check", "a.yaml")
      #expect(check.status == 1)
      #expect(check.text.hasPrefix("a.yaml:4: #1 request method: "), "\(check.text)")
    }

    @Test func `a dry run says what would change and exits with 1`() async throws {
      let workshop = try Workshop()
      try workshop.folder.write(Self.leaky, to: "a.yaml")
      let result = try await workshop.vcr("redact", "--dry-run", "a.yaml")
      #expect(result.status == 1)
      #expect(result.errorText == "vcr: a.yaml: would replace 1 value in 1 interaction\n")
      #expect(workshop.text("a.yaml") == Self.leaky)
    }

    @Test func `rules of the command line and of the environment count`() async throws {
      let workshop = try Workshop()
      let text = Self.leaky.replacing("Authorization: Bearer s3cr3t", with: "X-A: one, X-B: zwei")
      try workshop.folder.write(text, to: "a.yaml")
      let result = try await workshop.vcr(
        ["redact", "--redact", "x-a", "--secret", "MINE", "a.yaml"], setting: ["MINE": "zwei"])
      #expect(result.status == 0, "\(result.errorText)")
      #expect(
        workshop.text("a.yaml")
          == text.replacing("one", with: "\"{{X_A}}\"").replacing("zwei", with: "\"{{MINE}}\""))
      let unknown = try await workshop.vcr("redact", "--secret", "NONE", "a.yaml")
      #expect(unknown.status == 64)
    }

    @Test func `a secret from a file is looked for without its line end`() async throws {
      let workshop = try Workshop()
      let text = Self.leaky.replacing("Authorization: Bearer s3cr3t", with: "X-B: t0ken-value")
      try workshop.folder.write(text, to: "a.yaml")
      let result = try await workshop.vcr(
        ["redact", "--secret", "MINE", "a.yaml"], setting: ["MINE": "Bearer t0ken-value\n"])
      #expect(result.status == 0)
      #expect(
        result.errorText == """
          vcr: the value of MINE is looked for without its line end and the word Bearer
          vcr: a.yaml: replaced 1 value in 1 interaction

          """)
      #expect(workshop.text("a.yaml") == text.replacing("t0ken-value", with: "\"{{MINE}}\""))
    }

    @Test(arguments: ["redact", "record"], ["x", "abc", "json", "\n"])
    func `a value that stands in everything is refused as a secret`(
      verb: String, value: String
    ) async throws {
      let workshop = try Workshop()
      try workshop.folder.write(Self.leaky, to: "a.yaml")
      let words =
        verb == "redact"
        ? ["redact", "--secret", "SHORT", "a.yaml"]
        : ["record", "-c", "b.yaml", "--secret", "SHORT", "--", "touch", "ran"]
      let result = try await workshop.vcr(words, setting: ["SHORT": value])
      #expect(result.status == 64, "\(result.errorText)")
      #expect(result.errorText.contains("the secret SHORT "), "\(result.errorText)")
      #expect(result.errorText.contains("stands in much"), "\(result.errorText)")
      #expect(workshop.text("a.yaml") == Self.leaky && workshop.text("ran") == nil)
    }
  }
#endif
