#if CommandLineTool
  import Foundation
  import VCRLocks
  import TestSupport
  import Testing

  /// `vcr verify --update`, beside files and beside recordings.
  struct VerifyUpdateTests {
    private static func picture(_ seed: UInt8) -> [UInt8] {
      [0x89, 0x50, 0x4E, 0x47, 0]
        + (0..<9000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) ^ seed }
    }

    /// A service with a picture that can be exchanged.
    private func service(_ seed: @escaping @Sendable () -> UInt8) throws -> LoopbackServer {
      try LoopbackServer { request in
        guard request.target == "/picture" else { return ServerResponse(text: "fine") }
        return ServerResponse(
          headers: [("Content-Type", "image/png")], body: Self.picture(seed()))
      }
    }

    private func files(_ workshop: Workshop) -> [String] {
      let folder = workshop.folder.file("c.yaml.files").path(percentEncoded: false)
      return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }

    @Test func `a picture that drifted takes the place of the file beside the cassette`()
      async throws
    {
      let workshop = try Workshop()
      let seed = Mutex<UInt8>(1)
      let server = try service { seed.withLock { $0 } }
      let recorded = try await workshop.vcr(
        "record", "-c", "c.yaml", "--", "curl", "-s", "-o", "out", "\(server.origin)/picture",
        "-o", "out", "\(server.origin)/text")
      #expect(recorded.status == 0, "\(recorded.errorText)")
      let (old, text) = (files(workshop), workshop.text("c.yaml"))
      #expect(old.count == 1)
      #expect(try await workshop.vcr("verify", "c.yaml", "--update").status == 0)
      #expect(files(workshop) == old)
      #expect(workshop.text("c.yaml") == text)

      seed.withLock { $0 = 2 }
      let updated = try await workshop.vcr("verify", "c.yaml", "--update")
      #expect(updated.status == 1, "\(updated.errorText)")
      #expect(updated.errorText == "vcr: c.yaml: 1 same, 1 drifted and written\n")
      let new = files(workshop)
      try #require(new.count == 1)
      #expect(new != old)
      #expect(workshop.text("c.yaml") == text?.replacing(old[0], with: new[0]))
      #expect(!FileManager.default.fileExists(atPath: workshop.folder.path + "/c.yaml.recording"))
      let replayed = try await workshop.vcr(
        "replay", "-c", "c.yaml", "--", "curl", "-s", "-o", "out", "\(server.origin)/picture")
      #expect(replayed.status == 0, "\(replayed.errorText)")
      let out = FileManager.default.contents(atPath: workshop.folder.path + "/out")
      #expect(out.map { Array($0) == Self.picture(2) } == true)
      #expect(try await workshop.vcr("verify", "c.yaml").status == 0)
    }

    @Test func `a link that says something else is written with the requests that follow it`()
      async throws
    {
      let workshop = try Workshop()
      let version = Mutex("v1/users/7")
      let server = try LoopbackServer { request in
        request.target == "/start"
          ? ServerResponse(
            headers: [("Content-Type", "application/json")],
            body: Array(#"{"url":"/\#(version.withLock { $0 })"}"#.utf8))
          : ServerResponse(text: "fine")
      }
      let client = [
        "sh", "-c", #"curl -s "$1$(curl -s "$1/start" | cut -d'"' -f4)""#, "sh", server.origin,
      ]
      #expect(try await workshop.vcr(["record", "-c", "c.yaml", "--"] + client).status == 0)
      let text = workshop.text("c.yaml")
      for path in ["v2/users/7", "v2/admins/9"] {
        version.withLock { $0 = path }
        let updated = try await workshop.vcr("verify", "c.yaml", "--update")
        #expect(updated.status == 1)
        #expect(updated.text.contains("$.url"), "\(updated.text)")
        let replayed = try await workshop.vcr(
          ["replay", "--require-all", "-c", "c.yaml", "--"] + client)
        #expect(replayed.status == 0, "\(replayed.errorText)")
        #expect(replayed.text == "fine")
      }
      // An id alone is the one that was recorded.
      version.withLock { $0 = "v2/admins/11" }
      let kept = workshop.text("c.yaml")
      #expect(try await workshop.vcr("verify", "c.yaml", "--update").status == 0)
      #expect(workshop.text("c.yaml") == kept && kept != text)
    }

    @Test func `beside an unfinished recording nothing is sent, and nothing changes`() async throws
    {
      let workshop = try Workshop()
      let server = try service { 1 }
      let recorded = try await workshop.vcr(
        "record", "-c", "c.yaml", "--", "curl", "-s", "-o", "out", "\(server.origin)/text")
      #expect(recorded.status == 0)
      let failed = try await workshop.vcr(
        "record", "-c", "c.yaml", "--mode", "new-episodes", "--", "sh", "-c",
        "curl -s -o out \(server.origin)/more; exit 3")
      #expect(failed.status == 3)
      let (text, journal) = (workshop.text("c.yaml"), workshop.text("c.yaml.recording"))
      #expect(journal != nil)
      let sent = server.requests.count
      let result = try await workshop.vcr("verify", "c.yaml", "--update")
      #expect(result.status != 0)
      #expect(result.errorText.contains("vcr recover c.yaml"), "\(result.errorText)")
      #expect(server.requests.count == sent)
      #expect(workshop.text("c.yaml") == text)
      #expect(workshop.text("c.yaml.recording") == journal)
      // What only reads is not in the way of anything.
      #expect(try await workshop.vcr("verify", "c.yaml").status == 0)
      #expect(workshop.text("c.yaml.recording") == journal)
    }
  }
#endif
