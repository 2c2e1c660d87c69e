import Foundation
import Testing
import VCRTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.cassettes)
struct UserListTests {
  @Test func `the first page is decoded`() async throws {
    let (data, _) = try await VCR.session.data(from: page(1))
    #expect(try JSONDecoder().decode([User].self, from: data).count == 5)
  }
}

extension Cassette.Deck.Options {
  static var withoutQuery: Self { Self(mode: .once, equivalence: [.method, .path]) }
}

struct TraitSnippets {
  @Test(.cassette("users"))
  func `the user list is decoded`() async throws {
    let (data, _) = try await VCR.session.data(from: usersURL)
    #expect(try JSONDecoder().decode([User].self, from: data).count == 20)
  }

  @Test(.cassette("users", equivalence: [.method, .path], requiresAll: true))
  func `all that was recorded is asked for`() async throws {
    #expect(try await UserService(session: VCR.session).users().count == 20)
  }

  @Test(.cassette("users", .withoutQuery))
  func `several tests share their options`() async throws {
    #expect(try await UserService(session: VCR.session).users().count == 20)
    #expect(VCR.deck?.options.equivalence.parts.map(\.description) == ["method", "path"])
  }

  @Test(.cassette("users", scope: .process))
  func `code that names URLSession.shared is answered, too`() async throws {
    #expect(try await UserService(session: .shared).users().count == 20)
  }

  @Test(.stubs(.expect(.get, "https://api.example.com/users", json: [])))
  func `an empty list is no error`() async throws {
    #expect(try await UserService(session: VCR.session).users().isEmpty)
  }

  @Test(.cassette("users"))
  func `the service keeps its own configuration`() async throws {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpAdditionalHeaders = ["Accept": "application/json"]
    configuration.useVCR()
    let service = UserService(session: URLSession(configuration: configuration))
    #expect(try await service.users().count == 20)
  }
}
