import Dispatch
import Foundation
import VCRLocks
import TestSupport
import Testing
import VCR

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct StubSessionTests {
  private func session(
    _ stubs: [Stub], _ change: (URLSessionConfiguration) -> Void = { _ in },
    delegate: (any URLSessionDelegate)? = nil
  ) -> URLSession {
    let configuration = URLSessionConfiguration.patient
    change(configuration)
    configuration.use(Deck(stubs: stubs))
    return URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
  }

  @Test func `a session gets a stubbed response with its status, headers and JSON`() async throws {
    let session = session([
      .stub(
        .get, "https://api.example.com/users/*", status: 203, headers: ["X-Page": "1"],
        json: ["id": 42])
    ])
    let (data, response) = try await session.data(
      for: URLRequest("GET", "https://api.example.com/users/42"))
    let http = try #require(response as? HTTPURLResponse)
    #expect(String(decoding: data, as: UTF8.self) == #"{"id":42}"#)
    #expect(http.statusCode == 203)
    #expect(http.value(forHTTPHeaderField: "X-Page") == "1")
    #expect(http.mimeType == "application/json")
    #expect(http.expectedContentLength == 9)
  }

  @Test func `a value of one's own is encoded as JSON, in a list of stubs too`() async throws {
    struct User: Encodable { var name: String, id: Int }
    let id = 7
    let stubs: [Stub] = [
      .stub(.get, "https://api.example.com/user", json: User(name: "Ada", id: id)),
      .expect(.get, "https://api.example.com/id", status: 202, json: ["id": id]),
      .stub(.get, "https://api.example.com/infinite", json: [Double.infinity]),
    ]
    let texts = try await withStubs(stubs) { session in
      let error = await session.failure(
        of: try URLRequest("GET", "https://api.example.com/infinite"))
      #expect(error is EncodingError)
      return [
        try await session.text("https://api.example.com/user"),
        try await session.text("https://api.example.com/id"),
      ]
    }
    #expect(texts == [#"{"id":7,"name":"Ada"}"#, #"{"id":7}"#])
  }

  @Test(arguments: [("HEAD", 200, "9"), ("GET", 204, nil), ("GET", 304, nil), ("GET", 200, "9")])
  func `a session gets no content of a stub where a response has none`(
    method: String, status: Int, length: String?
  ) async throws {
    let session = session([
      .stub(.any, "https://api.example.com/a", status: status, json: ["id": 42])
    ])
    let (data, response) = try await session.data(
      for: URLRequest(method, "https://api.example.com/a"))
    let http = try #require(response as? HTTPURLResponse)
    #expect(http.statusCode == status)
    #expect(data.isEmpty == (method == "HEAD" || status != 200))
    #expect(http.value(forHTTPHeaderField: "Content-Length") == length)
  }

  @Test func `a synchronous test has stubs, too, and what it expects is checked`() throws {
    let url = try #require(URL(string: "https://api.example.com/user"))
    let text = try withStubs(.expect(.get, url.absoluteString, json: [1])) { session in
      let done = DispatchSemaphore(value: 0)
      let text = Mutex("")
      session.dataTask(with: url) { data, _, _ in
        text.withLock { $0 = String(decoding: data ?? Data(), as: UTF8.self) }
        done.signal()
      }.resume()
      done.wait()
      return text.withLock { $0 }
    }
    #expect(text == "[1]")
    #expect(throws: VerificationError.self) {
      try withStubs([.expect(.get, url.absoluteString)]) { _ in }
    }
  }

  @Test func `a stubbed failure is the URLError of its code`() async throws {
    let session = session([
      .stub(.get, "https://api.example.com/", .failure(.notConnectedToInternet))
    ])
    let error = await session.failure(of: try URLRequest("GET", "https://api.example.com/"))
    #expect((error as? URLError)?.code == .notConnectedToInternet)
  }

  @Test func `pieces come one by one to a delegate, and whole to a completion handler`()
    async throws
  {
    let stub = Stub.stub(
      .get, "https://api.example.com/events",
      .chunks(["data: 1\n\n", "data: 2\n\n"], every: .milliseconds(20)))
    let log = DelegateLog()
    let request = try URLRequest("GET", "https://api.example.com/events")
    let streaming = session([stub], delegate: log)
    let start = ContinuousClock.now
    streaming.dataTask(with: request).resume()
    let all = await log.all()
    #expect(all.pieces == ["data: 1\n\n", "data: 2\n\n"])
    #expect(all.error == nil)
    #expect(ContinuousClock.now - start >= .milliseconds(40))
    #expect(all.response?.mimeType == "text/event-stream")
    let completion = await session([stub]).completion(of: request)
    #expect(completion.text == "data: 1\n\ndata: 2\n\n")
  }

  @Test func `a delay beyond the request's timeout ends it as it would live`() async throws {
    let session = session([
      .stub(.get, "https://api.example.com/", .response().delayed(by: .seconds(3600)))
    ])
    let request = try URLRequest("GET", "https://api.example.com/") { $0.timeoutInterval = 0.05 }
    let error = await session.failure(of: request)
    #expect((error as? URLError)?.code == .timedOut)
  }

  @Test func `a delayed response that is cancelled ends at once`() async throws {
    let session = session([
      .stub(.get, "https://api.example.com/", .response().delayed(by: .seconds(3600)))
    ])
    let request = try URLRequest("GET", "https://api.example.com/")
    let error: (any Error)? = await withCheckedContinuation { continuation in
      let task = session.dataTask(with: request) { _, _, error in
        continuation.resume(returning: error)
      }
      task.resume()
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(20)) { task.cancel() }
    }
    #expect((error as? URLError)?.code == .cancelled)
  }

  @Test func `a scheme of one's own gets a media type, an encoding and a length`() async throws {
    let session = session([
      .stub(.get, "epub://book/*") { request in
        .resource(
          Array("<p>\(request.url)</p>".utf8), mediaType: "text/html", textEncoding: "utf-8")
      }
    ])
    let (data, response) = try await session.data(for: URLRequest("GET", "epub://book/1.html"))
    #expect(String(decoding: data, as: UTF8.self) == "<p>epub://book/1.html</p>")
    #expect(response.mimeType == "text/html")
    #expect(response.textEncodingName == "utf-8")
    #expect(response.expectedContentLength == Int64(data.count))
    #expect(!(response is HTTPURLResponse))
  }

  @Test func `recorded times pace a replay when they are asked for`() async throws {
    let folder = try TemporaryDirectory()
    let cassette = folder.url.appending(path: "stream.yaml")
    try """
    vcr: 1
    interactions:
    - request:
        method: GET
        url: https://api.example.com/events
      response:
        status: 200 OK
        headers:
          Content-Type: text/event-stream
        body:
          chunks:
          - after: 0.02
            text: one
          - after: 0.06
            text: two
      seconds: 0.08

    """.write(to: cassette, atomically: true, encoding: .utf8)
    for (latency, least) in [(Deck.Latency.none, 0), (.recorded, 80), (.factor(2), 160)] {
      let played = try Played(cassette, options: .init(latency: latency))
      let start = ContinuousClock.now
      let text = try await played.session.text("https://api.example.com/events")
      #expect(text.contains("one") && text.contains("two"))
      #expect(ContinuousClock.now - start >= .milliseconds(least))
    }
  }

  @Test func `at its recorded pace a response to an upload comes however long that took`()
    async throws
  {
    let folder = try TemporaryDirectory()
    let cassette = folder.file("paced.yaml")
    let items = ["GET", "POST"].map { method in
      """
      - request:
          method: \(method)
          url: https://api.example.com/slow
        response:
          status: 200 OK
          body:
            text: done
        seconds: 0.3

      """
    }
    try ("vcr: 1\ninteractions:\n" + items.joined()).write(
      to: cassette, atomically: true, encoding: .utf8)
    let played = try Played(cassette, options: .init(latency: .recorded))
    func code(of method: String, _ body: String?) async throws -> Int? {
      let request = try URLRequest(method, "https://api.example.com/slow") {
        $0.timeoutInterval = 0.1
        $0.httpBody = body.map { Data($0.utf8) }
      }
      return await played.session.completion(of: request).code
    }
    #expect(try await code(of: "GET", nil) == URLError.timedOut.rawValue)
    #expect(try await code(of: "POST", "content") == nil)
  }
}
