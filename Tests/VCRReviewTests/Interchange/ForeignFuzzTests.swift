import TestSupport
import Testing

@testable import VCRCore
@testable import VCRReview

/// Mutants of other tools' recordings: none crashes or hangs, and of what is read a cassette is
/// made that holds it.
@Suite struct ForeignFuzzTests {
  private static let words = [
    "{", "}", "[", "]", "\"", ",", ":", "null", "{}", "[]", "\"\"", "-1", "1e999", "true", "0:~",
    "\\ud800", "\u{0}", "99999999999:", "equalTo", "hasExactly", "matches", "bodyFileName",
    "base64Body", "\"request\"", "\"response\"", "- ", "---\n", "&a ", "*a", "!!binary ", "..",
    "GET", "http://", "https://[::1", "200",
  ]

  static func fault(in input: [UInt8]) throws -> String? {
    guard let recording = try? ForeignCassette(path: "old", content: input) else { return nil }
    let (count, losses) = (recording.interactions.count, recording.losses)
    guard recording.lines.count == count else { return "not each interaction has a line" }
    if losses.contains(where: { $0.line < 1 || $0.text.isEmpty }) { return "a loss without place" }
    guard
      let (text, _) = try? ForeignCassette.cassette(
        path: "old", content: input, inflating: nil, decoding: { _ in }, redaction: .standard)
    else { return count == 0 ? nil : "no cassette is made of what is read" }
    do {
      let file = try CassetteFile(path: "c.yaml", content: text)
      for item in 0..<file.count {
        _ = try file.interaction(at: item)
        _ = try file.rule(at: item)
      }
      return file.count == count ? nil : "the cassette holds \(file.count) of \(count)"
    } catch {
      return "the cassette cannot be read: \(error)"
    }
  }

  @Test func `a mutated recording of any format is read or refused`() throws {
    let seeds = ForeignPolicyTests.examples.map { Array($0.recording.utf8) }
    try FuzzRun(count: 4000).feed("recordings", seeds, words: Self.words) { input, _ in
      try Self.fault(in: input)
    }
  }

  @Test func `mutated flows of mitmproxy are read or refused`() throws {
    let message = FlowValue.list([
      .number(1), .bool(true), .bytes([104, 105]), .point(20), .bool(false), .bool(false),
    ])
    let seeds = [
      FlowValue.flow(headers: [("Host", "y.test")], response: .response(content: .bytes([0, 10]))),
      FlowValue.flow(
        response: .response(status: 101, content: .bytes([])),
        webSocket: .map([("messages", .list([message])), ("close_code", .number(1000))]))
        + FlowValue.flow(error: .map([("msg", .text("gone"))])),
    ]
    try FuzzRun(count: 4000).feed("flows", seeds, words: Self.words) { input, _ in
      try Self.fault(in: input)
    }
  }
}
