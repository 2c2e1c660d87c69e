#if CommandLineTool
  import ArgumentParser
  import TestSupport
  import Testing
  import VCRCore

  @testable import VCRCommand

  /// Every row of the table of settings, in each place where a setting may stand.
  struct SettingTableTests {
    /// A text that means something for each setting, and one that means nothing where there is
    /// such.
    private static let samples: [String: (text: String, wrong: String?)] = [
      "cassette": ("/t/api", nil), "mode": ("all", "sometimes"),
      "match": ("method,path(ignoring /a/*),headers(A, B)", "mehtod"),
      "upstream-ca": ("/t/a,b.pem", nil),
      "client-cert": ("a.test=/t/a,b.pem", "a.test"), "upstream-tls": ("1.3", "1.4"),
      "max-header-size": ("4096", "0"), "max-headers": ("50", "many"),
      "max-message-size": ("1000000", "1 MB"),
      "passthrough": ("a.test, *.b.test", "a.test:80"),
      "map": ("a.test:443=127.0.0.1:8443", "a.test"),
      "redact": ("X-A, ?session, /a/*, cookie(b), $['c,d'], text(/a,(b)/)", "$.a-b"),
      "redact-json": ("$['a,b']", "mail"),
      "isolate": ("off", "on"), "no-host-ports": ("true", nil),
      "allow": ("db.internal:5432, [::1]:1", "db.internal"),
      "secret": ("TOKEN,OTHER", "a=b"), "volatile": ("X-B, $['c,d'], cookie(b), /a/*/b", "/a"),
      "expires": ("30d", "30"), "on-expired": ("fail", "maybe"),
      "report": ("/t/runs.jsonl", "/t/run"), "repeat": ("true", nil), "require-all": ("yes", nil),
      "latency": ("0.5", "fast"), "scopes": ("true", nil), "quiet": ("true", nil),
      "lean": ("true", nil),
      "verbose": ("yes", nil),
    ]

    private static let names = SettingTable.rows.map(\.name)

    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    private func row(_ name: String) throws -> SettingRow {
      try #require(SettingTable.rows.first { $0.name == name })
    }

    /// What the sources of a run come to.
    private func settings(
      options: [String] = [], variables: [String: String] = [:], file text: String? = nil
    ) throws -> Settings {
      let path = folder.path + "/.vcr.yaml"
      if let text { try folder.write(text, to: ".vcr.yaml") }
      return try Settings(
        verb: .record, options: RecordCommand.parse(options), command: ["true"],
        sources: SettingSources(
          environment: variables, file: text == nil ? nil : try ProjectFile(path: path)))
    }

    /// All settings but those that say where they came from.
    private func fields(_ settings: Settings) -> [String: String] {
      var fields: [String: String] = [:]
      for case (let label?, let value) in Mirror(reflecting: settings).children
      where label != "projectFile" && label != "isModeExplicit" {
        var text = ""
        dump(value, to: &text)
        // Sets and dictionaries have no order.
        fields[label] = text.split(separator: "\n").sorted().joined(separator: "\n")
      }
      return fields
    }

    private func settings(_ row: SettingRow, _ text: String, in place: Int) throws -> Settings {
      switch place {
      case 0:
        if case .flag = row.form { return try settings(options: [row.option]) }
        return try settings(options: [row.option, text])
      case 1: return try settings(variables: [row.variable: text])
      default:
        let quoted = "\"" + text + "\""
        return try settings(file: "# of a test\n\(row.key): \(quoted)\n")
      }
    }

    @Test func `every setting has a sample, and no two have a name in common`() {
      #expect(Set(Self.samples.keys) == Set(Self.names))
      for path in [\SettingRow.name, \.key, \.variable] {
        let names = SettingTable.rows.map { $0[keyPath: path] }
        #expect(Set(names).count == names.count)
      }
    }

    @Test(arguments: names)
    func `option, variable and key of the file give the same setting`(name: String) throws {
      let row = try row(name)
      let sample = try #require(Self.samples[name])
      let given = try (0...2).map { fields(try settings(row, sample.text, in: $0)) }
      let unset = fields(try settings())
      #expect(given[0] == given[1])
      #expect(given[0] == given[2])
      #expect(given[0] != unset)
    }

    /// Three texts for each setting that takes some.
    private static let texts: [String: [String]] = [
      "cassette": ["/t/a", "/t/b", "/t/c"], "mode": ["all", "offline", "none"],
      "match": ["method", "method,path", "url"], "upstream-ca": ["/t/a", "/t/b", "/t/c"],
      "client-cert": ["a.test=/t/a", "b.test=/t/b", "c.test=/t/c"],
      "upstream-tls": ["1.0", "1.1", "1.3"], "max-header-size": ["1", "2", "3"],
      "max-headers": ["1", "2", "3"], "max-message-size": ["1", "2", "3"],
      "passthrough": ["a.test", "b.test", "c.test"],
      "map": ["a.test:1=b.test:1", "a.test:2=b.test:2", "a.test:3=b.test:3"],
      "isolate": ["off", "require", "auto"], "allow": ["a.test:1", "b.test:1", "c.test:1"],
      "redact": ["X-A", "?b", "$.c"], "redact-json": ["$.a", "$.b", "$.c"],
      "secret": ["ONE", "TWO", "THREE"], "volatile": ["X-A", "$.b", "X-C"],
      "expires": ["1d", "2d", "3d"], "on-expired": ["fail", "warn", "fail"],
      "report": ["/t/a.json", "/t/b.xml", "/t/c.md"], "latency": ["0.5", "recorded", "2"],
    ]

    private static let additive = ["redact", "redact-json", "secret", "volatile"]

    @Test(arguments: texts.keys.filter { !additive.contains($0) })
    func `an option comes before its variable, and that before the file`(name: String) throws {
      let row = try row(name)
      let texts = try #require(Self.texts[name])
      let (variables, file) = ([row.variable: texts[1]], "\(row.key): \(texts[2])\n")
      let all = try settings(options: [row.option, texts[0]], variables: variables, file: file)
      #expect(fields(all) == fields(try settings(options: [row.option, texts[0]])))
      let two = try settings(variables: variables, file: file)
      #expect(fields(two) == fields(try settings(options: [row.option, texts[1]])))
    }

    @Test(arguments: additive)
    func `rules and what is volatile add up`(name: String) throws {
      let row = try row(name)
      let texts = try #require(Self.texts[name])
      let sum = try settings(
        options: [row.option, texts[0]], variables: [row.variable: texts[1]],
        file: "\(row.key): \(texts[2])\n")
      #expect(fields(sum) == fields(try settings(options: texts.flatMap { [row.option, $0] })))
    }

    @Test(arguments: [
      "repeat", "scopes", "require-all", "lean", "no-host-ports", "quiet", "verbose",
    ])
    func `a variable switches off what the file has on, and an option is always on`(
      name: String
    ) throws {
      let row = try row(name)
      let off = fields(try settings())
      let on = fields(try settings(options: [row.option]))
      #expect(fields(try settings(file: "\(row.key): on\n")) == on)
      #expect(fields(try settings(options: [row.option], file: "\(row.key): false\n")) == on)
      #expect(fields(try settings(options: [row.option], variables: [row.variable: "no"])) == on)
      let switched = try settings(variables: [row.variable: "0"], file: "\(row.key): true\n")
      #expect(fields(switched) == off)
    }

    @Test(arguments: names.filter { samples[$0]?.wrong != nil })
    func `a text that means nothing is an error that names its place`(name: String) throws {
      let row = try row(name)
      let wrong = try #require(Self.samples[name]?.wrong)
      let option = try #require(throws: CommandFailure.self) { try settings(row, wrong, in: 0) }
      #expect(option.status == .usage)
      #expect(option.description.hasPrefix(row.option), "\(option)")
      let variable = try #require(throws: CommandFailure.self) { try settings(row, wrong, in: 1) }
      #expect(variable.status == .usage)
      #expect(variable.description.hasPrefix(row.variable + ": "), "\(variable)")
      let file = try #require(throws: ProjectFileError.self) { try settings(row, wrong, in: 2) }
      #expect(file.line == 2 && file.column == row.key.count + 3, "\(file)")
      #expect(file.path == folder.path + "/.vcr.yaml")
      if name == "secret" {
        for text in ["\(option)", "\(variable)", "\(file)"] {
          #expect(!text.contains(wrong), "\(text)")
        }
      }
    }

    @Test(arguments: ["redact", "redact-json", "secret", "volatile"], ["", " "])
    func `a rule without a value is refused, as a variable of a shell may not be set`(
      name: String, text: String
    ) throws {
      let row = try row(name)
      let failure = try #require(throws: CommandFailure.self) {
        try settings(options: [row.option, text])
      }
      #expect(failure.status == .usage)
      #expect(failure.description.hasPrefix(row.option), "\(failure)")
    }

    @Test func `the command names what it cannot read`() async throws {
      let workshop = try Workshop()
      let option = try await workshop.vcr("record", "--latency", "fast", "--", "true")
      #expect(option.status == 64)
      #expect(option.errorText.hasPrefix("vcr: error: --latency 'fast' is not a timing"))
      let variable = try await workshop.vcr(
        ["record", "--", "true"], setting: ["VCR_MATCH": "mehtod"])
      #expect(variable.status == 64)
      #expect(variable.errorText.hasPrefix("vcr: error: VCR_MATCH: matching policy 'mehtod'"))
      let mapped = try await workshop.vcr(["record", "--", "true"], setting: ["VCR_MAP": "a.test"])
      #expect(mapped.status == 64)
      #expect(mapped.errorText.hasPrefix("vcr: error: VCR_MAP: 'a.test' is not HOST:PORT"))
    }
  }
#endif
