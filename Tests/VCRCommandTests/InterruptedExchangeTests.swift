#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  /// What a client had of an exchange when the recorder was killed.
  struct InterruptedExchangeTests {
    /// Kills a recording, and all that it started.
    private func kill(_ child: Child) async {
      child.signal(SIGKILL)
      Foundation.kill(-child.id, SIGKILL)
      #expect(await child.finished().status == 128 + SIGKILL)
    }

    private func recover(_ workshop: Workshop) async throws -> String {
      let recovered = try await workshop.vcr("recover", "c.yaml")
      #expect(recovered.status == 0, "\(recovered.errorText)")
      let text = try #require(workshop.text("c.yaml"))
      #expect(text.contains("    message: the recording was interrupted\n"), "\(text)")
      return text
    }

    /// A service that sends lines one by one, and then nothing until the gate opens.
    private static func service(_ type: String, _ lines: [String], _ gate: Gate) throws
      -> LoopbackServer
    {
      try LoopbackServer { _ in
        .raw(
          [.bytes(Array("HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\n\r\n".utf8))]
            + lines.map { .bytes(Array($0.utf8)) } + [.gate(gate)])
      }
    }

    /// The ways of a client to the recorder.
    enum Way: String, CaseIterable, Sendable {
      case http1 = "--http1.1"
      case http2 = "--http2-prior-knowledge"
    }

    @Test(arguments: Way.allCases, ["text/event-stream", "application/x-ndjson"])
    func `a kill of the recorder loses nothing of a stream that its client has`(
      way: Way, type: String
    ) async throws {
      let workshop = try Workshop()
      let gate = Gate()
      defer { gate.open() }
      let isEvents = type == "text/event-stream"
      let lines = (1...30).map { isEvents ? "data: \($0)\n\n" : "{\"n\":\($0)}\n" }
      let server = try Self.service(type, lines, gate)
      let curl = ["curl", "-sN", "-p", way.rawValue, "-d", "abc=1", "\(server.origin)/feed"]
      let child = try workshop.start(["record", "-c", "c.yaml", "--"] + curl)
      let last = isEvents ? "data: 30" : "{\"n\":30}"
      var received: [String] = []
      while let line = await child.nextLine() {
        received.append(line)
        if line == last { break }
      }
      await kill(child)
      try #require(received.last == last)
      let text = try await recover(workshop)
      #expect(text.components(separatedBy: "/feed").count == 2, "\(text)")
      // The pieces hold the body of the request once.
      #expect(text.components(separatedBy: "abc").count == 2, "\(text)")
      server.stop()
      // It is served up to there, and then breaks off.
      let replayed = try await workshop.vcr(["replay", "-c", "c.yaml", "--"] + curl)
      #expect(replayed.text == lines.joined(), "\(replayed.errorText)")
      #expect(replayed.status != 0)
    }

    /// Events in gzip, as a service flushes them; the third has the beginning of a fourth with it.
    private static let encodedEvents = [
      "H4sIAAAAAAAAA0pJLEm0UsjPS+XiAgAAAP//", "SgEzS8rzubgAAAAA//8=", "gjIzilLh4mn5AAAAAP//",
    ]

    @Test(arguments: [2, 3])
    func `a kill loses no event of a stream in a content coding`(count: Int) async throws {
      let workshop = try Workshop()
      let gate = Gate()
      defer { gate.open() }
      let pieces = try Self.encodedEvents.prefix(count).map {
        Array(try #require(Data(base64Encoded: $0)))
      }
      let server = try LoopbackServer { _ in
        .raw(
          [
            .bytes(
              Array(
                "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Encoding: gzip\r\n\r\n"
                  .utf8))
          ] + pieces.map { .bytes($0) } + [.gate(gate)])
      }
      let curl = ["curl", "-sN", "--compressed", "\(server.origin)/feed"]
      let child = try workshop.start(["record", "-c", "c.yaml", "--"] + curl)
      let last = count == 2 ? "data: two" : "data: three"
      while let line = await child.nextLine(), line != last {}
      await kill(child)
      let text = try await recover(workshop)
      // Encoded bytes with half an event are not kept, as nobody has looked for secrets in it.
      #expect(text.contains("encoded:") || count == 3, "\(text)")
      server.stop()
      let replayed = try await workshop.vcr(["replay", "-c", "c.yaml", "--"] + curl)
      let events = ["one", "two", "three"].prefix(count).map { "data: \($0)\n\n" }
      #expect(replayed.text == events.joined(), "\(replayed.errorText)")
      #expect(replayed.status != 0)
    }

    @Test func `a recording that takes up a stream that broke off goes on with the next`()
      async throws
    {
      let workshop = try Workshop()
      let gate = Gate()
      defer { gate.open() }
      let server = try LoopbackServer { request in
        guard request.target == "/feed" else { return ServerResponse(text: "more\n") }
        return .raw([
          .bytes(
            Array("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: 1\n\n".utf8)),
          .gate(gate),
        ])
      }
      let child = try workshop.start(
        "record", "-c", "c.yaml", "--", "curl", "-sN", "\(server.origin)/feed")
      #expect(await child.nextLine() == "data: 1")
      await kill(child)
      let next = try await workshop.vcr(
        "record", "-c", "c.yaml", "--", "curl", "-s", "\(server.origin)/more")
      #expect(next.text == "more\n", "\(next.errorText)")
      #expect(next.errorText.contains("recovered 1 interaction of an interrupted recording"))
      let text = try #require(workshop.text("c.yaml"))
      #expect(text.contains("        data: '1'\n") && text.contains("more\n"), "\(text)")
      #expect(text.contains("    message: the recording was interrupted\n"))
      #expect(workshop.text("c.yaml.recording") == nil)
    }

    @Test func `calls of gRPC are kept with the messages of both sides`() async throws {
      guard await GRPCService.isInstalled() else { try Test.cancel("grpcio is not installed") }
      let workshop = try Workshop()
      let service = try await GRPCService(nil)
      // The service keeps the call open after its responses.
      let client = """
        import queue, sys
        import grpc
        channel = grpc.insecure_channel("localhost:\(service.port)")
        messages = queue.Queue()
        call = channel.stream_stream("/test.Test/Stays")(iter(messages.get, None))
        for number in range(4):
            messages.put(b"%d" % number)
            print(next(call).decode(), flush=True)
        if len(sys.argv) > 1:
            try: next(call)
            except grpc.RpcError as error: print(error.code().name)
        messages.put(None)
        """
      try workshop.folder.write(client, to: "stays.py")
      let child = try workshop.start(
        "record", "-c", "c.yaml", "--", "python3", "stays.py", "stay")
      var received: [String] = []
      while received.count < 4, let line = await child.nextLine() { received.append(line) }
      await kill(child)
      try #require(received == (0..<4).map { "echo \($0)" }, "\(child.errorText)")
      let text = try await recover(workshop)
      #expect(
        text.contains("message: \"3\"\n") && text.contains("message: \"echo 3\"\n"), "\(text)")
      let replayed = try await workshop.vcr(
        "replay", "-c", "c.yaml", "--", "python3", "stays.py", "stay")
      #expect(
        replayed.text.hasPrefix(received.map { $0 + "\n" }.joined()),
        "\(replayed.text) \(replayed.errorText)")
      #expect(replayed.text.components(separatedBy: "\n").count == 6, "\(replayed.text)")
    }

    @Test(arguments: ["text/plain", "application/json", "image/png"])
    func `what came of a slow download is kept`(type: String) async throws {
      let workshop = try Workshop()
      let gate = Gate()
      defer { gate.open() }
      let half = String(repeating: "0123456789abcdef\n", count: 4_000)
      let server = try LoopbackServer { _ in
        .raw([
          .bytes(
            Array(
              ("HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nContent-Length: \(2 * half.utf8.count)"
                + "\r\n\r\n\(half)").utf8)), .gate(gate),
        ])
      }
      let curl = ["curl", "-sN", "\(server.origin)/slow"]
      let child = try workshop.start(["record", "-c", "c.yaml", "--"] + curl)
      var count = 0
      while count < 4_000, await child.nextLine() != nil { count += 1 }
      // It is in the journal once it has lasted for a moment.
      while workshop.text("c.yaml.recording")?.contains(" so far\n") != true {
        try await Task.sleep(for: .milliseconds(20))
      }
      await kill(child)
      _ = try await recover(workshop)
      server.stop()
      let replayed = try await workshop.vcr(["replay", "-c", "c.yaml", "--"] + curl)
      #expect(replayed.text == half, "\(replayed.errorText)")
      #expect(replayed.status == 18)
    }
  }
#endif
