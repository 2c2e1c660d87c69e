import Foundation
import VCRLocks
import TestSupport
import Testing
import VCR

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A service recorded again in mode `all` through a session.
struct RecordAgainTests {
  /// A service whose responses differ from run to run in what is volatile.
  private static func server(_ name: @escaping @Sendable () -> String) throws -> LoopbackServer {
    let hits = Mutex(0)
    return try LoopbackServer { request in
      let hit = hits.withLock { hits in
        hits += 1
        return hits
      }
      return ServerResponse(
        headers: [
          ("Content-Type", "application/json"), ("Date", "day \(hit)"), ("X-Request-Id", "\(hit)"),
        ], text: #"{"path":"\#(request.target)","name":"\#(name())","at":\#(hit)}"#)
    }
  }

  private func record(
    _ cassette: URL, _ server: LoopbackServer, _ paths: [String]
  ) async throws -> Deck.Summary {
    var options = Deck.Options(mode: .all)
    options.volatility = .standard.adding(jsonPaths: ["$.at"])
    let played = try Played(cassette, options: options)
    let session = played.session
    try await withThrowingTaskGroup(of: Void.self) { group in
      for path in paths { group.addTask { _ = try await session.text(server.origin + path) } }
      try await group.waitForAll()
    }
    return try played.deck.close()
  }

  @Test func `an unchanged service leaves the file as it was, a change is one line`() async throws {
    let folder = try TemporaryDirectory()
    let file = folder.file("c.yaml")
    let name = Mutex("Ada")
    let server = try Self.server { name.withLock { $0 } }
    let paths = (0..<32).map { "/\($0 % 20)" }
    _ = try await record(file, server, paths)
    let first = try String(contentsOf: file, encoding: .utf8)
    for _ in 1...5 {
      let summary = try await record(file, server, paths.shuffled())
      #expect(summary.recorded == 32 && summary.notices.isEmpty)
      let isSame = try String(contentsOf: file, encoding: .utf8) == first
      #expect(isSame)
    }
    name.withLock { $0 = "Grace" }
    _ = try await record(file, server, paths.shuffled())
    let isOneChange =
      try String(contentsOf: file, encoding: .utf8)
      == first.replacingOccurrences(of: "\"Ada\"", with: "\"Grace\"")
    #expect(isOneChange)
  }

  @Test func `what no longer occurs is removed and named`() async throws {
    let folder = try TemporaryDirectory()
    let file = folder.file("c.yaml")
    let server = try Self.server { "x" }
    _ = try await record(file, server, ["/a"])
    _ = try await record(file, server, ["/a"])
    let summary = try await record(file, server, ["/b"])
    #expect(
      summary.notices == ["removed 1 that no longer occur: GET \(server.origin)/a"])
  }

  #if Recording
    @Test(.enabled(if: NginxLoopback.executable != nil, "nginx is not installed"))
    func `a service over HTTP/2 with a coding is merged like any other`() async throws {
      let folder = try TemporaryDirectory()
      let file = folder.file("h2.yaml")
      let name = Mutex("Ada")
      let server = try Self.server { name.withLock { $0 } }
      let certificates = try await TestCertificates()
      let nginx = try await NginxLoopback(
        location: "proxy_pass http://127.0.0.1:\(server.port);", certificates: certificates,
        server: "gzip on; gzip_min_length 1; gzip_types application/json;")
      let origin = nginx.origin(scheme: "https")
      func record() async throws -> String {
        var options = Deck.Options(mode: .all)
        options.volatility = .standard.adding(jsonPaths: ["$.at"])
        let deck = try Deck(cassette: file.path, options: options)
        let configuration = URLSessionConfiguration.patient
        configuration.use(deck, trusting: [certificates.rootFile])
        let session = URLSession(configuration: configuration)
        try await withThrowingTaskGroup(of: Void.self) { group in
          for path in 0..<8 { group.addTask { _ = try await session.text("\(origin)/\(path)") } }
          try await group.waitForAll()
        }
        try deck.close()
        return try String(contentsOf: file, encoding: .utf8)
      }
      let first = try await record()
      #expect(first.contains("http: HTTP/2") && first.contains("encoding: gzip"))
      let isSame = try await record() == first
      #expect(isSame)
      name.withLock { $0 = "Grace" }
      let isOneChange =
        try await record() == first.replacingOccurrences(of: "\"Ada\"", with: "\"Grace\"")
      #expect(isOneChange)
    }
  #endif
}
