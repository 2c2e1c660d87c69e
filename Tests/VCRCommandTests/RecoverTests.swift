#if CommandLineTool
  import Foundation
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
          + "echo ready; exec sleep 600")
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

    @Test func `all that is left in a folder is recovered at once, and named only where it stays`()
      async throws
    {
      let service = try ScopeService()
      let program = """
        import os, sys
        from urllib.request import urlopen
        def say(query): return urlopen(os.environ["VCR_SCOPE_URL"] + query).read().decode().strip()
        for name in ["one", "two"]:
            scope = say("?begin&name=a.py&name=" + name)
            urlopen("http://svc.test/" + name)
            try: say("?end=" + scope + "&result=fail")
            except OSError: pass
        """
      try service.workshop.folder.write(program, to: "tests.py")
      let workshop = service.workshop
      let failed = try await workshop.vcr(
        ["record", "--scopes"] + service.map + ["--", "python3", "tests.py"])
      #expect(failed.errorText.contains("nothing kept of 2 that failed"), "\(failed.errorText)")
      let again = try await workshop.vcr(
        ["record", "--scopes"] + service.map + ["--", "python3", "tests.py"])
      #expect(!again.errorText.contains("vcr recover"), "\(again.errorText)")
      let recovered = try await workshop.vcr("recover", "Cassettes")
      #expect(recovered.status == 0, "\(recovered.errorText)")
      #expect(try service.cassettes() == ["a.py/one.yaml", "a.py/two.yaml"])
      let none = try await workshop.vcr("recover", "Cassettes")
      #expect(none.status == 82, "\(none.errorText)")
    }

    @Test func `a replay beside a recording under way says so, and one beside its remains, too`()
      async throws
    {
      let workshop = try Workshop()
      let server = try LoopbackServer { request in ServerResponse(text: "live \(request.target)") }
      func replay() async throws -> String {
        try await workshop.vcr(
          "replay", "-c", "c.yaml", "--", "curl", "-sS", "\(server.origin)/1"
        ).errorText
      }
      _ = try await workshop.vcr(
        "record", "-c", "c.yaml", "--", "curl", "-sS", "\(server.origin)/1")
      let child = try workshop.start(
        "record", "--mode", "all", "-c", "c.yaml", "--", "sh", "-c",
        "curl -sS -o /dev/null \(server.origin)/2; echo ready; exec sleep 600")
      #expect(await child.nextLine() == "ready")
      let during = try await replay()
      #expect(during.contains("another run is recording the cassette"), "\(during)")
      #expect(!during.contains("vcr recover"), "\(during)")
      child.signal(SIGKILL)
      kill(-child.id, SIGKILL)
      #expect(await child.finished().status == 128 + SIGKILL)
      let after = try await replay()
      #expect(after.contains("an unfinished recording lies beside the cassette"), "\(after)")
    }

    @Test func `a folder that is made for a cassette is named`() async throws {
      let workshop = try Workshop()
      let first = try await workshop.vcr("record", "-c", "new/api/c.yaml", "--", "true")
      #expect(first.errorText.contains("made the folder new/api for"), "\(first.errorText)")
      let second = try await workshop.vcr("record", "-c", "new/api/c.yaml", "--", "true")
      #expect(!second.errorText.contains("made the folder"), "\(second.errorText)")
    }

    @Test func `two users of a killed recording are told apart`() async throws {
      let workshop = try Workshop()
      let whole = try Workshop()
      let server = try LoopbackServer { request in
        let token = request.header("Authorization") ?? ""
        return ServerResponse(text: "of \(token.suffix(1))\n")
      }
      let client = """
        for token in $2; do curl -fsS -H "Authorization: Bearer $token" "$1/me"; done
        echo ready
        """
      let options = ["--match", "method,url,headers(Authorization)", "-c", "c.yaml"]
      let tokens = ["a", "b", "c"].map { "q7Zt2LmX9vB4nRk8w3Ys\($0)" }
      func command(_ client: String, _ tokens: [String]) -> [String] {
        ["--", "sh", "-c", client, "sh", server.origin, tokens.joined(separator: " ")]
      }
      let child = try workshop.start(
        ["record"] + options + command(client + "\nexec sleep 600", tokens))
      while let line = await child.nextLine(), line != "ready" {}
      child.signal(SIGKILL)
      kill(-child.id, SIGKILL)
      #expect(await child.finished().status == 128 + SIGKILL)
      let recovered = try await workshop.vcr(["recover", "c.yaml"])
      #expect(recovered.status == 0, "\(recovered.errorText)")
      let complete = try await whole.vcr(["record"] + options + command(client, tokens))
      #expect(complete.status == 0, "\(complete.errorText)")
      server.stop()

      // All but the salt, the digests made with it, and the times.
      func bare(_ workshop: Workshop) throws -> String {
        try #require(workshop.text("c.yaml"))
          .replacing(/salt: '[0-9a-f]{8}'/, with: "salt")
          .replacing(/AUTHORIZATION: [0-9a-f]{4} [0-9a-f]{4} [0-9a-f]{4}\n/, with: "three\n")
          .replacing(/(seconds|recorded_at|date|Date): [^\n]*/) { "\($0.output.1)" }
      }
      let text = try bare(workshop)
      #expect(try text == bare(whole))
      #expect(text.contains("  salt\n  three\n"))
      for workshop in [workshop, whole] {
        let replayed = try await workshop.vcr(
          ["replay"] + options + command(client, tokens.reversed()))
        #expect(replayed.text == "of c\nof b\nof a\nready\n", "\(replayed.errorText)")
      }
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
        "curl -sS -o /dev/null \(server.origin)/1; echo ready; exec sleep 600")
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
      let hits = Counter()
      let server = try LoopbackServer { _ in
        let hit = hits.next()
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
      #expect(hits.current == 2)
      #expect(workshop.text("c.yaml") == first)
    }

    @Test func `nothing to recover is 82`() async throws {
      let result = try await Workshop().vcr("recover", "c.yaml")
      #expect(result.status == 82)
    }
  }
#endif
