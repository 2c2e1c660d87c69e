import Foundation
import Testing
import VCRTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct StubSnippets {
  @Test func `stubs answer a scope`() async throws {
    try await withStubs(
      .stub(.get, "https://api.example.com/users/*", status: 200, json: ["id": 42, "name": "Ada"]),
      .expect(.post, "https://api.example.com/users", status: 201)
    ) { session in
      let service = UserService(session: session)
      #expect(try await service.user(42)?.name == "Ada")
      try await service.add(User(id: 43, name: "Grace"))
    }
  }

  @Test func `an expectation stands in a scope`() async throws {
    try await withStubs(.expect(.get, "https://api.example.com/users", json: [])) { session in
      let users = try await UserService(session: session).users()
      #expect(users.isEmpty)
    }
  }

  @Test func `a deck of stubs answers a configuration`() async throws {
    let configuration = URLSessionConfiguration.ephemeral
    let deck = Cassette.Deck(stubs: [
      .stub(.get, "https://api.example.com/users/*", status: 200, json: ["id": 42, "name": "Ada"]),
      .expect(.post, "https://api.example.com/users", status: 201),
    ])
    configuration.use(deck)
    let service = UserService(session: URLSession(configuration: configuration))
    try await service.add(User(id: 42, name: "Ada"))
    #expect(try await service.user(42)?.name == "Ada")
    try deck.verify()
  }

  @Test func `a value is written in literals`() {
    let user: Cassette.JSONValue = ["id": 42, "name": "Ada", "tags": ["math"], "manager": nil]
    #expect(user.text == #"{"id":42,"name":"Ada","tags":["math"],"manager":null}"#)
  }

  @Test(.stubs(.stub(.get, "https://api.example.com/users", .failure(.timedOut))))
  func `a timeout reaches the caller`() async throws {
    await #expect(throws: URLError.self) { try await UserService(session: VCR.session).users() }
  }
}
