#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing
  import VCRCore
  import VCRProxy
  import VCRUpstream

  /// Forms of a message that other clients normalize: the service and the client get them as they
  /// were sent, while recording and in a replay.
  struct WireFormTests {
    /// The head of a request of a raw client.
    private static func request(_ line: String) -> [UInt8] {
      Array("\(line) HTTP/1.1\r\nHost: service.test\r\n\r\n".unicodeScalars.map { UInt8($0.value) })
    }

    private static func client(_ line: String) -> (Bench) async throws -> String {
      { bench in
        String(latin1: try await Client.exchange(request(line), port: bench.server.port))
      }
    }

    /// The targets that a service received, each as the bytes of the request line in Latin-1.
    private static func targets(_ server: LoopbackServer) -> [String] {
      server.requests.map { request in
        String(latin1: request.rawHead).split(separator: " ").dropFirst().first.map(String.init)
          ?? ""
      }
    }

    @Test(arguments: [
      ("OPTIONS http://service.test", "*"), ("OPTIONS http://service.test/", "/"),
      ("OPTIONS http://service.test?a", "/?a"), ("GET http://service.test", "/"),
      (
        "GET http://service.test/caf\u{C3}\u{A9}?\u{C3}\u{BC}=1#x",
        "/caf\u{C3}\u{A9}?\u{C3}\u{BC}=1"
      ),
      ("GET http://service.test/caf\u{E9}", "/caf\u{E9}"), ("LIST http://service.test/a", "/a"),
      ("get http://service.test/a", "/a"), ("GET /a?b", "/a?b"), ("OPTIONS *", "*"),
      ("GET /a?u=http://fe80::1/", "/a?u=http://fe80::1/"),
      ("GET http://service.test/a?u=http://fe80::1/", "/a?u=http://fe80::1/"),
    ])
    func `a target reaches the service as it was sent`(line: String, target: String) async throws {
      let studio = try Studio()
      let server = try LoopbackServer { ServerResponse(text: $0.method) }
      let method = String(line.prefix { $0 != " " })
      for upstream in [try upstream(server), nil] {
        try await studio.run(deck: .init(mode: .once), upstream: upstream) { bench in
          let response = try await Self.client(line)(bench)
          #expect(response.hasPrefix("HTTP/1.1 200 OK\r\n") && response.hasSuffix(method))
        }
      }
      #expect(Self.targets(server) == [target])
      #expect(server.requests.first?.method == method)
    }

    // httpx spells it so where it speaks to a proxy.
    @Test(arguments: ["http://::1:80/a", "http://::1/a", "http://[::1]/a"])
    func `an IPv6 address reaches its service, with or without brackets`(
      target: String
    ) async throws {
      let studio = try Studio()
      let server = try LoopbackServer { _ in ServerResponse(text: "here") }
      let request = Array("GET \(target) HTTP/1.1\r\nHost: [::1]\r\n\r\n".utf8)
      for upstream in [try upstream(server, name: "::1"), nil] {
        try await studio.run(deck: .init(mode: .once), upstream: upstream) { bench in
          let response = try await Client.exchange(request, port: bench.server.port)
          #expect(String(latin1: response).hasSuffix("here"))
        }
      }
      #expect(try studio.text().contains("http://[::1]"))
      #expect(Self.targets(server) == ["/a"])
    }

    @Test func `spellings of one name that alternate are replayed as they came`() async throws {
      let fields = "X-A: 1\r\nx-a: 2\r\nX-A: 3\r\nX-B: 4\r\nx-b: 5\r\n"
      let result = try await recordAndReplay(
        from: { _ in .raw("HTTP/1.1 200 OK\r\n\(fields)Content-Length: 2\r\n\r\nhi") },
        Self.client("GET http://service.test/a"))
      #expect(result.recorded.contains(fields))
      #expect(result.replayed == result.recorded)
    }

    // The protocols are all that such a response says (RFC 9110 §15.5.22).
    @Test func `the protocols that a service demands with 426 reach the client`() async throws {
      let studio = try Studio()
      let server = try LoopbackServer { _ in
        .raw(
          "HTTP/1.1 426 Upgrade Required\r\nUpgrade: websocket, chat/2\r\nConnection: upgrade\r\n"
            + "Content-Length: 2\r\n\r\nno")
      }
      var seen: [String] = []
      for upstream in [try upstream(server), nil] {
        try await studio.run(deck: .init(mode: .once), upstream: upstream) { bench in
          seen.append(try await Self.client("GET http://service.test/a")(bench))
          // HTTP/2 has no such field (RFC 9113 §8.2.2).
          let second = try await bench.curl(
            "-p", "--http2-prior-knowledge", "-D", "-", "http://service.test/b")
          #expect(second.text.contains("\r\nHTTP/2 426 \r\n"), "\(second.text)")
          #expect(!second.text.lowercased().contains("websocket"), "\(second.text)")
        }
      }
      #expect(seen[0].contains("\r\nUpgrade: websocket, chat/2\r\n"), "\(seen[0])")
      #expect(seen[0].contains("\r\nConnection: Upgrade\r\n"), "\(seen[0])")
      #expect(seen[1] == seen[0])
    }

    @Test func `the challenge of a service that responds as a proxy does reaches the client`()
      async throws
    {
      let studio = try Studio()
      let challenge = "Proxy-Authenticate: Basic realm=\"office\"\r\n"
      let server = try LoopbackServer { _ in
        .raw(
          "HTTP/1.1 407 Proxy Authentication Required\r\n\(challenge)Content-Length: 2\r\n\r\nno")
      }
      var seen: [String] = []
      for upstream in [try upstream(server), nil] {
        try await studio.run(deck: .init(mode: .once), upstream: upstream) { bench in
          seen.append(try await Self.client("GET http://service.test/a")(bench))
          let second = try await bench.curl(
            "-p", "--http2-prior-knowledge", "-D", "-", "http://service.test/b")
          #expect(
            second.text.contains("proxy-authenticate: Basic realm=\"office\"\r\n"),
            "\(second.text)")
        }
      }
      #expect(seen[0].contains(challenge), "\(seen[0])")
      #expect(!seen[0].contains("Connection: Upgrade"))
      #expect(seen[1] == seen[0])
    }

    @Test(arguments: ["--http1.1", "--http2-prior-knowledge"])
    func `fields between those of one name are replayed as they came`(version: String) async throws
    {
      let studio = try Studio()
      let fields =
        "X-Step: 1\r\nVary: Accept\r\nx-step: 2\r\nVary: Origin\r\n"
      let server = try LoopbackServer { _ in
        .raw(
          "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\nX-A: 1\r\nLink: </b>\r\n\r\n"
            + "HTTP/1.1 200 OK\r\nTrailer: X-T, X-U\r\n\(fields)"
            + "Transfer-Encoding: chunked\r\nX-End: 1\r\nVary: Cookie\r\n\r\n"
            + "2\r\nhi\r\n0\r\nX-T: 1\r\nX-U: 2\r\nX-T: 3\r\n\r\n")
      }
      func ask(_ mode: RecordMode, _ upstream: Upstream?) async throws -> String {
        var seen = ""
        try await studio.run(deck: .init(mode: mode), upstream: upstream) { bench in
          seen = try await bench.curl(
            "--raw", "-D", "-", "-p", version, "http://service.test/"
          ).text
        }
        return seen
      }
      let recorded = try await ask(.once, upstream(server))
      let cassette = try studio.text()
      let order = recorded.split(separator: "\r\n").compactMap { $0.split(separator: ":").first }
      #expect(
        order.filter { ["x-step", "vary", "x-end"].contains($0.lowercased()) }
          .map { $0.lowercased() } == ["x-step", "vary", "x-step", "vary", "x-end", "vary"])
      #expect(try await ask(.all, upstream(server)) == recorded)
      #expect(try studio.text() == cassette)
      #expect(try await ask(.none, nil) == recorded, "\(cassette)")
    }

    @Test(arguments: [
      "caf\u{E9}", "caf\u{C3}\u{A9}", "\u{E2}\u{82}\u{AC} 5", "\u{80}\u{FF}", "a: #b", "",
    ])
    func `a reason phrase keeps its bytes`(reason: String) async throws {
      let head = Array("HTTP/1.1 402 \(reason)\r\n".unicodeScalars.map { UInt8($0.value) })
      let result = try await recordAndReplay(
        from: { _ in .raw([.bytes(head + Array("Content-Length: 2\r\n\r\nhi".utf8))]) },
        Self.client("GET http://service.test/"))
      #expect(result.recorded.hasPrefix("HTTP/1.1 402 \(reason)\r\n"))
      #expect(result.replayed == result.recorded)
    }

    /// A stream has no length, and a response of HTTP/1 without content announces that it has none.
    @Test(arguments: [
      ("Content-Type: text/event-stream\r\nTransfer-Encoding: chunked", "data: 1\n\n", true),
      ("Content-Type: text/event-stream\r\nContent-Length: 9", "data: 1\n\n", false),
      ("content-type: text/plain\r\ncontent-length: 2", "hi", false),
      ("Content-Length: 0", "", false),
    ])
    func `a length is announced where it was`(
      fields: String, content: String, isChunked: Bool
    ) async throws {
      for version in ["--http1.1", "--http2-prior-knowledge"] {
        let chunks = "\(String(content.utf8.count, radix: 16))\r\n\(content)\r\n0\r\n\r\n"
        let result = try await recordAndReplay(
          from: { _ in
            .raw("HTTP/1.1 200 OK\r\n\(fields)\r\n\r\n\(isChunked ? chunks : content)")
          },
          {
            try await $0.curl("--raw", "-i", "-p", version, "http://service.test/").text
          })
        #expect(result.replayed == result.recorded, "\(version)")
        #expect(result.recorded.lowercased().contains("content-length") != isChunked)
      }
    }

    /// What a service sends that announces no length, with a content that is no stream.
    static let unannounced: [(fields: String, content: String)] = [
      ("Content-Type: application/json\r\nTransfer-Encoding: chunked", "2\r\n{}\r\n0\r\n\r\n"),
      ("Content-Type: text/plain\r\nConnection: close", "until the end"),
      ("Content-Type: image/png\r\nTransfer-Encoding: chunked", "0\r\n\r\n"),
      ("Connection: close", ""),
    ]

    @Test(arguments: unannounced, ["--http1.1", "--http1.0", "--http2-prior-knowledge"])
    func `a length that was not announced is announced in no replay`(
      response: (fields: String, content: String), version: String
    ) async throws {
      let studio = try Studio()
      let server = try LoopbackServer { _ in
        .raw("HTTP/1.1 200 OK\r\n\(response.fields)\r\n\r\n\(response.content)")
      }
      func ask(_ mode: RecordMode, _ upstream: Upstream?) async throws -> String {
        var seen = ""
        try await studio.run(deck: .init(mode: mode), upstream: upstream) { bench in
          seen = try await bench.curl("--raw", "-i", "-p", version, "http://service.test/").text
        }
        return seen
      }
      let recorded = try await ask(.once, upstream(server))
      #expect(recorded.contains(" 200") && !recorded.lowercased().contains("content-length"))
      let cassette = try studio.text()
      #expect(cassette.contains("    length: unknown\n"))
      #expect(try await ask(.all, upstream(server)) == recorded)
      #expect(try studio.text() == cassette)
      #expect(try await ask(.none, nil) == recorded, "\(cassette)")
    }

    @Test func `what a cassette says of the length stays when it is recorded again`() async throws {
      let framings = [
        "Transfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n", "Content-Length: 2\r\n\r\nhi",
      ]
      for (first, second) in [(framings[0], framings[1]), (framings[1], framings[0])] {
        let studio = try Studio()
        var cassettes: [String] = []
        for (mode, framing) in [(RecordMode.once, first), (.all, second)] {
          let server = try LoopbackServer { _ in
            .raw("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\(framing)")
          }
          try await studio.run(deck: .init(mode: mode), upstream: upstream(server)) { bench in
            let response = try await bench.curl("-p", "http://service.test/")
            #expect(response.text == "hi")
          }
          cassettes.append(try studio.text())
        }
        #expect(cassettes[0] == cassettes[1])
        #expect(cassettes[0].contains("length: unknown") == first.hasPrefix("Transfer-Encoding"))
      }
    }

    /// Heads in which the length or the coding does not come last, or not as usual.
    @Test(arguments: [
      "Content-Length: #\r\nX-A: 1\r\nx-b: 2", "X-A: 1\r\ncontent-length: #",
      "Content-Encoding: gzip\r\nX-A: 1\r\nContent-Length: #",
      "content-length: #\r\ncontent-encoding: gzip\r\nx-a: 1",
      "X-Step: 1\r\nContent-Encoding: gzip\r\nVary: A\r\nX-Step: 2",
      "Content-Encoding: gzip\r\nContent-Type: text/event-stream\r\nX-A: 1",
    ])
    func `a head is replayed in the order in which it came`(fields: String) async throws {
      let isEncoded = fields.lowercased().contains("gzip")
      let content = isEncoded ? try await Client.python(Self.zipped).output : Array("hello".utf8)
      let isChunked = !fields.contains("#")
      let head = fields.replacing("#", with: "\(content.count)")
      let whole =
        Array("HTTP/1.1 200 OK\r\n\(head)\r\n".utf8)
        + Array((isChunked ? "Transfer-Encoding: chunked\r\n\r\n" : "\r\n").utf8)
        + (isChunked ? Array("\(String(content.count, radix: 16))\r\n".utf8) : []) + content
        + (isChunked ? Array("\r\n0\r\n\r\n".utf8) : [])
      for version in ["--http1.1", "--http1.0", "--http2-prior-knowledge"] {
        let studio = try Studio()
        let server = try LoopbackServer { _ in .raw([.bytes(whole)]) }
        func ask(_ mode: RecordMode, _ upstream: Upstream?) async throws -> [UInt8] {
          var seen: [UInt8] = []
          try await studio.run(
            deck: .init(mode: mode), upstream: upstream
          ) { bench in
            seen = try await bench.curl(
              "--raw", "-i", "-p", version, "-H", "Accept-Encoding: gzip", "http://service.test/"
            ).output
          }
          return seen
        }
        let recorded = try await ask(.once, upstream(server))
        let cassette = try studio.text()
        #expect(try await ask(.all, upstream(server)) == recorded)
        #expect(try studio.text() == cassette)
        #expect(try await ask(.none, nil) == recorded, "\(version)\n\(cassette)")
      }
    }

    private static let zipped =
      "import gzip, sys; sys.stdout.buffer.write(gzip.compress(b'data: hello\\n\\n', mtime=0))"

    @Test(arguments: [(2 << 20, "gzip, deflate"), (9 << 20, "identity")])
    func `a large content without a length is replayed without one`(
      size: Int, codings: String
    ) async throws {
      let chunk = String(size, radix: 16)
      let content = String(repeating: "0123456789abcdef", count: size / 16)
      let result = try await recordAndReplay(
        from: { _ in
          .raw(
            "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n"
              + "\(chunk)\r\n\(content)\r\n0\r\n\r\n")
        },
        {
          try await $0.curl(
            "-i", "-p", "-H", "Accept-Encoding: \(codings)", "http://service.test/"
          ).text
        })
      #expect(result.recorded.hasSuffix(content))
      #expect(result.replayed == result.recorded)
    }

    @Test func `a length of nothing over HTTP 2 is announced where the service did`() async throws {
      let studio = try Studio(
        """
        - request: {method: GET, url: 'http://service.test/said'}
          response: {status: 200, http: HTTP/2, headers: {content-length: '0'}}
        - request: {method: GET, url: 'http://service.test/silent'}
          response: {status: 200, http: HTTP/2}
        - request: {method: GET, url: 'http://service.test/old'}
          response: {status: 200}
        """)
      try await studio.run(deck: .init()) { bench in
        for (path, hasLength) in [("said", true), ("silent", false), ("old", true)] {
          let response = try await bench.curl(
            "-i", "-p", "--http2-prior-knowledge", "http://service.test/\(path)")
          #expect(response.text.contains("content-length: 0\r\n") == hasLength, "\(response.text)")
        }
      }
    }

    @Test(arguments: ["--http1.1", "--http2-prior-knowledge"])
    func `a trailer section has no field that has to come before the content`(
      version: String
    ) async throws {
      let fields =
        "X-Sum: 1\r\nContent-Length: 9\r\nTransfer-Encoding: gzip\r\nHost: other.test\r\n"
        + "Content-Type: text/html\r\nAuthorization: Basic eA==\r\nETag: \"2\"\r\n"
      let result = try await recordAndReplay(
        from: { _ in
          .raw(
            "HTTP/1.1 200 OK\r\nTrailer: X-Sum\r\nTransfer-Encoding: chunked\r\n\r\n"
              + "2\r\nhi\r\n0\r\n\(fields)\r\n")
        },
        { try await $0.curl("--raw", "-i", "-p", version, "http://service.test/").text })
      let sent = result.recorded.lowercased()
      #expect(sent.contains("x-sum: 1\r\netag: \"2\"\r\n"), "\(sent)")
      for name in ["content-length", "gzip", "other.test", "text/html", "authorization"] {
        #expect(!sent.contains(name), "\(name)")
      }
      #expect(result.replayed == result.recorded)
    }

    @Test func `a trailer section of a request has no such field either`() async throws {
      let server = try LoopbackServer { ServerResponse(text: "\($0.body.count)") }
      let request =
        "POST http://service.test/ HTTP/1.1\r\nHost: service.test\r\nConnection: close\r\n"
        + "Transfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\nX-T: 1\r\nContent-Length: 9\r\n"
        + "Host: other.test\r\nRange: bytes=0-1\r\n\r\n"
      let studio = try Studio()
      for upstream in [try upstream(server), nil] {
        try await studio.run(deck: .init(mode: .once), upstream: upstream) { bench in
          let bytes = try await Client.exchange(Array(request.utf8), port: bench.server.port)
          #expect(String(latin1: bytes).hasSuffix("\r\n\r\n2"))
        }
      }
      let cassette = try studio.text()
      #expect(cassette.contains("trailers:\n      X-T: '1'\n"), "\(cassette)")
      #expect(!cassette.contains("other.test") && !cassette.contains("Range"))
    }

    @Test(arguments: [
      "Content-Length: 2\r\nX-A: 1\r\nContent-Length: 2", "Content-Length: 2, 2\r\nX-A: 1",
    ])
    func `a length that is announced repeatedly is announced once`(fields: String) async throws {
      for method in ["GET", "HEAD"] {
        let content = method == "GET" ? "hi" : ""
        let result = try await recordAndReplay(
          from: { _ in .raw("HTTP/1.1 200 OK\r\n\(fields)\r\n\r\n\(content)", close: false) },
          Self.client("\(method) http://service.test/"))
        #expect(
          result.recorded == "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX-A: 1\r\n\r\n\(content)")
        #expect(Self.lines(result.replayed) == Self.lines(result.recorded))
      }
    }

    /// The lines of a response, without their order.
    private static func lines(_ response: String) -> [String] {
      response.split(separator: "\r\n").map(String.init).sorted()
    }

    @Test func `no response to HEAD announces the length of a 204`() async throws {
      let result = try await recordAndReplay(
        from: { _ in .raw("HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\n", close: false) },
        Self.client("HEAD http://service.test/"))
      #expect(result.recorded == "HTTP/1.1 204 No Content\r\n\r\n")
      #expect(result.replayed == result.recorded)
    }

    @Test func `a reverse proxy passes on that a request is for the whole server`() async throws {
      let studio = try Studio()
      let server = try LoopbackServer { ServerResponse(text: $0.target) }
      for upstream in [try Upstream(), nil] {
        try await studio.run(
          deck: .init(mode: .once), upstream: upstream,
          configure: { $0.reverseOrigin = server.origin }
        ) { bench in
          let response = try await Self.client("OPTIONS *")(bench)
          #expect(response.hasSuffix("\r\n\r\n*"))
        }
      }
    }

    @Test func `an empty reason phrase stays empty`() async throws {
      let result = try await recordAndReplay(
        from: { _ in .raw("HTTP/1.1 200 \r\nContent-Length: 2\r\n\r\nhi", close: false) },
        Self.client("GET http://service.test/"))
      #expect(result.recorded.hasPrefix("HTTP/1.1 200 \r\n"))
      #expect(result.replayed == result.recorded)
    }

    @Test func `a body that would decode to a thousandfold is passed on, and not recorded`()
      async throws
    {
      let bomb = try await Client.python(
        "import gzip, sys; sys.stdout.buffer.write(gzip.compress(bytes(1 << 27)))"
      ).output
      let studio = try Studio()
      let server = try LoopbackServer { _ in
        ServerResponse(headers: [("Content-Encoding", "gzip")], body: bomb)
      }
      var received = 0
      var reason = ""
      do {
        try await studio.run(deck: .init(mode: .once), upstream: try upstream(server)) { bench in
          received = try await Self.client("GET http://service.test/")(bench).utf8.count
        }
      } catch let error as DeckError {
        reason = error.reason
      }
      #expect(received > bomb.count)
      #expect(reason.contains("not searched for secrets"), "\(reason)")
      #expect(!FileManager.default.fileExists(atPath: studio.cassette + ".files"))
    }
  }
#endif
