import TestSupport
import Testing

@testable import VCRCore

struct BodyEquivalenceTests {
  @Test(arguments: [
    (#"{"a":1,"b":2}"#, #" { "b" : 2 , "a" : 1 } "#),
    ("1", "1.0"), ("1", "1e0"), ("100", "1E+2"), ("0.5", "5e-1"), ("-0", "0"), ("0e99", "0.000"),
    ("1e400", "10e399"), ("123456789012345678901234567890", "1234567890123456789012345678.9e2"),
    (#""é""#, #""\u00e9""#), (#""😀""#, #""\ud83d\uDE00""#), (#""a\/b""#, #""a/b""#),
    (#"{"\u0061":null}"#, #"{"a":null}"#), ("[]", "[ ]"),
    (#"{"a":1,"a":2}"#, #"{ "a":1, "a":2 }"#),
  ])
  func `spellings of one JSON value are equivalent`(left: String, right: String) {
    let policy: RequestEquivalence = [.json]
    let (a, b) = (request("POST", "http://h", left), request("POST", "http://h", right))
    #expect(policy.areEquivalent(a, b))
    #expect(policy.key(of: a) == policy.key(of: b))
  }

  @Test(arguments: [
    ("1", "2"), ("1", #""1""#), ("[1,2]", "[2,1]"), ("[[1],2]", "[[1,2]]"), ("{}", "[]"),
    (#"{"a":1}"#, #"{"a":1,"b":null}"#), (#"{"a":1,"a":2}"#, #"{"a":2,"a":1}"#),
    (#"{"a":1,"a":2}"#, #"{"a":2}"#), (#""\ud800""#, #""\ud801""#), (#""a""#, #""\"a""#),
    ("9007199254740993", "9007199254740992"), ("1e400", "1e401"), ("null", "false"),
    (#"{"a":{"b":1}}"#, #"{"a":{},"b":1}"#), (#"["a","b"]"#, #"["a\",\"b"]"#),
    ("0.1", "0.10000000000000000001"), (#""é""#, "\"e\u{301}\""),
    ("1e100000000000000000000", "1e100000000000000000001"),
  ])
  func `different JSON values are not equivalent`(left: String, right: String) {
    let policy: RequestEquivalence = [.json]
    let (a, b) = (request("POST", "http://h", left), request("POST", "http://h", right))
    #expect(!policy.areEquivalent(a, b))
    #expect(policy.key(of: a) != policy.key(of: b))
  }

  @Test(arguments: [
    "{", "[1,]", "{a:1}", "01", "1.", ".5", "+1", "NaN", "\"\u{1}\"", #""\x""#, #""\u12g4""#,
    "// c\n1", "1 2", "\u{FEFF}1", "tru", "", "'a'", "[1 2]", #"{"a" 1}"#, #"{"a":1,}"#, "-", "1e",
  ])
  func `what is not JSON is compared as bytes`(text: String) {
    #expect(JSONText(Array(text.utf8)) == nil)
    let policy: RequestEquivalence = [.json]
    let body = request("POST", "http://h", text)
    #expect(policy.areEquivalent(body, body))
    #expect(!policy.areEquivalent(body, request("POST", "http://h", text + " ")))
  }

  @Test func `bytes that are not UTF-8 make no JSON string`() {
    for bytes: [UInt8] in [
      [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xE2, 0x82], [0xF5, 0x80],
    ] {
      #expect(JSONText([0x22] + bytes + [0x22]) == nil)
    }
    #expect(JSONText(Array("\"€😀é\"".utf8)) != nil)
  }

  @Test(
    arguments: [
      (["$.nonce"], #"{"a":1,"nonce":7}"#, #"{"a":1,"nonce":8}"#, true),
      (["$.nonce"], #"{"a":1,"nonce":7}"#, #"{"a":1}"#, true),
      (["$.nonce"], #"{"a":1,"nonce":7}"#, #"{"a":2,"nonce":7}"#, false),
      (
        ["$.items[*].id"], #"{"items":[{"id":1,"n":1},{"id":2,"n":2}]}"#,
        #"{"items":[{"id":3,"n":1},{"id":4,"n":2}]}"#, true
      ),
      (["$.items[*].id"], #"{"items":[{"id":1,"n":1}]}"#, #"{"items":[{"id":1,"n":9}]}"#, false),
      (
        ["$..id"], #"{"id":1,"a":[{"id":2,"b":{"id":3}}]}"#,
        #"{"id":9,"a":[{"id":9,"b":{"id":9}}]}"#,
        true
      ),
      (["$['a','b']"], #"{"a":1,"b":2,"c":3}"#, #"{"a":9,"b":9,"c":3}"#, true),
      (["$[-1]"], "[1,2,3]", "[1,2,4]", true), (["$[-1]"], "[1,2,3]", "[1,9,3]", false),
      (["$[1:]"], "[1,2,3]", "[1,5]", true), (["$[::2]"], "[1,2,3]", "[7,2,9]", true),
      (["$"], "1", "2", true), (["$.*"], #"{"a":1}"#, #"{"b":2}"#, true),
      (["$.*"], "[1]", "{}", false),
    ] as [([JSONPath], String, String, Bool)])
  func `ignored JSON paths do not count`(
    paths: [JSONPath], left: String, right: String, isEquivalent: Bool
  ) {
    let policy: RequestEquivalence = [.json(ignoring: paths)]
    let (a, b) = (request("POST", "http://h", left), request("POST", "http://h", right))
    #expect(policy.areEquivalent(a, b) == isEquivalent)
    #expect((policy.key(of: a) == policy.key(of: b)) == isEquivalent)
    #expect(policy.differences(incoming: a, recorded: b).isEmpty == isEquivalent)
  }

  @Test func `only the chosen JSON paths count`() {
    let policy: RequestEquivalence = [.json(only: ["$.a", "$.items[*].id"])]
    let recorded = request("POST", "http://h", #"{"a":1,"b":2,"items":[{"id":1,"n":2}]}"#)
    #expect(
      policy.areEquivalent(
        request("POST", "http://h", #"{"items":[{"n":9,"id":1.0}],"a":1}"#), recorded))
    #expect(
      !policy.areEquivalent(
        request("POST", "http://h", #"{"items":[{"n":9,"id":2}],"a":1}"#), recorded))
    #expect(!policy.areEquivalent(request("POST", "http://h", #"{"a":1}"#), recorded))
  }

  @Test func `a form is a multiset of fields`() {
    let policy: RequestEquivalence = [.form]
    let form = "application/x-www-form-urlencoded; charset=utf-8"
    func made(_ body: String, type: String = form) -> Interaction.Request {
      request("POST", "http://h", type: type, body)
    }
    #expect(policy.areEquivalent(made("a=1&b=x+y"), made("b=x%20y&a=1")))
    #expect(policy.areEquivalent(made("a=1&a=2"), made("a=2&a=1")))
    #expect(!policy.areEquivalent(made("a=1&a=1"), made("a=1")))
    #expect(!policy.areEquivalent(made("a=1&b=2", type: "text/plain"), made("b=2&a=1")))
    #expect(
      !policy.areEquivalent(
        made("a=1&b=2", type: "text/plain"), made("b=2&a=1", type: "text/plain")))
  }

  @Test(arguments: [
    ("form(only a)", "a=1&b=2", "c=3&a=1", true), ("form(only a)", "a=1", "a=2", false),
    ("form(only a)", "a=1", "a=1&a=2", false), ("form(only a, c)", "a=1", "a=1&c=2", false),
    ("form(ignoring b)", "a=1&b=2", "b=3&a=1", true), ("form(ignoring b)", "a=1", "a=1&c=2", false),
    ("form(only 'x y')", "x+y=%26", "x%20y=&&x%20y=%26", false),
    ("form(only 'x y')", "x+y=%26", "z=1&x%20y=%26", true),
  ])
  func `some fields of a form count, or all but some`(
    words: String, recorded: String, incoming: String, isEquivalent: Bool
  ) throws {
    let policy = try RequestEquivalence(parsing: words)
    let form = "application/x-www-form-urlencoded"
    let old = request("POST", "http://h", type: form, recorded)
    let new = request("POST", "http://h", type: form, incoming)
    #expect(policy.areEquivalent(new, old) == isEquivalent)
    #expect((policy.key(of: new) == policy.key(of: old)) == isEquivalent)
    #expect(policy.differences(incoming: new, recorded: old).isEmpty == isEquivalent)
    // Another kind of body is compared as it stands.
    let text = request("POST", "http://h", type: "text/plain", incoming)
    #expect(!policy.areEquivalent(text, old))
  }

  @Test(arguments: [
    ("multipart(only a)", true), ("multipart(only a, b)", false), ("multipart(ignoring b)", false),
    ("multipart(ignoring a, b)", true), ("multipart(only c)", true),
  ])
  func `some parts of a body count, named ones whatever their media types`(
    words: String, isEquivalent: Bool
  ) throws {
    let policy = try RequestEquivalence(parsing: words)
    func made(_ boundary: String, _ type: String, _ other: String) -> Interaction.Request {
      let parts = [
        "Content-Disposition: form-data; name=a\r\n\(type)\r\n1",
        "Content-Disposition: form-data; name=\"b\"\r\n\r\n\(other)",
      ]
      return request(
        "POST", "http://h", type: "multipart/form-data; boundary=\(boundary)",
        parts.map { "--\(boundary)\r\n\($0)\r\n" }.joined() + "--\(boundary)--\r\n")
    }
    let (old, new) = (made("X", "", "2"), made("Y", "Content-Type: text/plain\r\n", "3"))
    #expect(policy.areEquivalent(new, old) == isEquivalent)
    #expect((policy.key(of: new) == policy.key(of: old)) == isEquivalent)
    #expect(policy.differences(incoming: new, recorded: old).isEmpty == isEquivalent)
  }

  @Test func `the choice of fields and parts is Swift that compiles`() throws {
    let policy = try RequestEquivalence(
      parsing: "form(only a), form(ignoring 'b c'), multipart(only d), multipart(ignoring e)")
    #expect(
      policy.parts.map(\.swift) == [
        #".form(only: ["a"])"#, #".form(ignoring: ["b c"])"#, #".multipart(only: ["d"])"#,
        #".multipart(ignoring: ["e"])"#,
      ])
  }

  @Test func `a multipart body is equal whatever its boundary`() {
    let policy: RequestEquivalence = [.multipart]
    func made(_ boundary: String, _ file: String, swapped: Bool = false) -> Interaction.Request {
      let parts = [
        "Content-Disposition: form-data; name=\"a\"\r\n\r\n1",
        "content-disposition: form-data; name=file; filename=\"x.bin\"\r\n"
          + "Content-Type: Image/PNG\r\n\r\n\(file)",
      ]
      let body =
        "preamble\r\n"
        + (swapped ? parts.reversed() : parts).map { "--\(boundary)\r\n\($0)\r\n" }.joined()
        + "--\(boundary)--\r\n"
      return request(
        "POST", "http://h", type: "multipart/form-data; boundary=\"\(boundary)\"", body)
    }
    #expect(policy.areEquivalent(made("X", "a\r\n\r\nb"), made("Y-1", "a\r\n\r\nb")))
    #expect(policy.areEquivalent(made("X", "a"), made("Y", "a", swapped: true)))
    #expect(!policy.areEquivalent(made("X", "a"), made("X", "b")))
    #expect(MultipartBody(made("X", "a")).map { $0.parts.map(\.name) } == ["a", "file"])
    let torn = request("POST", "http://h", type: "multipart/mixed; boundary=X", "--X\r\n\r\na")
    #expect(MultipartBody(torn) == nil)
    #expect(policy.areEquivalent(torn, torn))
  }

  @Test func `GraphQL is compared by operation, tokens and variables`() {
    let policy: RequestEquivalence = [.graphql]
    func made(_ body: String) -> Interaction.Request {
      request("POST", "http://h/graphql", type: "application/json", body)
    }
    let recorded = made(
      ##"{"query":"query A($id: ID!) {\n  user(id: $id) { name } # who\n}","variables":{"id":1}}"##)
    #expect(
      policy.areEquivalent(
        made(##"{"variables":{"id":1.0},"query":"query A($id:ID!){user(id:$id){name}}"}"##),
        recorded))
    #expect(
      !policy.areEquivalent(
        made(##"{"variables":{"id":2},"query":"query A($id:ID!){user(id:$id){name}}"}"##), recorded)
    )
    #expect(
      !policy.areEquivalent(
        made(#"{"query":"{ a(s: \"x y\") }"}"#), made(#"{"query":"{ a(s: \"x  y\") }"}"#)))
    #expect(!policy.areEquivalent(made(#"{"query":"{ab}"}"#), made(#"{"query":"{a b}"}"#)))
    #expect(
      !policy.areEquivalent(
        made(#"{"extensions":{"persistedQuery":{"sha256Hash":"a"}}}"#),
        made(#"{"extensions":{"persistedQuery":{"sha256Hash":"b"}}}"#)))
    #expect(
      policy.areEquivalent(
        request("GET", "http://h/?query=%7Ba%7D&variables=%7B%7D"),
        request("GET", "http://h/?query=%7B+a+%7D")))
    #expect(!policy.areEquivalent(made("{}"), made("{ }")))
    #expect(policy.areEquivalent(made(#"[{"query":"{a}"}]"#), made(#"[{"query":"{ a, }"}]"#)))
  }

  @Test func `named headers are compared as one list of values`() {
    let policy: RequestEquivalence = [.headers("Accept", "X-A")]
    #expect(
      policy.areEquivalent(
        request(headers: ["accept": "a", "ACCEPT": "b", "Other": "1"]),
        request(headers: ["Accept": "a, b", "Other": "2"])))
    #expect(!policy.areEquivalent(request(headers: ["X-A": ""]), request()))
    #expect(
      !policy.areEquivalent(request(headers: ["X-A": "1"]), request(headers: ["Accept": "1"])))
  }

  @Test func `all headers are compared, but those of the transfer and those that are named`() {
    let recorded = request(headers: ["Accept": "a", "X-A": "1", "Host": "h", "Content-Length": "0"])
    func agree(_ headers: HeaderFields, _ policy: RequestEquivalence = [.headers]) -> Bool {
      let (left, right) = (request(headers: headers), recorded)
      #expect(policy.areEquivalent(left, right) == policy.areEquivalent(right, left))
      return policy.areEquivalent(left, right)
    }
    #expect(agree(["x-a": "1", "accept": "a", "Connection": "close", "Proxy-Authorization": "x"]))
    #expect(!agree(["X-A": "1", "Accept": "b"]))
    #expect(!agree(["X-A": "1"]))
    #expect(!agree(["X-A": "1", "Accept": "a", "X-B": ""]))
    let ignoring: RequestEquivalence = [.headers(ignoring: ["ACCEPT", "x-b"])]
    #expect(agree(["X-A": "1"], ignoring))
    #expect(agree(["X-A": "1", "Accept": "b", "X-B": "c"], ignoring))
    #expect(!agree(["X-A": "2"], ignoring))
    // Repeats are joined, and a name is not taken for a value.
    #expect(
      RequestEquivalence([.headers]).areEquivalent(
        request(headers: ["A": "1", "B": "x", "a": "2"]), request(headers: ["b": "x", "A": "1, 2"]))
    )
    #expect(
      !RequestEquivalence([.headers]).areEquivalent(
        request(headers: ["a": "b"]), request(headers: ["b": "a"])))
    let volatile = RequestEquivalence([.headers]).ignoring(.standard.adding(headers: ["X-A"]))
    #expect(volatile.description == "headers(ignoring x-a)")
    #expect(volatile.parts.first?.swift == #".headers(ignoring: ["x-a"])"#)
  }

  @Test func `a closure is asked and gives no key`() {
    let policy: RequestEquivalence = [
      .method, .custom("tenant") { $0.url.hasSuffix("x") && $1.url.hasSuffix("x") },
    ]
    #expect(!policy.isFullyKeyed)
    #expect(policy.areEquivalent(request("GET", "http://a/x"), request("GET", "http://b/x")))
    #expect(!policy.areEquivalent(request("GET", "http://a/y"), request("GET", "http://b/x")))
    #expect(
      policy.key(of: request("GET", "http://a/x"))
        == RequestEquivalence([.method]).key(of: request("GET", "http://c")))
  }

  @Test(arguments: UInt64(0)..<10)
  func `any spelling of a random JSON value is that value`(seed: UInt64) {
    var generator = SeededRandom(seed: seed)
    for _ in 0..<100 {
      let value = RandomJSON.make(&generator, depth: 4)
      let (left, right) = (value.spelled(&generator), value.spelled(&generator))
      let other = RandomJSON.array([value, .number(1, 0)]).spelled(&generator)
      let policy: RequestEquivalence = [.json]
      let (a, b) = (request("POST", "http://h", left), request("POST", "http://h", right))
      #expect(policy.areEquivalent(a, b), "\(left) \(right)")
      #expect(policy.key(of: a) == policy.key(of: b))
      #expect(!policy.areEquivalent(a, request("POST", "http://h", other)))
      let form = JSONText(Array(left.utf8)).map { JSONNormalForm.make($0) }
      #expect(form != nil, "\(left)")
    }
  }

  @Test func `deep and large JSON is read without recursion`() {
    let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
    let policy: RequestEquivalence = [.json]
    #expect(JSONText(Array(deep.utf8)) == nil)
    #expect(
      policy.areEquivalent(request("POST", "http://h", deep), request("POST", "http://h", deep)))
    let allowed = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
    #expect(JSONText(Array(allowed.utf8)) != nil)
    #expect(
      policy.areEquivalent(
        request("POST", "http://h", allowed), request("POST", "http://h", " " + allowed)))
    let wide = "[" + (0..<20_000).map { #"{"id":\#($0),"a":"x"}"# }.joined(separator: ",") + "]"
    let spaced = "[" + (0..<20_000).map { #"{"a":"x", "id":\#($0)}"# }.joined(separator: ",") + "]"
    #expect(
      policy.areEquivalent(request("POST", "http://h", wide), request("POST", "http://h", spaced)))
  }
}

/// A JSON value that can be written in many ways.
indirect enum RandomJSON {
  case null, bool(Bool), number(Int, Int), string(String), array([RandomJSON])
  case object([String: RandomJSON])

  static func make(_ generator: inout SeededRandom, depth: Int) -> RandomJSON {
    let strings = ["", "a", "é", "😀", "\"", "\\", "/", "\n", "\u{0}", "a b", "1"]
    func text(_ generator: inout SeededRandom) -> String {
      (strings.randomElement(using: &generator) ?? "")
        + (strings.randomElement(using: &generator) ?? "")
    }
    switch Int.random(in: 0..<(depth > 0 ? 6 : 4), using: &generator) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &generator))
    case 2:
      return .number(
        Int.random(in: -5000...5000, using: &generator), Int.random(in: -3...3, using: &generator))
    case 3: return .string(text(&generator))
    case 4:
      return .array(
        (0..<Int.random(in: 0...4, using: &generator)).map { _ in make(&generator, depth: depth - 1)
        })
    default:
      var members: [String: RandomJSON] = [:]
      for _ in 0..<Int.random(in: 0...4, using: &generator) {
        members[text(&generator)] = make(&generator, depth: depth - 1)
      }
      return .object(members)
    }
  }

  func spelled(_ generator: inout SeededRandom) -> String {
    let whiteSpace = ["", " ", "\n\t"].randomElement(using: &generator) ?? ""
    switch self {
    case .null: return "null" + whiteSpace
    case .bool(let value): return whiteSpace + "\(value)"
    case .number(let digits, let power):
      let shift = Int.random(in: 0...3, using: &generator)
      let zeros = digits == 0 ? "" : String(repeating: "0", count: shift)
      let fraction = Bool.random(using: &generator) ? ".0" : ""
      return "\(digits)\(zeros)\(fraction)e\(digits == 0 ? 5 : power - shift)"
    case .string(let text): return Self.quoted(text, &generator) + whiteSpace
    case .array(let values):
      return "[" + values.map { whiteSpace + $0.spelled(&generator) }.joined(separator: ",")
        + whiteSpace
        + "]"
    case .object(let members):
      return "{"
        + members.shuffled(using: &generator).map {
          whiteSpace + Self.quoted($0.key, &generator) + whiteSpace + ":"
            + $0.value.spelled(&generator)
        }.joined(separator: ",") + "}"
    }
  }

  private static func quoted(_ text: String, _ generator: inout SeededRandom) -> String {
    var quoted = "\""
    for unit in text.unicodeScalars {
      if unit.value < 0x20 || unit == "\"" || unit == "\\" || Bool.random(using: &generator) {
        for code in String(unit).utf16 {
          let hex = String(code, radix: 16)
          quoted += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
        }
      } else {
        quoted.unicodeScalars.append(unit)
      }
    }
    return quoted + "\""
  }
}
