import Testing

@testable import VCRCore

struct DifferencesTests {
  typealias Difference = RequestEquivalence.Difference

  @Test func `the report of a near miss names query and body`() {
    let policy: RequestEquivalence = [.method, .url, .json]
    let recorded = request(
      "POST", "https://api.example.com/v1/users?expand=members", #"{"name":"Ada","age":36}"#)
    let incoming = request(
      "POST", "https://api.example.com/v1/users?expand=team", #"{"age":36,"name":"Grace"}"#)
    #expect(
      policy.differences(incoming: incoming, recorded: recorded) == [
        Difference(part: "query", place: "expand", recorded: "members", incoming: "team"),
        Difference(part: "body", place: "$.name", recorded: #""Ada""#, incoming: #""Grace""#),
      ])
  }

  @Test func `each component of a URL is told apart, the heaviest first`() {
    let found = RequestEquivalence.standard.differences(
      incoming: request("PUT", "http://b.example:81/y?a=1&c=3"),
      recorded: request("GET", "https://a.example/x?a=1&b=2"))
    #expect(found.map(\.part) == ["host", "path", "method", "scheme", "port", "query", "query"])
    #expect(found[1] == Difference(part: "path", recorded: "/x", incoming: "/y"))
    #expect(found[4] == Difference(part: "port", recorded: "443", incoming: "81"))
    #expect(found[5] == Difference(part: "query", place: "b", recorded: "2", incoming: nil))
    #expect(found[6] == Difference(part: "query", place: "c", recorded: nil, incoming: "3"))
  }

  @Test(
    arguments: [
      (#"{"a":[1,2,{"b":1}]}"#, #"{"a":[1,3,{"b":1}]}"#, [("$.a[1]", "2", "3")]),
      (#"{"a":1}"#, #"{"b":1}"#, [("$.a", "1", nil), ("$.b", nil, "1")]),
      ("[1]", "[1,2]", [("$[1]", nil, "2")]),
      (#"{"x-y":1}"#, #"{"x-y":[]}"#, [("$['x-y']", "1", "[]")]),
      ("1", "{}", [("$", "1", "{}")]),
      ("[1.0,\"\\u0061\"]", "[1,\"a\",null]", [("$[2]", nil, "null")]),
    ] as [(String, String, [(String, String?, String?)])])
  func `JSON bodies differ by path`(
    recorded: String, incoming: String, places: [(String, String?, String?)]
  ) {
    let found = RequestEquivalence([.json]).differences(
      incoming: request("POST", "http://h", incoming),
      recorded: request("POST", "http://h", recorded))
    #expect(
      found
        == places.map { Difference(part: "body", place: $0.0, recorded: $0.1, incoming: $0.2) })
  }

  @Test func `other bodies show the first difference`() {
    func find(_ recorded: String, _ incoming: String) -> [Difference] {
      RequestEquivalence([.body]).differences(
        incoming: request("POST", "http://h", incoming),
        recorded: request("POST", "http://h", recorded))
    }
    #expect(
      find("one\ntwo\nthree", "one\ntwo\nthree!")
        == [
          Difference(
            part: "body", place: "line 3, column 6", recorded: "one\\ntwo\\nthree",
            incoming: "one\\ntwo\\nthree!")
        ])
    let long = String(repeating: "x", count: 100)
    let found = find(long + "a" + long, long + "b" + long)
    #expect(found.first?.place == "byte 101")
    #expect(found.first?.recorded == "…xxxxxxxxxxxxxxxxa" + String(repeating: "x", count: 41) + "…")
    #expect(find("", "a") == [Difference(part: "body", recorded: nil, incoming: "a")])
  }

  @Test func `a binary body is shown by size and bytes`() {
    let recorded = Interaction.Request(url: "http://h", body: [1, 2, 3, 0xFF])
    let incoming = Interaction.Request(url: "http://h", body: [1, 2, 4, 0xFF])
    #expect(
      RequestEquivalence([.body]).differences(incoming: incoming, recorded: recorded) == [
        Difference(
          part: "body", place: "byte 3", recorded: "4 bytes, at 3: 03 ff",
          incoming: "4 bytes, at 3: 04 ff")
      ])
  }

  @Test func `fields of forms, headers and multipart bodies are named`() {
    let form = "application/x-www-form-urlencoded"
    #expect(
      RequestEquivalence([.form]).differences(
        incoming: request("POST", "http://h", type: form, "b=1&a=3&a=2"),
        recorded: request("POST", "http://h", type: form, "a=1&a=2&b=1"))
        == [Difference(part: "form", place: "a", recorded: "1", incoming: "3")])
    #expect(
      RequestEquivalence([.headers("Accept", "X-A")]).differences(
        incoming: request(headers: ["Accept": "b"]),
        recorded: request(headers: ["Accept": "b", "X-A": "1"]))
        == [Difference(part: "header", place: "X-A", recorded: "1", incoming: nil)])
    #expect(
      RequestEquivalence([.headers]).differences(
        incoming: request(headers: ["Accept": "b", "X-B": "2"]),
        recorded: request(headers: ["accept": "b", "X-A": "1", "Host": "h"]))
        == [
          Difference(part: "header", place: "x-a", recorded: "1", incoming: nil),
          Difference(part: "header", place: "x-b", recorded: nil, incoming: "2"),
        ])
    func multipart(_ content: String) -> Interaction.Request {
      request(
        "POST", "http://h", type: "multipart/form-data; boundary=B",
        "--B\r\nContent-Disposition: form-data; name=\"f\"\r\n\r\n\(content)\r\n--B--")
    }
    #expect(
      RequestEquivalence([.multipart]).differences(
        incoming: multipart("new"), recorded: multipart("old"))
        == [Difference(part: "multipart", place: "f", recorded: "old", incoming: "new")])
    #expect(
      RequestEquivalence([.graphql]).differences(
        incoming: request("POST", "http://h", #"{"query":"{a}","variables":{"id":2}}"#),
        recorded: request("POST", "http://h", #"{"query":"{a}","variables":{"id":1}}"#))
        == [Difference(part: "graphql", place: "variables.id", recorded: "1", incoming: "2")])
    #expect(
      RequestEquivalence([.custom("tenant") { _, _ in false }]).differences(
        incoming: request(), recorded: request())
        == [Difference(part: "tenant", recorded: nil, incoming: nil)])
  }

  @Test func `values fit on one line and hold no control characters`() {
    let hostile = String(repeating: "\u{1B}[31m\n\u{202E}é", count: 10_000)
    let found = RequestEquivalence([.headers("X")]).differences(
      incoming: request(headers: ["X": hostile]), recorded: request(headers: ["X": "1"]))
    let shown = found.first?.incoming ?? ""
    #expect(shown.count <= 60)
    #expect(shown.hasSuffix("…"))
    #expect(shown.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202E })
  }

  @Test func `candidates rank host over path over query over body over headers`() {
    let policy: RequestEquivalence = [.method, .url, .json, .headers("X")]
    let incoming = request("GET", "http://h/a/b?q=1&r=2", headers: ["X": "1"], "[1,2]")
    func distance(_ url: String, _ body: String = "[1,2]", _ header: String = "1") -> Int {
      policy.distance(
        incoming: incoming, recorded: request("GET", url, headers: ["X": header], body)
      ).value
    }
    let same = "http://h/a/b?q=1&r=2"
    let ranked = [
      distance(same), distance(same, "[1,2]", "2"), distance(same, "[1,3]"),
      distance(same, "[3,4]"),
      distance(same, "[3,4]", "2"), distance("http://h/a/b?q=2&r=2"), distance("http://h/a/b?q=2"),
      distance("http://h/a/b", "[3]", "2"), distance("http://h/a/c?q=1&r=2"),
      distance("http://h/c"),
      distance("http://i/a/b?q=1&r=2"),
    ]
    #expect(ranked.first == 0)
    #expect(ranked == ranked.sorted())
    #expect(Set(ranked).count == ranked.count)
  }

  @Test func `differing bodies of any size are reported in bounded space`() {
    let many = "[" + (0..<50_000).map(String.init).joined(separator: ",") + "]"
    let found = RequestEquivalence([.json]).differences(
      incoming: request("POST", "http://h", many), recorded: request("POST", "http://h", "[]"))
    #expect(found.count == 256)
  }
}
