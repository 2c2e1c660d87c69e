import Foundation
import Testing

@testable import VCRCore
@testable import VCRReview

/// The fields of forms and the parts of multipart bodies are named as the diff prints them.
struct FieldPlaceTests {
  /// A POST of a form.
  private static func form(_ body: String) -> Interaction {
    Interaction(
      request: .init(
        method: "POST", url: "https://a.test/f",
        headers: ["Content-Type": "application/x-www-form-urlencoded"],
        body: Body(Array(body.utf8))),
      outcome: .response(.init(status: 200, reason: "OK", headers: [:])))
  }

  /// A POST of parts, with a boundary of its own.
  private static func parts(_ token: String, at: Int, name: String = "ada") -> Interaction {
    let boundary = "b\(token)"
    let body = """
      --\(boundary)\r
      Content-Disposition: form-data; name="to ken"\r
      \r
      \(token)\r
      --\(boundary)\r
      Content-Disposition: form-data; name="meta"\r
      Content-Type: application/json\r
      \r
      {"at":\(at),"name":"\(name)"}\r
      --\(boundary)--\r

      """
    return Interaction(
      request: .init(
        method: "POST", url: "https://a.test/p",
        headers: ["Content-Type": "multipart/form-data; boundary=\(boundary)"],
        body: Body(Array(body.utf8))),
      outcome: .response(.init(status: 200, reason: "OK", headers: [:])))
  }

  private static func volatility(_ words: [String]) throws -> Volatility {
    Volatility(try words.map { try VolatileName(named: $0) })
  }

  private static let pairs: [(Interaction, Interaction, [String])] = [
    (form("a=1&csrf=x7&b"), form("a=1&csrf=y8&b"), ["form(csrf) x7 → y8"]),
    (form("user%5Bat%5D=1&z=2"), form("user%5Bat%5D=3&z=2"), ["form('user[at]') 1 → 3"]),
    (form("7=1"), form("7=2"), ["form('7') 1 → 2"]),
    (
      form("p=%7B%22id%22%3A%22x7%22%2C%22n%22%3A%5B1%2C2%5D%7D&q=1"),
      form("p=%7B%22id%22%3A%22y8%22%2C%22n%22%3A%5B1%2C3%5D%7D&q=1"),
      [#"form(p) $.id "x7" → "y8""#, "form(p) $.n[1] 2 → 3"]
    ),
    (
      parts("t1", at: 5), parts("u2", at: 6),
      ["part('to ken') t1 → u2", "part(meta) $.at 5 → 6"]
    ),
  ]

  @Test(arguments: pairs.indices)
  func `the text for git hides a field and a part that are volatile`(index: Int) throws {
    let (old, new, lines) = Self.pairs[index]
    let names = lines.map { line in
      String(line.split(separator: " ").dropLast(3).joined(separator: " "))
    }
    func text(_ interaction: Interaction, _ volatility: Volatility) throws -> String {
      let content = CassetteWriter.prologue + CassetteWriter().item(interaction)
      return try DiffableText(
        path: "a.yaml", content: content, redaction: .standard, isStandard: true,
        volatility: volatility
      )
      // The boundary is another in every recording.
      .text.replacing("bt1", with: "b").replacing("bu2", with: "b")
    }
    #expect(try text(old, .standard) != text(new, .standard))
    let volatility = try Self.volatility(names)
    #expect(try text(old, volatility) == text(new, volatility))
    #expect(try text(old, volatility).contains("…"))
  }

  @Test(arguments: [
    ("request url ?ts", VolatileName.query("ts")), ("header X-Build", .header("X-Build")),
    ("request header cookie(sid)", .cookie("sid")), ("response X-Build", .header("X-Build")),
    ("header X.Build", .header("X.Build")), ("request trailer X.Sum", .header("X.Sum")),
    ("query ts", .query("ts")), ("query   ?ts", .query("ts")), ("cookie sid", .cookie("sid")),
  ])
  func `the words before a place may stay where it is named`(
    words: String, name: VolatileName
  ) throws {
    #expect(try VolatileName(named: words) == name)
    #expect(throws: (any Error).self) { try VolatileName(named: "X.Build") }
    // As the report on a request that nothing matches has it.
    for (reported, place) in [
      ("form a b", "form('a b')"), ("multipart meta", "part(meta)"), ("body $['a.b']", "$['a.b']"),
      ("form payload $.id", "form(payload) $.id"), ("form ['a,b'] $.n[0]", "form('a,b') $.n[0]"),
    ] {
      #expect(PrintedPlace.withoutWords(reported) == place)
      #expect(try VolatileName(named: reported) == VolatileName(named: place))
    }
    let place = try VolatileName(named: "request $.id")
    #expect(try place == VolatileName(named: "$.id"))
    #expect(try RedactedName(named: "request url ?sid") == .query("sid"))
    #expect(throws: (any Error).self) { try VolatileName(named: "request url") }
  }

  @Test(arguments: pairs.indices)
  func `what the diff prints of a field or a part silences it`(index: Int) throws {
    let (old, new, lines) = Self.pairs[index]
    #expect(DiffFixture.lines(old, new) == lines.map { "request \($0)" })
    let names = lines.map { line in
      String(line.split(separator: " ").dropLast(3).joined(separator: " "))
    }
    let volatility = try Self.volatility(names)
    #expect(DiffFixture.lines(old, new, volatility: volatility).isEmpty)
    #expect(volatility.isSame(old, new))
    // Each is needed, and names nothing else.
    for name in names {
      let others = try Self.volatility(names.filter { $0 != name })
      #expect(!others.isSame(old, new))
      #expect(DiffFixture.lines(old, new, volatility: others).count == 1)
    }
    // What is recorded again keeps the old values.
    let carried = volatility.carrying(old, into: new)
    #expect(
      carried.request.body == old.request.body
        || DiffFixture.lines(old, carried, volatility: .standard).isEmpty)
    // And so does a policy that compares bodies.
    let policy = try RequestEquivalence(
      parsing: "method, url, json(ignoring \(names.joined(separator: ", ")))")
    #expect(policy.areEquivalent(old.request, new.request))
    #expect(
      try !RequestEquivalence(parsing: "method, json").areEquivalent(old.request, new.request))
  }

  /// A request with JSON in its query, as GraphQL has it.
  private static func get(_ variables: String, _ more: String = "") -> Interaction {
    let text = FormEncoding.encode([(Array("variables".utf8), Array(variables.utf8))])
    return Interaction(
      request: .init(url: "https://a.test/q?\(String(decoding: text, as: UTF8.self))\(more)"),
      outcome: .response(.init(status: 200, reason: "OK", headers: [:])))
  }

  @Test
  func `JSON in an item of the query is compared place by place, and each place can be named`()
    throws
  {
    let old = Self.get(#"{"id":"x7","n":[1,2],"s":"{\"t\":5}"}"#, "&z=1")
    let new = Self.get(#"{"id":"y8","n":[1,3],"s":"{\"t\":6}"}"#, "&z=1")
    let names = [
      "query(variables) $.id", "query(variables) $.n[1]", "query(variables) $.s $.t",
    ]
    #expect(
      DiffFixture.lines(old, new)
        == ["\(names[0]) \"x7\" → \"y8\"", "\(names[1]) 2 → 3", "\(names[2]) 5 → 6"]
        .map { "request \($0)" })
    let volatility = try Self.volatility(names.map { "request \($0)" })
    #expect(DiffFixture.lines(old, new, volatility: volatility).isEmpty)
    #expect(volatility.isSame(old, new))
    #expect(volatility.carrying(old, into: new).request.url == old.request.url)
    for policy in ["method, url", "method, query", "method, webmock-query", "query(ignoring a)"] {
      let policy = try RequestEquivalence(parsing: policy)
      #expect(!policy.areEquivalent(old.request, new.request))
      #expect(policy.ignoring(volatility).areEquivalent(old.request, new.request))
    }
    for name in names {
      let others = names.filter { $0 != name }
      #expect(try !Self.volatility(others).isSame(old, new))
      #expect(try DiffFixture.lines(old, new, volatility: Self.volatility(others)).count == 1)
      for part in ["query", "webmock-query"] {
        let policy = try RequestEquivalence(
          parsing: "method, \(part)(ignoring z, \(others.joined(separator: ", ")))")
        #expect(!policy.areEquivalent(new.request, old.request))
        #expect(
          try RequestEquivalence(parsing: policy.description).description == policy.description)
        let found = policy.differences(incoming: new.request, recorded: old.request)
          .map { PrintedPlace.withoutWords("\($0.part) \($0.place ?? "")") }
        #expect(found == [name])
      }
    }
    let whole = try RequestEquivalence(
      parsing: "method, query(ignoring \(names.joined(separator: ", ")))")
    #expect(whole.areEquivalent(new.request, old.request))
    #expect(Volatility.standard.adding(ignoredBy: whole).isSame(old, new))
    // A place in bodies is none in a query, which is compared as it was before.
    #expect(try !Self.volatility(["$.id", "$.n", "$.s"]).isSame(old, new))
    #expect(try VolatileName(named: "query(ts)") == .query("ts"))
  }

  @Test(arguments: [
    "json(ignoring query(a) $.id)", "query(only query(a) $.id)", "query(ignoring query(a))",
    "query(ignoring query(a) $x)",
  ])
  func `a place in the query is refused where it means nothing`(policy: String) {
    #expect(throws: EquivalenceSyntaxError.self) { try RequestEquivalence(parsing: policy) }
  }

  @Test func `a value of the JSON in a query is redacted as it is printed, beside what is secret`()
    throws
  {
    guard case .place(let path) = try RedactedName(named: "request query(variables) $.mail") else {
      Issue.record("a path in a query is a place")
      return
    }
    let get = Self.get(#"{"mail":"ada@a.test","password":"hunter22x","n":1}"#, "&z=1")
    let url = Redactor(Redaction.standard.adding(.jsonPaths([path]))).redacting(get).request.url
    #expect(
      url.removingPercentEncoding
        == #"https://a.test/q?variables={"mail":"{{MAIL}}","password":"{{PASSWORD}}","n":1}&z=1"#)
  }

  @Test func `what is no volatile value of a part is reported`() throws {
    let volatility = try Self.volatility(["part('to ken')", "part(meta) $.at"])
    let (old, new) = (Self.parts("t1", at: 5), Self.parts("u2", at: 6, name: "grace"))
    #expect(!volatility.isSame(old, new))
    #expect(
      DiffFixture.lines(old, new, volatility: volatility)
        == [#"request part(meta) $.name "ada" → "grace""#])
    // A field that came is no other value in its place.
    let fields = try Self.volatility(["form(csrf)"])
    let (without, with) = (Self.form("a=1"), Self.form("a=1&csrf=x"))
    #expect(DiffFixture.lines(without, with, volatility: fields) == ["request form(csrf) added x"])
  }

  @Test(arguments: ["form(7)", "form()", "form(a", "form(a) x", "form(a) $x", "part(2 a)"])
  func `what names no field is refused`(word: String) {
    #expect(throws: (any Error).self) { try VolatileName(named: word) }
  }

  @Test func `a value of the JSON in a field is redacted as it is printed`() throws {
    guard case .place(let path) = try RedactedName(named: "request form(p) $.mail") else {
      Issue.record("a path in a field is a place")
      return
    }
    let form = Self.form("mail=x&p=%7B%22mail%22%3A%22ada%40a.test%22%2C%22n%22%3A1%7D")
    let redacted = Redactor(Redaction(.jsonPaths([path]))).redacting(form)
    #expect(
      String(decoding: redacted.request.body.bytes, as: UTF8.self)
        == "mail=x&p=%7B%22mail%22%3A%22%7B%7BMAIL%7D%7D%22%2C%22n%22%3A1%7D")
  }

  @Test func `the report on a request that is not there names places in the JSON of a field`()
    throws
  {
    let (old, new) = (
      Self.form("p=%7B%22id%22%3A1%2C%22q%22%3A%22a%22%7D&z=1"),
      Self.form("z=1&p=%7B%22id%22%3A2%2C%22q%22%3A%22b%22%7D")
    )
    func places(_ policy: String) throws -> [String] {
      try RequestEquivalence(parsing: policy).differences(
        incoming: new.request, recorded: old.request
      ).map { "\($0.part) \($0.place ?? "")" }
    }
    #expect(try places("form") == ["form p $.id", "form p $.q"])
    #expect(try places("json(ignoring form(p) $.id)") == ["form p $.q"])
    #expect(try places("json(ignoring $.id, form(p) $.q)") == [])
  }

  @Test func `a field or a part is redacted as it is printed`() throws {
    #expect(try RedactedName(named: "form(sid)") == .query("sid"))
    #expect(try RedactedName(named: "part('to ken')") == .query("to ken"))
    guard case .place(let path) = try RedactedName(named: "part(meta) $.at") else {
      Issue.record("a path in a part is a place")
      return
    }
    #expect(path.scope == nil)
    let redacted = Redactor(Redaction(.jsonPaths([path]))).redacting(
      Self.parts("t1", at: 5))
    #expect(
      String(decoding: redacted.request.body.bytes, as: UTF8.self).contains(
        #"{"at":0,"name":"ada"}"#), "\(redacted.request.body)")
  }
}
