#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  /// `vcr convert` of folders and of several files.
  struct ConvertFolderTests {
    private static func recording(_ name: String) -> String {
      """
      interactions:
      - request: {method: GET, uri: 'http://api.example.test/\(name)', headers: {}, body: null}
        response:
          status: {code: 200, message: OK}
          headers: {Content-Type: [text/plain]}
          body: {string: \(name)}
      version: 1

      """
    }

    private static let lossy = """
      http_interactions:
      - request: {method: get, uri: 'http://api.example.test/2'}
        response: {status: {code: 200}, body: {string: two}, payload: three}
      recorded_with: VCR 6.0.0

      """

    /// A folder of everything that a folder of fixtures may hold.
    private func mixed() throws -> Workshop {
      let workshop = try Workshop()
      for (name, text) in [
        ("in/a.yaml", Self.recording("a")), ("in/deep/er/b.yml", Self.recording("b")),
        ("in/deep/lossy.yml", Self.lossy), ("in/deep/cut.json", #"{"log": {"entries": [{"req"#),
        ("in/README.md", "# Fixtures: [see below\n\tno YAML"), ("in/list.json", "[1, 2]"),
        ("in/ours.yaml", "vcr: 1\ninteractions:\n"), ("in/.hidden", "x"),
        ("in/same.yml", Self.recording("yml")),
        ("in/same.json", #"{"http_interactions": []}"#),
      ] {
        try FileManager.default.createDirectory(
          at: workshop.folder.file(name).deletingLastPathComponent(),
          withIntermediateDirectories: true)
        try workshop.folder.write(text, to: name)
      }
      try Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0]).write(to: workshop.folder.file("in/p.png"))
      return workshop
    }

    private func files(_ workshop: Workshop, in folder: String) throws -> [String] {
      try FileManager.default.subpathsOfDirectory(atPath: workshop.folder.file(folder).path)
        .filter { !$0.hasSuffix("/") && $0.contains(".") }.sorted()
    }

    @Test func `a folder is converted with its paths, stopping at nothing, and summed up`()
      async throws
    {
      let workshop = try mixed()
      let result = try await workshop.vcr("convert", "in", "out")
      #expect(result.status == 1)
      #expect(
        result.text == """
          format    files  interactions  exact  lossy  refused
          Ruby VCR      2             1      1      1        0
          unknown       1             0      0      0        1
          vcrpy         3             3      3      0        0
          all           6             4      4      1        1
          1 file: a vcr cassette already
          3 files: no recording (in/list.json, in/README.md, in/p.png)

          """, "\(result.text)")
      let lines = result.errorText.split(separator: "\n")
      #expect(lines.count == 2, "\(result.errorText)")
      #expect(lines.first?.hasPrefix("vcr: in/deep/cut.json:1:") == true)
      let lost = "vcr: in/deep/lossy.yml: not read: #1 (line 3): `payload`"
      #expect(lines.last?.hasPrefix(lost) == true)
      #expect(
        try files(workshop, in: "out") == [
          "a.yaml", "deep/er/b.yaml", "deep/lossy.yaml", "same.json.yaml", "same.yml.yaml",
        ])
      #expect(workshop.text("out/deep/er/b.yaml")?.contains("example.test/b") == true)
    }

    @Test func `what is damaged is refused, and what is no recording is named at the end`()
      async throws
    {
      let workshop = try Workshop()
      try workshop.folder.write("notes", to: "in/notes.txt")
      try workshop.folder.write(Self.recording("a"), to: "in/a.yaml")
      try workshop.folder.write(Self.recording("\0"), to: "in/nul.yaml")
      try workshop.folder.write("40:4:type;4:http;", to: "in/cut.mitm")
      try workshop.folder.write("%PDF-1.4", to: "in/guide.pdf")
      let result = try await workshop.vcr("convert", "in", "out")
      #expect(result.status == 1)
      #expect(
        result.text == """
          format     files  interactions  exact  lossy  refused
          mitmproxy      1             0      0      0        1
          unknown        1             0      0      0        1
          vcrpy          1             1      1      0        0
          all            3             1      1      0        2
          2 files: no recording (in/guide.pdf, in/notes.txt)

          """, "\(result.text)")
      let lines = result.errorText.split(separator: "\n")
      #expect(lines.count == 2, "\(result.errorText)")
      #expect(lines.first?.contains("in/cut.mitm:1:1: in a dump of mitmproxy") == true)
      #expect(lines.last?.contains("in/nul.yaml: binary data") == true)
    }

    @Test func `the summary in JSON names what was lost`() async throws {
      let workshop = try mixed()
      let result = try await workshop.vcr("convert", "--format", "json", "in/", "out/")
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any])
      #expect(object["vcr_convert"] as? Int == 1)
      #expect(object["files"] as? Int == 6)
      #expect(object["interactions"] as? Int == 4)
      #expect(object["no_recording"] as? Int == 3)
      let others = try #require(object["no_recordings"] as? [String])
      #expect(others == ["in/README.md", "in/list.json", "in/p.png"])
      let formats = try #require(object["formats"] as? [[String: Any]])
      #expect(formats.map { $0["format"] as? String } == ["Ruby VCR", "unknown", "vcrpy"])
      #expect(formats.map { $0["exact"] as? Int } == [1, 0, 3])
      let problems = try #require(object["problems"] as? [[String: Any]])
      #expect(problems.map { $0["outcome"] as? String } == ["refused", "lossy"])
      #expect(problems.map { $0["path"] as? String } == ["in/deep/cut.json", "in/deep/lossy.yml"])
      try workshop.folder.write(Self.lossy, to: "one.yml")
      let one = try await workshop.vcr("convert", "--format", "json", "one.yml", "one.yaml")
      #expect(one.status == 1)
      #expect(one.text.contains(#""lossy":1"#) || one.text.contains(#""lossy": 1"#), "\(one.text)")
    }

    @Test func `what a conversion that was killed left behind is removed by the next one`()
      async throws
    {
      let workshop = try Workshop()
      for folder in ["in", "out"] {
        try FileManager.default.createDirectory(
          at: workshop.folder.file(folder), withIntermediateDirectories: true)
      }
      try workshop.folder.write(Self.recording("a"), to: "in/a.yml")
      // No process has the highest number.
      let left = "a.yaml.2147483647.1790865361.tmp"
      let others = [
        "a.yaml.\(ProcessInfo.processInfo.processIdentifier).17.tmp", "b.yaml.2147483647.1.tmp",
        "a.yaml.tmp", "a.yaml.x.1.tmp",
      ]
      for name in [left] + others { try workshop.folder.write("half", to: "out/\(name)") }
      #expect(try await workshop.vcr("convert", "in", "out").status == 0)
      #expect(workshop.text("out/\(left)") == nil)
      for name in others { #expect(workshop.text("out/\(name)") == "half", "\(name)") }
      try workshop.folder.write("half", to: "one.yaml.2147483647.1.tmp")
      #expect(try await workshop.vcr("convert", "in/a.yml", "one.yaml").status == 0)
      #expect(workshop.text("one.yaml.2147483647.1.tmp") == nil)
    }

    @Test func `a second run leaves what is newer than its recording, and refuses what is older`()
      async throws
    {
      let workshop = try Workshop()
      for name in ["a", "b"] {
        try FileManager.default.createDirectory(
          at: workshop.folder.file("in"), withIntermediateDirectories: true)
        try workshop.folder.write(Self.recording(name), to: "in/\(name).yml")
      }
      #expect(try await workshop.vcr("convert", "in", "out").status == 0)
      try workshop.folder.write("edited", to: "out/a.yaml")
      try workshop.folder.write(Self.recording("c"), to: "in/c.yml")
      let second = try await workshop.vcr("convert", "in", "out")
      #expect(second.status == 0, "\(second.errorText)")
      #expect(second.text.contains("2 outputs newer than the recording left"), "\(second.text)")
      #expect(workshop.text("out/a.yaml") == "edited")
      #expect(workshop.text("out/c.yaml")?.hasPrefix("vcr: 1") == true)
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: 600)],
        ofItemAtPath: workshop.folder.file("in/a.yml").path)
      let third = try await workshop.vcr("convert", "in", "out")
      #expect(third.status == 1)
      #expect(third.errorText.contains("out/a.yaml is there already and older"))
      #expect(workshop.text("out/a.yaml") == "edited")
      #expect(try await workshop.vcr("convert", "--force", "in", "out").status == 0)
      #expect(workshop.text("out/a.yaml")?.hasPrefix("vcr: 1") == true)
    }

    @Test(arguments: [[], ["--to", "har"]])
    func `a second run names and counts again what the first one converted and lost`(
      options: [String]
    ) async throws {
      let workshop = try Workshop()
      try FileManager.default.createDirectory(
        at: workshop.folder.file("in"), withIntermediateDirectories: true)
      try workshop.folder.write(Self.lossy, to: "in/lossy.yml")
      try workshop.folder.write(Self.recording("a"), to: "in/a.yml")
      let arguments = ["convert"] + options + ["in", "out"]
      let first = try await workshop.vcr(arguments)
      let second = try await workshop.vcr(arguments)
      #expect(first.status == 1 && second.status == 1)
      #expect(first.errorText.contains("payload") && second.errorText == first.errorText)
      #expect(second.text.contains("of these 1 lossy"), "\(second.text)")
      #expect(first.text.contains("Ruby VCR"), "\(first.text)")
      #expect(second.text.hasPrefix(first.text), "\(second.text)")
    }

    #if os(Linux)
      @Test func `a file whose name is not UTF-8 is refused with the reason`() async throws {
        let workshop = try Workshop()
        try workshop.folder.write(Self.recording("a"), to: "a.yml")
        let script = "import os; os.mkdir('in'); os.rename(b'a.yml', b'in/caf\\xe9.yml')"
        let made = try await Child.run("python3", ["-c", script], directory: workshop.folder.url)
        #expect(made.status == 0, "\(made.errorText)")
        let result = try await workshop.vcr("convert", "in", "out")
        #expect(result.status == 1)
        #expect(result.errorText.contains("its name is not UTF-8"), "\(result.errorText)")
      }

      @Test func `a folder that cannot be read, and a link that leads nowhere, stop no other file`()
        async throws
      {
        let workshop = try Workshop()
        try workshop.folder.write(Self.recording("a"), to: "a.yml")
        let script = """
          import os
          os.makedirs(b'in/caf\\xe9'); os.mkdir('in/z')
          os.link('a.yml', b'in/caf\\xe9/b.yml'); os.link('a.yml', 'in/z/c.yml')
          os.symlink('nowhere', 'in/gone.yml'); os.symlink('nowhere', 'in/gone.txt')
          """
        let made = try await Child.run("python3", ["-c", script], directory: workshop.folder.url)
        #expect(made.status == 0, "\(made.errorText)")
        let result = try await workshop.vcr("convert", "in", "out")
        #expect(result.status == 65)
        let lines = result.errorText.split(separator: "\n")
        #expect(lines.count == 2, "\(result.errorText)")
        #expect(result.errorText.contains("the name is not UTF-8"), "\(result.errorText)")
        #expect(result.errorText.contains("in/gone.yml: no such file"), "\(result.errorText)")
        #expect(workshop.text("out/z/c.yaml") != nil)
      }
    #endif

    @Test func `the name of a file neither moves a terminal's cursor nor begins a line`()
      async throws
    {
      let workshop = try Workshop()
      for name in ["in/a\u{1B}[2K.yml", "in/b\nvcr: all is well.yml"] {
        try workshop.folder.write("interactions: [", to: name)
      }
      let all = try await workshop.vcr("convert", "in", "out/")
      #expect(all.status == 1)
      #expect(
        all.errorText.split(separator: "\n").map { $0.prefix(32) } == [
          #"vcr: in/a\u{1B}[2K.yml:1:16: did"#, #"vcr: in/b\u{A}vcr: all is well.y"#,
        ], "\(all.errorText)")
      let one = try await workshop.vcr("convert", "in/a\u{1B}[2K.yml", "new.yaml")
      #expect(one.status == 65)
      #expect(one.errorText.hasPrefix(#"vcr: error: in/a\u{1B}[2K.yml:1:16"#), "\(one.errorText)")
    }

    @Test func `of very many different losses only some are listed`() async throws {
      let workshop = try Workshop()
      let members = (0..<5000).map { "member\($0): 1" }.joined(separator: ", ")
      try workshop.folder.write(
        Self.lossy.replacingOccurrences(of: "payload: three", with: members), to: "many.yml")
      let result = try await workshop.vcr("convert", "many.yml", "many.yaml")
      #expect(result.status == 1)
      let last = result.errorText.suffix(300)
      #expect(last.contains("… and 4900 more losses"), "\(last)")
      #expect(result.errorText.split(separator: "\n").count < 120)
      let shown = try await workshop.vcr("show", "many.yml")
      #expect(shown.errorText.contains("… and 4900 more"), "\(shown.errorText.suffix(300))")
    }

    @Test func `a folder converted in its own place keeps every original, once`()
      async throws
    {
      let workshop = try Workshop()
      try FileManager.default.createDirectory(
        at: workshop.folder.file("in"), withIntermediateDirectories: true)
      try workshop.folder.write(Self.recording("a"), to: "in/a.yaml")
      #expect(try await workshop.vcr("convert", "in", "in").status == 1)
      #expect(workshop.text("in/a.yaml") == Self.recording("a"))
      let forced = try await workshop.vcr("convert", "--force", "in", "in")
      #expect(forced.status == 0, "\(forced.errorText)")
      #expect(workshop.text("in/a.yaml.orig") == Self.recording("a"))
      #expect(workshop.text("in/a.yaml")?.hasPrefix("vcr: 1") == true)
      let again = try await workshop.vcr("convert", "--force", "in", "in")
      #expect(again.status == 0, "\(again.errorText)")
      #expect(again.text.contains("1 file: a vcr cassette already"), "\(again.text)")
      #expect(try files(workshop, in: "in") == ["a.yaml", "a.yaml.orig"])
    }

    @Test func `several files go into a folder, and one that is no recording is refused by name`()
      async throws
    {
      let workshop = try mixed()
      let result = try await workshop.vcr(
        "convert", "in/a.yaml", "in/deep/er/b.yml", "in/README.md", "in/nothing", "out")
      #expect(result.status == 1)
      #expect(result.errorText.contains("in/README.md"), "\(result.errorText)")
      #expect(result.errorText.contains("in/nothing: no such file"), "\(result.errorText)")
      #expect(try files(workshop, in: "out") == ["a.yaml", "b.yaml"])
      let usage = try await workshop.vcr("convert", "in/a.yaml", "in/deep/er/b.yml", "in/list.json")
      #expect(usage.status == 64, "\(usage.errorText)")
      #expect(try await workshop.vcr("convert", "in", "-").status == 64)
      #expect(try await workshop.vcr("convert", "-", "out").status == 64)
      #expect(try await workshop.vcr("convert", "in/a.yaml").status == 64)
    }

    @Test func `a folder of cassettes is written for another tool, within itself, and again`()
      async throws
    {
      let workshop = try mixed()
      let first = try await workshop.vcr("convert", "in", "ours")
      #expect(first.status == 1)
      for _ in 1...2 {
        let result = try await workshop.vcr(
          "convert", "--force", "--to", "vcrpy", "ours", "ours/python")
        #expect(result.status == 0, "\(result.errorText)")
        #expect(result.text.contains("vcr"), "\(result.text)")
        #expect(
          try files(workshop, in: "ours/python") == [
            "a.yaml", "deep/er/b.yaml", "deep/lossy.yaml", "same.json.yaml", "same.yml.yaml",
          ])
      }
    }

    @Test func `of a strict conversion nothing lossy is written, and it counts as refused`()
      async throws
    {
      let workshop = try mixed()
      let result = try await workshop.vcr("convert", "--strict", "in/deep", "out")
      #expect(result.status == 1)
      #expect(try files(workshop, in: "out") == ["er/b.yaml"])
      #expect(result.text.contains("Ruby VCR      1             0      0      0        1"))
    }

    @Test func `rules of the project that is written to, when broken, stop all`()
      async throws
    {
      let workshop = try Workshop()
      for name in ["in", "out"] {
        try FileManager.default.createDirectory(
          at: workshop.folder.file(name), withIntermediateDirectories: true)
      }
      try workshop.folder.write(Self.recording("a"), to: "in/a.yml")
      try workshop.folder.write("nonsense: [", to: "out/.vcr.yaml")
      let broken = try await workshop.vcr("convert", "in", "out")
      #expect(broken.status == 65, "\(broken.errorText)")
      #expect(workshop.text("out/a.yaml") == nil)
    }
  }
#endif
