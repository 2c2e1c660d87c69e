#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  /// Files that would take memory or time without end are refused in a child with little of both.
  struct HostileRecordingTests {
    /// Runs `vcr` with at most 2 GB of address space and 30 seconds of the processor, where the
    /// system can limit them.
    private func vcr(_ arguments: String, in workshop: Workshop) async throws -> Child.Result {
      let limits = "ulimit -v 2000000 2>/dev/null; ulimit -t 30"
      return try await Child.run(
        "/bin/sh", ["-c", "\(limits); exec \"$0\" \(arguments)", Workshop.tool],
        environment: workshop.environment, directory: workshop.folder.url, timeout: 300)
    }

    /// What a file holds, and the words in which it is refused.
    struct Sample: CustomTestStringConvertible, Sendable {
      let testDescription: String
      let words: String
      let content: @Sendable () -> [UInt8]

      init(_ name: String, _ words: String, _ content: @escaping @Sendable () -> String) {
        (testDescription, self.words) = (name, words)
        self.content = { Array(content().utf8) }
      }

      init(_ name: String, _ words: String, bytes: @escaping @Sendable () -> [UInt8]) {
        (testDescription, self.words, content) = (name, words, bytes)
      }
    }

    private static let recordings: [Sample] = [
      Sample("a large scalar with many aliases", "the aliases stand for more than") {
        "http_interactions:\n- &a " + String(repeating: "x", count: 1_000_000) + "\n"
          + String(repeating: "- *a\n", count: 3000)
      },
      Sample("aliases of aliases", "the aliases stand for more than") {
        "a0: &a0 [1,1,1,1,1,1,1,1,1,1]\n"
          + (1...9).map { level in
            "a\(level): &a\(level) ["
              + Array(repeating: "*a\(level - 1)", count: 10)
              .joined(separator: ",") + "]\n"
          }.joined()
      },
      Sample("aliases that nest", "nested deeper than 100 levels") {
        "a0: &a0 [1]\n"
          + (1...300).map { "a\($0): &a\($0) [*a\($0 - 1)]\n" }.joined()
      },
      Sample("an alias within its own anchor", "stands for nothing") { "a: &a [*a]\n" },
      Sample("brackets", "nested deeper than 512 levels") {
        String(repeating: "[", count: 400_000)
      },
      Sample("brackets in YAML", "nested deeper than 100 levels") {
        "a: " + String(repeating: "[", count: 400_000)
      },
      Sample("dashes", "nested deeper than 100 levels") { String(repeating: "- ", count: 200_000) },
      Sample("braces", "nested deeper than 512 levels") {
        String(repeating: "{\"a\":", count: 100_000)
      },
      Sample("prefixes of tags", "more than 100 %TAG directives") {
        (0..<60_000).map { "%TAG !a\($0)! x\n" }.joined() + "--- a\n"
      },
      Sample("prefixes of tags behind carriage returns", "more than 100 %TAG directives") {
        (0..<60_000).map { "%TAG !a\($0)! x\r" }.joined() + "--- a\n"
      },
      Sample("a long prefix of many tags", "a %TAG directive of more than 256 bytes") {
        "%TAG ! x" + String(repeating: "b", count: 700_000) + "\n---\n"
          + String(repeating: "- !x a\n", count: 100_000)
      },
      Sample("UTF-32", "a text in UTF-32, not", bytes: { [0xFF, 0xFE, 0, 0, 0x61, 0, 0, 0] }),
      Sample("the same member over and over", "is there more than once") {
        "http_interactions: []\n" + String(repeating: "a: 1\n", count: 300_000)
      },
      Sample("anchors", "is no recording") {
        "a:\n" + (0..<60_000).map { "- &a\($0) 1\n" }.joined()
      },
      Sample("very many anchors", "more than") {
        "a:\n" + (0..<400_000).map { "- &a\($0) 1\n" }.joined()
      },
      Sample("tables of TOML", "more than") {
        (0..<100_000).map { "[[t\($0).a.b.c]]\n" }.joined()
      },
      Sample("comments", "is no recording") { String(repeating: "//\n", count: 300_000) },
      Sample("many values", "more than") { "a: [" + String(repeating: "1,", count: 3_000_000) },
      Sample("many values of JSON", "more values than") {
        "[" + String(repeating: "1,", count: 3_000_000) + "1]"
      },
      Sample("a tag that would run something", "is no recording") {
        "a: !!python/object/apply:os.system ['touch ran']\n"
      },
      Sample("zeros", "binary data, not", bytes: { [UInt8](repeating: 0, count: 8 << 20) }),
      Sample("zeros within", "a NUL byte") {
        "http_interactions:\n- a: " + String(repeating: "x", count: 2 << 20) + "\u{0}"
      },
      Sample("bytes of chance", "binary data, not") {
        String(decoding: (0..<4096).map { UInt8($0 * 7 % 32) }, as: UTF8.self)
      },
      Sample("a PDF", "a PDF document, not") { "%PDF-1.7\n%âãÏÓ\n1 0 obj\n" },
      Sample("a picture", "a PNG picture, not", bytes: { [0x89] + Array("PNG\r\n\u{1A}\n".utf8) }),
      Sample("a page", "an HTML page, not") { "\n<!DOCTYPE html>\n<html></html>\n" },
      Sample("a pointer", "git lfs pull") { "version https://git-lfs.github.com/spec/v1\noid a\n" },
      Sample("nothing", "an empty file, not") { "" },
    ]

    @Test(arguments: recordings)
    func `what is no recording is refused with little memory, and in its own words`(sample: Sample)
      async throws
    {
      let workshop = try Workshop()
      try Data(sample.content()).write(to: workshop.folder.file("old"))
      let result = try await vcr("convert old new.yaml", in: workshop)
      #expect(result.status == 65, "\(result.errorText)")
      #expect(result.errorText.contains(sample.words), "\(result.errorText)")
      #expect(result.errorText.utf8.count < 1000)
      #expect(workshop.text("new.yaml") == nil)
      #expect(workshop.text("ran") == nil)
    }

    @Test(arguments: [
      ("yes", "without a request"), ("yes ''", "without a request"),
      ("yes '{\"a\": 1},'", "without a request"), ("yes http_interactions:", "without a request"),
      ("yes request", "without a request"), ("yes 'GET /request: 1'", "without a request"),
      ("yes 'request: 1'", "without a request"), ("yes -- '- request: a'", "without a request"),
      ("yes 'request: {}'", "with the same member over and over"),
      ("yes '{\"request\": {}}'", "of more than one JSON text"),
      ("yes -- '- request: {}'", "of requests without a response"),
      ("yes -- '- request: {}\n  response: {}'", "with the same lines over and over"),
    ])
    func `a stream of text that never ends is no recording`(
      endless: String, reason: String
    ) async throws {
      let workshop = try Workshop()
      let result = try await Child.run(
        "/bin/sh",
        ["-c", "ulimit -t 30; \(endless) | exec \"$0\" convert - new.yaml", Workshop.tool],
        environment: workshop.environment, directory: workshop.folder.url, timeout: 300)
      #expect(result.status == 65, "\(result.errorText)")
      #expect(
        result.errorText.contains("\(reason) in its first 16 MiB, not a recording"),
        "\(result.errorText)")
    }

    @Test(arguments: ["show c.yaml", "check c.yaml", "replay -c c.yaml -- true"])
    func `a cassette of ours is bounded as well`(command: String) async throws {
      for sample in Self.recordings where sample.testDescription != "nothing" {
        let workshop = try Workshop()
        try Data(sample.content()).write(to: workshop.folder.file("c.yaml"))
        let result = try await vcr(command, in: workshop)
        #expect(
          result.status == 65 || command.hasPrefix("check") && result.status <= 2,
          "\(sample.testDescription): \(result.status) \(result.errorText)")
      }
    }

    @Test func `compressed bodies that become huge are kept as they came, or left out`()
      async throws
    {
      let workshop = try Workshop()
      let script = """
        import base64, gzip
        bomb = base64.b64encode(gzip.compress(bytes(1 << 26)))
        bomb = bomb.decode()
        open("py.yaml", "w").write("version: 1\\ninteractions:\\n" + "".join(
            "- request: {method: GET, uri: http://example.com/%d, headers: {}}\\n"
            "  response: {status: {code: 200}, headers: {Content-Encoding: [gzip]},"
            " body: {string: !!binary '%s'}}\\n" % (n, bomb) for n in range(1)))
        open("r.yaml", "w").write("http_interactions:\\n" + "".join(
            "- request: {method: get, uri: http://example.com/%d}\\n"
            "  response: {status: 200, body: {raw_gzip: '%s'}}\\n" % (n, bomb) for n in range(1)))
        """
      let made = try await Child.run(
        "python3", ["-c", script], directory: workshop.folder.url, timeout: 300)
      try #require(made.status == 0, "\(made.errorText)")
      let kept = try await vcr("convert py.yaml new.yaml", in: workshop)
      #expect(kept.status == 0, "\(kept.errorText)")
      let text = try #require(workshop.text("new.yaml"))
      #expect(text.contains("Content-Encoding: gzip"))
      #expect(text.utf8.count < 8 << 20)
      let out = try await vcr("convert r.yaml r-new.yaml", in: workshop)
      #expect(out.status != 0)
      #expect(out.errorText.contains("becomes too large"), "\(out.errorText)")
      #expect(try await vcr("check py.yaml r.yaml", in: workshop).status <= 2)
    }

    @Test func `settings are bounded as well`() async throws {
      for sample in Self.recordings where sample.testDescription != "nothing" {
        let workshop = try Workshop()
        try Data(sample.content()).write(to: workshop.folder.file(".vcr.yaml"))
        let result = try await vcr("replay -c c.yaml -- true", in: workshop)
        #expect(
          result.status == 65, "\(sample.testDescription): \(result.status) \(result.errorText)")
      }
    }

    @Test func `a file of a gigabyte without a byte of text is refused by its beginning`()
      async throws
    {
      let workshop = try Workshop()
      let file = workshop.folder.file("old.yaml")
      try Data().write(to: file)
      let handle = try FileHandle(forWritingTo: file)
      // A hole, which takes no room on the disk.
      try handle.truncate(atOffset: 3 << 30)
      try handle.close()
      for command in ["convert old.yaml new.yaml", "show old.yaml", "check old.yaml"] {
        let result = try await vcr(command, in: workshop)
        #expect(result.status != 0, "\(command)")
        let said = result.errorText + result.text
        #expect(said.contains("binary data"), "\(command): \(said)")
      }
    }
  }
#endif
