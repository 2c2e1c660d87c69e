#if Recording
  import TestSupport
  import Testing
  import VCRCore
  import VCRUpstream

  /// The settings with which a content becomes the bytes that a real tool made of it.
  @Suite struct ContentEncodingTests {
    /// Contents that need one block of an encoder, and several.
    private static let contents = [3, 900, 60_000].map { count in
      Array((0..<count).map { "line \($0 * 7919 % 104_729)\n" }.joined().utf8)
    }

    private static func python(_ expression: String) -> String {
      "python3 -c 'import gzip, sys, zlib; b = sys.stdin.buffer.read(); "
        + "sys.stdout.buffer.write(\(expression))'"
    }

    @Test(arguments: [
      (
        "gzip", python("(lambda c: c.compress(b) + c.flush())(zlib.compressobj(6, 8, 31))"),
        "level 6"
      ),
      ("x-gzip", python("gzip.compress(b, 9, mtime=5)"), "level 9, header 1f8b08000500000002ff"),
      (
        "gzip", python("(lambda c: c.compress(b) + c.flush())(zlib.compressobj(4, 8, 31))"),
        "level 4"
      ),
      (
        "gzip", python("(lambda c: c.compress(b) + c.flush())(zlib.compressobj(1, 8, 31))"),
        "level 1"
      ),
      ("deflate", python("zlib.compress(b)"), "level 6"),
      ("Deflate", python("zlib.compress(b)[2:-4]"), "level 6, raw"),
    ])
    func `the settings of zlib are found`(coding: String, command: String, words: String) throws {
      // A content of one block leaves no trace of some settings.
      try expect(Self.contents[2], coding, command, words: words)
      for content in Self.contents { try expect(content, coding, command) }
    }

    @Test(
      .enabled(if: Tool.isInstalled("brotli"), "brotli is not installed"),
      arguments: [
        ("brotli -c -q 4 -w 22", "quality 4"), ("brotli -c -q 5 -w 19", "quality 5, window 19"),
      ])
    func `the settings of brotli are found`(command: String, words: String) throws {
      try expect(Self.contents[2], "br", command, words: words)
      for content in Self.contents { try expect(content, "br", command) }
    }

    @Test(
      .enabled(if: Tool.isInstalled("zstd"), "zstd is not installed"),
      arguments: [
        ("zstd -c -3 --no-check --single-thread", "level 3"),
        ("zstd -c -1 --single-thread", "level 1, checksum"),
      ])
    func `the settings of Zstandard are found`(command: String, words: String) throws {
      try expect(Self.contents[2], "zstd", command, words: words)
      for content in Self.contents { try expect(content, "zstd", command) }
    }

    @Test func `bytes that no encoder here gives are kept`() throws {
      let content = Self.contents[2]
      let flushed = try ContentDecodingTests.compress(
        content,
        Self.python(
          "(lambda c: c.compress(b[:500]) + c.flush(zlib.Z_FULL_FLUSH) + c.compress(b[500:]) "
            + "+ c.flush())(zlib.compressobj(6, 8, 31))"))
      for (encoded, coding) in [(flushed, "gzip"), ([1, 2, 3], "unknown"), ([1], "gzip, br")] {
        let form = ContentEncoding.form(of: encoded, content: content, coding: coding)
        #expect(form == .bytes(encoded))
        var body = Body(content, encoding: coding)
        body.encoded = form
        #expect(ContentEncoding.encoded(body)?.bytes == encoded)
      }
    }

    @Test(arguments: [
      "", "level", "level 0", "level 10", "level x", "level 6, memory 99", "level 6, new 1",
      "level 6, header zz", "level 6, header 1f8b", "quality 5",
    ])
    func `settings that are not understood give nothing`(settings: String) {
      var body = Body(Self.contents[0], encoding: "gzip")
      body.encoded = .settings(settings)
      #expect(ContentEncoding.encoded(body)?.bytes == nil)
    }

    private func expect(
      _ content: [UInt8], _ coding: String, _ command: String, words: String? = nil
    ) throws {
      let encoded = try ContentDecodingTests.compress(content, command)
      let form = ContentEncoding.form(of: encoded, content: content, coding: coding)
      if let words { #expect(form == .settings(words)) }
      guard case .settings = form else {
        Issue.record("\(command) of \(content.count) bytes is kept as it is")
        return
      }
      var body = Body(content, encoding: coding)
      body.encoded = form
      #expect(ContentEncoding.encoded(body)?.bytes == encoded)
    }
  }
#endif
