#if CommandLineTool
  import Foundation
  import VCRLocks
  import TestSupport
  import VCRCore
  import VCRProxy
  import VCRUpstream

  /// A proxy on a deck with its own cassette, which exists during a closure.
  struct Bench: Sendable {
    /// The proxy.
    let server: ProxyServer
    /// The file with the certificate of the run's authority.
    let authorityFile: String
    /// The events that the proxy has reported.
    let events: EventLog

    /// The URL for clients: `http://127.0.0.1:PORT`.
    var url: String { "http://127.0.0.1:\(server.port)" }

    /// Arguments that make curl go through the proxy and trust its authority.
    var curlArguments: [String] { ["-x", url, "--noproxy", "", "--cacert", authorityFile] }

    /// Runs curl through the proxy.
    func curl(_ arguments: String...) async throws -> Child.Result {
      try await Client.curl(curlArguments + arguments)
    }
  }

  /// The events of a proxy, collected for a test.
  final class EventLog: Sendable {
    private let entries = Mutex<[ProxyEvent]>([])
    private let (stream, continuation) = AsyncStream.makeStream(of: ProxyEvent.self)

    func append(_ event: ProxyEvent) {
      entries.withLock { $0.append(event) }
      continuation.yield(event)
    }

    var problems: [String] {
      entries.withLock { $0 }.compactMap { if case .problem(let text) = $0 { text } else { nil } }
    }

    var refusals: [String] {
      entries.withLock { $0 }.compactMap { if case .refused(let text) = $0 { text } else { nil } }
    }

    /// The hosts for which a client did not trust the authority, or seemed not to.
    var untrusting: [String] {
      entries.withLock { $0 }
        .compactMap { if case .untrusted(let distrust) = $0 { distrust.host } else { nil } }
    }

    var unmatched: [UnmatchedRequest] {
      entries.withLock { $0 }
        .compactMap { if case .unmatched(let report) = $0 { report } else { nil } }
    }

    /// Waits for a client that does not trust the authority.
    func nextUntrusted() async -> String? {
      for await event in stream {
        if case .untrusted(let distrust) = event { return distrust.host }
      }
      return nil
    }
  }

  /// A folder with one cassette, with which proxies run one after the other.
  struct Studio: Sendable {
    private let folder: TemporaryDirectory

    /// The cassette's path.
    var cassette: String { path("cassette.yaml") }

    init() throws { folder = try TemporaryDirectory() }

    /// A studio whose cassette holds these items.
    init(_ interactions: String) throws {
      try self.init()
      try folder.write("vcr: 1\ninteractions:\n\(interactions)\n", to: "cassette.yaml")
    }

    /// The path of a file next to the cassette.
    func path(_ name: String) -> String { folder.file(name).path(percentEncoded: false) }

    /// The cassette's text.
    func text() throws -> String { try String(contentsOfFile: cassette, encoding: .utf8) }

    /// Runs a proxy on the cassette and closes both.
    @discardableResult
    func run(
      deck options: Deck.Options, upstream: Upstream? = nil,
      configure: (inout ProxyOptions) -> Void = { _ in },
      _ body: (Bench) async throws -> Void
    ) async throws -> Deck.Summary {
      let deck = try Deck(cassette: cassette, options: options)
      let events = EventLog()
      var settings = ProxyOptions()
      settings.onEvent = { events.append($0) }
      configure(&settings)
      let server = try await ProxyServer.start(deck: deck, upstream: upstream, options: settings)
      let authority = path("authority-\(server.port).pem")
      try server.authorityCertificatePEM.write(
        toFile: authority, atomically: true, encoding: .utf8)
      let result: Result<Void, any Error>
      do {
        result = .success(
          try await body(Bench(server: server, authorityFile: authority, events: events)))
      } catch {
        result = .failure(error)
      }
      await server.stop(gracePeriod: .seconds(5))
      let summary = try deck.close()
      try result.get()
      return summary
    }
  }
#endif
