import TestSupport
import Testing

@testable import VCRCore

/// Bodies in parts (RFC 2046 §5.1.1, RFC 7578).
struct MultipartBodyTests {
  private func parts(_ text: String, boundary: String = "simple boundary") throws -> [String] {
    let body = try #require(
      MultipartBody(Array(text.replacing("\n", with: "\r\n").utf8), boundary: boundary))
    return body.parts.map {
      "\($0.name)|\($0.mediaType)|" + String(decoding: body.bytes[$0.content], as: UTF8.self)
    }
  }

  @Test func `the example of RFC 2046 has two parts`() throws {
    let text = """
      This is the preamble.  It is to be ignored, though it
      is a handy place for composition agents to include an
      explanatory note to non-MIME conformant readers.

      --simple boundary

      This is implicitly typed plain US-ASCII text.
      It does NOT end with a linebreak.
      --simple boundary
      Content-type: text/plain; charset=us-ascii

      This is explicitly typed plain US-ASCII text.
      It DOES end with a linebreak.

      --simple boundary--

      This is the epilogue.  It is also to be ignored.
      """
    #expect(
      try parts(text) == [
        "||This is implicitly typed plain US-ASCII text.\r\nIt does NOT end with a linebreak.",
        "|text/plain; charset=us-ascii|This is explicitly typed plain US-ASCII text.\r\n"
          + "It DOES end with a linebreak.\r\n",
      ])
  }

  @Test(arguments: [
    // What only begins like a delimiter, or stands within a line, is content.
    ("--B\n\n--BB\n--B--", ["||--BB"]), ("--B\n\nx--B\n--B--", ["||x--B"]),
    ("--B\n\n--\n--B--", ["||--"]), ("--B \t\n\na\n--B--", ["||a"]), ("--B\n\n\n--B--", ["||"]),
    ("--B\n\n\n\n--B--", ["||\r\n"]), ("--B\n\na\n--B--junk\n--B\n\nb\n--B--", ["||a"]),
    (
      "--B\nContent-Disposition: form-data; name=\"a\\\"b\"; filename=\"c\"\n\n1\n--B--",
      ["a\"b||1"]
    ),
    (
      "--B\ncontent-disposition:form-data;name=x\nCONTENT-TYPE: TEXT/Html; Q=1\n\n1\n--B--",
      ["x|text/html; Q=1|1"]
    ),
    ("--B--", []),
  ])
  func `delimiters stand alone in their lines`(text: String, expected: [String]) throws {
    #expect(try parts(text, boundary: "B") == expected)
  }

  @Test(arguments: [
    "", "--B", "--B\n\na", "--B\n\na\n--B", "--B\nX: 1\n--B--", "a\n--C--", " --B--",
  ])
  func `what has no closing delimiter or no end of a header is no multipart body`(text: String) {
    #expect(MultipartBody(Array(text.replacing("\n", with: "\r\n").utf8), boundary: "B") == nil)
  }

  @Test(arguments: 0..<6 as Range<UInt64>)
  func `parts that were put together are taken apart again, whatever bytes they hold`(
    seed: UInt64
  ) throws {
    var generator = InteractionGenerator(seed: seed)
    for _ in 0..<40 {
      var form = MultipartForm()
      for number in 0...generator.random.below(3) {
        var part = MultipartForm.Part()
        part.headers = [
          (Array("Content-Disposition".utf8), Array("form-data; name=\"n\(number)\"".utf8))
        ]
        part.content = generator.bytes()
        form.parts.append(part)
      }
      let bytes = form.bytes(boundary: "no-such-boundary")
      let body = try #require(MultipartBody(bytes, boundary: "no-such-boundary"))
      #expect(body.parts.map(\.name) == form.parts.indices.map { "n\($0)" })
      #expect(body.parts.map { Array(bytes[$0.content]) } == form.parts.map(\.content))
      let again = try #require(MultipartForm(bytes, boundary: "no-such-boundary"))
      #expect(again.parts.map(\.content) == form.parts.map(\.content))
      #expect(again.bytes(boundary: "other") == form.bytes(boundary: "other"))
    }
  }

  @Test func `the order of parts and the boundary change no normal form, and a content does`()
    throws
  {
    func form(_ text: String, _ boundary: String) throws -> [UInt8] {
      var form: [UInt8] = []
      try #require(MultipartBody(Array(text.utf8), boundary: boundary)).appendNormalForm(to: &form)
      return form
    }
    func part(_ name: String, _ value: String) -> String {
      "--B\r\nContent-Disposition: form-data; name=\(name)\r\n\r\n\(value)\r\n"
    }
    let one = part("a", "1") + part("b", "2") + "--B--"
    let two = part("b", "2") + part("a", "1") + "--B--"
    #expect(try form(one, "B") == form(two, "B"))
    #expect(try form(one, "B") == form(one.replacing("--B", with: "--XX"), "XX"))
    #expect(try form(one, "B") != form(part("a", "2") + part("b", "1") + "--B--", "B"))
    #expect(try form(one, "B") != form(part("a", "1") + "--B--", "B"))
  }
}

/// The pieces of a streamed body after something in it was replaced.
struct ReplacedChunksTests {
  @Test func `a replacement belongs to the piece in which it began`() {
    let body = Body(Array("one SECRET two".utf8), chunks: [.init(length: 6), .init(length: 8)])
    var found = Replacements()
    found.add(4..<10, Array("{{X}}".utf8), in: body.bytes.span)
    let replaced = found.applied(to: body)
    #expect(String(decoding: replaced.bytes, as: UTF8.self) == "one {{X}} two")
    #expect(replaced.chunks.map(\.length) == [9, 4])
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `the lengths of the pieces add up to the body, and none is empty that was not`(
    seed: UInt64
  ) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<100 {
      var body = Body((0..<1 + random.below(60)).map { _ in UInt8(random.below(256)) })
      var left = body.bytes.count
      while left > 0 {
        let length = min(left, random.below(12))
        body.chunks.append(.init(length: length, after: Double(body.chunks.count)))
        left -= length
      }
      var found = Replacements()
      var index = 0
      while true {
        let start = index + random.below(12)
        let end = start + 1 + random.below(8)
        guard end <= body.bytes.count else { break }
        found.add(start..<end, Array(repeating: 0x58, count: random.below(14)), in: body.bytes.span)
        index = end + 1
      }
      let replaced = found.applied(to: body)
      #expect(replaced.chunks.reduce(0) { $0 + $1.length } == replaced.bytes.count)
      #expect(replaced.chunks.allSatisfy { $0.length >= 0 })
      let empty = replaced.chunks.filter { $0.length == 0 }
      #expect(
        empty.allSatisfy { chunk in
          body.chunks.contains { $0.length == 0 && $0.after == chunk.after }
        })
      let times = replaced.chunks.compactMap(\.after)
      #expect(times == times.sorted())
    }
  }
}

/// GraphQL documents (specification of October 2021, §2.1).
struct GraphQLOperationTests {
  private func normal(_ text: String) -> String {
    String(decoding: GraphQLOperation.normalized(Array(text.utf8)), as: UTF8.self)
  }

  @Test(arguments: [
    ("{a b}", "\u{FEFF}{\n  a,, # comment \"with { quotes\r  b\t}"),
    ("{a(x:1)}", "{ a ( x : 1 ) }"),
    ("{...F}", "{ ... F }"), ("{a(s:\"x\")}", "{a(s : \"x\" ,)}"),
    ("{a(f:-1.5e+3)}", "{a(f: -1.5e+3)}"),
    ("query Q($v:[Int!]=[1,2])@d{a}", "query Q ($v: [Int!] = [1 2]) @d { a }"),
  ])
  func `insignificant characters change nothing (§2.1)`(one: String, two: String) {
    #expect(normal(one) == normal(two))
  }

  @Test(arguments: [
    ("{a(s:\"x y\")}", "{a(s:\"x  y\")}"), ("{a(s:\"#\")}", "{a(s:\"\")}"), ("{ab}", "{a b}"),
    ("{a(s:\"\\\"#\")}", "{a(s:\"\\\"\")}"), ("{a(s:\"\"\"x # y\"\"\")}", "{a(s:\"\"\"x \"\"\")}"),
    ("{a(s:\"\"\"\\\"\"\" # \"\"\")}", "{a(s:\"\"\"\\\"\"\" \"\"\")}"), ("{a(x:1 2)}", "{a(x:12)}"),
    ("{a(x:1.5)}", "{a(x:1 .5)}"), ("{a}", "{b}"), ("{a #b\n}", "{a b}"),
  ])
  func `what a document says changes its form`(one: String, two: String) {
    #expect(normal(one) != normal(two))
  }

  @Test(arguments: [
    "\"", "\"\\", "\"\"\"", "\"\"\"\\\"\"", "#", ".", "\u{FEFF}", "\u{0}", "é\"", "",
  ])
  func `a document that is cut off is read to its end`(text: String) {
    let bytes = Array(text.utf8)
    for token in GraphQLOperation.tokens(of: bytes) { #expect(token.upperBound <= bytes.count) }
    #expect(normal(text + "\n{a}").utf8.count >= normal(text).utf8.count)
  }
}
