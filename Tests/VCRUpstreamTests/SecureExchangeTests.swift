#if Recording
  import NIOCore
  import VCRLocks
  import TestSupport
  import Testing
  import VCRCore
  import VCRUpstream

  struct SecureExchangeTests {
    @Test(arguments: ["localhost", "127.0.0.1"])
    func `a service is reached by name and by address when its root is trusted`(host: String)
      async throws
    {
      let server = try LoopbackServer { .init(reason: "Fine", text: $0.target) }
      let front = try await TLSLoopback(before: server, certificates: TestCertificates())
      let pool = try makeClientPool { $0.additionalRoots = [front.certificates.rootFile] }
      for number in 0..<3 {
        let transcript = await pool.get("https://\(host):\(front.port)/\(number)")
        #expect(transcript.failure == nil)
        #expect(transcript.text == "/\(number)")
        #expect(transcript.head?.reason == "Fine")
      }
      #expect(server.connectionCount == 1)
    }

    @Test func `an untrusted root is refused`() async throws {
      let server = try LoopbackServer { _ in .init() }
      let front = try await TLSLoopback(before: server, certificates: TestCertificates())
      let failure = await (try makeClientPool()).get(front.origin).failure
      #expect(failure?.code == "serverCertificateUntrusted")
      #expect(failure?.number == -1202)
      #expect(failure?.message.contains("localhost:\(front.port)") == true)
      #expect(server.requestCount == 0)
    }

    @Test(arguments: ["localhost", "127.0.0.1"])
    func `a certificate for another host is refused`(host: String) async throws {
      let server = try LoopbackServer { _ in .init() }
      let front = try await TLSLoopback(
        before: server,
        certificates: TestCertificates(names: ["DNS:other.example", "IP:10.1.2.3"]))
      let pool = try makeClientPool { $0.additionalRoots = [front.certificates.rootFile] }
      let failure = await pool.get("https://\(host):\(front.port)/").failure
      #expect(failure?.code == "serverCertificateUntrusted")
      #expect(failure?.message.contains("another host") == true)
      #expect(server.requestCount == 0)
    }

    @Test func `an expired certificate is refused for its date`() async throws {
      let server = try LoopbackServer { _ in .init() }
      let front = try await TLSLoopback(
        before: server, certificates: TestCertificates(isExpired: true))
      let pool = try makeClientPool { $0.additionalRoots = [front.certificates.rootFile] }
      let failure = await pool.get(front.origin).failure
      #expect(failure?.code == "serverCertificateHasBadDate")
      #expect(failure?.number == -1201)
    }

    @Test func `a handshake without a response is a timeout`() async throws {
      let listener = try SilentListener()
      let pool = try makeClientPool { $0.connectTimeout = .milliseconds(100) }
      let failure = await pool.get("https://127.0.0.1:\(listener.port)/").failure
      #expect(failure?.code == "timedOut")
      // The time limit is the client's, not the service's.
      #expect(failure?.isOwn == true)
      withExtendedLifetime(listener) {}
    }

    @Test(.enabled(if: NginxLoopback.executable != nil, "nginx is not installed"))
    func `a server without TLS is a failed secure connection`() async throws {
      let nginx = try await NginxLoopback(location: "return 200;", certificates: nil)
      let failure = await (try makeClientPool()).get(nginx.origin(scheme: "https")).failure
      #expect(failure?.code == "secureConnectionFailed")
      #expect(failure?.number == -1200)
    }

    @Test func `a file of roots that cannot be read is named in the error`() async throws {
      #expect(throws: TrustRootsError.self) {
        try makeClientPool { $0.additionalRoots = ["/nonexistent/roots.pem"] }
      }
    }
  }

  /// Reading that is paused for a slow client and then continues.
  struct HeldUpReadingTests {
    private final class Box: Sendable {
      let exchange = Mutex<Upstream.Exchange?>(nil)
      let transcript = Mutex(Transcript())
    }

    /// Each piece pauses reading, which resumes in a later turn of the event loop.
    @Test(arguments: [true, false])
    func `a body arrives whole when reading pauses and resumes`(isHTTP2: Bool) async throws {
      let certificates = try await TestCertificates()
      let size = 6_000_000
      let body = (0..<size).map { UInt8(truncatingIfNeeded: $0) }
      let service = try await HTTP2Loopback(certificates: certificates, size: size)
      let server = try LoopbackServer { _ in ServerResponse(body: body) }
      let pool = try makeClientPool { $0.additionalRoots = [certificates.rootFile] }
      let box = Box()
      let transcript = await withCheckedContinuation { continuation in
        let url = (isHTTP2 ? service.origin : server.origin) + "/"
        let exchange = pool.send(Interaction.Request(url: url)) { event in
          if case .body = event, let exchange = box.exchange.withLock({ $0 }) {
            exchange.setReadingPaused(true)
            pool.eventLoop.execute {
              pool.eventLoop.execute { exchange.setReadingPaused(false) }
            }
          }
          let isOver = box.transcript.withLock { $0.add(event) }
          if isOver { continuation.resume(returning: box.transcript.withLock { $0 }) }
        }
        box.exchange.withLock { $0 = exchange }
      }
      #expect(transcript.failure == nil)
      #expect(transcript.head?.http == (isHTTP2 ? "HTTP/2" : nil))
      let isSame = transcript.body == body
      #expect(isSame)
    }
  }

  @Suite(.enabled(if: NginxLoopback.executable != nil, "nginx is not installed"))
  struct HTTP2ExchangeTests {
    private func nginx(
      _ location: String, server: String = ""
    ) async throws -> (NginxLoopback, Upstream.ClientPool) {
      let certificates = try await TestCertificates()
      let nginx = try await NginxLoopback(
        location: location, certificates: certificates, server: server)
      let pool = try makeClientPool { $0.additionalRoots = [certificates.rootFile] }
      return (nginx, pool)
    }

    @Test func `HTTP/2 is used when both sides support it`() async throws {
      let (nginx, pool) = try await nginx(
        "add_header X-Proto $server_protocol; return 200 $connection;")
      let origin = nginx.origin(scheme: "https")
      let first = await pool.get(origin + "/", headers: ["X-Upper": "1"])
      #expect(first.failure == nil)
      #expect(first.head?.http == "HTTP/2")
      #expect(first.head?.reason == nil)
      #expect(first.head?.headers["x-proto"] == "HTTP/2.0")
      let second = await pool.get(origin + "/")
      #expect(second.text == first.text)
    }

    @Test func `HTTP/1 is used over TLS when HTTP/2 is not allowed`() async throws {
      let certificates = try await TestCertificates()
      let nginx = try await NginxLoopback(
        location: "return 200 $server_protocol;", certificates: certificates)
      let pool = try makeClientPool {
        $0.additionalRoots = [certificates.rootFile]
        $0.allowsHTTP2 = false
      }
      let transcript = await pool.get(nginx.origin(scheme: "https"))
      #expect(transcript.head?.http == nil)
      #expect(transcript.text == "HTTP/1.1")
    }

    @Test func `200 requests share a connection and get their own bodies`() async throws {
      let (nginx, pool) = try await nginx("return 200 \"$uri $connection\";")
      let origin = nginx.origin(scheme: "https")
      let texts = await withTaskGroup(of: (Int, String).self) { group in
        for number in 0..<200 {
          group.addTask { (number, await pool.get("\(origin)/\(number)").text) }
        }
        return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
      }
      #expect(texts.allSatisfy { $0.value.hasPrefix("/\($0.key) ") })
      #expect(Set(texts.values.map { $0.split(separator: " ").last ?? "" }).count == 1)
    }

    @Test func `bodies are sent both ways and HEAD has none`() async throws {
      let server = try LoopbackServer { .init(body: $0.body) }
      let (nginx, pool) = try await nginx(
        "proxy_pass http://127.0.0.1:\(server.port);", server: "client_max_body_size 0;")
      let origin = nginx.origin(scheme: "https")
      let body = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
      let echo = await pool.fetch(
        Interaction.Request(
          method: "POST", url: origin + "/", headers: ["Connection": "close", "X-Case": "1"],
          body: Body(body)))
      #expect(echo.failure == nil)
      // The comparison is outside the expectation, which would compute the difference of a million
      // elements.
      let isSame = echo.body == body
      #expect(isSame)
      let head = await pool.fetch(Interaction.Request(method: "HEAD", url: origin + "/"))
      #expect(head.failure == nil)
      #expect(head.body.isEmpty)
    }

    @Test func `a service that closes the connection after each request is reached again`()
      async throws
    {
      let (nginx, pool) = try await nginx("return 200 ok;", server: "keepalive_requests 1;")
      for _ in 0..<5 {
        #expect(await pool.get(nginx.origin(scheme: "https")).text == "ok")
      }
    }

    @Test func `requests that a service leaves out of a connection are sent on others`()
      async throws
    {
      // nginx says which requests it processes no more when a connection has had its number.
      let (nginx, pool) = try await nginx("return 200 $uri;", server: "keepalive_requests 5;")
      let origin = nginx.origin(scheme: "https")
      let texts = await withTaskGroup(of: (Int, String).self) { group in
        for number in 0..<60 {
          group.addTask {
            let request = Interaction.Request(
              method: number % 2 == 0 ? "GET" : "POST", url: "\(origin)/\(number)")
            return (number, await pool.fetch(request).text)
          }
        }
        return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
      }
      for number in 0..<60 { #expect(texts[number] == "/\(number)") }
    }

    @Test func `requests that are more at a time than a service takes are sent later`()
      async throws
    {
      let server = try LoopbackServer { .init(text: $0.target) }
      let (nginx, pool) = try await nginx(
        "proxy_pass http://127.0.0.1:\(server.port);", server: "http2_max_concurrent_streams 2;")
      let origin = nginx.origin(scheme: "https")
      let texts = await withTaskGroup(of: (Int, String).self) { group in
        for number in 0..<40 {
          group.addTask { (number, await pool.get("\(origin)/\(number)").text) }
        }
        return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
      }
      for number in 0..<40 { #expect(texts[number] == "/\(number)") }
    }

    @Test func `the limit of a header section counts over HTTP 2, too`() async throws {
      let certificates = try await TestCertificates()
      let nginx = try await NginxLoopback(
        location: "add_header X-Long $http_x_long; return 200 ok;", certificates: certificates)
      let pool = try makeClientPool {
        $0.additionalRoots = [certificates.rootFile]
        $0.headerLimit = 500
      }
      let url = nginx.origin(scheme: "https")
      func long(_ count: Int) -> HeaderFields { ["X-Long": String(repeating: "a", count: count)] }
      #expect(await pool.get(url, headers: long(100)).text == "ok")
      let failure = await pool.get(url, headers: long(500)).failure
      #expect(failure?.message.contains("more than 500 bytes") == true, "\(failure?.message ?? "")")
    }

    @Test func `a truncated body is a failure`() async throws {
      let server = try LoopbackServer { _ in
        .raw("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc")
      }
      let (nginx, pool) = try await nginx("proxy_pass http://127.0.0.1:\(server.port);")
      let transcript = await pool.get(nginx.origin(scheme: "https"))
      #expect(transcript.failure?.code == "networkConnectionLost")
    }
  }
#endif
