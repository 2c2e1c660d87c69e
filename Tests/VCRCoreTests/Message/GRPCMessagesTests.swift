import Testing

@testable import VCRCore

struct GRPCMessagesTests {
  private static func request(_ url: String, type: String = "application/grpc+proto")
    -> Interaction.Request
  {
    .init(method: "POST", url: url, headers: ["Content-Type": type])
  }

  @Test(arguments: [
    ("application/grpc", true), ("Application/GRPC+proto", true), ("application/grpc;a=b", true),
    ("application/grpc ; a=b", true), ("application/grpc-web", false), ("application/grpcx", false),
    ("application/grp", false), ("", false), ("x application/grpc", false),
  ])
  func `the media type of gRPC is known in any case, with a suffix and parameters`(
    type: String, isGRPC: Bool
  ) {
    #expect(GRPCMessages.isMediaType(type) == isGRPC)
  }

  @Test func `messages are counted however they are split`() {
    let messages: [[UInt8]] = [Array("one".utf8), [], [0, 0xFF]]
    let bytes: [UInt8] = messages.flatMap { GRPCMessages.message($0) }
    #expect(GRPCMessages.ends(in: bytes) == [8, 13, 20])
    for size in 1...bytes.count {
      var counter = GRPCMessages.Counter()
      var start = 0
      while start < bytes.count {
        counter.add(bytes[start..<min(start + size, bytes.count)])
        start += size
        let whole = GRPCMessages.ends(in: Array(bytes.prefix(start))).count
        #expect(counter.count == whole)
      }
    }
  }

  @Test(arguments: [[0, 0, 0], [0, 0xFF, 0xFF, 0xFF, 0xFF, 1], [0, 0, 0, 0, 2, 1]] as [[UInt8]])
  func `bytes that are no whole message are none`(bytes: [UInt8]) {
    #expect(GRPCMessages.ends(in: bytes).isEmpty)
    #expect(GRPCMessages.content(of: bytes[...]) == nil)
    #expect(GRPCCall.lines(of: bytes).first?.hasPrefix("(not whole) ") == true)
  }

  @Test func `a call has its service, method and the name of its status`() throws {
    var response = Interaction.Response(
      status: 200, headers: ["grpc-status": "5", "grpc-message": "nothing %C3%BC%zz"])
    let request = Self.request("https://a.test:50051/shop.Cart/Add")
    let failed = try #require(GRPCCall(Interaction(request: request, outcome: .response(response))))
    #expect(failed.words == "shop.Cart/Add at https://a.test:50051")
    #expect(failed.statusName == "NOT_FOUND")
    #expect(failed.message == "nothing ü%zz")
    response.headers = [:]
    response.trailers = ["grpc-status": "99"]
    let other = try #require(GRPCCall(Interaction(request: request, outcome: .response(response))))
    #expect(other.statusName == "99")
    #expect(GRPCCall(Self.request("https://a.test/b", type: "application/json")) == nil)
  }

  @Test func `a message of a status is encoded and cut after a character`() {
    #expect(GRPCCall.encoded("50 %\nü", limit: 100) == "50 %25%0A%C3%BC")
    #expect(GRPCCall.encoded("aüü", limit: 12) == "a%C3%BC")
  }

  // UNIMPLEMENTED would be a method that the service does not have, without which clients do.
  @Test func `a refusal of the recorder has a status that clients neither retry nor do without`() {
    #expect(GRPCCall.name(ofStatus: GRPCCall.status(ofHTTP: 501)) == "FAILED_PRECONDITION")
    #expect(GRPCCall.name(ofStatus: GRPCCall.status(ofHTTP: 502)) == "UNAVAILABLE")
    #expect(GRPCCall.name(ofStatus: GRPCCall.status(ofHTTP: 299)) == "UNKNOWN")
  }

  @Test func `a message is one line`() {
    let bytes = GRPCMessages.message([0x0A, 0x03] + Array("ü\\".utf8) + [0xFF])
    #expect(GRPCCall.lines(of: bytes) == ["\\x0a\\x03ü\\\\\\xff"])
  }

  @Test func `a body of messages survives the cassette`() throws {
    let messages: [[UInt8]] = [Array("hi".utf8), [0x0A, 0x02, 0xE9, 0xFF], [], Array("ü\n".utf8)]
    let bytes: [UInt8] = messages.flatMap { GRPCMessages.message($0) } + [0, 0, 0]
    var response = Interaction.Response(
      status: 200, headers: ["Content-Type": "application/grpc"], body: Body(bytes))
    var start = 0
    for end in GRPCMessages.ends(in: bytes) + [bytes.count] {
      response.body.chunks.append(.init(length: end - start, after: 0.001, awaits: start))
      start = end
    }
    response.awaits = 4
    let interaction = Interaction(
      request: Self.request("https://a.test/b"), outcome: .response(response))
    let item = CassetteWriter().item(interaction)
    let text = String(decoding: item, as: UTF8.self)
    #expect(text.contains("    awaits: 4\n"))
    #expect(
      text.contains("      - after: 0.001\n        awaits: 0\n        message: \"hi\"\n"), "\(text)"
    )
    let file = try CassetteFile(path: "c.yaml", content: CassetteWriter.prologue + item)
    #expect(try file.interaction(at: 0) == interaction)
  }
}
