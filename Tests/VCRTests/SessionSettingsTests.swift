#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking
  import TestSupport
  import Testing
  import VCR
  import VCRLocks

  extension URLRequest.CachePolicy {
    fileprivate static let all: [Self] = [
      .useProtocolCachePolicy, .reloadIgnoringLocalCacheData, .returnCacheDataElseLoad,
      .returnCacheDataDontLoad, .reloadRevalidatingCacheData,
      .reloadIgnoringLocalAndRemoteCacheData,
    ]
  }

  /// What a session has counts, whatever its configuration had when the deck was installed.
  struct SessionSettingsTests {
    private let folder: TemporaryDirectory
    private let server: LoopbackServer

    init() throws {
      folder = try TemporaryDirectory()
      server = try LoopbackServer { request in
        ServerResponse(
          headers: [("Set-Cookie", "theme=dark; Path=/")],
          text: request.header("X-Client") ?? "nobody")
      }
    }

    private var url: String { server.origin + "/" }

    @Test func `settings made after the deck was installed are followed`() async throws {
      let path = folder.file("late.yaml")
      func run(_ mode: RecordMode) async throws -> [String] {
        let policy: RequestEquivalence = [.method, .url, .headers(["X-Client"])]
        let deck = try Deck(cassette: path.path, options: .init(mode: mode, equivalence: policy))
        let configuration = URLSessionConfiguration.patient
        configuration.use(deck)
        var texts: [String] = []
        for name in ["ada", "grace"] {
          configuration.httpAdditionalHeaders = ["X-Client": name]
          configuration.httpCookieStorage = URLSessionConfiguration.ephemeral.httpCookieStorage
          let session = URLSession(configuration: configuration)
          texts.append(try await session.text(url))
          let cookies = configuration.httpCookieStorage?.cookies ?? []
          texts += cookies.map(\.name)
          configuration.httpCookieAcceptPolicy = .never
        }
        try deck.close()
        return texts
      }
      #expect(try await run(.once) == ["ada", "theme", "grace"])
      server.stop()
      #expect(try await run(.none) == ["ada", "theme", "grace"])
    }

    @Test func `a class that a user wrote follows the settings of each session`() async throws {
      let path = folder.file("class.yaml")
      for mode in [RecordMode.once, .none] {
        let deck = try Deck(cassette: path.path, options: .init(mode: mode))
        SettingsRecorder.current.withLock { $0 = deck }
        let configuration = URLSessionConfiguration.patient
        configuration.protocolClasses = [SettingsRecorder.self]
        configuration.urlCache = nil
        configuration.httpAdditionalHeaders = ["X-Client": "ada"]
        let session = URLSession(configuration: configuration)
        #expect(try await session.text(url) == "ada")
        #expect(configuration.httpCookieStorage?.cookies?.map(\.name) == ["theme"])
        SettingsRecorder.current.withLock { $0 = nil }
        try deck.close()
        server.stop()
      }
    }

    @Test(arguments: URLRequest.CachePolicy.all)
    func `a cache policy changes nothing, with a deck or without`(
      policy: URLRequest.CachePolicy
    ) async throws {
      let request = try URLRequest("GET", url) { $0.cachePolicy = policy }
      for mode in [RecordMode?.none, .once, RecordMode.none] {
        let configuration = URLSessionConfiguration.patient
        configuration.requestCachePolicy = policy
        let deck = try mode.map {
          try Deck(cassette: folder.file("cached.yaml").path, options: .init(mode: $0))
        }
        if let deck { configuration.use(deck) }
        let session = URLSession(configuration: configuration)
        #expect(await session.completion(of: request).text == "nobody")
        #expect(try await session.text(url + "by/configuration") == "nobody")
        try deck?.close()
        if mode == .once { server.stop() }
      }
      #expect(server.requestCount == 4)
    }

    @Test func `a timeout set after the deck was installed ends a request`() async throws {
      let silent = try LoopbackServer { _ in .raw([.gate(Gate())]) }
      let deck = try Deck(cassette: folder.file("slow.yaml").path, options: .init(mode: .all))
      let configuration = URLSessionConfiguration.patient
      configuration.use(deck)
      configuration.timeoutIntervalForRequest = 0.3
      let session = URLSession(configuration: configuration)
      let error = await #expect(throws: URLError.self) {
        try await session.text(silent.origin + "/")
      }
      #expect(error?.code == .timedOut)
      try deck.close()
    }
  }

  private final class SettingsRecorder: RecordingURLProtocol {
    static let current = Mutex<Deck?>(nil)
    override class var deck: Deck? { current.withLock { $0 } }
  }
#endif
