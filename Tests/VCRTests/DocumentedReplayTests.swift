import Foundation
import TestSupport
import Testing

@testable import VCR

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What Apple platforms run, with a loading system that behaves as Apple documents its own: replay.
struct DocumentedReplayTests {
  private static let origin = "https://api.example.com"
  private let folder: TemporaryDirectory
  private var path: String { folder.path + "/cassette.yaml" }

  init() throws { folder = try TemporaryDirectory() }

  private typealias Recorded = (
    method: String, path: String, body: String, outcome: Interaction.Outcome
  )

  /// A loading system that replays these interactions.
  private func system(
    _ interactions: [Recorded], options: Deck.Options = Deck.Options()
  ) throws -> DocumentedLoadingSystem {
    let deck = try Deck(cassette: path, options: .init(mode: .all))
    for item in interactions {
      let request = Interaction.Request(
        method: item.method, url: Self.origin + item.path, body: Body(Array(item.body.utf8)))
      guard case .record(let ticket) = try deck.decide(request) else { throw NotRecorded() }
      try deck.record(item.outcome, for: ticket)
    }
    try deck.close()
    return DocumentedLoadingSystem(try Deck(cassette: path, options: options))
  }

  private func response(
    _ text: String, _ status: Int = 200, _ headers: HeaderFields = [:], chunks: [Body.Chunk] = []
  ) -> Interaction.Outcome {
    var body = Body(Array(text.utf8))
    body.chunks = chunks
    return .response(.init(status: status, headers: headers, body: body))
  }

  private func request(
    _ path: String, _ method: String = "GET", body: String? = nil
  ) throws -> URLRequest {
    try URLRequest(method, Self.origin + path) { $0.httpBody = body.map { Data($0.utf8) } }
  }

  @Test func `a response comes with its data and its end, on the thread of the instance`()
    async throws
  {
    let system = try system([("GET", "/a", "", response("hello", 200, ["X-Own": "1"]))])
    let loaded = await system.load(try request("/a"))
    #expect(loaded.text == "hello")
    #expect(loaded.http?.statusCode == 200)
    #expect(loaded.http?.value(forHTTPHeaderField: "X-Own") == "1")
    #expect(loaded.error == nil)
    system.close()
    #expect(system.violations == [])
  }

  @Test func `a body that comes as a stream is read and matched`() async throws {
    let large = String(repeating: "0123456789abcdef", count: 20_000)
    let policy: RequestEquivalence = [.method, .url, .body]
    let system = try system(
      [("POST", "/a", "one", response("1")), ("POST", "/a", large, response("2"))],
      options: .init(equivalence: policy))
    #expect(await system.load(try request("/a", "POST", body: large)).text == "2")
    #expect(await system.load(try request("/a", "POST", body: "one")).text == "1")
    let unknown = await system.load(try request("/a", "POST", body: "two"))
    #expect(unknown.error is UnmatchedRequest)
    #expect(system.violations == [])
  }

  @Test
  func `what is to come from the cache alone fails, and reaches neither network nor cassette`()
    async throws
  {
    let system = try system([("GET", "/a", "", response("hello"))])
    let refused = await system.load(
      try URLRequest("GET", Self.origin + "/a") { $0.cachePolicy = .returnCacheDataDontLoad })
    #expect((refused.error as? URLError)?.code == .resourceUnavailable)
    let other = try URLRequest("GET", Self.origin + "/a") {
      $0.cachePolicy = .returnCacheDataElseLoad
    }
    #expect(await system.load(other).text == "hello")
    #expect(system.violations == [])
  }

  @Test func `a stream that cannot be read fails the request`() async throws {
    let system = try system([("POST", "/a", "one", response("1"))])
    var request = try request("/a", "POST")
    request.httpBodyStream = InputStream(fileAtPath: folder.path + "/missing")
    let loaded = await system.load(request)
    #expect(loaded.response == nil)
    #expect(loaded.error != nil)
    #expect(system.violations == [])
  }

  @Test func `a redirect is begun again by another instance when the client agrees`() async throws {
    let system = try system([
      ("POST", "/start", "x", response("moved", 303, ["Location": "/middle"])),
      ("GET", "/middle", "", response("on", 307, ["Location": "end"])),
      ("GET", "/end", "", response("arrived")),
    ])
    let task = system.start(try request("/start", "POST", body: "x"))
    let loaded = await task.completion()
    #expect(loaded.text == "arrived")
    #expect(loaded.http?.url?.absoluteString == Self.origin + "/end")
    #expect(task.redirects == [303, 307])
    #expect(system.violations == [])
  }

  @Test func `a redirect that keeps its body sends it again`() async throws {
    let policy: RequestEquivalence = [.method, .url, .body]
    let system = try system(
      [
        ("PUT", "/start", "content", response("", 308, ["Location": "/end"])),
        ("PUT", "/end", "content", response("kept")),
      ], options: .init(equivalence: policy))
    #expect(await system.load(try request("/start", "PUT", body: "content")).text == "kept")
    #expect(system.violations == [])
  }

  @Test func `a redirect that the client does not follow is the response`() async throws {
    let system = try system([("GET", "/start", "", response("moved", 302, ["Location": "/end"]))])
    let task = system.start(try request("/start")) { _ in false }
    let loaded = await task.completion()
    #expect(loaded.http?.statusCode == 302)
    #expect(loaded.error == nil)
    #expect(system.violations == [])
  }

  @Test func `a redirect without end is ended by the loading system`() async throws {
    let system = try system(
      [("GET", "/loop", "", response("", 302, ["Location": "/loop"]))],
      options: .init(repeats: true))
    let task = system.start(try request("/loop"))
    #expect(await task.completion().code == URLError.httpTooManyRedirects.rawValue)
    #expect(task.redirects.count == DocumentedLoadingSystem.limit + 1)
    #expect(system.violations == [])
  }

  @Test(arguments: ["Basic realm=\"x\"", "Digest realm=\"x\", nonce=\"1\"", "Bearer"])
  func `a refusal reaches the client with its challenge as it is`(challenge: String) async throws {
    let system = try system([
      ("GET", "/a", "", response("no", 401, ["WWW-Authenticate": challenge]))
    ])
    let loaded = await system.load(try request("/a"))
    #expect(loaded.http?.statusCode == 401)
    #expect(loaded.http?.value(forHTTPHeaderField: "WWW-Authenticate") == challenge)
    #expect(loaded.text == "no")
    #expect(system.violations == [])
  }

  @Test func `a failure comes as its error, after what had come of the response`() async throws {
    var broken = Interaction.Response(status: 200, body: Body(Array("half".utf8)))
    broken.failure = Interaction.Failure(.networkConnectionLost, message: "lost")
    let system = try system([
      ("GET", "/none", "", .failure(Interaction.Failure(.cannotConnectToHost, message: "refused"))),
      ("GET", "/half", "", .response(broken)),
    ])
    let none = await system.load(try request("/none"))
    #expect(none.response == nil)
    #expect(none.code == URLError.cannotConnectToHost.rawValue)
    let half = await system.load(try request("/half"))
    #expect(half.text == "half")
    #expect(half.http?.statusCode == 200)
    #expect(half.code == URLError.networkConnectionLost.rawValue)
    #expect(system.violations == [])
  }

  @Test func `pieces come as they were recorded, each once, and paced when that is asked for`()
    async throws
  {
    let chunks = [3, 4, 2].map { Body.Chunk(length: $0, after: 0.01) }
    let events = response("aaabbbbcc", 200, ["Content-Type": "text/event-stream"], chunks: chunks)
    for latency in [Deck.Latency.none, .recorded] {
      let system = try system([("GET", "/a", "", events)], options: .init(latency: latency))
      let task = system.start(try request("/a"))
      #expect(await task.completion().text == "aaabbbbcc")
      #expect(task.pieces.map(\.count) == [3, 4, 2])
      #expect(system.violations == [])
    }
  }

  @Test func `what takes a while is found on another thread and delivered on the instance's`()
    async throws
  {
    let large = String(repeating: "a line of text\n", count: 100_000)
    let system = try system([("GET", "/a", "", response(large))])
    let loaded = await system.load(try request("/a"))
    #expect(loaded.data?.count == large.utf8.count)
    let unknown = await system.load(try request("/unknown"))
    #expect(unknown.error is UnmatchedRequest)
    #expect(system.violations == [])
  }

  @Test func `a task that is cancelled at any moment hears nothing more`() async throws {
    let large = String(repeating: "a line of text\n", count: 10_000)
    let chunks = (0..<50).map { _ in Body.Chunk(length: 1, after: 0.0005) }
    let system = try system(
      [
        ("GET", "/small", "", response("small")), ("GET", "/large", "", response(large)),
        ("POST", "/body", "content", response("posted")),
        ("GET", "/start", "", response("moved", 302, ["Location": "/small"])),
        (
          "GET", "/events", "",
          response(
            String(repeating: "e", count: 50), 200, ["Content-Type": "text/event-stream"],
            chunks: chunks)
        ),
      ], options: .init(repeats: true, latency: .recorded))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<400 {
        let path = ["/small", "/large", "/body", "/start", "/events"][index % 5]
        group.addTask {
          let hasBody = path == "/body"
          let request = try request(
            path, hasBody ? "POST" : "GET", body: hasBody ? "content" : nil)
          let task = system.start(request)
          if index % 3 > 0 {
            try await Task.sleep(for: .microseconds(index % 40 * 100))
            task.cancel()
          }
          let loaded = await task.completion()
          #expect(loaded.error == nil || loaded.code == URLError.cancelled.rawValue)
          if index % 3 == 0 { #expect(loaded.error == nil) }
        }
      }
      try await group.waitForAll()
    }
    system.close()
    #expect(system.violations == [])
  }

  @Test func `a request is the same to both doors`() async throws {
    let interactions: [Recorded] = [
      ("GET", "/a", "", response("hello", 200, ["Content-Type": "text/plain", "X-A": "1"])),
      ("HEAD", "/a", "", response("", 200, ["Content-Length": "5"])),
      ("GET", "/b", "", response("", 204)),
      ("GET", "/c", "", response("moved", 301, ["Location": "/a"])),
      ("GET", "/d", "", response("nowhere", 302)),
      ("GET", "/e", "", .failure(Interaction.Failure(.timedOut, message: "late"))),
      ("PATCH", "/f", "p", response("patched", 500)),
    ]
    let system = try system(interactions, options: .init(repeats: true))
    let played = try Played(URL(filePath: path), options: .init(repeats: true))
    for item in interactions + [("GET", "/unknown", "", response(""))] {
      let request = try request(item.path, item.method, body: item.body.isEmpty ? nil : item.body)
      let there = await system.load(request)
      let here = await played.session.completion(of: request)
      #expect(there.text == here.text, "\(item.path)")
      #expect(there.http?.statusCode == here.http?.statusCode)
      #expect(there.http?.url == here.http?.url)
      #expect(there.fields == here.fields)
      #expect(there.code == here.code)
      #expect((there.error == nil) == (here.error == nil))
    }
    #expect(system.violations == [])
  }
}
