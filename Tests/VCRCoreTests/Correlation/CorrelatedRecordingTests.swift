import Testing

@testable import VCRCore

/// A recording of what was recorded before, in which a service hands out other ids.
struct CorrelatedRecordingTests {
  private static func exchange(
    _ path: String, _ response: String, sending body: String = "", as type: String = "text/plain"
  ) -> Interaction {
    Interaction(
      request: .init(
        method: "POST", url: "http://api.test\(path)", headers: ["Content-Type": type],
        body: Body(Array(body.utf8))),
      outcome: .response(
        .init(
          status: 200, headers: ["Content-Type": "application/json"],
          body: Body(Array(response.utf8)))))
  }

  private static func file(_ interactions: [Interaction]) throws -> CassetteFile {
    try CassetteFile(
      path: "c.yaml",
      content: CassetteWriter.prologue + interactions.flatMap { CassetteWriter().item($0) })
  }

  private func merged(_ second: [Interaction], into first: [Interaction]) throws -> String {
    let merge = try CassetteMerge(
      Self.file(second), into: Self.file(first), equivalence: .standard, strategy: .replacing,
      volatility: .standard)
    return String(decoding: try merge.content().bytes, as: UTF8.self)
  }

  private func text(_ interactions: [Interaction]) throws -> String {
    String(decoding: try Self.file(interactions).bytes, as: UTF8.self)
  }

  @Test(arguments: [
    ("application/xml", "<o><id>ID</id></o>"),
    ("application/x-ndjson", "{\"id\":\"ID\"}\n{\"x\":1}\n"),
    ("text/plain", "cancel ID\n"), ("application/json", #"{"query":"query {o(id:\"ID\"){x}}"}"#),
    (
      "application/json",
      #"{"query":"query Q($i: ID!){o(id:$i){x}}","variables":{"i":"ID"}}"#
    ),
  ])
  func `an id is put back where the request is then the old one`(
    type: String, body: String
  ) throws {
    for ids in [("8332", "8657"), ("ord_RgLaQCBwygcg", "ord_HVbcWSadxGDz"), ("421", "422")] {
      let recordings = [ids.0, ids.1].map { id in
        [
          Self.exchange("/orders", #"{"order":{"id":"\#(id)"},"total":8657}"#),
          Self.exchange("/use", "{}", sending: body.replacing("ID", with: id), as: type),
        ]
      }
      let again = try merged(recordings[1], into: recordings[0])
      #expect(try again == text(recordings[0]), "\(ids)")
    }
  }

  @Test func `an id stays new where a request is not the old one with the old id`() throws {
    let first = [
      Self.exchange("/orders", #"{"order":{"id":"8332"}}"#),
      Self.exchange("/use", "{}", sending: "cancel 8332"),
    ]
    let second = [
      Self.exchange("/orders", #"{"order":{"id":"8657"}}"#),
      Self.exchange("/use", "{}", sending: "ship 8657"),
    ]
    let again = try merged(second, into: first)
    #expect(try again == text(second))
  }

  @Test func `an id that no request carries is another one`() throws {
    let first = [Self.exchange("/orders", #"{"order":{"id":"8332"}}"#)]
    let second = [Self.exchange("/orders", #"{"order":{"id":"8657"}}"#)]
    #expect(try merged(second, into: first) == text(second))
  }
}
