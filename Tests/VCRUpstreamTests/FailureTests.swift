#if Recording
  import NIOCore
  import TestSupport
  import Testing
  import VCRCore
  import VCRUpstream

  struct FailureTests {
    @Test(arguments: [
      ("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc", "networkConnectionLost"),
      ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabc", "networkConnectionLost"),
      (
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n", "networkConnectionLost"
      ),
      ("HTTP/1.1 200 OK\r\nA: 1\r\n", "networkConnectionLost"),
      ("", "networkConnectionLost"),
      ("nonsense\r\n\r\n", "badServerResponse"),
      ("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na", "badServerResponse"),
    ])
    func `a truncated or malformed response is a failure`(response: String, code: String)
      async throws
    {
      let server = try LoopbackServer { _ in .raw(response) }
      let transcript = await (try makeClientPool()).get("\(server.origin)/path?token=secret")
      let failure = try #require(transcript.failure)
      #expect(failure.code == code)
      #expect(failure.number == FailureCode(name: code)?.number)
      #expect(failure.message.contains("127.0.0.1:\(server.port)"))
      #expect(!failure.message.contains("secret"))
    }

    @Test func `a reset within the body is a failure`() async throws {
      let server = try LoopbackServer { _ in
        .raw([.bytes(Array("HTTP/1.1 200 OK\r\n\r\nabc".utf8)), .reset])
      }
      let transcript = await (try makeClientPool()).get(server.origin)
      #expect(transcript.failure?.code == "networkConnectionLost")
    }

    @Test func `a port without a listener is a failure to connect`() async throws {
      let port: Int
      do {
        let server = try LoopbackServer { _ in .init() }
        port = server.port
        server.stop()
        // The backlog of the listener accepts connections until the listener is closed.
        while await (try makeClientPool()).get("http://127.0.0.1:\(port)").failure?.code
          == "networkConnectionLost"
        {}
      }
      let failure = await (try makeClientPool()).get("http://127.0.0.1:\(port)").failure
      #expect(failure?.code == "cannotConnectToHost")
      #expect(failure?.number == -1004)
      #expect(failure?.message == "cannot connect to 127.0.0.1:\(port): connection refused")
    }

    @Test func `a name without an address is a host that cannot be found`() async throws {
      let failure = await (try makeClientPool()).get("http://nonexistent.invalid/").failure
      #expect(failure?.code == "cannotFindHost")
      #expect(failure?.number == -1003)
      #expect(failure?.message == "no address is known for nonexistent.invalid")
    }

    @Test func `a scheme that cannot be fetched is refused`() async throws {
      #expect(await (try makeClientPool()).get("ftp://a/").failure?.code == "unsupportedURL")
    }

    @Test func `silence longer than the limit is a timeout`() async throws {
      let gate = Gate()
      defer { gate.open() }
      let server = try LoopbackServer { _ in .raw([.gate(gate)]) }
      let pool = try makeClientPool { $0.idleTimeout = .milliseconds(50) }
      let failure = await pool.get(server.origin).failure
      #expect(failure?.code == "timedOut")
      #expect(failure?.number == -1001)
    }

    @Test func `a request is sent again when its idle connection turns out to be closed`()
      async throws
    {
      // The first connection serves one request, and closes at the second without a response.
      let server = try LoopbackServer { request in
        request.connection == 1 && request.target == "/second"
          ? .raw("") : .init(text: request.target)
      }
      let pool = try makeClientPool()
      #expect(await pool.get(server.origin + "/first").text == "/first")
      #expect(await pool.get(server.origin + "/second").text == "/second")
      #expect(server.connectionCount == 2)
    }

    @Test func `a request that is not idempotent is not sent twice`() async throws {
      let server = try LoopbackServer { request in
        request.method == "POST" ? .raw("") : .init(text: request.target)
      }
      let pool = try makeClientPool()
      #expect(await pool.get(server.origin + "/first").text == "/first")
      let post = await pool.fetch(Interaction.Request(method: "POST", url: server.origin))
      #expect(post.failure?.code == "networkConnectionLost")
      #expect(server.requests.count { $0.method == "POST" } == 1)
    }

    @Test func `a cancelled exchange reports no more events and ends its connection`() async throws
    {
      let gate = Gate()
      defer { gate.open() }
      let server = try LoopbackServer { request in
        request.target == "/slow"
          ? .raw([
            .bytes(Array("HTTP/1.1 200 OK\r\n\r\n".utf8)), .gate(gate), .bytes([0x61]),
          ]) : .init(text: "fast")
      }
      let pool = try makeClientPool()
      let (events, continuation) = AsyncStream<Upstream.Event>.makeStream()
      let exchange = pool.send(Interaction.Request(url: server.origin + "/slow")) { event in
        continuation.yield(event)
      }
      var iterator = events.makeAsyncIterator()
      guard case .head? = await iterator.next() else {
        Issue.record("no head")
        return
      }
      exchange.cancel()
      gate.open()
      #expect(await pool.get(server.origin + "/fast").text == "fast")
      #expect(server.connectionCount == 2)
      continuation.finish()
      #expect(await iterator.next() == nil)
    }
  }
#endif
