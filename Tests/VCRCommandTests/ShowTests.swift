#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  @testable import VCRCommand

  struct ShowTests {
    @Test func `a table has a row for each interaction`() async throws {
      let workshop = try Workshop()
      try workshop.writeCassette(
        "Cassettes/c.yaml", urls: ["http://api.test/a", "http://api.test/bc"])
      let result = try await workshop.vcr("show", "c")
      #expect(
        result.text == """
          #  METHOD  STATUS  SIZE  TYPE        URL
          1  GET     200      2 B  text/plain  http://api.test/a
          2  GET     200      3 B  text/plain  http://api.test/bc

          """)
    }

    @Test func `one interaction is shown as HTTP`() async throws {
      let workshop = try Workshop()
      try workshop.writeCassette("c.yaml", urls: ["http://api.test/a", "http://api.test/bc"])
      let result = try await workshop.vcr("show", "c.yaml", "2")
      #expect(
        result.text == """
          GET http://api.test/bc HTTP/1.1

          HTTP/1.1 200 OK
          Content-Type: text/plain; charset=utf-8

          bc

          """)
      let missing = try await workshop.vcr("show", "c.yaml", "3")
      #expect(missing.status == 64)
    }

    @Test func `JSON lines hold what scripts need`() async throws {
      let workshop = try Workshop()
      try workshop.writeCassette("c.yaml", urls: ["http://api.test/a", "http://api.test/b"])
      let result = try await workshop.vcr("show", "c.yaml", "--format", "json")
      let objects = try result.text.split(separator: "\n").map {
        try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
      }
      try #require(objects.count == 2)
      #expect(objects[1]["method"] as? String == "GET")
      #expect(objects[1]["url"] as? String == "http://api.test/b")
      #expect(objects[1]["status"] as? Int == 200)
      #expect(
        objects[1]["headers"] as? [[String]] == [["Content-Type", "text/plain; charset=utf-8"]])
      #expect(objects[1]["body"] as? String == Data("b\n".utf8).base64EncodedString())
    }

    @Test func `what a terminal would obey is not printed`() {
      #expect(PrintableText.line("a\u{1B}[2Jb\u{9B}c") == "a\\u{1B}[2Jb\\u{9B}c")
      #expect(PrintableText.body(Array("\u{1B}[2J".utf8)) == nil)
      #expect(PrintableText.body([0xFF]) == nil)
      #expect(PrintableText.body(Array("a\tb\r\n".utf8)) == "a\tb\r\n")
    }
  }
#endif
