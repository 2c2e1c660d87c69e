import Testing
import VCRLocks

@testable import VCRCore

/// Cassettes whose side files take their time: no request waits for one that another one needs.
struct SlowSideFileTests {
  typealias F = DeckFixture

  /// Side files that are read for as long as the deck needs to serve another request: a deck that
  /// holds the lock of all requests meanwhile never comes to an end.
  private final class Disk: Sendable {
    private let deck = Mutex<Deck?>(nil)
    private let contents: [String: String]
    /// What the other requests got.
    let served = Mutex<[String?]>([])

    init(_ contents: [String: String]) { self.contents = contents }

    func read(_ reference: String) throws -> Body {
      if let deck = deck.withLock({ $0 }) {
        let text = try deck.replayed(F.request("/known"))
        served.withLock { $0.append(text) }
      }
      return Body(Array((contents[reference] ?? "").utf8))
    }

    /// A deck that reads them.
    func deck(
      _ items: [String], _ equivalence: RequestEquivalence, repeats: Bool = false
    ) throws -> Deck {
      let path = try F().cassette
      let known = SlowSideFileTests.item("GET", "/known", body: nil, "known")
      let text = "vcr: 1\ninteractions:\n" + (Array(repeating: known, count: 20) + items).joined()
      let file = try CassetteFile(path: path, content: Array(text.utf8)) { try self.read($0) }
      let recording = SharedRecording(path: path, base: file, wasShared: false)
      var options = Deck.Options(mode: .none, equivalence: equivalence, repeats: repeats)
      options.place = recording.open(nil, owner: "a test", mode: .newEpisodes)
      let deck = try Deck(cassette: path, options: options)
      self.deck.withLock { $0 = deck }
      return deck
    }

    /// True when something was read while the deck was open, and the deck served the other requests
    /// each time.
    var isNoObstacle: Bool {
      deck.withLock { $0 = nil }
      let served = served.withLock { $0 }
      return !served.isEmpty && served.allSatisfy { $0 == "known" }
    }
  }

  private static func item(
    _ method: String, _ path: String, type: String = "text/plain", body: String?, _ text: String,
    rule: String = "", awaits: Int? = nil
  ) -> String {
    """
    - request:
        method: \(method)
        url: https://api.example.com\(path)
        headers: {content-type: \(type)}
    \(body.map { "    body: {file: \($0)}\n" } ?? "")\
      response:
        status: 200
    \(awaits.map { "    awaits: \($0)\n" } ?? "")\
        headers: {content-type: \(type)}
        body: {text: \(text)}
    \(rule)
    """
  }

  private func upload(_ body: String, type: String = "text/plain") -> Interaction.Request {
    F.request("/a", method: "POST", headers: ["content-type": type], body: body)
  }

  @Test(arguments: [.standard, [.method, .url, .body]] as [RequestEquivalence])
  func `the best of several equal requests is found`(_ policy: RequestEquivalence) throws {
    let disk = Disk(["one": "1", "two": "2", "three": "3"])
    let deck = try disk.deck(
      ["one", "two", "three"].map { Self.item("POST", "/a", body: $0, $0) }, policy)
    #expect(try deck.replayed(upload("2")) == "two")
    #expect(try deck.replayed(upload("3")) == "three")
    #expect(try deck.replayed(upload("1")) == "one")
    #expect(try deck.replayed(upload("1")) == nil)
    #expect(disk.isNoObstacle)
  }

  @Test func `the first of several requests with one body and one key is found`() throws {
    let disk = Disk(["one": "1", "two": "1"])
    let deck = try disk.deck(
      ["one", "two"].map { Self.item("POST", "/a", body: $0, $0) }, [.method, .url, .body])
    #expect(try deck.replayed(upload("1")) == "one")
    #expect(try deck.replayed(upload("1")) == "two")
    #expect(disk.isNoObstacle)
  }

  @Test func `a closure decides`() throws {
    let disk = Disk(["one": "1", "two": "2", "three": "2"])
    let items = ["one", "two", "three"].map { Self.item("POST", "/a", body: $0, $0) }
    let part = RequestEquivalence.Part.custom("bodies") { $0.body.bytes == $1.body.bytes }
    let byPart = try disk.deck(items, [.method, .url, part])
    #expect(try byPart.replayed(upload("2")) == "two")
    #expect(try byPart.replayed(upload("2")) == "three")
    #expect(try byPart.replayed(upload("3")) == nil)
    let only = try disk.deck([items[0]], [.method, .url, part])
    #expect(try only.replayed(upload("3")) == nil)
    #expect(try only.replayed(upload("1")) == "one")
    let deck = try disk.deck(items, .standard)
    let decision = RequestEquivalence.Decision(label: "digits") {
      $0.body.bytes == $1.body.bytes && $1.method == "POST"
    }
    guard
      case .replay(let playback) = try deck.decide(
        F.request("/elsewhere", method: "PUT", body: "2"), deciding: decision)
    else {
      Issue.record("not replayed")
      return
    }
    #expect(playback.interaction.text == "two")
    #expect(disk.isNoObstacle)
  }

  @Test func `an interaction's own rule decides`() throws {
    let disk = Disk(["one": "1", "two": "2"])
    let deck = try disk.deck(
      ["one", "two"].map {
        Self.item("POST", "/a", body: $0, $0, rule: "  match: [method, body]\n")
      }, .standard)
    #expect(try deck.replayed(upload("2")) == "two")
    #expect(try deck.replayed(upload("2")) == nil)
    #expect(disk.isNoObstacle)
  }

  @Test func `a response that began within an upload is found by the part that has come`() throws {
    let disk = Disk(["one": "one, and more", "two": "two, and more"])
    let deck = try disk.deck(
      ["one", "two"].map { Self.item("POST", "/a", body: $0, $0, awaits: 0) },
      [.method, .url, .body])
    #expect(deck.hasEarlyOutcomes)
    #expect(
      try deck.takeEarly(upload("two, an"), isAwaited: false, isCertain: false)?.interaction.text
        == "two")
    #expect(
      try deck.takeEarly(upload("three"), isAwaited: false, isCertain: false)?.interaction.text
        == nil)
    #expect(disk.isNoObstacle)
  }

  @Test func `the common head of calls is found`() throws {
    let type = "application/grpc"
    let disk = Disk(["one": "1", "two": "2"])
    let deck = try disk.deck(
      ["one", "two"].map { Self.item("POST", "/a", type: type, body: $0, $0, awaits: 1) },
      [.method, .url, .body])
    let call = try #require(deck.call(upload("", type: type)))
    #expect(try deck.commonHead(of: call)?.headers["content-type"] == type)
    #expect(
      try deck.takeStreamed(#require(deck.call(upload("2", type: type))), messages: 1)?
        .interaction.text == "two")
    #expect(disk.isNoObstacle)
  }

  @Test func `a user's number is found in a body`() throws {
    let form = "application/x-www-form-urlencoded"
    let disk = Disk(["one": "api_key={{API_KEY}}&n=1", "two": "api_key={{API_KEY_2}}&n=1"])
    let deck = try disk.deck(
      ["one", "two"].map { Self.item("POST", "/a", type: form, body: $0, $0) }
        + ["", "_2"].map {
          Self.item("GET", "/me?api_key={{API_KEY\($0)}}", body: nil, "\"user\($0)\"")
        }, .standard)
    for (value, expected) in [("q7Zt2LmX9vB4nRk8", "user"), ("w3Ys8KpD1cH6jTf5", "user_2")] {
      let number = try deck.replayed(upload("api_key=\(value)&n=1", type: form))
      #expect(number == (expected == "user" ? "one" : "two"))
      #expect(try deck.replayed(F.request("/me?api_key=\(value)")) == expected)
    }
    #expect(disk.isNoObstacle)
  }

  @Test func `a side file that is missing is named each time`() throws {
    let fixture = try F()
    try fixture.write(
      "vcr: 1\ninteractions:\n" + Self.item("POST", "/a", body: "cassette.yaml.files/a", "one")
        + Self.item("POST", "/a", body: "cassette.yaml.files/b", "two")
        + Self.item("GET", "/known", body: nil, "known"))
    let deck = try fixture.deck()
    for _ in 1...2 {
      let error = try #require(throws: CassetteError.self) { try deck.replayed(upload("1")) }
      #expect("\(error)".contains("cassette.yaml.files/a"), "\(error)")
    }
    #expect(try deck.replayed(F.request("/known")) == "known")
  }
}
