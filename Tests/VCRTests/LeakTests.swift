import Foundation
import TestSupport
import Testing
import VCR

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a session tells of requests full of secrets that fail: a test that fails prints it.
@Suite(.environment([:])) struct LeakTests {
  private let secrets = PlantedSecrets("named", "password", "key", "bearer", "cookie")
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// The ways in which an error is printed.
  private func texts(of error: any Error) -> String {
    "\(error)\n\(String(reflecting: error))\n\(error.localizedDescription)\n\(error as NSError)"
  }

  /// Makes a request with all secrets, which has to fail, and looks at all that is left of it.
  @discardableResult
  private func fail(
    _ origin: String, mode: RecordMode = .once, timeout: TimeInterval = 20,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> any Error {
    let place = origin.replacing("://", with: "://me:\(secrets.encoded("password"))@")
    let request = try URLRequest(
      "GET", "\(place)/p?api_key=\(secrets.encoded("key"))&n=\(secrets.encoded("named"))"
    ) {
      $0.timeoutInterval = timeout
      $0.setValue("Bearer \(secrets["bearer"])", forHTTPHeaderField: "Authorization")
      $0.setValue("sid=\(secrets["cookie"])", forHTTPHeaderField: "Cookie")
      $0.setValue("a \(secrets["named"]) b", forHTTPHeaderField: "X-Any")
    }
    let options = Deck.Options(
      mode: mode, redaction: Redaction(.secret("NAMED", value: secrets["named"])))
    let error = try #require(
      await #expect(throws: (any Error).self) {
        try await withCassette(folder.file("c.yaml").path, options) { session in
          _ = try await session.data(for: request)
        }
      }, sourceLocation: sourceLocation)
    let text = texts(of: error)
    #expect(secrets.found(in: text) == [], "\(text)", sourceLocation: sourceLocation)
    #expect(secrets.found(below: folder.url) == [], sourceLocation: sourceLocation)
    return error
  }

  @Test func `a refused connection tells no secret`() async throws {
    // Nobody listens on this port, whatever other tests open.
    let error = try await fail("http://127.0.0.1:1") as? URLError
    #expect(error?.code == .cannotConnectToHost)
    // The error still says which request it was.
    #expect(error?.failingURL?.path == "/p")
  }

  @Test func `an unknown host tells no secret`() async throws {
    let error = try await fail("http://no-such-host.invalid") as? URLError
    #expect(error?.code == .cannotFindHost)
  }

  @Test func `a certificate that is not trusted tells no secret`() async throws {
    let server = try LoopbackServer { _ in ServerResponse(text: "never") }
    let front = try await TLSLoopback(before: server, certificates: TestCertificates())
    let error = try await fail("https://localhost:\(front.port)") as? URLError
    #expect(error?.code == .serverCertificateUntrusted)
  }

  @Test(arguments: ["HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nshort", "no HTTP\r\n\r\n"])
  func `a response that is cut short or none tells no secret`(response: String) async throws {
    let server = try LoopbackServer { _ in .raw(response) }
    #expect(try await fail(server.origin) is URLError)
  }

  @Test func `a service that says nothing tells no secret`() async throws {
    let listener = try SilentListener()
    let error = try await fail("http://127.0.0.1:\(listener.port)", timeout: 0.2) as? URLError
    #expect(error?.code == .timedOut)
  }

  @Test func `a request that nothing matches tells no secret`() async throws {
    try folder.write(
      "vcr: 1\ninteractions:\n- request:\n    method: GET\n    url: http://api.test/q?api_key=x1y2\n"
        + "  response:\n    status: 200\n", to: "c.yaml")
    let error = try await fail("http://api.test", mode: .none)
    #expect(error is UnmatchedRequest)
    #expect(!"\(error)".contains("x1y2"), "\(error)")
  }

  @Test func `a session without a deck tells no secret`() async throws {
    let configuration = URLSessionConfiguration.patient
    configuration.protocolClasses = [ReplayingURLProtocol.self]
    let request = try URLRequest("GET", "http://api.test/?api_key=\(secrets.encoded("key"))")
    let error = try #require(
      await URLSession(configuration: configuration).failure(of: request))
    #expect(error is LoadingError)
    #expect(secrets.found(in: texts(of: error)) == [], "\(error)")
  }
}
