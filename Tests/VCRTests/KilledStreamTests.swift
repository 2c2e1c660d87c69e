#if os(Linux)
  import Foundation
  import TestSupport
  import Testing
  import VCR

  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif

  /// What a client had of a stream when its process ended in the middle, as by a crash of a test.
  @Suite(.environment([:])) struct KilledStreamTests {
    private let folder: TemporaryDirectory
    private var cassette: URL { folder.file("c.yaml") }
    init() throws { folder = try TemporaryDirectory() }

    private static func lines(_ type: String) -> [String] {
      (1...20).map { type == "text/event-stream" ? "data: \($0)\n\n" : "{\"n\":\($0)}\n" }
    }

    /// A service whose first response sends no end until the gate opens.
    private static func service(_ type: String, _ gate: Gate) throws -> LoopbackServer {
      let head = Array("HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\n\r\n".utf8)
      let pieces = lines(type).map { ServerResponse.Piece.bytes(Array($0.utf8)) }
      return try LoopbackServer { request in
        request.connection == 1
          ? .raw([.bytes(head)] + pieces + [.gate(gate)])
          : .raw([.bytes(head)] + pieces + [.bytes(Array("data: end\n\n".utf8))])
      }
    }

    /// Records the stream in a process of its own, which is killed once it has all that comes.
    private func recordAndKill(_ url: String, _ type: String) async throws {
      let probe = try TestBundle.products().appending(path: "VCRProbe").path
      let child = try Child(probe, ["killed", cassette.path, url], directory: folder.url)
      let last = Self.lines(type).last?.trimmingCharacters(in: .newlines)
      var received: [String] = []
      while let line = await child.nextLine() {
        received.append(line)
        if line == last { break }
      }
      child.kill()
      #expect(await child.finished().status == 128 + SIGKILL)
      try #require(received.last == last, "\(child.errorText)")
    }

    private func told(_ mode: RecordMode, _ url: String) async throws -> (
      text: String, code: Int?, summary: Deck.Summary
    ) {
      let log = DelegateLog()
      let played = try Played(cassette, options: .init(mode: mode), delegate: log)
      played.session.dataTask(with: try URLRequest("GET", url)).resume()
      let (_, pieces, error) = await log.all()
      return (pieces.joined(), (error as? URLError)?.code.rawValue, try played.deck.close())
    }

    @Test(arguments: ["text/event-stream", "application/x-ndjson"])
    func `a kill of the process loses nothing of a stream that its client has`(type: String)
      async throws
    {
      let gate = Gate()
      defer { gate.open() }
      let server = try Self.service(type, gate)
      let url = server.origin + "/feed"
      try await recordAndKill(url, type)
      #expect(!FileManager.default.fileExists(atPath: cassette.path))
      // Another request takes the journal up.
      let other = try await told(.newEpisodes, server.origin + "/other")
      #expect(other.summary.recorded == 1)
      server.stop()
      let replayed = try await told(.none, url)
      #expect(replayed.text == Self.lines(type).joined())
      #expect(replayed.code == URLError.networkConnectionLost.rawValue)
    }

    @Test func `a stream that is whole in the next run stands in the place of what a kill left`()
      async throws
    {
      let (type, gate) = ("text/event-stream", Gate())
      defer { gate.open() }
      let server = try Self.service(type, gate)
      let url = server.origin + "/feed"
      try await recordAndKill(url, type)
      let whole = Self.lines(type).joined() + "data: end\n\n"
      let live = try await told(.once, url)
      #expect(live.text == whole && live.code == nil)
      server.stop()
      let replayed = try await told(.none, url)
      #expect(replayed.text == whole && replayed.code == nil)
      #expect(replayed.summary.available == 1)
    }
  }
#endif
