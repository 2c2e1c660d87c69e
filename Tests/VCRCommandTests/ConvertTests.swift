#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  struct ConvertTests {
    /// A page that vcrpy stored as it came, compressed.
    private static let old = """
      interactions:
      - request: {method: GET, uri: 'http://api.example.test/', headers: {}, body: null}
        response:
          status: {code: 200, message: OK}
          headers: {Content-Encoding: [gzip], Content-Type: [text/plain]}
          body:
            string: !!binary |
              H4sIAAAAAAAAA8tIzcnJBwCGphA2BQAAAA==
      version: 1

      """

    @Test func `a converted recording replays with its bodies decoded`() async throws {
      let workshop = try Workshop()
      try Self.old.write(
        to: workshop.folder.file("old.yaml"), atomically: true, encoding: .utf8)
      let converted = try await workshop.vcr("convert", "old.yaml", "new.yaml")
      #expect(converted.errorText == "vcr: converted 1 interaction of vcrpy: new.yaml\n")
      #expect(workshop.text("new.yaml")?.contains("hello") == true)
      let replayed = try await workshop.vcr(
        "replay", "-c", "new.yaml", "--", "curl", "-sS", "http://api.example.test/")
      #expect(replayed.text == "hello", "\(replayed.errorText)")
    }

    @Test func `a cassette that is there is not replaced unless told to`() async throws {
      let workshop = try Workshop()
      try Self.old.write(
        to: workshop.folder.file("old.yaml"), atomically: true, encoding: .utf8)
      try "mine".write(to: workshop.folder.file("new.yaml"), atomically: true, encoding: .utf8)
      let refused = try await workshop.vcr("convert", "old.yaml", "new.yaml")
      #expect(refused.status == 64)
      #expect(refused.errorText.contains("vcr convert --force old.yaml new.yaml"))
      #expect(workshop.text("new.yaml") == "mine")
      #expect(try await workshop.vcr("convert", "--force", "old.yaml", "new.yaml").status == 0)
    }

    @Test func `the pages of an archive are left out with a line, and are no loss`() async throws {
      let workshop = try Workshop()
      try workshop.folder.write(
        #"""
        {"log": {"version": "1.2", "pages": [{"id": "1", "title": "t"}, {"id": "2"}], "entries": [{
          "startedDateTime": "2026-01-01T00:00:00Z", "time": 1, "pageref": "1",
          "request": {"method": "GET", "url": "http://api.example.test/", "headers": []},
          "response": {"status": 200, "statusText": "OK", "headers": [],
                       "content": {"mimeType": "text/plain", "text": "hi"}}}]}}
        """#, to: "old.har")
      let result = try await workshop.vcr("convert", "--strict", "old.har", "new.yaml")
      #expect(result.status == 0)
      #expect(
        result.errorText
          == "vcr: converted 1 interaction of HAR: new.yaml\n"
          + "vcr: a cassette has no place for 2 pages of a browser, which no replay needs\n")
    }

    @Test func `an output that ends in har is an archive, whatever is read`() async throws {
      let workshop = try Workshop()
      try workshop.writeCassette("ours.yaml", urls: ["http://api.test/a"])
      try workshop.folder.write(Self.partial, to: "foreign.yml")
      for (input, status) in [("ours.yaml", 0), ("foreign.yml", 1)] as [(String, Int32)] {
        for output in ["out.har", "OUT.HAR", "-f.har"] {
          let result = try await workshop.vcr("convert", "--force", "--", input, output)
          #expect(result.status == status, "\(result.errorText)")
          #expect(result.errorText.contains("for HAR: \(output)\n"), "\(result.errorText)")
          let text = try #require(workshop.text(output))
          let archive = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
          #expect(archive?["log"] != nil)
        }
      }
      let other = try await workshop.vcr("convert", "ours.yaml", "out.txt")
      #expect(other.status == 65 && other.errorText.contains("--to"), "\(other.errorText)")
    }

    /// Two exchanges, of which one has a body that cannot be read and one a member that is not
    /// known.
    private static let partial = """
      http_interactions:
      - request: {method: get, uri: 'http://api.example.test/1'}
        response: {status: {code: 200}, body: {raw_brotli: abc}}
      - request: {method: get, uri: 'http://api.example.test/2'}
        response: {status: {code: 200}, body: {string: two}, payload: three}
      recorded_with: VCR-vcr/2.0.0

      """

    @Test func `what is lost is listed with its place, and the status says so`() async throws {
      let workshop = try Workshop()
      try workshop.folder.write(Self.partial, to: "old.yaml")
      let result = try await workshop.vcr("convert", "old.yaml", "new.yaml")
      #expect(result.status == 1)
      #expect(
        result.errorText == """
          vcr: converted 1 interaction of R vcr 2: new.yaml
          vcr: R vcr 2 finds a response by method, scheme, host, path, query, json; to replay it so: \
          --match 'method, scheme, host, path, query, json'
          vcr: old.yaml: left out #1 (line 3): the body of its response is `raw_brotli`, which vcr \
          does not know
          vcr: old.yaml: not read: #2 (line 5): `payload` of its response is not known to vcr, and \
          not read
          vcr: that is not in the cassette; with --strict nothing is written then

          """)
      #expect(workshop.text("new.yaml")?.contains("two") == true)
    }

    @Test func `nothing is written when all is wanted and something is lost`() async throws {
      let workshop = try Workshop()
      try workshop.folder.write(Self.partial, to: "old.yaml")
      let result = try await workshop.vcr("convert", "--strict", "old.yaml", "new.yaml")
      #expect(result.status == 1)
      #expect(result.errorText.contains("left out #1 (line 3)"), "\(result.errorText)")
      #expect(result.errorText.contains("nothing was written"))
      #expect(workshop.text("new.yaml") == nil)
      try workshop.folder.write(Self.old, to: "whole.yaml")
      #expect(try await workshop.vcr("convert", "--strict", "whole.yaml", "new.yaml").status == 0)
    }

    @Test func `a loss of one kind is one line, however often it is met`() async throws {
      let workshop = try Workshop()
      let entries = (1...20).map {
        "- request: {method: get, uri: 'http://api.example.test/\($0)'}\n"
          + "  response: {status: {code: 200}, payload: three}\n"
      }
      try workshop.folder.write("http_interactions:\n" + entries.joined(), to: "old.yaml")
      let result = try await workshop.vcr("convert", "old.yaml", "new.yaml")
      #expect(result.status == 1)
      #expect(
        result.errorText.contains("#5 (line 11) and 15 more places: `payload`"),
        "\(result.errorText)")
    }

    @Test func `bodies that R compressed are unpacked`() async throws {
      let workshop = try Workshop()
      try workshop.folder.write(
        """
        http_interactions:
        - request: {method: get, uri: 'http://api.example.test/1'}
          response: {status: 200, body: {raw_gzip: 'eJzLSM3JyQcABiwCFQ=='}}
        - request: {method: get, uri: 'http://api.example.test/2'}
          response: {status: 200, body: {raw_gzip: 'H4sIAAAAAAAAA8tIzcnJBwCGphA2BQAAAA=='}}
        recorded_with: VCR-vcr/2.0.0

        """, to: "old.yaml")
      let result = try await workshop.vcr("convert", "--strict", "old.yaml", "new.yaml")
      #expect(result.status == 0, "\(result.errorText)")
      let text = try #require(workshop.text("new.yaml"))
      #expect(text.split(separator: "text: ").count == 3, "\(text)")
      #expect(text.split(separator: "hello").count == 3, "\(text)")
    }

    @Test func `a recording is replaced by its own conversion only on demand, and a copy is kept`()
      async throws
    {
      for output in ["my old.yaml", "./my old.yaml", "hard.yaml", "soft.yaml"] {
        let workshop = try Workshop()
        try workshop.folder.write(Self.old, to: "my old.yaml")
        try FileManager.default.linkItem(
          at: workshop.folder.file("my old.yaml"), to: workshop.folder.file("hard.yaml"))
        try FileManager.default.createSymbolicLink(
          atPath: workshop.folder.file("soft.yaml").path, withDestinationPath: "my old.yaml")
        let refused = try await workshop.vcr("convert", "my old.yaml", output)
        #expect(refused.status == 64)
        #expect(refused.errorText.contains("vcr convert --force 'my old.yaml' "))
        #expect(workshop.text("my old.yaml") == Self.old)
        let lossy = try await workshop.vcr("convert", "--strict", "--force", "none", output)
        #expect(lossy.status == 65)
        #expect(workshop.text("my old.yaml.orig") == nil)
        let replaced = try await workshop.vcr("convert", "--force", "my old.yaml", output)
        #expect(replaced.status == 0, "\(replaced.errorText)")
        #expect(replaced.errorText.contains("kept in my old.yaml.orig"), "\(replaced.errorText)")
        #expect(workshop.text("my old.yaml.orig") == Self.old)
        #expect(workshop.text(output)?.hasPrefix("vcr: 1") == true)
      }
    }

    @Test func `an original that was kept is never replaced by a later one`() async throws {
      let workshop = try Workshop()
      try workshop.folder.write(Self.old, to: "old.yaml")
      try workshop.folder.write("mine", to: "old.yaml.orig")
      let refused = try await workshop.vcr("convert", "--force", "old.yaml", "old.yaml")
      #expect(refused.status == 74)
      #expect(refused.errorText.contains("old.yaml.orig, to keep the original, is there already"))
      #expect(workshop.text("old.yaml") == Self.old)
      #expect(workshop.text("old.yaml.orig") == "mine")
    }

    @Test func `the name of the output is taken as it is given`() async throws {
      let workshop = try Workshop()
      try workshop.folder.write(Self.old, to: "old.yaml")
      for (name, path) in [
        ("out.har", "out.har"), ("new.json", "new.json"), ("./odir/", "odir/old.yaml"),
        ("plain", "Cassettes/plain.yaml"), ("odir", "odir/old.yaml"),
      ] {
        let result = try await workshop.vcr("convert", "--force", "old.yaml", name)
        #expect(result.status == 0, "\(result.errorText)")
        let start = name.hasSuffix(".har") ? "{" : "vcr: 1"
        #expect(workshop.text(path)?.hasPrefix(start) == true, "\(name)")
      }
      let names = try FileManager.default.subpathsOfDirectory(atPath: workshop.folder.url.path)
      #expect(
        names.filter { !$0.hasPrefix("tmp") }.sorted() == [
          "Cassettes", "Cassettes/plain.yaml", "new.json", "odir", "odir/old.yaml", "old.yaml",
          "out.har",
        ])
    }

    @Test func `standard input is converted to standard output, and nothing else is there`()
      async throws
    {
      let workshop = try Workshop()
      let result = try await workshop.vcr(["convert", "-", "-"], input: Array(Self.old.utf8))
      #expect(result.status == 0, "\(result.errorText)")
      #expect(result.text.hasPrefix("vcr: 1"))
      let mixed = try await workshop.vcr(["convert", "--format", "json", "-", "-"])
      #expect(mixed.status == 64, "\(mixed.errorText)")
    }

    @Test func `without redaction a secret stays, and a warning says so`() async throws {
      let workshop = try Workshop()
      let secret = "ghp_" + String(repeating: "aB3dE6gH9j", count: 4).prefix(36)
      try workshop.folder.write(
        Self.old.replacing("headers: {}", with: "headers: {Authorization: ['Bearer \(secret)']}"),
        to: "old.yaml")
      #expect(try await workshop.vcr("convert", "old.yaml", "safe.yaml").status == 0)
      #expect(workshop.text("safe.yaml")?.contains(secret) == false)
      let result = try await workshop.vcr("convert", "--no-redaction", "old.yaml", "raw.yaml")
      #expect(result.status == 0, "\(result.errorText)")
      #expect(
        result.errorText.contains("warning: nothing is redacted: ")
          && result.errorText.contains("vcr redact raw.yaml"), "\(result.errorText)")
      #expect(workshop.text("raw.yaml")?.contains(secret) == true)
      let both = try await workshop.vcr(
        "convert", "--no-redaction", "--redact", "x", "old.yaml", "both.yaml")
      #expect(both.status == 64, "\(both.errorText)")
      let folder = try await workshop.vcr("convert", "--no-redaction", "old.yaml", "out/")
      #expect(folder.errorText.contains("without --no-redaction"), "\(folder.errorText)")
      #expect(workshop.text("out/old.yaml")?.contains(secret) == true)
    }

    @Test func `a cassette that cannot be written is said to be so, and no journal is spoken of`()
      async throws
    {
      let workshop = try Workshop()
      try workshop.folder.write(Self.old, to: "old.yaml")
      // A folder stands where the cassette is to be; to root no mode is in the way.
      try FileManager.default.createDirectory(
        at: workshop.folder.file("new.yaml/x"), withIntermediateDirectories: true)
      let result = try await workshop.vcr("convert", "--force", "old.yaml", "new.yaml")
      #expect(result.status == 74)
      #expect(
        result.errorText.contains("new.yaml: the cassette could not be written: "),
        "\(result.errorText)")
      #expect(!result.errorText.contains("recording"), "\(result.errorText)")
      #expect(!result.errorText.contains("recover"), "\(result.errorText)")
    }

    #if os(Linux)
      @Test func `nothing is said of what a device holds that cannot be written to`() async throws {
        let workshop = try Workshop()
        try workshop.folder.write(Self.old, to: "old.yaml")
        let result = try await workshop.vcr("convert", "old.yaml", "/dev/full")
        #expect(result.status == 74)
        #expect(
          result.errorText
            == "vcr: error: /dev/full: the cassette could not be written: no space left on device\n"
        )
      }
    #endif

    @Test func `a picture that would lie beside a cassette is in it on standard output`()
      async throws
    {
      let workshop = try Workshop()
      let noise = (0..<9000).map { UInt8($0 * $0 >> 3 & 255) }
      let picture = Data([0x89, 0x50, 0x4E, 0x47, 0] + noise)
      try workshop.folder.write(
        #"{"log":{"entries":[{"request":{"method":"GET","url":"http://api.test/p","headers":[]},"#
          + #""response":{"status":200,"headers":[{"name":"Content-Type","value":"image/png"}],"#
          + #""content":{"encoding":"base64","text":"\#(picture.base64EncodedString())"}}}]}}"#,
        to: "in.har")
      let result = try await workshop.vcr("convert", "in.har", "-")
      #expect(result.status == 0, "\(result.errorText)")
      try workshop.folder.write(result.text, to: "out.yaml")
      let shown = try await workshop.vcr("show", "out.yaml", "1", "--format", "json")
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(shown.output)) as? [String: Any])
      #expect(object["body"] as? String == picture.base64EncodedString())
    }

    @Test func `what cannot be read is an error that says why`() async throws {
      let workshop = try Workshop()
      try "hello".write(to: workshop.folder.file("old"), atomically: true, encoding: .utf8)
      let unknown = try await workshop.vcr("convert", "old", "new.yaml")
      #expect(unknown.status == 65)
      #expect(unknown.errorText.contains("is no recording that vcr knows"))
      #expect(try await workshop.vcr("convert", "none", "new.yaml").status == 65)
    }
  }
#endif
