import Testing

@testable import VCRCore
@testable import VCRReview

struct InteractionComparisonTests {
  static let cases: [(old: String, new: String, lines: [String])] = [
    (#"{"a":1}"#, #"{"a":2}"#, ["$.a 1 → 2"]),
    (#"{"a":1}"#, #"{"a":"1"}"#, [#"$.a 1 → "1""#]),
    (#"{"a":1}"#, #"{"a":1,"b":2}"#, ["$.b added 2"]),
    (#"{"a":1,"b":2}"#, #"{"a":1}"#, ["$.b removed 2"]),
    (#"{"a b":1}"#, #"{"a b":2}"#, ["$['a b'] 1 → 2"]),
    (#"{"a":10}"#, #"{"a":10.0}"#, ["$.a 10 → 10.0"]),
    (#"[1,2,3]"#, #"[0,1,2,3]"#, ["$[0] added 0"]),
    (#"[1,2,3,4]"#, #"[4,1,2,3]"#, ["$[0] moved [3] → [0]"]),
    (#"[1,2,3]"#, #"[3,2,1]"#, ["$[0] moved [2] → [0]", "$[2] moved [0] → [2]"]),
    (#"[1,2,3]"#, #"[9,3,2,1]"#, ["$[0] added 9", "$[1] moved [2] → [1]", "$[3] moved [0] → [3]"]),
    (#"[1,2,3]"#, #"[1,9,3]"#, ["$[1] 2 → 9"]),
    (
      #"[{"id":1,"p":10},{"id":2,"p":20}]"#, #"[{"id":3,"p":7},{"id":1,"p":12},{"id":2,"p":20}]"#,
      ["$[0] added {\"id\":3,\"p\":7}", "$[1].p 10 → 12"]
    ),
    (
      #"{"items":[{"id":1},{"id":2}]}"#, #"{"items":[{"id":1,"sku":"x"},{"id":2,"sku":"y"}]}"#,
      [#"$.items[0].sku added "x""#, #"$.items[1].sku added "y""#]
    ),
    // Ids of which none is there again may be others each time.
    (
      #"[{"id":"a","ok":true,"ms":1},{"id":"b","ok":true,"ms":2}]"#,
      #"[{"id":"c","ok":true,"ms":3},{"id":"d","ok":true,"ms":4}]"#,
      [
        #"$[0].id "a" → "c""#, #"$[1].id "b" → "d""#, "$[0].ms 1 → 3", "$[1].ms 2 → 4",
      ]
    ),
    (
      #"[{"id":"a","n":1},{"id":"b","n":2}]"#, #"[{"id":"c","n":3},{"id":"d","n":4}]"#,
      [
        #"$[0] removed {"id":"a","n":1}"#, #"$[1] removed {"id":"b","n":2}"#,
        #"$[0] added {"id":"c","n":3}"#, #"$[1] added {"id":"d","n":4}"#,
      ]
    ),
  ]

  @Test(arguments: cases)
  func `a change in JSON is shown by its place`(old: String, new: String, lines: [String]) {
    #expect(DiffFixture.lines(DiffFixture.json(old), DiffFixture.json(new)) == lines)
  }

  @Test func `an element put in front of a thousand is one difference`() {
    let elements = (0..<1000).map { #"{"n":\#($0),"text":"some text \#($0)"}"# }
    let old = "[" + elements.joined(separator: ",") + "]"
    let new = "[" + ([#"{"n":-1,"text":"new"}"#] + elements).joined(separator: ",") + "]"
    let lines = DiffFixture.lines(DiffFixture.json(old), DiffFixture.json(new))
    #expect(lines == [#"$[0] added {"n":-1,"text":"new"}"#])
  }

  @Test func `a large array in another order is shown in one line`() {
    let old = "[" + (0..<5000).map(String.init).joined(separator: ",") + "]"
    let new = "[" + (0..<5000).reversed().map(String.init).joined(separator: ",") + "]"
    let lines = DiffFixture.lines(DiffFixture.json(old), DiffFixture.json(new))
    #expect(lines == ["$[*] in another order (4999 places)"])
  }

  @Test func `status, fields and version are shown as HTTP has them`() {
    var old = DiffFixture.json("{}", headers: ["Cache-Control": "max-age=60", "Vary": "A"])
    var new = DiffFixture.json("{}", headers: ["cache-control": "no-cache"], status: 404)
    old.request.headers = ["Accept": "*/*"]
    new.request.http = "HTTP/2"
    #expect(
      DiffFixture.lines(old, new) == [
        "request version HTTP/1.1 → HTTP/2", "request header Accept removed */*",
        "status 200 → 404", "header cache-control max-age=60 → no-cache",
        "header Vary removed A",
      ])
  }

  @Test func `repeated fields are compared by content and order is said`() {
    let old = DiffFixture.json("{}", headers: ["Link": "a", "link": "b"])
    let swapped = DiffFixture.json("{}", headers: ["Link": "b", "Link": "a"])
    let more = DiffFixture.json("{}", headers: ["Link": "c", "Link": "a", "Link": "b"])
    #expect(DiffFixture.lines(old, swapped) == ["header Link moved a, b → b, a"])
    #expect(DiffFixture.lines(old, more) == ["header Link added c"])
  }

  @Test func `what is volatile is hidden and counted`() throws {
    var old = DiffFixture.json(
      #"{"at":1,"a":1}"#, headers: ["Date": "x", "Set-Cookie": "a=1; Max-Age=5"])
    var new = DiffFixture.json(
      #"{"at":2,"a":1}"#, headers: ["Date": "y", "Set-Cookie": "a=1; Max-Age=6"])
    (old.seconds, new.seconds) = (1, 2)
    let volatility = Volatility.standard.adding(jsonPaths: ["$.at"])
    #expect(DiffFixture.lines(old, new, volatility: volatility).isEmpty)
    #expect(DiffFixture.lines(old, new, volatility: volatility, showsVolatile: true).count == 4)
    let diff = try DiffFixture.diff([old], [new], volatility: volatility)
    #expect(diff.isEmpty)
    #expect(diff.volatileOnly == 1)
  }

  @Test func `a nonce of the content security policy is no change in its page either`() throws {
    func page(_ nonce: String, _ text: String) -> Interaction {
      Interaction(
        request: .init(url: "https://api.test/"),
        outcome: .response(
          .init(
            status: 200,
            headers: [
              "Content-Type": "text/html", "Content-Security-Policy": "script-src 'nonce-\(nonce)'",
            ],
            body: Body(
              Array("<script nonce=\"\(nonce)\">go()</script>\n<p>\(text)</p>\n".utf8)))))
    }
    let (old, new) = (page("YnYQINB8J9NrBRmv", "red"), page("uSLYpEFk2k1eqYJf", "red"))
    #expect(DiffFixture.lines(old, new).isEmpty)
    #expect(!DiffFixture.lines(old, new, showsVolatile: true).isEmpty)
    let diff = try DiffFixture.diff([old], [new])
    #expect(diff.changes.isEmpty && diff.volatileOnly == 1)
    let change = try #require(
      InteractionComparison().change(from: old, to: page("uSLYpEFk2k1eqYJf", "blue")))
    let lines = change.differences.flatMap(\.hunks).flatMap(\.lines)
    #expect(lines.contains { "\($0)".contains("blue") }, "\(lines)")
    #expect(!lines.contains { "\($0)".contains("uSLYpEFk2k1eqYJf") }, "\(lines)")
  }

  @Test func `text is shown in hunks, whatever its type`() throws {
    let old = (1...20).map { "line \($0)" }.joined(separator: "\n")
    let new = old.replacing("line 10", with: "another")
    let comparison = InteractionComparison()
    let change = try #require(
      comparison.change(
        from: DiffFixture.interaction(old, type: "text/html"),
        to: DiffFixture.interaction(new, type: "text/html")))
    let difference = try #require(change.differences.first)
    #expect(difference.part == .text)
    let hunk = try #require(difference.hunks.first)
    #expect(hunk.oldStart == 7)
    #expect(
      hunk.lines == [
        .same("line 7"), .same("line 8"), .same("line 9"), .removed("line 10"), .added("another"),
        .same("line 11"), .same("line 12"), .same("line 13"),
      ])
  }

  @Test func `binary is shown by size and type`() {
    let old = DiffFixture.interaction("\0abc", type: "image/png")
    let new = DiffFixture.interaction("\0abcd", type: "image/png")
    #expect(
      DiffFixture.lines(old, new) == ["body 4 bytes of image/png → 5 bytes of image/png"])
  }

  @Test func `event streams and JSON lines are compared event by event`() {
    let type = "text/event-stream"
    #expect(
      DiffFixture.lines(
        DiffFixture.interaction("data: {\"n\":1}\n\ndata: {\"n\":2}\n\n", type: type),
        DiffFixture.interaction("data: {\"n\":1}\n\ndata: {\"n\":3}\n\n", type: type))
        == ["event(2) $.n 2 → 3"])
    #expect(
      DiffFixture.lines(
        DiffFixture.interaction("{\"n\":1}\n{\"n\":2}\n", type: "application/x-ndjson"),
        DiffFixture.interaction("{\"n\":1}\n{\"n\":5}\n", type: "application/x-ndjson"))
        == ["line(2) $.n 2 → 5"])
  }

  @Test func `forms and parts are compared by name`() {
    func form(_ body: String, _ type: String) -> Interaction {
      var interaction = DiffFixture.json("{}")
      interaction.request.method = "POST"
      interaction.request.headers = ["Content-Type": type]
      interaction.request.body = Body(Array(body.utf8))
      return interaction
    }
    let type = "application/x-www-form-urlencoded"
    #expect(
      DiffFixture.lines(form("a=1&b=2", type), form("b=3&a=1", type)) == ["request form(b) 2 → 3"])
    func parts(_ boundary: String, _ value: String) -> Interaction {
      form(
        "--\(boundary)\r\nContent-Disposition: form-data; name=\"f\"\r\n\r\n\(value)\r\n"
          + "--\(boundary)--\r\n", "multipart/form-data; boundary=\(boundary)")
    }
    #expect(DiffFixture.lines(parts("x", "1"), parts("y", "1")).isEmpty)
    #expect(DiffFixture.lines(parts("x", "1"), parts("y", "2")) == ["request part(f) 1 → 2"])
  }

  @Test func `a failure in place of a response is named`() {
    let old = DiffFixture.json("{}")
    var new = old
    new.outcome = .failure(.init(code: "timedOut", number: -1001, message: "too slow"))
    #expect(DiffFixture.lines(old, new) == ["outcome 200 OK → timedOut: too slow"])
  }

  @Test func `JSON at the limit of depth is compared`() {
    let open = String(repeating: "[", count: 512)
    let close = String(repeating: "]", count: 512)
    let lines = DiffFixture.lines(
      DiffFixture.json(open + "1" + close), DiffFixture.json(open + "2" + close))
    #expect(lines.count == 1)
  }
}
