import Testing

@testable import VCRCore

/// The values of bodies that are no single JSON text.
struct CorrelatedBodiesTests {
  private static func request(_ type: String, _ body: String) -> Interaction.Request {
    Interaction.Request(
      method: "POST", url: "http://api.test/use", headers: ["Content-Type": type],
      body: Body(Array(body.utf8)))
  }

  private static func response(_ type: String, _ body: String) -> Interaction.Response {
    Interaction.Response(
      status: 200, headers: ["Content-Type": type], body: Body(Array(body.utf8)))
  }

  @Test(arguments: [
    (
      "application/xml",
      "<?xml version=\"1.0\"?>\n<s:order a=\"1\"><s:id>8657</s:id><x/></s:order>",
      ["order", "id"], "a&b", "<s:id>a&amp;b</s:id>"
    ),
    (
      "application/x-ndjson", "{\"x\":1}\n{\"order\":{\"id\":8657}}\n", ["order", "id"], "8883",
      "{\"order\":{\"id\":8883}}"
    ),
    (
      "application/json", "{\"order_id\":\"8657\"}\n{\"x\":1}\n", ["order_id"], "a\"b",
      "{\"order_id\":\"a\\\"b\"}"
    ),
  ])
  func `a value of a request has a name and is written as its format demands`(
    type: String, body: String, names: [String], live: String, expected: String
  ) throws {
    let request = Self.request(type, body)
    let value = try #require(
      ConsumedValue.values(of: request).first { $0.text == "8657" && !$0.names.isEmpty })
    #expect(value.names == names)
    let changed = request.replacing([(value, live)])
    let text = String(decoding: changed.body.bytes, as: UTF8.self)
    #expect(text.contains(expected), "\(text)")
  }

  @Test(arguments: [
    ("<a>1<b>2</b>3</a>", ["2"]), ("<a>1<!-- 2 --></a>", []), ("<a><b/>\n<c> 1 </c></a>", [" 1 "]),
    ("<a", []), ("a <b>1</b>", []), ("<a></a></b></c>", []), ("<a><![CDATA[<b>]]></a>", []),
  ])
  func `elements with text alone have values`(text: String, expected: [String]) {
    let bytes = Array(text.utf8)
    let found = MarkupElements(bytes).texts.map {
      String(decoding: bytes[$0.content], as: UTF8.self)
    }
    #expect(found == expected)
  }

  @Test(arguments: [
    ("application/x-ndjson", "{\"x\":1}\n{\"id\":\"ID\"}\n"),
    ("text/event-stream", "event: ping\ndata: {}\n\ndata: {\"id\":\"ID\"}\n\ndata: [DONE]\n\n"),
    ("text/plain", "order ID created\n"),
  ])
  func `a response hands out what its lines, events and words hold`(type: String, text: String) {
    let id = "3f2a99b1d0"
    let values = ProducedValue.values(of: Self.response(type, text.replacing("ID", with: id)))
    #expect(values.contains { $0.text == id }, "\(values)")
    #expect(Set(values.map(\.place)).count == values.count)
  }

  @Test(arguments: ["ord_RgLaQCB1ygcg", "RgLaQCB1ygcg", "3f2a99b1d0", "VXNlcjoxMDAwMA=="])
  func `an id is no word`(text: String) {
    #expect(CorrelationRule.isUnmistakable(text))
  }

  @Test(arguments: [
    "waiting_for_approval", "getHTTPResponseCode", "OAuth2ClientName", "Http2ServerPush",
    "application/json", "2026-11-20T10:00:00Z", "InternalServerError",
  ])
  func `a word is no id`(text: String) {
    #expect(!CorrelationRule.isUnmistakable(text))
  }
}
