import TestSupport
import Testing

@testable import VCRCore
@testable import VCRReview

/// Recordings of the test proxy of Azure's SDKs.
@Suite struct TestProxyFormatTests {
  /// A recording with one exchange, by the type of its response and what stands as its body.
  private func recording(type: String, body: String, url: String = "https://a.example.test/t?v=1")
    throws -> ForeignCassette
  {
    try ForeignCassette(
      """
      {
        "Entries": [
          {
            "RequestUri": "\(url)",
            "RequestMethod": "PUT",
            "RequestHeaders": {
              "Accept": "application/json",
              "Authorization": "Sanitized",
              "Content-Type": "application/octet-stream",
              "x-ms-date": "Tue, 18 May 2021 23:27:42 GMT"
            },
            "RequestBody": "AAH/",
            "StatusCode": 201,
            "ResponseHeaders": {
              "Content-Type": "\(type)",
              "Server": [ "Table/1.0", "HTTPAPI/2.0" ]
            },
            "ResponseBody": \(body)
          }
        ],
        "Variables": {}
      }
      """)
  }

  @Test func `an entry is read with its URL, its fields, its status and its bytes`() throws {
    let cassette = try recording(type: "application/json; charset=utf-8", body: #"{"a": [1, "x"]}"#)
    #expect(cassette.format == "Azure test proxy")
    #expect(cassette.losses == [] && cassette.remarks == [], "\(cassette.problems)")
    let request = try #require(cassette.interactions.first).request
    #expect(request.method == "PUT" && request.url == "https://a.example.test/t?v=1")
    #expect(request.body.bytes == [0, 1, 255])
    let response = try cassette.response()
    #expect(response.status == 201)
    #expect(response.headers.values("Server") == ["Table/1.0", "HTTPAPI/2.0"])
    #expect(response.body.bytes == Array(#"{"a":[1,"x"]}"#.utf8))
    // Of the fields that are compared those that were recorded, without credentials and times.
    #expect(
      cassette.policy?.description == "method, url, body, headers(accept, content-type)")
  }

  @Test(arguments: [
    ("application/json", #""[1, 2]""#, "[1, 2]"), ("application/json", "null", ""),
    ("application/json", "[]", ""), ("application/json", "12", "12"),
    ("application/json", "true", "true"), ("application/xml", #""<a/>""#, "<a/>"),
    ("text/plain", #"["a\r\n", "b"]"#, "a\r\nb"),
    ("multipart/mixed; boundary=b", #"["--b\r\n", "--b--\r\n"]"#, "--b\r\n--b--\r\n"),
    ("application/octet-stream", #""Y29udGVudA==""#, "content"),
    ("application/json;odata=minimalmetadata", #""eA==""#, "eA=="),
    ("image/png; charset=utf-8", #""x y""#, "x y"), ("application/octet-stream", "[]", ""),
  ])
  func `a body is a structure, a text, its lines, or Base64, as its type says`(
    type: String, body: String, text: String
  ) throws {
    let cassette = try recording(type: type, body: body)
    #expect(cassette.losses == [], "\(cassette.problems)")
    #expect(try cassette.response().body.bytes == Array(text.utf8))
  }

  @Test func `what cannot be read is named`() throws {
    let path = try recording(type: "text/plain", body: "null", url: "/subscriptions/1")
    #expect(path.interactions.isEmpty)
    #expect(path.problems.contains { $0.contains("a path without a host") }, "\(path.problems)")
    let base64 = try recording(type: "image/png", body: #""not Base64!""#)
    #expect(base64.interactions.isEmpty)
    #expect(base64.problems.contains { $0.contains("not the Base64") }, "\(base64.problems)")
    let lines = try recording(type: "text/plain", body: #"["a", {}]"#)
    #expect(lines.problems.contains { $0.contains("other than lines") }, "\(lines.problems)")
  }
}
