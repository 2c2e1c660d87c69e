#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing
  import VCRCore
  import VCRProxy
  import VCRUpstream

  /// Bodies whose content coding has no clean end, which clients read all the same.
  struct UnendedCodingTests {
    typealias Sample = EncodedBodyTests.Sample

    private static func deflated(_ flush: String, wrapper: Int = 31) -> String {
      "(lambda c: c.compress(content) + c.flush(\(flush)))(zlib.compressobj(6, 8, \(wrapper)))"
    }

    private static let ended = deflated("zlib.Z_FINISH")

    private static let samples: [Sample] =
      [
        Sample(coding: "gzip", program: deflated("zlib.Z_SYNC_FLUSH")),
        Sample(coding: "deflate", program: deflated("zlib.Z_SYNC_FLUSH", wrapper: 15)),
        Sample(coding: "deflate", program: deflated("zlib.Z_SYNC_FLUSH", wrapper: -15)),
      ]
      + ["[:-8]", "[:-4]", "[:-20]", "[:-8] + bytes(8)", " + b'garbage trailing'", " + bytes(64)"]
      .map { Sample(coding: "gzip", program: ended + $0) }

    private static func service(
      _ sample: Sample, type: String = "application/json"
    ) async throws -> LoopbackServer {
      let encoded = try await sample.encoded()
      return try LoopbackServer { _ in
        ServerResponse(
          headers: [("Content-Type", type), ("Content-Encoding", sample.coding)], body: encoded)
      }
    }

    /// What clients got that asked for the coding while it was recorded, and in a replay.
    private static func responses(
      _ sample: Sample, _ studio: Studio, type: String = "application/json",
      _ redaction: Redaction = .standard
    ) async throws -> [String] {
      let server = try await service(sample, type: type)
      var responses: [String] = []
      for upstream in [try upstream(server), nil] {
        try await studio.run(
          deck: .init(mode: .once, redaction: redaction), upstream: upstream
        ) { bench in
          responses.append(
            String(
              latin1: try await Client.exchange(
                "GET http://service.test/ HTTP/1.1\r\nHost: service.test\r\n"
                  + "Accept-Encoding: \(sample.coding)\r\n\r\n", port: bench.server.port)))
        }
      }
      return responses
    }

    @Test(arguments: samples)
    func `the content is recorded, and the bytes as they came are replayed`(sample: Sample)
      async throws
    {
      let studio = try Studio()
      let responses = try await Self.responses(sample, studio)
      #expect(responses[0].contains("Content-Encoding: \(sample.coding)\r\n"))
      #expect(responses[1] == responses[0])
      let text = try studio.text()
      #expect(text.contains("encoding: \(sample.coding)\n"), "\(text)")
      #expect(text.contains("15838") && !text.contains("Content-Encoding"), "\(text)")
    }

    @Test(arguments: samples + [Sample(coding: "gzip", program: ended + " + content")])
    func `no secret stays in the bytes as they came`(sample: Sample) async throws {
      let studio = try Studio()
      var sample = sample
      sample.program = sample.program.replacing(
        "content", with: "content.replace(b'7919', b'\"top-secret-value\"')")
      let redaction = Redaction.standard.adding(.secret("KEY", value: "top-secret-value"))
      let responses = try await Self.responses(sample, studio, redaction)
      let text = try studio.text()
      #expect(text.contains("{{KEY}}") && !text.contains("top-secret-value"), "\(text)")
      #expect(!text.contains("base64") && !text.contains("file:"), "\(text)")
      // A client gets the content, which it reads in no coding as well.
      #expect(responses[1].contains("top-secret-value"))
    }

    @Test func `a secret behind the end of the coding does not stay`() async throws {
      let studio = try Studio()
      let sample = Sample(coding: "gzip", program: Self.ended + " + b' top-secret-value '")
      let redaction = Redaction.standard.adding(.secret("KEY", value: "top-secret-value"))
      _ = try await Self.responses(sample, studio, redaction)
      let text = try studio.text()
      #expect(text.contains("encoding: gzip\n") && !text.contains("encoded:"), "\(text)")
    }

    @Test(arguments: ["deflate", "br", "gzip", "zstd"])
    func `text under the name of a coding stays what it is`(coding: String) async throws {
      let studio = try Studio()
      let responses = try await Self.responses(
        Sample(coding: coding, program: "content", size: 200), studio)
      #expect(responses[1] == responses[0])
      let text = try studio.text()
      #expect(text.contains("Content-Encoding: \(coding)\n") && text.contains("7919"), "\(text)")
    }

    @Test func `a stream of events whose coding has no end is one of events`() async throws {
      let studio = try Studio()
      var sample = Self.samples[0]
      sample.program = sample.program.replacing("content", with: "(b'data: {\"a\":1}\\n\\n' * 3)")
      let responses = try await Self.responses(sample, studio, type: "text/event-stream")
      #expect(responses[1].contains("Content-Encoding: gzip\r\n"))
      let text = try studio.text()
      #expect(text.contains("chunks:\n") && text.contains("encoding: gzip\n"), "\(text)")
    }

    @Test func `a content of which hardly anything is left is searched`() async throws {
      let studio = try Studio()
      let sample = Sample(
        coding: "gzip",
        program: "gzip.compress(b'[\"top-secret-value\"]' + bytes(32 for _ in range(5000000)), 9)")
      let redaction = Redaction.standard.adding(.secret("KEY", value: "top-secret-value"))
      let server = try await Self.service(sample)
      try await studio.run(
        deck: .init(mode: .once, redaction: redaction), upstream: try upstream(server)
      ) { bench in
        _ = try await bench.curl("-H", "Accept-Encoding: gzip", "http://service.test/")
      }
      let text = try studio.text()
      #expect(text.contains("encoding: gzip\n") && !text.contains("Content-Encoding"))
      let folder = studio.cassette + ".files"
      let files = try FileManager.default.contentsOfDirectory(atPath: folder)
      let name = try #require(files.first { $0.hasSuffix(".json") })
      let content = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)"))
      let beginning = String(decoding: content.prefix(11), as: UTF8.self)
      #expect(beginning == "[\"{{KEY}}\"]" && content.count == 5_000_011)
    }
  }
#endif
