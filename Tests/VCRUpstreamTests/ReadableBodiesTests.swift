import Foundation
import TestSupport
import Testing

@testable import VCRCore
@testable import VCRReview
@testable import VCRUpstream

/// The bodies of real recordings in a cassette.
struct ReadableBodiesTests {
  /// A body in the form of a cassette.
  private struct Shown {
    var form = ""
    /// The lines that are too long although they could be split.
    var wide: [String] = []
  }

  @Test(.enabled(if: CorpusLocation.isConfigured, "VCR_CORPUS is not set"))
  func `the textual bodies of the corpus can be read, and no line is too wide`() throws {
    let folder = try CorpusLocation.folder()
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
    var counts: [String: Int] = [:]
    var exceptions: [String] = []
    var wide: [String] = []
    var seen: Set<[UInt8]> = []
    for name in names {
      guard let recording = try? ForeignCassette(path: folder.appending(path: name).path) else {
        continue
      }
      for (index, interaction) in recording.interactions.enumerated() {
        for message in Self.messages(interaction) where Self.isTextual(message) {
          guard seen.insert(message.response.body.bytes).inserted else { continue }
          let shown = try Self.shown(message)
          counts[shown.form, default: 0] += 1
          let place = "\(name) #\(index + 1)"
          if ["base64", "file", ""].contains(shown.form) {
            exceptions.append("\(place): \(shown.form) \(message.type ?? "no type")")
          }
          wide += shown.wide.map { "\(place) \(shown.form): \($0.prefix(120))" }
        }
      }
    }
    let total = counts.values.reduce(0, +)
    if let path = ProcessInfo.processInfo.environment["VCR_READABLE_REPORT"] {
      let report = ["\(counts) of \(total)"] + exceptions + ["wide: \(wide.count)"] + wide
      try report.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
    }
    try #require(total > 200)
    #expect(exceptions.count * 20 <= total, "\(exceptions.joined(separator: "\n"))")
    #expect(wide.isEmpty, "\(wide.prefix(20).joined(separator: "\n"))")
  }

  private struct Message {
    var response: Interaction.Response
    var type: String? { response.headers["content-type"] }
  }

  private static func messages(_ interaction: Interaction) -> [Message] {
    let request = ExchangeRecording.decoding(interaction.request)
    var messages = [
      Message(response: .init(status: 200, headers: request.headers, body: request.body))
    ]
    if case .response(let response) = interaction.outcome {
      messages.append(Message(response: ExchangeRecording.decoding(response)))
    }
    return messages
  }

  /// True for text, by its bytes or by its media type.
  private static func isTextual(_ message: Message) -> Bool {
    let bytes = message.response.body.bytes
    guard !bytes.isEmpty else { return false }
    if String(validating: bytes, as: UTF8.self) != nil {
      return bytes.count { $0 < 0x20 && $0 != 9 && $0 != 10 && $0 != 13 } * 10 <= bytes.count
    }
    return message.type.map { MediaType($0).isText || MediaType($0).isMultipart } ?? false
  }

  private static func shown(_ message: Message) throws -> Shown {
    var response = message.response
    response.body.encoding = nil
    let interaction = Interaction(
      request: .init(url: "https://a.example/"), outcome: .response(response))
    let item = CassetteWriter(sideFolder: "a.yaml.files")
    var files: [SideFile] = []
    let text = item.item(interaction, files: &files)
    let kept = files
    let file = try CassetteFile(
      path: "a.yaml", content: CassetteWriter.prologue + text,
      sideFile: { reference in kept.first { $0.reference == reference }?.body ?? [] })
    let read = try #require(file.interaction(at: 0).response)
    #expect(read.body.bytes == response.body.bytes)
    let lines = String(decoding: text, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let body = try #require(lines.lastIndex(of: "    body:"))
    var shown = Shown()
    for line in lines[(body + 1)...] {
      if shown.form.isEmpty {
        let key = String(line.drop { $0 == " " }.prefix { $0 != ":" })
        if ["preamble", "epilogue", "charset"].contains(key) { continue }
        shown.form = key
        continue
      }
      guard line.unicodeScalars.count > 200, canBeCut(line, shown.form, response.body.bytes) else {
        continue
      }
      shown.wide.append(line)
    }
    return shown
  }

  /// True when a long line has a character after which it can be split.
  private static func canBeCut(_ line: String, _ form: String, _ body: [UInt8]) -> Bool {
    switch form {
    // A line of one token is not split.
    case "json", "json_spaced", "form": return false
    default: break
    }
    let content = line.drop { $0 == " " || $0 == "-" }
    if JSONScanner.layout(of: body) != nil {
      // A member with a long string is not split, as the rest of the line is short.
      return !content.split(separator: "\\\"").contains { $0.count > 100 }
        && !content.split(separator: "\"").contains { $0.count > 100 }
    }
    let cuts = Set(" ;,{}>&|\t")
    return content.dropFirst().dropLast(3).contains { cuts.contains($0) }
  }
}
