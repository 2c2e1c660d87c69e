#if Recording
  import Testing

  @testable import VCRUpstream

  /// The line before a chunk, as both parsers of HTTP/1 read it.
  struct ChunkSizeTests {
    private func size(_ line: String, isStrict: Bool) throws -> Int {
      try unsafe Array(line.utf8).withUnsafeBytes {
        try unsafe ChunkSize.parse($0, isStrict: isStrict)
      }
    }

    @Test(arguments: [
      ("0", 0), ("a", 10), ("0001F", 31), ("5;x=y", 5), ("5 \t;x", 5),
      ("FFFFFFFFFFFFFFF", (1 << 60) - 1),
    ])
    func `a size may have an extension`(line: String, expected: Int) throws {
      #expect(try size(line, isStrict: true) == expected)
      #expect(try size(line, isStrict: false) == expected)
    }

    @Test(arguments: ["", ";x", " 5", "-5", "0x5", "5g", "5 5", "FFFFFFFFFFFFFFFF"])
    func `what is no size is refused`(line: String) {
      for isStrict in [true, false] {
        #expect(throws: ChunkSize.Fault.self) { try size(line, isStrict: isStrict) }
      }
    }

    @Test(arguments: ["5 ", "5\t", "5;a\u{1}", "5;a\u{7F}"])
    func `what recipients may read in two ways is refused in a request alone`(line: String) throws {
      #expect(throws: ChunkSize.Fault.otherText) { try size(line, isStrict: true) }
      #expect(try size(line, isStrict: false) == 5)
    }
  }
#endif
