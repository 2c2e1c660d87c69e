import Foundation
import Testing
import VCRTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct MatchingSnippets {
  private func order(_ url: String, _ body: String) -> Cassette.Interaction.Request {
    Cassette.Interaction.Request(method: "POST", url: url, body: Cassette.Body(Array(body.utf8)))
  }

  @Test func `a path is left out of JSON`() {
    let policy: RequestEquivalence = [.method, .url, .json(ignoring: ["$.nonce"])]
    let url = ordersURL.absoluteString
    let recorded = order(url, #"{"item":"lamp","nonce":"a"}"#)
    #expect(policy.areEquivalent(order(url, #"{"nonce":"b","item":"lamp"}"#), recorded))
    #expect(!policy.areEquivalent(order(url, #"{"nonce":"a","item":"desk"}"#), recorded))
  }

  @Test(.cassette("orders", equivalence: [.method, .url, .json(ignoring: ["$.nonce"])]))
  func `an order is placed`() async throws {
    var request = URLRequest(url: ordersURL)
    request.httpMethod = "POST"
    request.httpBody = try JSONEncoder().encode(Order(item: "lamp", nonce: UUID().uuidString))
    let (_, response) = try await VCR.session.data(for: request)
    #expect((response as? HTTPURLResponse)?.statusCode == 201)
  }

  @Test func `a closure compares`() {
    let policy: RequestEquivalence = [
      .method, .path,
      .custom("tenant") { incoming, recorded in
        incoming.headers["X-Tenant"]?.lowercased() == recorded.headers["X-Tenant"]?.lowercased()
      },
    ]
    let url = usersURL.absoluteString
    let recorded = Cassette.Interaction.Request(url: url, headers: ["X-Tenant": "ACME"])
    let same = Cassette.Interaction.Request(url: url + "?page=2", headers: ["X-Tenant": "acme"])
    #expect(policy.areEquivalent(same, recorded))
    #expect(!policy.areEquivalent(Cassette.Interaction.Request(url: url), recorded))
  }

  @Test(.cassette("pages"))
  func `a class decides which requests are equivalent`() async throws {
    final class AnyPage: ReplayingURLProtocol {
      override class func requestIsCacheEquivalent(_ a: URLRequest, to b: URLRequest) -> Bool {
        a.httpMethod == b.httpMethod && a.url?.path() == b.url?.path()
      }
    }
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [AnyPage.self]
    configuration.useVCR()
    let (data, _) = try await URLSession(configuration: configuration).data(from: page(3))
    #expect(try JSONDecoder().decode([User].self, from: data).count == 5)
  }

  @Test(.cassette("pages", failsOnUnmatched: false))
  func `a page that was not recorded is refused`() async throws {
    let error = await #expect(throws: (any Error).self) {
      try await VCR.session.data(from: page(3))
    }
    let report = try #require(error as? UnmatchedRequest)
    #expect(report.reason == .differs(part: "query"))
    #expect(report.candidates.first?.number == 1)
  }

  @Test(.cassette("jobs"))
  func `equivalent requests are answered in recorded order`() async throws {
    let url = usersURL.deletingLastPathComponent().appending(path: "jobs/7")
    var states: [String] = []
    for _ in 1...2 {
      let (data, _) = try await VCR.session.data(from: url)
      states.append(String(decoding: data, as: UTF8.self))
    }
    #expect(states == ["running", "done"])
  }

  @Test(.cassette("images"))
  func `an entry answers whatever its pattern matches`() async throws {
    for name in ["ada", "grace", "team/all"] {
      let url = usersURL.deletingLastPathComponent().appending(path: "images/\(name).png")
      let (data, _) = try await VCR.session.data(from: url)
      #expect(data == Data("a picture".utf8))
    }
  }

  @Test func `hooks look at interactions`() throws {
    var options = Cassette.Deck.Options(mode: .once)
    options.hooks.beforeRecord = { interaction in
      interaction.request.url.contains("/health") ? nil : interaction
    }
    options.hooks.beforeReplay = { interaction, request in
      guard case .response(var response) = interaction.outcome else { return interaction }
      response.headers.set("X-Request-Id", request.headers["X-Request-Id"] ?? "")
      var served = interaction
      served.outcome = .response(response)
      return served
    }
    options.hooks.passthrough = { request in request.url.hasPrefix("http://127.0.0.1") }
    let health = Cassette.Interaction(
      request: .init(url: "https://api.example.com/health"),
      outcome: .response(.init(status: 200)))
    #expect(options.hooks.beforeRecord?(health) == nil)
    let request = Cassette.Interaction.Request(
      url: "https://api.example.com/users", headers: ["X-Request-Id": "7"])
    let served = options.hooks.beforeReplay?(health, request)
    guard case .response(let response) = served?.outcome else {
      Issue.record("there is no response")
      return
    }
    #expect(response.headers["X-Request-Id"] == "7")
    #expect(options.hooks.passthrough?(request) == false)
  }

  @Test func `a deck is told what is volatile`() {
    var options = Cassette.Deck.Options(mode: .all)
    options.volatility = .standard.adding(headers: ["X-Build"], jsonPaths: ["$.generated_at"])
    #expect(options.volatility != .standard)
  }

  @Test func `redaction has rules of its own`() {
    let key = "not-a-real-key"
    let redaction = Redaction.standard.adding(
      .headers(["X-Customer"]), .secret("DEPLOY_KEY", value: key))
    let request = Cassette.Interaction.Request(
      url: "https://api.example.com/?k=\(key)", headers: ["X-Customer": "acme"])
    let redacted = redaction.redacting(request)
    #expect(redacted.headers["X-Customer"] == "{{X_CUSTOMER}}")
    #expect(redacted.url == "https://api.example.com/?k={{DEPLOY_KEY}}")
  }
}
