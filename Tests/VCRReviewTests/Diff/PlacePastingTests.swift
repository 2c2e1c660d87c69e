import Testing

@testable import VCRCore
@testable import VCRReview

/// What the diff prints of a difference is typed, as it is printed, into each of the lists that
/// name places, and has its effect there or is refused with what to type instead.
struct PlacePastingTests {
  /// A pair of exchanges that differ in one place of the request.
  struct Odd: CustomTestStringConvertible {
    var name: String
    var old: Interaction
    var new: Interaction

    var testDescription: String { name }
  }

  /// The values that differ; no rule of the standard ones redacts them.
  private static let values = ("alpha", "bravo")

  private static func exchange(
    _ method: String = "POST", url: String = "https://a.test/f", headers: HeaderFields = [:],
    body: [UInt8] = [], response: Interaction.Response = .init(status: 200)
  ) -> Interaction {
    Interaction(
      request: .init(method: method, url: url, headers: headers, body: Body(body)),
      outcome: .response(response))
  }

  private static func encoded(_ name: String) -> String {
    name.utf8.map { "%" + String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  private static func parts(_ header: String, content: String) -> [UInt8] {
    Array("--b\r\n\(header)\r\n\r\n\(content)\r\n--b--\r\n".utf8)
  }

  /// The messages with a value in each of the places.
  private static func requests(_ value: String) -> [(String, Interaction)] {
    let form: HeaderFields = ["Content-Type": "application/x-www-form-urlencoded"]
    let multipart: HeaderFields = ["Content-Type": "multipart/form-data; boundary=b"]
    let json: HeaderFields = ["Content-Type": "application/json"]
    let lines: HeaderFields = ["Content-Type": "application/x-ndjson"]
    var all: [(String, Interaction)] = []
    for name in names {
      let field = encoded(name)
      all.append(("query '\(name)'", exchange(url: "https://a.test/f?z=1&\(field)=\(value)")))
      all.append(
        ("form '\(name)'", exchange(headers: form, body: Array("z=1&\(field)=\(value)".utf8))))
      let member = JSONPath.step(Array(name.utf8), isAlwaysQuoted: true)
      let quoted = member.dropFirst(2).dropLast(2).replacing("\\'", with: "'").replacing(
        "\"", with: "\\\"")
      all.append(
        (
          "member '\(name)'",
          exchange(headers: json, body: Array("{\"z\":1,\"\(quoted)\":\"\(value)\"}".utf8))
        ))
      guard !name.contains(where: { "\"\\\n".contains($0) }) else { continue }
      let disposition = "Content-Disposition: form-data; name=\"\(name)\""
      all.append(
        ("part '\(name)'", exchange(headers: multipart, body: parts(disposition, content: value))))
      all.append(
        (
          "field of part '\(name)'",
          exchange(
            headers: multipart, body: parts("X-Of: \(value)\r\n\(disposition)", content: "c"))
        ))
      all.append(
        (
          "member of part '\(name)'",
          exchange(
            headers: multipart,
            body: parts(
              "\(disposition)\r\nContent-Type: application/json", content: "{\"a\":\"\(value)\"}"))
        ))
    }
    for segment in ["a,b", "a(b", "it's", "[x]", "%2A", "\u{E9}"] {
      all.append(("path with \(segment)", exchange(url: "https://a.test/\(segment)/\(value)/c")))
    }
    all.append(
      ("nameless part", exchange(headers: multipart, body: parts("X-A: 1", content: value))))
    all.append(
      (
        "field of a nameless part",
        exchange(headers: multipart, body: parts("X-A: \(value)", content: "c"))
      )
    )
    all.append(("path with a colon at its end", exchange(url: "https://a.test/a/\(value)/x:")))
    all.append(("header field", exchange(headers: ["X-Build": value])))
    all.append(("header field with a point", exchange(headers: ["X.Build": value])))
    all.append(("header field that looks like a path", exchange(headers: ["$.a": value])))
    all.append(("header field that looks like a comment", exchange(headers: ["#X": value])))
    all.append(
      (
        "field of a part that looks like a comment",
        exchange(
          headers: multipart,
          body: parts(
            "#X: \(value)\r\nContent-Disposition: form-data; name=\"a\"", content: "c"))
      ))
    all.append(("cookie", exchange(headers: ["Cookie": "a=1; s!d=\(value)"])))
    // What a message says of its body is often wrong: curl sends any data as a form.
    for type in [
      "text/plain", "application/x-www-form-urlencoded", "text/html", "application/octet-stream",
      "application/xml", "application/vnd.a+json", "application/json; charset=utf-16",
    ] {
      let of: HeaderFields = ["Content-Type": type]
      let lines = "{\"a\":1}\n{\"a\":2,\"b\":\"\(value)\"}\n"
      all.append(
        ("JSON as \(type)", exchange(headers: of, body: Array("{\"a\":\"\(value)\"}".utf8))))
      all.append(("lines as \(type)", exchange(headers: of, body: Array(lines.utf8))))
    }
    all.append(
      ("one line", exchange(headers: lines, body: Array("{\"a\":\"\(value)\"}\n".utf8))))
    all.append(
      (
        "JSON that is said to be lines, and is laid out",
        exchange(headers: lines, body: Array("{\n  \"a\": \"\(value)\"\n}\n".utf8))
      ))
    all.append(
      (
        "JSON text sequence",
        exchange(
          headers: ["Content-Type": "application/json-seq"],
          body: Array("\u{1E}{\"a\":1}\n\u{1E}{\"a\":\"\(value)\"}\n".utf8))
      ))
    all.append(
      ("line", exchange(headers: lines, body: Array("{\"a\":1}\n{\"a\":\"\(value)\"}\n".utf8))))
    return all
  }

  private static let names = [
    "ts", "a,b", "", "_", "-", "?q", "??", "it's", "a b", "a(b", "a)b", "x[y]", "x]y[", "['z']",
    "[",
    "7", "a:", "a: b", "a #b", ": ", "\u{E9}t\u{E9}", "a\\b", "\"q\"", "a:b", "#h", "$.a",
    "cookie(a)",
    "form(x)", "text(/a/)",
    "request a", "header a", "a\u{301}", "\u{301}", "a=b", "*", "/a/*", "url", "ignoring",
    "a\u{200D}b",
  ]

  static let all: [Odd] = zip(requests(values.0), requests(values.1)).map {
    Odd(name: $0.0, old: $0.1, new: $1.1)
  }

  /// The one difference of a pair, as it is printed.
  private static func label(_ odd: Odd, _ volatility: Volatility = .standard) -> [String] {
    let comparison = InteractionComparison(volatility: volatility)
    return (comparison.change(from: odd.old, to: odd.new)?.differences ?? []).map(DiffWords.label)
  }

  /// Requests that differ in the place of a name of any bytes, which is written percent-encoded.
  private static func named(_ name: [UInt8], _ value: String) -> [Interaction] {
    let field = name.map { "%" + String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    let form: HeaderFields = ["Content-Type": "application/x-www-form-urlencoded"]
    return [
      exchange(url: "https://a.test/f?z=1&\(field)=\(value)"),
      exchange(headers: form, body: Array("z=1&\(field)=\(value)".utf8)),
    ]
  }

  @Test func `a long name is printed whole, and can be typed`() throws {
    let name = String(repeating: "long-", count: 190)
    let json: HeaderFields = ["Content-Type": "application/json"]
    func all(_ value: String) -> [Interaction] {
      Self.named(Array(name.utf8), value) + [
        Self.exchange(headers: ["X-\(name)": value]),
        Self.exchange(headers: json, body: Array("{\"a\":{\"\(name)\":\"\(value)\"}}".utf8)),
      ]
    }
    for (old, new) in zip(all(Self.values.0), all(Self.values.1)) {
      let odd = Odd(name: "", old: old, new: new)
      let label = try #require(Self.label(odd).first)
      let volatility = Volatility([try VolatileName(named: label)])
      #expect(InteractionComparison(volatility: volatility).change(from: old, to: new) == nil)
    }
  }

  @Test func `a name that cannot be typed is refused with the reason`() throws {
    let json: HeaderFields = ["Content-Type": "application/json"]
    let long = String(repeating: "n", count: 1200)
    func member(_ value: String) -> Interaction {
      Self.exchange(headers: json, body: Array("{\"\(long)\":\"\(value)\"}".utf8))
    }
    func field(_ value: String) -> Interaction { Self.exchange(headers: [long: value]) }
    let bytes = zip(
      Self.named([0xFF, 0x61, 0x20], Self.values.0), Self.named([0xFF, 0x61, 0x20], Self.values.1))
    let pairs =
      bytes.map { ($0, $1, "is not UTF-8") } + [
        (member("alpha"), member("bravo"), "is cut off here"),
        (field("alpha"), field("bravo"), "is cut off here"),
      ]
    for (old, new, reason) in pairs {
      let label = try #require(Self.label(Odd(name: "", old: old, new: new)).first)
      let error = #expect(throws: SettingError.self) { try VolatileName(named: label) }
      #expect(error.map { "\($0)".contains(reason) } == true, "\(label)")
    }
    #expect(try VolatileName(named: #"text(/['"]\xA0/)"#) != .header("a"))
  }

  @Test(arguments: all)
  func `a place that is typed as it is printed is volatile`(odd: Odd) throws {
    let label = try #require(Self.label(odd).first)
    #expect(Self.label(odd).count == 1)
    #expect(VolatileName.words(of: "X-A, \(label), X-B") == ["X-A", label, "X-B"])
    let file = try ProjectFile(
      path: "/.vcr.yaml", content: Array("volatile:\n  - \(label)\n  - X-B\n".utf8))
    #expect(file.rules.map(\.word.text) == [label, "X-B"])
    let volatility = Volatility([try VolatileName(named: label)])
    #expect(Self.label(odd, volatility) == [])
    #expect(volatility.isSame(odd.old, odd.new))
    // What is recorded again keeps its value, and the text for git has none.
    let carried = volatility.carrying(odd.old, into: odd.new)
    #expect(Self.label(Odd(name: "", old: odd.old, new: carried)) == [])
    #expect(!Volatility([try VolatileName(named: "$.other")]).isSame(odd.old, odd.new))
  }

  @Test(arguments: [
    ("\"alpha\"", "\"bravo\""), ("{\"a\": \"alpha\", \"b\": [", "{\"a\": \"bravo\", \"b\": ["),
    ("<p>alpha</p>", "<p>bravo</p>"),
  ])
  func `what the diff calls a text has places that a pattern names`(old: String, new: String) throws
  {
    for type in ["text/plain", "application/octet-stream", "application/x-ndjson"] {
      let pair = [old, new].map {
        Self.exchange(headers: ["Content-Type": type], body: Array($0.utf8))
      }
      #expect(Self.label(Odd(name: "", old: pair[0], new: pair[1])) == ["request body"])
      let word = "text(/(alpha|bravo)/)"
      let volatility = Volatility([
        try VolatileName(named: "line $.x"), try VolatileName(named: word),
      ])
      #expect(volatility.isSame(pair[0], pair[1]))
      #expect(Self.label(Odd(name: "", old: pair[0], new: pair[1]), volatility) == [])
      let rules = RedactionRules([try RedactedName(named: word)], paths: [], secrets: [])
      let redaction = rules.added(to: .standard) { _ in nil }
      let redacted = pair.map { Redactor(redaction).redacting($0) }
      #expect(redacted[0] == redacted[1] && redacted[0] != pair[0])
      let policy = try RequestEquivalence(parsing: "method, json(ignoring \(word))")
      #expect(policy.areEquivalent(pair[0].request, pair[1].request))
    }
  }

  @Test func `a pattern leaves the other places alone`() throws {
    func exchange(_ value: String) -> Interaction {
      let body = "{\"a\":1}\n{\"a\":\"\(value)\"}\n"
      return Self.exchange(headers: ["Content-Type": "text/plain"], body: Array(body.utf8))
    }
    let volatility = Volatility([
      try VolatileName(named: "text(/nothing/)"), try VolatileName(named: "line $.a"),
    ])
    #expect(volatility.isSame(exchange("x"), exchange("y")))
    #expect(volatility.carrying(exchange("x"), into: exchange("y")) == exchange("x"))
  }

  @Test(arguments: all)
  func `a place that is typed as it is printed counts for no match`(odd: Odd) throws {
    let label = try #require(Self.label(odd).first)
    let place = PrintedPlace.withoutWords(label)
    let part =
      MarkedName.name(in: place) != nil
      ? "query"
      : place.hasPrefix("/")
        ? "path"
        : place.hasPrefix("cookie(")
          ? "cookies"
          : label.contains(" header ") && !label.contains("(") ? "headers" : "json"
    let first = part == "json" ? "$.other" : part == "path" ? "/other/*" : "X-A"
    let policy = try RequestEquivalence(parsing: "method, \(part)(ignoring \(first), \(label))")
    #expect(policy.areEquivalent(odd.old.request, odd.new.request), "\(policy)")
    let again = try RequestEquivalence(parsing: policy.description)
    #expect(again.areEquivalent(odd.old.request, odd.new.request), "\(policy)")
    let strict = try RequestEquivalence(parsing: "method, \(part)")
    #expect(!strict.areEquivalent(odd.old.request, odd.new.request))
  }

  @Test(arguments: all)
  func `a place that the report on a request prints is volatile`(odd: Odd) throws {
    let policy = try RequestEquivalence(parsing: "method, query, form, multipart, json")
    let found = policy.differences(incoming: odd.new.request, recorded: odd.old.request)
    for difference in found where ["query", "form", "multipart"].contains(difference.part) {
      let label = "\(difference.part) \(difference.place ?? "")"
      // JSON that is sent as a form is one field without a value, whose name is another one.
      guard !label.contains(Self.values.0), !label.contains(Self.values.1) else { continue }
      #expect(VolatileName.words(of: "X-A, \(label), X-B") == ["X-A", label, "X-B"])
      let name = try VolatileName(named: label)
      // JSON within a part is named by its place, and the report tells the part.
      #expect(
        Volatility([name]).isSame(odd.old, odd.new), "\(label) \(name)")
    }
  }

  @Test(arguments: all)
  func `a place that is typed as it is printed is redacted`(odd: Odd) throws {
    let label = try #require(Self.label(odd).first)
    let rules = RedactionRules([try RedactedName(named: label)], paths: [], secrets: [])
    let redaction = rules.added(to: .standard) { _ in nil }
    let redacted = [odd.old, odd.new].map { Redactor(redaction).redacting($0) }
    #expect(redacted[0] == redacted[1], "\(redacted)")
    #expect(redacted[0] != odd.old)
    let text = String(
      decoding: CassetteWriter().item(redacted[0]), as: UTF8.self)
    #expect(!text.contains(Self.values.0), "\(text)")
    #expect(Redactor(redaction).redacting(redacted[0]) == redacted[0])
  }

  /// What the diff prints that no list can name.
  static let nothingToName: [(Interaction, Interaction, String)] = [
    (
      exchange(url: "https://a.test/f#a"), exchange(url: "https://a.test/f#b"),
      "request url fragment"
    ),
    (exchange(url: "https://a.test/f"), exchange(url: "https://b.test/f"), "request url origin"),
    (exchange(url: "https://a.test/f"), exchange(url: "https://a.test/g/h"), "request url"),
    (exchange("GET"), exchange("HEAD"), "request method"),
    (exchange(body: Array("a b".utf8)), exchange(body: Array("a c".utf8)), "request body"),
    (
      exchange(headers: ["Content-Type": "application/grpc"], body: [0, 0, 0, 0, 2, 10, 0]),
      exchange(headers: ["Content-Type": "application/grpc"], body: [0, 0, 0, 0, 2, 18, 0]),
      "request body"
    ),
    (exchange(), exchange(response: .init(status: 404)), "status"),
    (exchange(), exchange(response: .init(status: 200, reason: "Fine")), "reason"),
  ]

  @Test(arguments: nothingToName.indices)
  func `what has no place is refused with what to type`(index: Int) throws {
    let (old, new, expected) = Self.nothingToName[index]
    let label = try #require(Self.label(Odd(name: "", old: old, new: new)).first)
    #expect(label == expected)
    let error = #expect(throws: SettingError.self) { try VolatileName(named: label) }
    #expect(error?.word == label)
    let isOfRequest = label.hasPrefix("request ")
    if isOfRequest { #expect(throws: SettingError.self) { try RedactedName(named: label) } }
    for part in isOfRequest ? ["json", "query", "path", "headers"] : ["json", "path"] {
      #expect(throws: EquivalenceSyntaxError.self) {
        try RequestEquivalence(parsing: "method, \(part)(ignoring \(label))")
      }
    }
  }

  @Test
  func `a fragment that changed is reported beside the query, whose order is reported as well`() {
    let lines = DiffFixture.lines(
      Self.exchange(url: "https://a.test/f?a=1&b=2#x"),
      Self.exchange(url: "https://a.test/f?b=2&a=1#y"))
    #expect(
      lines == [
        "request url fragment #x → #y",
        "request url https://a.test/f?a=1&b=2#x → https://a.test/f?b=2&a=1#y",
      ])
  }
}
