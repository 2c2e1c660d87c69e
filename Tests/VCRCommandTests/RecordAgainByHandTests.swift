#if CommandLineTool
  import Foundation
  import VCRLocks
  import TestSupport
  import Testing

  /// Cassettes that people wrote, edited, linked or damaged, before the real command.
  struct RecordAgainByHandTests {
    private final class Service: Sendable {
      let headers = Mutex<[(String, String)]>([("Content-Type", "text/plain")])
      let text = Mutex("one")
    }

    private func record(
      _ workshop: Workshop, _ urls: String..., options: [String] = ["--mode", "all"],
      cassette: String = "c.yaml"
    ) async throws -> Child.Result {
      let result = try await workshop.vcr(
        ["record"] + options + ["-c", cassette, "--", "curl", "-sS"] + urls)
      #expect(result.status == 0, "\(result.errorText)")
      return result
    }

    private func server(_ service: Service) throws -> LoopbackServer {
      try LoopbackServer { _ in
        ServerResponse(
          headers: service.headers.withLock { $0 }, text: service.text.withLock { $0 })
      }
    }

    @Test func `a header that the service adds leaves comments and unknown keys`() async throws {
      let workshop = try Workshop()
      let service = Service()
      let server = try server(service)
      let old = """
        vcr: 1
        interactions:
        - request:
            method: GET
            url: \(server.origin)/a
            x-note: asked once
            headers:
              Accept: '*/*'
              User-Agent: curl
          response:
            status: 200
            x-why: it was so
            headers:
              # What it is.
              Content-Type: text/plain
            body:
              x-form: kept
              text: one
        # end comment

        """
      try workshop.folder.write(old, to: "c.yaml")
      service.headers.withLock { $0.append(("X-New", "1")) }
      let result = try await record(workshop, "\(server.origin)/a", "\(server.origin)/b")
      let text = try #require(workshop.text("c.yaml"))
      for line in ["x-note: asked once", "x-why: it was so", "x-form: kept", "# What it is."] {
        #expect(text.contains(line), "\(text)")
      }
      #expect(text.contains("      Content-Type: text/plain\n      X-New: '1'\n"), "\(text)")
      #expect(text.hasSuffix("\n# end comment\n"), "\(text)")
      #expect(!result.errorText.contains("comments"), "\(result.errorText)")
    }

    @Test func `a part of a multipart body that changes leaves a file that can be read`()
      async throws
    {
      let workshop = try Workshop()
      let service = Service()
      let server = try server(service)
      func answer(_ preamble: String) {
        service.headers.withLock { $0 = [("Content-Type", "multipart/mixed; boundary=b")] }
        service.text.withLock {
          $0 = "\(preamble)\r\n--b\r\nContent-Type: text/plain\r\n\r\none\r\n--b--\r\n"
        }
      }
      answer("hello")
      _ = try await record(workshop, server.origin)
      let recorded = try #require(workshop.text("c.yaml"))
      try workshop.folder.write(
        recorded.replacing("      preamble:", with: "      # What comes first.\n      preamble:"),
        to: "c.yaml")
      answer("goodbye")
      let again = try await record(workshop, server.origin)
      let text = try #require(workshop.text("c.yaml"))
      #expect(text.contains("      # What comes first.\n      preamble: goodbye\n"), "\(text)")
      #expect(!text.contains("hello"))
      #expect(!again.errorText.contains("comments"), "\(again.errorText)")
      server.stop()
      let replayed = try await workshop.vcr(
        "replay", "-c", "c.yaml", "--", "curl", "-sS", server.origin)
      #expect(replayed.status == 0, "\(replayed.errorText)")
      #expect(replayed.text == service.text.withLock { $0 })
    }

    @Test func `a file of CR LF stays one when an interaction comes`() async throws {
      let workshop = try Workshop()
      let server = try server(Service())
      _ = try await record(workshop, "\(server.origin)/a")
      let recorded = try #require(workshop.text("c.yaml"))
      let old = ("# mine\n" + recorded).replacing("\n", with: "\r\n")
      try workshop.folder.write(old, to: "c.yaml")
      let result = try await record(workshop, "\(server.origin)/a", "\(server.origin)/b")
      let text = try #require(workshop.text("c.yaml"))
      #expect(text.hasPrefix(old), "\(text)")
      #expect(text.utf8.count { $0 == 10 } == text.utf8.count { $0 == 13 })
      #expect(!result.errorText.contains("layout"), "\(result.errorText)")
    }

    @Test func `a file in flow style is put into the cassette's own layout, with a notice`()
      async throws
    {
      let workshop = try Workshop()
      let server = try server(Service())
      let old = """
        {vcr: 1, interactions: [  # all of them
          {request: {url: '\(server.origin)/a'}, response: {status: 200, body: {text: one}}}]}
        """
      try workshop.folder.write(old, to: "c.yaml")
      let result = try await record(workshop, "\(server.origin)/a", "\(server.origin)/b")
      #expect(
        result.errorText.contains(
          "c.yaml was written in another layout and is now in the cassette's own; the comments in it "
            + "are gone"), "\(result.errorText)")
    }

    @Test func `through a link the real cassette is recorded, with the files beside it`()
      async throws
    {
      let workshop = try Workshop()
      let picture = Mutex([UInt8](repeating: 0x89, count: 9000))
      let server = try LoopbackServer { _ in
        ServerResponse(headers: [("Content-Type", "image/png")], body: picture.withLock { $0 })
      }
      func files(_ name: String) -> [String] {
        let path = workshop.folder.file(name).path(percentEncoded: false)
        return (try? FileManager.default.contentsOfDirectory(atPath: path))?.sorted() ?? []
      }
      _ = try await record(workshop, server.origin, cassette: "real/s.yaml")
      let before = files("real/s.yaml.files")
      try FileManager.default.createSymbolicLink(
        atPath: workshop.folder.file("l.yaml").path(percentEncoded: false),
        withDestinationPath: "real/s.yaml")
      picture.withLock { $0 = [UInt8](repeating: 0x90, count: 9000) }
      let again = try await record(workshop, server.origin, cassette: "./l.yaml")
      #expect(again.errorText.contains("recorded 1: ./l.yaml"), "\(again.errorText)")
      let after = files("real/s.yaml.files")
      #expect(before.count == 1 && after.count == 1 && before != after, "\(before), \(after)")
      #expect(files("real") == ["s.yaml", "s.yaml.files"])
      #expect(!files("").contains { $0.hasPrefix("l.yaml.") }, "\(files(""))")
      #expect(workshop.text("real/s.yaml")?.contains("file: s.yaml.files/\(after[0])") == true)
      server.stop()
      for cassette in ["l.yaml", "real/s.yaml"] {
        let replayed = try await workshop.vcr(
          "replay", "-c", cassette, "--", "curl", "-sS", "-o", "/dev/null", server.origin)
        #expect(replayed.status == 0, "\(replayed.errorText)")
      }
    }

    @Test(arguments: ["", "---\n"])
    func `a byte order mark is no fault, for any command`(start: String) async throws {
      let workshop = try Workshop()
      let server = try server(Service())
      _ = try await record(workshop, "\(server.origin)/a")
      let text = try #require(workshop.text("c.yaml"))
      try workshop.folder.write("\u{FEFF}" + start + text, to: "c.yaml")
      try workshop.folder.write(text, to: "plain.yaml")
      for command in [
        ["check", "c.yaml"], ["redact", "c.yaml"], ["diff", "c.yaml", "plain.yaml"],
        ["diff", "plain.yaml", "c.yaml"], ["show", "c.yaml"], ["show", "c.yaml", "1"],
        ["replay", "-c", "c.yaml", "--", "curl", "-sS", "\(server.origin)/a"],
      ] {
        let result = try await workshop.vcr(command)
        #expect(result.status == 0, "\(command): \(result.errorText)\(result.text)")
      }
      _ = try await record(workshop, "\(server.origin)/a", "\(server.origin)/b")
      #expect(workshop.text("c.yaml")?.hasPrefix(start + text) == true)
    }

    @Test(arguments: [true, false])
    func `a file beside the cassette that is damaged or missing gives status 65, and one error`(
      isMissing: Bool
    ) async throws {
      let workshop = try Workshop()
      let server = try LoopbackServer { _ in
        ServerResponse(
          headers: [("Content-Type", "image/png")], body: [UInt8](repeating: 0x89, count: 9000))
      }
      _ = try await record(workshop, server.origin)
      let folder = workshop.folder.file("c.yaml.files")
      let name = try #require(
        FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false)).first)
      let file = folder.appending(path: name)
      if isMissing {
        try FileManager.default.removeItem(at: file)
      } else {
        try Data([1]).write(to: file)
      }
      let replayed = try await workshop.vcr(
        "replay", "-c", "c.yaml", "--", "curl", "-sS", "-o", "/dev/null", server.origin)
      #expect(replayed.status == 65, "\(replayed.errorText)")
      #expect(replayed.errorText.contains(name), "\(replayed.errorText)")
      #expect(!replayed.errorText.contains("proxy"), "\(replayed.errorText)")
    }

    @Test(arguments: ["all", "once", "new-episodes", "offline"])
    func `an empty file is recorded into like one that is not there`(mode: String) async throws {
      let workshop = try Workshop()
      let server = try server(Service())
      try workshop.folder.write("", to: "c.yaml")
      let result = try await record(workshop, server.origin, options: ["--mode", mode])
      #expect(result.errorText.contains("recorded 1: c.yaml"), "\(result.errorText)")
      #expect(workshop.text("c.yaml")?.hasPrefix("vcr: 1\ninteractions:\n- request:") == true)
      try workshop.folder.write("", to: "c.yaml")
      let replayed = try await workshop.vcr("replay", "-c", "c.yaml", "--", "true")
      #expect(replayed.status == 65, "\(replayed.errorText)")
    }

    @Test func `without redaction nothing is said to be redacted`() async throws {
      let workshop = try Workshop()
      let service = Service()
      service.text.withLock { $0 = "Dear {{NAME}}" }
      let server = try server(service)
      let result = try await record(workshop, server.origin, options: ["--no-redaction"])
      #expect(result.errorText.contains("recorded 1: c.yaml"), "\(result.errorText)")
    }
  }
#endif
