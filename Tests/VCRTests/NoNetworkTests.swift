import Foundation
import VCRLocks
import TestSupport
import Testing
import VCR

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A live server stands by and must not be reached.
struct NoNetworkTests {
  private let folder: TemporaryDirectory
  private let server: LoopbackServer

  init() throws {
    folder = try TemporaryDirectory()
    server = try LoopbackServer { _ in ServerResponse(text: "from the network") }
  }

  private func write(_ interactions: String = "[]", to name: String = "c.yaml") throws -> URL {
    try folder.write("vcr: 1\ninteractions: \(interactions)\n", to: name)
  }

  /// What a mode does with a request that is not in the cassette, when there is one.
  @Test(arguments: [RecordMode.none, .once])
  func `an unmatched request of any task kind reaches no network`(mode: RecordMode) async throws {
    let streams = DelegateLog { InputStream(data: Data("streamed".utf8)) }
    let file = try write()
    let played = try Played(file, options: .init(mode: mode))
    let delegated = try Played(file, options: .init(mode: mode), delegate: streams)
    let session = played.session
    let get = try URLRequest("GET", server.origin + "/x")
    let put = try URLRequest("PUT", server.origin + "/x")
    let source = try folder.write("file", to: "source.txt")

    var errors: [(any Error)?] = []
    errors.append(await session.failure(of: get))
    errors.append(await session.completion(of: get).error)
    errors.append(
      await session.failure(
        of: try URLRequest("POST", server.origin) {
          $0.httpBodyStream = InputStream(data: Data("x".utf8))
        }))
    await #expect(throws: UnmatchedRequest.self) {
      try await session.upload(for: put, from: Data("x".utf8))
    }
    await #expect(throws: UnmatchedRequest.self) {
      try await session.upload(for: put, fromFile: source)
    }
    delegated.session.uploadTask(withStreamedRequest: put).resume()
    errors.append(await streams.all().error)
    for error in errors { #expect(error is UnmatchedRequest) }
    let download: (any Error)? = await withCheckedContinuation { continuation in
      session.downloadTask(with: get) { _, _, error in continuation.resume(returning: error) }
        .resume()
    }
    #expect(download is LoadingError)
    #expect(server.connectionCount == 0)
  }

  @Test func `a redirect to what was not recorded reaches no network`() async throws {
    let file = try write(
      """

      - request:
          method: GET
          url: http://start.example.com/
        response:
          status: 302 Found
          headers:
            Location: \(server.origin)/
      """)
    let played = try Played(file)
    let error = await played.session.failure(of: try URLRequest("GET", "http://start.example.com/"))
    #expect((error as? UnmatchedRequest)?.url == server.origin + "/")
    #expect(server.connectionCount == 0)
  }

  @Test func `a challenge reaches no network, whatever credentials there are`() async throws {
    let file = try write(
      """

      - request:
          method: GET
          url: \(server.origin)/
        response:
          status: 401 Unauthorized
          headers:
            WWW-Authenticate: Basic realm="x"
        times: any
      """)
    let space = URLProtectionSpace(
      host: "127.0.0.1", port: server.port, protocol: "http", realm: "x",
      authenticationMethod: NSURLAuthenticationMethodHTTPBasic)
    let played = try Played(file) { configuration in
      configuration.urlCredentialStorage?.setDefaultCredential(
        URLCredential(user: "ada", password: "pass", persistence: .forSession), for: space)
    }
    for url in [server.origin + "/", "http://ada:pass@127.0.0.1:\(server.port)/"] {
      let result = await played.session.completion(of: try URLRequest("GET", url))
      #expect(result.http?.statusCode == 401)
    }
    #expect(server.connectionCount == 0)
  }

  @Test func `a deck that was closed reaches no network`() async throws {
    let played = try Played(try write())
    try played.deck.close()
    let error = await played.session.failure(of: try URLRequest("GET", server.origin + "/"))
    #expect(error is DeckError)
    #expect(server.connectionCount == 0)
  }

  @Test func `a subclass without a deck reaches no network`() async throws {
    let configuration = URLSessionConfiguration.patient
    configuration.protocolClasses = [Deckless.self]
    let session = URLSession(configuration: configuration)
    for method in ["GET", "POST"] {
      let error = await session.failure(of: try URLRequest(method, server.origin + "/"))
      #expect((error as? LoadingError)?.kind == .noDeck)
    }
    #expect(server.connectionCount == 0)
  }

  @Test func `a host that does not exist is unmatched, not unknown`() async throws {
    let played = try Played(try write())
    for url in ["http://nowhere.invalid/", "https://nowhere.invalid:8443/x"] {
      let error = await played.session.failure(of: try URLRequest("GET", url))
      #expect(error is UnmatchedRequest)
    }
  }
}

/// A class whose deck could not be opened.
private final class Deckless: RecordingURLProtocol {
  override class var deck: Deck? { nil }
}
