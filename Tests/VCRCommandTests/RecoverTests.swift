#if CommandLineTool
  import Foundation
  import VCRLocks
  import TestSupport
  import Testing

  struct RecoverTests {
    @Test func `what was recorded before a kill is recovered`() async throws {
      let workshop = try Workshop()
      let server = try LoopbackServer { request in ServerResponse(text: "live \(request.target)") }
      // The second request is answered only after the first was recorded.
      let child = try workshop.start(
        "record", "-c", "c.yaml", "--", "sh", "-c",
        "curl -sS -o /dev/null \(server.origin)/1; curl -sS -o /dev/null \(server.origin)/2; "
          + "echo ready; exec sleep 60")
      #expect(await child.nextLine() == "ready")
      child.signal(SIGKILL)
      // COMMAND outlives its parent; what is left of the group goes too.
      kill(-child.id, SIGKILL)
      #expect(await child.finished().status == 128 + SIGKILL)
      server.stop()
      #expect(workshop.text("c.yaml") == nil)

      let recovered = try await workshop.vcr("recover", "c.yaml")
      #expect(recovered.status == 0, "\(recovered.errorText)")
      let replayed = try await workshop.vcr(
        "replay", "-c", "c.yaml", "--", "curl", "-sS", "\(server.origin)/1")
      #expect(replayed.status == 0, "\(replayed.errorText)")
      #expect(replayed.text == "live /1")
    }

    @Test func `a COMMAND that fails leaves the cassette as it was`() async throws {
      let workshop = try Workshop()
      let server = try LoopbackServer { _ in ServerResponse(text: "live") }
      let url = "\(server.origin)/a"
      let failed = try await workshop.vcr(
        "record", "-c", "c.yaml", "--", "sh", "-c", "curl -sS \(url); exit 7")
      #expect(failed.status == 7)
      #expect(failed.errorText.contains("c.yaml.recording"), "\(failed.errorText)")
      #expect(failed.errorText.contains("vcr recover c.yaml"))
      #expect(workshop.text("c.yaml") == nil)

      let recovered = try await workshop.vcr("recover", "c.yaml")
      #expect(recovered.errorText == "vcr: recovered 1 interaction: c.yaml\n")
      #expect(workshop.text("c.yaml")?.contains("url: \(url)") == true)
      #expect(workshop.text("c.yaml.recording") == nil)
    }

    @Test func `an interrupted recording is taken up by the next`() async throws {
      let workshop = try Workshop()
      let server = try LoopbackServer { request in ServerResponse(text: "live \(request.target)") }
      let child = try workshop.start(
        "record", "-c", "c.yaml", "--", "sh", "-c",
        "curl -sS -o /dev/null \(server.origin)/1; echo ready; exec sleep 60")
      #expect(await child.nextLine() == "ready")
      child.signal(SIGINT)
      #expect(await child.finished().status == 128 + SIGINT)
      #expect(workshop.text("c.yaml") == nil)
      let next = try await workshop.vcr(
        "record", "-c", "c.yaml", "--", "curl", "-sS", "\(server.origin)/2")
      #expect(next.status == 0, "\(next.errorText)")
      let text = try #require(workshop.text("c.yaml"))
      #expect(text.contains("url: \(server.origin)/1"))
      #expect(text.contains("url: \(server.origin)/2"))
    }

    @Test func `what the project or the environment names as volatile is no change`() async throws {
      let workshop = try Workshop()
      let hits = Mutex(0)
      let server = try LoopbackServer { _ in
        let hit = hits.withLock { hits in
          hits += 1
          return hits
        }
        return ServerResponse(
          headers: [("Content-Type", "application/json"), ("X-Build", "\(hit)")],
          text: #"{"at":\#(hit)}"#)
      }
      let url = "\(server.origin)/a"
      let recorded = try await workshop.vcr("record", "-c", "c.yaml", "--", "curl", "-sS", url)
      #expect(recorded.status == 0, "\(recorded.errorText)")
      let first = workshop.text("c.yaml")
      try workshop.folder.write("volatile: X-Build\n", to: ".vcr.yaml")
      let failed = try await workshop.vcr(
        "record", "--mode", "all", "-c", "c.yaml", "--", "sh", "-c", "curl -sS \(url); exit 7")
      #expect(failed.status == 7)
      let recovered = try await workshop.vcr(
        ["recover", "c.yaml"], setting: ["VCR_VOLATILE": "$.at"])
      #expect(recovered.status == 0, "\(recovered.errorText)")
      #expect(hits.withLock { $0 } == 2)
      #expect(workshop.text("c.yaml") == first)
    }

    @Test func `nothing to recover is 82`() async throws {
      let result = try await Workshop().vcr("recover", "c.yaml")
      #expect(result.status == 82)
    }
  }
#endif
