import Testing

@testable import VCRCore

/// Uploads that a service refused before it had them, in a recording of the same again.
struct RefusedUploadMergeTests {
  private func refused(
    _ content: String, awaits: Int? = nil, by reason: String = "too large"
  ) -> Interaction {
    var response = Interaction.Response(
      status: 413, headers: ["Content-Type": "text/plain"], body: Body(Array(reason.utf8)))
    response.awaits = awaits
    return Interaction(
      request: .init(
        method: "POST", url: "https://api.example.com/a", body: Body(Array(content.utf8))),
      outcome: .response(response))
  }

  private func text(_ interaction: Interaction) -> [UInt8] {
    CassetteWriter.prologue + CassetteWriter().item(interaction)
  }

  private func merged(_ new: Interaction, into old: Interaction) throws -> [UInt8] {
    try CassetteMerge(
      CassetteFile(path: "c.yaml", content: text(new)),
      into: CassetteFile(path: "c.yaml", content: text(old)), equivalence: .standard,
      strategy: .replacing, volatility: .standard
    ).content().bytes
  }

  @Test func `that it had passed as a whole in one run, and in part in the other, is no change`()
    throws
  {
    let (part, whole) = (refused("", awaits: 0), refused("whole"))
    #expect(try merged(whole, into: part) == text(part))
    #expect(try merged(part, into: whole) == text(whole))
  }

  @Test func `another response comes with the upload as it was`() throws {
    let changed = try merged(
      refused("", awaits: 0, by: "far too large"), into: refused("whole"))
    #expect(changed == text(refused("whole", by: "far too large")))
  }

  @Test func `another upload is a change`() throws {
    #expect(try merged(refused("other"), into: refused("whole")) == text(refused("other")))
  }

  // Else a client that sends as many messages as the recorded one waits for ever.
  @Test func `a call waits for no more messages than its client had sent`() throws {
    func call(_ messages: [String]) -> Interaction {
      let bytes = messages.map { GRPCMessages.message(Array($0.utf8)) }
      var response = Interaction.Response(
        status: 200, headers: ["Content-Type": "application/grpc"],
        body: Body(bytes[0], chunks: [.init(length: bytes[0].count, after: 0, awaits: bytes.count)])
      )
      response.awaits = bytes.count
      return Interaction(
        request: .init(
          method: "POST", url: "https://api.example.com/a",
          headers: ["Content-Type": "application/grpc"],
          body: Body(bytes.flatMap(\.self), chunks: bytes.map { .init(length: $0.count) })),
        outcome: .response(response))
    }
    let (more, fewer) = (call(["a", "b", "c", "d"]), call(["a", "b", "c"]))
    #expect(try merged(fewer, into: more) == text(fewer))
    // What it waited for is a matter of chance where the client had sent more.
    let grown = String(decoding: try merged(more, into: fewer), as: UTF8.self)
    #expect(grown.contains("awaits: 3") && !grown.contains("awaits: 4"))
  }
}
