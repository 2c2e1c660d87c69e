import Foundation
import Testing

@testable import VCRCore

/// Responses that broke off, and exchanges that their client left, in a cassette.
@Suite struct BrokenOffTests {
  private static func file(_ item: String) throws -> CassetteFile {
    try CassetteFile(path: "c.yaml", content: Array("vcr: 1\ninteractions:\n\(item)".utf8))
  }

  private static func file(_ interactions: [Interaction]) throws -> CassetteFile {
    try CassetteFile(
      path: "c.yaml",
      content: CassetteWriter.prologue + interactions.flatMap { CassetteWriter().item($0) })
  }

  private static func interaction(
    _ body: String?, failure: Interaction.Failure? = nil, path: String = "",
    headers: HeaderFields = ["Content-Type": "text/plain"]
  ) -> Interaction {
    let request = Interaction.Request(url: "http://api.test/\(path)")
    guard let body else {
      return Interaction(request: request, outcome: .failure(failure ?? .left), seconds: 1)
    }
    return Interaction(
      request: request,
      outcome: .response(
        .init(
          status: 200, reason: "OK", headers: headers, body: Body(Array(body.utf8)),
          failure: failure)), seconds: 1)
  }

  private static let reset = Interaction.Failure(
    code: "networkConnectionLost", number: -1005, message: "it ended", reset: .connection)

  @Test func `head, bytes and failure stand together, with the length that was announced`() throws {
    let item = CassetteWriter().item(
      Self.interaction(
        "part", failure: Self.reset,
        headers: ["Content-Type": "text/plain", "Content-Length": "100"]))
    #expect(
      String(decoding: item, as: UTF8.self) == """
        - request:
            method: GET
            url: http://api.test/
          response:
            status: 200 OK
            headers:
              Content-Type: text/plain
              Content-Length: '100'
            body:
              text: |-
                part
          error:
            code: networkConnectionLost
            domain: NSURLErrorDomain
            number: -1005
            message: it ended
            reset: connection
          seconds: 1

        """)
    let left = String(
      decoding: CassetteWriter().item(Self.interaction(nil)), as: UTF8.self)
    #expect(left.hasSuffix("http://api.test/\n  left: client\n  seconds: 1\n"), "\(left)")
  }

  @Test func `what is written is read`() throws {
    let failures: [Interaction.Failure] =
      [.left, Self.reset, .init(.timedOut, message: "")]
      + [0, 8, 13, 14, UInt32.max].map {
        .init(code: "a", number: 1, message: "", reset: .stream($0))
      }
    for failure in failures {
      for body in ["part", nil] {
        let interaction = Self.interaction(body, failure: failure)
        #expect(try Self.file([interaction]).interaction(at: 0) == interaction)
      }
    }
  }

  @Test(arguments: [
    ("left: server", "left: takes client"), ("left: [client]", "left: takes client"),
    ("left: client\n  error:\n    code: a", "error: or left:, not both"),
    ("error:\n    reset: softly", "reset: takes connection"),
    ("seconds: 1", "neither response: nor error: nor left:"),
  ])
  func `what cannot be meant is an error with its place`(lines: String, reason: String) throws {
    let error = #expect(throws: CassetteError.self) {
      try Self.file("- request:\n    url: http://a/\n  \(lines)\n").interaction(at: 0)
    }
    #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
  }

  // MARK: - Recording again

  private static func merged(_ old: [Interaction], _ new: [Interaction]) throws -> [Interaction] {
    let merge = try CassetteMerge(
      file(new), into: file(old), equivalence: .standard, strategy: .replacing)
    let content = try CassetteFile(path: "c.yaml", content: merge.content().bytes)
    return try (0..<content.count).map { try content.interaction(at: $0) }
  }

  @Test func `what a client leaves is no reason to forget what was there`() throws {
    let cases: [(old: Interaction, new: Interaction, isKept: Bool)] = [
      (Self.interaction("whole"), Self.interaction("who", failure: .left), true),
      (Self.interaction("whole"), Self.interaction(nil), true),
      (Self.interaction("whole"), Self.interaction("", failure: .left), true),
      (Self.interaction("whole"), Self.interaction("other", failure: .left), false),
      (Self.interaction("part", failure: .left), Self.interaction("pa", failure: .left), true),
      // Longer: the client needs it now.
      (Self.interaction("part", failure: .left), Self.interaction("parts", failure: .left), false),
      (Self.interaction("part", failure: .left), Self.interaction("part"), false),
      (Self.interaction(nil), Self.interaction("", failure: .left), false),
      (Self.interaction("part", failure: Self.reset), Self.interaction(nil), true),
      // The service's own failure is news.
      (Self.interaction("whole"), Self.interaction("who", failure: Self.reset), false),
      (Self.interaction(nil, failure: Self.reset), Self.interaction(nil), false),
    ]
    for (old, new, isKept) in cases {
      #expect(try Self.merged([old], [new]) == [isKept ? old : new], "\(old) \(new)")
    }
  }

  @Test func `the words of a failure are no difference, its kind is`() throws {
    let old = Self.interaction("part", failure: Self.reset)
    var failure = Self.reset
    failure.message = "it ended in other words"
    #expect(try Self.merged([old], [Self.interaction("part", failure: failure)]) == [old])
    failure.reset = nil
    var expected = Self.reset
    expected.reset = nil
    #expect(
      try Self.merged([old], [Self.interaction("part", failure: failure)])
        == [Self.interaction("part", failure: expected)])
  }

  @Test func `a request that changed is recorded, though its client left`() throws {
    var new = Self.interaction("who", failure: .left)
    new.request.headers = ["Accept": "text/plain"]
    let merged = try Self.merged([Self.interaction("whole")], [new])
    #expect(merged.first?.request.headers["Accept"] == "text/plain")
    #expect(merged.first?.outcome == Self.interaction("whole").outcome)
  }

  // MARK: - Secrets

  @Test func `a secret in the words of a response that broke off is found`() throws {
    let token = "ghp_16C7e42F292c6912E7710c838347Ae178B4a"
    var failure = Self.reset
    failure.message = "lost at https://api.test/?access_token=\(token)"
    let interaction = Self.interaction("token \(token)", failure: failure)
    let redacted = Redactor(.standard).redacting(interaction)
    let text = String(decoding: CassetteWriter().item(redacted), as: UTF8.self)
    #expect(!text.contains(token) && text.contains("error:"), "\(text)")
  }

  @Test func `a place that is named is redacted where the body is cut off, wherever that is`()
    throws
  {
    let redaction = Redaction(.jsonPaths(["$.customer.card", "$.list[*].card"]))
    let json =
      #"{"customer": {"name": "Ada", "card": "4711 0815\u00e9\n12"}, "list": [{"card": "c0ffee"}, 1]}"#
    let bytes = Array(json.utf8)
    for length in bytes.indices {
      let body = String(decoding: bytes.prefix(length), as: UTF8.self)
      let interaction = Self.interaction(
        body, failure: Self.reset, headers: ["Content-Type": "application/json"])
      let redacted = Redactor(redaction).redacting(interaction)
      let text = String(decoding: CassetteWriter().item(redacted), as: UTF8.self)
      #expect(!text.contains("4711 0") && !text.contains("c0ff"), "\(text)")
    }
  }

  // MARK: - Replay

  @Test func `what broke off is replayed as it is, and is nothing to fall back on`() throws {
    let schedule = ReplaySchedule(
      Self.interaction("part", failure: Self.reset), factor: 1)
    #expect(schedule.head == .zero && schedule.pieces.map(\.range) == [0..<4])
    #expect(schedule.end == .seconds(1))
    for (failure, words) in [
      (Self.reset, "broken off after 4 bytes of the body: networkConnectionLost"),
      (Interaction.Failure.left, "left by the client after 4 bytes of the body"),
    ] {
      let outcome = Self.interaction("part", failure: failure).outcome
      #expect(outcome.endInWords?.hasPrefix(words) == true)
    }
  }
}
