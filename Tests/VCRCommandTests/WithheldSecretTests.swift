#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing
  import VCRCore

  @testable import VCRCommand

  /// A credential in a wrong place comes back in nothing that `vcr` says: each option of each verb,
  /// each variable, each key of `.vcr.yaml`, each part of a cassette, by the real command.
  struct WithheldSecretTests {
    /// A text that is put where it does not belong, and what in it is secret.
    struct Plant: Sendable {
      let text: String
      let secret: String

      init(_ text: String, _ secret: String? = nil) {
        self.text = text
        self.secret = secret ?? text
      }

      /// True when more than four characters of the secret that follow each other are in a text.
      func isShown(in output: String) -> Bool {
        let characters = Array(secret)
        return (0...(characters.count - 5)).contains {
          output.contains(String(characters[$0..<$0 + 5]))
        }
      }
    }

    /// The value of a secret that the environment names.
    private static let named = "blauer-regenschirm-am-haken"

    private static let plants = [
      Plant("q7Zt2LmX9vB4nRk8Wd3Hs6Yc"), Plant("ghp_" + "a8Fk2LmX9vB4nRk8Wd3Hs6YcQz1Tp5Uj7Ge0"),
      Plant("http://ada:tigerlily42wombat@h.test/x", "tigerlily42wombat"),
      Plant("ada:tigerlily42wombat@h.test:80", "tigerlily42wombat"),
      Plant("DB_PASSWORD=tigerlily42wombat", "tigerlily42wombat"),
      Plant("Authorization: Bearer q7Zt2LmX9vB4nRk8Wd3Hs6Yc", "q7Zt2LmX9vB4nRk8Wd3Hs6Yc"),
      Plant("{\"password\":\"tigerlily42wombat\"}", "tigerlily42wombat"),
      Plant("http://h.test/?access_token=q7Zt2LmX9vB4nRk8Wd3Hs6Yc", "q7Zt2LmX9vB4nRk8Wd3Hs6Yc"),
      Plant(named),
    ]

    private static let cassette = """
      vcr: 1
      interactions:
      - request:
          method: GET
          url: http://h.test/a
          headers:
            Accept: text/plain
        response:
          status: 200 OK
          headers:
            Content-Type: text/plain
          body:
            text: hello
        recorded_at: 2026-01-01T00:00:00Z

      """

    /// One run of the command with a plant in some place.
    private struct Try: Sendable {
      let place: String
      let plant: Plant
      let arguments: [String]
      var files: [String: String] = [:]
      var variables: [String: String] = [:]
      /// True where a run that succeeds, or finds a difference, prints what a cassette holds.
      var mayPrintContent = false
    }

    /// Runs each and lists the places at which the secret was shown.
    private static func shown(_ tries: [Try]) async throws -> [String] {
      var found: [String] = []
      for start in stride(from: 0, to: tries.count, by: 6) {
        try await withThrowingTaskGroup(of: String?.self) { group in
          for one in tries[start..<min(tries.count, start + 6)] {
            group.addTask { try await shown(one) }
          }
          for try await line in group { if let line { found.append(line) } }
        }
      }
      return found.sorted()
    }

    private static func shown(_ one: Try) async throws -> String? {
      let workshop = try Workshop()
      for (name, text) in one.files { try workshop.folder.write(text, to: name) }
      var variables = ["DEPLOY": named, "VCR_SECRET": "DEPLOY"]
      variables["GITHUB_STEP_SUMMARY"] = workshop.folder.path + "/summary.md"
      variables.merge(one.variables) { $1 }
      let result = try await workshop.vcr(one.arguments, setting: variables, timeout: 240)
      var output = result.errorText + result.text
      for name in ["summary.md", "r.jsonl", "r.xml"] { output += workshop.text(name) ?? "" }
      if one.mayPrintContent, result.status <= 1 { return nil }
      guard one.plant.isShown(in: output) else { return nil }
      let line = output.split(separator: "\n").first { one.plant.isShown(in: String($0)) }
      return "\(one.place) \(one.plant.text): \(line ?? "")"
    }

    /// Every plant in turn, so that each kind comes to many places.
    private static func plant(_ number: Int) -> Plant { plants[number % plants.count] }

    /// The options that take the name of a file.
    private static let optionsWithFiles = [
      "cassette", "client-cert", "outgoing", "proto", "runs", "upstream-ca",
    ]

    /// The same without the one that nothing marks: where a file is named, it is the file's name,
    /// and shown as such.
    private static func marked(_ number: Int) -> Plant { plants[1 + number % (plants.count - 1)] }

    // MARK: - Command lines

    private struct Help: Decodable {
      struct Argument: Decodable {
        struct Name: Decodable { let kind, name: String }
        let kind: String
        let names: [Name]?
      }
      struct Command: Decodable {
        let commandName: String
        let subcommands: [Command]?
        let arguments: [Argument]?
      }
      let command: Command
    }

    @Test(.timeLimit(.minutes(15)))
    func `no option of a verb shows a credential that was typed for its value`() async throws {
      let workshop = try Workshop()
      let dump = try await workshop.vcr("--experimental-dump-help")
      let help = try JSONDecoder().decode(Help.self, from: Data(dump.output))
      var tries: [Try] = []
      for verb in help.command.subcommands ?? [] where verb.commandName != "help" {
        let name = verb.commandName
        let tail = ["record", "replay"].contains(name) ? ["--", "true"] : []
        // Whether a plant is the name of a file, and its command line.
        var forms: [(Bool, (Plant) -> [String])] = [
          (false, { [name, "--unknown=\($0.text)"] + tail }),
          (true, { [name, $0.text, "c", "d"] + tail }),
        ]
        for argument in verb.arguments ?? [] where argument.kind == "option" {
          guard let option = argument.names?.first(where: { $0.kind == "long" })?.name else {
            continue
          }
          let isFile = Self.optionsWithFiles.contains(option)
          forms.append((isFile, { [name, "--\(option)", $0.text] + tail }))
          forms.append((isFile, { [name, "--\(option)=X=\($0.text)"] + tail }))
        }
        for (isFile, form) in forms {
          let plant = isFile ? Self.marked(tries.count) : Self.plant(tries.count)
          // The paths that git passes to its drivers are printed for git as they are.
          guard !name.hasPrefix("git-") else { continue }
          tries.append(
            Try(place: name, plant: plant, arguments: form(plant), mayPrintContent: name == "init"))
        }
      }
      tries += Self.plants.map { Try(place: "verb", plant: $0, arguments: [$0.text]) }
      #expect(tries.count > 100)
      let shown = try await Self.shown(tries)
      #expect(shown.isEmpty, "\(shown.joined(separator: "\n"))")
    }

    // MARK: - Variables and files

    /// Texts of YAML that a plant breaks or makes a wrong word.
    private static let forms: [@Sendable (Plant) -> String] = [
      { "\($0.text)\n" }, { "? \($0.text)\n? \($0.text)\n" }, { "redact: !\(word($0)) x\n" },
      { "redact: &\(word($0)) x\nmode: *\(word($0))\n" }, { "a: [\($0.text)\n" },
      { "a: \"\($0.text)\n" }, { "%\($0.text)\n---\na: b\n" }, { "redact: x\n \($0.text)\n" },
      { "a: {\(quoted($0)): b, \(quoted($0)): c}\n" }, { "--- \($0.text)\n--- b\n" },
      { "match: \(quoted(Plant("\($0.text)(ignoring \($0.text))", "-----")))\n" },
      { "redact_json: \(quoted(Plant("$.\($0.text)[", "-----")))\n" },
      { "!\(word($0)) a: b\n" }, { "a: '\($0.text)' b\n" }, { "a: \"\($0.text)\\q\"\n" },
    ]

    private static func quoted(_ plant: Plant) -> String {
      "'" + plant.text.replacing("'", with: "''") + "'"
    }

    /// The characters of a plant that a tag or an anchor may have.
    private static func word(_ plant: Plant) -> String {
      plant.text.filter { $0.isLetter || $0.isNumber || "_.:/@=+-".contains($0) }
    }

    @Test(.timeLimit(.minutes(15)))
    func `no variable and no key of the project's file shows a credential that is its value`()
      async throws
    {
      var tries: [Try] = []
      let replay = ["replay", "-c", "c.yaml", "--", "true"]
      for row in SettingTable.rows {
        let plant = Self.plant(tries.count)
        tries.append(
          Try(
            place: row.variable, plant: plant, arguments: replay,
            files: ["c.yaml": Self.cassette], variables: [row.variable: plant.text]))
        for form in ["K: V\n", "K: [V]\n", "K:\n  V: 1\n", "K:\n- x: V\n"] {
          let plant = Self.plant(tries.count)
          let text = form.replacing("K", with: row.key).replacing("V", with: Self.quoted(plant))
          tries.append(
            Try(
              place: text, plant: plant, arguments: replay,
              files: ["c.yaml": Self.cassette, ".vcr.yaml": text]))
        }
      }
      for (index, form) in Self.forms.enumerated() {
        for (offset, verb) in [replay, ["check", "c.yaml"]].enumerated() {
          let plant = Self.plant(index + 4 * offset)
          tries.append(
            Try(
              place: ".vcr.yaml", plant: plant, arguments: verb,
              files: ["c.yaml": Self.cassette, ".vcr.yaml": form(plant)]))
        }
      }
      let shown = try await Self.shown(tries)
      #expect(shown.isEmpty, "\(shown.joined(separator: "\n"))")
    }

    @Test(.timeLimit(.minutes(15)))
    func `no fault of a cassette shows a credential in its place`() async throws {
      let verbs = [
        ["replay", "-c", "c.yaml", "--", "true"], ["check", "c.yaml"], ["show", "c.yaml"],
        ["diff", "c.yaml", "d.yaml"], ["convert", "c.yaml", "out.yaml"], ["redact", "c.yaml"],
        ["verify", "c.yaml", "--against", "http://127.0.0.1:9"],
        ["check", "--format", "json", "c.yaml"], ["check", "--format", "junit", "c.yaml"],
        ["check", "--format", "github", "c.yaml"], ["recover", "c.yaml"],
      ]
      var tries: [Try] = []
      func add(_ place: String, _ plant: Plant, _ text: String, _ number: Int) {
        for offset in 0..<2 {
          let verb = verbs[(number + 5 * offset) % verbs.count]
          let name = verb[0] == "recover" ? "c.yaml.recording" : "c.yaml"
          tries.append(
            Try(
              place: "\(verb[0]) \(place)", plant: plant, arguments: verb,
              files: [name: text, "d.yaml": Self.cassette],
              mayPrintContent: ["show", "diff", "convert", "verify"].contains(verb[0])))
        }
      }
      for (index, form) in Self.forms.enumerated() {
        let plant = Self.plant(index)
        add("form \(index)", plant, "vcr: 1\n" + form(plant), index)
      }
      let lines = Self.cassette.split(separator: "\n", omittingEmptySubsequences: false)
        .map(String.init)
      // Beside a method that is no word, what a cassette holds is not an error.
      for (index, line) in lines.enumerated() where line.contains(":") {
        guard let colon = line.firstIndex(of: ":") else { continue }
        let key = line[...colon]
        let indent = String(repeating: " ", count: line.prefix { " -".contains($0) }.count)
        let changes: [(String, (Plant) -> [String])] = [
          ("map", { ["\(key) {\(Self.quoted($0)): 1}"] }),
          ("list", { ["\(key) [\(Self.quoted($0))]"] }),
          ("tag", { ["\(key) !\(Self.word($0)) x"] }),
          ("alias", { ["\(key) *\(Self.word($0))"] }),
          ("unknown", { [line, "\(indent)\(Self.quoted($0)): 1"] }),
          ("twice", { [line] + Array(repeating: "\(indent)\(Self.quoted($0)): 1", count: 2) }),
        ]
        for (number, change) in changes.enumerated() {
          let plant = Self.plant(index + 2 * number)
          let text = lines[..<index] + change.1(plant) + lines[(index + 1)...]
          add("\(line) \(change.0)", plant, text.joined(separator: "\n"), index + number)
        }
      }
      let shown = try await Self.shown(tries)
      #expect(shown.isEmpty, "\(shown.joined(separator: "\n"))")
    }

    // MARK: - Requests

    @Test func `a request that nothing matches shows no credential in any report`() async throws {
      var tries: [Try] = []
      for (index, plant) in Self.plants.enumerated() {
        let path = plant.text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let url = plant.text.hasPrefix("http") ? plant.text : "http://h.test/?access_token=" + path
        var one = Try(
          place: "request", plant: plant,
          arguments: [
            "replay", "-v", "-c", "c.yaml", "--report", index % 2 == 0 ? "r.jsonl" : "r.xml", "--",
            "curl", "-s", "-o", "response", url, "-H", "X-Note: \(plant.text)",
          ])
        one.files = ["c.yaml": Self.cassette]
        tries.append(one)
      }
      let shown = try await Self.shown(tries)
      #expect(shown.isEmpty, "\(shown.joined(separator: "\n"))")
    }
  }
#endif
