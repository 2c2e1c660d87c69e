#if Recording
  import NIOCore
  import TestSupport
  import Testing
  import VCRCore
  import VCRUpstream

  struct HTTP1ExchangeTests {
    @Test func `a response arrives with every byte of its head`() async throws {
      let server = try LoopbackServer { _ in
        .raw(
          "HTTP/1.1 299 Fine By Me\r\nX-One: 1\r\nx-two:2\r\nSet-Cookie: a\r\nset-cookie: b\r\n"
            + "Content-Length: 2\r\n\r\nhi")
      }
      let transcript = await (try makeClientPool()).get(server.origin)
      let head = try #require(transcript.head)
      #expect(head.status == 299)
      #expect(head.reason == "Fine By Me")
      #expect(
        head.headers.fields.map(\.name) == [
          "X-One", "x-two", "Set-Cookie", "set-cookie", "Content-Length",
        ])
      #expect(transcript.text == "hi")
      #expect(transcript.trailers == [:])
    }

    @Test func `interim responses and trailers are delivered`() async throws {
      let server = try LoopbackServer { _ in
        .raw(
          "HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\nHTTP/1.1 200 OK\r\n"
            + "Transfer-Encoding: chunked\r\n\r\n2;x=y\r\nab\r\n1\r\nc\r\n0\r\nX-Sum: 7\r\n\r\n")
      }
      let transcript = await (try makeClientPool()).get(server.origin)
      #expect(transcript.informational.map(\.status) == [103])
      #expect(transcript.informational.first?.headers["link"] == "</a.css>")
      #expect(transcript.text == "abc")
      #expect(transcript.trailers == ["X-Sum": "7"])
    }

    @Test(arguments: [
      "HTTP/1.1 200 OK\nServer: lf\nContent-Length: 4\n\nbody",
      "HTTP/1.1 200\r\nContent-Length:4\r\n\r\nbody",
      "HTTP/1.0 200 OK\r\n\r\nbody",
      "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbody and more",
    ])
    func `unusual but unambiguous responses are accepted`(response: String) async throws {
      let server = try LoopbackServer { _ in .raw(response) }
      let transcript = await (try makeClientPool()).get(server.origin)
      #expect(transcript.failure == nil)
      #expect(transcript.text == "body")
    }

    @Test func `a service that takes what is sent to it is not silent, and one that stops is`()
      async throws
    {
      // The system takes the beginning in the name of a service that reads nothing.
      let listener = try SilentListener()
      let pool = try makeClientPool()
      let exchange = pool.send(
        Interaction.Request(
          method: "POST", url: "http://127.0.0.1:\(listener.port)/",
          body: Body([UInt8](repeating: 0x78, count: 8 << 20)))
      ) { _ in }
      defer { exchange.cancel() }
      func look() async throws -> NIODeadline {
        try await pool.eventLoop.submit { exchange.lookForActivity() }.get()
      }
      let sent = NIODeadline.now()
      let limit = ContinuousClock.now + .seconds(60)
      var last = sent
      while last <= sent, ContinuousClock.now < limit { last = try await look() }
      #expect(last > sent)
      var isSilent = false
      while !isSilent, ContinuousClock.now < limit {
        try await Task.sleep(for: .milliseconds(20))
        let next = try await look()
        isSilent = next == last
        last = next
      }
      #expect(isSilent)
    }

    @Test func `a connection with extra bytes serves no further request`() async throws {
      let server = try LoopbackServer { _ in
        .raw("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nabc", close: false)
      }
      let pool = try makeClientPool()
      #expect(await pool.get(server.origin).text == "a")
      #expect(await pool.get(server.origin).text == "a")
      #expect(server.connectionCount == 2)
    }

    @Test func `sequential requests share a connection`() async throws {
      let server = try LoopbackServer { .init(text: $0.target) }
      let pool = try makeClientPool()
      for number in 0..<20 {
        #expect(await pool.get("\(server.origin)/\(number)").text == "/\(number)")
      }
      #expect(server.connectionCount == 1)
    }

    @Test func `200 concurrent requests get their own bodies`() async throws {
      let server = try LoopbackServer { .init(text: $0.target) }
      let pool = try makeClientPool()
      let origin = server.origin
      let wrong = await withTaskGroup(of: String?.self) { group in
        for number in 0..<200 {
          group.addTask {
            let transcript = await pool.get("\(origin)/\(number)")
            let isRight = transcript.text == "/\(number)"
            return isRight ? nil : transcript.failure?.message ?? transcript.text
          }
        }
        return await group.reduce(into: []) { $0 += $1.map { [$0] } ?? [] }
      }
      #expect(wrong == [])
      #expect(server.requestCount == 200)
    }

    @Test func `a request is sent as it was given, without hop-by-hop fields`()
      async throws
    {
      let server = try LoopbackServer { _ in .init() }
      let request = Interaction.Request(
        method: "POST", url: "http://user:secret@127.0.0.1:\(server.port)/a b/é?q=1#part",
        headers: [
          "x-Lower": "1", "Accept": "*/*", "Connection": "keep-alive, X-Hop", "X-Hop": "1",
          "Proxy-Authorization": "Basic x", "Keep-Alive": "5", "TE": "gzip", "Upgrade": "h2c",
          "Expect": "100-continue", "Content-Length": "99", "accept": "b",
          "Transfer-Encoding": "chunked",
        ], body: Body(Array("body".utf8)))
      let transcript = await (try makeClientPool()).fetch(request)
      #expect(transcript.failure == nil)
      let seen = try #require(server.requests.first)
      #expect(
        String(decoding: seen.rawHead, as: UTF8.self)
          == "POST /a%20b/%C3%A9?q=1 HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nx-Lower: 1\r\n"
          + "Accept: */*\r\nContent-Length: 4\r\naccept: b\r\n")
      #expect(seen.body == Array("body".utf8))
    }

    @Test(arguments: ["POST", "PUT", "PATCH", "GET", "DELETE"])
    func `a method that usually has a body announces an empty one`(method: String) async throws {
      let server = try LoopbackServer { _ in .init() }
      _ = await (try makeClientPool()).fetch(
        Interaction.Request(method: method, url: server.origin))
      let length = server.requests.first?.header("Content-Length")
      #expect(length == (["POST", "PUT", "PATCH"].contains(method) ? "0" : nil))
    }

    @Test func `request trailers are sent after chunks`() async throws {
      let server = try LoopbackServer { .init(body: $0.body) }
      let transcript = await (try makeClientPool()).fetch(
        Interaction.Request(
          method: "POST", url: server.origin, body: Body(Array("abc".utf8)),
          trailers: ["X-Sum": "7"]))
      #expect(transcript.text == "abc")
      #expect(server.requests.first?.header("Transfer-Encoding") == "chunked")
    }

    @Test(arguments: [
      Interaction.Request(method: "GET", url: "http://127.0.0.1:1/", headers: ["A": "1\r\nB: 2"]),
      Interaction.Request(method: "GET", url: "http://127.0.0.1:1/", headers: ["A\n": "1"]),
      Interaction.Request(method: "G ET", url: "http://127.0.0.1:1/"),
      Interaction.Request(method: "GET", url: "http://127.0.0.1:1/a\r\nB: 2"),
      Interaction.Request(method: "GET", url: "http://a b/"),
      Interaction.Request(method: "GET", url: "http:///"),
      Interaction.Request(method: "GET", url: "nothing"),
    ])
    func `a part that would break the syntax is never sent`(request: Interaction.Request)
      async throws
    {
      let server = try LoopbackServer { _ in .init() }
      var request = request
      request.url = request.url.replacing("127.0.0.1:1", with: "127.0.0.1:\(server.port)")
      let transcript = await (try makeClientPool()).fetch(request)
      #expect(transcript.failure?.code == "badURL")
      #expect(server.requestCount == 0)
    }

    @Test func `the address map changes the connection and nothing else`() async throws {
      let server = try LoopbackServer { .init(text: $0.header("Host") ?? "") }
      let pool = try makeClientPool {
        $0.addressMap = [
          .init(host: "api.example.com", port: 80): .init(host: "127.0.0.1", port: server.port)
        ]
      }
      #expect(await pool.get("http://API.example.com/").text == "API.example.com")
    }

    @Test func `the response to HEAD has no body and leaves the connection open`() async throws {
      let server = try LoopbackServer { _ in .init(text: "hello") }
      let pool = try makeClientPool()
      let transcript = await pool.fetch(Interaction.Request(method: "HEAD", url: server.origin))
      #expect(transcript.head?.headers["Content-Length"] == "5")
      #expect(transcript.body.isEmpty)
      #expect(await pool.get(server.origin).text == "hello")
      #expect(server.connectionCount == 1)
    }

    @Test func `all requests in HTTP 2 at once reach a service that speaks HTTP 1`() async throws {
      let server = try LoopbackServer { request in
        // What any such service makes of the preface.
        request.target == "*" ? .raw("HTTP/1.1 400 Bad Request\r\n\r\n") : .init(text: "hello")
      }
      let pool = try makeClientPool()
      let outcomes = await withTaskGroup(of: Interaction.Outcome.self) { group in
        for _ in 0..<60 {
          group.addTask {
            let request = Interaction.Request(url: server.origin, http: "HTTP/2")
            return await pool.outcome(of: request, within: 60)
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      for outcome in outcomes {
        guard case .response(let response) = outcome else {
          Issue.record("\(outcome)")
          continue
        }
        #expect(response.body.bytes == Array("hello".utf8))
      }
    }

    @Test func `a large body arrives whole`() async throws {
      let body = (0..<5_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
      let server = try LoopbackServer { .init(body: $0.method == "POST" ? $0.body : body) }
      let pool = try makeClientPool()
      // The comparison is outside the expectation, which would compute a difference of millions of
      // elements.
      let isWhole = await pool.get(server.origin).body == body
      #expect(isWhole)
      let echo = await pool.fetch(
        Interaction.Request(method: "POST", url: server.origin, body: Body(body)))
      let isSame = echo.body == body
      #expect(isSame)
    }
  }
#endif
