import TestSupport
import Testing

@testable import VCRCore
@testable import VCRReview

struct LaterTokenTests {
  private static func interaction(_ body: String, url: String = "https://h.test/") -> Interaction {
    Interaction(
      request: .init(url: url),
      outcome: .response(
        .init(
          status: 200, headers: ["Content-Type": "application/json"], body: Body(Array(body.utf8))))
    )
  }

  private static func leaks(
    of interactions: [Interaction], _ redactor: Redactor = Redactor(.standard)
  ) -> [[SecretCheck.Leak]] {
    SecretCheck.leaks(ofInteractions: interactions.count, redactor: redactor) { interactions[$0] }
  }

  @Test func `a token is found before the interaction that reveals it, and behind`() throws {
    let token = "q7Zt2LmX9vB4nRk8Wd3Hs6Yc"
    let interactions = [
      Self.interaction(#"{"note":"the word is \#(token) today"}"#), Self.interaction("{}"),
      Self.interaction(#"{"access_token":"\#(token)"}"#),
      Self.interaction("{}", url: "https://h.test/things/\(token)"),
    ]
    let found = Self.leaks(of: interactions)
    #expect(found.map(\.count) == [1, 0, 1, 1])
    #expect(found.joined().allSatisfy { $0.value == Array(token.utf8) })
  }

  @Test func `an interaction that cannot be read has no leaks, and the others keep theirs`() {
    let token = "q7Zt2LmX9vB4nRk8Wd3Hs6Yc"
    let interactions = [
      Self.interaction(#"{"note":"the word is \#(token) today"}"#), nil,
      Self.interaction(#"{"access_token":"\#(token)"}"#),
    ]
    let found = SecretCheck.leaks(ofInteractions: 3, redactor: Redactor(.standard)) {
      interactions[$0]
    }
    #expect(found.map(\.count) == [1, 0, 1])
  }

  /// Each interaction is looked at with all tokens of the file known; it takes twice as long.
  @Test(arguments: 0..<12)
  func `what is found is what a second look at everything finds`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let letters = Array("abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789".utf8)
    let tokens = (0..<6).map { _ in
      String(decoding: (0..<24).map { _ in letters[random.below(letters.count)] }, as: UTF8.self)
    }
    let interactions = (0..<30).map { _ in
      let token = tokens[random.below(tokens.count)]
      let body =
        switch random.below(5) {
        case 0: #"{"access_token":"\#(token)"}"#
        case 1: #"{"note":"see \#(token) for more"}"#
        case 2: #"{"password":"\#(token)","id":7}"#
        default: #"{"id":\#(random.below(100)),"name":"Ada"}"#
        }
      let url =
        switch random.below(6) {
        case 0: "https://h.test/a?api_key=\(token)"
        case 1: "https://h.test/things/\(token)"
        default: "https://h.test/users?page=\(random.below(9))"
        }
      return Self.interaction(body, url: url)
    }
    let redactor = Redactor(.standard)
    let found = Self.leaks(of: interactions, redactor).map { $0.map(Self.words).sorted() }
    let again = interactions.map {
      SecretCheck.leaks(in: $0, redactor: redactor).map(Self.words).sorted()
    }
    #expect(found == again)
    #expect(found.contains { !$0.isEmpty })
  }

  private static func words(_ leak: SecretCheck.Leak) -> String {
    "\(leak.place): \(leak.message) \(String(decoding: leak.value, as: UTF8.self))"
  }

  @Test func `a long line is looked at in parts that end behind a value`() {
    let item = Array(#"{"name":"Ada, Countess","note":"a, b"},"#.utf8)
    let text = Array(repeatElement(item, count: 300_000).joined())
    let parts = UnreadText.parts(of: text)
    #expect(parts.count > 2)
    #expect(parts.flatMap { text[$0] } == text)
    for part in parts.dropLast() {
      #expect(part.count <= 4 << 20)
      #expect(text[part.upperBound - 1] == UInt8(ascii: ","))
      #expect(#""}"#.utf8.contains(text[part.upperBound - 2]))
    }
  }
}
