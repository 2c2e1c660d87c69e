import Foundation
import TestSupport
import Testing
import VCRCore

/// Credentials with a scheme, where the replay has others than the recording, or none.
struct CredentialReplayTests {
  private static let token = "tok9f8e7d6c5b4a"

  private static func basic(_ password: String) -> String {
    "Basic " + Data("ada:\(password)".utf8).base64EncodedString()
  }

  private func request(_ credentials: String) -> Interaction.Request {
    Interaction.Request(url: "http://h/me", headers: ["Authorization": credentials])
  }

  private func options(_ mode: RecordMode, _ redaction: Redaction) -> Deck.Options {
    Deck.Options(
      mode: mode, equivalence: [.method, .url, .headers("Authorization")], redaction: redaction)
  }

  /// True when a request with some credentials is answered by what was recorded with others.
  private func isAnswered(
    _ incoming: String, recorded: String, _ redaction: Redaction, later: Redaction
  ) throws -> Bool {
    let folder = try TemporaryDirectory()
    let path = folder.file("c.yaml").path
    let deck = try Deck(cassette: path, options: options(.once, redaction))
    let login = Interaction.Request(method: "POST", url: "http://h/login")
    let body = Body(Array(#"{"access_token":"\#(Self.token)"}"#.utf8))
    for (request, body) in [(login, body), (request(recorded), Body([]))] {
      guard case .record(let ticket) = try deck.decide(request) else { return false }
      let response = Interaction.Response(
        status: 200, headers: ["Content-Type": "application/json"], body: body)
      try deck.record(.response(response), for: ticket)
    }
    try deck.close()
    let replay = try Deck(cassette: path, options: options(.none, later))
    if case .replay = try replay.decide(request(incoming)) { return true }
    return false
  }

  @Test(arguments: [
    "Bearer dummy-value", basic("dummy-value"), basic(""), "Bearer x", "x", "Bearer ",
  ])
  func `a secret without its value is answered for any credentials`(incoming: String) throws {
    for recorded in ["Bearer s3cret-t0ken", Self.basic("s3cret-t0ken"), "token s3cret-t0ken"] {
      #expect(
        try isAnswered(
          incoming, recorded: recorded, Redaction(.secret("API_TOKEN", value: "s3cret-t0ken")),
          later: Redaction(.secret("API_TOKEN", value: nil))), "\(recorded)")
    }
  }

  @Test func `a token's placeholder is answered in every scheme`() throws {
    let served = "{{ACCESS_TOKEN}}"
    for (recorded, incoming) in [
      ("Bearer \(Self.token)", "Bearer \(served)"), ("token \(Self.token)", "token \(served)"),
      (Self.basic(Self.token), Self.basic(served)),
    ] {
      #expect(
        try isAnswered(incoming, recorded: recorded, .standard, later: .standard), "\(recorded)")
    }
  }

  @Test func `a secret that is known is not answered for another`() throws {
    let redaction = Redaction(.secret("API_TOKEN", value: "s3cret-t0ken"))
    for other in ["Bearer dummy-value", Self.basic("dummy-value")] {
      let isAnswered = try isAnswered(
        other, recorded: "Bearer s3cret-t0ken", redaction, later: redaction)
      #expect(!isAnswered, "\(other)")
    }
  }
}
