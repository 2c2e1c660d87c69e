import Testing

@testable import VCRCore

/// What a reader knows of a call of gRPC.
struct GRPCCallTests {
  private func exchange(
    type: String = "application/grpc", url: String = "https://example.com:50051/a.Greeter/SayHello",
    headers: HeaderFields = [:], trailers: HeaderFields = [:], status: Int = 200
  ) -> Interaction {
    var fields = headers
    fields.append("content-type", type)
    return Interaction(
      request: .init(method: "POST", url: url, headers: ["content-type": type]),
      outcome: .response(.init(status: status, headers: fields, trailers: trailers)))
  }

  @Test func `a call is its method, its origin and the status that it ended with`() throws {
    let call = try #require(
      GRPCCall(exchange(trailers: ["grpc-status": "5", "grpc-message": "no %C3%A9t%C3%A9 100%"])))
    #expect(call.method == "a.Greeter/SayHello" && call.origin == "https://example.com:50051")
    #expect(call.words == "a.Greeter/SayHello at https://example.com:50051")
    #expect(call.status == 5 && call.statusName == "NOT_FOUND")
    #expect(call.message == "no été 100%")
  }

  @Test func `a call that failed at once has its status in the header section`() throws {
    let call = try #require(
      GRPCCall(exchange(headers: ["grpc-status": "16", "grpc-message": "who"])))
    #expect(call.statusName == "UNAUTHENTICATED" && call.message == "who")
    let broken = try #require(GRPCCall(exchange()))
    #expect(broken.status == nil && broken.statusName == nil && broken.message.isEmpty)
    let both = try #require(
      GRPCCall(exchange(headers: ["grpc-status": "2"], trailers: ["grpc-status": "0"])))
    #expect(both.status == 0)
  }

  @Test(arguments: ["application/json", "text/plain", "application/grpcx"])
  func `another exchange is no call`(type: String) {
    #expect(GRPCCall(exchange(type: type)) == nil)
    #expect(!GRPCCall.asksForTrailers(exchange(type: type)))
    #expect(GRPCCall.asksForTrailers(exchange(type: type, trailers: ["X-Sum": "1"])))
  }

  @Test func `a call takes trailer fields, also where none came`() {
    #expect(GRPCCall.asksForTrailers(exchange()))
    #expect(GRPCCall(exchange(url: "no-url")) == nil)
    #expect(GRPCCall(exchange(url: "https://example.com")) == nil)
  }

  @Test(
    arguments: [
      ("0", 200), ("1", 499), ("3", 400), ("5", 404), ("7", 403), ("8", 429), ("12", 501),
      ("14", 503), ("16", 401), ("17", 500), ("-1", 500), ("x", 200),
    ])
  func `the status of a call means what one of HTTP does`(code: String, status: Int) throws {
    let response = try #require(exchange(trailers: ["grpc-status": code]).outcome.asResponse)
    #expect(GRPCCall.statusOfHTTP(response) == status)
    let plain = try #require(
      exchange(type: "text/plain", trailers: ["grpc-status": code]).outcome.asResponse)
    #expect(GRPCCall.statusOfHTTP(plain) == 200)
    let failed = try #require(
      exchange(trailers: ["grpc-status": code], status: 502).outcome.asResponse)
    #expect(GRPCCall.statusOfHTTP(failed) == 502)
  }

  @Test(
    arguments: [
      (200, 2), (400, 13), (401, 16), (403, 7), (404, 12), (407, 16), (429, 14), (431, 8),
      (500, 2), (501, 9), (502, 14), (503, 14), (504, 14),
    ])
  func `a response of HTTP alone means a status code`(status: Int, code: Int) {
    #expect(GRPCCall.status(ofHTTP: status) == code)
  }

  @Test(
    arguments: [
      ("plain ~ text", 100, "plain ~ text"), ("100%", 100, "100%25"), ("é\n", 100, "%C3%A9%0A"),
      // What is too long is cut after a character.
      ("aéb", 6, "a"), ("aéb", 7, "a%C3%A9"), ("aéb", 8, "a%C3%A9b"), ("abc", 0, ""),
    ])
  func `a message is written as its field has it`(text: String, limit: Int, field: String) throws {
    #expect(GRPCCall.encoded(text, limit: limit) == field)
    let call = try #require(
      GRPCCall(exchange(trailers: ["grpc-status": "1", "grpc-message": field])))
    #expect(limit == 100 ? call.message == text : text.hasPrefix(call.message))
  }

  @Test func `a status has its name, or its number`() {
    #expect(GRPCCall.name(ofStatus: 0) == "OK" && GRPCCall.name(ofStatus: 16) == "UNAUTHENTICATED")
    #expect(GRPCCall.name(ofStatus: 17) == "17" && GRPCCall.name(ofStatus: -1) == "-1")
  }
}
