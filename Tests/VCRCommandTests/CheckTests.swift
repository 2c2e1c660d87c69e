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
