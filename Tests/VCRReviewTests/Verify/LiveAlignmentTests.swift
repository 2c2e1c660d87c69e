import Testing

@testable import VCRCore
@testable import VCRReview

/// Live responses in the terms of the recorded ones, and the values of markup.
struct LiveAlignmentTests {
  private func alignment(
    _ values: [(live: String, recorded: String)] = [],
    origin: (live: String, recorded: String)? = nil
  ) -> LiveAlignment {
    var exchanges = CorrelatedValues()
    for value in values { exchanges.insert(live: value.live, recorded: value.recorded) }
    return LiveAlignment(correlatedValues: exchanges, origin: origin)
  }

  private static let origin = (live: "http://127.0.0.1:80", recorded: "https://a.test")

  @Test(arguments: [
    ("http://127.0.0.1:80/x", "https://a.test/x"), ("at http://127.0.0.1:80", "at https://a.test"),
    ("http://127.0.0.1:80?q", "https://a.test?q"),
    ("\"http://127.0.0.1:80\"", "\"https://a.test\""),
    ("http://127.0.0.1:80 http://127.0.0.1:80/", "https://a.test https://a.test/"),
    // Another origin that only begins so.
    ("http://127.0.0.1:8080/x", "http://127.0.0.1:8080/x"),
    ("http://127.0.0.1:80.evil", "http://127.0.0.1:80.evil"),
    ("http://127.0.0.1", "http://127.0.0.1"), ("", ""),
  ])
  func `the live origin is written as the recorded one`(live: String, text: String) {
    #expect(alignment(origin: Self.origin).aligned(live, to: nil) == text)
  }

  @Test func `a value that stands for the recorded one is no drift, in any part of a response`() {
    let live = Interaction.Response(
      status: 200, reason: "Fine", http: "HTTP/1.1",
      headers: ["Location": "/items/live1234", "ETag": "\"live1234\"", "X": "live1234"],
      body: Body(Array(#"{"id": "live1234", "n": 5, "other": "live1234x"}"#.utf8)),
      trailers: ["T": "live1234"])
    let recorded = Interaction.Response(
      status: 200, reason: nil, http: "HTTP/2",
      headers: ["location": "/items/old9", "etag": "\"old9\"", "x": "z"],
      body: Body(Array(#"{"id":"old9","n":6,"other":"old9x"}"#.utf8)), trailers: ["T": "old9"])
    let aligned = alignment([("live1234", "old9")], origin: Self.origin).aligned(live, to: recorded)
    #expect(aligned.headers["Location"] == "/items/old9")
    #expect(aligned.headers["ETag"] == "\"old9\"")
    #expect(aligned.trailers["T"] == "old9")
    // No spacing, no other number and no part of a word is touched.
    #expect(
      String(decoding: aligned.body.bytes, as: UTF8.self)
        == #"{"id": "old9", "n": 5, "other": "live1234x"}"#)
    #expect(aligned.http == "HTTP/2")
    #expect(aligned.reason == nil)
  }

  @Test func `members that are named by values have the recorded names`() {
    func response(_ body: String) -> Interaction.Response {
      .init(status: 200, body: Body(Array(body.utf8)))
    }
    let live = response(#"{"by":{"42":{"id":42,"n":1},"43":{"id":43}},"43":[{"42":"42"}]}"#)
    let recorded = response(#"{"by":{"7":{"id":7,"n":2},"8":{"id":8}},"8":[{"7":"7"}]}"#)
    let aligned = alignment([("42", "7"), ("43", "8")]).aligned(live, to: recorded)
    #expect(
      String(decoding: aligned.body.bytes, as: UTF8.self)
        == #"{"by":{"7":{"id":7,"n":1},"8":{"id":8}},"8":[{"7":"7"}]}"#)
  }

  @Test(arguments: [("5", true), ("6", false)])
  func `a secret beside a value that stands for the recorded one is no drift`(
    size: String, isSame: Bool
  ) {
    let recorded = "http://a.test/put?until=1795869929&size=5&sign={{SIGNATURE}}"
    let live =
      "http://a.test/put?until=1795869930&size=\(size)&sign={{percent:{{SIGNATURE}}}}"
    let aligned = alignment([("1795869930", "1795869929")]).aligned(live, to: recorded)
    #expect((aligned == recorded) == isSame, "\(aligned)")
  }

  @Test func `a reason of another status stays, as does the version at the same origin`() {
    let live = Interaction.Response(status: 404, reason: "Gone", http: "HTTP/1.0")
    let aligned = alignment().aligned(live, to: .init(status: 200, reason: nil))
    #expect(aligned.reason == "Gone")
    #expect(aligned.http == "HTTP/1.0")
  }

  @Test func `lines of a text are aligned one by one when there are as many`() {
    func body(_ live: String, _ recorded: String) -> String {
      let aligned = alignment([("v1", "r1")]).aligned(
        .init(status: 200, body: Body(Array(live.utf8))),
        to: .init(status: 200, body: Body(Array(recorded.utf8))))
      return String(decoding: aligned.body.bytes, as: UTF8.self)
    }
    #expect(body("a v1\nb v1\nc", "a r1\nB r1\nc") == "a r1\nb v1\nc")
    #expect(body("a v1\nb", "a r1") == "a v1\nb")
    #expect(body("v1\r\n", "r1\r\n") == "r1\r\n")
  }

  @Test func `bytes that are no text are left alone`() {
    let bytes: [UInt8] = [0xFF] + Array("v1".utf8)
    let aligned = alignment([("v1", "r1")]).aligned(
      .init(status: 200, body: Body(bytes)), to: .init(status: 200, body: Body([0xFF])))
    #expect(aligned.body.bytes == bytes)
  }

  @Test(arguments: [
    ("&lt;a href=&quot;x&quot;&gt; &amp;amp; &apos;", "<a href=\"x\"> &amp; '"),
    ("&#65;&#x42;&#X43;&#x1F600;", "ABC😀"), ("&nbsp;&unknown;&", "&nbsp;&unknown;&"),
    ("&#xD800;&#x110000;&#;&#x;", "&#xD800;&#x110000;&#;&#x;"), ("a & b; c", "a & b; c"), ("", ""),
  ])
  func `references to characters are undone, and what is none stays`(text: String, expected: String)
  {
    #expect(MarkupValues.unescaped(text) == expected)
  }

  @Test func `a page gives its fields, meta elements and the texts of elements`() {
    let page = """
      <html><meta name="csrf" content='a&amp;b'><form>
      <input type="HIDDEN" name="token" value="t1"/><input name=bare value=x1/y>
      <INPUT
      \tNAME = 'q'
      value = "v&quot;"><input data-name="no" value="1"><input name value="2"><input name="no">
      <input value="name='no'" name="in"><br/></form><id>7</id><id>8</id><p>a<b>c</b></p>
      <open>x</other></html>
      """
    let values = MarkupValues.values(in: Array(page.utf8))
    #expect(
      values.map { "\($0.place)=\($0.text)" } == [
        "field csrf 0=a&b", "field token 0=t1", "field bare 0=x1/y", "field q 0=v\"",
        "field in 0=name='no'", "element id 0=7", "element id 1=8", "element b 0=c",
      ])
    #expect(
      values.map { if case .hidden = $0.kind { true } else { false } } == [
        false, true, false, false, false, false, false, false,
      ])
  }

  @Test(arguments: ["", "<", "<<>>", "<a", "a>b", "</", "<\u{0}>", "<é>", "<a =\">", "<a><"])
  func `what is no markup has no values`(text: String) {
    #expect(MarkupValues.values(in: Array(text.utf8)).isEmpty)
  }

  @Test(arguments: [
    ("application/x-ndjson", "{\"of\":\"ID\",\"at\":1}\n{\"of\":\"x\",\"at\":2}\n"),
    ("text/event-stream", "event: step\ndata: {\"of\":\"ID\",\"at\":1}\n\n"),
    ("text/plain", "at=1 made ID\n"), ("text/html", "<h1 class='at=1'>ID</h1>"),
  ])
  func `a name of words is no drift beside what differs as well`(type: String, text: String) {
    func response(_ id: String, _ time: String) -> Interaction.Response {
      let text = text.replacing("ID", with: id).replacing("at=1", with: "at=\(time)")
        .replacing("\"at\":1", with: "\"at\":\(time)")
      return .init(status: 200, headers: ["Content-Type": type], body: Body(Array(text.utf8)))
    }
    let aligned = alignment([("polar-falcon-lamp", "brave-comet-pepper")]).aligned(
      response("polar-falcon-lamp", "7"), to: response("brave-comet-pepper", "1"))
    #expect(aligned.body.bytes == response("brave-comet-pepper", "7").body.bytes)
  }

  @Test func `an id is no drift in a URL that has signs of one of them percent-encoded`() {
    let pairs = [("Sm9iOjEyMzQ1", "Sm9iOjY2OTE=")]
    for (live, old) in [
      ("/jobs/Sm9iOjEyMzQ1", "/jobs/Sm9iOjY2OTE%3D"),
      ("/jobs?id=Sm9iOjEyMzQ1&n=1", "/jobs?id=Sm9iOjY2OTE%3D&n=1"),
    ] {
      #expect(alignment(pairs).aligned(live, to: old) == old)
    }
    #expect(alignment(pairs).aligned("/jobs/other", to: "/jobs/Sm9iOjY2OTE%3D") == "/jobs/other")
  }

  @Test func `an id within readable Base64 is no drift`() {
    // {"ref": "20417"} and {"ref": "30552"}
    let (live, old) = ("eyJyZWYiOiAiMzA1NTIifQ==", "eyJyZWYiOiAiMjA0MTcifQ==")
    #expect(alignment([("30552", "20417")]).aligned(live, to: old) == old)
    #expect(alignment([("30552", "20418")]).aligned(live, to: old) == live)
  }
}
