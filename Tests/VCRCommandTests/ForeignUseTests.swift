#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  /// A recording of another tool is used as it is, and never written to.
  struct ForeignUseTests {
    private static let old = """
      http_interactions:
      - request: {method: get, uri: 'http://api.example.test/1?key=q8ZtPa7TUvW2rLk9X0bN'}
        response: {status: {code: 200, message: OK}, body: {encoding: UTF-8, string: one}}
      - request: {method: get, uri: 'http://api.example.test/2'}
        response:
          status: {code: 200, message: OK}
          headers: {Content-Encoding: [gzip]}
          body: {encoding: ASCII-8BIT, base64_string: H4sIAAAAAAAAA8tIzcnJBwCGphA2BQAAAA==}
      - request: {method: get, uri: 'http://api.example.test/3'}
        response: {status: {code: 200}, body: {raw_brotli: abc}}
      recorded_with: VCR 6.0.0

      """

    private static let archive =
      #"{"log":{"entries":[{"request":{"method":"GET","url":"http://api.example.test/1","#
      + #""headers":[]},"response":{"status":200,"headers":[],"content":{"text":"one"}}}]}}"#

    private func workshop() throws -> Workshop {
      let workshop = try Workshop()
      try FileManager.default.createDirectory(
        at: workshop.folder.file("spec"), withIntermediateDirectories: true)
      try workshop.folder.write(Self.old, to: "spec/old.yml")
      try workshop.folder.write(Self.archive, to: "old.har")
      return workshop
    }

    @Test func `a client that accepts a coding gets the bytes that were recorded`() async throws {
      let workshop = try workshop()
      let fetch = "curl -sS -H 'Accept-Encoding: gzip' http://api.example.test/2 | base64"
      for cassette in ["spec/old.yml", "Cassettes/old.yaml"] {
        let result = try await workshop.vcr("replay", "-c", cassette, "--", "sh", "-c", fetch)
        #expect(result.text == "H4sIAAAAAAAAA8tIzcnJBwCGphA2BQAAAA==\n", "\(result.errorText)")
        _ = try await workshop.vcr("convert", "spec/old.yml", "Cassettes/old.yaml")
      }
    }

    @Test func `it is replayed, with a word about what of it is not`() async throws {
      let workshop = try workshop()
      let result = try await workshop.vcr(
        "replay", "-c", "spec/old.yml", "--", "curl", "-sS",
        "http://api.example.test/1?key=q8ZtPa7TUvW2rLk9X0bN", "http://api.example.test/2")
      #expect(result.status == 0, "\(result.errorText)")
      #expect(result.text == "onehello", "\(result.errorText)")
      #expect(
        result.errorText.contains("spec/old.yml: left out: #3 (line "), "\(result.errorText)")
      #expect(result.errorText.contains("`raw_brotli`"), "\(result.errorText)")
      let archive = try await workshop.vcr(
        "replay", "-c", "old.har", "--", "curl", "-sS", "http://api.example.test/1")
      #expect(archive.text == "one", "\(archive.errorText)")
      #expect(workshop.text("spec/old.yml") == Self.old)
      #expect(workshop.text("old.har") == Self.archive)
    }

    @Test func `without redaction its bytes are served as they stand`() async throws {
      let workshop = try Workshop()
      let body = #"{\"access_token\": \"q8ZtPa7TUvW2rLk9X0bN\"}"#
      try workshop.folder.write(Self.archive.replacing("one", with: body), to: "old.har")
      let fetch = ["--", "curl", "-sS", "http://api.example.test/1"]
      let bare = try await workshop.vcr(["replay", "-c", "old.har", "--no-redaction"] + fetch)
      #expect(bare.text == #"{"access_token": "q8ZtPa7TUvW2rLk9X0bN"}"#, "\(bare.errorText)")
      let redacted = try await workshop.vcr(["replay", "-c", "old.har"] + fetch)
      #expect(redacted.text == #"{"access_token": "{{ACCESS_TOKEN}}"}"#, "\(redacted.errorText)")
    }

    @Test(.enabled(if: ForeignExportToolTests.ruby != nil, "Ruby VCR and WebMock are not there"))
    func `queries that Ruby VCR recorded as WebMock spells them are found as they were asked`()
      async throws
    {
      let workshop = try Workshop()
      let ruby = try #require(ForeignExportToolTests.ruby)
      try workshop.folder.write(
        """
        require 'net/http'; require 'socket'
        base = ARGV[0]
        paths = ['/?a=1&a=2', '/?ids[]=2&ids[]=1', '/?a[0]=x&a[1]=y', '/?h[y]=2&h[x]=1', '/?q=a+b']
        ask = -> { paths.each { |path| puts Net::HTTP.get(URI(base + path)) } }
        if base
          ask.()
        else
          require 'vcr'; require 'webmock'
          server = TCPServer.new('127.0.0.1', 0)
          Thread.new do
            loop do
              client = server.accept
              path = client.gets.split[1]
              nil until client.gets.strip.empty?
              body = "asked #{path}"
              client.write "HTTP/1.1 200 OK\\r\\nConnection: close\\r\\n" \
                "Content-Length: #{body.bytesize}\\r\\n\\r\\n#{body}"
              client.close
            end
          end
          base = "http://127.0.0.1:#{server.addr[1]}"
          VCR.configure { |c| c.cassette_library_dir = '.'; c.hook_into :webmock }
          VCR.use_cassette('old', record: :all) { ask.() }
          File.write('old.yml', File.read('old.yml').gsub(base, 'http://api.example.test'))
        end

        """, to: "client.rb")
      let recorded = try await Child.run(
        ruby, ["client.rb"], environment: workshop.environment,
        directory: workshop.folder.url)
      #expect(recorded.status == 0 && recorded.text.hasPrefix("asked /?a=1&a=2\n"))
      let result = try await workshop.vcr(
        "replay", "-c", "old.yml", "--", ruby, "client.rb", "http://api.example.test")
      #expect(result.status == 0, "\(result.errorText)")
      #expect(result.text == recorded.text)
      let converted = try await workshop.vcr("convert", "old.yml", "new.yaml")
      #expect(
        converted.errorText.contains("--match 'method, scheme, host, port, path, webmock-query'"),
        "\(converted.errorText)")
    }

    @Test func `an archive in a call is found by its name, whatever is done with it`() async throws
    {
      let workshop = try workshop()
      try workshop.folder.write("onInputData(\(Self.archive));\n", to: "old.harp")
      let url = "http://api.example.test/1"
      let replay = try await workshop.vcr("replay", "-c", "old.harp", "--", "curl", "-sS", url)
      #expect(replay.text == "one", "\(replay.errorText)")
      let commands = ["show old.harp", "diff old.harp old.har", "check old.harp"]
      for command in commands.map({ $0.split(separator: " ").map(String.init) }) {
        let result = try await workshop.vcr(command)
        #expect(result.status == 0, "\(command) \(result.errorText)")
      }
      let folder = try await workshop.vcr("convert", "--format", "json", ".", "new/")
      #expect(folder.text.contains("\"no_recording\":0"), "\(folder.text)")
      let converted = workshop.folder.file("new/old.harp.yaml").path
      #expect(FileManager.default.fileExists(atPath: converted), "\(folder.text)")
    }

    @Test func `it is matched as its own tool does, unless told otherwise`() async throws {
      let workshop = try workshop()
      try workshop.folder.write(
        #"{"log":{"creator":{"name":"Polly.JS"},"entries":[{"request":{"method":"POST","#
          + #""url":"http://api.example.test/1","#
          + #""headers":[],"postData":{"mimeType":"text/plain","text":"a"}},"#
          + #""response":{"status":200,"headers":[],"content":{"text":"one"}}}]}}"#,
        to: "post.har")
      func replay(_ body: String, _ more: [String] = []) async throws -> Int32 {
        let curl = ["--", "curl", "-sS", "--data-raw", body, "http://api.example.test/1"]
        return try await workshop.vcr(["replay", "-c", "post.har"] + more + curl).status
      }
      #expect(try await replay("a") == 0)
      #expect(try await replay("b") == 80)
      let missed = try await workshop.vcr(
        "record", "-c", "post.har", "--", "curl", "-sS", "http://api.example.test/2")
      #expect(missed.status == 80, "\(missed.errorText)")
      #expect(
        missed.errorText.contains("To record it:            vcr convert post.har NEW.yaml, and "),
        "\(missed.errorText)")
      #expect(try await replay("b", ["--match", "method,url"]) == 0)
      let converted = try await workshop.vcr("convert", "post.har", "new.yaml")
      #expect(
        converted.errorText.contains("--match 'method, url, body'"), "\(converted.errorText)")
    }

    @Test func `stubs of WireMock answer any number of times, whatever the host`() async throws {
      let workshop = try workshop()
      try workshop.folder.write(
        #"{"request":{"url":"/1?a=b","method":"GET"},"response":{"status":200,"body":"one"}}"#,
        to: "stub.json")
      let result = try await workshop.vcr(
        "replay", "-c", "stub.json", "--", "curl", "-sS", "http://a.example.test/1?a=b",
        "http://b.example.test/1?a=b")
      #expect(result.status == 0 && result.text == "oneone", "\(result.errorText)")
    }

    @Test func `forms and parts that stubs of WireMock want are found as curl sends them`()
      async throws
    {
      let workshop = try workshop()
      try workshop.folder.write(
        #"""
        {"mappings": [
          {"request": {"url": "/1", "method": "POST", "formParameters": {"a b": {"equalTo": "ü&"}}},
           "response": {"status": 200, "body": "form "}},
          {"request": {"url": "/1", "method": "POST", "multipartPatterns": [
             {"name": "file", "bodyPatterns": [{"equalTo": "content"}]}]},
           "response": {"status": 200, "body": "part "}}]}
        """#, to: "stubs.json")
      try workshop.folder.write("content", to: "a.png")
      let converted = try await workshop.vcr("convert", "stubs.json", "stubs.yaml")
      #expect(converted.status == 0, "\(converted.errorText)")
      for cassette in ["stubs.json", "stubs.yaml"] {
        func replay(_ data: String...) async throws -> Child.Result {
          try await workshop.vcr(
            ["replay", "-c", cassette, "--", "curl", "-sS"] + data + ["http://a.example.test/1"])
        }
        let form = try await replay("--data-urlencode", "a b=ü&", "-d", "more=1")
        #expect(form.status == 0 && form.text == "form ", "\(form.errorText)")
        let part = try await replay("-F", "file=@a.png", "-F", "more=1")
        #expect(part.status == 0 && part.text == "part ", "\(part.errorText)")
        let other = try await replay("-d", "a b=u")
        #expect(other.status == 80, "\(other.errorText)")
      }
    }

    @Test func `a folder of WireMock becomes one cassette, with the bodies beside it`() async throws
    {
      let workshop = try workshop()
      for name in ["stubs/mappings/deep", "stubs/mappings/z", "stubs/__files"] {
        try FileManager.default.createDirectory(
          at: workshop.folder.file(name), withIntermediateDirectories: true)
      }
      func stub(_ path: String, _ response: String) -> String {
        #"{"request": {"url": "/\#(path)", "method": "GET"}, "response": \#(response)}"#
      }
      for (name, text) in [
        ("mappings/b.json", stub("b", #"{"status": 200, "body": "two"}"#)),
        ("mappings/deep/a.json", stub("a", #"{"status": 200, "bodyFileName": "a.txt"}"#)),
        ("__files/a.txt", "one"), ("__files/b.json", "{}"), ("mappings/notes.txt", "notes"),
      ] {
        try workshop.folder.write(text, to: "stubs/" + name)
      }
      let whole = try await workshop.vcr("convert", "stubs", "stubs.yaml")
      #expect(whole.status == 0, "\(whole.errorText)")
      #expect(whole.errorText == "vcr: converted 2 interactions of WireMock: stubs.yaml\n")
      let replay = try await workshop.vcr(
        "replay", "-c", "stubs.yaml", "--", "curl", "-sS", "http://x.example.test:99/a",
        "http://x.example.test/b", "http://x.example.test/a")
      #expect(replay.text == "onetwoone", "\(replay.errorText)")
      // The folder itself is replayed, and of stubs that match the last one, unless one has
      // priority.
      try workshop.folder.write(
        stub("b", #"{"status": 200, "body": "three"}"#), to: "stubs/mappings/z/c.json")
      try workshop.folder.write(
        stub("a", #"{"status": 200, "body": "usual"}"#), to: "stubs/mappings/z/d.json")
      for folder in ["stubs", "stubs/"] {
        let direct = try await workshop.vcr(
          "replay", "-c", folder, "--", "curl", "-sS", "http://x.example.test:99/a",
          "http://x.example.test/b", "http://x.example.test/b")
        #expect(direct.status == 0 && direct.text == "usualthreethree", "\(direct.errorText)")
      }
      let shown = try await workshop.vcr("show", "stubs")
      #expect(shown.status == 0 && shown.text.contains("/b"), "\(shown.errorText)")
      let recorded = try await workshop.vcr(
        "record", "-c", "stubs", "--mode", "all", "--", "curl", "-sS", "http://127.0.0.1:9/")
      #expect(recorded.status == 65, "\(recorded.errorText)")
      try FileManager.default.removeItem(at: workshop.folder.file("stubs/mappings/z"))
      // What is no stub, or cut, is named with its file, and the rest converted.
      try workshop.folder.write("{", to: "stubs/mappings/cut.json")
      try workshop.folder.write(
        stub("c", #"{"status": 200, "bodyFileName": "none"}"#), to: "stubs/mappings/gone.json")
      try workshop.folder.write(Self.archive, to: "stubs/mappings/har.json")
      let lossy = try await workshop.vcr("convert", "--force", "stubs/", "stubs.yaml")
      #expect(lossy.status == 1)
      for line in [
        "stubs/: not read: mappings/cut.json line 1: ", "stubs/: left out mappings/gone.json #1 (",
        "stubs/: not read: mappings/har.json line 1: is not read: a file of HAR",
      ] {
        #expect(lossy.errorText.contains(line), "\(lossy.errorText)")
      }
      #expect(lossy.errorText.contains("converted 2 interactions"))
      let strict = try await workshop.vcr("convert", "--strict", "stubs", "strict.yaml")
      #expect(strict.status == 1 && workshop.text("strict.yaml") == nil)
      // Into a folder each stub goes by itself.
      let each = try await workshop.vcr("convert", "stubs", "each/")
      #expect(each.status == 1 && workshop.text("each/mappings/deep/a.yaml") != nil)
    }

    @Test func `folders of WireMock are compared, and a scenario is replayed over its files`()
      async throws
    {
      let workshop = try workshop()
      func stub(_ body: String, _ states: String) -> String {
        #"{"request": {"url": "/a", "method": "GET"}, "response": {"status": 200, "bodyFileName": "#
          + #""\#(body).yaml"}, "scenarioName": "s", \#(states)}"#
      }
      for name in ["old", "new"] {
        for part in ["mappings", "__files"] {
          try FileManager.default.createDirectory(
            at: workshop.folder.file("\(name)/\(part)"), withIntermediateDirectories: true)
        }
        try workshop.folder.write("first ", to: "\(name)/__files/first.yaml")
        try workshop.folder.write("vcr: \(name)\n", to: "\(name)/__files/then.yaml")
        try workshop.folder.write(
          stub("first", #""requiredScenarioState": "Started", "newScenarioState": "s-2""#),
          to: "\(name)/mappings/z.json")
        try workshop.folder.write(
          stub("then", #""requiredScenarioState": "s-2""#), to: "\(name)/mappings/a.json")
      }
      let replay = try await workshop.vcr(
        "replay", "-c", "old", "--", "curl", "-sS", "http://x.test/a", "http://x.test/a",
        "http://x.test/a")
      #expect(replay.status == 0, "\(replay.errorText)")
      #expect(replay.text == "first vcr: old\nvcr: old\n", "\(replay.errorText)")
      let changed = try await workshop.vcr("diff", "old", "new")
      #expect(changed.status == 1, "\(changed.errorText)")
      #expect(changed.text.contains("vcr: new"), "\(changed.text)")
      let same = try await workshop.vcr("diff", "old", "old")
      #expect(same.status == 0 && same.errorText == "", "\(same.errorText)")
      try await #require(workshop.vcr("convert", "new", "new.yaml").status == 0)
      let converted = try await workshop.vcr("diff", "new/", "new.yaml")
      #expect(converted.status == 0, "\(converted.text)\(converted.errorText)")
      // What lies on the way is named.
      try FileManager.default.removeItem(at: workshop.folder.file("new/mappings/z.json"))
      let broken = try await workshop.vcr("diff", "old", "new")
      #expect(broken.status == 1, "\(broken.errorText)")
      #expect(
        broken.errorText.contains("new: not read: mappings/a.json #1 (line 1): its scenario"),
        "\(broken.errorText)")
    }

    @Test func `a request that is not in it is reported as ever`() async throws {
      let workshop = try workshop()
      let result = try await workshop.vcr(
        "replay", "-c", "old.har", "--", "curl", "-sS", "http://api.example.test/9")
      #expect(result.status == 80, "\(result.errorText)")
      #expect(result.errorText.contains("http://api.example.test/9"), "\(result.errorText)")
    }

    @Test func `it is shown and compared, without its secrets`() async throws {
      let workshop = try workshop()
      let shown = try await workshop.vcr("show", "spec/old.yml")
      #expect(shown.status == 0, "\(shown.errorText)")
      #expect(shown.text.contains("http://api.example.test/2"), "\(shown.text)")
      #expect(!shown.text.contains("q8ZtPa7TUvW2rLk9X0bN"), "\(shown.text)")
      #expect(
        shown.errorText.contains("spec/old.yml: left out: #3 (line "), "\(shown.errorText)")
      let archive = try await workshop.vcr("show", "old.har", "1")
      #expect(archive.text.contains("one"), "\(archive.errorText)")
      try await #require(workshop.vcr("convert", "spec/old.yml", "new.yaml").status == 1)
      let same = try await workshop.vcr("diff", "spec/old.yml", "new.yaml")
      #expect(same.status == 0, "\(same.text)\(same.errorText)")
      #expect(same.errorText.contains("spec/old.yml: left out: #3 (line "), "\(same.errorText)")
      let other = try await workshop.vcr("diff", "spec/old.yml", "old.har")
      #expect(other.status == 1, "\(other.text)\(other.errorText)")
    }

    @Test(arguments: [["--mode", "all"], ["--mode", "new-episodes"]])
    func `recording into it is refused with what to type, which works`(
      mode: [String]
    ) async throws {
      let workshop = try workshop()
      let result = try await workshop.vcr(
        ["record", "-c", "spec/old.yml"] + mode + ["--", "curl", "-sS", "http://127.0.0.1:9/"])
      #expect(result.status == 65, "\(result.errorText)")
      #expect(
        result.errorText.contains("vcr convert spec/old.yml NEW.yaml"), "\(result.errorText)")
      #expect(workshop.text("spec/old.yml") == Self.old)
      #expect(try await workshop.vcr("convert", "spec/old.yml", "NEW.yaml").status == 1)
    }

    @Test func `one of which nothing can be read says why`() async throws {
      let workshop = try workshop()
      try workshop.folder.write(
        """
        http_interactions:
        - request: {method: get, uri: 'http://api.example.test/3'}
          response: {status: {code: 200}, body: {raw_brotli: abc}}

        """, to: "none.yml")
      let result = try await workshop.vcr(
        "replay", "-c", "none.yml", "--", "curl", "-sS", "http://api.example.test/3")
      #expect(result.status == 65)
      #expect(result.errorText.contains("`raw_brotli`"), "\(result.errorText)")
    }
  }
#endif
