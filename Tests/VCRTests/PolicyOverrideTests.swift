import Foundation
import TestSupport
import Testing
import VCR

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A protocol class that decides itself which requests are equivalent.
struct PolicyOverrideTests {
  /// Whatever the query is.
  private class AnyQuery: ReplayingURLProtocol {
    override class func requestIsCacheEquivalent(_ a: URLRequest, to b: URLRequest) -> Bool {
      a.httpMethod == b.httpMethod && a.url?.path == b.url?.path
    }
  }

  /// What the policy says, but for requests that carry another version.
  private final class SameVersion: RecordingURLProtocol {
    override class func requestIsCacheEquivalent(_ a: URLRequest, to b: URLRequest) -> Bool {
      super.requestIsCacheEquivalent(a, to: b)
        && a.value(forHTTPHeaderField: "X-Version") == b.value(forHTTPHeaderField: "X-Version")
    }
  }

  private func cassette(_ folder: TemporaryDirectory, origin: String = "http://127.0.0.1:1") throws
    -> String
  {
    let items = (1...3).map { number in
      """
      - request:
          method: GET
          url: \(origin)/users/\(number)?nonce=\(number)
          headers:
            X-Version: "\(number)"
        response:
          status: 200
          body:
            text: user \(number)

      """
    }
    return try folder.write("vcr: 1\ninteractions:\n" + items.joined(), to: "users.yaml").path
  }

  private func session(
    _ deck: Deck, _ type: ReplayingURLProtocol.Type?
  ) -> (session: URLSession, configuration: URLSessionConfiguration) {
    let configuration = URLSessionConfiguration.patient
    if let type { configuration.protocolClasses = [type] }
    configuration.use(deck)
    return (URLSession(configuration: configuration), configuration)
  }

  @Test func `a class that overrides requestIsCacheEquivalent is asked by the deck`() async throws {
    let folder = try TemporaryDirectory()
    let deck = try Deck(cassette: cassette(folder))
    let (session, configuration) = session(deck, AnyQuery.self)
    for number in [3, 1] {
      let text = try await session.text("http://127.0.0.1:1/users/\(number)?nonce=new")
      #expect(text == "user \(number)")
    }
    // What was used up stays used up, and the report names who decided.
    for target in ["users/3?nonce=3", "other"] {
      let error = await #expect(throws: UnmatchedRequest.self) {
        try await session.text("http://127.0.0.1:1/\(target)")
      }
      #expect(error?.policy == ["AnyQuery.requestIsCacheEquivalent"], "\(error as Any)")
    }
    // Whoever calls it gets the same decision.
    let type = try #require(
      configuration.protocolClasses?.first as? ReplayingURLProtocol.Type)
    let requests = try ["/users/1?a", "/users/1?b", "/users/2?a"].map {
      URLRequest(url: try #require(URL(string: "http://127.0.0.1:1" + $0)))
    }
    for type in [type, AnyQuery.self] {
      #expect(type.requestIsCacheEquivalent(requests[0], to: requests[1]))
      #expect(!type.requestIsCacheEquivalent(requests[0], to: requests[2]))
    }
  }

  @Test func `its superclass's method asks the policy of the deck`() async throws {
    let folder = try TemporaryDirectory()
    let deck = try Deck(
      cassette: cassette(folder), options: .init(equivalence: [.method, .path]))
    let (session, _) = session(deck, SameVersion.self)
    var request = URLRequest(url: try #require(URL(string: "http://127.0.0.1:1/users/2?x")))
    request.setValue("1", forHTTPHeaderField: "X-Version")
    let error = await #expect(throws: UnmatchedRequest.self) {
      _ = try await session.data(for: request)
    }
    #expect(
      "\(error as Any)".contains("SameVersion.requestIsCacheEquivalent"), "\(error as Any)")
    request.setValue("2", forHTTPHeaderField: "X-Version")
    #expect(try await session.data(for: request).0 == Data("user 2".utf8))
  }

  private final class WithDeck: ReplayingURLProtocol {
    static let folder = try? TemporaryDirectory()
    static let users = folder.flatMap { try? PolicyOverrideTests().cassette($0) }
      .flatMap { try? Deck(cassette: $0) }
    override class var deck: Deck? { users }
    override class func requestIsCacheEquivalent(_ a: URLRequest, to b: URLRequest) -> Bool {
      a.url?.path == b.url?.path
    }
  }

  @Test func `a class that names its deck decides as well`() async throws {
    let configuration = URLSessionConfiguration.patient
    configuration.protocolClasses = [WithDeck.self]
    configuration.urlCache = nil
    let session = URLSession(configuration: configuration)
    #expect(try await session.text("http://127.0.0.1:1/users/2?nonce=other") == "user 2")
  }

  @Test(arguments: [true, false])
  func `what the class or the closure finds equivalent is recorded again in its place`(
    isClass: Bool
  ) async throws {
    let folder = try TemporaryDirectory()
    let server = try LoopbackServer { request in
      ServerResponse(text: "user \(request.target.split(separator: "?")[0].suffix(1))")
    }
    let path = try cassette(folder, origin: server.origin)
    let before = try String(contentsOfFile: path, encoding: .utf8)
    var options = Deck.Options(mode: .all)
    if !isClass {
      options.equivalence = [
        .custom("path") { $0.url.split(separator: "?")[0] == $1.url.split(separator: "?")[0] }
      ]
    }
    let deck = try Deck(cassette: path, options: options)
    let (session, _) = session(deck, isClass ? AnyQuery.self : nil)
    for number in [2, 1, 3] {
      #expect(
        try await session.text("\(server.origin)/users/\(number)?nonce=new") == "user \(number)")
    }
    let summary = try deck.close()
    #expect(summary.recorded == 3)
    #expect(summary.notices.isEmpty, "\(summary.notices)")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text != before)
    let places = try (1...3).map { number in
      try #require(text.firstRange(of: "/users/\(number)?nonce=new")).lowerBound
    }
    #expect(places == places.sorted())
    #expect(text.components(separatedBy: "- request:").count == 4)
  }
}
