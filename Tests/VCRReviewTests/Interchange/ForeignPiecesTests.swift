import Foundation
import TestSupport
import Testing

@testable import VCRCore
@testable import VCRReview

/// Recordings that are parsed in pieces: what comes of them is what comes of the whole, or they are
/// not read in pieces.
struct ForeignPiecesTests {
  /// The reason why a text in pieces of one entry is not what it is as a whole; nil when it is, or
  /// is not read in pieces.
  private static func fault(in text: [UInt8], isDivided: inout Bool) -> String? {
    isDivided = false
    guard ForeignCassette.Syntax(text) == .yaml,
      let division = ForeignYAMLPieces.Division(text, pieceSize: 1),
      let recording = ForeignCassette(
        ForeignYAMLPieces(text, division), path: "old", inflating: nil)
    else { return nil }
    isDivided = true
    guard
      let whole = try? ForeignCassette.readWhole(path: "old", content: text, inflating: nil)
    else { return "as a whole it is refused" }
    if recording.interactions != whole.interactions { return "other interactions" }
    if recording.lines != whole.lines { return "other lines" }
    if recording.losses != whole.losses { return "other losses" }
    if recording.remarks != whole.remarks { return "other remarks" }
    if recording.format != whole.format { return "another format" }
    if recording.policy?.description != whole.policy?.description { return "another policy" }
    return nil
  }

  private static let entry = """
    - request:
        method: GET
        uri: https://a.test/NUMBER?page=1
        body: {encoding: UTF-8, string: 'it is
          NUMBER'}
        headers:
          Accept: ['*/*']
      response:
        status: {code: 200, message: OK}
        headers:
          Content-Type:
          - text/plain
        body:
          encoding: UTF-8
          string: |
            line NUMBER
            - no entry
        odd: NUMBER
      recorded_at: Fri, 20 Nov 2020 10:00:00 GMT

    """

  private static func recording(
    _ count: Int, head: String = "---\nhttp_interactions:\n",
    tail: String = "recorded_with: VCR 6.0.0\n",
    indent: Int = 0
  ) -> String {
    let entries = (1...count).map { entry.replacingOccurrences(of: "NUMBER", with: "\($0)") }
      .joined()
    let space = String(repeating: " ", count: indent)
    let lines = entries.split(separator: "\n", omittingEmptySubsequences: false)
    return head + lines.map { $0.isEmpty ? "" : space + $0 }.joined(separator: "\n") + tail
  }

  @Test(arguments: [
    recording(5), recording(3, head: "interactions:\n", tail: "version: 1\n"),
    recording(4, head: "# by hand\nversion: 2\ninteractions:\n", tail: "", indent: 4),
    recording(4, head: "", tail: ""), recording(3).replacingOccurrences(of: "\n", with: "\r\n"),
  ])
  func `a recording is read in pieces as in one`(text: String) {
    var isDivided = false
    #expect(Self.fault(in: Array(text.utf8), isDivided: &isDivided) == nil)
    #expect(isDivided)
  }

  @Test(arguments: [
    // An alias of another entry.
    recording(3).replacingOccurrences(
      of: "uri: https://a.test/1?page=1", with: "uri: &u https://a.test/"
    )
    .replacingOccurrences(of: "uri: https://a.test/3?page=1", with: "uri: *u"),
    // A quoted text with a line that looks like an entry.
    recording(3).replacingOccurrences(of: "odd: 2", with: "odd: \"one\n- two\""),
    recording(3).replacingOccurrences(of: "odd: 2", with: "odd: [one,\n- two]"),
    // A second document, and the end of one.
    recording(2) + recording(2), recording(2) + "...\n" + recording(1),
    // A second list, and the same name again.
    recording(2, tail: "others:\n- a\n- b\n"),
    recording(2, tail: "") + recording(2, head: "http_interactions:\n"),
    // Fewer lines than YAML counts.
    recording(3).replacingOccurrences(of: "odd: 2", with: "odd: \"a\u{85}b\"\n    more: \"c\rd\""),
    // A fault in a later entry.
    recording(3).replacingOccurrences(of: "odd: 2", with: "odd: 'x"),
    recording(3).replacingOccurrences(of: "odd: 2", with: "odd: \t@"),
    // What stands in a text before the list.
    recording(3, head: "about: |\n  - a\n  - b\nhttp_interactions:\n"),
    recording(3, head: "about: \"\n- a\nb\"\nhttp_interactions:\n"),
  ])
  func `what a piece cannot tell alone is the same as in one`(text: String) {
    var isDivided = false
    #expect(Self.fault(in: Array(text.utf8), isDivided: &isDivided) == nil)
  }

  @Test func `mutated recordings are the same in pieces as in one`() throws {
    let words = [
      "- ", "\n- ", "\n- request:\n", "\"", "'", "|\n", ">-\n", "[", "]", "{", "}", ": ", "\n...\n",
      "\n---\n", "&a ", "*a", "!!binary ", "#", "\r", "\u{85}", "\u{2028}", "<<: ", "? ",
      "%TAG ! x\n",
      "    ", "\n", "interactions:\n", "http_interactions:\n",
    ]
    let seeds = [
      Self.recording(3),
      Self.recording(3, head: "version: 2\ninteractions:\n", tail: "", indent: 2),
      Self.recording(2, head: "", tail: ""),
    ].map { Array($0.utf8) }
    try FuzzRun(count: 3000).feed("pieces", seeds, words: words) { input, _ in
      var isDivided = false
      return Self.fault(in: input, isDivided: &isDivided)
    }
  }

  @Test(.enabled(if: CorpusLocation.isConfigured, "VCR_CORPUS is not set"))
  func `the recordings of other projects are the same in pieces as in one`() throws {
    let folder = try CorpusLocation.folder()
    let manifest = try String(contentsOf: folder.appending(path: "MANIFEST.tsv"), encoding: .utf8)
    var divided = 0
    for line in manifest.split(separator: "\n").dropFirst() {
      let name = String(line.split(separator: "\t")[0])
      let bytes = [UInt8](try Data(contentsOf: folder.appending(path: name)))
      var isDivided = false
      #expect(Self.fault(in: bytes, isDivided: &isDivided) == nil, "\(name)")
      if isDivided { divided += 1 }
    }
    #expect(divided > 20)
  }

  @Test func `a large recording is read in pieces`() throws {
    let text = Array(Self.recording(8000).utf8)
    let pieces = ForeignYAMLPieces(text, try #require(ForeignYAMLPieces.Division(text)))
    #expect(pieces.count > 3)
    let recording = try #require(
      ForeignCassette(pieces, path: "old", inflating: nil, lettingGo: true))
    #expect(pieces.text == nil)
    let whole = try ForeignCassette.readWhole(path: "old", content: text, inflating: nil)
    #expect(recording.interactions == whole.interactions)
    #expect(recording.losses == whole.losses)
    #expect(recording.losses.count == 8000)
  }

  @Test(arguments: ["  odd: [\n", "  odd: *nothing\n"])
  func `the fault of a large recording is found by reading it again`(fault: String) throws {
    var lines = Self.recording(8000).split(separator: "\n", omittingEmptySubsequences: false)
    let place = try #require(lines[80_000...].firstIndex { $0.contains("  odd: ") })
    lines[place] = fault.dropLast()
    let text = Array(lines.joined(separator: "\n").utf8)
    var readings = 0
    let refusal = #expect(throws: ForeignCassette.Refusal.self) {
      try ForeignCassette.read(path: "old", content: text, inflating: nil) {
        readings += 1
        return text
      }
    }
    #expect(readings == 1)
    let found = try #require(refusal?.error)
    #expect(abs(found.line - place - 1) < 30 && !refusal!.isNoRecording, "\(found)")
  }
}
