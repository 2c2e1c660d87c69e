#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  /// Clients that leave before the end of an exchange: what had come by then is recorded, and a
  /// replay serves it.
  struct LeftByClientTests {
    private static let eventsHead = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"

    /// A service that sends some events and then nothing until the gate opens.
    private static func events(_ count: Int, _ gate: Gate) throws -> LoopbackServer {
      try LoopbackServer { request in
        if request.target == "/go" {
          gate.open()
          return ServerResponse(text: "gone on\n")
        }
        let events = (1...count).map { "data: \($0)\n\n" }.joined()
        return .raw([
          .bytes(Array((eventsHead + events).utf8)), .gate(gate),
          .bytes(Array("data: late\n\n".utf8)),
        ])
      }
    }

    /// A client in Python that closes its connection after some events, as those of services of
    /// language models do after the last one.
    ///
    /// - Parameters:
    ///   - url: What it asks for.
    ///   - count: The number of events; nil to read to the end.
    /// - Returns: The command.
    private static func reader(_ url: String, count: Int?) -> [String] {
      [
        "python3", "-c",
        """
        import http.client, os
        host, port = os.environ["http_proxy"].removeprefix("http://").split(":")
        link = http.client.HTTPConnection(host, int(port))
        link.request("GET", "\(url)")
        response = link.getresponse()
        for _ in range(\(count ?? 0)): print(response.readline().decode().strip(), response.readline())
        if \(count == nil ? "True" : "False"): print(response.read().decode(), end="")
        link.close()
        """,
      ]
    }

    @Test func `a client that closes after the last event it wants is replayed`() async throws {
      let workshop = try Workshop()
      let gate = Gate()
      defer { gate.open() }
      let server = try Self.events(2, gate)
      let client = ["--"] + Self.reader("\(server.origin)/sse", count: 2)
      let recorded = try await workshop.vcr(["record", "-c", "c.yaml"] + client)
      #expect(recorded.status == 0, "\(recorded.errorText)")
      #expect(recorded.text == "data: 1 b'\\n'\ndata: 2 b'\\n'\n")
      #expect(
        recorded.errorText.contains("vcr: recorded 1 (1 left by the client): c.yaml"),
        "\(recorded.errorText)")
      let cassette = try #require(workshop.text("c.yaml"))
      #expect(cassette.contains("\n  left: client\n  seconds: "), "\(cassette)")
      let again = try await workshop.vcr(["record", "--mode", "all", "-c", "c.yaml"] + client)
      #expect(again.text == recorded.text, "\(again.errorText)")
      #expect(workshop.text("c.yaml") == cassette)
      server.stop()
      for options in [[], ["--latency", "recorded"]] {
        let replayed = try await workshop.vcr(["replay", "-c", "c.yaml"] + options + client)
        #expect(replayed.status == 0, "\(replayed.errorText)")
        #expect(replayed.text == recorded.text)
      }
      let table = try await workshop.vcr("show", "c.yaml").text
      #expect(table.contains("200 left"), "\(table)")
    }

    @Test func `curl whose reader has enough is recorded and replayed`() async throws {
      let workshop = try Workshop()
      let gate = Gate()
      defer { gate.open() }
      let server = try Self.events(2, gate)
      // It finds out that nobody reads when it writes the late event, which a replay sends at once.
      let script = """
        head -n 3 < <(curl -sN \(server.origin)/sse); curl -s \(server.origin)/go; wait
        """
      let recorded = try await workshop.vcr("record", "-c", "c.yaml", "--", "bash", "-c", script)
      #expect(recorded.status == 0, "\(recorded.errorText)")
      #expect(recorded.text == "data: 1\n\ndata: 2\ngone on\n")
      #expect(recorded.errorText.contains("vcr: recorded 2"), "\(recorded.errorText)")
      server.stop()
      let replayed = try await workshop.vcr("replay", "-c", "c.yaml", "--", "bash", "-c", script)
      #expect(replayed.status == 0, "\(replayed.errorText)")
      #expect(replayed.text == recorded.text)
      #expect(replayed.errorText.contains("replayed 2 of 2"), "\(replayed.errorText)")
    }

    @Test func `a client that stays longer waits, and is told that there is no more`()
      async throws
    {
      let workshop = try Workshop()
      let gate = Gate()
      defer { gate.open() }
      let server = try Self.events(2, gate)
      let url = "\(server.origin)/sse"
      _ = try await workshop.vcr(
        ["record", "-c", "c.yaml", "--"] + Self.reader(url, count: 1))
      server.stop()
      // As if the recorded client had stayed for longer than this test may take on a busy machine.
      let cassette = try #require(workshop.text("c.yaml"))
      try workshop.folder.write(
        cassette.replacing(/seconds: [0-9.]+/, with: "seconds: 12"), to: "c.yaml")
      let replayed = try await workshop.vcr(
        "replay", "-c", "c.yaml", "--", "curl", "-sN", "-m", "6", url)
      #expect(replayed.status == 28, "\(replayed.errorText)")
      #expect(replayed.text.hasPrefix("data: 1\n\n"), "\(replayed.text)")
      let patient = try await workshop.vcr("replay", "-c", "c.yaml", "--", "curl", "-sN", url)
      #expect(patient.status == 18, "\(patient.errorText)")
      #expect(patient.text == replayed.text)
    }

    /// The service never says a word, so that only the client's own limit ends the exchange.
    @Test(arguments: [true, false])
    func `a limit of the client is met in the replay as in the recording`(isSecure: Bool)
      async throws
    {
      let workshop = try Workshop()
      let gate = Gate()
      defer { gate.open() }
      let server = try LoopbackServer { _ in .raw([.gate(gate)]) }
      let secure =
        try await isSecure
        ? TLSLoopback(before: server, certificates: TestCertificates()) : nil
      let url = "\(secure?.origin ?? server.origin)/x"
      let roots = secure.map { ["--upstream-ca", $0.certificates.rootFile] } ?? []
      let command = ["--", "sh", "-c", "curl -s -m 8 \(url); echo $?"]
      let recorded = try await workshop.vcr(["record", "-c", "c.yaml"] + roots + command)
      #expect(recorded.text == "28\n", "\(recorded.errorText)")
      #expect(
        recorded.errorText.contains("vcr: recorded 1 (1 left by the client): c.yaml"),
        "\(recorded.errorText)")
      let cassette = try #require(workshop.text("c.yaml"))
      #expect(
        !cassette.contains("response:") && cassette.contains("  left: client\n"), "\(cassette)")
      let replayed = try await workshop.vcr(["replay", "-c", "c.yaml"] + command)
      #expect(replayed.text == "28\n", "\(replayed.errorText)")
      #expect(replayed.errorText.contains("replayed 1 of 1"), "\(replayed.errorText)")
      let shown = try await workshop.vcr("show", "c.yaml", "1").text
      #expect(shown.contains("left by the client before a response began"), "\(shown)")
    }

    @Test(
      .enabled(if: hasSocketList, "the system does not tell who has closed a socket"),
      arguments: ["auto", "off"])
    func `a client that left before the response began is recorded so, although it came`(
      isolation: String
    ) async throws {
      let workshop = try Workshop()
      let gate = Gate()
      defer { gate.open() }
      let server = try LoopbackServer { request in
        if request.target == "/slow" {
          return .raw([
            .gate(gate), .bytes(Array("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nlate".utf8)),
          ])
        }
        gate.open()
        return ServerResponse(text: "went on\n")
      }
      let client = """
        curl -s -m 2 http://service.test/slow; echo $?
        for try in 1 2 3 4 5; do curl -s http://service.test/go; done
        """
      let options = [
        "-c", "c.yaml", "--isolate", isolation, "--map", "service.test:80=127.0.0.1:\(server.port)",
        "--", "sh", "-c", client,
      ]
      for verb in ["record", "replay"] {
        let result = try await workshop.vcr([verb] + options)
        #expect(
          result.text == "28\n" + String(repeating: "went on\n", count: 5),
          "\(verb): \(result.errorText)")
      }
      let cassette = try #require(workshop.text("c.yaml"))
      #expect(cassette.contains("  left: client\n") && !cassette.contains("late"), "\(cassette)")
    }

    private static var hasSocketList: Bool {
      FileManager.default.fileExists(atPath: "/proc/self/net/tcp")
    }

    @Test func `a deadline over HTTP/2 is met in the replay as in the recording`() async throws {
      let workshop = try Workshop()
      let service = try await HTTP2Loopback(
        certificates: TestCertificates(), size: 10, announced: 20, ending: .stays)
      let options = ["-c", "c.yaml", "--upstream-ca", service.certificates.rootFile]
      let command = [
        "--", "sh", "-c", "curl -s -m 8 --http2 -o body \(service.origin)/file; echo $?; cat body",
      ]
      for verb in ["record", "replay"] {
        let result = try await workshop.vcr([verb] + options + command)
        #expect(
          result.output == Array("28\n".utf8) + Array(0..<10), "\(verb): \(result.errorText)")
      }
      let cassette = try #require(workshop.text("c.yaml"))
      #expect(cassette.contains("\n  left: client\n"), "\(cassette)")
    }

    @Test func `a whole response is kept when a client leaves, and takes the place of a left one`()
      async throws
    {
      let workshop = try Workshop()
      let gate = Gate()
      gate.open()
      let server = try Self.events(3, gate)
      func record(_ client: [String]) async throws {
        let result = try await workshop.vcr(
          ["record", "--mode", "all", "-c", "c.yaml", "--"] + client)
        #expect(result.status == 0, "\(result.errorText)")
      }
      let waiting = Gate()
      defer { waiting.open() }
      let silent = try Self.events(3, waiting)
      let map = "127.0.0.1:\(silent.port)=127.0.0.1:\(server.port)"
      let silentURL = "\(silent.origin)/sse"
      // Left first: the service says nothing after its third event.
      try await record(Self.reader(silentURL, count: 2))
      let left = try #require(workshop.text("c.yaml"))
      #expect(left.contains("left: client"), "\(left)")
      // Then whole, by way of the other service under the same name.
      let result = try await workshop.vcr(
        ["record", "--mode", "all", "-c", "c.yaml", "--map", map, "--"]
          + Self.reader(silentURL, count: nil))
      #expect(result.text.hasSuffix("data: late\n\n"), "\(result.errorText)")
      let whole = try #require(workshop.text("c.yaml"))
      #expect(!whole.contains("left: client") && whole.contains("data: late"), "\(whole)")
      // What a client leaves again is the beginning of that, and changes nothing.
      try await record(Self.reader(silentURL, count: 1))
      #expect(workshop.text("c.yaml") == whole)
    }

    @Test func `how much had come when a client left is no difference`() async throws {
      let workshop = try Workshop()
      let gate = Gate()
      defer { gate.open() }
      let count = Counter()
      // The connection decides what comes: whole events, half of one, many more, and few.
      let sent = [(3, "data: ha"), (2, ""), (6, "data: 7"), (1, "")]
      let server = try LoopbackServer { _ in
        let (events, half) = sent[(count.next() - 1) % sent.count]
        let text = (1...events).map { "data: \($0)\n\n" }.joined() + half
        return .raw([.bytes(Array((Self.eventsHead + text).utf8)), .gate(gate)])
      }
      let url = "\(server.origin)/sse"
      var first: String?
      for (events, _) in sent {
        let result = try await workshop.vcr(
          ["record", "--mode", "all", "-c", "c.yaml", "--"] + Self.reader(url, count: events))
        #expect(result.status == 0, "\(result.errorText)")
        let cassette = try #require(workshop.text("c.yaml"))
        #expect(cassette == first ?? cassette)
        first = cassette
      }
      #expect(first?.contains("left: client") == true)
    }

    @Test func `two hundred clients that vanish within their requests are one line`() async throws {
      let workshop = try Workshop()
      let server = try LoopbackServer { _ in ServerResponse(text: "first") }
      let result = try await workshop.vcr(
        "record", "-c", "c.yaml", "--", "python3", "-c",
        """
        import os, socket
        host, port = os.environ["http_proxy"].removeprefix("http://").split(":")
        for count in range(200):
            link = socket.create_connection((host, int(port)))
            # The response shows that the connection has been taken in.
            link.sendall(b"GET \(server.origin)/ HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n")
            text = b""
            while not text.endswith(b"first"): text += link.recv(100)
            link.sendall(b"POST \(server.origin)/ HTTP/1.1\\r\\nHost: x\\r\\n"
                + [b"Content-Le", b"Content-Length: 9\\r\\n\\r\\nabc"][count % 2])
            link.close()
        """)
      #expect(result.status == 0, "\(result.errorText)")
      #expect(
        result.errorText
          == "vcr: recorded 200, dropped by the client while it was sent 200: c.yaml\n",
        "\(result.errorText)")
    }
  }
#endif
