#if CommandLineTool
  import TestSupport
  import Testing
  import VCRCore
  import VCRProxy

  /// The responses that a client gets from a cassette.
  struct ReplayTests {
    @Test func `a response is replayed byte by byte`() async throws {
      let studio = try Studio(
        """
        - request:
            method: GET
            url: http://service.test/users
          response:
            status: 200 Very Fine
            headers:
              x-FIRST: one
              Set-Cookie:
              - a=1
              - b=2
              Last: "two"
            body:
              text: "hello\\n"
        """)
      let summary = try await studio.run(deck: .init()) { bench in
        let response = try await Client.exchange(
          "GET http://service.test/users HTTP/1.1\r\nHost: service.test\r\n\r\n",
          port: bench.server.port)
        #expect(
          String(latin1: response) == """
            HTTP/1.1 200 Very Fine\r\nx-FIRST: one\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\n\
            Last: two\r\nContent-Length: 6\r\n\r\nhello\n
            """)
        #expect(bench.server.progress.requests == 1)
        #expect(bench.server.progress.bytes == 6)
      }
      #expect(summary.replayed == 1)
    }

    @Test func `a request that was not recorded is refused with the report`() async throws {
      let studio = try Studio(
        """
        - request:
            method: GET
            url: http://service.test/users
          response:
            status: 200
        """)
      let summary = try await studio.run(deck: .init()) { bench in
        let result = try await bench.curl("-i", "http://service.test/other")
        #expect(result.text.hasPrefix("HTTP/1.1 501 Not Implemented\r\n"))
        #expect(result.text.contains("Content-Type: text/plain; charset=utf-8\r\n"))
        #expect(
          result.text.contains(
            "VCR-Error: No recorded interaction matches  GET http://service.test/other\r\n"))
        let report = try #require(bench.events.unmatched.first)
        #expect(result.text.contains("\r\n\r\n\(report.description)"))
      }
      #expect(summary.unmatched.count == 1)
    }

    @Test(arguments: ["GET", "HEAD"])
    func `a body is framed by method and status`(method: String) async throws {
      let studio = try Studio(
        """
        - request: {method: \(method), url: 'http://service.test/200'}
          response: {status: 200, body: {text: hello}}
        - request: {method: \(method), url: 'http://service.test/204'}
          response: {status: 204}
        - request: {method: \(method), url: 'http://service.test/304'}
          response: {status: 304 Not Modified, headers: {ETag: '"1"'}}
        - request: {method: \(method), url: 'http://service.test/empty'}
          response: {status: 200}
        """)
      try await studio.run(deck: .init()) { bench in
        let requests = ["200", "204", "304", "empty"].map {
          "\(method) http://service.test/\($0) HTTP/1.1\r\nHost: service.test\r\n\r\n"
        }
        let response = String(
          latin1: try await Client.exchange(requests.joined(), port: bench.server.port))
        let isGet = method == "GET"
        #expect(
          response == """
            HTTP/1.1 200 OK\r\n\(isGet ? "Content-Length: 5\r\n" : "")\r\n\(isGet ? "hello" : "")\
            HTTP/1.1 204 No Content\r\n\r\n\
            HTTP/1.1 304 Not Modified\r\nETag: "1"\r\n\r\n\
            HTTP/1.1 200 OK\r\n\(isGet ? "Content-Length: 0\r\n" : "")\r\n
            """)
      }
    }

    @Test func `trailers are sent to clients that ask for them`() async throws {
      let studio = try Studio(
        """
        - request: {method: GET, url: 'http://service.test/'}
          response: {status: 200, http: HTTP/2, body: {text: hello}, trailers: {Checksum: abc}}
        """)
      try await studio.run(deck: .init(repeats: true)) { bench in
        for _ in 1...2 {
          let asked = String(
            latin1: try await Client.exchange(
              "GET http://service.test/ HTTP/1.1\r\nHost: service.test\r\nTE: trailers\r\n"
                + "Connection: TE\r\n\r\n",
              port: bench.server.port))
          #expect(
            asked.hasSuffix(
              "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\nChecksum: abc\r\n\r\n"))
          let other = String(
            latin1: try await Client.exchange(
              "GET http://service.test/ HTTP/1.1\r\nHost: service.test\r\n\r\n",
              port: bench.server.port))
          #expect(other.hasSuffix("Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n"))
        }
        let second = try await bench.curl(
          "-v", "-p", "--http2-prior-knowledge", "http://service.test/")
        #expect(second.text == "hello")
        #expect(second.errorText.contains("< checksum: abc"))
      }
    }

    @Test func `a body recorded compressed is served decoded, without its coding`() async throws {
      let studio = try Studio(
        """
        - request: {method: GET, url: 'https://service.test/'}
          response:
            status: 200 OK
            headers:
              Content-Encoding: gzip
              Content-Type: text/plain
            body:
              text: hello
              encoding: gzip
        """)
      try await studio.run(deck: .init(repeats: true)) { bench in
        for version in ["--http1.1", "--http2"] {
          let result = try await bench.curl(version, "-i", "--compressed", "https://service.test/")
          #expect(result.status == 0, "\(result.errorText)")
          #expect(result.text.hasSuffix("\r\n\r\nhello"))
          #expect(!result.text.lowercased().contains("content-encoding"))
          #expect(result.text.lowercased().contains("content-length: 5\r\n"))
        }
      }
    }

    @Test func `a connection serves many requests`() async throws {
      let studio = try Studio(
        (1...20).map {
          """
          - request: {method: GET, url: 'https://service.test/\($0)'}
            response: {status: 200, body: {text: 'number \($0);'}}
          """
        }.joined(separator: "\n"))
      for version in ["--http1.1", "--http2"] {
        try await studio.run(deck: .init()) { bench in
          let result = try await Client.curl(
            bench.curlArguments + [
              version, "https://service.test/[1-20]", "-w", "%{num_connects},",
            ])
          let numbers = (1...20).map { "number \($0);\($0 == 1 ? 1 : 0)," }
          #expect(result.text == numbers.joined())
        }
      }
    }

    @Test func `64 clients each get their own response`() async throws {
      let studio = try Studio(
        (1...64).map {
          """
          - request: {method: GET, url: 'http://service.test/\($0)'}
            response: {status: 200, body: {text: 'number \($0)'}}
          """
        }.joined(separator: "\n"))
      try await studio.run(deck: .init(repeats: true)) { bench in
        let result = try await Client.python(
          """
          import http.client, sys, threading
          wrong = []
          def client(number):
              c = http.client.HTTPConnection("127.0.0.1", int(sys.argv[1]), timeout=240)
              for _ in range(20):
                  c.request("GET", f"http://service.test/{number}")
                  body = c.getresponse().read().decode()
                  if body != f"number {number}": wrong.append((number, body))
          threads = [threading.Thread(target=client, args=(n,)) for n in range(1, 65)]
          for t in threads: t.start()
          for t in threads: t.join()
          print(len(wrong), wrong[:3])
          """, ["\(bench.server.port)"])
        #expect(result.text == "0 []\n", "\(result.errorText)")
        #expect(bench.server.progress.requests == 64 * 20)
      }
    }

    @Test func `a failure is replayed as the client saw it`() async throws {
      let studio = try Studio(
        """
        - request: {method: GET, url: 'http://service.test/lost'}
          error: {code: networkConnectionLost, domain: NSURLErrorDomain, number: -1005, message: lost}
        - request: {method: GET, url: 'http://service.test/host'}
          error: {code: cannotFindHost, domain: NSURLErrorDomain, number: -1003, message: no such host}
        - request: {method: GET, url: 'http://service.test/slow'}
          error: {code: timedOut, domain: NSURLErrorDomain, number: -1001, message: too slow}
        """)
      try await studio.run(deck: .init()) { bench in
        #expect(try await bench.curl("http://service.test/lost").status == 52)
        let host = try await bench.curl("-i", "http://service.test/host")
        #expect(host.text.hasPrefix("HTTP/1.1 502 Bad Gateway\r\n"))
        #expect(host.text.contains("VCR-Error: cannotFindHost: no such host\r\n"))
        let slow = try await bench.curl("-i", "http://service.test/slow")
        #expect(slow.text.hasPrefix("HTTP/1.1 504 Gateway Timeout\r\n"))
      }
    }

    @Test func `text in a cassette cannot end a field`() async throws {
      let studio = try Studio(
        """
        - request: {method: GET, url: 'http://service.test/'}
          response: {status: 200 OK, headers: {A: "b\\r\\nInjected: yes"}}
        """)
      try await studio.run(deck: .init()) { bench in
        let response = String(
          latin1: try await Client.exchange(
            "GET http://service.test/ HTTP/1.1\r\nHost: service.test\r\n\r\n",
            port: bench.server.port))
        #expect(!response.contains("\nInjected"))
      }
    }

    @Test func `a reverse proxy serves its origin`() async throws {
      let studio = try Studio(
        """
        - request: {method: GET, url: 'https://service.test/users?a=1'}
          response: {status: 200 OK, body: {text: hello}}
        """)
      try await studio.run(deck: .init(repeats: true)) { options in
        options.reverseOrigin = "https://service.test/"
      } _: { bench in
        let plain = try await Client.curl(["\(bench.url)/users?a=1"])
        #expect(plain.text == "hello")
        let secure = try await Client.curl([
          "--cacert", bench.authorityFile, "--resolve", "local.test:\(bench.server.port):127.0.0.1",
          "https://local.test:\(bench.server.port)/users?a=1",
        ])
        #expect(secure.text == "hello", "\(secure.errorText)")
      }
    }

    @Test func `Python's clients are served through the environment`() async throws {
      let studio = try Studio(
        """
        - request: {method: GET, url: 'https://service.test/users'}
          response: {status: 200 OK, headers: {Content-Type: application/json}, body: {json: '{"a":1}'}}
        """)
      try await studio.run(deck: .init(repeats: true)) { bench in
        let result = try await Client.python(
          """
          import json, urllib.request
          print(json.load(urllib.request.urlopen("https://service.test/users"))["a"])
          """,
          variables: ["https_proxy": bench.url, "SSL_CERT_FILE": bench.authorityFile])
        #expect(result.text == "1\n", "\(result.errorText)")
      }
    }
  }
#endif
