import Testing
import VCRCore

/// JSON in a hook, in a word.
struct BodyJSONTests {
  private struct User: Codable, Equatable {
    var name: String
    var id: Int
  }

  @Test func `a hook reads and writes a body as a value`() throws {
    var interaction = Interaction(
      request: .init(url: "https://api.example.com/"),
      outcome: .response(.init(status: 200, body: Body(Array(#"{"id":1,"name":"Ada"}"#.utf8)))))
    var user = try #require(try interaction.response?.body.decoded(as: User.self))
    #expect(user == User(name: "Ada", id: 1))
    user.name = "a/b"
    interaction.response?.body = try Body(json: user)
    #expect(interaction.response?.body.bytes == Array(#"{"id":1,"name":"a/b"}"#.utf8))
    #expect(throws: DecodingError.self) { try Body([0x7B]).decoded(as: User.self) }
  }

  @Test func `a failure has no response, and gets none by taking it away`() {
    let failure = Interaction.Outcome.failure(.init(.timedOut, message: "late"))
    var interaction = Interaction(request: .init(url: "https://api.example.com/"), outcome: failure)
    #expect(interaction.response == nil)
    interaction.response = nil
    #expect(interaction.outcome == failure)
  }
}
