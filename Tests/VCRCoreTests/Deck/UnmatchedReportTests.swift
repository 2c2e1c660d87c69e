import Foundation
import TestSupport
import Testing
import VCRCore

@Suite struct UnmatchedReportTests {
  typealias F = DeckFixture

  @Test func `the report names the places that differ and what to type`() throws {
    let fixture = try F()
    try fixture.record([
      (
        F.request(
          "/v1/users?expand=members", method: "POST", headers: ["Content-Type": "application/json"],
          body: #"{"name":"Ada"}"#), "1"
      ),
      (F.request("/v1/other", method: "POST"), "2"),
    ])
    let deck = try fixture.deck(.none, [.method, .url, .json])
    let request = F.request(
      "/v1/users?expand=team", method: "POST", headers: ["Content-Type": "application/json"],
      body: #"{"name":"Grace"}"#)
    let report = try #require(try deck.refusal(request))
    let text = report.description.replacingOccurrences(of: fixture.folder.path, with: "Cassettes")
    #expect(
      text == """
        No recorded interaction matches  POST https://api.example.com/v1/users?expand=team
        Cassettes/cassette.yaml (2 interactions; policy: method, url, json)

        The closest is #1, which differs in 2 places:
          query   expand   recorded  members   now  team
          body    $.name   recorded  "Ada"     now  "Grace"

        To record it:            try Cassette.Deck(cassette: "Cassettes/cassette.yaml", options: .init(mode: .newEpisodes))

        """)
  }

  @Test func `one that was used up, an unknown host and another method are told apart`() throws {
    let fixture = try F()
    try fixture.record([(F.request("/a"), "a"), (F.request("/b", method: "PUT"), "b")])
    let deck = try fixture.deck()
    _ = try deck.decide(F.request("/a"))
    let used = try #require(try deck.refusal(F.request("/a")))
    #expect(used.reason == .usedUp)
    #expect(
      used.description.contains(
        "#1 matches, but has been replayed already (repeats: true serves it again)."))
    let unknown = try #require(try deck.refusal(.init(url: "https://other.example.org/")))
    #expect(unknown.reason == .unknownHost)
    #expect(unknown.description.contains("Nothing was recorded for the host other.example.org."))
    let method = try #require(try deck.refusal(F.request("/b")))
    #expect(method.reason == .otherMethod(["PUT"]))
    #expect(method.description.contains("recorded with another method: PUT."))
  }

  @Test func `a Swift test is told of the argument that repeats, the command of its option`() throws
  {
    let fixture = try F()
    try fixture.record([(F.request("/a"), "a"), (F.request("/a"), "b")])
    for (advice, words) in [
      (Deck.Advice.test(filter: nil), "repeats: true"), (.deck, "repeats: true"),
      (.command, "--repeat"),
    ] {
      var options = Deck.Options()
      options.advice = advice
      let deck = try Deck(cassette: fixture.cassette, options: options)
      for _ in 1...2 { _ = try deck.decide(F.request("/a")) }
      let report = try #require(try deck.refusal(F.request("/a")))
      #expect(report.description.contains("(\(words) serves the last again)"))
    }
  }

  @Test func `the report of a request that differs in its query alone says how to ignore it`()
    throws
  {
    let fixture = try F()
    try fixture.record([(F.request("/a?page=1"), "a")])
    var options = Deck.Options(mode: .none)
    options.advice = .command
    let deck = try Deck(cassette: fixture.cassette, options: options)
    let report = try #require(try deck.refusal(F.request("/a?page=2")))
    #expect(report.reason == .differs(part: "query"))
    #expect(
      report.description.contains(
        "To ignore the query:     --match method,scheme,host,port,path\n"))
    let own = try #require(try fixture.deck().refusal(F.request("/a?page=2")))
    #expect(
      own.description.contains(
        "To ignore the query:     equivalence: [.method, .scheme, .host, .port, .path]\n"))
  }

  @Test func `a closure that finds two requests different is named without values`() throws {
    let fixture = try F()
    try fixture.record([(F.request("/a?page=1"), "a")])
    let policy: RequestEquivalence = [.path, .custom("same page") { $0.url == $1.url }]
    let deck = try Deck(cassette: fixture.cassette, options: .init(equivalence: policy))
    let report = try #require(try deck.refusal(F.request("/b?page=2"))).description
    #expect(report.contains("\n  path        recorded  /a   now  /b\n"), "\(report)")
    #expect(report.contains("\n  same page   says that they differ\n"), "\(report)")
  }

  @Test func `a cassette that is not there is reported with what keeps it from being recorded`()
    throws
  {
    let fixture = try F()
    for (refusal, words, isRecorded) in [
      (Deck.RecordingRefusal?.none, "nothing is recorded in this mode", true),
      (.ci, "with CI set nothing is recorded", true),
      (.noSources, "name its bundle: bundle: .module", false),
    ] {
      var options = Deck.Options(mode: .none)
      options.advice = .test(filter: "UserTests")
      options.allowsMissing = true
      options.refusal = refusal
      let deck = try Deck(cassette: fixture.cassette, options: options)
      let report = try #require(try deck.refusal(F.request("/a")))
      #expect(report.reason == .noCassette)
      #expect(report.description.contains(words), "\(report)")
      #expect(
        report.description.contains("VCR_MODE=once swift test --filter UserTests") == isRecorded,
        "\(report)")
    }
  }

  @Test func `the report shows no secret`() throws {
    let fixture = try F()
    try fixture.record([(F.request("/a?api_key=planted-1"), "a")])
    let report = try #require(
      try fixture.deck().refusal(
        F.request("/b?api_key=planted-2", headers: ["Authorization": "Bearer planted-3"])))
    #expect(!report.description.contains("planted"))
  }

  /// A cassette that somebody wrote, with secrets in it.
  private static let byHand = """
    vcr: 1
    interactions:
    - request:
        method: GET
        url: https://me:planted-1@api.example.com/a?api_key=planted-2&page=1
        headers:
          Authorization: Bearer planted-3
      response:
        status: 200 OK

    """

  @Test func `the recorded side shows no secret either`() throws {
    let fixture = try F()
    try fixture.write(Self.byHand)
    let deck = try fixture.deck(.none, [.method, .url, .headers("Authorization")])
    let report = try #require(
      try deck.refusal(
        F.request("/a?api_key=planted-4&page=2", headers: ["Authorization": "Bearer planted-5"])))
    #expect(!report.description.contains("planted"), "\(report)")
    #expect(!"\(report.candidates)".contains("planted"), "\(report.candidates)")
    #expect(report.description.contains("page"), "\(report)")
    #expect(report.description.contains("(a secret)"), "\(report)")
  }

  @Test func `what differs in nothing but secrets is reported as such`() throws {
    let fixture = try F()
    try fixture.write(Self.byHand)
    var options = Deck.Options(redaction: .none)
    options.reportRedaction = .standard
    let deck = try Deck(cassette: fixture.cassette, options: options)
    let report = try #require(try deck.refusal(F.request("/a?api_key=planted-4&page=1")))
    #expect(!report.description.contains("planted"), "\(report)")
    #expect(
      report.description.contains("query   api_key   recorded  (a secret)   now  (a secret)"),
      "\(report)")
    // As it was recorded it is replayed.
    let known = Interaction.Request(
      url: "https://me:planted-1@api.example.com/a?api_key=planted-2&page=1")
    #expect(try deck.refusal(known) == nil)
  }

  @Test func `interactions that went or were left are named without secrets`() throws {
    let fixture = try F()
    try fixture.write(Self.byHand)
    let deck = try Deck(cassette: fixture.cassette, options: .init(requiresAll: true))
    let fault = try #require(throws: VerificationError.self) { try deck.verify() }
    #expect(!fault.description.contains("planted"), "\(fault)")
    #expect(fault.description.contains("api.example.com/a?api_key={{API_KEY}}"), "\(fault)")
    let summary = try fixture.record([(F.request("/b"), "b")], mode: .all)
    #expect(summary.notices.count == 1)
    #expect(!summary.notices.joined().contains("planted"), "\(summary.notices)")
  }
}
