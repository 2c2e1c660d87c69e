import Foundation
import TestSupport
import Testing

@testable import VCRCore

struct MultipartFormTests {
  private static let type = "multipart/form-data; boundary=\"X y\""

  private func item(_ body: String, _ type: String = Self.type) -> [UInt8] {
    CassetteWriter().item(
      Interaction(
        request: .init(
          method: "POST", url: "https://a.example/", headers: ["Content-Type": type],
          body: Body(Array(body.utf8))), outcome: .response(.init(status: 200))))
  }

  private func read(_ item: [UInt8]) throws -> String {
    let file = try CassetteFile(path: "a.yaml", content: CassetteWriter.prologue + item)
    return String(decoding: try file.request(at: 0).body.bytes, as: UTF8.self)
  }

  private static let usual = """
    --X y\r
    Content-Disposition: form-data; name="a"\r
    \r
    one\r
    --X y\r
    Content-Disposition: form-data; name="b"; filename="b.json"\r
    Content-Type: application/json\r
    \r
    {"k":[1,2]}\r
    --X y--\r

    """

  @Test func `parts are listed with their headers, each in a form of its own`() throws {
    let item = item(Self.usual)
    #expect(
      String(decoding: item, as: UTF8.self).contains(
        """
            body:
              multipart:
              - headers:
                  Content-Disposition: form-data; name="a"
                text: |-
                  one
              - headers:
                  Content-Disposition: form-data; name="b"; filename="b.json"
                  Content-Type: application/json
                json: |-
                  {
                    "k": [1, 2]
                  }
          response:
        """))
    #expect(try read(item) == Self.usual)
    // The fast parser knows it.
    let fast = CanonicalItemParser.parse(item, item.indices)
    #expect(try fast == YAMLParser.parse(item))
  }

  @Test(arguments: [
    usual.replacing("--X y--\r\n", with: "--X y--"), "preamble\r\nof two\r\n" + usual,
    usual + "epilogue", usual.replacing("\r\n", with: "\n"),
    usual.replacing("--X y--", with: "--X"),
    usual.replacing("one", with: ""), usual.replacing("one", with: "--X\r\n\r\n"),
    usual.replacing("one", with: "\r\n--X yz\r\n"), usual.replacing("one", with: "a\u{0}\u{85}\r"),
    usual.replacing(": form", with: ":form"), usual.replacing("\r\n\r\none", with: "\r\none"),
    usual.replacing("Content-Type: a", with: "X: 1\r\nX: 2\r\nContent-Type: a"),
    usual.replacing("Content-Type: a", with: "content-disposition: 2\r\nContent-Type: a"),
    usual.replacing("Content-Disposition: form-data; name=\"a\"\r\n", with: ""),
    usual.replacing("one", with: "--X y"), "--X y--\r\n", "--X y\r\n--X y--\r\n", "", "one",
    usual.replacing("Content-Type: a", with: "Content-Type: a\r\n folded"),
    usual + usual, "\r\n" + usual,
  ])
  func `whatever it is, the same bytes come back`(body: String) throws {
    #expect(try read(item(body)) == body)
  }

  @Test(arguments: 0..<20)
  func `a mutated body comes back to the byte, whatever form it takes`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let pieces = ["\r\n", "--X y", "--", "\n", ": ", "--X y\r\n", "A: b\r\n", "\r", "é", "'", "|"]
    for _ in 0..<50 {
      var bytes = Array(Self.usual.utf8)
      for _ in 0...random.below(3) {
        let place = random.below(bytes.count)
        if random.one(in: 2) {
          bytes.removeSubrange(place..<min(bytes.count, place + random.below(9)))
        } else {
          bytes.insert(contentsOf: Array(random.pick(pieces).utf8), at: place)
        }
      }
      let body = String(decoding: bytes, as: UTF8.self)
      #expect(try read(item(body)) == body, "\(body.debugDescription)")
    }
  }

  @Test func `an unusual end or beginning is named beside the parts`() throws {
    let text = String(
      decoding: item("before\r\n" + Self.usual.replacing("--X y--\r\n", with: "--X y--")),
      as: UTF8.self)
    #expect(
      text.contains("      preamble: before\n      epilogue: ''\n      multipart:\n"), "\(text)")
  }

  @Test func `a body written by hand may name its boundary`() throws {
    let text = """
      - request:
          url: https://a.example/
          body:
            boundary: B
            multipart:
            - text: one
            - headers: {A: [1, 2]}
              form: {x: y z}
        response: {}

      """
    #expect(
      try read(Array(text.utf8))
        == "--B\r\n\r\none\r\n--B\r\nA: 1\r\nA: 2\r\n\r\nx=y+z\r\n--B--\r\n")
  }

  @Test func `a secret in a part is redacted where it stands`() throws {
    let body = Self.usual.replacing("name=\"a\"", with: "name=\"password\"")
    let text = String(decoding: CassetteWriter.prologue + item(body), as: UTF8.self)
    let result = try CassetteRedactor(.standard).redact(Array(text.utf8), path: "a.yaml")
    #expect(
      String(decoding: result.content, as: UTF8.self)
        == text.replacing("          one\n", with: "          {{PASSWORD}}\n"))
    #expect(result.outcome == .init(values: 1, interactions: 1))
  }

  @Test func `a large part goes into a file beside the cassette`() throws {
    var random = SeededRandom(seed: 1)
    let picture = [0xFF, 0] + (0..<9000).map { _ in UInt8(random.below(256)) }
    var form = MultipartForm()
    form.parts = [.init(headers: [(Array("Content-Type".utf8), Array("image/png".utf8))])]
    form.parts[0].content = picture
    let body = form.bytes(boundary: "B")
    var files: [SideFile] = []
    let item = CassetteWriter(sideFolder: "a.yaml.files").item(
      Interaction(
        request: .init(
          url: "https://a.example/", headers: ["Content-Type": "multipart/related; boundary=B"],
          body: Body(body)), outcome: .response(.init(status: 200))), files: &files)
    #expect(files.count == 1 && files[0].body.bytes == picture)
    let known = files
    let file = try CassetteFile(path: "a.yaml", content: CassetteWriter.prologue + item) { name in
      known.first { $0.reference == name }?.body ?? []
    }
    #expect(try file.request(at: 0).body.bytes == body)
  }
}
