#if Recording
  import NIOCore
  import TestSupport
  import Testing
  import VCRCore
  import VCRUpstream

  @Suite struct CodedReadingTests {
    private static func recording(_ body: [UInt8], coding: String) -> ExchangeRecording {
      var recording = ExchangeRecording()
      recording.receive(
        .head(.init(status: 200, reason: "OK", headers: ["Content-Encoding": coding])))
      recording.receive(.body(ByteBuffer(bytes: body)))
      recording.receive(.end(trailers: [:]))
      return recording
    }

    private static func response(_ body: [UInt8], coding: String) -> Interaction.Response? {
      guard case .response(let response) = recording(body, coding: coding).outcome() else {
        return nil
      }
      return response
    }

    private static let tools: [(String, String)] = [
      ("gzip", "gzip -c"), ("zstd", "zstd -q -c"), ("br", "brotli -c"),
    ]

    @Test(arguments: tools)
    func `what clients read of a coding without an end is the content`(
      coding: String, command: String
    ) throws {
      guard Tool.isInstalled(String(command.prefix { $0 != " " })) else {
        try Test.cancel("\(command) is not installed")
      }
      let content = Array((0..<90_000).map { "line \($0 * 7919 % 10_007)\n" }.joined().utf8)
      let packed = try ContentDecodingTests.compress(content, command)
      let trailed = try #require(Self.response(packed + Array("\u{0} rest".utf8), coding: coding))
      #expect(trailed.body.bytes.count == content.count)
      #expect(trailed.headers["Content-Encoding"] == nil)
      #expect(trailed.body.encoded == .bytes(packed + Array("\u{0} rest".utf8)))
      let cut = try #require(Self.response(Array(packed.dropLast(9)), coding: coding))
      let isBeginning = content.starts(with: cut.body.bytes) && cut.body.bytes.count > 1000
      #expect(isBeginning)
      #expect(cut.body.encoding == coding)
    }

    @Test func `a content that is too large to be searched is not recorded`() throws {
      let packed = try ContentDecodingTests.compress(
        [UInt8](repeating: 0x20, count: (64 << 20) + 1), "gzip -9 -c")
      let outcome = try #require(Self.recording(packed, coding: "gzip").outcome())
      guard case .failure(let failure) = outcome else {
        Issue.record("it was recorded")
        return
      }
      #expect(failure.isOwn && failure.message.contains("not searched for secrets"))
    }
  }
#endif
