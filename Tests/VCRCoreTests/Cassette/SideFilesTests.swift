import Foundation
import TestSupport
import Testing

@testable import VCRCore
@testable import VCRReview

struct SideFilesTests {
  typealias F = DeckFixture

  /// A picture's bytes, which are no text in any charset.
  private static func picture(_ seed: UInt64, count: Int = 9000) -> [UInt8] {
    var random = SeededRandom(seed: seed)
    return [0x89, 0x50, 0x4E, 0x47, 0] + (0..<count).map { _ in UInt8(random.below(256)) }
  }

  private static func response(_ bytes: [UInt8], _ type: String = "image/png")
    -> Interaction.Outcome
  {
    .response(
      .init(status: 200, reason: "OK", headers: ["Content-Type": type], body: Body(bytes)))
  }

  private func record(
    _ fixture: F, _ pictures: [String: [UInt8]], mode: RecordMode = .all, keeping: Bool = true,
    interrupted: Bool = false
  ) throws {
    let deck = try Deck(cassette: fixture.cassette, options: .init(mode: mode))
    for path in pictures.keys.sorted() {
      guard case .record(let ticket) = try deck.decide(F.request(path)) else {
        throw NotRecorded()
      }
      try deck.record(Self.response(pictures[path] ?? []), for: ticket)
    }
    try deck.close(keeping: keeping, interrupted: interrupted)
  }

  private func replayed(_ cassette: String, _ path: String) throws -> [UInt8]? {
    let deck = try Deck(cassette: cassette)
    guard case .replay(let playback) = try deck.decide(F.request(path)),
      case .response(let response) = playback.interaction.outcome
    else { return nil }
    return response.body.bytes
  }

  private func files(_ fixture: F) -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: fixture.cassette + ".files")
    return (names ?? []).sorted()
  }

  @Test func `a picture is recorded into a file beside the cassette, and replays`() throws {
    let fixture = try F()
    let picture = Self.picture(1)
    try record(fixture, ["/a": picture, "/small": Array(picture.prefix(100))])
    let name = try #require(files(fixture).first)
    #expect(files(fixture).count == 1)
    #expect(name == SHA256.hexadecimal(picture).prefix(32) + ".png")
    #expect(try fixture.text().contains("      file: cassette.yaml.files/\(name)\n"))
    let content = FileManager.default.contents(atPath: fixture.cassette + ".files/" + name)
    #expect(content.map { Array($0) == picture } == true)
    #expect(try replayed(fixture.cassette, "/a") == picture)
    #expect(try replayed(fixture.cassette, "/small")?.count == 100)
    let modes = try [fixture.cassette, fixture.cassette + ".files/" + name].map {
      try FileManager.default.attributesOfItem(atPath: $0)[.posixPermissions] as? Int
    }
    #expect(modes[0] == modes[1])
  }

  @Test func `files that nothing refers to any more are removed, and no others`() throws {
    let fixture = try F()
    try record(fixture, ["/a": Self.picture(1), "/b": Self.picture(2)])
    let (before, old) = (try fixture.text(), files(fixture))
    try record(fixture, ["/a": Self.picture(1), "/b": Self.picture(2)])
    #expect(try fixture.text() == before)
    #expect(files(fixture) == old)
    let foreign = fixture.cassette + ".files/mine.png"
    try Data([1]).write(to: URL(filePath: foreign))
    try record(fixture, ["/a": Self.picture(1), "/b": Self.picture(3)])
    let kept = String(SHA256.hexadecimal(Self.picture(1)).prefix(32)) + ".png"
    let added = String(SHA256.hexadecimal(Self.picture(3)).prefix(32)) + ".png"
    #expect(files(fixture) == [kept, added, "mine.png"].sorted())
    try FileManager.default.removeItem(atPath: foreign)
    try record(fixture, ["/a": [1]])
    #expect(!fixture.exists(fixture.cassette + ".files"))
  }

  @Test(arguments: [false, true])
  func `to record again brings back a file that is gone or was changed`(_ isChanged: Bool) throws {
    let fixture = try F()
    let pictures = ["/a": Self.picture(1), "/b": Self.picture(2)]
    try record(fixture, pictures)
    let (before, names) = (try fixture.text(), files(fixture))
    for name in names {
      let file = URL(fileURLWithPath: fixture.cassette + ".files/" + name)
      if isChanged {
        try Data("another".utf8).write(to: file)
      } else {
        try FileManager.default.removeItem(at: file)
      }
    }
    // One response is the same and the other is not; of neither can the old one be read.
    try record(fixture, ["/a": Self.picture(1), "/b": Self.picture(3)])
    #expect(try replayed(fixture.cassette, "/a") == Self.picture(1))
    #expect(try replayed(fixture.cassette, "/b") == Self.picture(3))
    #expect(files(fixture).count == 2)
    try record(fixture, pictures)
    // What could not be read cannot hand its time on.
    func lines(_ text: String) -> [Substring] {
      text.split(separator: "\n").filter {
        !$0.contains("recorded_at:") && !$0.contains("seconds:")
      }
    }
    let isSame = try lines(fixture.text()) == lines(before)
    #expect(isSame && files(fixture) == names)
  }

  @Test func `several responses to one request whose file is gone are recorded again`() throws {
    let fixture = try F()
    func recordBoth(_ seeds: [UInt64]) throws {
      let deck = try Deck(cassette: fixture.cassette, options: .init(mode: .all))
      for seed in seeds {
        guard case .record(let ticket) = try deck.decide(F.request("/a")) else {
          throw NotRecorded()
        }
        try deck.record(Self.response(Self.picture(seed)), for: ticket)
      }
      try deck.close()
    }
    try recordBoth([1, 2])
    try FileManager.default.removeItem(atPath: fixture.cassette + ".files")
    try recordBoth([1, 3])
    #expect(files(fixture).count == 2)
    #expect(try replayed(fixture.cassette, "/a") == Self.picture(1))
  }

  @Test func `a file that a copy of the cassette refers to stays`() throws {
    let fixture = try F()
    try record(fixture, ["/a": Self.picture(1)])
    let copy = fixture.folder.path + "/copy.yaml"
    try FileManager.default.copyItem(atPath: fixture.cassette, toPath: copy)
    try record(fixture, ["/a": Self.picture(2)])
    #expect(try replayed(copy, "/a") == Self.picture(1))
    #expect(files(fixture).count == 2)
  }

  @Test func `a file goes although another cassette has the same content in its own folder`()
    throws
  {
    let fixture = try F()
    try record(fixture, ["/a": Self.picture(1)])
    let name = URL(filePath: fixture.cassette).lastPathComponent
    let others = try fixture.text().replacing("\(name).files/", with: "other-\(name).files/")
    try Data(others.utf8).write(to: URL(filePath: fixture.folder.path + "/other-\(name)"))
    try record(fixture, ["/a": Self.picture(2)])
    #expect(files(fixture) == ["\(SHA256.hexadecimal(Self.picture(2)).prefix(32)).png"])
  }

  @Test func `the files of a failed run stay for vcr recover, and go with the next run`() throws {
    let fixture = try F()
    try record(fixture, ["/a": Self.picture(1)], keeping: false)
    #expect(files(fixture).count == 1)
    try record(fixture, ["/a": Self.picture(2)], keeping: false)
    #expect(files(fixture) == ["\(SHA256.hexadecimal(Self.picture(2)).prefix(32)).png"])
    #expect(try CassetteRecovery.recover(cassette: fixture.cassette).recovered == 1)
    #expect(try replayed(fixture.cassette, "/a") == Self.picture(2))
  }

  @Test func `an interrupted recording is recovered with its files`() throws {
    let fixture = try F()
    try record(fixture, ["/a": Self.picture(1)], keeping: false, interrupted: true)
    try record(fixture, ["/b": Self.picture(2)], mode: .newEpisodes)
    #expect(try replayed(fixture.cassette, "/a") == Self.picture(1))
    #expect(try replayed(fixture.cassette, "/b") == Self.picture(2))
    #expect(files(fixture).count == 2)
  }

  @Test func `a file that was changed or is gone is reported with what to type`() throws {
    let fixture = try F()
    try record(fixture, ["/a": Self.picture(1)])
    let name = try #require(files(fixture).first)
    let path = fixture.cassette + ".files/" + name
    try Data(Self.picture(2)).write(to: URL(filePath: path))
    // Opening looks at no file.
    let file = try CassetteFile(path: fixture.cassette)
    var error = #expect(throws: CassetteError.self) { try file.interaction(at: 0) }
    for word in [name, "\(SHA256.hexadecimal(Self.picture(2)).prefix(32))", "git restore"] {
      #expect(error?.reason.contains(word) == true, "\(String(describing: error))")
    }
    try FileManager.default.removeItem(atPath: path)
    error = #expect(throws: CassetteError.self) { try file.interaction(at: 0) }
    #expect(error?.reason.contains("missing") == true, "\(String(describing: error))")
    #expect(error?.line ?? 0 > 5)
    let check = CassetteCheck(.standard, isStandard: true)
    let content = try FileContents.read(fixture.cassette)
    let findings = check.findings(path: fixture.cassette, content: content.span, isNamed: true)
    #expect(findings?.map(\.kind) == [.format])
  }

  @Test func `the fault of a cassette renamed with its folder says what to write`() throws {
    let fixture = try F()
    try record(fixture, ["/a": Self.picture(1)])
    let name = try #require(files(fixture).first)
    let renamed = fixture.cassette.replacing(".yaml", with: "-new.yaml")
    for suffix in ["", ".files"] {
      try FileManager.default.moveItem(
        atPath: fixture.cassette + suffix, toPath: renamed + suffix)
    }
    let error = #expect(throws: CassetteError.self) {
      try CassetteFile(path: renamed).interaction(at: 0)
    }
    let folder = URL(filePath: renamed).lastPathComponent + ".files"
    #expect(
      error?.reason.contains("write “file: \(folder)/\(name)”") == true,
      "\(String(describing: error))")
  }

  @Test(arguments: [
    "../outside.txt", "/etc/passwd", "a/../../outside.txt", "link.txt", "folder/inside.txt", "a//b",
    "./a", "folder", "a\\b", "",
  ])
  func `a reference never leaves the cassette's folder`(reference: String) throws {
    let outer = try TemporaryDirectory()
    try outer.write("secret", to: "outside.txt")
    try outer.write("secret", to: "other/inside.txt")
    try outer.write(
      """
      vcr: 1
      interactions:
      - request:
          url: https://a.example/
        response:
          body:
            file: '\(reference)'

      """, to: "cassettes/a.yaml")
    for (link, target) in [("link.txt", "../outside.txt"), ("folder", "../other")] {
      try FileManager.default.createSymbolicLink(
        atPath: outer.path + "/cassettes/" + link, withDestinationPath: target)
    }
    let file = try CassetteFile(path: outer.path + "/cassettes/a.yaml")
    let error = #expect(throws: CassetteError.self) { try file.interaction(at: 0) }
    #expect(error?.reason.contains("leaves the cassette's folder") == true)
  }

  @Test func `a file that a person named is read, from wherever the caller says`() throws {
    let text = """
      vcr: 1
      interactions:
      - request:
          url: https://a.example/
        response:
          body:
            file: pictures/logo.svg

      """
    let folder = try TemporaryDirectory()
    let path = try folder.write(text, to: "a.yaml").path
    try folder.write("<svg/>", to: "pictures/logo.svg")
    let files = [
      try CassetteFile(path: path),
      try CassetteFile(path: "HEAD:a.yaml", content: Array(text.utf8)) { reference in
        #expect(reference == "pictures/logo.svg")
        return Body(Array("<svg/>".utf8))
      },
    ]
    for file in files {
      guard case .response(let response) = try file.interaction(at: 0).outcome else {
        throw CancellationError()
      }
      #expect(response.body.bytes == Array("<svg/>".utf8))
    }
  }

  @Test func `secrets in a long text go on recording, are found by a check and are redacted`()
    throws
  {
    let fixture = try F()
    let line = "A line of a long text that is no JSON.\n"
    let long = String(repeating: line, count: 30_000)
    let text = "<p>\"access_token\": \"s3cr3t-0123456789\"</p>\n" + long
    let deck = try Deck(cassette: fixture.cassette, options: .init(mode: .all))
    let ticket = try #require(try deck.ticket(F.request("/a")))
    try deck.record(Self.response(Array(text.utf8), "text/html"), for: ticket)
    try deck.close()
    let name = try #require(files(fixture).first)
    let path = fixture.cassette + ".files/"
    #expect(name.hasSuffix(".html"))
    #expect(try String(contentsOfFile: path + name, encoding: .utf8).contains("s3cr3t") == false)

    // As it would have been recorded with redaction off.
    let open = "\(SHA256.hexadecimal(Array(text.utf8)).prefix(32)).html"
    try Data(text.utf8).write(to: URL(filePath: path + open))
    try FileManager.default.removeItem(atPath: path + name)
    let before = try fixture.text()
    try fixture.write("# mine\n" + before.replacing(name, with: open))
    let check = CassetteCheck(.standard, isStandard: true)
    let content = try FileContents.read(fixture.cassette)
    let findings = check.findings(path: fixture.cassette, content: content.span, isNamed: true)
    #expect(findings?.map(\.kind) == [.secret])

    let redactor = CassetteRedactor(.standard)
    #expect(try redactor.redact(path: fixture.cassette, isDryRun: true).interactions == 1)
    #expect(files(fixture) == [open])
    #expect(try redactor.redact(path: fixture.cassette).interactions == 1)
    #expect(files(fixture) == [name])
    #expect(try fixture.text() == "# mine\n" + before)
    #expect(try redactor.redact(path: fixture.cassette).interactions == 0)
  }

  @Test func `a converted recording has its pictures beside it`() throws {
    let folder = try TemporaryDirectory()
    let picture = Self.picture(1)
    let archive = """
      {"log": {"version": "1.2", "entries": [{"startedDateTime": "2026-11-20T10:00:00Z",
      "time": 1, "request": {"method": "GET", "url": "https://a.example/a", "headers": []},
      "response": {"status": 200, "statusText": "OK",
      "headers": [{"name": "Content-Type", "value": "image/gif"}],
      "content": {"mimeType": "image/gif", "encoding": "base64",
      "text": "\(Data(picture).base64EncodedString())"}}}]}}
      """
    let old = try folder.write(archive, to: "old.har").path
    let new = folder.path + "/new.yaml"
    try ForeignCassette(path: old).write(to: new)
    let names = try FileManager.default.contentsOfDirectory(atPath: new + ".files")
    #expect(names == ["\(SHA256.hexadecimal(picture).prefix(32)).gif"])
    let response = try #require(CassetteFile(path: new).interaction(at: 0).outcome.asResponse)
    let isPicture = response.body.bytes == picture
    #expect(isPicture)
  }
}
