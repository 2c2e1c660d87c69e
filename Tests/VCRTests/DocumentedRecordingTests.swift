import Foundation
import TestSupport
import Testing

@testable import VCR

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What Apple platforms run, with a loading system that behaves as Apple documents its own:
/// recording over an inner session.
struct DocumentedRecordingTests {
  private static let origin = "https://api.example.com"
  private let folder: TemporaryDirectory
  private var path: String { folder.path + "/cassette.yaml" }

  init() throws { folder = try TemporaryDirectory() }

  private func request(
    _ path: String, _ method: String = "GET", body: String? = nil,
    _ change: (inout URLRequest) -> Void = { _ in }
  ) throws -> URLRequest {
    try URLRequest(method, Self.origin + path) {
      $0.httpBody = body.map { Data($0.utf8) }
      change(&$0)
    }
  }

  private func recording(
    _ network: ScriptedNetwork, trusting roots: [String] = [],
    _ change: (URLSessionConfiguration) -> Void = { _ in }
  ) throws -> (system: DocumentedLoadingSystem, deck: Deck) {
    let deck = try Deck(cassette: path, options: .init(mode: .once))
    return (DocumentedLoadingSystem(deck, network: network, trusting: roots, change), deck)
  }

  /// What was recorded, in order.
  private func recorded() throws -> [Interaction] {
    let file = try CassetteFile(path: path)
    return try (0..<file.count).map { try file.interaction(at: $0) }
  }

  private func response(of interaction: Interaction) -> Interaction.Response? {
    guard case .response(let response) = interaction.outcome else { return nil }
    return response
  }

  @Test(arguments: [["Content-Type": "text/plain"], ["Content-Length": "5"]])
  func `a response is passed on as it comes, recorded, and replayed alike`(
    fields: [String: String]
  ) async throws {
    let network = ScriptedNetwork(["/a": [.head(200, fields), .data("hel"), .data("lo"), .end]])
    let (system, deck) = try recording(network)
    let task = system.start(try request("/a", "POST", body: "sent"))
    let live = await task.completion()
    #expect(live.text == "hello")
    #expect(live.fields == fields)
    #expect(task.pieces.map { String(decoding: $0, as: UTF8.self) } == ["hel", "lo"])
    #expect(network.requests.first?.httpBody == Data("sent".utf8))
    // What URLSession asks for by itself it undoes by itself.
    #expect(network.requests.first?.value(forHTTPHeaderField: "Accept-Encoding") == nil)
    #expect(try deck.close().recorded == 1)
    #expect(system.violations == [])

    let again = DocumentedLoadingSystem(try Deck(cassette: path))
    let replayed = await again.load(try request("/a", "POST", body: "sent"))
    #expect(replayed.text == "hello")
    #expect(replayed.fields == fields)
    #expect(again.violations == [])
  }

  @Test func `each hop of a redirect is recorded, and its body is not shown`() async throws {
    let network = ScriptedNetwork([
      "/start": [.redirect(to: "/end"), .head(302, ["Location": "/end"]), .data("moved"), .end],
      "/end": [.head(200, [:]), .data("arrived"), .end],
    ])
    let (system, deck) = try recording(network)
    let task = system.start(
      try request("/start", "POST", body: "a=1") {
        $0.setValue("Bearer abc", forHTTPHeaderField: "Authorization")
      })
    let loaded = await task.completion()
    #expect(loaded.text == "arrived")
    #expect(loaded.http?.url?.path == "/end")
    #expect(task.redirects == [302])
    #expect(network.requests.map { $0.httpMethod } == ["POST", "GET"])
    // The same origin, so that the credentials go along.
    #expect(network.requests.last?.value(forHTTPHeaderField: "Authorization") == "Bearer abc")
    #expect(try deck.close().recorded == 2)
    let bodies = try recorded().map { response(of: $0)?.body.bytes }
    #expect(bodies == [Array("moved".utf8), Array("arrived".utf8)])
    #expect(system.violations == [])
  }

  @Test func `cookies of a response are stored, and sent to where it redirects`() async throws {
    let network = ScriptedNetwork([
      "/start": [.head(302, ["Location": "/end", "Set-Cookie": "hop=1; Path=/"]), .end],
      "/end": [.head(200, ["Set-Cookie": "last=2; Path=/"]), .end],
    ])
    var storage: HTTPCookieStorage?
    let (system, deck) = try recording(network) { storage = $0.httpCookieStorage }
    _ = await system.load(try request("/start"))
    #expect(network.requests.last?.value(forHTTPHeaderField: "Cookie") == "hop=1")
    let url = try #require(URL(string: Self.origin))
    #expect(Set(storage?.cookies(for: url)?.map(\.name) ?? []) == ["hop", "last"])
    try deck.close()
    #expect(system.violations == [])
  }

  @Test func `the cookies of a session are sent, unless the request has its own or wants none`()
    async throws
  {
    let network = ScriptedNetwork([
      "/login": [.head(200, ["Set-Cookie": "sid=1; Path=/"]), .end],
      "/page": [.head(200, [:]), .end],
    ])
    let (system, deck) = try recording(network)
    _ = await system.load(try request("/login"))
    _ = await system.load(try request("/page"))
    _ = await system.load(
      try request("/page") { $0.setValue("own=2", forHTTPHeaderField: "Cookie") })
    _ = await system.load(try request("/page") { $0.httpShouldHandleCookies = false })
    #expect(
      network.requests.map { $0.value(forHTTPHeaderField: "Cookie") }
        == [nil, "sid=1", "own=2", nil])
    try deck.close()
    #expect(system.violations == [])
  }

  @Test func `a refusal is recorded and reaches the client, and no delegate is asked`() async throws
  {
    let network = ScriptedNetwork([
      "/a": [.head(401, ["WWW-Authenticate": "Basic realm=\"x\""]), .data("no"), .end]
    ])
    let (system, deck) = try recording(network)
    let loaded = await system.load(try request("/a"))
    #expect(loaded.http?.statusCode == 401)
    #expect(loaded.http?.value(forHTTPHeaderField: "WWW-Authenticate") == "Basic realm=\"x\"")
    #expect(loaded.text == "no")
    #expect(try deck.close().recorded == 1)
    #expect(system.violations == [])
  }

  @Test(arguments: [true, false])
  func `a certificate is judged by the roots of the session`(isTrusted: Bool) async throws {
    let network = ScriptedNetwork([
      "/a": [.certificate { $0 == ["own.pem"] && isTrusted }, .head(200, [:]), .data("safe"), .end]
    ])
    let (system, deck) = try recording(network, trusting: ["own.pem"])
    let loaded = await system.load(try request("/a"))
    #expect(loaded.text == (isTrusted ? "safe" : ""))
    #expect(loaded.code == (isTrusted ? nil : URLError.serverCertificateUntrusted.rawValue))
    try deck.close()
    #expect(system.violations == [])
  }

  @Test func `without roots of its own the system decides, and with unreadable ones nobody`()
    async throws
  {
    let network = ScriptedNetwork([
      "/a": [.certificate { _ in throw CocoaError(.fileReadNoSuchFile) }, .head(200, [:]), .end]
    ])
    let (own, first) = try recording(network, trusting: ["missing.pem"])
    let loaded = await own.load(try request("/a"))
    #expect((loaded.error as? LoadingError)?.kind == .unreadableRoots)
    _ = try? first.close()
    let (none, second) = try recording(network)
    #expect(await none.load(try request("/a")).code == URLError.serverCertificateUntrusted.rawValue)
    _ = try? second.close()
    #expect(own.violations + none.violations == [])
  }

  @Test func `a failure is recorded with what had come before, and replayed alike`() async throws {
    let network = ScriptedNetwork([
      "/none": [.failure(.cannotConnectToHost)],
      "/half": [
        .head(200, ["Content-Length": "9"]), .data("half"), .failure(.networkConnectionLost),
      ],
    ])
    let (system, deck) = try recording(network)
    let paths = ["/none", "/half"]
    var live: [Completion] = []
    for path in paths { live.append(await system.load(try request(path))) }
    #expect(
      live.map(\.code) == [
        URLError.cannotConnectToHost.rawValue, URLError.networkConnectionLost.rawValue,
      ])
    #expect(live.map(\.text) == ["", "half"])
    try deck.close()
    let again = DocumentedLoadingSystem(try Deck(cassette: path))
    for (index, path) in paths.enumerated() {
      let replayed = await again.load(try request(path))
      #expect(replayed.code == live[index].code)
      #expect(replayed.text == live[index].text)
      #expect(replayed.http?.statusCode == live[index].http?.statusCode)
    }
    #expect(system.violations + again.violations == [])
  }

  @Test func `a request that takes longer than its session allows times out and is recorded`()
    async throws
  {
    let network = ScriptedNetwork(["/a": [.head(200, [:]), .data("half"), .nothing]])
    let (system, deck) = try recording(network) { $0.timeoutIntervalForResource = 0.2 }
    let loaded = await system.load(try request("/a"))
    #expect(loaded.code == URLError.timedOut.rawValue)
    #expect(network.cancellations == 1)
    try deck.close()
    #expect(try recorded().first?.outcome.failure?.code == "timedOut")
    #expect(system.violations == [])
  }

  @Test func `what URL loading undid has no coding, and what it did not keeps it`() async throws {
    let network = ScriptedNetwork([
      "/br": [.head(200, ["Content-Encoding": "br"]), .data("plain"), .end],
      "/zstd": [.head(200, ["Content-Encoding": "zstd"]), .data("coded"), .end],
    ])
    let (system, deck) = try recording(network)
    for path in ["/br", "/zstd"] { _ = await system.load(try request(path)) }
    try deck.close()
    let responses = try recorded().compactMap { response(of: $0) }
    #expect(responses.map { $0.headers["Content-Encoding"] } == [nil, "zstd"])
    #expect(responses.map(\.body.encoding) == ["br", nil])
    #expect(system.violations == [])
  }

  @Test(arguments: [
    ("before the head", [ScriptedNetwork.Step.nothing], Int?.none, ""),
    ("after the head", [.head(200, ["Content-Type": "text/plain"]), .nothing], 200, ""),
    (
      "within the body", [.head(200, ["Content-Type": "text/plain"]), .data("half"), .nothing], 200,
      "half"
    ),
    (
      "within the body of a redirect",
      [.head(302, ["Location": "/b", "Content-Type": "text/plain"]), .data("mo"), .nothing], nil, ""
    ),
  ])
  func `a task that is cancelled ends at once, and is recorded up to there`(
    moment: String, steps: [ScriptedNetwork.Step], status: Int?, text: String
  ) async throws {
    let network = ScriptedNetwork(["/a": steps])
    let (system, deck) = try recording(network)
    let task = system.start(try request("/a"))
    await network.stall()
    task.cancel()
    let loaded = await task.completion()
    #expect(loaded.code == URLError.cancelled.rawValue)
    #expect(loaded.http?.statusCode == status)
    #expect(loaded.text == text)
    #expect(network.cancellations == 1)
    try deck.close()
    let interaction = try #require(try recorded().first)
    #expect(interaction.outcome.failure?.isLeft == true)
    if status != nil {
      #expect(response(of: interaction)?.status == status)
      #expect(response(of: interaction)?.body.bytes == Array(text.utf8))
    }
    system.close()
    #expect(system.violations == [])
  }

  @Test func `a task that is cancelled while its body is read is not sent`() async throws {
    let pipe = folder.path + "/pipe"
    try #require(unsafe mkfifo(pipe, 0o600) == 0)
    let network = ScriptedNetwork(["/a": [.head(200, [:]), .end]])
    let (system, deck) = try recording(network)
    var request = try request("/a", "POST")
    request.httpBodyStream = InputStream(fileAtPath: pipe)
    let task = system.start(request)
    task.cancel()
    #expect(await task.completion().code == URLError.cancelled.rawValue)
    // The thread that reads goes on now, and finds that nobody waits.
    let writer = try FileHandle(forWritingTo: URL(filePath: pipe))
    try writer.write(contentsOf: Data("late".utf8))
    try writer.close()
    // A request of its own shows that the system still works.
    #expect(await system.load(try self.request("/a")).http?.statusCode == 200)
    #expect(try deck.close().recorded == 1)
    system.close()
    #expect(network.requests.map { $0.httpMethod } == ["GET"])
    #expect(system.violations == [])
  }

  @Test func `a task that is cancelled after its end is recorded once`() async throws {
    let network = ScriptedNetwork(["/a": [.head(200, [:]), .data("whole"), .end]])
    let (system, deck) = try recording(network)
    let task = system.start(try request("/a"))
    #expect(await task.completion().text == "whole")
    task.cancel()
    try deck.close()
    system.close()
    #expect(try recorded().map { $0.outcome.failure?.code } == [nil])
    #expect(network.cancellations == 0)
    #expect(system.violations == [])
  }

  @Test func `tasks that are cancelled in a storm hear nothing after their end`() async throws {
    let steps: [ScriptedNetwork.Step] =
      [.head(200, ["Content-Type": "text/plain"])] + (0..<30).map { .data("piece \($0)") } + [.end]
    let network = ScriptedNetwork([
      "/a": steps, "/b": [.redirect(to: "/a"), .head(302, ["Location": "/a"]), .end],
    ])
    let deck = try Deck(cassette: path, options: .init(mode: .all))
    let system = DocumentedLoadingSystem(deck, network: network)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<200 {
        group.addTask {
          let request = try request(index % 2 == 0 ? "/a" : "/b", "POST", body: "x")
          let task = system.start(request)
          if index % 3 > 0 {
            try await Task.sleep(for: .microseconds(index % 50 * 60))
            task.cancel()
          }
          let loaded = await task.completion()
          #expect(loaded.error == nil || loaded.code == URLError.cancelled.rawValue)
          if loaded.error == nil { #expect(loaded.text.hasSuffix("piece 29")) }
        }
      }
      try await group.waitForAll()
    }
    try deck.close()
    system.close()
    #expect(system.violations == [])
  }
}
