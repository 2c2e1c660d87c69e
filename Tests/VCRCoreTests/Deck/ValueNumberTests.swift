import Foundation
import VCRLocks
import Testing
import VCRCore

/// Two values of one place never have one placeholder, so that two users of a service replay as
/// two.
struct ValueNumberTests {
  typealias F = DeckFixture

  private static let ada = "q7Zt2LmX9vB4nRk8"
  private static let grace = "w3Ys8KpD1cH6jTf5"

  /// A request that says in its query or its form whose it is.
  private func request(_ path: String, _ value: String, inForm: Bool = false)
    -> Interaction.Request
  {
    guard inForm else {
      return F.request("\(path)\(path.contains("?") ? "&" : "?")api_key=\(value)&n=1")
    }
    return F.request(
      path, method: "POST", headers: ["Content-Type": "application/x-www-form-urlencoded"],
      body: "api_key=\(value)&n=1")
  }

  /// The requests of two users to some paths, one after the other, and whose each is.
  private func traffic(
    _ paths: [String], _ first: String, _ second: String, inForm: Bool = false
  ) -> [(Interaction.Request, String)] {
    paths.flatMap { path in
      [
        (request(path, first, inForm: inForm), "ada \(path)"),
        (request(path, second, inForm: inForm), "grace \(path)"),
      ]
    }
  }

  private static let policies: [RequestEquivalence] = [
    .standard, [.method, .url, .form], [.method, .url, .body],
  ]

  @Test(arguments: [false, true], policies)
  func `each of two users keeps what is his in whatever order`(
    inForm: Bool, policy: RequestEquivalence
  ) throws {
    let fixture = try F()
    let recorded = traffic(["/me", "/orders", "/me"], Self.ada, Self.grace, inForm: inForm)
    try fixture.record(recorded)
    let text = try fixture.text()
    #expect(!text.contains(Self.ada) && !text.contains(Self.grace))
    #expect(text.contains("API_KEY_2") && !text.contains("API_KEY_3"))

    // As it was, then all of one user before the other, with the values of the recording and
    // others.
    let alike = try fixture.deck(.none, policy)
    for (request, text) in recorded { #expect(try alike.replayed(request) == text) }
    for (first, second) in [(Self.ada, Self.grace), ("n4Vb7Xc1Zq9Lk2Jh", "h8Gf3Ds6Ap5Oi1Uy")] {
      let deck = try fixture.deck(.none, policy)
      for path in ["/me", "/orders", "/me"] {
        #expect(try deck.replayed(request(path, first, inForm: inForm)) == "ada \(path)")
      }
      for path in ["/me", "/me", "/orders"] {
        #expect(try deck.replayed(request(path, second, inForm: inForm)) == "grace \(path)")
      }
      #expect(try deck.close().unused.isEmpty)
    }
  }

  @Test(arguments: [false, true])
  func `a user is known by the first request that only he made`(inForm: Bool) throws {
    let fixture = try F()
    try fixture.record(
      [
        (request("/users/ada", Self.ada, inForm: inForm), "ada"),
        (request("/users/grace", Self.grace, inForm: inForm), "grace"),
      ] + traffic(["/me", "/me"], Self.ada, Self.grace, inForm: inForm))
    let deck = try fixture.deck()
    #expect(try deck.replayed(request("/users/grace", Self.grace, inForm: inForm)) == "grace")
    #expect(try deck.replayed(request("/me", Self.grace, inForm: inForm)) == "grace /me")
    #expect(try deck.replayed(request("/me", Self.grace, inForm: inForm)) == "grace /me")
    #expect(try deck.replayed(request("/me", Self.ada, inForm: inForm)) == "ada /me")
    #expect(try deck.replayed(request("/users/ada", Self.ada, inForm: inForm)) == "ada")
    #expect(try deck.replayed(request("/me", Self.ada, inForm: inForm)) == "ada /me")
  }

  @Test func `what was recorded for one user is not served to another`() throws {
    let fixture = try F()
    try fixture.record(traffic(["/me", "/orders"], Self.ada, Self.grace))
    let deck = try fixture.deck()
    #expect(try deck.replayed(request("/me", Self.ada)) == "ada /me")
    #expect(try deck.replayed(request("/me", Self.grace)) == "grace /me")
    #expect(try deck.replayed(request("/orders", Self.ada)) == "ada /orders")
    #expect(try deck.refusal(request("/orders", Self.ada)) != nil)
    #expect(try deck.replayed(request("/orders", Self.grace)) == "grace /orders")
  }

  @Test(arguments: ["dummy", "", "x", "{{API_KEY}}"])
  func `one dummy for all is answered in recorded order`(dummy: String) throws {
    let fixture = try F()
    let recorded = traffic(["/me", "/orders", "/me"], Self.ada, Self.grace)
    try fixture.record(recorded)
    let deck = try fixture.deck()
    let replayed = try traffic(["/me", "/orders", "/me"], dummy, dummy)
      .compactMap { try deck.replayed($0.0) }
    // A placeholder is the one it is.
    #expect(Set(replayed) == Set(recorded.map(\.1)) && replayed.count == recorded.count)
    if !dummy.hasPrefix("{{") { #expect(replayed == recorded.map(\.1)) }
  }

  @Test func `a link that a user was given is his in a replay`() throws {
    let fixture = try F()
    func link(_ value: String) -> String {
      "https://api.example.com/me?page=2&api_key=\(value)&n=1"
    }
    try fixture.record([
      (request("/me", Self.ada), link(Self.ada)), (request("/me", Self.grace), link(Self.grace)),
      (request("/me?page=2", Self.ada), "ada"), (request("/me?page=2", Self.grace), "grace"),
    ])
    let deck = try fixture.deck()
    let links = try [Self.ada, Self.grace].map {
      try #require(try deck.replayed(request("/me", $0)))
    }
    #expect(links == [link("{{API_KEY}}"), link("{{API_KEY_2}}")])
    #expect(try deck.replayed(.init(url: links[1])) == "grace")
    #expect(try deck.replayed(.init(url: links[0])) == "ada")
  }

  @Test func `a recording with other values is the same to the byte, in another order too`()
    throws
  {
    let fixture = try F()
    let users = (1...8).map { "/users/\($0)" }
    func traffic(_ values: [String]) -> [(Interaction.Request, String)] {
      zip(users, values).map { (request($0, $1), $0) }
    }
    let values = (1...8).map { "q7Zt2LmX9vB4n\($0)k8" }
    try fixture.record(traffic(values))
    let text = try fixture.text()
    #expect(text.contains("{{API_KEY}}") && text.contains("{{API_KEY_8}}"))
    for values in [values, values.reversed(), (1...8).map { "Hy5Gt\($0)Rf4Ed3Ws2" }] {
      try fixture.record(traffic(values), mode: .all)
      #expect(try fixture.text() == text)
      try fixture.record(traffic(values).reversed(), mode: .all)
      #expect(Set(try fixture.text().split(separator: "\n")) == Set(text.split(separator: "\n")))
      try fixture.record(traffic(values), mode: .all)
    }
  }

  @Test func `what is added to a cassette has the number of its user`() throws {
    let fixture = try F()
    try fixture.record(traffic(["/me"], Self.ada, Self.grace))
    try fixture.record(
      traffic(["/me", "/orders"], Self.ada, Self.grace), mode: .newEpisodes)
    let deck = try fixture.deck()
    for (request, text) in traffic(["/me", "/orders"], Self.ada, Self.grace).reversed() {
      #expect(try deck.replayed(request) == text)
    }
    let other = try fixture.deck()
    for (request, text) in traffic(["/me", "/orders"], "n4Vb7Xc1Zq9Lk2Jh", "h8Gf3Ds6Ap5Oi1Uy") {
      // Nothing but the order says who of the two is who.
      #expect(try other.replayed(request) == text)
    }
    #expect(try fixture.text().components(separatedBy: "API_KEY_2").count == 3)
  }

  @Test func `a cassette that tells no users apart is served as it was`() throws {
    let fixture = try F()
    try fixture.record(traffic(["/me", "/orders"], Self.ada, Self.grace))
    try fixture.write(try fixture.text().replacing("API_KEY_2", with: "API_KEY"))
    let deck = try fixture.deck()
    for (request, text) in traffic(["/me", "/orders"], Self.ada, Self.grace) {
      #expect(try deck.replayed(request) == text)
    }
  }

  @Test func `what changes with each request has no number`() throws {
    let fixture = try F()
    try fixture.record(
      (1...3).map {
        (F.request("/f?X-Amz-Signature=9f86d081884c7d6\($0)&sig=q7Zt2L\($0)X9v"), "\($0)")
      })
    #expect(!(try fixture.text().contains("_2}}")))
  }

  @Test func `the name of a named secret is no number of another value`() throws {
    let redaction = Redaction(.secret("API_KEY_2", value: "n4Vb7Xc1Zq9Lk2Jh"))
    let fixture = try F()
    let deck = try Deck(
      cassette: fixture.cassette, options: .init(mode: .once, redaction: redaction))
    let values = [Self.ada, Self.grace, "n4Vb7Xc1Zq9Lk2Jh"]
    for value in values {
      let ticket = try #require(try deck.ticket(request("/me", value)))
      try deck.record(F.response(value == Self.ada ? "ada" : "other"), for: ticket)
    }
    try deck.close()
    let text = try fixture.text()
    for number in ["", "_2", "_3"] {
      #expect(text.components(separatedBy: "{{API_KEY\(number)}}").count == 2)
    }
  }

  @Test func `eight users at once each get what is theirs`() throws {
    let fixture = try F()
    let values = (1...8).map { "q7Zt2LmX9vB4n\($0)k8" }
    let users = Array(zip(1...8, values))
    let paths = (1...20).map { "/items/\($0)" }
    try fixture.record(
      users.map { (request("/users/\($0)", $1), "user \($0)") }
        + paths.flatMap { path in users.map { (request(path, $1), "user \($0)") } })
    let deck = try fixture.deck()
    let wrong = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 8) { place in
      let (number, value) = users[7 - place]
      for path in ["/users/\(number)"] + paths {
        let text = try? deck.replayed(request(path, value))
        if text != "user \(number)" { wrong.withLock { $0.append("\(number) \(text ?? "-")") } }
      }
    }
    #expect(wrong.withLock { $0 } == [])
    #expect(try deck.close().unused.isEmpty)
  }

  @Test func `users who log in at once keep their numbers whatever their new passwords are`() throws
  {
    let fixture = try F()
    func record(_ order: [Int], _ mode: RecordMode) throws {
      let deck = try fixture.deck(mode)
      let tickets = try order.map { user in
        try #require(
          try deck.ticket(
            F.request(
              "/login", method: "POST", headers: ["Content-Type": "application/json"],
              body: #"{"user":"u\#(user)","password":"\#(UUID().uuidString)"}"#)))
      }
      for (user, ticket) in zip(order, tickets).reversed() {
        try deck.record(F.response("welcome u\(user)"), for: ticket)
      }
      try deck.close()
    }
    try record([0, 1, 2, 3], .once)
    let text = try fixture.text()
    #expect(text.contains("{{PASSWORD_4}}"))
    for order in [[3, 2, 1, 0], [1, 3, 0, 2]] {
      try record(order, .all)
      #expect(try fixture.text() == text)
    }
  }
}
