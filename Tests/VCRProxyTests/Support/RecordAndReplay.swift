#if CommandLineTool
  import TestSupport
  import Testing
  import VCRCore
  import VCRProxy
  import VCRUpstream

  /// An upstream client that reaches a server by a name that no resolver knows.
  func upstream(_ server: LoopbackServer, name: String = "service.test") throws
    -> Upstream
  { try upstream(port: server.port, name: name) }

  func upstream(port place: Int, name: String = "service.test") throws -> Upstream {
    var options = Upstream.Options()
    for port in [80, 443] {
      options.addressMap[.init(host: name, port: port)] = .init(
        host: "127.0.0.1", port: place)
    }
    return try Upstream(options: options)
  }

  /// Records what a client receives, stops the server, and replays it.
  func recordAndReplay(
    from handler: @escaping @Sendable (ServerRequest) -> ServerResponse,
    _ client: (Bench) async throws -> String
  ) async throws -> (recorded: String, replayed: String, summary: Deck.Summary) {
    let studio = try Studio()
    let server = try LoopbackServer(handler: handler)
    var recorded = ""
    try await studio.run(deck: .init(mode: .once), upstream: try upstream(server)) { bench in
      recorded = try await client(bench)
    }
    let connections = server.connectionCount
    var replayed = ""
    let summary = try await studio.run(deck: .init()) { bench in
      replayed = try await client(bench)
    }
    #expect(server.connectionCount == connections, "a replay must not reach the server")
    server.stop()
    return (recorded, replayed, summary)
  }
#endif
