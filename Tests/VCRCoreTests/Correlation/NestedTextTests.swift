import Testing

@testable import VCRCore

/// The values within a text of a request, whatever the text is written in.
struct NestedTextTests {
  /// What a text that stands in a request as it is holds, each value with its names and what stands
  /// before it.
  private static func found(_ text: String, before: String? = nil) -> [String] {
    let bytes = Array(text.utf8)
    return NestedText(.body, bytes, bytes.indices, layer: nil).values(
      names: before == nil ? ["n"] : [], before: before
    ).map { value in
      ([value.text] + value.names + (value.before.map { ["after \($0)"] } ?? []))
        .joined(separator: " ")
    }
  }

  @Test(arguments: [
    // JSON within a text, and JSON within a string of it.
    (#"{"a":{"id":7},"b":["x"]}"#, ["7 n a id", "x n b"]),
    (#"{"q":"{\"id\":42}"}"#, [#"{"id":42} n q"#, "42 n q id"]),
    // A URL, its segments and its query.
    (
      "https://h/items/42?next=%2Fa%2Fb7",
      ["items", "42 after items", "/a/b7 next", "a", "b7 after a"]
    ),
    // Each of several, and what has a suffix.
    ("42,43", ["42 n", "43 n"]),
    // Words that have a digit and a name.
    ("Order 42 was created", ["42 after Order"]),
    ("order_id=42 and status: 7x", ["42 order_id", "7x status"]),
    ("issue #42", ["42 after issue"]),
    (#"{ o(id: "42" x:'7') }"#, ["42 o id", "7 o x"]),
    (
      #"{ a(n: 1 of: { key: "calm-otter" }) { b(c: true) d(e: 5) } }"#,
      ["1 a n", "calm-otter a key", "5 d e"]
    ),
    ("a well-known fact: calm-otter", ["calm-otter fact"]),
    ("show VXNlcjoxMDA5OQ== now", ["VXNlcjoxMDA5OQ==", "VXNlcjoxMDA5OQ"]),
    ("VXNlcjoxMDA5OQ=now", ["VXNlcjoxMDA5OQ"]),
    (#"say "42" or " 7" "#, []),
    // No word says what the number is.
    ("42 is the answer to 43", ["43 after to"]),
    // Base64 of a text that can be read.
    ("VXNlcjoxMDAwMA==", ["User:10000 n", "10000 User"]),
    ("nothing here", []), ("", []), ("7", []),
  ])
  func `a text holds values of its own`(text: String, expected: [String]) {
    #expect(Self.found(text) == expected)
  }

  @Test(arguments: [("42.json", ["42"]), ("42:cancel", ["42"]), ("a.b.c", ["a.b"]), ("list", [])])
  func `a segment of a path is also what stands before its suffix`(
    text: String, expected: [String]
  ) {
    #expect(Self.found(text, before: "orders") == expected.map { "\($0) after orders" })
  }

  /// Requests that hold values in as many ways as there are.
  private static let requests: [Interaction.Request] = {
    func request(
      _ url: String, _ headers: HeaderFields = [:], _ body: String = ""
    ) -> Interaction.Request {
      .init(method: "POST", url: url, headers: headers, body: Body(Array(body.utf8)))
    }
    let json: HeaderFields = ["Content-Type": "application/json"]
    return [
      request("http://h/users/42/orders/ord%20er%2F7?q=a%2Bb&next=%2Fitems%2F43%3Fx%3D1"),
      request("http://h/a?filter=%7B%22id%22%3A%2242%22%2C%22n%22%3A7%7D&t=VXNlcjoxMDAwMA%3D%3D"),
      request("http://h/", ["Cookie": "a=1; session=x42y", "X-Ref": "http://h/items/42?p=a%20b"]),
      request("http://h/", ["Authorization": "Bearer abc.def"]),
      request("http://h/", json, #"{"a":[{"id":42,"s":"x\"y\\z"}],"u":"/items/42?b=%C3%A9"}"#),
      request("http://h/", json, #"{"q":"{\"id\":\"4\\\"2\",\"u\":\"/a/b%207\"}"}"#),
      request("http://h/", json, #"{"id":"eyJpZCI6IjQyIiwibiI6N30="}"#),
      request(
        "http://h/", ["Content-Type": "application/x-www-form-urlencoded"],
        "a=1+2&b=%7B%22id%22%3A%2242%22%7D&c=http%3A%2F%2Fh%2Fx%2F42&d="),
      request(
        "http://h/", ["Content-Type": "multipart/form-data; boundary=B"],
        "--B\r\nContent-Disposition: form-data; name=\"id\"\r\n\r\n42\r\n--B--\r\n"),
      request("http://h/", ["Content-Type": "application/xml"], "<a><id>4&amp;2</id></a>"),
      request("http://h/", ["Content-Type": "application/x-ndjson"], "{\"id\":1}\n{\"id\":2}\n"),
      request("http://h/", ["Content-Type": "text/plain"], "Order 42 of user_id=u7"),
    ]
  }()

  @Test func `a request with its own values in their places is the same`() {
    for request in Self.requests {
      let values = ConsumedValue.values(of: request)
      #expect(!values.isEmpty, "\(request.url)")
      for value in values {
        let again = request.replacing([(value, value.text)])
        #expect(
          ConsumedValue.values(of: again).map(\.text) == values.map(\.text),
          "\(value) of \(request)")
      }
    }
  }

  @Test(arguments: ["43", "x9", "a-b", "é7", #"q"7\n"#, "a/b&c=7", "<7>", "50%41"])
  func `another text in the place of a value is read there again`(text: String) {
    // What is no readable text, or too short for one, is not read as Base64.
    for request in Self.requests {
      for value in ConsumedValue.values(of: request)
      where !value.isByContent && value.slot.part == nil {
        let changed = request.replacing([(value, text)])
        #expect(Self.isRead(text, inPlaceOf: value, of: changed), "\(value): \(changed)")
      }
    }
  }

  @Test func `another text in the place of one in Base64 is read there again`() {
    for request in Self.requests {
      for value in ConsumedValue.values(of: request)
      where !value.isByContent && value.slot.part != nil {
        let changed = request.replacing([(value, "User:20000")])
        #expect(Self.isRead("User:20000", inPlaceOf: value, of: changed), "\(value): \(changed)")
      }
    }
  }

  private static func isRead(
    _ text: String, inPlaceOf value: ConsumedValue, of request: Interaction.Request
  ) -> Bool {
    ConsumedValue.values(of: request).contains {
      $0.slot.holder == value.slot.holder && $0.names == value.names && $0.text == text
    }
  }
}
