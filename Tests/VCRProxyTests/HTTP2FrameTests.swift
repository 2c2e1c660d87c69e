#if CommandLineTool
  import TestSupport
  import Testing
  import VCRCore
  import VCRProxy
  import VCRUpstream

  /// Responses as the frames that an HTTP/2 client receives.
  struct HTTP2FrameTests {
    /// The types of the frames of the response to `GET https://service.test/`; a star marks the end
    /// of the stream: `HEADERS*`.
    private func frames(through bench: Bench) async throws -> String {
      let result = try await Client.python(
        Client.frameTunnel + """
          # GET, https and / of the static table, and :authority as a literal.
          fields = bytes([0x82, 0x87, 0x84, 0x01, 12]) + b"service.test"
          t.sendall(b"PRI * HTTP/2.0\\r\\n\\r\\nSM\\r\\n\\r\\n" + frame(4, 0, 0) + frame(1, 5, 1, fields))
          data, ended = b"", False
          while not ended:
              while len(data) < 9 or len(data) < 9 + int.from_bytes(data[:3], "big"):
                  more = t.recv(65536)
                  if not more: sys.exit("ended")
                  data += more
              size, kind, flags = int.from_bytes(data[:3], "big"), data[3], data[4]
              if kind in (0, 1):
                  ended = bool(flags & 1)
                  print(("DATA", "HEADERS")[kind] + ("*" if ended else ""))
              data = data[9 + size:]
          """, ["\(bench.server.port)", bench.authorityFile])
      #expect(result.status == 0, "\(result.errorText)")
      return result.text.split(separator: "\n").joined(separator: " ")
    }

    @Test func `a response without a body is one frame, live and replayed`() async throws {
      let service = try LoopbackServer { request in
        ServerResponse(headers: [("grpc-status", "5")], text: "")
      }
      let front = try await TLSLoopback(
        before: service, certificates: TestCertificates(names: ["DNS:service.test"]))
      var options = Upstream.Options()
      options.additionalRoots = [front.certificates.rootFile]
      options.addressMap[.init(host: "service.test", port: 443)] = .init(
        host: "127.0.0.1", port: front.port)
      let studio = try Studio()
      for upstream in [try Upstream(options: options), nil] {
        let mode = upstream == nil ? RecordMode.none : .once
        try await studio.run(deck: .init(mode: mode), upstream: upstream) { bench in
          let seen = try await frames(through: bench)
          #expect(seen == "HEADERS*")
        }
      }
      #expect(service.requestCount == 1)
    }

    @Test func `no content length is added to a trailers-only response`() async throws {
      let studio = try Studio(
        """
        - request: {method: GET, url: 'https://service.test/'}
          response: {status: 200, headers: {grpc-status: '5', grpc-message: nothing here}}
        """)
      try await studio.run(deck: .init(repeats: true)) { bench in
        let seen = try await frames(through: bench)
        #expect(seen == "HEADERS*")
        let response = try await bench.curl("--http2", "-i", "https://service.test/")
        #expect(response.text.contains("grpc-status: 5"))
        #expect(!response.text.contains("content-length"))
      }
    }

    @Test func `body and trailers are sent in separate frames`() async throws {
      let studio = try Studio(
        """
        - request: {method: GET, url: 'https://service.test/'}
          response: {status: 200, body: {text: hello}, trailers: {grpc-status: '0'}}
        """)
      try await studio.run(deck: .init()) { bench in
        let seen = try await frames(through: bench)
        #expect(seen == "HEADERS DATA HEADERS*")
      }
    }
  }
#endif
