import TestSupport
import Testing
import VCRCore

/// What a report proposes to write, so that a difference no longer counts.
@Suite struct AdvisedPolicyTests {
  typealias F = DeckFixture

  private func report(
    _ policy: RequestEquivalence, recorded: Interaction.Request, now: Interaction.Request,
    _ advice: Deck.Advice = .test(filter: nil)
  ) throws -> String {
    let fixture = try F()
    try fixture.record([(recorded, "a")])
    var options = Deck.Options(equivalence: policy)
    options.advice = advice
    let deck = try Deck(cassette: fixture.cassette, options: options)
    return try #require(try deck.refusal(now)).description
  }

  private func post(_ body: String, query: String = "") -> Interaction.Request {
    F.request(
      "/a" + query, method: "POST", headers: ["Content-Type": "application/json"], body: body)
  }

  /// Parts, each as Swift and as the text of this very Swift.
  private static let parts: [(RequestEquivalence.Part, String)] = [
    (.json(ignoring: ["$.nonce", "$['a b']"]), #".json(ignoring: ["$.nonce", "$['a b']"])"#),
    (.json(only: ["$.name"]), #".json(only: ["$.name"])"#),
    (.headers("X-A", "X-B"), #".headers("X-A", "X-B")"#),
    (.headers("X-\"\\"), #".headers("X-\"\\")"#),
    (.headers("X\u{a}"), #".headers("X\u{a}")"#),
    (.json, ".json"), (.body, ".body"), (.graphql, ".graphql"), (.scheme, ".scheme"),
  ]

  @Test(arguments: parts.indices)
  func `a test is told Swift that compiles, whatever the policy`(index: Int) throws {
    let (part, text) = Self.parts[index]
    let report = try report(
      [.method, .url, part], recorded: post("{}", query: "?page=1"),
      now: post("{}", query: "?page=2"))
    #expect(
      report.contains(
        "To ignore the query:     equivalence: [.method, .scheme, .host, .port, .path, \(text)]\n"),
      "\(report)")
  }

  @Test(arguments: [
    ("port", "http://127.0.0.1:8081/a?page=1", "[.method, .scheme, .host, .path, .query]"),
    ("scheme", "https://127.0.0.1:8080/a?page=1", "[.method, .host, .port, .path, .query]"),
    ("query", "http://127.0.0.1:8080/a", "[.method, .scheme, .host, .port, .path]"),
  ])
  func `what is advised leaves out of the URL what differs, and no more`(
    part: String, url: String, policy: String
  ) throws {
    let report = try report(
      .standard,
      recorded: Interaction.Request(method: "GET", url: "http://127.0.0.1:8080/a?page=1"),
      now: Interaction.Request(method: "GET", url: url))
    #expect(
      report.contains("To ignore the \(part): ")
        && report.hasSuffix("  equivalence: \(policy)\n"), "\(report)")
  }

  @Test func `names of a query are Swift, too`() throws {
    let policy: RequestEquivalence = [.method, .path, .query(ignoring: ["a", "b c"]), .json]
    let report = try report(policy, recorded: post("1"), now: post("2"))
    #expect(
      report.contains(
        #"equivalence: [.method, .path, .query(ignoring: ["a", "b c"])]"#), "\(report)")
  }

  @Test func `how to ignore a place in JSON is said to each in their own words`() throws {
    let (recorded, now) = (
      post(#"{"name":"Ada","nonce":1,"at":1}"#), post(#"{"name":"Ada","nonce":2,"at":1}"#)
    )
    let first = try report([.method, .url, .json], recorded: recorded, now: now)
    #expect(
      first.contains(
        #"To ignore $.nonce:       equivalence: [.method, .url, .json(ignoring: ["$.nonce"])]"#),
      "\(first)")
    let second = try report(
      [.method, .url, .json(ignoring: ["$.at"])], recorded: recorded, now: now, .command)
    #expect(
      second.contains(
        "To ignore $.nonce:       --match 'method,url,json(ignoring $.at, $.nonce)'"), "\(second)")
  }

  @Test func `a policy with a closure, whose Swift nobody knows, is not suggested`() throws {
    let report = try report(
      [.method, .url, .custom("mine") { _, _ in true }], recorded: F.request("/a?page=1"),
      now: F.request("/a?page=2"))
    #expect(report.contains("To record it:") && !report.contains("To ignore"), "\(report)")
  }

  @Test func `a stub for any method and URL is Swift, too`() throws {
    let deck = Deck(stubs: [.stub("PROPFIND", "https://api.example.com/\"\\", status: 200)])
    let request = Interaction.Request(method: "PROPFIND", url: "https://api.example.com/x\"\\")
    let report = try #require(try deck.refusal(request)).description
    #expect(
      report.contains(#".stub("PROPFIND", "https://api.example.com/x\"\\", status: 200)"#),
      "\(report)")
  }
}
