#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  /// What `vcr convert --to` writes is loaded and replayed by the tools themselves.
  struct ForeignExportToolTests {
    /// Repeated requests, repeated fields, bytes that are no text, white space at every end, and
    /// JSON that is not as any writer would write it.
    static let cassette = #"""
      vcr: 1
      interactions:
      - request:
          method: GET
          url: http://api.example.test/users?b=2&a=x%20y
          headers:
            Accept: '*/*'
        response:
          status: 200 OK
          headers:
            Content-Type: application/json
            X-Two:
            - a
            - b
          body:
            text: '{"a":[1, 2.50,null,"é"] }'
        seconds: 0.25
        recorded_at: 2026-11-20T10:00:00Z
      - request:
          method: POST
          url: http://api.example.test/users
          headers:
            Content-Type: application/x-www-form-urlencoded
          body:
            text: a=b&c=d
        response:
          status: 201 Created
          headers:
            Content-Type: text/plain
          body:
            text: |2
                first
              second  

              tab	"quotes" # colon: x
      - request:
          method: GET
          url: http://api.example.test/picture
        response:
          status: 200
          headers:
            Content-Type: application/octet-stream
          body:
            base64: |-
              AAECAwQFBgcICQoLDA0ODxD//g==
      - request:
          method: GET
          url: http://api.example.test/users?b=2&a=x%20y
        response:
          status: 404 Not Here
          headers:
            Content-Type: text/plain
          body:
            text: gone

      """#

    /// What each of them has to get, one line for a response: status, `X-Two`, the body in
    /// hexadecimal digits.
    private static let expected: String = {
      let bodies: [[UInt8]] = [
        Array(#"{"a":[1, 2.50,null,"é"] }"#.utf8),
        Array("  first\nsecond  \n\ntab\t\"quotes\" # colon: x\n".utf8),
        Array(0...16) + [255, 254], Array("gone".utf8),
      ]
      let heads = ["200 a, b", "201 ", "200 ", "404 "]
      return zip(heads, bodies).map { head, body in
        "\(head) " + body.map { String(format: "%02x", $0) }.joined() + "\n"
      }.joined()
    }()

    private static func has(_ program: String?, _ arguments: [String]) -> Bool {
      guard let program else { return false }
      let process = Process()
      process.executableURL = URL(fileURLWithPath: program)
      process.arguments = arguments
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      guard (try? process.run()) != nil else { return false }
      process.waitUntilExit()
      return process.terminationStatus == 0
    }

    private static let python = Package.client("python3")
    private static let hasVCRPy = has(python, ["-c", "import vcr, requests"])
    private static let hasCassetter = has(python, ["-c", "import cassetter, requests"])
    /// The Ruby of the system, which alone sees the libraries of Debian.
    static let ruby: String? =
      ["/usr/bin/ruby", Tool.path(of: "ruby") ?? ""].first {
        has($0, ["-e", "require 'vcr'; require 'webmock'"])
      }
    private static let goPath = "/usr/share/gocode"
    private static let hasGoVCR =
      Tool.isInstalled("go")
      && FileManager.default.fileExists(atPath: goPath + "/src/github.com/dnaeon/go-vcr")

    /// Writes the cassette for a tool, in a folder where it is replayed.
    private func exported(_ word: String, to name: String) async throws -> Workshop {
      let workshop = try Workshop()
      try workshop.folder.write(Self.cassette, to: "in.yaml")
      let result = try await workshop.vcr("convert", "--strict", "--to", word, "in.yaml", name)
      #expect(result.status == 0, "\(result.errorText)")
      return workshop
    }

    private static func client(_ opening: String) -> String {
      """
      import requests
      \(opening)
          u = 'http://api.example.test'
          for m, p, d in (('GET', '/users?b=2&a=x%20y', None), ('POST', '/users', {'a': 'b', 'c': 'd'}),
                          ('GET', '/picture', None), ('GET', '/users?b=2&a=x%20y', None)):
              r = requests.request(m, u + p, data=d)
              print(r.status_code, r.headers.get('X-Two', ''), r.content.hex())

      """
    }

    @Test(.enabled(if: hasVCRPy, "vcrpy and requests are not there"))
    func `vcrpy replays what is written for it`() async throws {
      let workshop = try await exported("vcrpy", to: "out.yaml")
      try workshop.folder.write(
        Self.client("import vcr\nwith vcr.use_cassette('out.yaml', record_mode='none'):"),
        to: "client.py")
      let result = try await Child.run(
        try #require(Self.python), ["client.py"], environment: workshop.environment,
        directory: workshop.folder.url)
      #expect(result.text == Self.expected, "\(result.errorText)")
    }

    @Test(.enabled(if: hasCassetter, "cassetter and requests are not there"))
    func `cassetter replays what is written for it, and matches bodies`() async throws {
      let workshop = try await exported("cassetter", to: "out.yaml")
      let matching = "match_on=['method', 'uri', 'body']"
      try workshop.folder.write(
        Self.client(
          "import cassetter\n"
            + "with cassetter.use_cassette('out.yaml', record_mode='none', \(matching)):"),
        to: "client.py")
      let result = try await Child.run(
        try #require(Self.python), ["client.py"], environment: workshop.environment,
        directory: workshop.folder.url)
      #expect(result.text == Self.expected, "\(result.errorText)")
    }

    @Test(.enabled(if: ruby != nil, "Ruby VCR and WebMock are not there"))
    func `Ruby VCR replays what is written for it`() async throws {
      let workshop = try await exported("ruby-vcr", to: "out.yml")
      try workshop.folder.write(
        """
        require 'vcr'; require 'webmock'; require 'net/http'
        VCR.configure { |c| c.cassette_library_dir = '.'; c.hook_into :webmock }
        VCR.use_cassette('out', record: :none) do
          u = 'http://api.example.test'
          [[:get, '/users?b=2&a=x%20y'], [:post, '/users', 'a=b&c=d'], [:get, '/picture'],
           [:get, '/users?b=2&a=x%20y']].each do |m, p, d|
            uri = URI(u + p)
            r = m == :get ? Net::HTTP.get_response(uri) : Net::HTTP.post(uri, d)
            puts "#{r.code} #{r['X-Two']} #{r.body.unpack1('H*')}"
          end
        end

        """, to: "client.rb")
      let result = try await Child.run(
        try #require(Self.ruby), ["client.rb"], environment: workshop.environment,
        directory: workshop.folder.url)
      #expect(result.text == Self.expected, "\(result.errorText)")
    }

    @Test(.enabled(if: ruby != nil, "Ruby VCR and WebMock are not there"))
    func `Ruby VCR compresses again what was compressed, where it is told to`() async throws {
      let workshop = try Workshop()
      try workshop.folder.write(
        """
        vcr: 1
        interactions:
        - request:
            method: GET
            url: http://api.example.test/
          response:
            status: 200
            headers:
              Content-Type: text/plain
            body:
              encoding: gzip
              text: hello

        """, to: "in.yaml")
      let written = try await workshop.vcr("convert", "--to", "ruby-vcr", "in.yaml", "out.yml")
      #expect(written.status == 0, "\(written.errorText)")
      #expect(!written.errorText.contains("content coding"), "\(written.errorText)")
      try workshop.folder.write(
        """
        require 'vcr'; require 'webmock'; require 'net/http'
        VCR.configure { |c| c.cassette_library_dir = '.'; c.hook_into :webmock }
        [false, true].each do |again|
          VCR.use_cassette('out', record: :none, recompress_response: again) do
            response = Net::HTTP.get_response(URI('http://api.example.test/'))
            coding = response['Content-Encoding']
            body = coding ? Zlib::GzipReader.new(StringIO.new(response.body)).read : response.body
            puts "#{coding.inspect} #{body}"
          end
        end

        """, to: "client.rb")
      let result = try await Child.run(
        try #require(Self.ruby), ["client.rb"], environment: workshop.environment,
        directory: workshop.folder.url)
      #expect(result.text == "nil hello\n\"gzip\" hello\n", "\(result.errorText)")
      let back = try await workshop.vcr("convert", "--strict", "out.yml", "back.yaml")
      #expect(back.status == 0, "\(back.errorText)")
      #expect(workshop.text("back.yaml")?.contains("encoding: gzip") == true)
      let other = try await workshop.vcr("convert", "--to", "vcrpy", "in.yaml", "out.yaml")
      #expect(
        other.status == 0
          && other.errorText.contains("no place for the content coding of a body"),
        "\(other.errorText)")
    }

    @Test(.enabled(if: hasCassetter, "cassetter and requests are not there"))
    func `what cassetter itself writes in TOML is read and replayed as the same in YAML`()
      async throws
    {
      let workshop = try await exported("cassetter", to: "out.yaml")
      let written = try await Child.run(
        try #require(Package.client("cassetter")),
        ["convert", "--no-scrub", "out.yaml", "out.toml"],
        environment: workshop.environment, directory: workshop.folder.url)
      #expect(written.status == 0, "\(written.errorText)")
      for name in ["out.yaml", "out.toml"] {
        let result = try await workshop.vcr("convert", "--strict", name, "new-\(name).yaml")
        #expect(result.status == 0, "\(result.errorText)")
      }
      #expect(workshop.text("new-out.toml.yaml") == workshop.text("new-out.yaml.yaml"))
      #expect(workshop.text("new-out.toml.yaml")?.contains("/users?b=2") == true)
      let replay = try await workshop.vcr(
        "replay", "-c", "out.toml", "--", "curl", "-sS",
        "http://api.example.test/users?b=2&a=x%20y",
        "http://api.example.test/picture")
      #expect(replay.status == 0, "\(replay.errorText)")
      #expect(
        replay.output == Array(#"{"a":[1, 2.50,null,"é"] }"#.utf8) + Array(0...16) + [255, 254])
    }

    @Test func `a form that was sent has its fields for go-vcr 4, which compares them`()
      async throws
    {
      let workshop = try Workshop()
      try workshop.folder.write(
        """
        vcr: 1
        interactions:
        - request:
            method: POST
            url: http://api.example.test/users?q=1&a=z#f
            headers:
              Content-Type: application/x-www-form-urlencoded; charset=utf-8
            body:
              text: a=b+c&d=%C3%A9&a=&e
          response:
            status: 200
        - request:
            method: POST
            url: http://api.example.test/users?q=1
            headers:
              Content-Type: application/json
            body:
              text: a=b
          response:
            status: 200
        - request:
            method: GET
            url: http://api.example.test/users?q=1
          response:
            status: 200

        """, to: "in.yaml")
      let result = try await workshop.vcr("convert", "--to", "go-vcr", "in.yaml", "out.yaml")
      #expect(result.status == 0, "\(result.errorText)")
      let forms = (workshop.text("out.yaml") ?? "").components(separatedBy: "    form:").dropFirst()
        .map { $0.components(separatedBy: "    headers:")[0] }
      #expect(
        forms == [
          """

                a:
                - b c
                - ''
                - z
                d:
                - é
                e:
                - ''
                q:
                - '1'

          """, "\n      q:\n      - '1'\n", " {}\n",
        ])
    }

    @Test(.enabled(if: hasGoVCR, "go-vcr is not there"))
    func `go-vcr replays what is written for it`() async throws {
      let workshop = try await exported("go-vcr", to: "out.yaml")
      try workshop.folder.write(
        """
        package main

        import (
          "fmt"
          "io"
          "net/http"
          "strings"

          "github.com/dnaeon/go-vcr/recorder"
        )

        func main() {
          r, err := recorder.NewAsMode("out", recorder.ModeReplaying, nil)
          if err != nil { panic(err) }
          c := http.Client{Transport: r}
          for _, x := range [][]string{{"GET", "/users?b=2&a=x%20y", ""}, {"POST", "/users", "a=b&c=d"},
            {"GET", "/picture", ""}, {"GET", "/users?b=2&a=x%20y", ""}} {
            var b io.Reader
            if x[2] != "" { b = strings.NewReader(x[2]) }
            q, _ := http.NewRequest(x[0], "http://api.example.test"+x[1], b)
            s, err := c.Do(q)
            if err != nil { panic(err) }
            y, _ := io.ReadAll(s.Body)
            fmt.Printf("%d %s %x\\n", s.StatusCode, strings.Join(s.Header["X-Two"], ", "), y)
          }
        }

        """, to: "main.go")
      var environment = workshop.environment
      environment["GO111MODULE"] = "off"
      environment["GOPATH"] = Self.goPath
      environment["GOCACHE"] = workshop.folder.file("cache").path
      let result = try await Child.run(
        "go", ["run", "main.go"], environment: environment, directory: workshop.folder.url,
        timeout: 600)
      #expect(result.text == Self.expected, "\(result.errorText)")
    }

    @Test func `an archive is read again as the cassette that it was made of`() async throws {
      let workshop = try await exported("har", to: "out.har")
      let back = try await workshop.vcr("convert", "--strict", "out.har", "back.yaml")
      #expect(back.status == 0, "\(back.errorText)")
      let diff = try await workshop.vcr("diff", "in.yaml", "back.yaml")
      #expect(diff.status == 0, "\(diff.text)\(diff.errorText)")
    }

    @Test func `what a format cannot hold is listed, and --strict writes nothing`() async throws {
      let workshop = try Workshop()
      try workshop.folder.write(
        """
        vcr: 1
        interactions:
        - request:
            method: GET
            url: http://api.example.test/1
          error:
            code: timedOut
            message: late
        - request:
            method: GET
            url: http://api.example.test/2
          response:
            status: 200
            headers:
              Content-Type: text/plain
            body:
              text: two
            trailers:
              X-T: '1'
          seconds: 1.5

        """, to: "in.yaml")
      let strict = try await workshop.vcr(
        "convert", "--strict", "--to", "vcrpy", "in.yaml", "out.yml")
      #expect(strict.status == 1)
      #expect(workshop.text("out.yml") == nil)
      let result = try await workshop.vcr("convert", "--to", "vcrpy", "in.yaml", "out.yml")
      #expect(result.status == 1)
      #expect(
        result.errorText == """
          vcr: wrote 1 interaction for vcrpy: out.yml
          vcr: vcrpy has no place for how long it took, which no replay needs
          vcr: in.yaml: left out #1 (line 3): vcrpy has no place for the failure, as no response came
          vcr: in.yaml: not written: #2 (line 9): vcrpy has no place for the trailer fields
          vcr: that is not in what was written; with --strict nothing is written then

          """)
      let again = try await workshop.vcr("convert", "--to", "vcrpy", "in.yaml", "out.yml")
      #expect(again.status == 64)
      #expect(
        again.errorText.contains("vcr convert --force --to vcrpy in.yaml out.yml"),
        "\(again.errorText)")
      let unknown = try await workshop.vcr("convert", "--to", "vhs", "in.yaml", "out.yml")
      #expect(unknown.status == 64)
      #expect(unknown.errorText.contains("har, ruby-vcr, vcrpy"), "\(unknown.errorText)")
    }

    @Test func `a recording goes through pipes from one tool to another, without its secrets`()
      async throws
    {
      let workshop = try Workshop()
      let old = """
        interactions:
        - request:
            method: GET
            uri: http://api.example.test/
            headers: {Authorization: [Bearer q8ZtPa7TUvW2rLk9X0bN]}
            body: null
          response: {status: {code: 200, message: OK}, headers: {}, body: {string: hello}}
        version: 1

        """
      let result = try await workshop.vcr(
        ["convert", "--to", "cassetter", "-", "-"], input: Array(old.utf8))
      #expect(result.status == 0, "\(result.errorText)")
      #expect(result.text.contains("content: hello"), "\(result.text)")
      #expect(!result.text.contains("q8ZtPa7TUvW2rLk9X0bN"))
    }
  }
#endif
