#if CommandLineTool
  import Foundation
  import VCRLocks
  import TestSupport
  import Testing
  import VCRCore
  import VCRProxy
  import VCRUpstream

  /// Recordings of a real server, which replay the same after the server has stopped.
  struct RecordingTests {
    private func raw(_ requests: String...) -> (Bench) async throws -> String {
      { bench in
        String(
          latin1: try await Client.exchange(requests.joined(), port: bench.server.port))
      }
    }

    private func get(_ fields: String = "") -> String {
      "GET http://service.test/ HTTP/1.1\r\nHost: service.test\r\n\(fields)\r\n"
    }

    @Test func `reason phrase, order, case, repeated fields and Latin-1 are kept`() async throws {
      let head =
        "HTTP/1.1 200 Very Fine\r\nZ-last: 1\r\nX-Many: a=1\r\nx-many: b=2\r\nName: J\u{F6}rg\r\n"
      let result = try await recordAndReplay(
        from: { _ in
          .raw([
            .bytes(
              head.unicodeScalars.map { UInt8($0.value) }
                + Array("Content-Length: 5\r\n\r\nhello".utf8))
          ])
        }, raw(get()))
      #expect(result.recorded == head + "Content-Length: 5\r\n\r\nhello")
      #expect(result.replayed.hasPrefix("HTTP/1.1 200 Very Fine\r\nZ-last: 1\r\n"))
      #expect(result.replayed.contains("Name: J\u{F6}rg\r\n"))
      #expect(result.replayed.contains(": a=1\r\n"))
      #expect(result.replayed.contains(": b=2\r\n"))
      #expect(result.replayed.hasSuffix("\r\n\r\nhello"))
      #expect(result.summary.replayed == 1)
    }

    @Test(arguments: ["GET", "HEAD"], [200, 204, 304])
    func `every status is framed the same both times`(method: String, status: Int) async throws {
      let requests = (1...2).map {
        "\(method) http://service.test/\($0) HTTP/1.1\r\nHost: service.test\r\n\r\n"
      }
      let result = try await recordAndReplay(
        from: { _ in
          ServerResponse(status: status, text: status == 200 ? "hello" : "")
        }, raw(requests.joined()))
      let count = result.recorded.components(separatedBy: "HTTP/1.1 \(status) OK").count - 1
      #expect(count == 2)
      if method == "GET" { #expect(result.recorded == result.replayed) }
    }

    @Test func `chunks and trailers reach the client that asks for them`() async throws {
      let request = get("TE: trailers\r\nConnection: TE\r\n")
      let result = try await recordAndReplay(
        from: { _ in
          .raw(
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2\r\nlo\r\n0\r\nSum: 1\r\n\r\n"
          )
        }, raw(request))
      #expect(result.recorded.contains("Transfer-Encoding: chunked\r\n"))
      #expect(result.recorded.hasSuffix("0\r\nSum: 1\r\n\r\n"))
      #expect(result.replayed.hasSuffix("5\r\nhello\r\n0\r\nSum: 1\r\n\r\n"))
    }

    @Test(arguments: [
      "", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n",
    ])
    func `a truncated response is a failure both times`(response: String) async throws {
      let result = try await recordAndReplay(
        from: { _ in .raw(response) },
        { bench in
          let result = try await bench.curl("http://service.test/")
          return "\(result.status != 0)"
        })
      #expect(result.recorded == "true")
      #expect(result.replayed == "true")
      #expect(result.summary.replayed == 1)
    }

    @Test func `a host that does not exist is the same 502 both times`() async throws {
      let result = try await recordAndReplay(
        from: { _ in ServerResponse(text: "") },
        { try await $0.curl("-i", "http://nowhere.invalid/").text })
      #expect(result.recorded.hasPrefix("HTTP/1.1 502 Bad Gateway\r\n"))
      #expect(result.recorded.contains("VCR-Error: cannotFindHost"))
      #expect(result.recorded == result.replayed)
    }

    @Test func `pipelined requests are recorded and replayed in order`() async throws {
      let requests = (1...10).map {
        "GET http://service.test/\($0) HTTP/1.1\r\nHost: service.test\r\n\r\n"
      }
      let result = try await recordAndReplay(
        from: { ServerResponse(text: "answer to \($0.target)") }, raw(requests.joined()))
      #expect(result.recorded == result.replayed)
      let numbers = result.replayed.components(separatedBy: "answer to ").dropFirst().map {
        $0.prefix { $0 != "\n" && $0 != "H" }.filter(\.isNumber)
      }
      #expect(numbers == (1...10).map { "\($0)" })
    }

    @Test func `the service gets the request as the client sent it`() async throws {
      let studio = try Studio()
      let server = try LoopbackServer { _ in ServerResponse(text: "ok") }
      try await studio.run(deck: .init(mode: .once), upstream: try upstream(server)) { bench in
        _ = try await bench.curl(
          "-H", "X-Odd: 1", "-H", "Proxy-Authorization: Basic x", "-d", "a=1&b=2",
          "http://service.test/form?q=1")
      }
      let request = try #require(server.requests.first)
      #expect(request.method == "POST")
      #expect(request.target == "/form?q=1")
      #expect(request.body == Array("a=1&b=2".utf8))
      #expect(request.header("Host") == "service.test")
      #expect(request.header("X-Odd") == "1")
      #expect(request.header("Proxy-Authorization") == nil)
      #expect(request.header("Proxy-Connection") == nil)
      let text = try studio.text()
      #expect(text.contains("url: http://service.test/form?q=1\n"))
      #expect(!text.contains("Proxy-"))
    }

    @Test func `methods and values that are not UTF-8 reach the service as they were sent`()
      async throws
    {
      let studio = try Studio()
      let server = try LoopbackServer { _ in ServerResponse(text: "ok") }
      func request(_ number: Int, _ value: String) -> String {
        "M-SEARCH http://service.test/\(number) HTTP/1.1\r\nHost: service.test\r\nX-Plain: a\r\n"
          + "X-Latin: caf\(value)\r\nX-Latin:  \(value)\r\nX-UTF: \u{C3}\u{A9}\r\n"
          + "Content-Length: 2\r\n\r\n\u{E9}\n"
      }
      let requests = [request(1, "\u{E9}"), request(2, "\u{FF} x"), request(3, "\u{E4}")].joined()
      try await studio.run(deck: .init(mode: .once), upstream: try upstream(server)) { bench in
        let bytes = requests.unicodeScalars.map { UInt8($0.value) }
        _ = try await Client.exchange(bytes, port: bench.server.port)
      }
      let arrived = server.requests
      #expect(arrived.map(\.method) == ["M-SEARCH", "M-SEARCH", "M-SEARCH"])
      #expect(
        arrived.map { $0.headers.filter { $0.name == "X-Latin" }.map(\.value) } == [
          ["caf\u{E9}", "\u{E9}"], ["caf\u{FF} x", "\u{FF} x"], ["caf\u{E4}", "\u{E4}"],
        ])
      #expect(arrived.map { $0.header("X-UTF") } == Array(repeating: "\u{C3}\u{A9}", count: 3))
      #expect(arrived.map { $0.header("X-Plain") } == ["a", "a", "a"])
      let text = try studio.text()
      #expect(text.contains("method: M-SEARCH\n"))
      #expect(!text.contains("\u{FFFD}"))
    }

    @Test func `a client's connection is paired with one to the service`() async throws {
      let studio = try Studio()
      let server = try LoopbackServer { ServerResponse(text: "\($0.connection)") }
      try await studio.run(deck: .init(mode: .once), upstream: try upstream(server)) { bench in
        let result = try await bench.curl("http://service.test/[1-5]")
        #expect(result.text == "11111")
      }
      #expect(server.connectionCount == 1)
    }

    @Test func `an unrecorded host is passed through`() async throws {
      let studio = try Studio()
      let server = try LoopbackServer { _ in ServerResponse(text: "live") }
      let options = Deck.Options(mode: .all, passthroughHosts: ["*.test"])
      let summary = try await studio.run(deck: options, upstream: try upstream(server)) { bench in
        let response1 = try await bench.curl("http://service.test/")
        #expect(response1.text == "live")
        let response2 = try await bench.curl("-p", "http://service.test/")
        #expect(response2.text == "live")
      }
      #expect(summary.recorded == 0)
      #expect(server.requestCount == 2)
    }

    @Test func `a stream reaches the client as it arrives`() async throws {
      let studio = try Studio()
      let gate = Gate()
      let server = try LoopbackServer { _ in
        .raw([
          .bytes(
            Array(
              "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n9\r\ndata: 1\n\n\r\n"
                .utf8)),
          .gate(gate),
          .bytes(Array("9\r\ndata: 2\n\n\r\n0\r\n\r\n".utf8)),
        ])
      }
      try await studio.run(deck: .init(mode: .once), upstream: try upstream(server)) { bench in
        let client = try Child(
          "curl",
          ["-q", "-sS", "-N", "--max-time", "240"] + bench.curlArguments + ["http://service.test/"])
        #expect(await client.nextLine() == "data: 1")
        gate.open()
        let result = await client.finished()
        #expect(result.text == "data: 1\n\ndata: 2\n\n")
      }
      try await studio.run(deck: .init()) { bench in
        let response3 = try await bench.curl("http://service.test/")
        #expect(response3.text == "data: 1\n\ndata: 2\n\n")
      }
    }

    @Test func `a response not read to its end is recorded up to there`() async throws {
      let studio = try Studio()
      let gate = Gate()
      let server = try LoopbackServer { _ in
        .raw([
          .bytes(Array("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\nhello\n".utf8)),
          .gate(gate),
          .bytes([UInt8](repeating: 0x61, count: 999_994)),
        ])
      }
      let summary = try await studio.run(deck: .init(mode: .all), upstream: try upstream(server)) {
        bench in
        let client = try Child(
          "curl", ["-q", "-sS", "-N"] + bench.curlArguments + ["http://service.test/"])
        #expect(await client.nextLine() == "hello")
        client.kill()
        _ = await client.finished()
        gate.open()
      }
      #expect(summary.recorded == 1 && summary.left == 1)
      let file = try CassetteFile(path: studio.cassette, content: Array(studio.text().utf8))
      guard case .response(let response) = try file.interaction(at: 0).outcome else {
        Issue.record("no response")
        return
      }
      #expect(response.failure?.isLeft == true)
      #expect(response.headers["Content-Length"] == "1000000")
      // The service may send more before it shows that the client has left.
      #expect(response.body.bytes.starts(with: Array("hello\n".utf8)))
    }

    @Test func `a large body arrives whole in both directions`() async throws {
      let studio = try Studio()
      let server = try LoopbackServer { ServerResponse(body: $0.body) }
      let file = studio.path("large")
      let made = try await Client.python(
        "import sys; open(sys.argv[1], 'wb').write(bytes(range(256)) * 12000)", [file])
      #expect(made.status == 0)
      let copy = studio.path("copy")
      try await studio.run(deck: .init(mode: .once), upstream: try upstream(server)) { bench in
        let result = try await bench.curl(
          "--data-binary", "@\(file)", "-o", copy, "http://service.test/")
        #expect(result.status == 0, "\(result.errorText)")
      }
      #expect(try await Child.run("cmp", [file, copy]).status == 0)
      try await studio.run(deck: .init()) { bench in
        _ = try await bench.curl("--data-binary", "@\(file)", "-o", copy, "http://service.test/")
      }
      #expect(try await Child.run("cmp", [file, copy]).status == 0)
    }

    @Test func `offline mode records a truncated response, and replays nothing for it`()
      async throws
    {
      let studio = try Studio()
      let server = try LoopbackServer { request in
        request.connection == 1
          ? ServerResponse(text: "whole")
          : .raw("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\npart")
      }
      let upstream = try upstream(server)
      try await studio.run(deck: .init(mode: .offline), upstream: upstream) { bench in
        let whole = try await bench.curl("http://service.test/")
        #expect(whole.text == "whole")
      }
      server.closeConnections()
      let summary = try await studio.run(deck: .init(mode: .offline), upstream: upstream) { bench in
        let cut = try await bench.curl("http://service.test/")
        #expect(cut.status == 18)
        #expect(cut.text == "part")
      }
      #expect(summary.replayed == 0)
      #expect(summary.recorded == 1)
    }

    @Test func `20,000 header names are recorded, recorded again and replayed`() async throws {
      let studio = try Studio()
      let fields = Mutex((1...20_000).map { "n\($0): 1\r\n" })
      let server = try LoopbackServer { _ in
        .raw(
          "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n" + fields.withLock { $0.joined() } + "\r\n")
      }
      for mode in [RecordMode.once, .all, .none] {
        let upstream = mode == .none ? nil : try upstream(server)
        let summary = try await studio.run(deck: .init(mode: mode), upstream: upstream) { bench in
          let head = try await bench.curl("-i", "http://service.test/").output
          let names = head.split(separator: UInt8(ascii: "\n")).count { $0.starts(with: "n".utf8) }
          #expect(names == 20_000)
        }
        #expect(summary.recorded + summary.replayed == 1)
        fields.withLock { $0 = $0.reversed().map { $0.replacing(": 1", with: ": 2") } }
      }
    }

    @Test func `offline mode replays the cassette when the service has stopped`() async throws {
      let studio = try Studio()
      let server = try LoopbackServer { _ in ServerResponse(text: "live") }
      try await studio.run(deck: .init(mode: .offline), upstream: try upstream(server)) { bench in
        let response4 = try await bench.curl("http://service.test/")
        #expect(response4.text == "live")
      }
      let gone = try RefusingPort()
      let upstream = try upstream(port: gone.port)
      try await studio.run(deck: .init(mode: .offline), upstream: upstream) { bench in
        let response5 = try await bench.curl("http://service.test/")
        #expect(response5.text == "live")
        let other = try await bench.curl("-i", "http://service.test/other")
        #expect(other.text.hasPrefix("HTTP/1.1 502 "))
      }
    }
  }
#endif
