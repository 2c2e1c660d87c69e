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
    func `a response cut short or malformed is a failure`(response: String, code: String)
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

    @Test func `a port where nobody listens is a failure to connect`() async throws {
      let port: Int
      do {
        let server = try LoopbackServer { _ in .init() }
        port = server.port
        server.stop()
        // Until the listener is gone, its backlog still accepts.
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
      let lane = try makeClientPool { $0.idleTimeout = .milliseconds(50) }
      let failure = await lane.get(server.origin).failure
      #expect(failure?.code == "timedOut")
      #expect(failure?.number == -1001)
    }

    @Test func `a request goes again when its idle connection turns out to be closed`()
      async throws
    {
      // The first connection answers once, then ends at the second request without a word.
      let server = try LoopbackServer { request in
        request.connection == 1 && request.target == "/second"
          ? .raw("") : .init(text: request.target)
      }
      let lane = try makeClientPool()
      #expect(await lane.get(server.origin + "/first").text == "/first")
      #expect(await lane.get(server.origin + "/second").text == "/second")
      #expect(server.connectionCount == 2)
    }

    @Test func `a request with effects does not go twice`() async throws {
      let server = try LoopbackServer { request in
        request.method == "POST" ? .raw("") : .init(text: request.target)
      }
      let lane = try makeClientPool()
      #expect(await lane.get(server.origin + "/first").text == "/first")
      let post = await lane.fetch(Interaction.Request(method: "POST", url: server.origin))
      #expect(post.failure?.code == "networkConnectionLost")
      #expect(server.requests.count { $0.method == "POST" } == 1)
    }

    @Test func `a cancelled exchange says nothing more and ends its connection`() async throws {
      let gate = Gate()
      defer { gate.open() }
      let server = try LoopbackServer { request in
        request.target == "/slow"
          ? .raw([
            .bytes(Array("HTTP/1.1 200 OK\r\n\r\n".utf8)), .gate(gate), .bytes([0x61]),
          ]) : .init(text: "fast")
      }
      let lane = try makeClientPool()
      let (events, continuation) = AsyncStream<Upstream.Event>.makeStream()
      let exchange = lane.send(Interaction.Request(url: server.origin + "/slow")) { event in
        continuation.yield(event)
      }
      var iterator = events.makeAsyncIterator()
      guard case .head? = await iterator.next() else {
        Issue.record("no head")
        return
      }
      exchange.cancel()
      gate.open()
      #expect(await lane.get(server.origin + "/fast").text == "fast")
      #expect(server.connectionCount == 2)
      continuation.finish()
      #expect(await iterator.next() == nil)
    }
  }
#endif
