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
