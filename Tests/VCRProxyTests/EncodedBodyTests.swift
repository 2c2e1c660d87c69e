#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing
  import VCRCore
  import VCRProxy
  import VCRUpstream

  /// Bodies that came in a content coding: the cassette shows the content, and a client that
  /// accepts the coding gets the bytes that the service sent.
  struct EncodedBodyTests {
    /// A content, and Python that encodes the one it reads.
    struct Sample: Sendable, CustomTestStringConvertible {
      var coding: String
      var program: String
      var size = 2_000
      var testDescription: String { "\(program) of \(size) bytes" }

      /// The content: JSON, of lines that differ.
      var content: String {
        // Prose, in which the search for secrets has little to look at, and which compresses as
        // prose does: equal paragraphs are too far from each other for that.
        guard size < 1_000_000 else {
          return "[\""
            + (0..<(size / 1_000)).map { Self.paragraphs[$0 % Self.paragraphs.count] }
            .joined(separator: "\",\"") + "\"]"
        }
        return "["
          + (0..<(size / 20)).map { "{\"id\":\($0 * 7919 % 1_000_003)}" }.joined(separator: ",")
          + "]"
      }

      private static let paragraphs = (0..<101).map { number in
        let words = ["amber", "birch", "cedar", "delta", "ember", "fjord", "grove", "heath"]
        return (0..<166).map { words[(number * 7919 + $0 * $0 * 104_729 + $0 / 3) % 97 % 8] }
          .joined(separator: " ")
      }

      func encoded() async throws -> [UInt8] {
        let result = try await Client.python(
          "import gzip, random, sys, zlib\ncontent = sys.stdin.buffer.read()\n"
            + "sys.stdout.buffer.write(\(program))",
          input: Array(content.utf8))
        try #require(result.status == 0, "\(result.errorText)")
        return result.output
      }
    }

    /// What usual encoders make.
    private static let known = [
      Sample(coding: "gzip", program: "gzip.compress(content, 6, mtime=0)"),
      Sample(coding: "gzip", program: "gzip.compress(content, 9)", size: 300_000),
      Sample(coding: "gzip", program: "gzip.compress(content, 1)"),
      Sample(coding: "deflate", program: "zlib.compress(content, 4)"),
    ]

    /// What no known encoder makes: each half was flushed.
    private static let unknown = [2_000, 200_000].map { size in
      Sample(
        coding: "gzip",
        program: "(lambda c: c.compress(content[:900]) + c.flush(zlib.Z_SYNC_FLUSH)"
          + " + c.compress(content[900:]) + c.flush())(zlib.compressobj(6, 8, 31))", size: size)
    }

    /// Python that makes a frame of zstd with raw blocks (RFC 8878 §3.1.1.2).
    private static let rawBlocks =
      "b'\\x28\\xb5\\x2f\\xfd\\x00\\x58' + b''.join((len(p) << 3 | last)"
      + ".to_bytes(3, 'little') + p for i in range(0, len(content), 1 << 17)"
      + " for p in [content[i:i + (1 << 17)]] for last in [i + (1 << 17) >= len(content)])"

    /// Contents that do not stay in memory; that of the first is small while it is encoded.
    private static let large = [
      Sample(coding: "gzip", program: "gzip.compress(content, 6, mtime=0)", size: 9_000_000),
      Sample(coding: "zstd", program: rawBlocks, size: 9_000_000),
    ]

    private static func get(accepting codings: String?) -> (Bench) async throws -> String {
      { bench in
        String(
          latin1: try await Client.exchange(
            "GET http://service.test/ HTTP/1.1\r\nHost: service.test\r\n"
              + (codings.map { "Accept-Encoding: \($0)\r\n" } ?? "") + "\r\n",
            port: bench.server.port))
      }
    }

    private static func service(_ sample: Sample) async throws -> LoopbackServer {
      let encoded = try await sample.encoded()
      return try LoopbackServer { _ in
        ServerResponse(
          headers: [
            ("Content-Type", "application/json"), ("ETag", "\"1\""),
            ("Content-Encoding", sample.coding),
          ], body: encoded)
      }
    }

    @Test(arguments: known + unknown)
    func `a client that accepts the coding gets the bytes that the service sent`(sample: Sample)
      async throws
    {
      let studio = try Studio()
      let server = try await Self.service(sample)
      var responses: [String] = []
      for upstream in [try upstream(server), nil] {
        try await studio.run(deck: .init(mode: .once), upstream: upstream) { bench in
          responses.append(try await Self.get(accepting: "br, \(sample.coding);q=0.5")(bench))
        }
      }
      #expect(responses[0].contains("Content-Encoding: \(sample.coding)\r\n"))
      #expect(responses[1] == responses[0])
      let text = try studio.text()
      #expect(text.contains("encoding: \(sample.coding)\n") && text.contains("json: |-\n"))
      let isKnown = text.contains("encoded: level ")
      #expect(isKnown != text.contains("encoded:\n"))
      #expect(isKnown != (sample.program.contains("flush")))
    }

    @Test(arguments: large.prefix(1))
    func `the encoded bytes of a large body are kept, whatever the size of its content`(
      sample: Sample
    ) async throws {
      let studio = try Studio()
      let encoded = try await sample.encoded()
      let server = try await Self.service(sample)
      var responses: [[UInt8]] = []
      for upstream in [try upstream(server), nil] {
        try await studio.run(deck: .init(mode: .once, repeats: true), upstream: upstream) { bench in
          let accepting = "Accept-Encoding: \(sample.coding)"
          responses.append(
            try await bench.curl("--raw", "-D", "-", "-H", accepting, "http://service.test/").output
          )
          if upstream == nil {
            let second = try await bench.curl(
              "-p", "--http2-prior-knowledge", "-H", accepting, "http://service.test/")
            let isSecondWhole = second.output == encoded
            #expect(isSecondWhole)
            let content = try await bench.curl("-D", "-", "http://service.test/")
            #expect(!content.text.prefix(500).contains("Content-Encoding"))
            let isContent =
              content.output.suffix(sample.content.utf8.count) == Array(sample.content.utf8)[...]
            #expect(isContent)
          }
        }
      }
      // Whole bodies are too much for the message of a failure.
      let isWhole = responses[0].suffix(encoded.count) == encoded[...]
      #expect(isWhole)
      let isSame = responses[0] == responses[1]
      #expect(isSame)
      let text = try studio.text()
      #expect(text.contains("encoding: \(sample.coding)\n") && text.contains("encoded:\n"))
    }

    /// Random bytes do not become fewer in any coding.
    private static let random = [
      "gzip.compress(random.Random(1).randbytes(9500000), 6, mtime=0)",
      "zlib.compress(random.Random(2).randbytes(9500000), 1)",
    ]

    @Test(arguments: [
      large[1], Sample(coding: "gzip", program: random[0], size: 1),
      Sample(coding: "deflate", program: random[1], size: 1),
    ])
    func `a large body that breaks off is replayed as the bytes that came`(sample: Sample)
      async throws
    {
      let encoded = try await sample.encoded()
      let part = Array(encoded.prefix(encoded.count * 24 / 25))
      let studio = try Studio()
      let server = try LoopbackServer { _ in
        .raw([
          .bytes(
            Array(
              "HTTP/1.1 200 OK\r\nContent-Encoding: \(sample.coding)\r\nContent-Length: \(encoded.count)\r\n\r\n"
                .utf8) + part)
        ])
      }
      var results: [Child.Result] = []
      for upstream in [try upstream(server), nil] {
        try await studio.run(deck: .init(mode: .once), upstream: upstream) { bench in
          results.append(
            try await bench.curl(
              "--raw", "-H", "Accept-Encoding: \(sample.coding)", "http://service.test/"))
        }
      }
      #expect(results.map(\.status) == [18, 18], "\(results.map(\.errorText))")
      let isWhole = results[0].output == part
      #expect(isWhole)
      // Of zstd a block comes out whole or not at all, and what the search for secrets does not see
      // is not kept.
      let block = (1 << 17) + 3
      let length = sample.coding == "zstd" ? 6 + (part.count - 6) / block * block : part.count
      let isSame = results[1].output == Array(part.prefix(upTo: length))
      #expect(isSame)
    }

    @Test(arguments: large.prefix(1))
    func `a secret in a large content does not stay in encoded bytes`(sample: Sample) async throws {
      let studio = try Studio()
      var sample = sample
      sample.program = sample.program.replacing(
        "content", with: "content.replace(b'fjord', b'top-secret-value', 3)")
      let server = try await Self.service(sample)
      let redaction = Redaction.standard.adding(.secret("KEY", value: "top-secret-value"))
      for upstream in [try upstream(server), nil] {
        try await studio.run(
          deck: .init(mode: .once, redaction: redaction), upstream: upstream
        ) { bench in
          let response = try await bench.curl(
            "--compressed", "-D", "-", "-H", "Accept-Encoding: gzip", "http://service.test/")
          #expect(response.text.prefix(500).contains("Content-Encoding") == (upstream != nil))
          #expect(response.text.contains("top-secret-value"))
        }
      }
      let text = try studio.text()
      #expect(text.contains("encoding: gzip\n") && !text.contains("encoded:"))
      let files = try FileManager.default.contentsOfDirectory(atPath: studio.cassette + ".files")
      #expect(files.count == 1)
    }

    @Test(arguments: [nil, "", "br", "gzip;q=0", "*;q=0"])
    func `a client that does not accept the coding gets the content`(codings: String?) async throws
    {
      let studio = try Studio()
      let sample = Self.known[0]
      let server = try await Self.service(sample)
      try await studio.run(deck: .init(mode: .once), upstream: try upstream(server)) { bench in
        _ = try await Self.get(accepting: "gzip")(bench)
      }
      try await studio.run(deck: .init()) { bench in
        let response = try await Self.get(accepting: codings)(bench)
        #expect(!response.contains("Content-Encoding"))
        #expect(response.contains("Content-Length: \(sample.content.utf8.count)\r\n"))
        #expect(response.hasSuffix("\r\n\r\n" + sample.content))
      }
    }

    @Test(arguments: known.prefix(2) + unknown)
    func `a client of HTTP 2 gets the same bytes`(sample: Sample) async throws {
      let studio = try Studio()
      let server = try await Self.service(sample)
      let encoded = try await sample.encoded()
      for upstream in [try upstream(server), nil] {
        try await studio.run(deck: .init(mode: .once, repeats: true), upstream: upstream) { bench in
          for _ in 1...(upstream == nil ? 2 : 1) {
            let response = try await bench.curl(
              "-p", "--http2-prior-knowledge", "-H", "Accept-Encoding: gzip", "http://service.test/"
            )
            #expect(response.output.count == encoded.count)
            if sample.program.contains("mtime") { #expect(response.output == encoded) }
          }
        }
      }
    }

    @Test(arguments: [known[1], unknown[0]])
    func `a recording of the same content leaves no difference`(sample: Sample) async throws {
      let studio = try Studio()
      var texts: [String] = []
      // The header of each holds the time at which it was made, or an unknown flush point.
      for _ in 1...2 {
        let server = try await Self.service(sample)
        try await studio.run(deck: .init(mode: .all), upstream: try upstream(server)) { bench in
          _ = try await Self.get(accepting: "gzip")(bench)
        }
        texts.append(try studio.text())
      }
      #expect(texts[0] == texts[1])
    }

    @Test(arguments: [known[0], unknown[0]])
    func `a secret in the content does not stay in encoded bytes`(sample: Sample) async throws {
      let studio = try Studio()
      var sample = sample
      sample.program = sample.program.replacing(
        "content", with: "content.replace(b'7919', b'\"top-secret-value\"')")
      let server = try await Self.service(sample)
      let redaction = Redaction.standard.adding(.secret("KEY", value: "top-secret-value"))
      var responses: [String] = []
      for upstream in [try upstream(server), nil] {
        try await studio.run(
          deck: .init(mode: .once, redaction: redaction), upstream: upstream
        ) { bench in
          responses.append(try await Self.get(accepting: "gzip")(bench))
        }
      }
      let text = try studio.text()
      #expect(text.contains("{{KEY}}") && !text.contains("top-secret-value"))
      #expect(!text.contains("base64") && !text.contains("file:"))
      // The settings of an encoder hold no content, so that the restored one is encoded again.
      #expect((responses[0] == responses[1]) == text.contains("encoded: level"))
      #expect(responses[1].contains("Content-Encoding") == text.contains("encoded: level"))
    }

    /// Python that encodes a content, and the coding; zstd comes out block by block.
    private static let broken = [
      Sample(coding: "gzip", program: "gzip.compress(content, 6, mtime=0)"),
      Sample(coding: "GZIP", program: "gzip.compress(content, 1)", size: 200_000),
      Sample(coding: "deflate", program: "zlib.compress(content, 4)"),
      Sample(coding: "gzip, identity", program: "gzip.compress(content)"),
      Sample(coding: "gzip, gzip", program: "gzip.compress(gzip.compress(content))"),
      // Two fields.
      Sample(
        coding: "gzip\r\nContent-Encoding: gzip", program: "gzip.compress(gzip.compress(content))"),
    ]

    @Test(arguments: broken, [false, true])
    func `a coded body that breaks off is replayed as the bytes that came, and breaks off`(
      sample: Sample, isChunked: Bool
    ) async throws {
      let encoded = try await sample.encoded()
      let part = Array(encoded.prefix(encoded.count * 2 / 3))
      let framing = isChunked ? "Transfer-Encoding: chunked" : "Content-Length: \(encoded.count)"
      let chunk = isChunked ? "\(String(part.count, radix: 16))\r\n" : ""
      let studio = try Studio()
      let server = try LoopbackServer { _ in
        .raw([
          .bytes(
            Array(
              "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: \(sample.coding)\r\n\(framing)\r\n\r\n\(chunk)"
                .utf8) + part)
        ])
      }
      func download(_ codings: String, _ bench: Bench) async throws -> Child.Result {
        try await bench.curl(
          "-D", "-", "-H", "Accept-Encoding: \(codings)", "http://service.test/")
      }
      func head(_ result: Child.Result) -> [Substring] {
        String(latin1: result.output).components(separatedBy: "\r\n\r\n")[0]
          .split(separator: "\r\n").sorted()
      }
      var results: [Child.Result] = []
      for upstream in [try upstream(server), nil] {
        try await studio.run(deck: .init(mode: .once), upstream: upstream) { bench in
          results.append(try await download("gzip, deflate", bench))
        }
      }
      #expect(results.map(\.status) == [18, 18], "\(results.map(\.errorText))")
      #expect(head(results[0]) == head(results[1]))
      #expect(results.allSatisfy { $0.output.suffix(part.count) == part[...] })
      // The cassette shows what the bytes hold, and who does not accept the coding gets that.
      #expect(try studio.text().contains("7919"))
      try await studio.run(deck: .init()) { bench in
        let result = try await download("br", bench)
        #expect(result.status == 18)
        #expect(!result.text.contains("Content-Encoding") && result.text.contains("[{\"id\":0}"))
      }
    }

    @Test(arguments: [true, false])
    func `whole blocks of zstd that breaks off are replayed as they came`(isLast: Bool) async throws
    {
      let content = Array(String(repeating: "{\"id\":7919}", count: 5).utf8)
      // Two blocks of raw bytes, one of a repeated byte, and one that is cut.
      let block: [UInt8] = [0xB8, 0x01, 0x00] + content
      let frame =
        [0x28, 0xB5, 0x2F, 0xFD, 0x04, 0x58] + block + block + [0x22, 0x03, 0x00, 0x20]
      // The checksum of a frame, and the next one, may be missing, too.
      let cut: [UInt8] = isLast ? [0x01, 0x00, 0x00] : [0x81, 0x3E, 0x00] + content
      let studio = try Studio()
      let server = try LoopbackServer { _ in
        .raw([
          .bytes(
            Array(
              "HTTP/1.1 200 OK\r\nContent-Encoding: zstd\r\nContent-Length: 2000\r\n\r\n".utf8)
              + frame + cut)
        ])
      }
      var results: [Child.Result] = []
      for upstream in [try upstream(server), nil] {
        try await studio.run(deck: .init(mode: .once), upstream: upstream) { bench in
          results.append(
            try await bench.curl("-D", "-", "-H", "Accept-Encoding: zstd", "http://service.test/"))
        }
      }
      let came = frame + (isLast ? cut : [])
      #expect(results.map(\.status) == [18, 18], "\(results.map(\.errorText))")
      #expect(results[0].output.suffix(frame.count + cut.count) == (frame + cut)[...])
      #expect(results[1].output.suffix(came.count) == came[...])
      #expect(results[1].text.contains("Content-Encoding: zstd\r\n"))
    }

    /// What a search for secrets cannot see is not kept: a block of zstd comes out whole or not at
    /// all.
    @Test func `the last block of zstd that breaks off is not kept`() async throws {
      let content = Array(String(repeating: "{\"id\":7919}", count: 5).utf8)
      // A frame (RFC 8878 §3.1.1) without a size, whose block of raw bytes is announced longer.
      let frame: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0x00, 0x58, 0x81, 0x3E, 0x00]
      let studio = try Studio()
      let server = try LoopbackServer { _ in
        .raw([
          .bytes(
            Array(
              "HTTP/1.1 200 OK\r\nContent-Encoding: zstd\r\nContent-Length: 2000\r\n\r\n".utf8)
              + frame + content)
        ])
      }
      try await studio.run(deck: .init(mode: .once), upstream: try upstream(server)) { bench in
        _ = try await bench.curl("-H", "Accept-Encoding: zstd", "http://service.test/")
      }
      #expect(try studio.text().contains("encoding: zstd\n"))
      #expect(try !studio.text().contains("encoded:"))
    }

    @Test(arguments: [
      "identity", "Identity", "aws-chunked", "x-foo", "x-foo, gzip", "", "identity, identity",
    ])
    func `a coding that is not undone stays as it was`(coding: String) async throws {
      let result = try await recordAndReplay(
        from: { _ in
          .raw(
            "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-encoding: \(coding)\r\n"
              + "Content-Length: 5\r\n\r\nhello")
        }, Self.get(accepting: nil))
      #expect(result.recorded.contains("\r\nContent-encoding: \(coding)\r\n"))
      #expect(result.replayed == result.recorded)
    }

    @Test(arguments: ["Accept: */*\r\n", ""])
    func `a client that says nothing of codings gets what one like it was sent`(
      fields: String
    ) async throws {
      let studio = try Studio()
      let server = try await Self.service(Self.known[0])
      let request = "GET http://service.test/ HTTP/1.1\r\nHost: service.test\r\n\(fields)\r\n"
      var responses: [[UInt8]] = []
      for upstream in [try upstream(server), nil] {
        try await studio.run(deck: .init(mode: .once), upstream: upstream) { bench in
          responses.append(try await Client.exchange(request, port: bench.server.port))
        }
      }
      #expect(responses[0] == responses[1])
    }

    @Test func `bytes of a content that was edited are not sent`() async throws {
      let studio = try Studio()
      let server = try await Self.service(Self.unknown[0])
      try await studio.run(deck: .init(mode: .once), upstream: try upstream(server)) { bench in
        _ = try await Self.get(accepting: "gzip")(bench)
      }
      let edited = try studio.text().replacing("\"id\": 7919", with: "\"id\": 1")
      try edited.write(toFile: studio.cassette, atomically: true, encoding: .utf8)
      try await studio.run(deck: .init()) { bench in
        let response = try await Self.get(accepting: "gzip")(bench)
        #expect(!response.contains("Content-Encoding") && response.contains("{\"id\":1}"))
      }
    }
  }
#endif
