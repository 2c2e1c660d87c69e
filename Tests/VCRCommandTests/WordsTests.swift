#if CommandLineTool
  import ArgumentParser
  import TestSupport
  import Testing
  import VCRCore

  @testable import VCRCommand

  struct WordsTests {
    @Test(arguments: [
      ("recod", "record"), ("reocrd", "record"), ("rply", "replay"), ("shwo", "show"),
      ("recovr", "recover"), ("enb", "env"), ("helpp", "help"),
    ])
    func `a misspelt verb is recognised`(word: String, verb: String) throws {
      let message = try #require(Suggestion.forUnknownVerb(in: [word]))
      #expect(message.contains("the nearest is '\(verb)'"))
    }

    @Test func `a word that is like no verb gets no suggestion`() throws {
      let message = try #require(Suggestion.forUnknownVerb(in: ["kubernetes"]))
      #expect(!message.contains("nearest"))
      #expect(Suggestion.forUnknownVerb(in: ["record"]) == nil)
      #expect(Suggestion.forUnknownVerb(in: ["--help"]) == nil)
      #expect(Suggestion.forUnknownVerb(in: []) == nil)
    }

    @Test(arguments: [
      "record", "replay", "show", "diff", "verify", "noise", "recover", "convert", "check",
      "redact", "env", "doctor", "init",
    ])
    func `the help of a verb begins with an example and is no wider than a screen`(
      verb: String
    ) async throws {
      let help = try await Child.run(Workshop.tool, ["help", verb])
      let lines = help.text.split(separator: "\n")
      #expect(lines.prefix(4).contains { $0.hasPrefix("  vcr \(verb)") }, "\(help.text)")
      #expect(lines.filter { $0.count > 80 } == [])
    }

    @Test func `help for a verb that is none names the nearest`() throws {
      #expect(Suggestion.forUnknownVerb(in: ["help", "recrod"])?.contains("'record'") == true)
      #expect(Suggestion.forUnknownVerb(in: ["help", "record"]) == nil)
      #expect(Suggestion.forUnknownVerb(in: ["help"]) == nil)
    }

    /// A shell makes as many of a pattern as there are files.
    @Test(arguments: ["record", "recrod"])
    func `a COMMAND of many thousands of words costs no time to parse`(verb: String) async throws {
      let workshop = try Workshop()
      let command = ["python3", "-c", "import sys; print(len(sys.argv), sys.argv[-1])"]
      let words = (1...20_000).map { "\($0)" }
      let result = try await Child.run(
        Workshop.tool, [verb, "--isolate", "off", "--"] + command + words,
        environment: workshop.environment, directory: workshop.folder.url, timeout: 60)
      #expect(!result.timedOut && result.status == (verb == "record" ? 0 : 64))
      #expect(result.text == (verb == "record" ? "20001 20000\n" : ""))
    }

    @Test(arguments: [("--hlep", "--help"), ("--versoin", "--version"), ("version", "--version")])
    func `an option of vcr itself that is misspelt names the nearest`(
      word: String, option: String
    ) throws {
      let message = try #require(Suggestion.forUnknownVerb(in: [word]))
      #expect(message.contains(option), "\(message)")
    }

    @Test(arguments: [
      (["record", "curl", "http://a.test"], "vcr record -- curl http://a.test"),
      (["record", "curl", "-s", "http://a.test"], "vcr record -- curl -s http://a.test"),
      (["replay", "-c", "x", "sh", "-c", "exit 1"], "vcr replay -c x -- sh -c 'exit 1'"),
      (["record", "--mode", "all", "make", "test"], "vcr record --mode all -- make test"),
      (["record", "http://a.test"], "vcr record -- curl -s http://a.test"),
    ])
    func `the fault of a COMMAND without its two dashes says where they go`(
      words: [String], line: String
    ) throws {
      let message = try #require(Suggestion.forMissingDashes(in: words))
      #expect(message.hasSuffix(": " + line), "\(message)")
    }

    @Test(arguments: [
      ["record"], ["record", "--bogus", "--", "true"], ["show", "a", "b"], ["record", "--bogus"],
    ])
    func `what has its dashes, or needs none, gets no advice about them`(words: [String]) {
      #expect(Suggestion.forMissingDashes(in: words) == nil)
    }

    @Test(arguments: [
      (
        ["replay", "c.yaml", "--", "true"],
        "a cassette is named by -c: vcr replay -c c.yaml -- true"
      ),
      (
        ["record", "--lean", "users", "--", "true"],
        "a cassette is named by -c: vcr record --lean -c users -- true"
      ),
      (
        ["replay", "c.yaml", "make", "-j8"],
        "a cassette is named by -c, and two dashes are missing before COMMAND: "
          + "vcr replay -c c.yaml -- make -j8"
      ),
      (
        ["replay", "c.yaml"],
        "a cassette is named by -c, and COMMAND stands behind two dashes: "
          + "vcr replay -c c.yaml -- COMMAND"
      ),
    ])
    func `a cassette without its option is named with it`(words: [String], message: String) {
      #expect(Suggestion.forMissingOption(in: words) == message)
    }

    @Test(arguments: [
      ["replay", "-c", "c.yaml", "make"], ["replay", "--", "a.yaml"], ["replay", "make"],
      ["show", "c.yaml"], ["replay", "c.yaml", "--bogus", "--", "true"],
    ])
    func `what names no cassette, or names it by its option, gets no advice`(words: [String]) {
      #expect(Suggestion.forMissingOption(in: words) == nil)
    }

    @Test(arguments: [
      (
        ["--isolate", "off", "replay", "-c", "c.yaml", "--", "true"],
        "the verb goes before its options: vcr replay --isolate off -c c.yaml -- true"
      ),
      (
        ["--format", "json", "show", "c.yaml"],
        "the verb goes before its options: vcr show --format json c.yaml"
      ),
    ])
    func `a verb behind its options is to go first`(words: [String], message: String) {
      #expect(Suggestion.forUnknownVerb(in: words) == message)
    }

    @Test(arguments: [
      ["--help"], ["--version"], ["--help", "record"], ["-h", "record"], ["--", "record"],
    ])
    func `an option of the program itself gets no advice`(words: [String]) {
      #expect(Suggestion.forUnknownVerb(in: words) == nil)
    }

    @Test(arguments: [
      (
        ["replay", "-match", "url", "--", "npm", "test"],
        "'-match' has two dashes: vcr replay --match url -- npm test"
      ),
      (
        ["replay", "-c", "a.yaml", "-mode=all", "--", "true"],
        "'-mode=all' has two dashes: vcr replay -c a.yaml --mode=all -- true"
      ),
      (["show", "a.yaml", "-help"], "'-help' has two dashes: vcr show a.yaml --help"),
      (["record", "-quiet", "curl"], "'-quiet' has two dashes: --quiet"),
    ])
    func `an option with one dash is shown with two`(words: [String], message: String) {
      #expect(Suggestion.forSingleDash(in: words) == message)
    }

    @Test(arguments: [
      ["replay", "-qv", "--", "true"], ["replay", "--", "curl", "-match"],
      ["record", "curl", "-mode"], ["show", "-", "1"], ["-help"], ["kubernetes", "-help"],
    ])
    func `options of a letter each, and those of COMMAND, stay as they are`(words: [String]) {
      #expect(Suggestion.forSingleDash(in: words) == nil)
    }

    @Test(arguments: [
      ("--alow", "--allow"), ("--max_headers", "--max-headers"), ("--ma", "--map"),
      ("--repot", "--report"),
    ])
    func `for an option that is misspelt the nearest is named, also one of the whole help`(
      word: String, option: String
    ) {
      let words = ["replay", word, "x", "--", "true"]
      let error = #expect(throws: (any Error).self) {
        try CommandLineTool.parseAsRoot(words)
      }
      #expect(
        error.flatMap { Suggestion.forUnknownOption(in: words, $0) }
          == "'\(word)' is not an option of vcr replay; the nearest is '\(option)'")
    }

    @Test func `the form of what is printed, given as an option, is shown behind its own`() throws {
      for word in ["--json", "--html"] {
        let words = ["show", word, "c.yaml"]
        let error = #expect(throws: (any Error).self) { try CommandLineTool.parseAsRoot(words) }
        let message = try #require(error.flatMap { Suggestion.forUnknownOption(in: words, $0) })
        #expect(message == "'\(word)' is a --format: vcr show --format \(word.dropFirst(2)) c.yaml")
      }
    }

    @Test(arguments: [
      (["show", ""], "vcr show"), (["redact", "a.yaml", ""], "vcr redact"),
      (["show", "a.yaml", "-o", ""], "-o"), (["check", "--output=", "a.yaml"], "--output"),
      (["diff", "a.yaml", "b.yaml", "--proto", ""], "--proto"),
    ])
    func `an empty word where a path belongs is named`(words: [String], place: String) {
      #expect(
        Suggestion.forEmptyPath(in: words)
          == "\(place) is followed by an empty word; is a variable in its place not set?")
    }

    @Test(arguments: [
      ["record", "--", "curl", "-o", ""], ["replay", "--redact", ""], ["show", "--match", ""],
      ["show", "a.yaml", "-o"], ["diff"], [],
    ])
    func `an empty word elsewhere is left to others`(words: [String]) {
      #expect(Suggestion.forEmptyPath(in: words) == nil)
    }

    @Test(arguments: [
      ("pytets", "pytest"), ("jset", "jest"), ("rpsec", "rspec"), ("vitest", nil), ("mocha", nil),
      ("unittest", nil),
    ])
    func `a framework that is misspelt names the nearest, and another one none`(
      word: String, framework: String?
    ) async throws {
      let workshop = try Workshop()
      let result = try await workshop.vcr("init", "--no-git", "--for", word)
      #expect(result.status == 64)
      let hint = framework.map { "; the nearest is '\($0)'" } ?? ""
      #expect(
        result.errorText.contains(
          "'\(word)' is none of pytest, go, jest, node, rspec\(hint); any other tests can tell"),
        "\(result.errorText)")
      #expect(workshop.text(".vcr.yaml") == nil)
    }

    @Test func `a variable that is misspelt by a letter is named with the nearest`() {
      let environment = [
        "VCR_SECRETS": "A", "VCR_MACH": "url", "VCR_REQUIREALL": "1", "VCR_MATCH": "url",
        "VCR_RELEASES": "x", "VCR_SCOPE_URL": "x", "VCR_MOD": "", "XVCR_MODE": "x",
      ]
      #expect(
        MisspeltVariables.notices(in: environment)
          == [("MACH", "MATCH"), ("REQUIREALL", "REQUIRE_ALL"), ("SECRETS", "SECRET")].map {
            "VCR_\($0) is no variable of vcr, and is not read; the nearest is VCR_\($1)"
          })
    }

    @Test func `a command without a name, and one that is a URL, are reported as such`() {
      let failure = #expect(throws: CommandFailure.self) {
        try Executable(command: "", searchPath: "/bin")
      }
      #expect(failure?.status == .notFound)
      #expect(failure?.description.hasPrefix("COMMAND is an empty word") == true)
      let url = #expect(throws: CommandFailure.self) {
        try Executable(command: "http://a.test/b", searchPath: "/bin")
      }
      #expect(url?.description.contains("a URL is no COMMAND") == true)
    }

    @Test(arguments: [
      ("users", "Cassettes/users.yaml"), ("api/users", "Cassettes/api/users.yaml"),
      ("v1.2", "Cassettes/v1.2.yaml"), ("users.yaml", "users.yaml"), ("./u.yml", "./u.yml"),
      ("/tmp/users", "/tmp/users.yaml"),
    ])
    func `a cassette's name has one path`(name: String, path: String) {
      #expect(CassettePath.path(named: name) == path)
    }

    @Test func `a command's cassette has its base name`() {
      #expect(CassettePath.path(ofCommand: "/usr/bin/curl") == "Cassettes/curl.yaml")
      #expect(CassettePath.path(ofCommand: "./run.sh") == "Cassettes/run.sh.yaml")
    }

    @Test func `an address is a host, in whatever case, and a port`() {
      #expect(ServiceAddress("API.test:443") == ServiceAddress("api.test:443"))
      #expect(ServiceAddress("api.test:443") != ServiceAddress("api.test:80"))
      #expect(ServiceAddress("[::1]:8080") != nil)
      #expect(ServiceAddress("127.0.0.1:0", lowestPort: 0) != nil)
    }

    @Test(arguments: ["api.test", "api.test:", ":80", "::1:80", "a:0", "a:65536", "a:-1", "a:x"])
    func `what is no address is refused`(text: String) {
      #expect(ServiceAddress(text) == nil)
    }

    @Test func `sizes are short`() {
      #expect(Quantity.bytes(999) == "999 B")
      #expect(Quantity.bytes(1000) == "1.0 kB")
      #expect(Quantity.bytes(1_550_000) == "1.5 MB")
      #expect(Quantity.of(1, "request") == "1 request")
      #expect(Quantity.of(2, "request") == "2 requests")
    }
  }
#endif
