import Foundation
import Testing

@testable import VCRCore
@testable import VCRReview

/// Secrets where no reader of another tool's recording looks, and in files that cannot be read.
struct ForeignTextCheckTests {
  private static let token = "ghp_" + "q7Zt2LmX9vB4nRk8Wd3Hs6YcTf5Gj1KpQx2V"

  private static let recording = """
    ---
    http_interactions:
    - request:
        method: get
        uri: http://api.example.com/
        body: {encoding: UTF-8, string: ""}
        headers: {}
      response:
        status: {code: 200, message: OK}
        headers: {}
        body: {encoding: UTF-8, string: "ok"}
      recorded_at: Mon, 02 Nov 2026 10:00:00 GMT
    recorded_with: VCR 6.3.1

    """

  private func findings(_ bytes: [UInt8], _ path: String) -> [CheckFinding] {
    CassetteCheck(.standard, isStandard: true)
      .findings(path: path, content: bytes.view, isNamed: true) ?? []
  }

  @Test(arguments: [
    ("recorded_with", "# \(token)\nrecorded_with"),
    ("recorded_with", "adapter_metadata: {note: \(token)}\nrecorded_with"),
    ("  recorded_at", "  adapter_metadata: {note: \(token)}\n  recorded_at"),
  ])
  func `a secret where readers ignore members is found`(place: String, text: String) {
    #expect(findings(Array(Self.recording.utf8), "c.yml").isEmpty)
    let leaky = Self.recording.replacing(place, with: text)
    let found = findings(Array(leaky.utf8), "c.yml")
    #expect(found.contains { $0.kind == .secret }, "\(found)")
    for finding in found { #expect(!"\(finding)".contains(Self.token)) }
  }

  @Test func `a secret that a message has is listed once`() {
    let leaky = Self.recording.replacing("string: \"ok\"", with: "string: \"a \(Self.token) b\"")
    #expect(findings(Array(leaky.utf8), "c.yml").count { $0.kind == .secret } == 1)
  }

  @Test func `a secret behind a long line has the number of its own line`() {
    let long = String(repeating: "word ", count: 5000)
    let found = findings(Array("a\n\(long)\(Self.token)\nb\n\(Self.token)x1 c\n".utf8), "a.txt")
    #expect(found.filter { $0.kind == .secret }.compactMap(\.line) == [2, 4], "\(found)")
  }

  @Test func `a fault hides no secret of a cassette in UTF-16`() throws {
    let text = "vcr: 1\ninteractions:\n- request: {url: \"http://h/\(Self.token)\"}\n  other\n"
    var bytes: [UInt8] = [0xFF, 0xFE]
    for unit in text.utf16 { bytes += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    let found = findings(bytes, "c.yaml")
    #expect(found.contains { $0.kind == .secret }, "\(found)")
  }
}
