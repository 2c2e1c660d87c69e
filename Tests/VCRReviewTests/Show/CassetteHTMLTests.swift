import Foundation
import Testing

@testable import VCRCore
@testable import VCRReview

/// The page of a whole cassette, as text; a browser opens it in `ShowPageTests`.
struct CassetteHTMLTests {
  private func page(
    _ interactions: [Interaction], redaction: Redaction = .standard
  ) -> String {
    var page = CassetteHTML(path: "Cassettes/a b.yaml", redaction: redaction)
    for (index, interaction) in interactions.enumerated() {
      page.append(interaction, number: index + 1)
    }
    return page.page
  }

  private func exchange(
    _ bytes: [UInt8], type: String, url: String = "https://api.test/x", chunks: [Body.Chunk] = []
  ) -> Interaction {
    Interaction(
      request: .init(url: url),
      outcome: .response(
        .init(
          status: 200, reason: "OK", headers: ["Content-Type": type],
          body: Body(bytes, chunks: chunks))))
  }

  private func exchange(_ text: String, type: String) -> Interaction {
    exchange(Array(text.utf8), type: type)
  }

  /// A picture of one pixel.
  private static let png =
    Data(
      base64Encoded:
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJ"
        + "RU5ErkJggg=="
    ).map { [UInt8]($0) } ?? []

  @Test func `operations of GraphQL are told apart in the list`() {
    func asking(_ body: String) -> Interaction {
      var interaction = exchange("{}", type: "application/json")
      interaction.request = .init(
        method: "POST", url: "https://api.test/graphql",
        headers: ["Content-Type": "application/json"], body: Body(Array(body.utf8)))
      return interaction
    }
    func operation(_ body: String) -> String { InteractionSummary(asking(body)).operation }
    #expect(operation(#"{"query":"query Products($a: Int) { a }"}"#) == "query Products")
    #expect(operation(#"{"query":"fragment F on A { b } mutation Buy { a }"}"#) == "mutation Buy")
    #expect(
      operation(#"{"operationName":"B","query":"query A { a } query B { b }"}"#) == "query B")
    #expect(operation(#"{"query":"{ shop { id } }"}"#) == "{ shop { id } }")
    #expect(
      operation(#"[{"query":"query A { a }"},{"query":"query B { b }"}]"#) == "query A, query B")
    // What is looked for in a search is no operation.
    #expect(operation(#"{"query":"shoes"}"#).isEmpty)
    #expect(operation(#"{"query":"query"}"#).isEmpty)
    #expect(operation(#"{"a":1}"#).isEmpty)
    #expect(
      page([asking(#"{"query":"query A { a }"}"#)]).contains(
        " <span class=\"times\">query A</span></code>"))
  }

  @Test func `a cassette without interactions says so, and offers nothing to choose`() {
    let page = page([])
    #expect(page.contains("<p class=\"note\">The cassette holds no interaction.</p>"))
    #expect(page.contains("<div class=\"head\" aria-hidden=\"true\" hidden>"))
    #expect(page.contains("aria-label=\"Filter and view\" hidden>"))
  }

  @Test func `JSON is indented, whatever its layout`() {
    let page = page([exchange(#"{"a":[1,2],"b":"<x>"}"#, type: "application/json")])
    #expect(page.contains("\"b\": \"&lt;x&gt;\"\n"))
    #expect(page.contains("<p class=\"kind\">application/json, 21 B</p>"))
  }

  @Test func `an event stream is a list of its events with their times`() {
    let first = "event: ping\ndata: {\"n\":1}\n\n"
    let second = "id: 7\ndata: plain & simple\n\n"
    let page = page([
      exchange(
        Array((first + second).utf8), type: "text/event-stream",
        chunks: [
          .init(length: first.utf8.count, after: 0.25),
          .init(length: second.utf8.count, after: 1.5),
        ])
    ])
    #expect(
      page.contains(
        "<li><span class=\"name\">event(1 ping)</span><span class=\"after\">0.250 s</span>"
          + "<div><pre>{\"n\":1}</pre>"))
    #expect(
      page.contains(
        "<li><span class=\"name\">event(2)</span><span class=\"after\">1.500 s</span>"
          + "<div><pre>id: 7\nplain &amp; simple</pre>"))
  }

  @Test func `lines of JSON, fields of a form and parts of a multipart body are items`() {
    let lines = page([exchange("{\"a\":1}\n{\"a\":2}\n", type: "application/x-ndjson")])
    #expect(lines.contains("<span class=\"name\">line(2)</span>"))
    let form = page([
      exchange("a=1+2&b=%3Cx%3E&c=%7B%22d%22%3A1%7D", type: "application/x-www-form-urlencoded")
    ])
    // JSON in a field is laid out.
    #expect(form.contains("<pre>{\n  \"d\": 1\n}</pre>"))
    #expect(form.contains("<span class=\"name\">b</span>"))
    #expect(form.contains("<pre>&lt;x&gt;</pre>"))
    var bytes = Array(
      "--B\r\nContent-Disposition: form-data; name=\"pic\"; filename=\"a b.png\"\r\n".utf8)
    bytes += "Content-Type: image/png\r\n\r\n".utf8
    bytes += Self.png
    bytes += "\r\n--B--\r\n".utf8
    let parts = page([exchange(bytes, type: "multipart/form-data; boundary=B")])
    #expect(parts.contains("<span class=\"name\">pic</span>"))
    #expect(parts.contains("<p class=\"kind\">a b.png, image/png, "))
    #expect(parts.contains("src=\"data:image/png;base64,iVBOR"))
  }

  @Test func `messages of gRPC and of a WebSocket are items`() {
    let call = Interaction(
      request: .init(
        method: "POST", url: "https://api.test/shop.Shop/Find",
        headers: ["content-type": "application/grpc"], body: Body(GRPCMessages.message("ada".utf8))),
      outcome: .response(
        .init(
          status: 200, headers: ["content-type": "application/grpc"],
          body: Body(GRPCMessages.message("one".utf8) + GRPCMessages.message("two".utf8)),
          trailers: ["grpc-status": "5"])))
    let calls = page([call])
    #expect(calls.contains("<span class=\"name\">message 2</span>"))
    #expect(calls.contains("<pre>two</pre>"))
    #expect(calls.contains("<span class=\"status bad\">NOT_FOUND</span>"))
    var response = Interaction.Response(status: 101, reason: "Switching Protocols", headers: [:])
    response.messages = [
      .init(.client, .text(Body(Array("{\"ask\":1}".utf8))), after: 0.1),
      .init(.service, .text(Body(Array("yes".utf8))), after: 0.2),
      .init(.service, .close(code: 1000, reason: "done")),
    ]
    let talk = page([
      Interaction(request: .init(url: "wss://api.test/talk"), outcome: .response(response))
    ])
    #expect(
      talk.contains(
        "<li class=\"got\"><span class=\"name\">← service</span><span class=\"after\">0.200 s</span>"
      ))
    #expect(talk.contains("close 1000 done"))
  }

  @Test func `a picture is what its bytes say, and SVG is text`() {
    let shown = page([exchange(Self.png, type: "text/html\" onload=\"x")])
    #expect(shown.contains("<img class=\"picture\""))
    #expect(shown.contains("src=\"data:image/png;base64,"))
    #expect(shown.firstMatch(of: #/<[^>]*onload/#) == nil)
    let drawing = page([exchange("<svg onload='x()'/>", type: "image/svg+xml")])
    #expect(!drawing.contains("<img"))
    #expect(drawing.contains("<pre>&lt;svg onload='x()'/&gt;</pre>"))
    let binary = page([exchange([0, 1, 2, 0xFF], type: "image/png")])
    #expect(!binary.contains("<img"))
    #expect(binary.contains("not text, SHA-256"))
  }

  @Test func `text in another charset is read`() {
    let page = page([exchange([0x63, 0x61, 0x66, 0xE9], type: "text/plain; charset=iso-8859-1")])
    #expect(page.contains("<pre>café</pre>"))
  }

  @Test func `secrets are replaced, and placeholders marked`() {
    let interaction = Interaction(
      request: .init(
        url: "https://api.test/x?token={{TOKEN}}",
        headers: ["Authorization": "Bearer abcdefgh12345678ijklmnop"]),
      outcome: .response(.init(status: 200, headers: [:], body: Body(Array("{{NAME}}".utf8)))))
    let page = page([interaction])
    #expect(!page.contains("abcdefgh12345678ijklmnop"))
    #expect(page.contains("token=<span class=\"secret\" title=\"redacted\">{{TOKEN}}</span>"))
    #expect(
      page.contains("<pre><span class=\"secret\" title=\"redacted\">{{NAME}}</span></pre>"))
  }

  @Test func `a long body and many events are cut, and say so`() {
    let long = page([exchange(String(repeating: "é", count: 200_000), type: "text/plain")])
    #expect(long.contains("… 137.8 kB more; <code>vcr show 'Cassettes/a b.yaml' 1</code>"))
    #expect(long.utf8.count < 320_000)
    let events = page([
      exchange(String(repeating: "data: x\n\n", count: 1_200), type: "text/event-stream")
    ])
    #expect(events.contains("… 200 more items left out of the page"))
    #expect(events.contains("event(1000)") && !events.contains("event(1001)"))
  }

  @Test func `large events are cut, too, each and together`() {
    let event = "data: " + String(repeating: "x", count: 300_000) + "\n\n"
    let page = page([exchange(String(repeating: event, count: 40), type: "text/event-stream")])
    #expect(page.contains("… 37.8 kB more; "))
    #expect(page.contains("… 32 more items left out of the page"))
    #expect(page.utf8.count < 2_600_000)
  }

  @Test func `a failure, a response that broke off and a rule are shown`() {
    var interaction = exchange("x", type: "text/plain")
    interaction.rule = .init(match: ["method"], times: .max)
    let failure = Interaction(
      request: .init(url: "https://api.test/y"),
      outcome: .failure(.init(code: "timedOut", number: -1001, message: "no answer")))
    let page = page([interaction, failure])
    #expect(page.contains("<span class=\"times\">match: method; times: any</span>"))
    #expect(page.contains("<span class=\"status bad\">failed</span>"))
    #expect(page.contains("<p class=\"end\">failed: timedOut (NSURLErrorDomain -1001): no answer"))
  }

  @Test func `what may be chosen is what there is, classes before their statuses`() {
    func status(_ status: Int, _ url: String) -> Interaction {
      DiffFixture.json("{}", url: url, status: status)
    }
    let page = page([
      status(200, "https://a.test/"), status(404, "https://b.test:8443/"),
      status(403, "https://a.test/?q=\"><script>"),
    ])
    #expect(
      page.contains(
        "<option value=\"200\">200 (1)</option><option value=\"4xx\">4xx (2)</option>"
          + "<option value=\"403\">403 (1)</option><option value=\"404\">404 (1)</option>"))
    #expect(page.contains("<option value=\"b.test:8443\">b.test:8443 (1)</option>"))
    #expect(page.contains("<select id=\"method\" class=\"choice\" aria-label=\"Method\" hidden>"))
    #expect(!page.contains("<script>\n\"") && page.components(separatedBy: "<script").count == 2)
  }

  @Test func `a page of no interactions is a page`() {
    let page = page([])
    #expect(page.contains("0 interactions"))
    #expect(page.hasSuffix("</html>\n"))
  }

  @Test func `a thousand interactions take about the room of their cassette`() throws {
    let text = "{\"rows\":[" + (1...60).map { "{\"id\":\($0)}" }.joined(separator: ",") + "]}"
    let interactions = (1...1_000).map {
      DiffFixture.json(text, url: "https://api.test/items/\($0)")
    }
    let cassette = interactions.reduce(0) { $0 + CassetteWriter().item($1).count }
    #expect(page(interactions).utf8.count < 2 * cassette)
  }

  // MARK: - Waterfall

  @Test func `a page that holds enough messages has a line for each further interaction`() {
    var page = CassetteHTML(path: "Cassettes/a b.yaml", redaction: .standard, sizeLimit: 5_000)
    for number in 1...40 {
      page.append(
        exchange("body \(number) " + String(repeating: "x", count: 1_000), type: "text/plain"),
        number: number)
    }
    let text = page.page
    #expect(text.components(separatedBy: "<details class=\"entry\"").count == 41)
    #expect(text.contains("body 4 ") && !text.contains("body 6 ") && !text.contains("body 40 "))
    #expect(
      text.contains(
        "are left out, as the page holds 5.0 kB of messages; vcr show 'Cassettes/a b.yaml' "),
      "\(text.prefix(20_000))")
    #expect(
      text.contains(
        "left out of the page; <code>vcr show 'Cassettes/a b.yaml' 40</code> prints it"))
  }

  @Test func `bars follow each other within a second, and pauses are short`() throws {
    let bars = Timeline([
      .init(end: 100, seconds: 0.25), .init(end: 100, seconds: 0.25), .init(end: nil, seconds: nil),
      .init(end: 90_000, seconds: 0.5),
    ]).bars
    try #require(bars.count == 4)
    let (first, second, last) = try (
      #require(bars[0]), #require(bars[1]), #require(bars[3])
    )
    #expect(bars[2] == nil)
    #expect(first.start == 0)
    #expect(abs(second.start - first.length) < 0.001)
    #expect(last.start > 0.55 && last.start < 0.65)
    #expect(abs(last.start + last.length - 1) < 0.001)
    #expect(last.offset > 80_000)
  }

  @Test func `times that nobody has are no bars, and hostile ones stay on the page`() {
    #expect(Timeline([.init(), .init(end: 5)]).bars == [nil, nil])
    let bars = Timeline([
      .init(end: -1e300, seconds: .infinity), .init(end: 1e300, seconds: 1e300),
      .init(end: nil, seconds: -3), .init(end: 0, seconds: 0),
    ]).bars
    #expect(bars.count == 4)
    for bar in bars.compactMap(\.self) {
      #expect((0...1).contains(bar.start) && (0...1).contains(bar.length))
    }
  }
}
