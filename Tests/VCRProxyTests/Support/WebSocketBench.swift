#if CommandLineTool
  import TestSupport
  import Testing
  import VCRCore
  import VCRProxy
  import VCRUpstream

  /// A WebSocket service at `service.test`, recorded and replayed on one cassette.
  struct WebSocketBench {
    let service: WebSocketService
    let studio: Studio
    private let upstream: Upstream

    /// Starts the service.
    ///
    /// - Parameter isSecure: Whether it speaks TLS.
    /// - Throws: An error when Python cannot be started.
    init(isSecure: Bool = false) async throws {
      let certificates =
        isSecure ? try await TestCertificates(names: ["DNS:service.test"]) : nil
      service = try await WebSocketService(certificates)
      studio = try Studio()
      var options = Upstream.Options()
      if let certificates { options.additionalRoots = [certificates.rootFile] }
      for port in [80, 443] {
        options.addressMap[.init(host: "service.test", port: port)] = .init(
          host: "127.0.0.1", port: service.port)
      }
      upstream = try Upstream(options: options)
    }

    /// What a client printed, and what the deck and the proxy did.
    struct Result {
      var text: String
      var summary: Deck.Summary
      var events: EventLog
    }

    /// Runs a client on a recording or a replaying proxy.
    ///
    /// - Parameters:
    ///   - mode: The mode; the service cannot be reached in mode `none`.
    ///   - path: The path, or a whole URL.
    ///   - steps: What the client does, see `WebSocketService.client(_:)`.
    ///   - way: Its way to the service.
    ///   - messageLimit: The most bytes of a message; nil for the usual limit.
    ///   - change: Changes the deck's options.
    /// - Returns: What came of it.
    /// - Throws: `DeckError` when the cassette cannot be opened or written.
    func run(
      _ mode: RecordMode, _ path: String, _ steps: String, way: String = "connect",
      messageLimit: Int? = nil, _ change: (inout Deck.Options) -> Void = { _ in }
    ) async throws -> Result {
      var options = Deck.Options(mode: mode)
      change(&options)
      var text = ""
      var events = EventLog()
      let summary = try await studio.run(
        deck: options, upstream: mode == .none ? nil : upstream,
        configure: { if let messageLimit { $0.limits.messageBytes = messageLimit } }
      ) { bench in
        events = bench.events
        let url = path.contains("://") ? path : "ws://service.test" + path
        let result = try await Client.python(
          WebSocketService.client(steps), [url, way],
          variables: [
            "http_proxy": bench.url, "https_proxy": bench.url, "SSL_CERT_FILE": bench.authorityFile,
          ])
        #expect(result.status == 0, "\(result.errorText)")
        text = result.text
      }
      return Result(text: text, summary: summary, events: events)
    }

    /// Records a client, stops the service, and replays it.
    ///
    /// - Returns: What the client printed each time, and the cassette.
    func recordAndReplay(
      _ path: String, _ steps: String, way: String = "connect"
    ) async throws -> (recorded: Result, replayed: Result, cassette: String) {
      let recorded = try await run(.once, path, steps, way: way)
      let cassette = try studio.text()
      service.stop()
      let replayed = try await run(.none, path, steps, way: way)
      #expect(try studio.text() == cassette)
      return (recorded, replayed, cassette)
    }
  }
#endif
