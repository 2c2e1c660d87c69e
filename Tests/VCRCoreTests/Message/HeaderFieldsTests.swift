import Testing

@testable import VCRCore

/// Header fields (RFC 9110 §5).
struct HeaderFieldsTests {
  private let fields: HeaderFields = [
    "Accept": "a", "X-Id": "1", "ACCEPT": "b, c", "accept": "", "Accept-Language": "de",
  ]

  @Test func `names are compared without regard to case and repeats are joined (§5.1, §5.3)`() {
    #expect(fields["aCCept"] == "a, b, c, ")
    #expect(fields.values("accept") == ["a", "b, c", ""])
    #expect(fields["X-Id"] == "1")
    #expect(fields["Acc"] == nil)
    #expect(fields.values("Acc") == [])
    // ASCII alone has case: the Kelvin sign is no k.
    #expect((["X-\u{212A}": "1"] as HeaderFields)["x-k"] == nil)
  }

  @Test func `setting leaves one field in the place and under the name of the first`() {
    var changed = fields
    changed.set("aCCEPT", "z")
    #expect(changed.fields.map(\.name) == ["Accept", "X-Id", "Accept-Language"])
    #expect(changed["accept"] == "z")
    changed.set("New", "n")
    #expect(changed.fields.last == HeaderField("New", "n"))
  }

  @Test func `removing takes every field of the name and no other`() {
    var changed = fields
    changed.remove("ACCEPT")
    #expect(changed.fields.map(\.name) == ["X-Id", "Accept-Language"])
    changed.remove("none")
    #expect(changed.fields.count == 2)
  }

  @Test func `every byte of a value comes back, whether it is UTF-8 or not (§5.5)`() {
    let all = (0...255).map { UInt8($0) }
    let values: [[UInt8]] =
      [all, Array("Grüße 😀".utf8), [], [0], [0xC3], [0xED, 0xA0, 0x80], [0xFF, 0xFE]]
      + all.map { [0x61, $0] }
    for value in values {
      let field = HeaderField("X", bytes: value)
      #expect(field.bytes == value)
      #expect(field.isLatin1 == (String(validating: value, as: UTF8.self) == nil))
    }
  }

  @Test func `fields are the same when their bytes are, not when Unicode calls them equal`() {
    let (one, two) = (HeaderField("X", "\u{E9}"), HeaderField("X", "e\u{301}"))
    #expect(one != two)
    #expect(one != HeaderField("X", "\u{E9}", isLatin1: true))
    #expect(one != HeaderField("x", "\u{E9}"))
    #expect(Set([one, two, HeaderField("X", "\u{E9}")]).count == 2)
  }

  @Test func `messages and failures are the same when their bytes are`() {
    let texts = ["\u{E9}", "e\u{301}"]
    #expect(texts[0] == texts[1])
    let requests = texts.map { Interaction.Request(url: "https://a.test/" + $0) }
    #expect(requests[0] != requests[1])
    let responses = texts.map { Interaction.Response(status: 200, reason: $0) }
    #expect(responses[0] != responses[1])
    let failures = texts.map { Interaction.Failure(code: "x", number: 1, message: $0) }
    #expect(failures[0] != failures[1])
    let rules = texts.map { Interaction.Rule(match: [$0]) }
    #expect(rules[0] != rules[1])
    #expect(Interaction.Rule(match: []) != Interaction.Rule(match: nil))
    let bodies = texts.map { Body([1], encoding: $0) }
    #expect(bodies[0] != bodies[1])
    #expect(Body([1]) != Body([1], chunks: [.init(length: 1)]))
  }

  @Test(arguments: [
    ("https://a.test/x", "a.test", true), ("https://a.test/x", "A.TEST", true),
    ("https://a.test:8443?q", "a.test:8443", true), ("https://u:p@a.test:81/", "a.test:81", true),
    ("http://[::1]:80/", "[::1]:80", true), ("http://[::1]/", "[::1]", true),
    ("https://a.test/x", "a.test:443", false), ("https://a.test:8443/", "a.test", false),
    ("https://a.test/", "b.test", false), ("https://a.test/", "", false),
    ("https://u@a.test/", "u@a.test", false),
  ])
  func `a Host field goes when it repeats the URL's authority (§7.2)`(
    url: String, host: String, isRedundant: Bool
  ) {
    let request = Interaction.Request(url: url, headers: ["A": "1", "host": host])
    #expect((request.withoutRedundantHost.headers["Host"] == nil) == isRedundant)
    #expect(request.withoutRedundantHost.headers["A"] == "1")
  }
}
