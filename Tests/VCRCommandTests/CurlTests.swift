#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  @testable import VCRCore

  /// What `vcr show --curl` prints, run by a real shell and a real curl.
  struct CurlTests {
    private typealias Request = Interaction.Request

    private static func cassette(_ requests: [Request], encoding: String? = nil) -> String {
      let items = requests.map { request in
        CassetteWriter().item(
          Interaction(
            request: request,
            outcome: .response(
              .init(
                status: 200, reason: "OK", headers: ["Content-Type": "text/plain"],
                body: Body(Array("ok".utf8), encoding: encoding)))))
      }
      return String(decoding: CassetteWriter.prologue + items.joined(), as: UTF8.self)
    }

    /// Runs the command of each request and gives what arrived.
    private func arrived(
      _ requests: [Request], encoding: String? = nil, variables: [String: String] = [:],
      shell: String = "sh", at server: LoopbackServer
    ) async throws -> [ServerRequest] {
      let workshop = try Workshop()
      try workshop.folder.write(Self.cassette(requests, encoding: encoding), to: "c.yaml")
      for number in requests.indices.map({ $0 + 1 }) {
        let shown = try await workshop.vcr("show", "c.yaml", "\(number)", "--curl")
        #expect(shown.status == 0, "\(shown.errorText)")
        let obeyed = shown.output.contains { ($0 < 0x20 && $0 != 9 && $0 != 10) || $0 == 0x7F }
        #expect(!obeyed)
        try workshop.folder.write(shown.text, to: "command.sh")
        let run = try await Child.run(
          shell, ["command.sh"], environment: workshop.environment.merging(variables) { $1 },
          directory: workshop.folder.url)
        #expect(run.status == 0, "\(run.errorText)\n\(shown.text)")
      }
      return server.requests
    }

    private static func server() throws -> LoopbackServer {
      try LoopbackServer { _ in ServerResponse(text: "ok") }
    }

    /// The fields that were asked for, without those that say where and how long.
    private static func fields(_ request: ServerRequest) -> [String] {
      request.headers.filter { !["host", "content-length"].contains($0.name.lowercased()) }
        .map { "\($0.name): \($0.value)" }
    }

    private static func latin1(_ bytes: [UInt8]) -> String {
      String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    private static let multipart: [UInt8] =
      Array(
        "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n100% \\n 'é'\r\n--b--\r\n".utf8)

    private static func requests(_ origin: String) -> [Request] {
      let text: HeaderFields = ["Content-Type": "text/plain"]
      return [
        Request(url: origin),
        Request(url: "\(origin)/a/../b/./c?x[]={1,2}&q='%20\"$HOME`id`!\\|;&&y=<>^~#part"),
        Request(url: "\(origin)?only=query"),
        Request(
          url: "\(origin)/h",
          headers: HeaderFields([
            HeaderField("Accept", "*/*"), HeaderField("X-Empty", ""), HeaderField("x-twice", "1"),
            HeaderField("User-Agent", "it's \"me\" $(id) `id` \\ !"), HeaderField("X-Twice", "2"),
            HeaderField("X-Latin", bytes: [0x63, 0xE9, 0x20, 0xFF]),
            HeaderField("X-UTF", "né\u{301}'\u{301}"),
            HeaderField("X-Tab", "a\tb"), HeaderField("X-Escape", "a\u{1B}[2Jb"),
            HeaderField("Cookie", "a=1; b=2"),
          ])),
        Request(method: "HEAD", url: "\(origin)/head"),
        Request(method: "OPTIONS", url: "\(origin)/"),
        Request(method: "DELETE", url: "\(origin)/x"),
        Request(method: "M-SEARCH", url: "\(origin)/x"),
        Request(method: "POST", url: "\(origin)/empty"),
        Request(
          method: "POST", url: "\(origin)/none", headers: text, body: Body(Array("@file\n".utf8))),
        Request(
          method: "PUT", url: "\(origin)/json", headers: ["Content-Type": "application/json"],
          body: Body(Array("{\"a\": \"it's $HOME \\\\ 'x' %s\"}\n\n".utf8))),
        Request(
          method: "POST", url: "\(origin)/form",
          headers: ["Content-Type": "application/x-www-form-urlencoded"],
          body: Body(Array("a=1+2&b=%20%27&c=".utf8))),
        Request(
          method: "POST", url: "\(origin)/multipart",
          headers: ["Content-Type": "multipart/form-data; boundary=b"], body: Body(multipart)),
        Request(
          method: "POST", url: "\(origin)/binary", headers: text,
          body: Body((0..<2000).map { UInt8($0 * 7 & 255) })),
        Request(method: "PATCH", url: "\(origin)/untyped", body: Body([0])),
        Request(
          method: "POST", url: "\(origin)/large", headers: text,
          body: Body(Array(repeating: Array("%d '\\'\n".utf8), count: 40_000).flatMap { $0 })),
        Request(method: "GET", url: "\(origin)/body", headers: text, body: Body(Array("b".utf8))),
      ]
    }

    @Test(arguments: ["sh", "bash"])
    func `what arrives is what was recorded, byte by byte`(shell: String) async throws {
      let server = try Self.server()
      let requests = Self.requests(server.origin)
      let arrived = try await arrived(requests, shell: shell, at: server)
      try #require(arrived.count == requests.count)
      for (request, arrived) in zip(requests, arrived) {
        #expect(arrived.method == request.method)
        #expect(
          Self.fields(arrived)
            == request.headers.fields.map { "\($0.name): \(Self.latin1($0.bytes))" })
        let isSame = arrived.body == request.body.bytes
        #expect(isSame, "\(request.url)")
        #expect(arrived.version == "HTTP/1.1")
      }
      #expect(arrived[0].target == "/")
      #expect(
        arrived[1].target == "/a/../b/./c?x[]={1,2}&q='%20\"$HOME`id`!\\|;&&y=<>^~")
      #expect(arrived[2].target == "/?only=query")
      #expect(arrived[8].header("Content-Length") == "0")
    }

    @Test func `the version, a coding and user information are seen to`() async throws {
      let server = try Self.server()
      let body = Body(Array("plain\n".utf8), encoding: "gzip")
      let arrived = try await arrived(
        [
          Request(url: "\(server.origin)/old", http: "HTTP/1.0"),
          Request(
            method: "POST", url: "http://me:pass@127.0.0.1:\(server.port)/zip",
            headers: ["Accept-Encoding": "gzip"], body: body),
        ], encoding: "gzip", at: server)
      try #require(arrived.count == 2)
      #expect(arrived[0].version == "HTTP/1.0")
      #expect(arrived[1].header("Authorization") == nil)
      #expect(arrived[1].header("Content-Encoding") == "gzip")
      #expect(arrived[1].header("Accept-Encoding") == "gzip")
      #expect(arrived[1].body.prefix(2) == [0x1F, 0x8B])
    }

    @Test func `secrets are variables in the quoting of their place`() async throws {
      let server = try Self.server()
      let secret = "it's \"a $secret\" `of` \\n %s mine!"
      let requests = [
        Request(
          method: "POST", url: "\(server.origin)/{{KEY}}/x?key={{KEY}}",
          headers: [
            "Authorization": "Bearer {{API_TOKEN}}", "X-Odd": "a'{{API_TOKEN}}z",
            "Content-Type": "application/json", "X-Path": "{{PATH}}",
          ], body: Body(Array("{\"token\": \"{{API_TOKEN}}\"}".utf8))),
        Request(
          method: "POST", url: "\(server.origin)/basic",
          headers: [
            "Authorization": "Basic {{base64:ada%3A{{API_TOKEN}}}}",
            "Content-Type": "application/x-www-form-urlencoded",
            "X-Copy": "{{base64url-unpadded:ada%3A{{API_TOKEN}}}}",
          ], body: Body(Array("a=%7B%7BKEY%7D%7D\r\n{{API_TOKEN}}".utf8) + [0xFF, 0])),
        Request(
          method: "POST", url: "\(server.origin)/lines",
          headers: ["Content-Type": "text/plain"],
          body: Body(Array("--a%\r\n{{API_TOKEN}}\r\n".utf8))),
      ]
      let arrived = try await arrived(
        requests, variables: ["KEY": "k%2F1", "API_TOKEN": secret, "VCR_PATH": "/p"], at: server)
      try #require(arrived.count == 3)
      #expect(arrived[0].target == "/k%2F1/x?key=k%2F1")
      #expect(arrived[0].header("Authorization") == "Bearer \(secret)")
      #expect(arrived[0].header("X-Odd") == "a'\(secret)z")
      #expect(arrived[0].header("X-Path") == "/p")
      #expect(String(decoding: arrived[0].body, as: UTF8.self) == "{\"token\": \"\(secret)\"}")
      let pair = Data("ada:\(secret)".utf8).base64EncodedString()
      #expect(arrived[1].header("Authorization") == "Basic \(pair)")
      let unpadded = pair.replacing("+", with: "-").replacing("/", with: "_")
        .replacing("=", with: "")
      #expect(arrived[1].header("X-Copy") == unpadded)
      let isSame = arrived[1].body == Array("a=k%2F1\r\n\(secret)".utf8) + [0xFF, 0]
      #expect(isSame)
      #expect(String(decoding: arrived[2].body, as: UTF8.self) == "--a%\r\n\(secret)\r\n")
    }

    @Test func `of a variable it is said how its place wants it written`() async throws {
      let workshop = try Workshop()
      func request(_ type: String, _ body: String) -> Request {
        Request(
          method: "POST", url: "http://api.test/", headers: ["Content-Type": type],
          body: Body(Array(body.utf8)))
      }
      try workshop.folder.write(
        Self.cassette([
          request("application/json", "{\"a\": \"{{TOKEN}}\"}"),
          request("application/x-www-form-urlencoded", "a={{TOKEN}}"),
          request("text/plain", "{{TOKEN}}"), request("application/json", "{\"a\": 1}"),
        ]), to: "c.yaml")
      var notes: [[Substring]] = []
      for number in 1...4 {
        let shown = try await workshop.vcr("show", "c.yaml", "\(number)", "--curl")
        notes.append(shown.text.split(separator: "\n").filter { $0.hasPrefix("# a variable") })
      }
      #expect(
        notes == [
          [#"# a variable within the JSON is to be written as there: \" for ", \\ for \"#],
          ["# a variable within the form is to be percent-encoded"], [], [],
        ])
    }

    @Test func `a cassette has a command for each interaction, and nothing of it runs`()
      async throws
    {
      let workshop = try Workshop()
      let hostile = Request(
        url: "http://api.test/a\ntouch hacked", headers: ["X-A": "b\nX-Injected: c"])
      try workshop.folder.write(
        Self.cassette([
          hostile, Request(url: "epub://book/a\ntouch hacked"),
          Request(url: "http://api.test/{{TOKEN}}"),
        ]), to: "c.yaml")
      let result = try await workshop.vcr("show", "c.yaml", "--curl")
      #expect(
        result.text == """
          # 1  GET http://api.test/a\\u{A}touch hacked
          # a header that cannot be sent is missing: it holds a line end or has no name
          curl -H Accept: -H User-Agent: http://api.test/a%0Atouch%20hacked

          # 2  GET epub://book/a\\u{A}touch hacked
          # curl cannot send this: the URL is not one of HTTP

          # 3  GET http://api.test/{{TOKEN}}
          # to be set before: TOKEN
          # a variable within the URL is to be percent-encoded
          curl -H Accept: -H User-Agent: --globoff "http://api.test/$TOKEN"

          """, "\(result.text)")
      let both = try await workshop.vcr("show", "c.yaml", "--curl", "--format", "json")
      #expect(both.status == 64)
    }
  }
#endif
