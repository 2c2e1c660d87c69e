import Foundation
import TestSupport
import Testing

@testable import VCRCore
@testable import VCRReview

/// Bodies of HTTP archives whose sizes say more than their texts.
@Suite struct HARSizeTests {
  /// An archive of one exchange, whose messages have further members, each with a comma before it.
  private func archive(
    request: String = "", asked: [String: String] = [:], headers: [String: String] = [:],
    response: String = "", status: Int = 200, method: String = "GET"
  ) throws -> ForeignCassette {
    func list(_ fields: [String: String]) -> String {
      fields.sorted { $0.key < $1.key }.map { #"{"name": "\#($0)", "value": "\#($1)"}"# }
        .joined(separator: ", ")
    }
    return try ForeignCassette(
      #"""
      {"log": {"entries": [{
        "request": {"method": "\#(method)", "url": "http://x.test/",
          "headers": [\#(list(asked))]\#(request)},
        "response": {"status": \#(status), "headers": [\#(list(headers))]\#(response)}}]}}
      """#)
  }

  @Test(
    arguments: [
      // mitmproxy takes each byte for a character, so UTF-8 is encoded twice.
      ("\u{89}PNG\u{0}é", "image/png", "6", 6, 6, [0x89, 0x50, 0x4E, 0x47, 0, 0xE9]),
      ("hÃ©", "text/plain", "3", 3, 3, [0x68, 0xC3, 0xA9]),
      ("hÃ©", "application/json", nil, 3, 3, [0x68, 0xC3, 0xA9]),
      ("\u{0}\u{FF}", "application/octet-stream", nil, 2, 2, [0, 0xFF]),
      // Playwright counts the bytes of the text.
      ("café", "text/plain; charset=iso-8859-1", "4", 4, 5, [0x63, 0x61, 0x66, 0xE9]),
      ("€", "text/plain; charset=iso-8859-1", "1", 1, 3, [0x80]),
      ("hé", "text/plain; charset=utf-16", "6", 6, 3, [0xFF, 0xFE, 0x68, 0, 0xE9, 0]),
      ("hé", "text/plain; charset=utf-16be", "4", 4, 3, [0, 0x68, 0, 0xE9]),
      // What is UTF-8, whatever else is counted.
      ("hé", "text/plain", "3", 3, 3, [0x68, 0xC3, 0xA9]),
      ("hé", "application/json", nil, 2, 2, [0x68, 0xC3, 0xA9]),
      ("hé", "text/plain; charset=utf-8", nil, 2, 2, [0x68, 0xC3, 0xA9]),
      ("hé", "text/html", nil, -1, -1, [0x68, 0xC3, 0xA9]),
      // A client that undid a coding may keep the length.
      ("hé", "text/html", "23", 23, 3, [0x68, 0xC3, 0xA9]),
    ] as [(String, String, String?, Int, Int, [UInt8])])
  func `a text has the bytes again that its sizes count`(
    text: String, type: String, length: String?, bodySize: Int, size: Int, bytes: [UInt8]
  ) throws {
    var headers = ["Content-Type": type]
    if let length { headers["Content-Length"] = length }
    let quoted = text.replacing("\u{0}", with: "\\u0000")
    let response = try archive(
      headers: headers,
      response: #", "bodySize": \#(bodySize), "content": {"size": \#(size), "text": "\#(quoted)"}"#)
    #expect(response.losses == [], "\(response.problems)")
    #expect(try response.response().body.bytes == bytes)
    // In a request there is no `size`.
    let request = try archive(
      request: #", "bodySize": \#(bodySize), "postData": {"mimeType": "", "text": "\#(quoted)"}"#,
      asked: headers, response: #", "content": {}"#, method: "POST")
    #expect(request.losses.isEmpty == (length != "23"), "\(request.problems)")
    #expect(request.interactions.first?.request.body.bytes == bytes)
  }

  @Test(arguments: [
    ("日本語", "text/html; charset=shift_jis", "6", 9), ("日本語", "text/plain", "6", 3),
    ("a\u{FFFD}", "text/plain", "2", 4),
  ])
  func `a text of which no charset has the counted bytes is named`(
    text: String, type: String, length: String, size: Int
  ) throws {
    let cassette = try archive(
      headers: ["Content-Type": type, "Content-Length": length],
      response: #", "content": {"size": \#(size), "text": "\#(text)"}"#)
    #expect(cassette.losses.map(\.kind) == [.body])
    #expect(try cassette.response().body.bytes == Array(text.utf8))
  }

  @Test(arguments: [
    #", "content": {}, "bodySize": 1234"#, #", "bodySize": 1234"#, "",
    #", "content": {"size": 0, "text": ""}, "bodySize": 1234"#, #", "content": {"size": -1}"#,
    #", "content": {"mimeType": "text/plain"}"#,
  ])
  func `a body that was announced and is not there is named`(members: String) throws {
    let length = ["Content-Length": "1234"]
    let cassette = try archive(headers: length, response: members)
    #expect(
      cassette.losses.map(\.text) == [
        "the body of its response is not in the recording, only that it had one"
      ])
    // Browsers keep no body of a redirect, of which they say how long it was.
    let redirect = try archive(headers: length, response: members, status: 302)
    #expect(redirect.losses == cassette.losses)
    for (status, method) in [(200, "HEAD"), (204, "GET"), (304, "GET"), (302, "HEAD")] {
      let none = try archive(headers: length, response: members, status: status, method: method)
      #expect(none.losses == [], "\(status) \(method)")
    }
  }

  @Test(
    arguments: [
      ["Content-Length": "0"], [:], ["Content-Length": "20", "Content-Encoding": "gzip"],
    ] as [[String: String]])
  func `an empty body is no loss`(headers: [String: String]) throws {
    // Some tools count the header section.
    let members = #", "content": {"size": 0, "text": ""}, "bodySize": 210"#
    #expect(try archive(headers: headers, response: members).losses == [])
  }

  @Test func `a request whose body is not there is named by its length`() throws {
    for members in [#", "bodySize": -1"#, #", "bodySize": 0, "postData": {"text": ""}"#, ""] {
      let cassette = try archive(
        request: members, asked: ["Content-Length": "312"], response: #", "content": {}"#,
        method: "POST")
      #expect(cassette.losses.map(\.kind) == [.body])
    }
  }

  @Test func `the file of a request's body is read beside an empty text`() throws {
    let folder = try TemporaryDirectory()
    let digest = String(repeating: "0a", count: 20)
    try folder.write("{\"a\": 1}", to: digest + ".json")
    let text = #"""
      {"log": {"creator": {"name": "Playwright"}, "entries": [{
        "request": {"method": "PUT", "url": "http://x.test/", "headers": [], "bodySize": 8,
          "postData": {"mimeType": "application/json", "text": "", "params": [],
            "_file": "\#(digest).json"}},
        "response": {"status": 200, "headers": [], "content": {}}}]}}
      """#
    let cassette = try ForeignCassette(
      path: folder.file("all.har").path(percentEncoded: false), content: Array(text.utf8))
    #expect(cassette.losses == [], "\(cassette.problems)")
    #expect(cassette.interactions.first?.request.body.bytes == Array("{\"a\": 1}".utf8))
  }

  @Test func `cookies whose fields are missing become fields`() throws {
    let cookies = #"[{"name": "sid", "value": "zz"}, {"name": "b", "value": "1"}]"#
    let set = #"""
      [{"name": "sid", "value": "zz", "path": "/", "domain": "x.test", "httpOnly": true,
        "secure": false, "expires": "2026-11-27T20:00:00.000Z"}, {"name": "b", "value": ""}]
      """#
    let cassette = try archive(
      request: #", "cookies": \#(cookies)"#, response: #", "content": {}, "cookies": \#(set)"#)
    #expect(cassette.losses == [], "\(cassette.problems)")
    #expect(cassette.interactions.first?.request.headers == ["Cookie": "sid=zz; b=1"])
    #expect(
      try cassette.response().headers.values("Set-Cookie") == [
        "sid=zz; Path=/; Domain=x.test; Expires=Fri, 27 Nov 2026 20:00:00 GMT; HttpOnly", "b=",
      ])
    let there = try archive(
      request: #", "cookies": \#(cookies)"#, asked: ["Cookie": "a=1"], response: #", "content": {}"#
    )
    #expect(there.interactions.first?.request.headers == ["Cookie": "a=1"])
  }
}
