import Foundation
import TestSupport
import Testing

@testable import VCRCore
@testable import VCRReview

/// Recordings of debugging proxies that keep the bytes of messages: Fiddler and Burp Suite.
@Suite struct RawFormatTests {
  private static let asked =
    "POST https://api.example.test/v1/users?page=2 HTTP/1.1\r\nHost: api.example.test\r\n"
    + "Content-Type: text/plain\r\nX-Note: folded\r\n  value\r\nContent-Length: 3\r\n\r\na\r\n"

  /// A response in chunks with a trailer field, whose body has each kind of byte.
  private static let came =
    Array("HTTP/1.1 201 Made it\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\n".utf8)
    + Array("Transfer-Encoding: chunked\r\n\r\n3;x=y\r\n".utf8) + [0, 1, 0xFF]
    + Array("\r\nA\r\n0123456789\r\n0\r\nX-Sum: 7\r\n\r\n".utf8)

  private static let about = """
    \u{FEFF}<?xml version="1.0" encoding="utf-8"?>
    <Session SID="2" BitFlags="19">
      <SessionTimers ClientConnected="0001-01-01T00:00:00" ClientBeginRequest="2026-03-04T05:00:00.2500000-07:00"
        ClientDoneResponse="2026-03-04T05:00:01.5000000-07:00" />
      <SessionFlags><SessionFlag N="x-clientip" V="&lt;127.0.0.1&gt;" /></SessionFlags>
    </Session>
    """

  /// An archive of Fiddler, stored without compression.
  private static func archive(
    _ files: [(name: String, content: [UInt8])], isWide: Bool = false
  ) throws -> ForeignCassette {
    try ForeignCassette(path: "old.saz", content: StoredArchive.bytes(files, isWide: isWide)) {
      _, _, _ in nil
    }
  }

  private static func session(_ number: String, _ request: String, _ response: [UInt8]) -> [(
    name: String, content: [UInt8]
  )] {
    [
      ("raw/\(number)_c.txt", Array(request.utf8)), ("raw/\(number)_s.txt", response),
      ("raw/\(number)_m.xml", Array(about.utf8)),
    ]
  }

  /// Items of Burp Suite.
  private static func items(
    _ request: String, _ response: String, time: String = "Wed Mar 04 04:00:00 PST 2026",
    isEncoded: Bool = false
  ) -> String {
    func text(_ message: String) -> String {
      isEncoded ? Data(message.utf8).base64EncodedString() : message
    }
    return """
      <?xml version="1.1"?>
      <!-- NOTE: Any NULL bytes in requests and responses are preserved within this output. It's so. -->
      <!DOCTYPE items [
      <!ELEMENT items (item*)>
      <!ATTLIST items burpVersion CDATA "">
      ]>
      <items burpVersion="2026.2" exportTime="Wed Mar 04 05:10:00 PST 2026">
        <item>
          <time>\(time)</time>
          <url><![CDATA[https://api.example.test:8443/v1/users?page=2]]></url>
          <host ip="192.0.2.7">api.example.test</host>
          <port>8443</port>
          <protocol>https</protocol>
          <method><![CDATA[POST]]></method>
          <path><![CDATA[/v1/users?page=2]]></path>
          <extension>null</extension>
          <request base64="\(isEncoded)"><![CDATA[\(text(request))]]></request>
          <status>200</status>
          <responselength>20</responselength>
          <mimetype></mimetype>
          <response base64="\(isEncoded)"><![CDATA[\(text(response))]]></response>
          <comment></comment>
        </item>
      </items>
      """
  }

  private func expectExchange(_ cassette: ForeignCassette) throws {
    #expect(cassette.losses == [], "\(cassette.problems)")
    let first = try #require(cassette.interactions.first)
    #expect(first.request.method == "POST" && first.request.headers["X-Note"] == "folded value")
    #expect(first.request.body.bytes == Array("a\r\n".utf8))
    #expect(first.recordedAt?.timeIntervalSince1970 == Self.time)
  }

  /// 2026-03-04T12:00:00Z.
  private static let time = 1_772_625_600.0

  @Test
  func `sessions of Fiddler are read with their URL, their fields, their bytes and their times`()
    throws
  {
    let cassette = try Self.archive(
      [(name: "[Content_Types].xml", content: []), (name: "_index.htm", content: [])]
        + Self.session(
          "010", "GET /path HTTP/1.1\r\nHost: h.example.test\r\n\r\n",
          Array("HTTP/1.0 204\r\n\r\n".utf8))
        + Self.session("2", Self.asked, Self.came)
        + Self.session(
          "3", "CONNECT h.example.test:443 HTTP/1.1\r\n\r\n", Array("HTTP/1.1 200 OK\r\n\r\n".utf8))
    )
    #expect(cassette.format == "Fiddler" && cassette.remarks == ["1 tunnel (CONNECT)"])
    try expectExchange(cassette)
    // The lowest bit of `BitFlags` stands for TLS.
    #expect(
      cassette.interactions.map(\.request.url) == [
        "https://api.example.test/v1/users?page=2", "https://h.example.test/path",
      ])
    #expect(cassette.interactions[0].seconds == 1.25)
    let response = try cassette.response()
    #expect(response.status == 201 && response.reason == "Made it" && response.http == nil)
    #expect(response.headers.values("Set-Cookie") == ["a=1", "b=2"])
    #expect(response.body.bytes == [0, 1, 0xFF] + Array("0123456789".utf8))
    #expect(response.trailers.fields == [HeaderField("X-Sum", "7")])
    let second = try cassette.response(1)
    #expect(second.status == 204 && second.reason == nil && second.http == "HTTP/1.0")
  }

  @Test(arguments: [false, true])
  func `items of Burp Suite are read, in Base64 or not, with NUL bytes`(isEncoded: Bool) throws {
    let text = Self.items(
      Self.asked, "HTTP/2 200 OK\r\nDate: Wed, 04 Mar 2026 12:00:00 GMT\r\n\r\na\u{0}&amp;<b>",
      isEncoded: isEncoded)
    let cassette = try ForeignCassette(text)
    #expect(cassette.format == "Burp Suite")
    try expectExchange(cassette)
    #expect(
      cassette.interactions.map(\.request.url) == ["https://api.example.test:8443/v1/users?page=2"])
    let response = try cassette.response()
    #expect(response.status == 200 && response.http == "HTTP/2")
    #expect(response.body.bytes == Array("a\u{0}&amp;<b>".utf8))
  }

  @Test(arguments: ["a]]>b", "<a><![CDATA[x]]></a>", "]]>", "]]]]>"])
  func `a message of Burp Suite that is not in Base64 ends where its element does`(
    body: String
  ) throws {
    let cassette = try ForeignCassette(
      Self.items("POST / HTTP/1.1\r\n\r\n\(body)", "HTTP/1.1 200 OK\r\n\r\n\(body)"))
    #expect(cassette.interactions.count == 1 && cassette.losses == [], "\(cassette.problems)")
    #expect(cassette.interactions.first?.request.body.bytes == Array(body.utf8))
    #expect(try cassette.response().body.bytes == Array(body.utf8))
  }

  @Test func `the end of data in XML that no data stands before is refused`() {
    let text = Self.items("GET / HTTP/1.1\r\n\r\n", "HTTP/1.1 200 OK\r\n\r\n")
      .replacing("<comment>", with: "<comment>a]]>b")
    #expect { try ForeignCassette(text) } throws: { "\($0)".contains("the end of data, without") }
  }

  @Test(
    arguments: [
      ("Wed Mar 04 04:00:00 PST 2026", "", time), ("Wed Mar 04 12:00:00 GMT 2026", "", time),
      // Israel, Ireland or India: the response says when it was made.
      ("Wed Mar 04 14:00:00 IST 2026", "Date: Wed, 04 Mar 2026 12:00:00 GMT\r\n", time),
      ("Wed Mar 04 14:00:00 IST 2026", "", nil),
    ] as [(String, String, Double?)])
  func `the time of an item is read by the zones that mean one thing`(
    time: String, field: String, seconds: Double?
  ) throws {
    let cassette = try ForeignCassette(
      Self.items("GET / HTTP/1.1\r\n\r\n", "HTTP/1.1 200 OK\r\n\(field)\r\nx", time: time))
    #expect(cassette.interactions.first?.recordedAt?.timeIntervalSince1970 == seconds)
    #expect(cassette.losses.map(\.kind) == (seconds == nil ? [.member] : []))
  }

  @Test(
    arguments: [
      ("raw/2_w.txt", "x", .interaction, "is a WebSocket"),
      ("raw/2_s.txt", "", .interaction, "has no response"),
      ("raw/2_s.txt", "hello\r\n\r\n", .interaction, "begins with no status line"),
      ("raw/2_c.txt", "hello\r\n\r\n", .interaction, "begins with no request line"),
      (
        "raw/2_s.txt", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabc", .body,
        "has 3 of the 5 bytes"
      ),
      (
        "raw/2_s.txt", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n", .body,
        "is not in the recording"
      ),
      (
        "raw/2_s.txt", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n9\r\nd",
        .body,
        "breaks off within a chunk"
      ),
      ("raw/2_s.txt", "HTTP/1.1 200 OK\r\nno field\r\n\r\n", .headers, "is no field"),
      ("raw/2_m.xml", "<Session", .member, "cannot be read"),
    ] as [(String, String, ForeignLoss.Kind, String)])
  func `what a session lacks is named`(
    name: String, content: String, kind: ForeignLoss.Kind, reason: String
  ) throws {
    let files = Self.session("2", Self.asked, Self.came).filter { $0.name != name }
    let cassette = try Self.archive(files + [(name: name, content: Array(content.utf8))])
    #expect(cassette.losses.map(\.kind) == [kind], "\(cassette.problems)")
    #expect(cassette.losses.first?.text.contains(reason) == true, "\(cassette.problems)")
  }

  /// .NET writes the sizes of files so whatever they are.
  @Test func `an archive of ZIP64 is read`() throws {
    let cassette = try Self.archive(Self.session("1", Self.asked, Self.came), isWide: true)
    try expectExchange(cassette)
    #expect(try cassette.response().status == 201)
  }

  /// Some tools undo the coding of a transfer and leave its field.
  @Test func `a body that is not in the chunks that its field announces is kept`() throws {
    let cassette = try Self.archive(
      Self.session(
        "1", "GET http://h.example.test/ HTTP/1.1\r\n\r\n",
        Array("HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n{\"a\": 1}".utf8)))
    #expect(cassette.losses == [], "\(cassette.problems)")
    #expect(try cassette.response().body.bytes == Array(#"{"a": 1}"#.utf8))
  }

  @Test(arguments: [
    ("<items", "cut short"), ("<items><item></items>", "the end of another element"),
    ("<items>&all;</items>", "a reference to what XML itself does not have"),
    ("<items a></items>", "an attribute without a value"),
    ("<items/>more", "the document has ended"), ("<items><![CDATA[x]></items>", "cut short"),
    ("<items>" + String(repeating: "<a>", count: 101), "nested deeper"),
    ("<!DOCTYPE items [" + String(repeating: "<", count: 100), "cut short"),
  ])
  func `a document in XML that cannot be read is refused with the reason`(
    text: String, reason: String
  ) {
    let error = #expect(throws: CassetteError.self) { try ForeignCassette(text) }
    #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
  }
}
