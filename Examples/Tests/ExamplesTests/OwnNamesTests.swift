import Foundation
import OwnNames
import Testing
import VCRTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// An app whose types have the names of types of ours, which are nested for that reason.
struct OwnNamesTests {
  @Test(.stubs(.stub(.get, "https://api.example.com/article", json: ["text": "One", "likes": 2])))
  func `an app's own types are meant by their names`() async throws {
    let (kind, path, pattern) = (Interaction.liked, JSONPath.root, PathPattern.gravel)
    #expect(kind == .liked && path == .root && pattern == .gravel)
    #expect(Deck(count: 52).count == 52 && Expiry(days: 3).days == 3)
    #expect(HeaderFields([HeaderField(name: "by")]).fields.first?.name == "by")
    #expect(LoadingError() is any Error && Stub(title: "One").title == "One")

    let url = try #require(URL(string: "https://api.example.com/article"))
    let (data, _) = try await VCR.session.data(from: url)
    let text = try #require(try JSONDecoder().decode(Article.self, from: data).text)
    #expect(Body([text]) == Body(["One"]) && JSONValue.text(text) == .text("One"))
  }

  @Test func `the types of a cassette have their names within it`() throws {
    let user: Cassette.JSONValue = ["id": 42]
    let response = Cassette.Interaction.Response(
      status: 200, headers: Cassette.HeaderFields([Cassette.HeaderField("X-Id", "1")]),
      body: try Cassette.Body(json: ["id": 42]))
    let stub = Cassette.Stub.stub(.get, "https://api.example.com/users/42", json: user)
    let deck = Cassette.Deck(stubs: [stub], options: Cassette.Deck.Options(repeats: true))
    #expect(try response.body.decoded(as: [String: Int].self) == ["id": 42])
    #expect(deck.options.repeats)
  }

  private struct Article: Decodable { var text: String? }
}
