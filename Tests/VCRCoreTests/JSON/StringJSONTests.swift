import Testing

@testable import VCRCore

/// Values in JSON that stands in strings of other JSON.
struct StringJSONTests {
  private func values(_ path: String, in json: String) throws -> [String] {
    let text = try #require(JSONText(Array(json.utf8)))
    return StringJSON.selected(by: [try JSONPath(parsing: path)], in: text).flatMap { string in
      string.values.map { String(decoding: text.bytes[string.json.range(of: $0)], as: UTF8.self) }
    }
  }

  @Test func `a path goes into strings, and its values are found with their escapes`() throws {
    let call = #"{"a":"{\"b\":\"x\\\"y\",\"c\":[1,2]}"}"#
    #expect(try values("$.a $.b", in: call) == [#"\"x\\\"y\""#])
    #expect(try values("$.a $.c[*]", in: call) == ["1", "2"])
    #expect(try values("$.a $..missing", in: call).isEmpty)
    let list =
      #"[{"a":"{\"id\":1,\"n\":{\"id\":\"\u00e9\ud83d\ude00z\"}}"},{"a":"[]"},"#
      + #"{"a":"no"},{"a":3},{"a":"{\u0022id\u0022:\u00221\u0022}"}]"#
    #expect(
      try values("$[*].a $..id", in: list)
        == ["1", #"\"\u00e9\ud83d\ude00z\""#, #"\u00221\u0022"#])
    #expect(
      try JSONPath(parsing: "$[*].a $..id").select(in: #require(JSONText(Array(list.utf8)))).isEmpty
    )
  }

  @Test func `what stands in a string counts without the values that are ignored`() throws {
    let choice = JSONChoice.ignoring(["$.a $.id"])
    let forms = try [#""1""#, #""22""#, "null"].map { id in
      let inner = #"{"id":\#(id),"n":1}"#.replacing("\"", with: "\\\"")
      let text = try #require(JSONText(Array(#"{"a":"\#(inner)"}"#.utf8)))
      return JSONNormalForm.make(text, choosing: choice)
    }
    #expect(Set(forms).count == 1)
    let other = try #require(JSONText(Array(#"{"a":"{\"id\":\"1\",\"n\":2}"}"#.utf8)))
    #expect(JSONNormalForm.make(other, choosing: choice) != forms[0])
  }

  @Test(arguments: [
    (#"{"a":"{\"id\":1,\"n\":[1,2]}"}"#, #"{"a":"{\"id\":2,\"n\":[1,3]}"}"#, "$.a $.n[1] 2 3"),
    (#"{"a":"{\"n\":1}"}"#, #"{"a":"{\"n\":1,\"m\":2}"}"#, "$.a $.m - 2"),
    (#"{"a":"{\"id\":1}"}"#, #"{"a":"{\"id\": 1}"}"#, #"$.a "{\"id\":1}" "{\"id\": 1}""#),
    (#"{"a":"{\"n\":1}"}"#, #"{"a":"[1]"}"#, #"$.a "{\"n\":1}" "[1]""#),
  ])
  func `a request that differs in JSON in a string says in which place`(
    recorded: String, incoming: String, expected: String
  ) throws {
    var comparison = JSONComparison(
      try #require(JSONText(Array(recorded.utf8))), try #require(JSONText(Array(incoming.utf8))),
      choosing: .ignoring(["$.a $.id"]))
    let found = comparison.differences(part: "body").map {
      "\($0.place ?? "") \($0.recorded ?? "-") \($0.incoming ?? "-")"
    }
    #expect(found == [expected])
  }

  @Test(arguments: ["$.a $.b $.c", "$.a b", "$.a  $.b", "$.a $.b "])
  func `what is no path into a string is refused with its column`(path: String) {
    #expect(throws: JSONPathError.self) { try JSONPath(parsing: path) }
  }
}
