#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  /// WebSockets of real clients behind the real command.
  struct WebSocketTests {
    private func client(_ steps: String, _ url: String, _ way: String = "connect") -> [String] {
      ["python3", "-c", WebSocketService.client(steps), url, way]
    }

    @Test func `a conversation is recorded, shown, replayed and recorded again without a diff`()
      async throws
    {
      let workshop = try Workshop()
      let service = try await WebSocketService()
      let command =
        ["-c", "c.yaml", "--"]
        + client(
          """
          ws = connect(url, way)
          show(ws.recv())
          ws.send("hello"); show(ws.recv())
          ws.send(b"\\x00\\x01"); show(ws.recv())
          ws.close(1000, "bye"); show(ws.recv())
          """, "ws://127.0.0.1:\(service.port)/greet")
      let recorded = try await workshop.vcr(["record"] + command)
      #expect(recorded.status == 0, "\(recorded.errorText)")
      #expect(recorded.text.hasSuffix("echo hello\nb'\\x01\\x00'\n('close', 1000, 'bye')\n"))
      #expect(recorded.errorText.contains("recorded 1: c.yaml"), "\(recorded.errorText)")
      let cassette = try #require(workshop.text("c.yaml"))

      let shown = try await workshop.vcr("show", "c.yaml", "1")
      #expect(shown.text.contains("\n> hello (after 0."), "\(shown.text)")
      #expect(shown.text.contains("\n< (2 B, binary) (after 0."), "\(shown.text)")
      #expect(shown.text.contains("\n> close 1000 bye (after 0."), "\(shown.text)")
      let table = try await workshop.vcr("show", "c.yaml")
      #expect(table.text.contains("  websocket  "), "\(table.text)")
      let json = try await workshop.vcr("show", "c.yaml", "--format", "json")
      #expect(json.text.contains(#"{"by":"client","after":0."#), "\(json.text)")
      #expect(json.text.contains(#""binary":"AQA="}"#), "\(json.text)")
      #expect(try await workshop.vcr("check", "c.yaml").status == 0)

      let again = try await workshop.vcr(["record", "--mode", "all"] + command)
      #expect(again.text == recorded.text, "\(again.errorText)")
      #expect(workshop.text("c.yaml") == cassette)
      service.stop()
      let replayed = try await workshop.vcr(["replay"] + command)
      #expect(replayed.text == recorded.text, "\(replayed.errorText)")
      #expect(replayed.status == 0)
    }

    @Test func `a message that was not recorded gives the status of a request that was not`()
      async throws
    {
      let workshop = try Workshop()
      let service = try await WebSocketService()
      func command(_ text: String) -> [String] {
        ["-c", "c.yaml", "--"]
          + client(
            "ws = connect(url, way)\nws.send('\(text)'); show(ws.recv())",
            "ws://127.0.0.1:\(service.port)/echo")
      }
      #expect(try await workshop.vcr(["record"] + command("one")).status == 0)
      let replayed = try await workshop.vcr(["replay"] + command("two"))
      #expect(replayed.status == 80, "\(replayed.errorText)")
      #expect(replayed.text.hasPrefix("('close', 1008, "))
      #expect(replayed.errorText.contains("The message is  two\n"), "\(replayed.errorText)")
      #expect(replayed.errorText.contains("vcr record --mode all -c c.yaml -- "))
    }

    @Test func `a message above the limit of the options ends its connection`() async throws {
      let workshop = try Workshop()
      let service = try await WebSocketService()
      func record(_ cassette: String, _ limit: String) async throws -> Child.Result {
        try await workshop.vcr(
          ["record", "-c", cassette, "--max-message-size", limit, "--"]
            + client(
              "ws = connect(url, way)\nws.send('x' * 2000); print(len(ws.recv())); ws.close()",
              "ws://127.0.0.1:\(service.port)/echo"))
      }
      let refused = try await record("a.yaml", "1000")
      #expect(refused.status != 0)
      #expect(
        refused.errorText.contains(
          "a message has more than 1.0 kB, which is not recorded\nTo read more:"),
        "\(refused.errorText)")
      #expect(refused.errorText.contains("--max-message-size BYTES"))
      let recorded = try await record("b.yaml", "5000")
      #expect(recorded.status == 0, "\(recorded.errorText)")
      #expect(recorded.errorText.contains("recorded 1: b.yaml"), "\(recorded.errorText)")
    }

    @Test func `a place that a diff prints is what volatile takes`() async throws {
      let workshop = try Workshop()
      let service = try await WebSocketService()
      func record(_ cassette: String, _ id: String) async throws {
        let result = try await workshop.vcr(
          ["record", "-c", cassette, "--"]
            + client(
              """
              ws = connect(url, way)
              ws.send('{"subscribe":2,"id":"\(id)"}')
              for _ in range(3): show(ws.recv())
              """, "ws://127.0.0.1:\(service.port)/ticker"))
        #expect(result.status == 0, "\(result.errorText)")
      }
      try await record("a.yaml", "one")
      try await record("b.yaml", "two")
      let places = ["message(1 client) $.id", "message(1 service) $.at", "message(2 service) $.at"]
      let diff = try await workshop.vcr("diff", "a.yaml", "b.yaml")
      for place in places { #expect(diff.text.contains(place), "\(diff.text)") }
      let some = try await workshop.vcr(
        "diff", "--volatile", places[0], "--volatile", places[1], "a.yaml", "b.yaml")
      #expect(some.status == 1 && some.text.contains(places[2]), "\(some.text)")
      #expect(!some.text.contains(places[0]) && !some.text.contains(places[1]), "\(some.text)")
      let named = places.flatMap { ["--volatile", $0] }
      let none = try await workshop.vcr(["diff"] + named + ["a.yaml", "b.yaml"])
      #expect(none.status == 0 && none.text.isEmpty, "\(none.text)")
      // Another id is the same message for a replay, and leaves the cassette as it is.
      let cassette = workshop.text("a.yaml")
      let command = client(
        """
        ws = connect(url, way)
        ws.send('{"subscribe":2,"id":"three"}')
        for _ in range(3): show(ws.recv())
        """, "ws://127.0.0.1:\(service.port)/ticker")
      for verb in [["record", "--mode", "all"], ["replay"]] {
        let result = try await workshop.vcr(verb + named + ["-c", "a.yaml", "--"] + command)
        #expect(result.status == 0, "\(result.errorText)")
        #expect(workshop.text("a.yaml") == cassette)
      }
    }

    @Test func `a kill of the recorder loses no message that either side has received`()
      async throws
    {
      let workshop = try Workshop()
      let service = try await WebSocketService()
      let child = try workshop.start(
        ["record", "-c", "c.yaml", "--"]
          + client(
            """
            ws = connect(url, way)
            for number in range(100000):
                ws.send("%d" % number)
                show(ws.recv())
            """, "ws://127.0.0.1:\(service.port)/echo"))
      var received: [String] = []
      while let line = await child.nextLine() {
        received.append(line)
        if line == "echo 50" { break }
      }
      child.signal(SIGKILL)
      kill(-child.id, SIGKILL)
      _ = await child.finished()
      try #require(received.last == "echo 50")
      let recovered = try await workshop.vcr("recover", "c.yaml")
      #expect(recovered.status == 0, "\(recovered.errorText)")
      let text = try #require(workshop.text("c.yaml"))
      for line in received { #expect(text.contains("    service: \(line)\n"), "\(line)") }
      #expect(text.contains("    message: the recording was interrupted\n"))
      // It is served up to there, and then breaks off.
      service.stop()
      let replayed = try await workshop.vcr(
        ["replay", "-c", "c.yaml", "--"]
          + client(
            """
            ws = connect(url, way)
            for number in range(51):
                ws.send("%d" % number)
                show(ws.recv())
            """, "ws://127.0.0.1:\(service.port)/echo"))
      #expect(replayed.text == received.map { $0 + "\n" }.joined(), "\(replayed.errorText)")
    }

    @Test func `a reverse listener records and replays WebSockets too`() async throws {
      let workshop = try Workshop()
      let service = try await WebSocketService()
      let steps = """
        ws = connect(os.environ["http_proxy"].replace("http:", "ws:") + "/echo", way)
        ws.send("x"); show(ws.recv())
        ws.close(); ws.recv()
        """
      for arguments in [["record", "--upstream", "http://127.0.0.1:\(service.port)"], ["replay"]] {
        let result = try await workshop.vcr(
          arguments + ["-c", "c.yaml", "--listen", "127.0.0.1:0", "--"]
            + client(steps, "", "direct"))
        #expect(result.text == "echo x\n", "\(result.errorText)")
        service.stop()
      }
      #expect(
        workshop.text("c.yaml")?.contains("url: ws://127.0.0.1:\(service.port)/echo\n") == true)
    }

    #if os(Linux)
      @Test(.enabled("this machine allows no namespaces") { try await Isolated.isAllowed() })
      func `a client that reads no proxy variable is recorded and replayed too`() async throws {
        let workshop = try Workshop()
        let service = try await WebSocketService()
        let steps = "ws = connect(url, way)\nws.send('x'); show(ws.recv())\nws.close(); ws.recv()"
        let command = ["--"] + client(steps, "ws://service.test/echo", "direct")
        for arguments in [
          ["record", "--map", "service.test:80=127.0.0.1:\(service.port)"], ["replay"],
        ] {
          let result = try await workshop.vcr(
            arguments + ["--isolate", "require", "-c", "c.yaml"] + command)
          #expect(result.text == "echo x\n", "\(result.errorText)")
          service.stop()
        }
      }
    #endif

    @Test func `secrets that stand in a cassette are replaced in their messages`() async throws {
      let workshop = try Workshop()
      try workshop.folder.write(
        """
        vcr: 1
        interactions:
        # How they greet.
        - request:
            url: ws://a.test/
          response:
            status: 101
          messages:
          - client: {text: 'token=ghp_\(String(repeating: "aB3", count: 12))'}
          - service: plain # stays
        """, to: "c.yaml")
      #expect(try await workshop.vcr("check", "c.yaml").status == 1)
      let redacted = try await workshop.vcr("redact", "c.yaml")
      #expect(redacted.status == 0, "\(redacted.errorText)")
      let text = try #require(workshop.text("c.yaml"))
      #expect(!text.contains("ghp_") && text.contains("token={{"), "\(text)")
      #expect(text.contains("# How they greet.") && text.contains("plain # stays"), "\(text)")
      #expect(try await workshop.vcr("check", "c.yaml").status == 0)
    }

    /// True when Python has the package `websockets`.
    static func hasWebSockets() async -> Bool {
      (try? await Child.run(
        "python3", ["-c", "import websockets.asyncio.client, websockets.asyncio.server"]))?.status
        == 0
    }

    private static let library = """
      import asyncio, sys
      from websockets.asyncio.client import connect
      from websockets.asyncio.server import serve

      async def answer(ws):
          await ws.send("welcome " + str(ws.subprotocol))
          async for message in ws:
              await ws.send(message[::-1])
              if message == "bye": await ws.close(4002, "as you like")

      async def talk(url):
          async with connect(url, subprotocols=["chat"], max_size=None) as ws:
              print(await ws.recv())
              await (await ws.ping("beat"))
              for message in ("hello", b"\\x00\\xff", "ü" * 9, "x" * 200000, "", "bye"):
                  await ws.send(message)
                  got = await ws.recv()
                  print(got if len(got) < 20 else len(got))
              await ws.wait_closed()
              print(ws.close_code, ws.close_reason)

      async def main():
          if len(sys.argv) > 1: return await talk(sys.argv[1])
          async with serve(answer, "127.0.0.1", 0, subprotocols=["chat"], max_size=None) as server:
              print(server.sockets[0].getsockname()[1], flush=True)
              await asyncio.get_running_loop().create_future()

      asyncio.run(main())
      """

    @Test(.enabled("the Python package websockets is not installed") { await hasWebSockets() })
    func `a client and a service of the package websockets are recorded and replayed`()
      async throws
    {
      let workshop = try Workshop()
      let service = try Child("python3", ["-c", Self.library])
      let port = try #require(await service.nextLine(), "\(service.errorText)")
      let command =
        ["-c", "c.yaml", "--", "python3", "-c", Self.library, "ws://127.0.0.1:\(port)/room"]
      let recorded = try await workshop.vcr(["record"] + command)
      #expect(
        recorded.text
          == "welcome chat\nolleh\nb'\\xff\\x00'\nüüüüüüüüü\n200000\n\neyb\n4002 as you like\n",
        "\(recorded.errorText)")
      service.signal(SIGKILL)
      let replayed = try await workshop.vcr(["replay"] + command)
      #expect(replayed.text == recorded.text, "\(replayed.errorText)")
      #expect(replayed.status == 0)
      #expect(
        workshop.text("c.yaml")?.contains("close: 4002 as you like\n    by: service\n") == true)
    }
  }
#endif
