import Foundation
import TestSupport
import Testing
import VCR

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// `.vcr.yaml` beside or above the cassette of a test.
@Suite(.environment([:])) struct ProjectFileScopeTests {
  private let folder: TemporaryDirectory
  private let server: LoopbackServer

  init() throws {
    folder = try TemporaryDirectory()
    server = try LoopbackServer { request in
      ServerResponse(text: "token \(request.header("X-Token") ?? "none")")
    }
  }

  private var path: String { folder.path + "/Tests/Cassettes/c.yaml" }

  /// What a request that carries a customer's number and a token comes to.
  private func run(_ options: Deck.Options = Deck.Options(mode: .once)) async throws -> String {
    let request = try URLRequest("GET", server.origin + "/?key=t0ken-value") {
      $0.setValue("4711", forHTTPHeaderField: "X-Customer")
      $0.setValue("t0ken-value", forHTTPHeaderField: "X-Token")
      $0.setValue("own", forHTTPHeaderField: "X-Own")
    }
    return try await withCassette(path, options) { session in
      String(decoding: try await session.data(for: request).0, as: UTF8.self)
    }
  }

  @Test func `its rules are added to those of the code`() async throws {
    // The other settings are the command's: this mode would record nothing.
    try folder.write(
      "redact: X-Customer\nsecrets: TOKEN\nmode: none\nquiet: true\n", to: ".vcr.yaml")
    let options = Deck.Options(
      mode: .once, redaction: Redaction.standard.adding(.headers(["X-Own"])))
    try await VCREnvironment.$current.withValue(VCREnvironment(["TOKEN": "t0ken-value"])) {
      #expect(try await run(options) == "token t0ken-value")
      let text = try String(contentsOfFile: path, encoding: .utf8)
      for secret in ["4711", "t0ken-value", "own"] { #expect(!text.contains(secret), "\(text)") }
      server.stop()
      let replayed = try await run(options)
      #expect(replayed.hasPrefix("token "))
    }
    #expect(server.requestCount == 1)
  }

  @Test func `a secret without a value stops a recording, not a replay`() async throws {
    try folder.write("secrets: TOKEN\n", to: ".vcr.yaml")
    let error = await #expect(throws: DeckError.self) { _ = try await run() }
    #expect(error?.kind == .unknownSecret)
    #expect(server.requestCount == 0)
    try await VCREnvironment.$current.withValue(VCREnvironment(["TOKEN": "t0ken-value"])) {
      _ = try await run()
    }
    server.stop()
    // Without the variable the cassette opens, and what does not hold the secret is replayed.
    let options = Deck.Options(mode: .none, equivalence: [.method, .path])
    #expect(try await run(options) == "token {{TOKEN}}")
  }

  @Test func `it, the code or a variable make the recordings of a session lean`() async throws {
    let tracing = try LoopbackServer { _ in
      ServerResponse(headers: [("X-Request-Id", "r1"), ("X-Build", "7")], text: "ok")
    }
    func isLean(
      _ options: Deck.Options, _ variables: [String: String] = [:], file: String? = nil
    ) async throws -> Bool {
      let folder = try TemporaryDirectory()
      if let file { try folder.write(file, to: ".vcr.yaml") }
      let path = folder.path + "/c.yaml"
      try await VCREnvironment.$current.withValue(VCREnvironment(variables)) {
        try await withCassette(path, options) { session in
          let url = try #require(URL(string: tracing.origin + "/"))
          let response = try await session.data(from: url).1 as? HTTPURLResponse
          // The client gets all of it while it is recorded.
          #expect(response?.value(forHTTPHeaderField: "X-Request-Id") == "r1")
        }
      }
      let text = try String(contentsOfFile: path, encoding: .utf8)
      #expect(text.contains("X-Build:"), "\(text)")
      return !text.contains("X-Request-Id")
    }
    let plain = Deck.Options(mode: .once)
    #expect(try await !isLean(plain))
    #expect(try await isLean(Deck.Options(mode: .once, isLean: true)))
    #expect(try await isLean(plain, ["VCR_LEAN": "1"]))
    #expect(try await isLean(plain, file: "lean: true\n"))
    #expect(try await !isLean(plain, ["VCR_LEAN": "0"], file: "lean: true\n"))
  }

  @Test func `what it and the environment name as volatile is no change`() async throws {
    try folder.write("volatile: X-Build\n", to: ".vcr.yaml")
    let counting = try LoopbackServer { request in
      ServerResponse(
        headers: [
          ("Content-Type", "application/json"), ("X-Build", "\(UInt64.random(in: 0...(.max)))"),
        ],
        text: #"{"at":\#(UInt64.random(in: 0...(.max)))}"#)
    }
    func recorded() async throws -> String {
      try await withCassette(path, Deck.Options(mode: .all)) { session in
        _ = try await session.data(from: try #require(URL(string: counting.origin + "/")))
      }
      return try String(contentsOfFile: path, encoding: .utf8)
    }
    let first = try await recorded()
    let isSame = try await VCREnvironment.$current.withValue(
      VCREnvironment(["VCR_VOLATILE": "$.at, X-Other"])
    ) { try await recorded() == first }
    #expect(isSame)
    let isOther = try await recorded() != first
    #expect(isOther)
    let error = await #expect(throws: EnvironmentError.self) {
      try await VCREnvironment.$current.withValue(VCREnvironment(["VCR_VOLATILE": "$.["])) {
        _ = try await recorded()
      }
    }
    #expect(error?.variable == "VCR_VOLATILE")
  }

  @Test func `a file that means nothing is an error with its place`() async throws {
    try folder.write("redcat: X\n", to: "Tests/.vcr.yaml")
    let error = await #expect(throws: ProjectFileError.self) { _ = try await run() }
    #expect(error?.line == 1)
    #expect(error?.reason.contains("the nearest is “redact”") == true)
  }

  @Test func `a deck that is opened by hand reads none`() throws {
    try folder.write("secrets: TOKEN\n", to: ".vcr.yaml")
    let deck = try Deck(cassette: path, options: Deck.Options(mode: .once))
    try deck.close(keeping: false)
  }
}
