#if Recording
  import Testing
  import VCRCore

  @testable import VCRUpstream

  /// Which proxy the environment names for a service.
  struct UpstreamProxiesTests {
    private func route(
      _ environment: [String: String], to host: String = "service.test", port: Int = 80,
      _ traffic: UpstreamProxies.Traffic = .plain
    ) throws -> UpstreamRoute {
      var options = Upstream.Options()
      options.proxies = UpstreamProxies(environment: environment)
      options.addressMap = [
        .init(host: "mapped.test", port: 80): .init(host: "10.1.1.1", port: 8000)
      ]
      return try Upstream(options: options).route(to: .init(host: host, port: port), traffic)
    }

    /// The host of the proxy, with how it is used; nil for a direct connection.
    private func way(_ route: UpstreamRoute) -> String? {
      switch route.means {
      case .direct: nil
      case .forwarded(let proxy): "forwards \(proxy.address.place)"
      case .tunnelled(let proxy): "tunnels \(proxy.address.place)"
      case .barred(let problem): problem.variable
      }
    }

    private static let environments: [([String: String], String?, String?)] = [
      (["http_proxy": "http://a:1", "HTTP_PROXY": "http://b:2"], "a:1", nil),
      (["http_proxy": "", "HTTP_PROXY": "http://b:2"], "b:2", nil),
      (["HTTP_PROXY": "http://b:2", "REQUEST_METHOD": "GET"], nil, nil),
      (["https_proxy": "a:1"], nil, "a:1"),
      (["all_proxy": "http://a", "HTTPS_PROXY": "HTTP://B:2/"], "a:80", "b:2"),
      (["ALL_PROXY": "http://[::1]:3128"], "[::1]:3128", "[::1]:3128"),
      (["ALL_PROXY": "HTTPS://a"], "a:443", "a:443"),
      (["http_proxy": "https://[::1]:"], "[::1]:443", nil),
      (["no_proxy": "*"], nil, nil),
    ]

    @Test(arguments: environments)
    func `variables name proxies by scheme, and lower case counts`(
      environment: [String: String], plain: String?, secure: String?
    ) throws {
      #expect(try way(route(environment)) == plain.map { "forwards \($0)" })
      #expect(try way(route(environment, .plainTunnel)) == plain.map { "tunnels \($0)" })
      #expect(try way(route(environment, .secure)) == secure.map { "tunnels \($0)" })
      #expect(try way(route(environment, .other)) == nil)
    }

    @Test(arguments: [
      "socks4://a:1", "socks://a:1", "ftp://a:1", "socks5://:p@a:1", "http://", "http://a:b",
      "http://a b", "http://u%zz@a:1",
      "http://a:99999",
    ])
    func `what is no proxy of HTTP is named when it is needed`(value: String) throws {
      #expect(try way(route(["http_proxy": value])) == "http_proxy")
      #expect(try way(route(["http_proxy": value], to: "localhost")) == nil)
    }

    @Test(arguments: ["socks5", "socks5h"])
    func `a proxy of SOCKS gets tunnels alone`(scheme: String) throws {
      let environment = ["all_proxy": "\(scheme)://me:pw@a", "https_proxy": "\(scheme)://a:1"]
      #expect(try way(route(environment)) == "tunnels a:1080")
      #expect(try way(route(environment, .secure)) == "tunnels a:1")
    }

    @Test(arguments: [
      ("user:pass", "user:pass"), ("user", "user:"), ("us%40er:p%3Ass%25", "us@er:p:ss%"),
      ("u@v:w", "u@v:w"),
    ])
    func `user information is decoded`(text: String, credential: String) throws {
      let route = try route(["http_proxy": "http://\(text)@a:1"])
      #expect(route.forwarder?.credential == credential)
      #expect(!route.words.contains("user"))
    }

    @Test func `a service that is somewhere else than its URL says gets a tunnel`() throws {
      let proxy = ["http_proxy": "http://a:1"]
      #expect(try way(route(proxy, to: "mapped.test")) == "tunnels a:1")
      #expect(
        try way(route(proxy.merging(["no_proxy": "10.0.0.0/8"]) { $1 }, to: "mapped.test")) == nil)
    }

    @Test(arguments: [
      ("", "localhost", 80), ("", "a.localhost", 80), ("", "127.1.2.3", 80), ("", "::1", 80),
      ("", "::ffff:127.0.0.1", 80), ("", "0.0.0.0", 80), ("*", "service.test", 80),
      ("service.test", "service.test", 80), ("service.test", "a.service.test", 80),
      (".service.test", "a.service.test", 80), ("*.service.test", "a.service.test", 80),
      ("SERVICE.test.", "service.test", 80), ("other , service.test", "service.test", 80),
      ("other service.test", "service.test", 80), ("service.test:80", "service.test", 80),
      ("service.test", "service.test.", 80), ("10.0.0.0/8", "10.255.0.1", 80),
      ("10.0.0.0/8", "::ffff:10.1.1.1", 80), ("192.168.1.128/25", "192.168.1.129", 80),
      ("192.168.1.1", "192.168.1.1", 80), ("192.168.1.1:80", "192.168.1.1", 80),
      ("[2001:db8::1]:80", "2001:db8:0::1", 80), ("2001:db8::/32", "2001:db8:1::", 80),
      ("[2001:db8::1]", "2001:db8::1", 80), ("0.0.0.0/0", "8.8.8.8", 80),
    ])
    func `loopback and exceptions are reached directly`(list: String, host: String, port: Int)
      throws
    {
      let environment = ["http_proxy": "http://a:1", "no_proxy": list]
      #expect(try way(route(environment, to: host, port: port)) == nil)
    }

    @Test(arguments: [
      ("", "service.test", 80), ("service.test", "myservice.test", 80),
      ("service.test", "service.test.other", 80), ("service.test:81", "service.test", 80),
      ("10.0.0.0/8", "11.0.0.1", 80), ("192.168.1.128/25", "192.168.1.127", 80),
      ("10.0.0.1", "10.0.0.11", 80), ("2001:db8::/32", "2001:db9::", 80), ("0.1", "10.0.0.1", 80),
      (",.,*.", "service.test", 80), ("10.0.0.0/99", "10.0.0.1", 80), ("::/0", "8.8.8.8", 80),
    ])
    func `others are reached through the proxy`(list: String, host: String, port: Int) throws {
      let environment = ["http_proxy": "http://a:1", "NO_PROXY": list]
      #expect(try way(route(environment, to: host, port: port)) == "forwards a:1")
    }
  }
#endif
