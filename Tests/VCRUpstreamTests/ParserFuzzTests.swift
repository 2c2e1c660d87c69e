#if Recording
  import Foundation
  import NIOCore
  import TestSupport
  import Testing
  import VCRCore

  @testable import VCRUpstream

  /// Mutants of well-formed messages: no parser crashes, or takes long, or depends on how a message
  /// is split.
  struct ParserFuzzTests {
    private static let words = [
      "\r\n", "\n", "\r\n\r\n", "Content-Length: ", "Transfer-Encoding: chunked", "0\r\n\r\n",
      "FFFFFFFFFFFFFFFF", "7FFFFFFFFFFFFFFF", "9223372036854775807", "-1", "HTTP/1.1 ", "HTTP/1.0 ",
      " 100 Continue", "101", "204", "gzip", ";", ",", "data: ", "\u{FEFF}", "\r",
    ]

    private static let responses = [
      "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
      "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n"
        + "Trailer: T\r\n\r\n5;a=\"b\"\r\nhello\r\n1\r\n!\r\n0\r\nT: end\r\n\r\n",
      "HTTP/1.0 404\r\nX:y\r\n\r\nuntil the end",
      "HTTP/1.1 204 No Content\r\nConnection: close, X\r\n\r\n",
      "\r\nHTTP/1.1 200 OK\nContent-Length: 2, 2\nSet-Cookie: a=b\nSet-Cookie: c=d\n\nok",
    ].map { Array($0.utf8) }

    /// What a parser makes of pieces, with neighbouring pieces of the body as one.
    private func parts(_ pieces: [[UInt8]]) -> String {
      var parser = HTTP1ResponseParser(sectionLimit: 4096)
      parser.expectResponse(to: "GET")
      var body: [UInt8] = []
      var seen = ""
      func note(_ part: HTTP1ResponseParser.Part) {
        if case .body(let piece) = part {
          body += piece.readableBytesView
        } else {
          seen += "\(body.count) \(part)\n"
          body = []
        }
      }
      do {
        for piece in pieces {
          parser.append(ByteBuffer(bytes: piece))
          while let part = try parser.next() { note(part) }
        }
        if let part = try parser.finish() { note(part) }
      } catch {
        // Where a section is too long shows at once, or with its last byte.
        return "\(error)".contains("more than") ? "too long" : seen + "\(body.count) \(error)"
      }
      return seen + "\(body.count)"
    }

    @Test func `a mutated response is parsed alike however it is split`() throws {
      try FuzzRun(count: 5000).feed("response", Self.responses, words: Self.words) {
        input, mutator in
        let (whole, split) = (parts([input]), parts(mutator.split(input)))
        return whole == split ? nil : "\(whole)\n---\n\(split)"
      }
    }

    @Test func `a mutated block of fields is refused, or decoded and encoded to the same`() throws {
      let fields = [
        HeaderField(":method", "GET"), HeaderField(":path", "/a?b=c"),
        HeaderField("cookie", "a=b"), HeaderField("x-own", "value"), HeaderField("x-own", "value"),
      ]
      var encoder = FieldBlockEncoder()
      let samples = [
        Array(encoder.encode(fields, allocator: .init()).readableBytesView),
        Array(encoder.encode(fields, allocator: .init()).readableBytesView),
        [0x82, 0x86, 0x84, 0x41, 0x8C, 0xF1, 0xE3, 0xC2, 0xE5, 0xF2, 0x3A, 0x6B, 0xA0, 0xAB, 0x90],
        [0x20, 0x3F, 0xE1, 0x1F, 0x40, 0x01, 0x61, 0x01, 0x62, 0xBE],
      ]
      try FuzzRun(count: 5000).feed("block", samples) { input, _ in
        var decoder = FieldBlockDecoder()
        for _ in 0..<2 {
          guard let first = try? decoder.decode(ByteBuffer(bytes: input), limit: 1 << 16) else {
            return nil
          }
          var (encoder, second) = (FieldBlockEncoder(), FieldBlockDecoder())
          let again = try second.decode(
            encoder.encode(first.fields, allocator: .init()), limit: .max)
          guard again.fields.map(\.bytes) == first.fields.map(\.bytes),
            again.fields.map(\.name) == first.fields.map(\.name)
          else { return "\(first.fields) became \(again.fields)" }
        }
        return nil
      }
    }

    @Test func `a mutated stream is cut into pieces that make up the whole`() throws {
      let samples = [
        "data: {\"a\":1}\n\ndata: 2\r\n\r\nevent: x\rdata: y\r\r: ping\n\n", "{\"a\":1}\n{}\n\n[1]",
        "\u{0}\u{0}\u{0}\u{0}\u{2}hi\u{1}\u{0}\u{0}\u{0}\u{0}",
      ].map { Array($0.utf8) }
      try FuzzRun(count: 5000).feed("stream", samples, words: Self.words) { input, _ in
        for type in ["text/event-stream", "application/x-ndjson", "application/grpc"] {
          let chunks = StreamCut(mediaType: type).chunks(of: input) { _ in nil }
          let sum = chunks.reduce(0) { $0 + $1.length }
          // A single long message is left to other forms.
          if sum != input.count, !(chunks.isEmpty && type == "application/grpc") {
            return "\(type): \(sum) of \(input.count)"
          }
        }
        return nil
      }
    }

    @Test func `mutated coded content is decoded or refused, within its limit`() throws {
      // A sentence that repeats, in gzip, deflate, Brotli and Zstandard.
      let samples = [
        "H4sIAAAAAAACA0vMyVEozy/KVkjMS1HIy1coyEmsVEgcFRxMggA3txjapAEAAA==",
        "eJxLzMlRKM8vylZIzEtRyMtXKMhJrFRIHBUcTIIAm3eTqQ==",
        "H6MB+I3UTndzpqIECWMrt7fURBTGkoQbFqr3PeokAA==",
        "KLUv/QRY5QAAqGFsbCB3b3JrIGFuZCBubyBwbGF5IAEAGVGdTLdwizc=",
      ].compactMap { Data(base64Encoded: $0).map(Array.init) }
      try FuzzRun(count: 60).feed("coded", samples) { input, _ in
        for coding in ["gzip", "deflate", "br", "zstd", "gzip, br"] {
          guard let decoded = ContentDecoding.decode(input, encoding: coding) else { continue }
          guard decoded.count <= ContentDecoding.limit(ofEncoded: input.count) else {
            return "\(coding): \(decoded.count) bytes"
          }
        }
        return nil
      }
    }
  }
#endif
