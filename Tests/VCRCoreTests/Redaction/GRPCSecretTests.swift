import Testing

@testable import VCRCore

/// Secrets in messages of gRPC: what is redacted, and what comes back, is a message that clients
/// can read.
struct GRPCSecretTests {
  private static let token = "sk_live_4eC39HqLyjWDarjtT1zdp7dc"
  private static let redaction = Redaction(.secret("KEY", value: token))

  /// A field of bytes of a message of Protocol Buffers.
  private static func field(_ number: UInt8, _ content: [UInt8]) -> [UInt8] {
    let count = content.count
    let length = count < 128 ? [UInt8(count)] : [UInt8(count & 0x7F | 0x80), UInt8(count >> 7)]
    return [number << 3 | 2] + length + content
  }

  private static func field(_ number: UInt8, _ text: String) -> [UInt8] {
    field(number, Array(text.utf8))
  }

  /// A message with a token in a field, and in one of a message within it that needs two bytes for
  /// its length only with the token.
  private static func content(_ token: String) -> [UInt8] {
    let inner =
      field(1, String(repeating: "x", count: 90)) + [0x10, 0x96, 0x01]
      + field(4, "Bearer \(token)!")
    return field(1, "hello a") + [0x10, 1] + field(3, token) + field(4, inner)
      + [0x2D, 1, 2, 3, 4] + field(6, "end")
  }

  private static func interaction(_ messages: [[UInt8]]) -> Interaction {
    var interaction = Interaction(
      request: .init(
        method: "POST", url: "https://a.test/b.C/D", headers: ["Content-Type": "application/grpc"]),
      outcome: .response(
        .init(
          status: 200, headers: ["Content-Type": "application/grpc", "grpc-encoding": "gzip"],
          body: Body(
            messages.flatMap { $0 },
            chunks: messages.map { .init(length: $0.count, after: 0.001) }))))
    interaction.request.body = Body(
      messages.flatMap { $0 }, chunks: messages.map { .init(length: $0.count) })
    return interaction
  }

  private static func response(_ interaction: Interaction) throws -> Interaction.Response {
    guard case .response(let response) = interaction.outcome else {
      throw NoResponse()
    }
    return response
  }

  private struct NoResponse: Error {}

  @Test func `lengths are those of the placeholders, and of the secrets when they come back`()
    throws
  {
    let original = Self.interaction([
      GRPCMessages.message(Self.content(Self.token)), GRPCMessages.message(Self.field(1, "b")),
    ])
    let redacted = Redactor(Self.redaction).redacting(original)
    let response = try Self.response(redacted)
    let expected = GRPCMessages.message(Self.content("{{KEY}}"))
    #expect(response.body.chunks.map(\.length) == [expected.count, 8])
    #expect(response.body.bytes == expected + GRPCMessages.message(Self.field(1, "b")))
    #expect(redacted.request.body.bytes == response.body.bytes)
    #expect(redacted.request.body.chunks.map(\.length) == [expected.count, 8])
    var outcome = redacted.outcome
    Self.redaction.restore(&outcome)
    #expect(outcome == original.outcome)
    let restoring = SecretRestoring(values: [Array("KEY".utf8): Array(Self.token.utf8)])
    var request = redacted.request
    restoring.restoreBody(of: &request)
    #expect(request == original.request)
  }

  @Test func `a request without pieces is that with pieces, and its numbers count in its lengths`()
  {
    let tokens = [
      "ghp_16C7e42F292c6912E7710c838347Ae178B4a", "ghp_9aKd83jslfkj38fjslJKsd93kfjsl02kdsa4",
    ]
    let recorder = Redactor(Redaction(), numbersValues: true)
    let recorded = tokens.map { token in
      recorder.redacting(Self.interaction([GRPCMessages.message(Self.content(token))])).request
    }
    let (first, second) = ("{{GITHUB_TOKEN}}", "{{GITHUB_TOKEN_2}}")
    for (request, placeholder) in zip(recorded, [first, second]) {
      #expect(request.body.bytes == GRPCMessages.message(Self.content(placeholder)))
    }
    var live = Self.interaction([GRPCMessages.message(Self.content(tokens[1]))]).request
    live.body.chunks = []
    let (request, values) = Redactor(Redaction()).matching(live)
    #expect(request.body.chunks.isEmpty)
    #expect(request.body.bytes == GRPCMessages.message(Self.content(first)))
    #expect(values.numbered(request, [2]).body.bytes == recorded[1].body.bytes)
  }

  @Test func `a field that is as long as the code of a brace has its length`() {
    let rest = String(repeating: "x", count: 123 - Self.token.utf8.count)
    let original = Self.interaction([GRPCMessages.message(Self.field(1, Self.token + rest))])
    let redacted = Redactor(Self.redaction).redacting(original)
    #expect(
      redacted.request.body.bytes == GRPCMessages.message(Self.field(1, "{{KEY}}" + rest)))
  }

  @Test func `many fields with secrets take time in proportion to their number`() {
    func message(_ token: String) -> [UInt8] {
      GRPCMessages.message((0..<2_000).flatMap { _ in Self.field(1, token) })
    }
    let redacted = Redactor(Self.redaction).redacting(Self.interaction([message(Self.token)]))
    #expect(redacted.request.body.bytes == message("{{KEY}}"))
  }

  @Test func `lengths are those of placeholders with another name`() throws {
    let marked = Self.interaction([GRPCMessages.message(Self.content("{{TOKEN__00000007}}"))])
    let bare = try Self.response(IssuedMark.removal.applied(to: marked))
    #expect(bare.body.bytes == GRPCMessages.message(Self.content("{{TOKEN}}")))
    let bodies = try Self.response(IssuedMark.removal.appliedToBodies(of: marked))
    #expect(bodies.body == bare.body)
  }

  @Test func `a message that is none of Protocol Buffers says how long it is`() throws {
    let text = "\u{1}\u{2}{ \(Self.token)"
    let redacted = Redactor(Self.redaction).redacting(
      Self.interaction([GRPCMessages.message(text.utf8)]))
    #expect(
      try Self.response(redacted).body.bytes
        == GRPCMessages.message("\u{1}\u{2}{ {{KEY}}".utf8))
  }

  @Test(arguments: [CompressedData.Wrapper.gzip, .zlib])
  func `a compressed message with a secret is one without compression, and others stay`(
    wrapper: CompressedData.Wrapper
  ) throws {
    func packed(_ content: [UInt8]) -> [UInt8] {
      let bytes = wrapper.encode(content)
      return [1] + UInt32(bytes.count).bigEndianBytes(4) + bytes
    }
    let harmless = packed(Self.field(1, "harmless"))
    let original = Self.interaction([packed(Self.content(Self.token)), harmless])
    let redacted = Redactor(Self.redaction).redacting(original)
    let expected = GRPCMessages.message(Self.content("{{KEY}}"))
    #expect(try Self.response(redacted).body.bytes == expected + harmless)
    #expect(redacted.request.body.bytes.suffix(harmless.count) == harmless[...])
    #expect(redacted.request.body.bytes.firstRange(of: Array("{{KEY}}".utf8)) != nil)
    #expect(GRPCCall.lines(of: harmless) == ["\\x0a\\x08harmless"])
    #expect(GRPCCall.lines(of: [1, 0, 0, 0, 2, 0x61, 0x62]) == ["(compressed) ab"])
  }

  @Test(arguments: [
    "application/grpc-web+proto", "application/grpc-web", "application/connect+proto",
    "application/protobuf", "application/x-protobuf; messageType=a.B", "application/proto",
  ])
  func `other protocols that carry such messages keep their lengths`(type: String) throws {
    let isFramed = type.contains("web") || type.contains("connect")
    func body(_ token: String) -> [UInt8] {
      guard isFramed else { return Self.content(token) }
      // What ends a call comes in a message with another flag.
      let end = Array("grpc-status: 0\r\nkey: \(token)\r\n".utf8)
      return GRPCMessages.message(Self.content(token))
        + [0x80] + UInt32(end.count).bigEndianBytes(4) + end
    }
    var original = Self.interaction([])
    original.request.headers = ["Content-Type": type]
    original.request.body = Body(body(Self.token))
    original.outcome = .response(
      .init(status: 200, headers: ["Content-Type": type], body: Body(body(Self.token))))
    let redacted = Redactor(Self.redaction).redacting(original)
    #expect(try Self.response(redacted).body == Body(body("{{KEY}}")))
    #expect(redacted.request.body == Body(body("{{KEY}}")))
    var outcome = redacted.outcome
    Self.redaction.restore(&outcome)
    #expect(outcome == original.outcome)
    // A request is sent again with whatever the secret is then.
    let longer = Self.token + String(repeating: "x", count: 99)
    var request = redacted.request
    SecretRestoring(values: [Array("KEY".utf8): Array(longer.utf8)]).restoreBody(of: &request)
    #expect(request.body == Body(body(longer)))
  }
}
