#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  /// Responses that break off after their head: the bytes that came and the failure are recorded,
  /// and replayed.
  struct BrokenOffTests {
    /// A way in which a service breaks a response off, and the status with which curl ends then.
    struct Break: Sendable, CustomTestStringConvertible {
      var testDescription: String
      var head: String
      var body = "0123456"
      var isReset = false
      /// What curl says, whether it reads from the service, the recorder or the cassette.
      var status: Int32

      func response() -> ServerResponse {
        let bytes = Array("HTTP/1.1 200 OK\r\n\(head)\r\n\r\n\(body)".utf8)
        return .raw([.bytes(bytes)] + (isReset ? [.reset] : []))
      }
    }

    static let breaks = [
      Break(
        testDescription: "a reset", head: "Content-Length: 100", isReset: true, status: 56),
      Break(
        testDescription: "a reset of chunks", head: "Transfer-Encoding: chunked",
        body: "7\r\n0123456\r\n", isReset: true, status: 56),
      Break(testDescription: "a short body", head: "Content-Length: 100", status: 18),
      Break(
        testDescription: "no last chunk", head: "Transfer-Encoding: chunked",
        body: "7\r\n0123456\r\n", status: 18),
      Break(
        testDescription: "a cut chunk", head: "Transfer-Encoding: chunked", body: "9\r\n0123456",
        status: 18),
      Break(
        testDescription: "a broken chunk size", head: "Transfer-Encoding: chunked",
        body: "7\r\n0123456\r\nxyz\r\n", status: 18),
    ]

    @Test(arguments: breaks)
    func `what breaks off is replayed broken off, and recorded again without a difference`(
      example: Break
    ) async throws {
      let workshop = try Workshop()
      let server = try LoopbackServer { _ in example.response() }
      let command = ["--", "curl", "-sS", "\(server.origin)/x"]
      let keeping = ["sh", "-c", "curl -sS \(server.origin)/x; echo \" $?\""]
      let recorded = try await workshop.vcr(["record", "-c", "c.yaml", "--"] + keeping)
      #expect(recorded.text == "0123456 \(example.status)\n", "\(recorded.errorText)")
      #expect(
        recorded.errorText.contains("vcr: recorded 1 (1 broken off): c.yaml"),
        "\(recorded.errorText)")
      let cassette = try #require(workshop.text("c.yaml"))
      #expect(cassette.contains("0123456\n  error:\n    code: "), "\(cassette)")
      #expect(cassette.contains("    reset: connection\n") == example.isReset, "\(cassette)")

      let again = try await workshop.vcr(
        ["record", "--mode", "all", "-c", "c.yaml", "--"] + keeping)
      #expect(again.text == recorded.text, "\(again.errorText)")
      #expect(workshop.text("c.yaml") == cassette)
      server.stop()
      for options in [[], ["--latency", "recorded"], ["--repeat"]] {
        let replayed = try await workshop.vcr(["replay", "-c", "c.yaml"] + options + command)
        #expect(replayed.text == "0123456", "\(replayed.errorText)")
        #expect(replayed.status == example.status, "\(replayed.errorText)")
      }
    }

    @Test func `a reset before the response is one in the replay, too`() async throws {
      let workshop = try Workshop()
      let server = try LoopbackServer { _ in .raw([.reset]) }
      let keeping = ["sh", "-c", "curl -sS -d x \(server.origin)/x; echo $?"]
      let recorded = try await workshop.vcr(["record", "-c", "c.yaml", "--"] + keeping)
      #expect(recorded.text == "56\n", "\(recorded.errorText)")
      #expect(recorded.errorText.contains("recorded 1 (1 failed)"), "\(recorded.errorText)")
      server.stop()
      let replayed = try await workshop.vcr(["replay", "-c", "c.yaml", "--"] + keeping)
      #expect(replayed.text == "56\n", "\(replayed.errorText)")
    }

    /// Every byte that the service sent has to arrive, however slowly the client reads.
    @Test func `a large body that breaks off loses nothing`() async throws {
      let workshop = try Workshop()
      let size = 3_000_000
      let body = [UInt8](repeating: 0x61, count: size)
      let server = try LoopbackServer { _ in
        .raw([.bytes(Array("HTTP/1.1 200 OK\r\nContent-Length: 4000000\r\n\r\n".utf8) + body)])
      }
      let script = """
        import http.client, os, time
        host, port = os.environ["http_proxy"].removeprefix("http://").split(":")
        link = http.client.HTTPConnection(host, int(port))
        link.request("GET", "\(server.origin)/x")
        response = link.getresponse()
        count = 0
        try:
            while piece := response.read1(4096): count += len(piece)
        except http.client.IncompleteRead: pass
        print(count, response.headers["Content-Length"])
        """
      for verb in ["record", "replay"] {
        let result = try await workshop.vcr([
          verb, "--no-redaction", "-c", "c.yaml", "--", "python3", "-c", script,
        ])
        #expect(result.text == "\(size) 4000000\n", "\(verb): \(result.errorText)")
      }
    }

    @Test(arguments: [(8, "CANCEL"), (2, "INTERNAL_ERROR"), (11, "ENHANCE_YOUR_CALM")])
    func `a stream that is reset is reset with the same code in a replay`(
      code: Int, name: String
    ) async throws {
      let workshop = try Workshop()
      let service = try await HTTP2Loopback(
        certificates: TestCertificates(), size: 10, announced: 100, ending: .resets(code))
      let options = ["-c", "c.yaml", "--upstream-ca", service.certificates.rootFile]
      let command = ["--", "curl", "-sS", "--http2", "\(service.origin)/file"]
      for verb in ["record", "replay"] {
        let result = try await workshop.vcr([verb] + options + command)
        #expect(result.output == Array(0..<10), "\(verb): \(result.errorText)")
        #expect(result.errorText.contains("\(name) (err \(code))"), "\(verb): \(result.errorText)")
        if verb == "record" {
          // COMMAND failed, so what was recorded waits to be taken up.
          #expect(result.status == 92, "\(result.errorText)")
          #expect(try await workshop.vcr("recover", "c.yaml").status == 0)
        }
      }
      let cassette = try #require(workshop.text("c.yaml"))
      #expect(cassette.contains("    reset: \(name)\n"), "\(cassette)")
    }

    /// The certificate's owner closes the connection without a closure alert, as Python's server
    /// does; that is the end of the response, which nothing else announces.
    @Test func `a response that ends with a TLS connection without a closure alert is whole`()
      async throws
    {
      let workshop = try Workshop()
      let certificates = try await TestCertificates()
      let server = try Child(
        "python3", ["-c", Self.abruptServer, certificates.certificateFile, certificates.keyFile])
      let port = try #require(await server.nextLine())
      let url = "https://localhost:\(port)/x"
      let options = ["-c", "c.yaml", "--upstream-ca", certificates.rootFile]
      let recorded = try await workshop.vcr(["record"] + options + ["--", "curl", "-sS", url])
      #expect(recorded.status == 0, "\(recorded.errorText)")
      #expect(recorded.text == "the end is near", "\(recorded.errorText)")
      #expect(recorded.errorText.contains("close_notify"), "\(recorded.errorText)")
      #expect(recorded.errorText.contains("vcr: recorded 1: c.yaml"), "\(recorded.errorText)")
      server.kill()
      _ = await server.finished()
      let replayed = try await workshop.vcr("replay", "-c", "c.yaml", "--", "curl", "-sS", url)
      #expect(replayed.status == 0 && replayed.text == "the end is near", "\(replayed.errorText)")
    }

    private static let abruptServer = """
      import socket, ssl, sys
      context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
      context.load_cert_chain(sys.argv[1], sys.argv[2])
      listener = socket.create_server(("127.0.0.1", 0))
      print(listener.getsockname()[1], flush=True)
      while True:
          link = context.wrap_socket(listener.accept()[0], server_side=True)
          while b"\\r\\n\\r\\n" not in link.recv(65536): pass
          link.sendall(b"HTTP/1.1 200 OK\\r\\nConnection: close\\r\\n\\r\\nthe end is near")
          # Not unwrapped: no closure alert is sent.
          link.shutdown(socket.SHUT_RDWR)
          link.close()
      """

    @Test func `how exchanges ended is counted, shown and compared`() async throws {
      let workshop = try Workshop()
      let gone = try RefusingPort()
      let server = try LoopbackServer { request in
        request.target == "/cut"
          ? .raw("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\npart") : ServerResponse(text: "whole")
      }
      let script = """
        curl -sS \(server.origin)/whole; curl -sS \(server.origin)/cut
        curl -sS http://127.0.0.1:\(gone.port)/; exit 0
        """
      let reports = ["r.json", "r.md", "r.xml"].flatMap { ["--report", $0] }
      let result = try await workshop.vcr(
        ["record", "-c", "c.yaml"] + reports + ["--", "sh", "-c", script])
      #expect(
        result.errorText.contains("vcr: recorded 3 (1 failed, 1 broken off): c.yaml"),
        "\(result.errorText)")
      let json = try #require(workshop.text("r.json"))
      #expect(
        json.contains("\"failed\":1,\"broken_off\":1,\"left\":0,\"dropped\":0"), "\(json)")
      #expect(
        workshop.text("r.md")?.contains("| failed | broken off | left | dropped |") == true)
      #expect(
        workshop.text("r.xml")?.contains("failed 1, broken off 1, left 0, dropped 0") == true)

      let table = try await workshop.vcr("show", "c.yaml").text
      #expect(table.contains("200 broken off"), "\(table)")
      let shown = try await workshop.vcr("show", "c.yaml", "2").text
      #expect(
        shown.contains("\npart\n\nbroken off after 4 bytes of the body: networkConnectionLost"),
        "\(shown)")
      let line = try await workshop.vcr("show", "--format", "json", "c.yaml", "2").text
      #expect(
        line.contains("\"status\":200") && line.contains("\"error\":{\"code\":\"networkC"),
        "\(line)")

      let cassette = try #require(workshop.text("c.yaml"))
      let whole = cassette.replacing(
        /part\n  error:(\n    .*)+/, with: "part\n", maxReplacements: 1)
      try workshop.folder.write(whole, to: "whole.yaml")
      let difference = try await workshop.vcr("diff", "c.yaml", "whole.yaml").text
      #expect(
        difference.contains("200 OK, broken off → 200 OK")
          && difference.contains("error  removed networkConnectionLost"), "\(difference)")
    }
  }
#endif
