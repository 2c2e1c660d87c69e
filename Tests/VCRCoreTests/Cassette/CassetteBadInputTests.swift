import Foundation
import TestSupport
import Testing

@testable import VCRCore

struct CassetteBadInputTests {
  /// The error of opening a cassette and reading all of it.
  private func error(_ bytes: [UInt8]) throws -> CassetteError {
    try #require(throws: CassetteError.self) {
      let file = try CassetteFile(path: "users.yaml", content: bytes)
      for index in 0..<file.count { _ = try file.interaction(at: index) }
    }
  }

  private func error(_ text: String) throws -> CassetteError { try error(Array(text.utf8)) }

  @Test func `the fault of a text in another encoding says to save it as UTF-8`() throws {
    let text = Self.head + Self.item
    let wide: [UInt8] = [0xFF, 0xFE] + text.utf8.flatMap { [$0, 0] as [UInt8] }
    #expect(try error(wide).reason == "a text in UTF-16; save it as UTF-8")
    let latin = Array(text.replacing("200 OK", with: "200 d").utf8.dropLast()) + [0xE9, 0x0A]
    let fault = try error(latin)
    #expect(fault.reason == "the byte E9 is not UTF-8; save the text as UTF-8")
    #expect(fault.line == 7)
  }

  private static let head = "vcr: 1\ninteractions:\n"
  private static let item =
    "- request:\n    method: GET\n    url: https://a.example/\n  response:\n    status: 200 OK\n"

  @Test(arguments: [
    ("", 1, 1, "empty"),
    ("# nothing\n", 1, 1, "empty"),
    ("just words\n", 1, 1, "not a cassette"),
    ("a: 1\nb: 2\n", 1, 1, "not a cassette"),
    ("vcr: 2\ninteractions:\n" + item, 1, 6, "format 2"),
    ("# new\nvcr: 17\nthings: []\n", 2, 6, "format 17"),
    ("vcr: one\ninteractions:\n", 1, 6, "version"),
    ("vcr: 1\n", 1, 1, "interactions"),
    ("vcr: 1\ninteractions: no\n", 2, 15, "list"),
    ("vcr: 1\nvalue_digests: 12ab\ninteractions:\n" + item, 2, 16, "takes a salt"),
    ("vcr: 1\nvalue_digests:\n  TOKEN: 12ab\ninteractions:\n", 3, 3, "takes a salt"),
    (
      "vcr: 1\nvalue_digests:\n  salt: x\n  TOKEN: 12ab 12g0\ninteractions:\n", 4, 10,
      "hexadecimal digits"
    ),
    ("interactions:\n- request:\nversion: 1\n", 1, 1, "vcr convert users.yaml NEW.yaml"),
    ("---\nhttp_interactions:\n- request:\n", 2, 1, "vcr convert users.yaml NEW.yaml"),
    ("{\"log\": {\"entries\": []}}", 1, 1, "HAR"),
    ("[{\"request\": 1}]", 1, 1, "vcr convert users.yaml NEW.yaml"),
    (head + item + "vcr: 1\n", 8, 1, "there already"),
    (head + item + "---\nvcr: 1\n", 8, 1, "document"),
    (head + item + "  response:\n    status: 1\n", 8, 3, "there already"),
    (head + item + item.replacing("200 OK", with: "\"200 OK"), 13, 1, "unexpected end"),
    (head + item + "- request:\n    method: GET\n    url", 10, 8, "could not find expected ':'"),
    (head + item + "- request:\n    method: GET\n", 8, 3, "response"),
    (head + item + item.replacing("GET", with: "&a GET"), 9, 13, "anchor"),
    (head + item + item.replacing("GET", with: "*a"), 9, 13, "alias"),
    (head + item + item.replacing("GET", with: "!ruby/object:Kernel GET"), 9, 13, "tag"),
    (head + item + item.replacing("200 OK", with: "fine"), 12, 13, "status"),
    (head + item + item.replacing("url", with: "uri"), 9, 5, "no url"),
    (head + "- text\n", 3, 3, "mapping"),
    (head + item + "  seconds: soon\n", 8, 12, "seconds"),
    (head + item + "  recorded_at: today\n", 8, 16, "recorded_at"),
    (head + item + "  times: 0\n", 8, 10, "times"),
    (head + item + "    body:\n      file: ../../etc/passwd\n", 9, 13, "leaves"),
    (head + item + "    body:\n      file: gone.png\n", 9, 13, "missing"),
    (head + item + "    body:\n      multipart:\n      - a\n", 10, 7, "boundary"),
    (
      head + item + "    body:\n      boundary: b\n      multipart:\n      - a\n", 11, 9,
      "a part has"
    ),
    (head + item + "    body:\n      base64: '*'\n", 9, 15, "Base64"),
    (head + item + "    body:\n      text: a\n      json: '1'\n", 10, 7, "one form"),
    (head + item + "    body: hello\n", 8, 11, "form"),
    (head + item + "    body:\n      json:\n        a: 1\n", 10, 9, "text"),
    (
      head + item + "    body:\n      chunks:\n      - after: x\n        text: a\n", 10, 16, "after"
    ),
    (head + item + "    headers:\n      A:\n        b: c\n", 10, 9, "must be text"),
    (head + item + "\ttab\n", 8, 1, "tab"),
  ])
  func `a bad cassette is reported with its place`(
    text: String, line: Int, column: Int, words: String
  ) throws {
    let error = try error(text)
    #expect(
      error.line == line && error.column == column && error.reason.contains(words), "\(error)")
    #expect(error.description == "users.yaml:\(line):\(column): \(error.reason)")
  }

  @Test(
    arguments: [
      ([0xFF], 11, "UTF-8"), ([0xC3, 0x28], 12, "UTF-8"), ([0x00], 11, "control"),
      ([0x1B], 11, "control"),
    ] as [([UInt8], Int, String)])
  func `bytes that no YAML holds are reported with their place`(
    bytes: [UInt8], column: Int, words: String
  ) throws {
    let bad =
      Array((Self.head + Self.item + "- request:\n    url: é").utf8) + bytes
      + Array("\n  response: {}\n".utf8)
    let error = try error(bad)
    #expect(error.line == 9 && error.column == column && error.reason.contains(words), "\(error)")
  }

  @Test(arguments: [
    ("old.har", #"{"log": {"entries": []}}"#, "old.yaml"), ("old.har", "{\n\t\"log\":", "old.yaml"),
    ("Old.HARP", #"onInputData({"log": {"entries": []}});"#, "Old.yaml"),
    ("old.json", #"["\ud800"]"#, "old.yaml"), ("a b.toml", "[[a]]\nb = 1\n", "'a b.yaml'"),
    ("old.har.gz", "\u{1F}\u{8B}", "old.yaml"),
  ])
  func `a program that reads no other tool's recordings names the command that converts one`(
    name: String, text: String, cassette: String
  ) throws {
    let folder = try TemporaryDirectory()
    let path = folder.path + "/\(name)"
    let bytes = text.unicodeScalars.map { UInt8($0.value) }
    #expect(FileManager.default.createFile(atPath: path, contents: Data(bytes)))
    let error = try #require(throws: CassetteError.self) { try CassetteFile(path: path) }
    let file = name.contains(" ") ? "'\(path)'" : path
    let new =
      cassette.hasPrefix("'")
      ? "'\(folder.path)/\(cassette.dropFirst())" : "\(folder.path)/\(cassette)"
    #expect(
      error.withConversion().reason.hasSuffix(
        ": vcr convert \(file) \(new), which is then the cassette to name; a test target with the "
          + "product VCROtherTools reads it as it is"), "\(error)")
  }

  @Test(arguments: ["[", "{a: ", "- ", "a:\n", "? "])
  func `ten thousand levels are an error`(level: String) throws {
    var text = Self.head + Self.item + "  deep:\n"
    for depth in 0..<10_000 {
      if level == "a:\n" {
        text += String(repeating: " ", count: min(depth, 300) + 3) + level
      } else {
        text += (depth == 0 ? "    " : "") + level
      }
    }
    let error = try error(text)
    #expect(error.line >= 9, "\(error)")
  }

  @Test func `an alias bomb is refused at its first anchor`() throws {
    var text = "vcr: 1\na0: &a0 lol\n"
    for level in 1..<30 {
      text += "a\(level): &a\(level) [*a\(level - 1), *a\(level - 1), *a\(level - 1)]\n"
    }
    let error = try error(text + "interactions: *a29\n")
    #expect(error.line == 2 && error.column == 5)
  }

  @Test func `a scalar beyond the limit is an error before it is read`() throws {
    var bytes = Array((Self.head + Self.item + "    body:\n      text: |-\n        ").utf8)
    bytes += [UInt8](repeating: UInt8(ascii: "a"), count: CassetteLimit.itemSize)
    bytes.append(UInt8(ascii: "\n"))
    let error = try error(bytes)
    #expect(error.line == 3 && error.reason.contains("MiB"))
  }

  @Test func `a file that is no file is reported`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "vcr-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let isFolder = try #require(throws: CassetteError.self) { try CassetteFile(path: folder) }
    #expect(isFolder.reason.contains("folder") && isFolder.line == 0)
    let missing = try #require(throws: CassetteError.self) {
      try CassetteFile(path: folder + "/none.yaml")
    }
    #expect(missing.description == folder + "/none.yaml: no such file")
  }

  @Test func `a fault names its file as the user would type it`() {
    let folder = FileManager.default.currentDirectoryPath
    let inside = CassetteError(
      path: folder + "/Cassettes/users.yaml", line: 3, column: 2, reason: "what is wrong")
    #expect(inside.description == "Cassettes/users.yaml:3:2: what is wrong")
    let outside = CassetteError(
      path: "/elsewhere/users.yaml", line: 0, column: 0, reason: "what is wrong")
    #expect(outside.description == "/elsewhere/users.yaml: what is wrong")
  }

  @Test func `every prefix of a cassette opens or is refused`() throws {
    var generator = InteractionGenerator(seed: 77)
    var text = CassetteWriter.prologue
    for _ in 0..<3 { text += CassetteWriter().item(generator.interaction()) }
    for length in 0..<text.count {
      do {
        let file = try CassetteFile(path: "torn.yaml", content: Array(text[..<length]))
        for index in 0..<file.count { _ = try file.interaction(at: index) }
      } catch let error as CassetteError {
        #expect(error.line >= 1 && error.column >= 1)
      }
    }
  }
}
