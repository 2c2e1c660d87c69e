#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing
  import VCRCore
  import VCRProxy
  import VCRUpstream

  /// Bodies that came in a content coding: the cassette shows the content, and a client that accepts
  /// the coding gets the bytes that the service sent.
  struct EncodedBodyTests {
    /// A content, and Python that encodes the one it reads.
    struct Sample: Sendable, CustomTestStringConvertible {
      var coding: String
      var program: String
      var size = 2_000
      var testDescription: String { "\(program) of \(size) bytes" }

      /// The content: JSON, of lines that differ.
      var content: String {
        "[" + (0..<(size / 20)).map { "{\"id\":\($0 * 7919 % 1_000_003)}" }.joined(separator: ",")
          + "]"
      }

      func encoded() async throws -> [UInt8] {
        let result = try await Client.python(
          "import gzip, sys, zlib\ncontent = sys.stdin.buffer.read()\n"
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
