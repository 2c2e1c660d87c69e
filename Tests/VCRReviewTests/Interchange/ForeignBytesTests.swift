import Foundation
import TestSupport
import Testing

@testable import VCRCore
@testable import VCRReview

/// Bytes that a tool writes as characters, and texts that are cut or made to be slow.
@Suite struct ForeignBytesTests {
  @Test func `bytes of header fields that tools write as characters are those bytes again`() throws
  {
    let fields = [("X-L", "caf\u{E9}"), ("X-U", "snow\u{E2}\u{98}\u{83}"), ("X-W", "snow☃")]
    let map = "{" + fields.map { #""\#($0)": ["\#($1)"]"# }.joined(separator: ", ") + "}"
    let pairs = "[" + fields.map { #""\#($0)", "\#($1)""# }.joined(separator: ", ") + "]"
    for text in [
      #"""
      {"http_interactions": [{"request": {"method": "GET", "uri": "http://x.test/", "headers": {}},
        "response": {"status": {"code": 200}, "headers": \#(map), "body": {"string": "é"}}}],
       "recorded_with": "betamax/0.9.0"}
      """#,
      #"""
      [{"scope": "http://x.test:80", "method": "GET", "path": "/", "body": "", "status": 200,
        "response": "é", "rawHeaders": \#(pairs)}]
      """#,
      #"""
      {"version": 1, "interactions": [{
        "request": {"method": "GET", "uri": "http://x.test/", "headers": {}, "body": {"type": "none"}},
        "response": {"status": 200, "headers": \#(map), "body": {"type": "text", "content": "é"}}}]}
      """#,
    ] {
      let cassette = try ForeignCassette(text)
      #expect(cassette.losses == [], "\(cassette.problems)")
      let response = try cassette.response()
      #expect(
        response.headers.fields.map(\.bytes) == [
          [0x63, 0x61, 0x66, 0xE9], Array("snow☃".utf8), Array("snow☃".utf8),
        ], "\(cassette.format)")
      #expect(response.body.bytes == Array("é".utf8))
    }
  }

  @Test func `lone surrogates are the bytes that Python escaped, or a replacement`() throws {
    let cassette = try ForeignCassette(
      #"""
      {"log": {"entries": [{"request": {"method": "GET", "url": "http://x.test/", "headers": []},
        "response": {"status": 200, "headers": [{"name": "X-L", "value": "caf\udce9"}],
          "content": {"text": "a\ud83d, \ud83d\ude00"}}}]}}
      """#)
    let response = try cassette.response()
    #expect(response.headers.fields.map(\.bytes) == [[0x63, 0x61, 0x66, 0xE9]])
    #expect(response.body.bytes == Array("a\u{FFFD}, 😀".utf8))
  }

  @Test func `a header field that another tool cannot have is named`() throws {
    func losses(_ field: HeaderField, _ word: String) throws -> (Int, HeaderFields?) {
      let interaction = Interaction(
        request: .init(url: "http://x.test/"),
        outcome: .response(.init(status: 200, headers: HeaderFields([field]))))
      let export = try #require(ForeignExport([interaction], lines: [1], as: word))
      let back = try ForeignCassette(path: "back", content: export.content)
      return (export.losses.count, try back.response().headers)
    }
    let latin1 = HeaderField("X-L", bytes: [0x63, 0xE9])
    let utf8 = HeaderField("X-L", "c\u{E9}")
    for (word, ofLatin1, ofUTF8) in [
      ("har", 1, 0), ("vcrpy", 1, 0), ("cassetter", 1, 1), ("ruby-vcr", 0, 0), ("go-vcr", 0, 0),
    ] {
      let (first, second) = (try losses(latin1, word), try losses(utf8, word))
      #expect(first.0 == ofLatin1 && second.0 == ofUTF8, "\(word)")
      #expect(second.1?["X-L"] == "c\u{E9}", "\(word)")
      if ["cassetter", "ruby-vcr", "go-vcr"].contains(word) {
        #expect(first.1?.fields.map(\.bytes) == [[0x63, 0xE9]], "\(word)")
      }
      #expect(try losses(HeaderField("X-L", "c"), word).0 == 0)
    }
  }

  @Test func `a text of Betamax in UTF-16 has the mark that Python writes`() throws {
    let cassette = try ForeignCassette(
      #"""
      {"http_interactions": [{"request": {"method": "GET", "uri": "http://x.test/"},
        "response": {"status": {"code": 200},
          "body": {"encoding": "utf-16", "string": "hé"}}}], "recorded_with": "betamax/0.9.0"}
      """#)
    #expect(try cassette.response().body.bytes == [0xFF, 0xFE, 0x68, 0, 0xE9, 0])
  }

  @Test func `a recording of Ruby that ends within its last body is named as cut`() throws {
    let whole = """
      http_interactions:
      - request: {method: get, uri: 'http://x.test/'}
        response:
          status: {code: 200}
          body:
            encoding: UTF-8
            string: |
              one
              two three
      recorded_with: VCR 6.0.0

      """
    #expect(try ForeignCassette(whole).losses == [])
    let end = try #require(whole.range(of: "two th")?.upperBound)
    let cut = try ForeignCassette(String(whole[..<end]))
    #expect(cut.losses.map(\.kind) == [.document])
    #expect(cut.losses.first?.text.contains("cut short") == true)
    // Written by hand, without a line feed at its end, or without a version.
    #expect(try ForeignCassette(String(whole.dropLast())).losses == [])
    let start = try #require(whole.range(of: "recorded_with")?.lowerBound)
    #expect(try ForeignCassette(String(whole[..<start])).losses == [])
  }

  @Test func `many merged members are read in a time that grows as they do`() throws {
    let names = (0..<6000).map { "k\($0): 1" }.joined(separator: ", ")
    let merges = (0..<10).map { "- {<<: *all, own: \($0)}" }.joined(separator: "\n")
    let text = "all: &all {\(names)}\nlist:\n\(merges)\n"
    let value = try ForeignYAML(Array(text.utf8)).value
    let elements = value["list"]?.elements ?? []
    #expect(elements.count == 10)
    #expect(elements.allSatisfy { $0.members?.count == 6001 })
    let doubled = try ForeignYAML(Array("{<<: [{a: 1, b: 1}, {b: 2, c: 2}], a: 0}\n".utf8)).value
    #expect(doubled["a"]?.text == "0" && doubled["b"]?.text == "1" && doubled["c"]?.text == "2")
    #expect(doubled.members?.count == 3)
  }

  @Test func `values that JsonUnit leaves open are not compared, and their conditions named`()
    throws
  {
    func stub(_ json: String) throws -> ForeignCassette {
      try ForeignCassette(
        #"""
        {"id": "a", "request": {"url": "/a", "method": "POST",
           "bodyPatterns": [{"equalToJson": \#(json)}]},
         "response": {"status": 200}}
        """#)
    }
    let open = try stub(#"{"id": "${json-unit.ignore}", "n": 1}"#)
    #expect(open.losses == [], "\(open.problems)")
    #expect(open.interactions.first?.rule?.match?.last == "json(ignoring $.id)")
    let typed = try stub(#""{\"list\": [{\"it's\": \"${json-unit.any-string}\"}], \"n\": 1}""#)
    #expect(typed.losses.map(\.kind) == [.member])
    let interaction = try #require(typed.interactions.first)
    let policy = try RequestEquivalence(
      parsing: try #require(interaction.rule?.match).joined(separator: ", "))
    func sent(_ body: String) -> Interaction.Request {
      var request = interaction.request
      request.body = Body(Array(body.utf8))
      return request
    }
    #expect(policy.areEquivalent(sent(#"{"list": [{"it's": "x"}], "n": 1}"#), interaction.request))
    #expect(!policy.areEquivalent(sent(#"{"list": [{"it's": "x"}], "n": 2}"#), interaction.request))
  }

  @Test func `variables in header fields of Postman are filled in`() throws {
    let cassette = try ForeignCassette(
      #"""
      {"info": {"_postman_id": "a"}, "variable": [{"key": "kind", "value": "text/csv"}], "item": [
        {"name": "r", "request": {"method": "GET", "url": "http://x.test/",
          "header": [{"key": "Accept", "value": "{{kind}}"}]}, "response": [{"code": 200}]}]}
      """#)
    #expect(cassette.losses == [], "\(cassette.problems)")
    #expect(cassette.interactions.first?.request.headers == ["Accept": "text/csv"])
  }

  @Test func `a list beside those of cassetter is named`() throws {
    let cassette = try ForeignCassette(
      """
      version: 1
      interactionz: [{request: 1}]
      ws_interactions:
      - {uri: 'ws://x.test/', headers: {}, frames: []}

      """)
    #expect(cassette.losses.map(\.kind) == [.document])
    #expect(cassette.problems.first?.contains("`interactionz`") == true)
  }
}
