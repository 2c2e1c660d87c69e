#if Recording
  import NIOCore
  import Testing
  import VCRCore

  @testable import VCRUpstream

  struct HTTP1ResponseParserTests {
    typealias Part = HTTP1ResponseParser.Part

    /// The parts of a response whose bytes arrive in pieces of these sizes.
    private func parse(
      _ bytes: [UInt8], method: String = "GET", sizes: () -> Int = { Int.max }
    ) -> [Part] {
      var parser = HTTP1ResponseParser()
      parser.expectResponse(to: method)
      var parts: [Part] = []
      var rest = bytes[...]
      do {
        while !rest.isEmpty {
          let piece = rest.prefix(max(1, sizes()))
          rest = rest.dropFirst(piece.count)
          parser.append(ByteBuffer(bytes: piece))
          while let part = try parser.next() {
            // The pieces of a body depend on the network, so they are joined.
            if case .body(let new) = part, case .body(var old)? = parts.last {
              old.writeImmutableBuffer(new)
              parts[parts.count - 1] = .body(old)
            } else {
              parts.append(part)
            }
          }
        }
        if let part = try parser.finish() { parts.append(part) }
      } catch {
        parts.append(.head(Interaction.Response(status: nil, reason: "\(error)")))
      }
      return parts
    }

    private static let samples = [
      "HTTP/1.1 200 Very Fine\r\nA: 1\r\na:2\r\nB:\t x y \r\nContent-Length: 3\r\n\r\nabc",
      "HTTP/1.1 200\nServer: lf\nTransfer-Encoding: chunked\n\n3\nabc\n0\n\n",
      "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.0 200 OK\r\nX: a\r\n  folded\r\n\r\nrest",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;a=b;c=\"d\"\r\nhello\r\nA\r\n0123456789"
        + "\r\n000\r\nTrailer-One: 1\r\nX: \u{e9}\r\n\r\n",
      "HTTP/1.1 204 No Content\r\nContent-Length: 9\r\n\r\n",
      "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
      "HTTP/1.1 200 OK\r\nno colon\r\n\r\n",
      "\r\nHTTP/1.1 304 \r\n\r\n",
      "ICY 200 OK\r\n\r\n",
    ]

    @Test(arguments: samples)
    func `any split of the bytes gives the same parts`(sample: String) {
      let bytes = Array(sample.utf8)
      let whole = parse(bytes)
      #expect(parse(bytes, sizes: { 1 }) == whole)
      var generator = SystemRandomNumberGenerator()
      for _ in 0..<200 {
        let cut = parse(bytes, sizes: { Int.random(in: 1...9, using: &generator) })
        #expect(cut == whole)
      }
    }

    @Test func `a damaged response never traps, and the result never depends on the split`() {
      var generator = SystemRandomNumberGenerator()
      for _ in 0..<3000 {
        var bytes = Array((Self.samples.randomElement() ?? "").utf8)
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
          let place = Int.random(in: 0..<bytes.count, using: &generator)
          switch Int.random(in: 0..<3, using: &generator) {
          case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
          case 1: bytes.remove(at: place)
          default: bytes.insert(bytes[place], at: place)
          }
        }
        let whole = parse(bytes)
        let cut = parse(bytes, sizes: { Int.random(in: 1...5, using: &generator) })
        #expect(cut == whole, "\(bytes)")
      }
    }

    @Test func `order, case, repetition and white space of fields are kept`() throws {
      guard case .head(let head)? = parse(Array(Self.samples[0].utf8)).first else {
        Issue.record("no head")
        return
      }
      #expect(head.reason == "Very Fine")
      #expect(head.http == nil)
      #expect(
        head.headers.fields.map { [$0.name, $0.value] } == [
          ["A", "1"], ["a", "2"], ["B", "x y"], ["Content-Length", "3"],
        ])
    }

    @Test func `a value that is not UTF-8 is kept as Latin-1`() throws {
      let bytes =
        Array("HTTP/1.1 200 OK\r\nX: caf".utf8) + [0xE9]
        + Array("\r\nContent-Length: 0\r\n\r\n".utf8)
      guard case .head(let head)? = parse(bytes).first else {
        Issue.record("no head")
        return
      }
      #expect(head.headers.fields[0].value == "café")
      #expect(head.headers.fields[0].isLatin1)
      #expect(head.headers.fields[0].bytes == Array("caf".utf8) + [0xE9])
    }

    @Test(arguments: [
      ("Content-Length: 3\r\nContent-Length: 4\r\n", "conflicting"),
      ("Content-Length: 3, 4\r\n", "conflicting"),
      ("Content-Length: +3\r\n", "no number"),
      ("Content-Length: -3\r\n", "no number"),
      ("Content-Length: 99999999999999999999\r\n", "no number"),
      ("Content-Length: 3\r\nTransfer-Encoding: chunked\r\n", "both"),
      ("Transfer-Encoding: gzip, chunked\r\n", "transfer coding"),
      ("Transfer-Encoding: chunked, chunked\r\n", "transfer coding"),
      ("A\u{0}: 1\r\n", "header name"),
      ("A: 1\u{0}\r\n", "CR or NUL"),
      ("A: 1\r2\r\n", "CR or NUL"),
      (": 1\r\n", "header name"),
      (" folded: 1\r\n", "folded"),
    ])
    func `a head that two parsers could read differently is refused`(
      fields: String, word: String
    ) {
      let parts = parse(Array("HTTP/1.1 200 OK\r\n\(fields)\r\nabc".utf8))
      guard case .head(let head)? = parts.last else {
        Issue.record("accepted: \(parts)")
        return
      }
      #expect(head.status == nil)
      #expect(head.reason?.contains(word) == true, "\(head.reason ?? "")")
    }

    @Test func `equal content lengths count as one`() {
      let parts = parse(
        Array("HTTP/1.1 200 OK\r\nContent-Length: 3, 3\r\nContent-Length: 3\r\n\r\nabc".utf8))
      #expect(parts.count == 3)
      #expect(parts.last == .end(trailers: [:], isReusable: true))
    }

    @Test(arguments: ["HEAD", "GET"])
    func `only the response to HEAD ends with its head`(method: String) {
      let parts = parse(
        Array("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n".utf8), method: method)
      #expect((parts.last == .end(trailers: [:], isReusable: true)) == (method == "HEAD"))
    }

    @Test(arguments: [
      ("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n", false),
      ("HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n", false),
      ("HTTP/1.0 200 OK\r\nConnection: Keep-Alive\r\nContent-Length: 0\r\n\r\n", true),
      ("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", true),
      ("HTTP/1.1 200 OK\r\n\r\nuntil the end", false),
    ])
    func `a connection persists when both sides may assume so`(response: String, persists: Bool) {
      #expect(parse(Array(response.utf8)).last == .end(trailers: [:], isReusable: persists))
    }

    @Test func `a head beyond the limit is refused, whole or in a single line`() {
      let line = [UInt8](repeating: 0x41, count: 1_100_000)
      let lines = Array(String(repeating: "A: 1\r\n", count: 200_000).utf8)
      for bytes in [line, Array("HTTP/1.1 200 OK\r\n".utf8) + lines] {
        guard case .head(let head)? = parse(bytes, sizes: { 1000 }).last else {
          Issue.record("accepted")
          return
        }
        #expect(head.reason?.contains("1048576") == true)
      }
    }
  }
#endif
