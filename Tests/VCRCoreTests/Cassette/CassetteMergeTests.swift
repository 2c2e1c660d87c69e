import Foundation
import TestSupport
import Testing

@testable import VCRCore

/// A run merged into the cassette that was there, text for text.
struct CassetteMergeTests {
  private static let day = Date(timeIntervalSince1970: 1_780_000_000)

  private func exchange(
    _ url: String = "https://api.example.com/a", method: String = "GET",
    sending headers: HeaderFields = [:], content: String = "", status: Int = 200,
    headers fields: HeaderFields = ["Content-Type": "application/json"], _ body: Body = [],
    seconds: Double = 0.1, days: Double = 0
  ) -> Interaction {
    Interaction(
      request: .init(
        method: method, url: url, headers: headers, body: Body(Array(content.utf8))),
      outcome: .response(.init(status: status, reason: "OK", headers: fields, body: body)),
      seconds: seconds, recordedAt: Self.day + days * 86_400)
  }

  private func exchange(_ body: Body, seconds: Double = 0.1, days: Double = 0) -> Interaction {
    exchange("https://api.example.com/a", body, seconds: seconds, days: days)
  }

  private func json(_ text: String) -> Body { Body(Array(text.utf8)) }

  private func stream(_ events: [String], after: [Double]) -> Body {
    Body(
      Array(events.joined().utf8),
      chunks: zip(events, after).map { Body.Chunk(length: $0.utf8.count, after: $1) })
  }

  private func file(_ text: [UInt8]) throws -> CassetteFile {
    try CassetteFile(path: "c.yaml", content: text)
  }

  private func text(of interactions: [Interaction]) -> [UInt8] {
    interactions.reduce(into: CassetteWriter.prologue) { $0 += CassetteWriter().item($1) }
  }

  private func merged(
    _ new: [Interaction], into old: [UInt8], policy: RequestEquivalence = .standard,
    strategy: CassetteMerge.Strategy = .replacing, _ volatility: Volatility = .standard,
    expiry: Expiry? = nil
  ) throws -> [UInt8] {
    let base = try file(old)
    let merge = try CassetteMerge(
      try file(text(of: new)), into: base, equivalence: policy, strategy: strategy,
      volatility: volatility, expiry: expiry)
    let result = try merge.content().bytes
    #expect(merge.isUnchanged == (result == old))
    return result
  }

  private func lines(_ bytes: [UInt8]) -> [String] {
    String(decoding: bytes, as: UTF8.self).components(separatedBy: "\n")
  }

  /// The lines that a diff of two texts would show, as `-old` and `+new`.
  private func diff(_ old: [UInt8], _ new: [UInt8]) -> [String] {
    lines(new).difference(from: lines(old)).map { change in
      switch change {
      case .remove(_, let line, _): "-" + line.trimmingCharacters(in: .whitespaces)
      case .insert(_, let line, _): "+" + line.trimmingCharacters(in: .whitespaces)
      }
    }
  }

  // MARK: - What is no change

  struct Noise: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var old: HeaderFields
    var new: HeaderFields
  }

  static let noise = [
    Noise(
      testDescription: "dates and ids",
      old: [
        "Date": "Fri, 20 Nov 2026 10:00:00 GMT", "Content-Type": "a/b", "X-Request-Id": "1",
        "openai-processing-ms": "12", "CF-Ray": "x",
      ],
      new: [
        "Date": "Sat, 21 Nov 2026 10:00:00 GMT", "Content-Type": "a/b", "X-Request-Id": "2",
        "openai-processing-ms": "99", "CF-Ray": "y",
      ]),
    Noise(
      testDescription: "counters of all spellings",
      old: [
        "X-RateLimit-Limit": "5", "X-RateLimit-Remaining": "4", "X-Rate-Limit-Reset": "1",
        "anthropic-ratelimit-requests-remaining": "1", "x-ratelimit-reset-tokens": "6m0s",
      ],
      new: [
        "X-RateLimit-Limit": "5", "X-RateLimit-Remaining": "3", "X-Rate-Limit-Reset": "2",
        "anthropic-ratelimit-requests-remaining": "0", "x-ratelimit-reset-tokens": "1s",
      ]),
    Noise(
      testDescription: "one that is there at times",
      old: ["A": "1", "Age": "12", "B": "2"], new: ["A": "1", "B": "2", "X-Cache": "MISS"]),
    Noise(
      testDescription: "their order and case", old: ["A": "1", "B": "2", "Date": "x"],
      new: ["Date": "y", "b": "2", "a": "1"]),
    Noise(
      testDescription: "the expiry of cookies",
      old: [
        "Set-Cookie": "a={{A}}; Expires=Fri, 20 Nov 2026 10:00:00 GMT; Path=/",
        "Set-Cookie": "b=1; Max-Age=3600; HttpOnly",
      ],
      new: [
        "Set-Cookie": "a={{A}}; Expires=Sat, 21 Nov 2026 11:00:00 GMT; Path=/",
        "Set-Cookie": "b=1; Max-Age=3599; HttpOnly",
      ]),
    Noise(
      testDescription: "a repeated field", old: ["Via": "a", "Via": "b"],
      new: ["Via": "c", "Via": "d"]),
    Noise(
      testDescription: "nonces",
      old: [
        "WWW-Authenticate": "Digest realm=\"r\", nonce=\"1\", opaque=\"2\"",
        "Content-Security-Policy": "script-src 'nonce-abc' 'self'",
      ],
      new: [
        "WWW-Authenticate": "Digest realm=\"r\", nonce=\"3\", opaque=\"4\"",
        "Content-Security-Policy": "script-src 'nonce-def' 'self'",
      ]),
  ]

  @Test(arguments: noise)
  func `what differs from run to run keeps its text`(noise: Noise) throws {
    let old = text(of: [exchange(headers: noise.old)])
    let new = exchange(headers: noise.new, seconds: 0.2, days: 1)
    #expect(try merged([new], into: old) == old)
  }

  @Test(arguments: [
    ("ETag", "a", "b"), ("Cache-Control", "no-store", "no-cache"), ("X-RateLimit-Limit", "a", "b"),
    ("Set-Cookie", "a=1; Max-Age=60", "a=2; Max-Age=60"),
    ("Set-Cookie", "a=1; Max-Age=60", "a=1; Max-Age=0"),
    ("Set-Cookie", "a=1; Max-Age=60", "a=1"),
    ("Content-Type", "text/plain", "text/html"),
    ("WWW-Authenticate", "Digest realm=\"a\", nonce=\"1\"", "Digest realm=\"b\", nonce=\"1\""),
  ])
  func `what tells of the service is a change`(name: String, old: String, new: String) throws {
    let base = text(of: [exchange(headers: HeaderFields([HeaderField(name, old)]))])
    let changed = exchange(headers: HeaderFields([HeaderField(name, new)]), seconds: 1, days: 1)
    let result = try merged([changed], into: base)
    #expect(diff(base, result).sorted() == ["+\(name): \(new)", "-\(name): \(old)"])
  }

  @Test func `times of a stream and the words of a failure are no change`() throws {
    let failure = { (message: String) in
      Interaction(
        request: .init(url: "https://api.example.com/f"),
        outcome: .failure(.init(code: "timedOut", number: -1001, message: message)), seconds: 1,
        recordedAt: Self.day)
    }
    let events = ["data: 1\n\n", "data: 2\n\n"]
    let base = text(of: [
      exchange(stream(events, after: [0.1, 0.2])), failure("no connection within 5000 ms"),
    ])
    let new = [exchange(stream(events, after: [0.3, 0.9])), failure("no connection within 9 ms")]
    #expect(try merged(new, into: base) == base)
  }

  @Test func `members of JSON in another order are no change`() throws {
    let base = text(of: [exchange(json(#"{"a":1,"b":{"c":[{"d":1,"e":2}],"f":3}}"#))])
    let shuffled = exchange(json(#"{"b":{"f":3,"c":[{"e":2,"d":1}]},"a":1}"#), days: 1)
    #expect(try merged([shuffled], into: base) == base)
    let changed = exchange(json(#"{"b":{"f":4,"c":[{"e":2,"d":1,"g":0}]},"a":1}"#), days: 1)
    let result = try merged([changed], into: base)
    #expect(diff(base, result).sorted() == ["+\"f\": 4", "+\"g\": 0,", "-\"f\": 3"])
  }

  @Test func `a boundary is no change, and stays where a part changes`() throws {
    func upload(_ boundary: String, _ name: String) -> Interaction {
      exchange(
        method: "POST", sending: ["Content-Type": "multipart/form-data; boundary=\(boundary)"],
        content: "--\(boundary)\r\nContent-Disposition: form-data; name=\"user\"\r\n\r\n\(name)\r\n"
          + "--\(boundary)--\r\n")
    }
    let base = text(of: [upload("abc123", "Ada"), upload("abc124", "Bob")])
    #expect(try merged([upload("x", "Ada"), upload("y", "Bob")], into: base) == base)
    // The most alike go together, whatever the boundary.
    #expect(try merged([upload("x", "Bob"), upload("y", "Ada")], into: base) == base)
    let result = try merged([upload("x", "Ada"), upload("y", "Eve")], into: base)
    let changes = diff(base, result)
    #expect(changes.count == 2 && changes.allSatisfy { $0.contains("Bob") || $0.contains("Eve") })
  }

  @Test func `what the policy was told to ignore is no change`() throws {
    let policy: RequestEquivalence = [
      .method, .path, .query(ignoring: ["nonce"]), .json(ignoring: ["$.at"]),
    ]
    func exchange(_ nonce: Int, _ status: Int = 200) -> Interaction {
      self.exchange(
        "https://api.example.com/a?nonce=\(nonce)&x=1", method: "POST",
        content: #"{"at":\#(nonce),"b":1}"#,
        status: status)
    }
    let base = text(of: [exchange(1)])
    #expect(try merged([exchange(2)], into: base, policy: policy) == base)
    let result = try merged([exchange(2, 404)], into: base, policy: policy)
    #expect(diff(base, result).sorted() == ["+status: 404 OK", "-status: 200 OK"])
  }

  // MARK: - What the project names

  @Test(arguments: [
    (#"{"at":1,"name":"Ada"}"#, #"{"at":{"s":2},"name":"Ada"}"#, #"{"at":2,"name":"Eve"}"#),
    (#"[{"at":1,"name":"Ada"}]"#, #"[{"at":9,"name":"Ada"}]"#, #"[{"at":9,"name":"Eve"}]"#),
    (#"{"name": "Ada", "at": 1}"#, #"{"name": "Ada", "at": 2}"#, #"{"name": "Eve", "at": 2}"#),
    (
      "{\n    \"name\": \"Ada\",\n    \"at\": 1\n}", "{\n    \"name\": \"Ada\",\n    \"at\": 2\n}",
      "{\n    \"name\": \"Eve\",\n    \"at\": 2\n}"
    ),
  ])
  func `a value at a volatile place is no change and stays where others change`(
    old: String, same: String, changed: String
  ) throws {
    let volatility = Volatility.standard.adding(headers: ["X-Build"], jsonPaths: ["$..at"])
    func exchange(_ text: String, _ build: String) -> Interaction {
      self.exchange(headers: ["Content-Type": "application/json", "X-Build": build], json(text))
    }
    let base = text(of: [exchange(old, "7")])
    #expect(try merged([exchange(same, "8")], into: base, volatility) == base)
    let changes = try diff(base, merged([exchange(changed, "8")], into: base, volatility))
    #expect(changes.count == 2)
    #expect(changes.allSatisfy { $0.contains("Ada") || $0.contains("Eve") }, "\(changes)")
  }

  @Test func `a volatile place that came or went is a change`() throws {
    let volatility = Volatility.standard.adding(jsonPaths: ["$.at"])
    let base = text(of: [exchange(json(#"{"a":1,"at":1}"#))])
    let result = try merged([exchange(json(#"{"a":1}"#))], into: base, volatility)
    #expect(result == text(of: [exchange(json(#"{"a":1}"#))]))
  }

  @Test func `volatile places are found in events and in lines of JSON`() throws {
    let volatility = Volatility.standard.adding(jsonPaths: ["$.id"])
    func events(_ id: Int, _ words: [String]) -> Interaction {
      exchange(
        headers: ["Content-Type": "text/event-stream"],
        stream(
          words.map { "data: {\"id\":\"run-\(id)\",\"text\":\"\($0)\"}\n\n" } + [
            "data: [DONE]\n\n"
          ],
          after: [0.1, 0.2, 0.3, 0.4].map { $0 * Double(id) }))
    }
    let base = text(of: [events(1, ["a", "b"])])
    #expect(try merged([events(22, ["a", "b"])], into: base, volatility) == base)
    let changes = try diff(base, merged([events(22, ["a", "c"])], into: base, volatility))
    #expect(changes.count == 2 && changes.allSatisfy { $0.contains("run-1") }, "\(changes)")
  }

  @Test func `an element that is new takes no volatile value from another`() throws {
    let volatility = Volatility.standard.adding(jsonPaths: ["$[*].at"])
    let base = text(of: [exchange(json(#"[{"n":1,"at":"a"},{"n":2,"at":"b"}]"#))])
    let result = try merged(
      [exchange(json(#"[{"n":0,"at":"x"},{"n":1,"at":"y"},{"n":2,"at":"z"}]"#))], into: base,
      volatility)
    #expect(
      result == text(of: [exchange(json(#"[{"n":0,"at":"x"},{"n":1,"at":"a"},{"n":2,"at":"b"}]"#))])
    )
  }

  // MARK: - What changed

  @Test func `a change touches its line alone`() throws {
    func user(_ name: String, _ run: Int) -> Interaction {
      exchange(
        headers: [
          "Date": "day \(run)", "Content-Type": "application/json", "X-Request-Id": "\(run)",
          "Set-Cookie": "a={{A}}; Max-Age=\(run + 1)", "X-RateLimit-Remaining": "\(10 - run)",
        ], json(#"{"id":1,"name":"\#(name)"}"#), seconds: Double(run), days: Double(run))
    }
    let base = text(of: [user("Ada", 0)])
    let changes = try diff(base, merged([user("Grace", 1)], into: base))
    #expect(changes.sorted() == [#"+"name": "Grace""#, #"-"name": "Ada""#])
  }

  @Test func `a field that came or went is a line`() throws {
    let base = text(of: [exchange(headers: ["A": "a", "Date": "x", "B": "b"])])
    let more = try merged([exchange(headers: ["A": "a", "M": "m", "B": "b"])], into: base)
    #expect(diff(base, more) == ["+M: m"])
    let fewer = try merged([exchange(headers: ["Date": "y", "B": "b"])], into: base)
    #expect(diff(base, fewer) == ["-A: a"])
  }

  @Test func `a cookie that went leaves the others alone`() throws {
    func cookies(_ names: [String], _ age: Int) -> Interaction {
      exchange(
        headers: HeaderFields(names.map { HeaderField("Set-Cookie", "\($0)=1; Max-Age=\(age)") }))
    }
    let base = text(of: [cookies(["a", "b", "c"], 10)])
    #expect(try diff(base, merged([cookies(["a", "c"], 9)], into: base)) == ["-- b=1; Max-Age=10"])
  }

  @Test func `an event that came leaves the times of the others`() throws {
    let events = (0..<5).map { "data: \($0)\n\n" }
    let base = text(of: [exchange(stream([events[0], events[1], events[3]], after: [1, 2, 4]))])
    let new = exchange(stream([events[0], events[1], events[2], events[3]], after: [5, 6, 7, 8]))
    let expected = exchange(
      stream([events[0], events[1], events[2], events[3]], after: [1, 2, 7, 4]))
    #expect(try merged([new], into: base) == text(of: [expected]))
  }

  @Test func `comments, layout and unknown keys survive a change`() throws {
    let base = Array(
      """
      # Made by hand.
      vcr: 1
      team: payments
      interactions:
      # the user
      - request: {method: GET, url: "https://api.example.com/a"}
        note: kept
        response:
          status:   200 OK   # as it should be
          headers:
            Content-Type: "application/json"
            Date: yesterday
          body:
            json: |
              { "id": 1,   "name": "Ada" }

      """.utf8)
    let new = exchange(
      headers: ["Content-Type": "application/json", "Date": "now"],
      json("{\"id\":1,\"name\":\"Grace\"}\n"))
    let result = try merged([new], into: base)
    #expect(
      String(decoding: result, as: UTF8.self)
        == String(decoding: base, as: UTF8.self).replacing("Ada", with: "Grace"))
    let more = try merged(
      [exchange(headers: ["Content-Type": "text/plain", "X": "1"], json("hi"))], into: base)
    #expect(String(decoding: more, as: UTF8.self).contains("\n  note: kept\n"))
  }

  @Test func `a cassette of another layout stays as it is when nothing changed`() throws {
    let fixture = try DeckFixture()
    let flow = #"""
      {"vcr": 1, "interactions": [{"request": {"url": "https://api.example.com/a"},
      "response": {"status": "200 OK", "headers": {"Content-Type": "text/plain"}, "body": {"text": "a"}}}]}
      """#
    try fixture.write(flow)
    try fixture.record([(DeckFixture.request("/a"), "a")], mode: .all)
    #expect(try fixture.text() == flow)
    try fixture.record([(DeckFixture.request("/a"), "b")], mode: .all)
    #expect(try fixture.text() == flow.replacing("\"a\"}", with: "\"b\"}"))
  }

  @Test func `an expired one is renewed whole`() throws {
    let headers: (String) -> HeaderFields = { ["Date": $0, "X": "1"] }
    let old = [
      exchange("https://a.test/1", headers: headers("old"), seconds: 1, days: -3000),
      exchange("https://a.test/2", headers: headers("old"), seconds: 1, days: 100_000),
    ]
    let new = (1...2).map {
      exchange("https://a.test/\($0)", headers: headers("new"), seconds: 2, days: 100_001)
    }
    let result = try merged(new, into: text(of: old), expiry: Expiry(seconds: 60))
    #expect(result == text(of: [new[0], old[1]]))
  }

  // MARK: - Pairs

  @Test func `responses to one request stay in their places, whatever the order`() throws {
    let old = (0..<32).map { exchange(json("{\"n\":\($0)}"), seconds: Double($0)) }
    let base = text(of: old)
    var random = SystemRandomNumberGenerator()
    for _ in 0..<5 {
      let new = (0..<32).map { exchange(json("{\"n\":\($0)}"), seconds: 9, days: 1) }
        .shuffled(using: &random)
      #expect(try merged(new, into: base) == base)
    }
    // The one that changed is the one that is left.
    let new = (0..<32).reversed().map { exchange(json("{\"n\":\($0 == 7 ? 99 : $0)}"), seconds: 9) }
    #expect(try diff(base, merged(new, into: base)).sorted() == ["+\"n\": 99", "-\"n\": 7"])
  }

  @Test func `of those that changed the most alike requests go together`() throws {
    func post(_ name: String, _ result: String) -> Interaction {
      exchange(method: "POST", content: "{\"name\":\"\(name)\"}", json("{\"is\":\"\(result)\"}"))
    }
    let base = text(of: [post("a", "1"), post("b", "2"), post("c", "3")])
    let new = [post("c", "33"), post("x", "22"), post("a", "11")]
    let result = try merged(new, into: base)
    #expect(result == text(of: [post("a", "11"), post("x", "22"), post("c", "33")]))
  }

  @Test func `a closure in the policy is asked for each pair`() throws {
    let policy: RequestEquivalence = [
      .method, .custom("same tenant") { $0.headers["tenant"] == $1.headers["tenant"] },
    ]
    func exchange(_ tenant: String, _ run: Int) -> Interaction {
      self.exchange(sending: ["Tenant": tenant], json("{\"run\":\(run)}"))
    }
    let base = text(of: [exchange("a", 1), exchange("b", 1)])
    let result = try merged([exchange("b", 2), exchange("a", 2)], into: base, policy: policy)
    #expect(result == text(of: [exchange("a", 2), exchange("b", 2)]))
  }

  @Test func `an entry with a rule of its own takes as many as it serves and stays`() throws {
    var any = exchange("https://api.example.com/**", json("{}"))
    any.rule = Interaction.Rule(isPattern: true, times: .max)
    var twice = exchange("https://b.test/", json("{}"))
    twice.rule = Interaction.Rule(times: 2)
    let base = text(of: [any, twice])
    let new = [
      "https://api.example.com/x", "https://api.example.com/y", "https://b.test/",
      "https://b.test/",
    ]
    .map { exchange($0, json("{\"new\":1}")) }
    #expect(try merged(new, into: base) == base)
    #expect(try file(merged(new + [new[3]], into: base)).count == 3)
  }

  @Test func `new ones go where they occur and gone ones go`() throws {
    func exchange(_ name: String) -> Interaction { self.exchange("https://a.test/\(name)") }
    let base = text(of: ["a", "b", "c", "d"].map(exchange))
    let result = try merged(["x", "a", "y", "z", "d", "w"].map(exchange), into: base)
    #expect(result == text(of: ["x", "a", "y", "z", "d", "w"].map(exchange)))
    let kept = try merged(["y", "c", "x"].map(exchange), into: base, strategy: .updating)
    #expect(kept == text(of: ["y", "a", "b", "c", "x", "d"].map(exchange)))
  }

  // MARK: - Lines and meaning

  @Test func `the lines tell that two are the same whose dates and cookies' expiry differ`() throws
  {
    func item(_ date: String, _ cookie: String) throws -> CassetteFile {
      try file(text(of: [exchange(headers: ["Date": date, "Set-Cookie": cookie], json("{}"))]))
    }
    func areSame(_ left: CassetteFile, _ right: CassetteFile) throws -> Bool {
      var lines = ItemTextComparison(.standard)
      let (old, new) = (try #require(left.range(ofItem: 0)), try #require(right.range(ofItem: 0)))
      return lines.areSame(left.bytes, old, right.bytes, new)
    }
    let first = try item("x", "a=1; Max-Age=10; Path=/")
    #expect(try areSame(first, item("y", "a=1; Max-Age=9; Path=/")))
    #expect(try areSame(item("x", "a=1; Max-Age=10"), item("y", "a=1; Max-Age=9")))
    #expect(try !areSame(first, item("y", "a=2; Max-Age=9; Path=/")))
    #expect(try !areSame(first, item("y", "a=1; Max-Age=0; Path=/")))
    #expect(try !areSame(first, item("y", "a=1; Path=/")))
  }

  @Test func `what the lines tell is what the interactions say`() throws {
    var generator = InteractionGenerator(seed: 5)
    var lines = ItemTextComparison(.standard)
    var told = 0
    for _ in 0..<400 {
      let old = generator.interaction()
      var new = generator.recordedAgain(old)
      new.seconds = 0.5
      let (left, right) = (try file(text(of: [old])), try file(text(of: [new])))
      guard let old = left.range(ofItem: 0), let new = right.range(ofItem: 0) else { continue }
      if lines.areSame(left.bytes, old, right.bytes, new) {
        told += 1
        #expect(try Volatility.standard.isSame(left.interaction(at: 0), right.interaction(at: 0)))
      }
      let volatility = Volatility.standard
      let (a, b) = (try left.interaction(at: 0), try right.interaction(at: 0))
      #expect(volatility.isSame(a, b) == (volatility.digest(a) == volatility.digest(b)))
      let carried = volatility.carrying(a, into: b)
      #expect(volatility.isSame(carried, b))
    }
    #expect(told > 20)
  }
}

extension InteractionGenerator {
  /// The same interaction as another run might give it: as it was, with other volatile parts, or
  /// with something else changed.
  fileprivate mutating func recordedAgain(_ old: Interaction) -> Interaction {
    var new = old
    guard case .response(var response) = new.outcome else { return new }
    switch random.below(6) {
    case 0: response.headers.append("Date", "\(random.below(9))")
    case 1: response.headers.fields.shuffle(using: &random)
    case 2: response.body = body()
    case 3: for chunk in response.body.chunks.indices { response.body.chunks[chunk].after = 1 }
    case 4 where !response.headers.isEmpty: response.headers.fields.removeLast()
    default: break
    }
    new.outcome = .response(response)
    new.recordedAt = Date(timeIntervalSince1970: 5)
    return new
  }
}
