#if CommandLineTool
  import NIOCore
  import TestSupport
  import Testing
  import VCRCore

  @testable import VCRProxy

  /// Mutants of well-formed requests and questions: no parser crashes, or takes long, or depends on
  /// how a request is split.
  struct ParserFuzzTests {
    private static let requests = [
      "GET http://a.test/b?c=d HTTP/1.1\r\nHost: a.test\r\nAccept: */*\r\n\r\n",
      "POST /form HTTP/1.1\r\nHost: a.test:80\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\nhello"
        + "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
      "PUT / HTTP/1.1\r\nHost: [::1]\r\nTransfer-Encoding: chunked\r\nTE: trailers\r\n\r\n"
        + "5;a=\"b\"\r\nhello\r\nA\r\n0123456789\r\n0\r\nT: end\r\n\r\n",
      "CONNECT a.test:443 HTTP/1.1\r\nHost: a.test:443\r\n\r\n",
      "OPTIONS * HTTP/1.1\r\nHost: a.test\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
    ].map { Array($0.utf8) }

    private static let words = [
      "\r\n", "\n", "\r\n\r\n", "Content-Length: ", "Content-Length: 5\r\n", "0\r\n\r\n",
      "Transfer-Encoding: chunked\r\n", "Host: a\r\n", "FFFFFFFFFFFFFFFF", "7FFFFFFFFFFFFFFF",
      "9223372036854775807", "-1", " HTTP/1.1", "http://", "https://[::", "@", "%", "\u{0}", "é",
      ",",
      ";", "*", "://", ":65536", "..", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    ]

    /// What the parser makes of pieces, with neighbouring pieces of the body as one.
    private func parts(_ pieces: [[UInt8]]) -> String {
      var parser = HTTP1RequestParser(sectionLimit: 4096, fieldLimit: 20)
      var body: [UInt8] = []
      var seen = ""
      do {
        for piece in pieces {
          parser.append(ByteBuffer(bytes: piece))
          while let part = try parser.next() {
            if case .body(let piece) = part {
              body += piece.readableBytesView
            } else {
              seen += "\(body.count) \(part)\n"
              body = []
            }
          }
        }
      } catch {
        // Which of several faults is named depends on how much has come.
        return seen + "\(body.count) refused"
      }
      return seen + "\(body.count)"
    }

    @Test func `a mutated request is parsed alike however it is split`() throws {
      try FuzzRun(count: 5000).feed("request", Self.requests, words: Self.words) { input, mutator in
        let (whole, split) = (parts([input]), parts(mutator.split(input)))
        return whole == split ? nil : "\(whole)\n---\n\(split)"
      }
    }

    @Test func `a mutated target of a request names a place, or none`() throws {
      let targets = [
        "http://user@a.test:80/b/../c?d=%20#e", "https://[::1]:443/", "a.test:443", "/é\u{7F}?",
        "http://a.test", "*",
      ].map { Array($0.utf8) }
      try FuzzRun(count: 5000).feed("target", targets, words: Self.words) { input, _ in
        let text = String(decoding: input, as: UTF8.self)
        if let authority = Authority(text), authority.host.isEmpty { return "no host in '\(text)'" }
        if let port = Authority(text)?.port, !(0...65535).contains(port) { return "port \(port)" }
        _ = HostName.isValid(text)
        return nil
      }
    }

    @Test func `a mutated question for a name has responses that hold together, or none`() throws {
      let header: [UInt8] = [0x12, 0x34, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0]
      let questions = [
        header + [3] + Array("api".utf8) + [4] + Array("test".utf8) + [0, 0, 1, 0, 1],
        header + [1, 0x31, 1, 0x30, 1, 0x30, 3] + Array("127".utf8) + [7] + Array("in-addr".utf8)
          + [4] + Array("arpa".utf8) + [0, 0, 12, 0, 1],
        header + [0, 0, 28, 0, 1, 0, 0, 41, 4, 0, 0, 0, 0, 0, 0, 0],
      ]
      try FuzzRun(count: 20_000).feed("question", questions, words: ["\u{3}", "é", ".", "arpa"]) {
        input, _ in
        guard let query = NameQuery(input) else { return nil }
        _ = query.pointedAddress
        for answer: NameQuery.Answer in [
          .addresses([[127, 0, 0, 1], [127, 0, 0, 2]]), .name("a.test"), .nothing, .unknown,
          .failure,
        ] {
          let response = query.response(answer)
          guard response.prefix(2) == input.prefix(2), response[2] & 0x80 != 0 else {
            return "the response is none"
          }
        }
        return nil
      }
    }
  }
#endif
