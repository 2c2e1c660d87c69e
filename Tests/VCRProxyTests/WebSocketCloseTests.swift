#if CommandLineTool
  import TestSupport
  import Testing
  import VCRCore
  import VCRProxy

  /// How a replayed WebSocket ends.
  struct WebSocketCloseTests {
    @Test(arguments: ["/parting", "/echo"])
    func `what a service says to a client's close is recorded when it is not the same`(
      path: String
    ) async throws {
      let bench = try await WebSocketBench()
      let (recorded, replayed, cassette) = try await bench.recordAndReplay(
        path,
        """
        ws = connect(url, way)
        ws.send("a"); show(ws.recv())
        ws.close(1000, "bye"); show(ws.recv())
        """)
      let response = path == "/parting" ? "4321, 'other'" : "1000, 'bye'"
      #expect(recorded.text == "echo a\n('close', \(response))\n")
      #expect(replayed.text == recorded.text)
      #expect(cassette.ranges(of: "close: ").count == (path == "/parting" ? 2 : 1))
    }

    @Test func `a ping behind the last message gets its pong before the service closes`()
      async throws
    {
      let studio = try Studio(
        """
        - request:
            url: ws://service.test/feed
          response:
            status: 101
          messages:
          - {after: 0.1, client: more}
          - {after: 0.2, service: last}
          - {after: 3.4, close: 4000 enough, by: service}
        """)
      let steps = """
        ws = connect(url, way)
        ws.send("more"); show(ws.recv())
        start = time.monotonic()
        ws.raw(ws.frame(9, b"there?")); show(ws.recv()); show(ws.pongs)
        show("at once" if time.monotonic() - start < 2 else "slow")
        """
      try await studio.run(deck: .init()) { bench in
        let result = try await Client.python(
          WebSocketService.client(steps), ["ws://service.test/feed", "connect"],
          variables: ["http_proxy": bench.url])
        #expect(
          result.text == "last\n('close', 4000, 'enough')\n[b'there?']\nat once\n",
          "\(result.text)\(result.errorText)")
      }
    }
  }
#endif
