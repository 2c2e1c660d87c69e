import Testing

@testable import VCRCore
@testable import VCRReview

struct ItemLinesTests {
  private static let bodies = ["one", "two\nlines\n", "", "four"]

  private func file(prologue: String) throws -> CassetteFile {
    let items = Self.bodies.flatMap { body in
      CassetteWriter().item(
        Interaction(
          request: .init(method: "POST", url: "https://api.test/", body: Body(Array(body.utf8))),
          outcome: .response(.init(status: 204))))
    }
    return try CassetteFile(path: "c.yaml", content: Array(prologue.utf8) + items)
  }

  @Test(arguments: ["", "# a comment\n\n# and another\n"])
  func `items begin in the lines of their dashes`(comment: String) throws {
    let prologue = String(decoding: CassetteWriter.prologue, as: UTF8.self)
    let file = try file(prologue: comment + prologue)
    let lines = String(decoding: file.bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    let begins = lines.indices.filter { lines[$0].hasPrefix("- request:") }.map { $0 + 1 }
    try #require(begins.count == Self.bodies.count)
    var all = ItemLines(file)
    #expect(begins.indices.map { all.line(ofItem: $0) } == begins)
    var some = ItemLines(file)
    #expect([1, 1, 3].map { some.line(ofItem: $0) } == [begins[1], begins[1], begins[3]])
  }
}
