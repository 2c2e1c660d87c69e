#if Recording
  import NIOCore
  import NIOPosix
  import Testing
  import VCRCore

  @testable import VCRUpstream

  /// Field blocks of HTTP/2, by the examples of RFC 7541 and by what those do not show.
  struct FieldBlockTests {
    private func bytes(_ hexadecimal: String) -> ByteBuffer {
      let digits = hexadecimal.filter { !$0.isWhitespace }.compactMap(\.hexDigitValue)
      return ByteBuffer(
        bytes: stride(from: 0, to: digits.count - 1, by: 2).map {
          UInt8(digits[$0] << 4 | digits[$0 + 1])
        })
    }

    private func lines(_ fields: FieldBlockDecoder.Fields) -> [String] {
      fields.fields.map { "\($0.name): \($0.value)" }
    }

    @Test func `requests with Huffman codes and a growing table are decoded`() throws {
      // RFC 7541 C.4.
      var decoder = FieldBlockDecoder()
      let first = try decoder.decode(
        bytes("8286 8441 8cf1 e3c2 e5f2 3a6b a0ab 90f4 ff"), limit: .max)
      #expect(
        lines(first) == [
          ":method: GET", ":scheme: http", ":path: /", ":authority: www.example.com",
        ])
      let second = try decoder.decode(bytes("8286 84be 5886 a8eb 1064 9cbf"), limit: .max)
      #expect(
        lines(second).suffix(2) == [":authority: www.example.com", "cache-control: no-cache"])
      let third = try decoder.decode(
        bytes("8287 85bf 4088 25a8 49e9 5ba9 7d7f 8925 a849 e95b b8e8 b4bf"), limit: .max)
      #expect(
        lines(third) == [
          ":method: GET", ":scheme: https", ":path: /index.html", ":authority: www.example.com",
          "custom-key: custom-value",
        ])
    }

    @Test func `fields that the table has no room for are given up`() throws {
      // RFC 7541 C.6, with a table of 256 bytes.
      var decoder = FieldBlockDecoder()
      _ = try decoder.decode(bytes("3fe101"), limit: .max)
      let first = try decoder.decode(
        bytes(
          """
          4882 6402 5885 aec3 771a 4b61 96d0 7abe 9410 54d4 44a8 2005 9504 0b81 66e0 82a6 2d1b ff6e
          919d 29ad 1718 63c7 8f0b 97c8 e9ae 82ae 43d3
          """), limit: .max)
      #expect(lines(first)[0] == ":status: 302")
      #expect(lines(first)[3] == "location: https://www.example.com")
      let second = try decoder.decode(bytes("4883 640e ffc1 c0bf"), limit: .max)
      #expect(
        lines(second) == [
          ":status: 307", "cache-control: private", "date: Mon, 21 Oct 2013 20:13:21 GMT",
          "location: https://www.example.com",
        ])
    }

    @Test(arguments: [
      "80", "ff", "be", "8286 40", "0003 6162", "3fff ffff ffff 0f", "0001 7882 ffff ff",
      "8220",
    ])
    func `a block that is not valid is refused`(hexadecimal: String) {
      var decoder = FieldBlockDecoder()
      #expect(throws: FieldBlockDecoder.Malformed.self) {
        try decoder.decode(bytes(hexadecimal), limit: .max)
      }
    }

    /// So they are when a stream is reset whose trailer fields wait behind content.
    @Test func `a section is forgotten when the library drops the fields that stand for it`()
      async throws
    {
      struct Dropped: Error {}
      let eventLoop = MultiThreadedEventLoopGroup.singleton.next()
      let counts = try await eventLoop.submit {
        let blocks = FieldBlocks(sizeLimit: 1000)
        let sent = blocks.outgoing([], [HeaderField("x-sent", "1")])
        let dropped = blocks.outgoing([], [HeaderField("x-dropped", "1")])
        let before = blocks.waitingCount
        blocks.promise(for: dropped, nil, on: eventLoop).fail(Dropped())
        let own = eventLoop.makePromise(of: Void.self)
        let written = blocks.promise(for: sent, own, on: eventLoop)
        written.succeed()
        return [before, blocks.waitingCount, own.futureResult === written.futureResult ? 1 : 0]
      }.get()
      // The handler of the connection takes what is sent.
      #expect(counts == [2, 1, 1])
    }

    @Test func `every byte of a value survives`() throws {
      let fields = [
        HeaderField(":status", "200"), HeaderField(":status", "418"),
        HeaderField("x-all", bytes: Array(1...255)), HeaderField("x-utf-8", "grüße"),
        HeaderField("set-cookie", String(repeating: "c", count: 70_000)), HeaderField("e", ""),
      ]
      var encoder = FieldBlockEncoder()
      var decoder = FieldBlockDecoder()
      for _ in 0..<2 {
        let block = encoder.encode(fields, allocator: ByteBufferAllocator())
        let decoded = try decoder.decode(block, limit: .max)
        #expect(decoded.fields == fields)
        #expect(decoded.fields[2].bytes == Array(1...255))
      }
    }

    @Test func `fields beyond the limit are left out, and the table stays right`() throws {
      var decoder = FieldBlockDecoder()
      let large = try decoder.decode(
        bytes("4001 6103 313233 4001 6203 343536 4001 6303 373839"), limit: 5)
      #expect(lines(large) == ["a: 123"])
      #expect(large.size == 12)
      #expect(
        lines(try decoder.decode(bytes("bebfc0"), limit: 99)) == ["c: 789", "b: 456", "a: 123"])
    }
  }
#endif
