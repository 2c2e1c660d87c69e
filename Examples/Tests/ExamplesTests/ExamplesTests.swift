import AsyncHTTPClient
import Foundation
import Loopback
import NIOSSL
import Synchronization
import Testing
import VCRProxy
import VCRTesting

@testable import AsyncHTTPClientExample
@testable import CustomScheme
@testable import ImageRule
@testable import MockRequests
@testable import OfflineCache
@testable import OnlineFirst

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct OfflineCacheTests {
  @Test func `a page visited once loads with the network off, as often as it is asked for`()
    async throws
  {
    let folder = try Folder()
    let server = try await Loopback.start { "page \($0)" }
    let online = try OfflineCache(file: folder.file("pages.yaml"))
    #expect(try await online.session.text(server.origin + "/a") == "page /a")
    #expect(try await online.session.text(server.origin + "/b") == "page /b")
    try online.close()
    try await server.stop()

    let offline = try OfflineCache(file: folder.file("pages.yaml"))
    for _ in 1...3 { #expect(try await offline.session.text(server.origin + "/a") == "page /a") }
    await #expect(throws: URLError.self) { try await offline.session.text(server.origin + "/new") }
    try offline.close()
    #expect(server.requestCount == 2)
    // What could not be reached is not remembered as unreachable.
    let text = try String(contentsOfFile: folder.file("pages.yaml"), encoding: .utf8)
    #expect(!text.contains("/new"))
  }
}

@Suite struct OnlineFirstTests {
  @Test func `the network's response is served and kept, once, and then serves without it`()
    async throws
  {
    let folder = try Folder()
    let version = Mutex(0)
    let server = try await Loopback.start { _ in
      version.withLock { version in
        version += 1
        return "version \(version)"
      }
    }
    for expected in [1, 2] {
      let cache = try OnlineFirst(file: folder.file("rates.yaml"))
      #expect(
        try await cache.session.text(server.origin + "/rates") == "version \(2 * expected - 1)")
      #expect(try await cache.session.text(server.origin + "/rates") == "version \(2 * expected)")
      try cache.close()
    }
    try await server.stop()
    let cache = try OnlineFirst(file: folder.file("rates.yaml"))
    for _ in 1...2 {
      #expect(try await cache.session.text(server.origin + "/rates") == "version 4")
    }
    try cache.close()
    let text = try String(contentsOfFile: folder.file("rates.yaml"), encoding: .utf8)
    #expect(text.split(separator: "- request:").count == 2)
  }
}

@Suite struct CustomSchemeTests {
  /// An EPUB as other tools make one: one file stored, one deflated.
  private func makeBook(in folder: Folder) throws {
    try run(
      "python3",
      [
        "-c",
        """
        import zipfile
        with zipfile.ZipFile("book.epub", "w") as book:
            book.writestr("mimetype", "application/epub+zip", zipfile.ZIP_STORED)
            book.writestr("text/1.xhtml", "<p>caf\\u00e9</p>" * 500, zipfile.ZIP_DEFLATED)
            book.writestr("cover.png", bytes(range(256)), zipfile.ZIP_DEFLATED)
        """,
      ], in: folder)
  }

  @Test func `a chapter comes with media type, text encoding and length`() async throws {
    let folder = try Folder()
    try makeBook(in: folder)
    let book = try Book(path: folder.file("book.epub"))
    let chapter = try #require(URL(string: "epub://book/text/1.xhtml"))
    let (data, response) = try await book.session.data(from: chapter)
    #expect(String(decoding: data, as: UTF8.self) == String(repeating: "<p>café</p>", count: 500))
    #expect(response.mimeType == "application/xhtml+xml")
    #expect(response.textEncodingName == "utf-8")
    #expect(response.expectedContentLength == Int64(data.count))
    let cover = try #require(URL(string: "epub://book/cover.png"))
    let (picture, pictureResponse) = try await book.session.data(from: cover)
    #expect([UInt8](picture) == Array(0...255))
    #expect(pictureResponse.mimeType == "image/png")
    let missing = try #require(URL(string: "epub://book/none"))
    let error = await #expect(throws: URLError.self) { try await book.session.data(from: missing) }
    #expect(error?.code == .fileDoesNotExist)
  }

  @Test func `what was read is in a cassette, which needs no book`() async throws {
    let folder = try Folder()
    try makeBook(in: folder)
    let book = try Book(path: folder.file("book.epub"), cassette: folder.file("book.yaml"))
    #expect(try await book.session.text("epub://book/mimetype") == "application/epub+zip")
    try book.close()
    try await withCassette(folder.file("book.yaml"), mode: .none) { session in
      let url = try #require(URL(string: "epub://book/mimetype"))
      let (data, response) = try await session.data(from: url)
      #expect(String(decoding: data, as: UTF8.self) == "application/epub+zip")
      #expect(response.mimeType == "text/plain")
      #expect(response.textEncodingName == "utf-8")
    }
  }
}

@Suite struct MockRequestsTests {
  private let ada = UserService.User(id: 7, name: "Ada")

  @Test(
    .stubs(
      .expect(.post, "https://api.example.com/users", status: 503),
      .expect(.post, "https://api.example.com/users", status: 201)))
  func `adding tries once more when the service is busy`() async throws {
    try await UserService(session: VCR.session).add(ada)
  }

  @Test(
    .stubs(
      .expect(.get, "https://api.example.com/users/7", json: ["id": 7, "name": "Ada"]),
      .expect(.get, "https://api.example.com/users/8", status: 404)))
  func `a user that is not there is nil`() async throws {
    let service = UserService(session: VCR.session)
    #expect(try await service.user(7) == ada)
    #expect(try await service.user(8) == nil)
  }

  @Test func `what was expected and did not come is named, and so is what was not expected`()
    async throws
  {
    let deck = Cassette.Deck(stubs: [.expect(.get, "https://api.example.com/users/7", json: [:])])
    let configuration = URLSessionConfiguration.ephemeral
    configuration.use(deck)
    let service = UserService(session: URLSession(configuration: configuration))
    await #expect(throws: UnmatchedRequest.self) { try await service.user(9) }
    let error = #expect(throws: VerificationError.self) { try deck.verify() }
    #expect(error?.unserved.map(\.stub) == ["GET https://api.example.com/users/7"])
    #expect(error?.unexpected.map(\.url) == ["https://api.example.com/users/9"])
  }
}

@Suite struct ImageRuleTests {
  @Test func `a request is answered by what it accepts, not by where it goes`() async throws {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.use(Cassette.Deck(stubs: [.images(Cassette.Stub.dot)]))
    let session = URLSession(configuration: configuration)
    for text in ["https://example.com/cat.jpg", "http://other.test/a/b/c?size=2"] {
      var request = URLRequest(url: try #require(URL(string: text)))
      request.setValue("image/webp,*/*", forHTTPHeaderField: "Accept")
      let (data, response) = try await session.data(for: request)
      #expect([UInt8](data) == Cassette.Stub.dot)
      #expect(response.mimeType == "image/png")
    }
    await #expect(throws: UnmatchedRequest.self) {
      try await session.text("https://example.com/cat.jpg")
    }
  }
}

@Suite struct AsyncHTTPClientTests {
  @Test func `a client behind the proxy records, and replays with the server gone`() async throws {
    let folder = try Folder()
    let server = try await Loopback.start { "page \($0)" }
    try await visit(server, folder, upstream: Upstream.Options())
  }

  @Test func `HTTPS is recorded and replayed as well`() async throws {
    let folder = try Folder()
    try run(
      "openssl",
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
        "-keyout", "key.pem", "-out", "root.pem", "-days", "2", "-subj", "/CN=loopback",
        "-addext", "subjectAltName=IP:127.0.0.1",
      ], in: folder)
    let server = try await Loopback.start(
      tls: .makeServerConfiguration(
        certificateChain: NIOSSLCertificate.fromPEMFile(folder.file("root.pem")).map {
          .certificate($0)
        },
        privateKey: .privateKey(NIOSSLPrivateKey(file: folder.file("key.pem"), format: .pem)))
    ) { "secret \($0)" }
    var upstream = Upstream.Options()
    upstream.additionalRoots = [folder.file("root.pem")]
    try await visit(server, folder, upstream: upstream)
  }

  private func visit(
    _ server: Loopback, _ folder: Folder, upstream: Upstream.Options
  ) async throws {
    var pages: [String] = []
    for mode in [RecordMode.once, .none] {
      // A mode in the environment would have the last word, and CI would not record.
      let deck = try Cassette.Deck(cassette: folder.file("c.yaml"), options: .init(mode: mode))
      let proxy = try await CassetteProxy.start(deck: deck, upstream: upstream)
      let client = HTTPClient(through: proxy)
      pages.append(try await client.page(server.origin + "/a"))
      try await client.shutdown()
      try await proxy.stop()
      try deck.close()
      if mode == .once { try await server.stop() }
    }
    #expect(pages[0] == pages[1])
    #expect(server.requestCount == 1)
  }
}
