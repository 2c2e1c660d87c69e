import Foundation
import VCRLocks
import TestSupport
import Testing
import VCR

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct ReplayTests {
  private static let cassette = """
    vcr: 1
    interactions:
    - request:
        method: GET
        url: http://users.example.com/1
      response:
        status: 200 OK
        headers:
          Content-Type: application/json; charset=utf-8
          Set-Cookie:
          - theme=dark; Path=/
          - seen=1; Path=/
          X-Dup:
          - one
          - two
        body:
          text: '{"id":1}'
    - request:
        method: HEAD
        url: http://users.example.com/1
      response:
        status: 200 OK
    - request:
        method: GET
        url: http://users.example.com/empty
      response:
        status: 204 No Content
    - request:
        method: GET
        url: http://users.example.com/events
      response:
        status: 200 OK
        headers:
          Content-Type: text/event-stream
        body:
          chunks:
          - after: 0.1
            text: "data: 1\\n\\n"
          - after: 0.2
            text: "data: 2\\n\\n"
          - after: 0.3
            text: "data: 3\\n\\n"
    - request:
        method: GET
        url: epub://book/chapter/1
      response:
        media_type: text/html
        text_encoding: utf-8
        body:
          text: <p>One</p>
    """

  private let folder: TemporaryDirectory
  private let file: URL

  init() throws {
    folder = try TemporaryDirectory()
    file = try folder.write(Self.cassette + "\n", to: "users.yaml")
  }

  @Test func `fields of the recorded transfer do not reach the client`() async throws {
    // As an older version wrote it, or a person.
    let old = try folder.write(
      """
      vcr: 1
      interactions:
      - request:
          method: GET
          url: http://old.example.com/
        response:
          status: 200 OK
          headers:
            Connection: keep-alive, Upgrade
            Keep-Alive: timeout=5
            TE: trailers
            Trailer: X-Sum
            Transfer-Encoding: chunked
            Upgrade: h2c
            X-Kept: kept
          body:
            text: old

      """, to: "old.yaml")
    let result = try await Played(old).session.completion(
      of: try URLRequest("GET", "http://old.example.com/"))
    #expect(result.text == "old")
    #expect(result.fields == ["Content-Length": "3", "X-Kept": "kept"])
  }

  @Test func `a completion handler gets the response and its body`() async throws {
    let played = try Played(file)
    let result = await played.session.completion(
      of: try URLRequest("GET", "http://users.example.com/1"))
    #expect(result.error == nil)
    #expect(result.text == #"{"id":1}"#)
    #expect(result.http?.statusCode == 200)
    #expect(result.http?.mimeType == "application/json")
    #expect(result.http?.expectedContentLength == 8)
    #expect(result.http?.value(forHTTPHeaderField: "X-Dup") == "one, two")
    #expect(
      result.http?.value(forHTTPHeaderField: "Set-Cookie") == "theme=dark; Path=/, seen=1; Path=/")
    #expect(result.http?.url?.absoluteString == "http://users.example.com/1")
  }

  @Test func `an async task gets the response and its body`() async throws {
    let played = try Played(file)
    let url = try #require(URL(string: "http://users.example.com/1"))
    let (data, response) = try await played.session.data(from: url)
    #expect(String(decoding: data, as: UTF8.self) == #"{"id":1}"#)
    #expect((response as? HTTPURLResponse)?.statusCode == 200)
  }

  @Test func `a delegate is told of response, data and end, in this order`() async throws {
    let log = DelegateLog()
    let played = try Played(file, delegate: log)
    played.session.dataTask(with: try URLRequest("GET", "http://users.example.com/1")).resume()
    guard case .response = await log.next(), case .data = await log.next(),
      case .end(nil) = await log.next()
    else {
      Issue.record("another order")
      return
    }
  }

  @Test func `a delegate gets an event stream event by event`() async throws {
    let log = DelegateLog()
    let played = try Played(file, delegate: log)
    played.session.dataTask(with: try URLRequest("GET", "http://users.example.com/events")).resume()
    let (_, pieces, error) = await log.all()
    #expect(pieces == ["data: 1\n\n", "data: 2\n\n", "data: 3\n\n"])
    #expect(error == nil)
  }

  @Test func `the indices of each piece begin at zero`() async throws {
    let log = DelegateLog()
    let played = try Played(file, delegate: log)
    played.session.dataTask(with: try URLRequest("GET", "http://users.example.com/events")).resume()
    var starts: [Int] = []
    loop: while true {
      switch await log.next() {
      case .data(let data): starts.append(data.startIndex)
      case .end: break loop
      case .response, .metrics: break
      }
    }
    #expect(starts == [0, 0, 0])
  }

  @Test func `handlers and async tasks get an event stream whole`() async throws {
    let whole = "data: 1\n\ndata: 2\n\ndata: 3\n\n"
    let request = try URLRequest("GET", "http://users.example.com/events")
    #expect(try await Played(file).session.completion(of: request).text == whole)
    let (data, _) = try await Played(file).session.data(for: request)
    #expect(String(decoding: data, as: UTF8.self) == whole)
  }

  @Test func `responses without content have none and no length`() async throws {
    let played = try Played(file)
    let head = await played.session.completion(
      of: try URLRequest("HEAD", "http://users.example.com/1"))
    #expect(head.data?.isEmpty == true)
    #expect(head.http?.value(forHTTPHeaderField: "Content-Length") == nil)
    let empty = await played.session.completion(
      of: try URLRequest("GET", "http://users.example.com/empty"))
    #expect(empty.http?.statusCode == 204)
    #expect(empty.data?.isEmpty == true)
  }

  @Test func `cookies of a replayed response reach the session's storage`() async throws {
    let storage = Mutex<HTTPCookieStorage?>(nil)
    let played = try Played(file, options: .init(redaction: .none)) { configuration in
      storage.withLock { $0 = configuration.httpCookieStorage }
    }
    _ = try await played.session.text("http://users.example.com/1")
    let url = try #require(URL(string: "http://users.example.com/2"))
    let names = storage.withLock { $0?.cookies(for: url)?.map(\.name) ?? [] }
    #expect(names.sorted() == ["seen", "theme"])
  }

  @Test func `a custom scheme is answered without a status`() async throws {
    let result = try await Played(file).session.completion(
      of: try URLRequest("GET", "epub://book/chapter/1"))
    #expect(result.text == "<p>One</p>")
    #expect(result.http == nil)
    #expect(result.response?.mimeType == "text/html")
    #expect(result.response?.textEncodingName == "utf-8")
  }

  @Test func `an unknown request fails with the report`() async throws {
    let played = try Played(file)
    let request = try URLRequest("GET", "http://users.example.com/3")
    let error = try #require(await played.session.failure(of: request))
    let unmatched = try #require(error as? UnmatchedRequest)
    #expect(unmatched.url == "http://users.example.com/3")
    #expect(error.localizedDescription == unmatched.description)
    let handled = await played.session.completion(of: request)
    #expect(handled.error is UnmatchedRequest)
    let summary = try played.deck.close()
    #expect(summary.unmatched.count == 2)
  }

  @Test func `the policy of the session's deck answers requestIsCacheEquivalent`() async throws {
    let deck = try Deck(
      cassette: file.path, options: .init(equivalence: [.method, .path]))
    let configuration = URLSessionConfiguration.patient
    configuration.replay(deck)
    let type = try #require(configuration.protocolClasses?.first as? URLProtocol.Type)
    let first = try URLRequest("GET", "http://a.example.com/1?x=1")
    let second = try URLRequest("GET", "http://b.example.com/1?x=2")
    #expect(type.requestIsCacheEquivalent(first, to: second))
    #expect(!ReplayingURLProtocol.requestIsCacheEquivalent(first, to: second))
    #expect(ReplayingURLProtocol.requestIsCacheEquivalent(first, to: first))
  }

  @Test func `a subclass names its deck`() async throws {
    let deck = try Deck(cassette: file.path)
    HandWritten.current.withLock { $0 = deck }
    let configuration = URLSessionConfiguration.patient
    configuration.protocolClasses = [HandWritten.self]
    let session = URLSession(configuration: configuration)
    #expect(try await session.text("http://users.example.com/1") == #"{"id":1}"#)
  }

  @Test func `a cassette in the forms of the proxy replays in a session`() async throws {
    let file = try folder.write(
      """
      vcr: 1
      interactions:
      - request:
          method: POST
          url: http://api.example.com/v1/items?b=2&a=1
          headers:
            Host: api.example.com
            User-Agent: curl/7.88.1
            Accept: '*/*'
            Content-Type: application/json
          body:
            json: |-
              {
                "name": "Ada"
              }
        response:
          status: 201 Created
          http: HTTP/2
          headers:
            content-type: application/json
            x-trace: '7'
          body:
            json: |
              {
                "id": 7
              }
            encoding: gzip
          trailers:
            x-checksum: '9'
        seconds: 0.012
        recorded_at: 2026-11-20T10:00:00Z

      """, to: "proxy.yaml")
    let played = try Played(
      file, options: .init(equivalence: [.method, .url, .body]))
    let result = await played.session.completion(
      of: try URLRequest("POST", "http://api.example.com/v1/items?b=2&a=1") {
        $0.httpBody = Data(#"{"name":"Ada"}"#.utf8)
      })
    #expect(result.error == nil)
    #expect(result.http?.statusCode == 201)
    #expect(result.text == "{\"id\":7}\n")
    #expect(result.http?.value(forHTTPHeaderField: "X-Trace") == "7")
    #expect(result.http?.value(forHTTPHeaderField: "Content-Encoding") == nil)
  }
}

/// A protocol class as a user writes it.
private final class HandWritten: ReplayingURLProtocol {
  static let current = Mutex<Deck?>(nil)
  override class var deck: Deck? { current.withLock { $0 } }
}
