import Foundation
import VCRLocks
import TestSupport
import Testing
import VCR

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct AuthenticationTests {
  @Test(arguments: [
    "Basic realm=\"x\"", "Bearer realm=\"x\", error=\"invalid_token\"",
    "Digest realm=\"x\", qop=\"auth\", nonce=\"abc\", opaque=\"def\"", "Negotiate",
  ])
  func `a refusal reaches the client with its challenge`(challenge: String) async throws {
    let server = try LoopbackServer { _ in
      ServerResponse(
        status: 401, reason: "Unauthorized", headers: [("WWW-Authenticate", challenge)],
        text: "who are you")
    }
    let trip = try await RoundTrip(
      [try URLRequest("GET", server.origin + "/")], options: .init(redaction: .none)
    ) { server.stop() }
    #expect(trip.live[0].http?.statusCode == 401)
    #expect(trip.live[0].text == "who are you")
    // On Linux the challenge of Basic has a space before it: Foundation would take it away.
    let value = trip.live[0].http?.value(forHTTPHeaderField: "WWW-Authenticate")
    #expect(value?.trimmingCharacters(in: .whitespaces) == challenge)
  }

  @Test func `Digest replays the refusal and then the response, as recorded`() async throws {
    let nonce = "dcd98b7102dd2f0e8b11d0f600bfb0c093"
    let server = try LoopbackServer { request in
      guard let credentials = request.header("Authorization"), credentials.hasPrefix("Digest "),
        credentials.contains("nonce=\"\(nonce)\"")
      else {
        return ServerResponse(
          status: 401, reason: "Unauthorized",
          headers: [
            ("WWW-Authenticate", "Digest realm=\"r\", qop=\"auth\", nonce=\"\(nonce)\"")
          ], text: "")
      }
      return ServerResponse(text: "welcome")
    }
    // What the client makes of the challenge (RFC 7616 §3.4); it differs from run to run.
    let requests = [
      try URLRequest("GET", server.origin + "/"),
      try URLRequest("GET", server.origin + "/") {
        $0.setValue(
          "Digest username=\"ada\", realm=\"r\", nonce=\"\(nonce)\", uri=\"/\", qop=auth, nc=00000001, "
            + "cnonce=\"0a4f113b\", response=\"6629fae49393a05397450978507c4ef1\"",
          forHTTPHeaderField: "Authorization")
      },
    ]
    let trip = try await RoundTrip(requests) { server.stop() }
    #expect(trip.live.map(\.http?.statusCode) == [401, 200])
    #expect(trip.replayed.map(\.text) == ["", "welcome"])
    #expect(!trip.cassette.contains("6629fae49393a05397450978507c4ef1"))
  }
}
