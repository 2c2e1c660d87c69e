import Testing

@testable import VCRCore

/// Whether a response announces its length, and how an exchange ended in words.
struct ResponseLengthTests {
  private static func response(
    _ body: Body = [1, 2, 3, 4], http: String? = nil, headers: HeaderFields = [:],
    trailers: HeaderFields = [:]
  ) -> Interaction.Response {
    .init(status: 200, http: http, headers: headers, body: body, trailers: trailers)
  }

  @Test(
    arguments: [
      (response(), true), (response([]), true), (response(http: "HTTP/2"), true),
      (response(trailers: ["X-Sum": "1"]), false), (response(headers: ["Trailer": "X-Sum"]), false),
      (response(Body(Array("ab".utf8), chunks: [.init(length: 2)])), false),
      // An empty response of HTTP/2, or of gRPC, often consists of its head.
      (response([], http: "HTTP/2"), false), (response([], headers: ["grpc-status": "5"]), false),
      (response([], http: "HTTP/2", headers: ["Content-Length": "0"]), true),
    ])
  func `a length is announced by rule, or as the cassette says`(
    response: Interaction.Response, announces: Bool
  ) {
    #expect(response.announcesLength == announces)
    var broken = response
    broken.failure = .left
    #expect(!broken.announcesLength)
    var unknown = response
    unknown.hasUnknownLength = true
    #expect(unknown.announcesLength == (response.headers["Content-Length"] != nil))
  }

  @Test func `a length that others announce is noted when it was not announced`() {
    var plain = Self.response()
    plain.noteUnknownLength()
    #expect(plain.hasUnknownLength)
    var counted = Self.response(headers: ["Content-Length": "4"])
    counted.noteUnknownLength()
    #expect(!counted.hasUnknownLength)
    var stream = Self.response(trailers: ["X-Sum": "1"])
    stream.noteUnknownLength()
    #expect(!stream.hasUnknownLength)
    var broken = Self.response()
    broken.failure = .left
    broken.noteUnknownLength()
    #expect(!broken.hasUnknownLength)
  }

  @Test func `an announced length takes the place that it had`() {
    var response = Self.response(headers: ["content-length": "9", "ETag": "1"])
    response.announce(length: 4)
    #expect(response.headers.fields.map(\.name) == ["content-length", "ETag"])
    #expect(response.headers["Content-Length"] == "4")
    var other = Self.response(headers: ["etag": "1"])
    other.announce(length: 4)
    #expect(other.headers["Content-Length"] == "4" && other.headers.fields.count == 2)
  }

  @Test(
    arguments: [
      ("GET", 200, true), ("HEAD", 200, false), ("GET", 204, false), ("GET", 304, false),
      ("GET", 101, false), ("POST", 205, true), ("GET", nil, true),
    ] as [(String, Int?, Bool)])
  func `a response has content but for HEAD and three statuses`(
    method: String, status: Int?, hasContent: Bool
  ) {
    #expect(Interaction.Response(status: status).hasContent(toMethod: method) == hasContent)
  }

  @Test func `an outcome is a status or a failure in a word or two`() {
    var response = Interaction.Response(status: 404, reason: "Not Found")
    #expect(Interaction.Outcome.response(response).inWords == "404 Not Found")
    #expect(Interaction.Outcome.response(response).endInWords == nil)
    response.failure = .left
    #expect(Interaction.Outcome.response(response).inWords == "404 Not Found, left by the client")
    response.failure = .init(code: "networkConnectionLost", number: -1005, message: "reset")
    let broken = Interaction.Outcome.response(response)
    #expect(broken.inWords == "404 Not Found, broken off")
    #expect(
      broken.endInWords == "broken off after 0 bytes of the body: "
        + "networkConnectionLost (NSURLErrorDomain -1005): reset")
    let failed = Interaction.Outcome.failure(
      .init(code: "timedOut", number: -1001, message: "too late"))
    #expect(failed.inWords == "timedOut")
    #expect(failed.endInWords == "failed: timedOut (NSURLErrorDomain -1001): too late")
    let left = Interaction.Outcome.failure(.left)
    #expect(left.inWords == "left by the client")
    #expect(left.endInWords == "left by the client before a response began")
  }
}
