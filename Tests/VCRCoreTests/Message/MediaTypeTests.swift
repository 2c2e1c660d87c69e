import Testing

@testable import VCRCore

/// Media types (RFC 9110 §8.3.1).
struct MediaTypeTests {
  @Test(arguments: [
    // The four equivalent examples of §8.3.1.
    ("text/html;charset=utf-8", "utf-8"), ("Text/HTML;Charset=\"utf-8\"", "utf-8"),
    ("text/html; charset=\"utf-8\"", "utf-8"), ("text/html;charset=UTF-8", "UTF-8"),
    ("text/html ;\t charset=utf-8 ; x=y", "utf-8"), ("text/html;;charset=utf-8", "utf-8"),
    ("text/html; flag; charset=utf-8", "utf-8"), ("text/html; x=\"a;charset=b\"; charset=c", "c"),
    (#"text/html; x="\"; charset=b"; charset=c"#, "c"), ("text/html; charset=a; charset=b", "a"),
    (#"text/html; charset="a\"b\\c""#, #"a"b\c"#), ("text/html; charset=", ""),
    ("text/html; charset=\"\"", ""), ("text/html; charset=\"open", "open"),
  ])
  func `a parameter is found by its name in any case, quotes undone (§5.6.6)`(
    value: String, charset: String
  ) {
    #expect(MediaType(value).essence == "text/html")
    #expect(MediaType(value).parameter("charset") == charset)
    #expect(MediaType(value).parameter("CHARSET") == charset)
  }

  @Test(arguments: [
    "text/html", "text/html;", "text/html; xcharset=a", "text/html; charset", "text/html charset=a",
    "text/html; x=\"; charset=a\"", "", ";",
  ])
  func `a parameter that is not there is not found`(value: String) {
    #expect(MediaType(value).parameter("charset") == nil)
  }

  @Test(arguments: [
    ("application/json", true), ("text/json", true), ("application/problem+json", true),
    ("APPLICATION/VND.API+JSON; charset=x", true), ("application/x-ndjson", true),
    ("application/jsonl", true), ("application/json5", false), ("json", false),
    ("text/plain; x=application/json", false), ("application/jsonp", false),
  ])
  func `JSON is recognised by the subtype and its suffix (RFC 6839 §3.1)`(
    value: String, isJSON: Bool
  ) {
    #expect(MediaType(value).isJSON == isJSON)
  }

  @Test(
    arguments: [
      ("application/json", "json"), ("application/hal+json", "json"), ("image/svg+xml", "svg"),
      ("application/atom+xml", "xml"), ("application/epub+zip", "epub"),
      ("application/vnd.x+zip", "zip"), ("text/x-anything", "txt"), ("IMAGE/PNG", "png"),
      ("application/octet-stream", nil), ("", nil),
    ] as [(String, String?)])
  func `a type has the suffix that files of it have`(value: String, suffix: String?) {
    #expect(MediaType(value).fileSuffix == suffix)
  }

  @Test func `the first Content-Type counts`() {
    let headers: HeaderFields = ["content-TYPE": "text/css", "Content-Type": "text/html"]
    #expect(MediaType(headers)?.essence == "text/css")
    #expect(MediaType([:] as HeaderFields) == nil)
    #expect(MediaType("multipart/mixed; boundary=x").isMultipart)
    #expect(!MediaType("multipartx").isMultipart)
    #expect(MediaType("application/x-www-form-urlencoded; charset=utf-8").isForm)
  }
}
