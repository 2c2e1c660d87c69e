import Foundation
import TestSupport
import Testing
import VCRCore

/// Users keep what is theirs where their tokens stand without a name that reveals them.
struct UserEchoTests {
  typealias F = DeckFixture

  /// Where a request repeats the token of its user.
  enum Place: CaseIterable {
    case query, queryPart, doubtfulQuery, code, segment, segmentPart, form, json, header, cookie

    func request(_ token: String) -> Interaction.Request {
      func request(_ path: String, _ fields: HeaderFields = [:]) -> Interaction.Request {
        F.request(path, headers: fields)
      }
      func post(_ type: String, _ body: String) -> Interaction.Request {
        F.request("/echo", method: "POST", headers: ["Content-Type": type], body: body)
      }
      switch self {
      case .query: return request("/echo?ref=\(token)&page=1")
      case .queryPart: return request("/echo?q=owner:\(token)")
      case .doubtfulQuery: return request("/echo?salt=\(token)")
      case .code: return request("/echo?code=\(token)")
      case .segment: return request("/echo/\(token)/x")
      case .segmentPart: return request("/echo/u-\(token).json")
      case .form: return post("application/x-www-form-urlencoded", "ref=\(token)&q=of%20\(token)")
      case .json: return post("application/json", #"{"ref":"\#(token)","note":"of \#(token)"}"#)
      case .header: return request("/echo", ["X-Ref": token])
      case .cookie: return request("/echo", ["Cookie": "theme=dark; auth_ref=\(token)"])
      }
    }

    /// The policy that compares this place.
    var policy: RequestEquivalence {
      switch self {
      case .header: [.method, .url, .headers("X-Ref")]
      case .cookie: [.method, .url, .headers("Cookie")]
      default: [.method, .url, .body]
      }
    }
  }

  private static let ada = "q7Zt2LmX9vB4nRk8"
  private static let grace = "w3Ys8KpD1cH6jTf5"
  private static let others = ("n4Vb7Xc1Zq9Lk2Jh", "h8Gf3Ds6Ap5Oi1Uy")

  private func login(_ token: String) -> Interaction.Request {
    F.request("/me", headers: ["Authorization": "Bearer \(token)"])
  }

  private func record(_ fixture: F, _ place: Place, echoFirst: Bool) throws {
    let logins = [(login(Self.ada), "ada"), (login(Self.grace), "grace")]
    let echoes = [
      (place.request(Self.ada), "echo ada"), (place.request(Self.grace), "echo grace"),
      (place.request(Self.ada), "echo ada"), (place.request(Self.grace), "echo grace"),
    ]
    try fixture.record(echoFirst ? echoes + logins : logins + echoes)
  }

  @Test(arguments: Place.allCases, [false, true])
  func `a token has the number of its user at every place`(place: Place, echoFirst: Bool) throws {
    let fixture = try F()
    try record(fixture, place, echoFirst: echoFirst)
    let text = try fixture.text()
    #expect(!text.contains(Self.ada) && !text.contains(Self.grace), "\(text)")
    for order in [[Self.ada, Self.grace], [Self.grace, Self.ada]] {
      for isLoginFirst in [true, false] {
        let deck = try fixture.deck(.none, place.policy)
        func name(_ token: String) -> String { token == Self.ada ? "ada" : "grace" }
        func login() throws {
          for token in order { #expect(try deck.replayed(self.login(token)) == name(token)) }
        }
        if isLoginFirst { try login() }
        for token in order + order.reversed() {
          let own = try deck.replayed(place.request(token))
          #expect(own == "echo \(name(token))", "\(text)")
        }
        if !isLoginFirst { try login() }
        #expect(try deck.close().unused.isEmpty)
      }
    }
  }

  /// A renewed cookie has a name of its own, by which nothing links it to the login.
  @Test(arguments: Place.allCases.filter { $0 != .cookie })
  func `users with renewed tokens keep what is theirs once they have logged in`(
    place: Place
  ) throws {
    let fixture = try F()
    try record(fixture, place, echoFirst: false)
    let (first, second) = Self.others
    let deck = try fixture.deck(.none, place.policy)
    #expect(try deck.replayed(login(first)) == "ada")
    #expect(try deck.replayed(login(second)) == "grace")
    for _ in 0..<2 { #expect(try deck.replayed(place.request(second)) == "echo grace") }
    for _ in 0..<2 { #expect(try deck.replayed(place.request(first)) == "echo ada") }
    #expect(try deck.close().unused.isEmpty)
  }

  @Test(arguments: Place.allCases)
  func `a recording with renewed tokens is the same to the byte`(place: Place) throws {
    let fixture = try F()
    try record(fixture, place, echoFirst: false)
    let text = try fixture.text()
    let (first, second) = Self.others
    try fixture.record(
      [
        (login(first), "ada"), (login(second), "grace"), (place.request(first), "echo ada"),
        (place.request(second), "echo grace"), (place.request(first), "echo ada"),
        (place.request(second), "echo grace"),
      ], mode: .all)
    #expect(try fixture.text() == text)
  }

  @Test func `a token in the same request as its credential has the number of its user`() throws {
    let fixture = try F()
    func request(_ value: String) -> Interaction.Request {
      F.request(
        "/me/\(value)", method: "POST", headers: ["Content-Type": "application/json"],
        body: #"{"api_key":"\#(value)","note":"the key \#(value) of mine"}"#)
    }
    try fixture.record([(request(Self.ada), "ada"), (request(Self.grace), "grace")])
    for (first, second) in [(Self.ada, Self.grace), Self.others] {
      let deck = try fixture.deck(.none, [.method, .url, .body])
      #expect(try deck.replayed(request(first)) == "ada")
      #expect(try deck.replayed(request(second)) == "grace")
    }
    let deck = try fixture.deck(.none, [.method, .url, .body])
    #expect(try deck.replayed(request(Self.grace)) == "grace")
    #expect(try deck.replayed(request(Self.ada)) == "ada")
  }

  @Test(arguments: 0..<6)
  func `users who ask in any order get what is theirs, wherever their tokens stand`(
    order: Int
  ) throws {
    let fixture = try F()
    let tokens = ["ada": Self.ada, "grace": Self.grace, "joan": Self.others.0]
    var traffic: [(Interaction.Request, String)] = []
    for (name, token) in tokens.sorted(by: { $0.key < $1.key }) {
      traffic += [
        (login(token), name), (F.request("/key", headers: ["X-Api-Key": token]), name),
        (F.request("/query?access_token=\(token)"), name),
        (F.request("/seen", headers: ["Referer": "https://a.example/?token=\(token)"]), name),
      ]
      traffic += Place.allCases.map { ($0.request(token), name) }
    }
    try fixture.record(traffic)
    let text = try fixture.text()
    for token in tokens.values { #expect(!text.contains(token)) }
    var random = SeededRandom(seed: UInt64(order))
    for policy in [.standard, [.method, .url, .body]] as [RequestEquivalence] {
      let deck = try fixture.deck(.none, policy)
      for (request, name) in order == 0 ? traffic : traffic.shuffled(using: &random) {
        let own = try deck.replayed(request)
        #expect(own == name, "\(request.method) \(request.url)")
      }
      #expect(try deck.close().unused.isEmpty)
    }
    try fixture.record(traffic, mode: .all)
    #expect(try fixture.text() == text)
  }
}
