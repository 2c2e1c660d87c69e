import Foundation
import TestSupport
import Testing

@testable import VCRCore
@testable import VCRReview

/// Tapes of Talkback, and JSON5, in which they are written.
@Suite struct TalkbackFormatTests {
  private static let tape = #"""
    // Tapes have comments.
    {
        meta: {
            createdAt: '2026-03-04T12:00:00.250Z',
            host: 'https://api.example.test/',
            resHumanReadable: true,
            tag: "it's mine",
            latency: 250,
        },
        req: {
            url: '/v1/users?page=2',
            method: 'POST',
            headers: { accept: '*/*', 'content-type': 'application/octet-stream', },
            body: 'AAH/',
        },
        res: {
            status: 200,
            headers: {
                'content-type': [ 'application/json; charset=utf-8', ],
                'set-cookie': [ 'a=1', 'b=2', ],
            },
            body: { name: 'Ann "A"', tags: [ 1, 2.5, ], none: [], more: {}, 'x-y': null, },
        },
    }
    """#

  @Test func `a tape is read with its URL, its fields, its bytes and its times`() throws {
    let cassette = try ForeignCassette(Self.tape)
    #expect(cassette.format == "Talkback")
    #expect(cassette.losses == [], "\(cassette.problems)")
    let first = try #require(cassette.interactions.first)
    #expect(first.request.method == "POST")
    #expect(first.request.url == "https://api.example.test/v1/users?page=2")
    #expect(first.request.body.bytes == [0, 1, 255])
    #expect(first.seconds == 0.25 && first.recordedAt?.timeIntervalSince1970 == 1_772_625_600)
    let response = try cassette.response()
    #expect(response.headers.values("Set-Cookie") == ["a=1", "b=2"])
    // As `JSON.stringify(body, null, 2)` has it.
    #expect(
      response.body.bytes
        == Array(
          #"""
          {
            "name": "Ann \"A\"",
            "tags": [
              1,
              2.5
            ],
            "none": [],
            "more": {},
            "x-y": null
          }
          """#.utf8))
    #expect(
      cassette.policy?.description == "method, url, json, headers(accept, content-type)",
      "\(cassette.policy?.description ?? "")")
  }

  @Test func `a folder of tapes alone is one recording`() throws {
    let folder = try TemporaryDirectory()
    try folder.write(Self.tape, to: "tapes/b.json5")
    try folder.write(Self.tape.replacing("page=2", with: "page=1"), to: "tapes/a/one.json5")
    let path = folder.path + "/tapes"
    #expect(ForeignCassette.isOneRecording(folder: path))
    let cassette = try ForeignCassette.read(folder: path, inflating: nil)
    #expect(cassette.format == "Talkback" && cassette.losses == [])
    #expect(
      cassette.interactions.map(\.request.url) == [
        "https://api.example.test/v1/users?page=1", "https://api.example.test/v1/users?page=2",
      ])
    #expect(cassette.policy?.description.contains("headers(accept, content-type)") == true)
    try folder.write("notes", to: "tapes/README.md")
    #expect(!ForeignCassette.isOneRecording(folder: path))
  }

  @Test(arguments: [
    ("latency: 250", "latency: [1, 9], errorRate: 5", 2), ("status: 200", "status: 'no'", 1),
    ("res: {", "other: {", 1), ("body: 'AAH/'", "body: 'A!'", 1),
  ])
  func `what a tape has besides is named`(old: String, new: String, count: Int) throws {
    let cassette = try ForeignCassette(Self.tape.replacing(old, with: new))
    #expect(cassette.losses.count == count, "\(cassette.problems)")
  }

  @Test(arguments: [
    (
      #"{a: 'b', "c": .5, d: 5., e: +1, f: -0x1F, $_1: Infinity}"#,
      #"{"a": "b", "c": 0.5, "d": 5, "e": 1, "f": -31, "$_1": null}"#
    ),
    (
      "['it\\'s', '\"', 'a\\\nb', '\\x41\\v\\0', \"\\u00e9\\q\"]",
      "[\"it's\", \"\\\"\", \"ab\", \"A\\u000b\\u0000\", \"\u{E9}q\"]"
    ),
    ("/* a\n * b */ [1, // c\n 2,]", "[1, 2]"),
    ("[true, null, NaN, -Infinity]", "[true, null, null, null]"),
    ("{\u{A0}null: [],\u{FEFF}'\u{2028}': 1e5}", "{\"null\": [], \"\u{2028}\": 1e5}"),
  ])
  func `JSON5 is the value that its specification says`(text: String, json: String) throws {
    let value = try ForeignValue(json: JSON5Text(Array(text.utf8)).json)
    let expected = try ForeignValue(json: Array(json.utf8))
    #expect(
      String(decoding: ForeignStructure.json(value, .javaScript), as: UTF8.self)
        == String(decoding: ForeignStructure.json(expected, .javaScript), as: UTF8.self))
  }

  @Test(arguments: [
    ("{\n meta: {},\n req: {}, res: 'cut", 3), ("{\n meta: {},\n req: oops\n}", 3),
    ("// note\n{ a: 1\n b: 2}", 3),
  ])
  func `a fault in JSON5 is named with its line`(text: String, line: Int) {
    let error = #expect(throws: CassetteError.self) { try ForeignCassette(text) }
    #expect(error?.line == line, "\(error?.description ?? "")")
  }
}
