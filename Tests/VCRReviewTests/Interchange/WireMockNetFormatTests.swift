import TestSupport
import Testing

@testable import VCRCore
@testable import VCRReview

/// Mappings of WireMock.Net.
@Suite struct WireMockNetFormatTests {
  private func mapping(
    request: String = #""Path": "/a", "Methods": ["GET"]"#,
    response: String = #""Body": "hi""#, _ more: String = ""
  ) -> String {
    #"{"Guid": "90356dba-b36c-469a-a17e-669cd84f1f05"\#(more), "Request": {\#(request)}, "#
      + #""Response": {\#(response)}}"#
  }

  private static let recorded = #"""
    {"Guid": "90356dba-b36c-469a-a17e-669cd84f1f05", "UpdatedAt": "2024-01-01T00:00:00Z",
     "Title": "Proxy Mapping for POST_things", "Priority": 2,
     "Request": {
       "Path": {"Matchers": [{"Name": "WildcardMatcher", "Pattern": "/things", "IgnoreCase": true}]},
       "Methods": ["POST"],
       "Params": [{"Name": "q", "Matchers": [{"Name": "ExactMatcher", "Pattern": "x y"}]}],
       "Headers": [{"Name": "Accept", "Matchers": [{"Name": "WildcardMatcher", "Pattern": "text/plain"}]}],
       "Cookies": [{"Name": "a", "Matchers": [{"Name": "ExactMatcher", "Pattern": "b"}]}],
       "Body": {"Matcher": {"Name": "JsonMatcher", "Pattern": "{\"k\":1}"}}},
     "Response": {"StatusCode": 201, "BodyDestination": "SameAsSource", "BodyAsBytes": "AAH/",
       "Headers": {"Content-Type": "image/png", "X-Two": ["a", "b"]}, "Delay": 1500}}
    """#

  @Test func `a mapping that was recorded is read, with the rule of what it compares`() throws {
    let cassette = try ForeignCassette(Self.recorded)
    #expect(cassette.format == "WireMock.Net")
    #expect(cassette.losses == [])
    let interaction = try #require(cassette.interactions.first)
    #expect(interaction.request.method == "POST")
    #expect(interaction.request.url == "http://localhost/things?q=x+y")
    #expect(interaction.request.headers == ["Accept": "text/plain", "Cookie": "a=b"])
    #expect(interaction.request.body.bytes == Array(#"{"k":1}"#.utf8))
    let match = ["method", "path", "query(only q)", "headers(Accept, Cookie)", "json"]
    #expect(interaction.rule == Interaction.Rule(match: match, times: .max))
    #expect(interaction.seconds == 1.5)
    let response = try cassette.response()
    #expect(response.status == 201)
    #expect(response.headers.values("X-Two") == ["a", "b"])
    #expect(response.body.bytes == [0, 1, 0xFF])
  }

  @Test(arguments: [
    (#""Body": "hé""#, Array("hé".utf8)),
    (#""Body": "hé", "BodyEncoding": {"CodePage": 28591, "WebName": "iso-8859-1"}"#, [0x68, 0xE9]),
    (#""BodyAsJson": {"a": [1, null]}"#, Array(#"{"a":[1,null]}"#.utf8)),
    (#""StatusCode": 200"#, []),
  ])
  func `a body is text in its encoding, JSON, or none`(response: String, bytes: [UInt8]) throws {
    let cassette = try ForeignCassette("[\(mapping(response: response)),]")
    #expect(cassette.losses == [])
    #expect(try cassette.response().status == 200)
    #expect(try cassette.response().body.bytes == bytes)
  }

  @Test(arguments: [
    #""Path": {"Matchers": [{"Name": "WildcardMatcher", "Pattern": "/a/*"}]}"#,
    #""Path": {"Matchers": [{"Name": "RegexMatcher", "Pattern": "/a"}]}"#,
    #""Path": {"Matchers": [{"Name": "ExactMatcher", "Pattern": "/a", "RejectOnMatch": true}]}"#,
    #""Path": "/a", "Methods": ["GET", "POST"]"#,
  ])
  func `a mapping that many requests match was not recorded, and is left out`(
    request: String
  ) throws {
    let cassette = try ForeignCassette(mapping(request: request))
    #expect(cassette.format == "WireMock.Net")
    #expect(cassette.interactions.isEmpty && cassette.losses.map(\.kind) == [.interaction])
  }

  @Test(arguments: [
    (
      #""Path": "/a", "Headers": [{"Name": "A", "Matchers": [{"Name": "WildcardMatcher", "Pattern": "*"}]}]"#,
      "", 1
    ),
    (#""Path": "/a", "Body": {"Matcher": {"Name": "JsonPathMatcher", "Pattern": "$.a"}}"#, "", 1),
    (#""Path": "/a", "ClientIP": "127.0.0.1""#, "", 1),
    (#""Path": "/a""#, #""Body": "{{request.path}}", "UseTransformer": true"#, 1),
    (#""Path": "/a""#, #""Body": "plain", "UseTransformer": true"#, 0),
    (#""Path": "/a""#, #""Body": "x", "Probability": 0.5"#, 1),
  ])
  func `what a replay does not do as the service does is named`(
    request: String, response: String, count: Int
  ) throws {
    let response = response.isEmpty ? #""Body": "hi""# : response
    let cassette = try ForeignCassette(mapping(request: request, response: response))
    #expect(cassette.interactions.count == 1)
    #expect(cassette.losses.count == count, "\(cassette.problems)")
  }

  @Test(arguments: [#""Fault": {"Type": "EMPTY_RESPONSE"}"#, #""ProxyUrl": "http://x.test""#])
  func `a response without bytes of its own is left out`(response: String) throws {
    let cassette = try ForeignCassette(mapping(response: response))
    #expect(cassette.losses.map(\.kind) == [.interaction])
  }

  @Test func `of several that match the first by priority is served, then by what it compares`()
    throws
  {
    func header(_ name: String) -> String {
      #"{"Name": "\#(name)", "Matchers": [{"Name": "ExactMatcher", "Pattern": "1"}]}"#
    }
    let headers = header("A") + ", " + header("B")
    let mappings = [
      mapping(response: #""Body": "0""#), mapping(response: #""Body": "1""#),
      mapping(
        request: #""Path": "/a", "Methods": ["GET"], "Headers": [\#(headers)]"#,
        response: #""Body": "2""#),
      mapping(response: #""Body": "3""#, #", "Priority": -1"#),
      mapping(response: #""Body": "4""#, #", "Priority": 7"#),
    ]
    let cassette = try ForeignCassette("[\(mappings.joined(separator: ","))]")
    let order = try cassette.interactions.indices.map {
      String(decoding: try cassette.response($0).body.bytes, as: UTF8.self)
    }
    #expect(order == ["3", "2", "1", "0", "4"])
  }

  @Test func `a scenario begins without a state, and each state is served once but the last`()
    throws
  {
    let cassette = try ForeignCassette(
      "["
        + [
          mapping(response: #""Body": "two""#, #", "Scenario": "s", "WhenStateIs": "b""#),
          mapping(response: #""Body": "one""#, #", "Scenario": "s", "SetStateTo": "b""#),
        ].joined(separator: ",") + "]")
    #expect(cassette.losses == [])
    let bodies = try (0..<2).map {
      String(decoding: try cassette.response($0).body.bytes, as: UTF8.self)
    }
    #expect(bodies == ["one", "two"])
    #expect(cassette.interactions.map(\.rule?.times) == [nil, .max])
  }

  @Test func `a folder of mappings is one recording, with bodies beside them`() throws {
    let folder = try TemporaryDirectory()
    try folder.write(mapping(response: #""BodyAsFile": "b.bin""#), to: "__admin/mappings/a.json")
    try folder.write("bytes", to: "__admin/mappings/b.bin")
    try folder.write(Self.recorded, to: "__admin/mappings/c.json")
    let path = folder.path + "/__admin"
    #expect(ForeignCassette.isOneRecording(folder: path))
    let cassette = try ForeignCassette.read(folder: path, inflating: nil)
    #expect(cassette.format == "WireMock.Net")
    #expect(cassette.losses == [])
    #expect(try cassette.response().body.bytes == Array("bytes".utf8))
    #expect(cassette.interactions.count == 2)
  }
}
