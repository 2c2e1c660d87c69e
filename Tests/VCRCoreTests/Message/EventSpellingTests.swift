import Testing

@testable import VCRCore

/// How streams spell their events and lines, which a cassette names once.
struct EventSpellingTests {
  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  @Test(
    arguments: [
      ("data: 1\n\n", nil), ("data: 1\r\n\r\n", "crlf"), ("data:1\n\n", "unspaced"),
      ("data:1\r\n\r\n", "crlf unspaced"), (":\n\ndata:1\n\n", "unspaced"),
      ("unknown:1\ndata: 1\n\n", nil), ("", nil), ("\n", nil), ("no line end", nil),
    ] as [(String, String?)])
  func `a stream's first lines show its spelling`(stream: String, words: String?) {
    #expect(EventSpelling(of: bytes(stream)).words == words)
  }

  @Test(arguments: ["", "crlf", "unspaced", "crlf unspaced", "unspaced crlf"])
  func `words make the spelling that they name`(words: String) throws {
    let spelling = try #require(EventSpelling(words: words))
    #expect(spelling.hasCarriageReturns == words.contains("crlf"))
    #expect(spelling.hasSpaces == !words.contains("unspaced"))
    #expect(EventSpelling(words: spelling.words ?? "") == spelling)
  }

  @Test(arguments: ["CRLF", "lf", "crlf,unspaced"])
  func `other words name none`(words: String) { #expect(EventSpelling(words: words) == nil) }

  @Test(
    arguments: [
      "data: 1\n\n", "event: a\ndata: 1\ndata: 2\nid: 7\nretry: 10\n\n", ": ping\n\n",
      "data: \n\n", "data:  two spaces\n\n", "data: a\ndata: \ndata: b\n\n", "id: 1\nevent: x\n\n",
    ], ["", "crlf", "unspaced", "crlf unspaced"])
  func `the fields of an event give its bytes back`(event: String, words: String) throws {
    let spelling = try #require(EventSpelling(words: words))
    var text = event
    if !spelling.hasSpaces { text = text.replacing(": ", with: ":") }
    if spelling.hasCarriageReturns { text = text.replacing("\n", with: "\r\n") }
    let fields = try #require(spelling.fields(of: bytes(text)[...]))
    var written: [UInt8] = []
    for (field, value) in fields { spelling.append(field, value, to: &written) }
    written += spelling.lineEnd
    #expect(String(decoding: written, as: UTF8.self) == text)
  }

  @Test(arguments: [
    "", "\n", "data: 1\n", "data: 1\n\ndata: 2\n\n", "data:1\n\n", "data: 1\r\n\r\n",
    "data: 1\r\n\n",
    "data\n\n", "comment: 1\n\n", "Data: 1\n\n", "data: 1\nid: 2\ndata: 3\n\n",
    "data: 1\rdata: 2\n\n",
  ])
  func `an event that would not give the same bytes has no fields`(event: String) {
    #expect(EventSpelling().fields(of: bytes(event)[...]) == nil)
  }

  @Test func `a line and a record of JSON are their content`() throws {
    let line = try #require(EventSpelling().content(ofLine: bytes("{\"a\":1}\n")[...]))
    #expect(!line.isRecord && line.content.elementsEqual("{\"a\":1}".utf8))
    let record = try #require(EventSpelling().content(ofLine: bytes("\u{1E}[1]\n")[...]))
    #expect(record.isRecord && record.content.elementsEqual("[1]".utf8))
    for other in ["", "\n", "{}", "{}\r\n", "{}\n{}\n"] {
      #expect(EventSpelling().content(ofLine: bytes(other)[...]) == nil, "\(other)")
    }
  }
}
