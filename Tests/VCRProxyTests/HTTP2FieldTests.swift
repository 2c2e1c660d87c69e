#if CommandLineTool
  import TestSupport
  import Testing
  import VCRCore
  import VCRProxy
  import VCRUpstream

  /// Header sections of HTTP/2 clients and services, byte by byte.
  struct HTTP2FieldTests {
    /// What a client received, in the lines that ``client`` prints.
    private struct Response {
      var status = ""
      /// The bytes of the header section, as the proxy encodes it, in hexadecimal digits.
      var block = ""
      /// How many frames the header section was in.
      var frames = 0
      var body = ""

      /// True when the section has these bytes.
      func holds(_ bytes: [UInt8]) -> Bool {
        block.contains(bytes.map { String(0x100 + Int($0), radix: 16).dropFirst() }.joined())
      }
    }

    /// A client that sends `GET https://service.test/` over HTTP/2 with fields of any bytes, in as
    /// many frames as they need.
    private static let client =
      Client.frameTunnel + """
        def string(text):
            size, out = len(text), b""
            if size < 127: return bytes([size]) + text
            size -= 127
            while size >= 128:
                out += bytes([size % 128 + 128])
                size //= 128
            return b"\\x7f" + out + bytes([size]) + text

        # GET, https and / of the static table, and :authority as a literal.
        block = bytes([0x82, 0x87, 0x84, 0x01, 12]) + b"service.test"
        for field in sys.argv[3:]:
            name, value, times = (field + "*1").replace("=", "*").split("*")[:3]
            block += b"\\0" + string(name.encode()) + string(bytes.fromhex(value) * int(times))
        parts = [block[at:at + 16384] for at in range(0, len(block), 16384)]
        t.sendall(b"PRI * HTTP/2.0\\r\\n\\r\\nSM\\r\\n\\r\\n" + frame(4, 0, 0))
        for index, part in enumerate(parts):
            last = 4 if index == len(parts) - 1 else 0
            t.sendall(frame(1 if index == 0 else 9, last | (1 if index == 0 else 0), 1, part))
        data, ended, block, count, body, whole = b"", False, b"", 0, b"", False
        while not (ended and whole):
            while len(data) < 9 or len(data) < 9 + int.from_bytes(data[:3], "big"):
                more = t.recv(65536)
                if not more: sys.exit("the connection ended")
                data += more
            size, kind, flags = int.from_bytes(data[:3], "big"), data[3], data[4]
            payload, data = data[9:9 + size], data[9 + size:]
            if kind in (3, 7): sys.exit("the stream was reset: %r" % payload)
            if kind in (0, 1): ended = ended or bool(flags & 1)
            if kind == 0: body += payload
            if kind in (1, 9):
                block += payload
                count += 1
                whole = bool(flags & 4)
        # A change of the size of the table comes first; 200 is one byte, another status a literal.
        start = 1 if block[0] == 0x20 else 0
        known = {0x88: b"200", 0x89: b"204"}
        print((known.get(block[start]) or block[start + 2:start + 5]).decode())
        print(block.hex())
        print(count)
        sys.stdout.buffer.write(body)
        """

    private func get(through bench: Bench, _ fields: [String]) async throws -> Response {
      let result = try await Client.python(
        Self.client, ["\(bench.server.port)", bench.authorityFile] + fields)
      try #require(result.status == 0, "\(result.errorText)")
      let lines = result.text.split(
        separator: "\n", maxSplits: 3, omittingEmptySubsequences: false
      ).map(String.init)
      try #require(lines.count == 4)
      return Response(
        status: lines[0], block: lines[1], frames: Int(lines[2]) ?? 0, body: lines[3])
    }

    private func upstream(
      port: Int, _ certificates: TestCertificates
    ) throws -> Upstream {
      var options = Upstream.Options()
      options.additionalRoots = [certificates.rootFile]
      options.addressMap[.init(host: "service.test", port: 443)] = .init(
        host: "127.0.0.1", port: port)
      return try Upstream(options: options)
    }

    /// Sends the same fields live and to a replay, with a service behind HTTP/1 over TLS.
    private func exchange(
      with response: @escaping @Sendable (ServerRequest) -> ServerResponse, _ fields: String...,
      check: (Response) throws -> Void
    ) async throws {
      let service = try LoopbackServer(handler: response)
      let front = try await TLSLoopback(
        before: service, certificates: TestCertificates(names: ["DNS:service.test"]))
      let studio = try Studio()
      for live in [try upstream(port: front.port, front.certificates), nil] {
        try await studio.run(deck: .init(mode: live == nil ? .none : .once), upstream: live) {
          bench in
          try check(try await get(through: bench, fields))
        }
      }
      #expect(service.requestCount == 1)
    }

    private static let latin1: [UInt8] = Array("caf".utf8) + [0xE9, 0x20, 0x80, 0xFF]

    @Test func `bytes that are not UTF-8 pass between HTTP/2 and HTTP/1`() async throws {
      try await exchange(
        with: { request in
          let value = request.header("x-l") ?? ""
          return .raw([
            .bytes(
              Array("HTTP/1.1 200 OK\r\nX-L: ".utf8)
                + value.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
                + Array("\r\nContent-Length: 2\r\n\r\nok".utf8))
          ])
        }, "x-l=636166e92080ff"
      ) { response in
        #expect(response.status == "200")
        #expect(response.holds(Self.latin1))
        #expect(response.body == "ok")
      }
    }

    @Test(.enabled(if: NginxLoopback.executable != nil, "nginx is not installed"))
    func `bytes and large sections pass between HTTP/2 and HTTP/2`() async throws {
      let service = try LoopbackServer { request in
        let value = (request.header("x-l") ?? "").unicodeScalars.map {
          UInt8(truncatingIfNeeded: $0.value)
        }
        let size = request.header("x-large")?.utf8.count ?? 0
        return .raw([
          .bytes(
            Array("HTTP/1.1 200 OK\r\nX-L: ".utf8) + value
              + Array(
                "\r\nX-Back: \(String(repeating: "r", count: size))\r\nContent-Length: 2\r\n\r\nok"
                  .utf8))
        ])
      }
      let certificates = try await TestCertificates(names: ["DNS:service.test"])
      let nginx = try await NginxLoopback(
        location: """
          proxy_pass \(service.origin); proxy_buffer_size 256k; proxy_buffers 8 256k;
          proxy_busy_buffers_size 512k;
          """, certificates: certificates, server: "large_client_header_buffers 8 256k;")
      let studio = try Studio()
      for live in [try upstream(port: nginx.port, certificates), nil] {
        try await studio.run(deck: .init(mode: live == nil ? .none : .once), upstream: live) {
          bench in
          let response = try await get(
            through: bench, ["x-l=636166e92080ff", "x-large=62*100000"])
          #expect(response.status == "200")
          #expect(response.holds(Self.latin1))
          #expect(response.holds([UInt8](repeating: 0x72, count: 100_000)))
          #expect(response.frames > 6)
        }
      }
      #expect(service.requestCount == 1)
      #expect(try studio.text().contains("latin1: \"café \\x80ÿ\""))
    }

    @Test func `a section larger than the limit gets 431 with the limit`() async throws {
      try await Studio().run(deck: .init(mode: .once)) { bench in
        let response = try await get(through: bench, ["x-1=61*600000", "x-2=61*600000"])
        #expect(response.status == "431")
        #expect(response.body.contains("\(1 << 20) bytes"))
      }
    }

    @Test func `the limits of a section over HTTP 2 are options`() async throws {
      try await Studio().run(
        deck: .init(mode: .once),
        configure: {
          $0.limits.headerFields = 2
          $0.limits.headerBytes = 200
        }
      ) { bench in
        #expect(try await get(through: bench, ["x-1=61", "x-2=61"]).status == "501")
        let many = try await get(through: bench, ["x-1=61", "x-2=61", "x-3=61"])
        #expect(many.status == "431")
        #expect(many.body.contains("2 fields") && many.body.contains("--max-headers"))
        let large = try await get(through: bench, ["x-1=61*200"])
        #expect(large.status == "431")
        #expect(large.body.contains("200 bytes") && large.body.contains("--max-header-size"))
      }
      try await Studio().run(
        deck: .init(mode: .once), configure: { $0.limits.headerBytes = 4 << 20 }
      ) { bench in
        let large = try await get(through: bench, ["x-1=61*3000000"])
        #expect(large.status == "501")
      }
    }

    @Test(arguments: [
      ("X(a): 1\r\n", "a field named 'X(a)'"), ("X-C: a\u{1}b\r\n", "control character"),
    ])
    func `a field that HTTP/2 forbids is a response that says so`(
      field: String, words: String
    ) async throws {
      try await exchange(
        with: { _ in .raw("HTTP/1.1 200 OK\r\n\(field)Content-Length: 2\r\n\r\nok") }
      ) { response in
        #expect(response.status == "502")
        #expect(response.body.contains(words))
      }
    }

    @Test(arguments: [
      "HTTP/1.1 200 OK\r\nContent-Length: 2, 2\r\n\r\nok",
      "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\nok",
      "HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\n",
      "HTTP/1.1 200 OK\r\nConnection: X-Hop\r\nX-Hop: 1\r\nContent-Length: 2\r\n\r\nok",
    ])
    func `a length and hop-by-hop fields are translated`(message: String) async throws {
      try await exchange(with: { _ in .raw(message) }) { response in
        let isEmpty = message.contains("204")
        #expect(response.status == (isEmpty ? "204" : "200"))
        #expect(response.body == (isEmpty ? "" : "ok"))
        #expect(!response.holds(Array("x-hop".utf8)))
        #expect(!response.holds(Array("2, 2".utf8)))
      }
    }
  }
#endif
