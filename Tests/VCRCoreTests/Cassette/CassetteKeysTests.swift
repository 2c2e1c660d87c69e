import Foundation
import Testing

@testable import VCRCore

/// Every key of every node outlives a re-recording in which its value changes, whatever a person
/// wrote around it.
@Suite struct CassetteKeysTests {
  /// Lines of a mapping that say something, and those that say something else.
  struct Sample: Sendable {
    var old: [String]
    var new: [String]
    /// Other lines of the same mapping that the key needs.
    var beside: [String] = []
    /// Lines of the message that the key needs.
    var message: [String] = []
  }

  /// What stands around a key.
  enum Surroundings: CaseIterable {
    case nothing, comment, unknownKey, both
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var node: CassetteNode
    var key: String
    var surroundings: Surroundings
    var testDescription: String { "\(node).\(key) with \(surroundings)" }
  }

  private static let multipart = ["headers:", "  Content-Type: multipart/mixed; boundary=b"]
  private static let parts = ["multipart:", "- text: one"]

  private static let item: [ItemKey: Sample] = [
    .match: .init(old: ["match: [method]"], new: ["match: [url]"]),
    .times: .init(old: ["times: 2"], new: ["times: any"]),
    .request: .init(old: ["request:", "  url: http://a/"], new: ["request:", "  url: http://b/"]),
    .response: .init(old: ["response:", "  status: 200"], new: ["response:", "  status: 404"]),
    .messages: .init(
      old: ["messages:", "- client: one"], new: ["messages:", "- client: one", "- service: two"],
      beside: ["response:", "  status: 101"]),
    .error: .init(old: ["error:", "  code: timedOut"], new: ["error:", "  code: cancelled"]),
    .left: .init(old: ["left: client"], new: []),
    .seconds: .init(old: ["seconds: 0.1"], new: ["seconds: 0.2"]),
    .recordedAt: .init(
      old: ["recorded_at: 2026-11-20T10:00:00Z"], new: ["recorded_at: 2026-11-21T10:00:00Z"]),
  ]

  private static let request: [RequestKey: Sample] = [
    .method: .init(old: ["method: PUT"], new: ["method: POST"]),
    .url: .init(old: ["url: http://a/"], new: ["url: http://b/"]),
    .http: .init(old: ["http: HTTP/1.0"], new: ["http: HTTP/2"]),
    .headers: .init(old: ["headers:", "  A: one"], new: ["headers:", "  A: two"]),
    .body: .init(old: ["body:", "  text: one"], new: ["body:", "  text: two"]),
    .trailers: .init(old: ["trailers:", "  A: one"], new: ["trailers:", "  A: two"]),
  ]

  private static let response: [ResponseKey: Sample] = [
    .interim: .init(
      old: ["interim:", "- status: 103 Early Hints"], new: ["interim:", "- status: 102"]),
    .status: .init(old: ["status: 200 OK"], new: ["status: 404 Not Found"]),
    .http: .init(old: ["http: HTTP/1.0"], new: ["http: HTTP/2"]),
    .mediaType: .init(old: ["media_type: text/a"], new: ["media_type: text/b"]),
    .textEncoding: .init(old: ["text_encoding: utf-8"], new: ["text_encoding: latin1"]),
    .awaits: .init(old: ["awaits: 1"], new: ["awaits: 2"]),
    .headers: .init(
      old: ["headers:", "  A:", "  - one", "  - latin1: \"\\xE9\""],
      new: ["headers:", "  A:", "  - two", "  - latin1: \"\\xE8\""]),
    .headerOrder: .init(
      old: ["header_order: A B A"], new: ["header_order: B A"],
      beside: ["headers:", "  A: [one, two]", "  B: three"]),
    .length: .init(old: ["length: unknown"], new: []),
    .body: .init(old: ["body:", "  text: one"], new: ["body:", "  text: two"]),
    .trailers: .init(old: ["trailers:", "  A: one"], new: ["trailers:", "  A: two"]),
    .trailerOrder: .init(
      old: ["trailer_order: A B A"], new: ["trailer_order: B A"],
      beside: ["trailers:", "  A: [one, two]", "  B: three"]),
  ]

  private static let interim: [InterimKey: Sample] = [
    .status: .init(old: ["status: 103"], new: ["status: 102"]),
    .headers: .init(
      old: ["headers:", "  Link: one"], new: ["headers:", "  Link: two"], beside: ["status: 103"]),
    .headerOrder: .init(
      old: ["header_order: A B A"], new: ["header_order: B A"],
      beside: ["status: 103", "headers:", "  A: [one, two]", "  B: three"]),
  ]

  private static let message: [MessageKey: Sample] = [
    .after: .init(old: ["after: 0.1"], new: ["after: 0.2"], beside: ["client: one"]),
    .client: .init(old: ["client: one"], new: ["client: two"]),
    .service: .init(old: ["service:", "  base64: AAEC"], new: ["service:", "  base64: AAED"]),
    .close: .init(old: ["close: 1000"], new: ["close: 4000 no"], beside: ["by: client"]),
    .by: .init(old: ["by: client"], new: ["by: service"], beside: ["close: 1000"]),
  ]

  private static let error: [ErrorKey: Sample] = [
    .code: .init(old: ["code: timedOut"], new: ["code: cancelled"]),
    .domain: .init(old: ["domain: One"], new: ["domain: Two"]),
    .number: .init(old: ["number: -1"], new: ["number: -2"]),
    .message: .init(old: ["message: one"], new: ["message: two"]),
    .reset: .init(old: ["reset: connection"], new: ["reset: CANCEL"]),
  ]

  private static let body: [BodyKey: Sample] = [
    .encoding: .init(old: ["encoding: gzip"], new: ["encoding: br"], beside: ["text: one"]),
    .encoded: .init(
      old: ["encoded: level 6"], new: ["encoded: level 9"],
      beside: ["encoding: gzip", "text: one"]),
    .charset: .init(
      old: ["charset: iso-8859-1"], new: ["charset: utf-16le"], beside: ["text: caf\u{E9}"]),
    .boundary: .init(old: ["boundary: one"], new: ["boundary: two"], beside: parts),
    .preamble: .init(
      old: ["preamble: hello"], new: ["preamble: goodbye"], beside: parts, message: multipart),
    .epilogue: .init(
      old: ["epilogue: hello"], new: ["epilogue: goodbye"], beside: parts, message: multipart),
    .json: .init(old: ["json: '{\"a\":1}'"], new: ["json: '{\"a\":2}'"]),
    .jsonSpaced: .init(old: ["json_spaced: '{\"a\":1}'"], new: ["json_spaced: '{\"a\":2}'"]),
    .jsonFolded: .init(
      old: ["json_folded: '{\"a\":\"1\" \"2\"}'"], new: ["json_folded: '{\"a\":\"2\" \"3\"}'"]),
    .jsonSpacedFolded: .init(
      old: ["json_spaced_folded: '{\"a\":\"1\" \"2\"}'"],
      new: ["json_spaced_folded: '{\"a\":\"2\" \"3\"}'"]),
    .form: .init(old: ["form:", "  a: one"], new: ["form:", "  a: two", "  b: three"]),
    .text: .init(old: ["text: one"], new: ["text: two"]),
    .lines: .init(old: ["lines:", "- \"one\\r\\n\""], new: ["lines:", "- \"two\\r\\n\"", "- x"]),
    .spelling: .init(
      old: ["spelling: crlf"], new: ["spelling: unspaced"], beside: ["chunks:", "- data: one"],
      message: ["headers:", "  Content-Type: text/event-stream"]),
    .chunks: .init(
      old: ["chunks:", "- text: one"], new: ["chunks:", "- text: one", "- text: two"]),
    .multipart: .init(
      old: ["multipart:", "- text: one"], new: ["multipart:", "- text: one", "- text: two"],
      message: multipart),
    .base64: .init(old: ["base64: AAEC"], new: ["base64: AAED"]),
    .file: .init(old: ["file: pictures/a.svg"], new: ["file: pictures/b.svg"]),
  ]

  /// The digest of the content of the body that the encoded bytes belong to.
  private static let digest = "of: \(BodyReader.digest(of: Body(Array("one".utf8))))"

  private static let encoded: [EncodedKey: Sample] = [
    .of: .init(old: ["of: another"], new: [digest], beside: ["base64: AAEC"]),
    .base64: .init(old: ["base64: AAEC"], new: ["base64: AAED"], beside: [digest]),
    .file: .init(old: ["file: a/a.gz"], new: ["file: a/b.gz"], beside: [digest]),
  ]

  private static let part: [PartKey: Sample] = [
    .headers: .init(
      old: ["headers:", "  A: one"], new: ["headers:", "  A: two"], beside: ["text: one"])
  ]

  private static let chunk: [ChunkKey: Sample] = [
    .after: .init(old: ["after: 0.1"], new: ["after: 0.2"], beside: ["text: one"]),
    .awaits: .init(old: ["awaits: 1"], new: ["awaits: 2"], beside: ["text: one"]),
    .event: .init(old: ["event: one"], new: ["event: two"], beside: ["data: x"]),
    .id: .init(old: ["id: one"], new: ["id: two"], beside: ["data: x"]),
    .retry: .init(old: ["retry: one"], new: ["retry: two"], beside: ["data: x"]),
    .data: .init(old: ["data: one"], new: ["data: two"], beside: ["event: x"]),
    .comment: .init(old: ["comment: one"], new: ["comment: two"], beside: ["data: x"]),
    .line: .init(old: ["line: one"], new: ["line: two"], beside: ["after: 0.1"]),
    .record: .init(old: ["record: one"], new: ["record: two"], beside: ["after: 0.1"]),
    .message: .init(old: ["message: one"], new: ["message: two"], beside: ["after: 0.1"]),
    .text: .init(old: ["text: one"], new: ["text: two"], beside: ["after: 0.1"]),
    .base64: .init(old: ["base64: AAEC"], new: ["base64: AAED"], beside: ["after: 0.1"]),
  ]

  private static let streamText: [StreamTextKey: Sample] = [
    .json: .init(old: ["json: '{\"a\":1}'"], new: ["json: '{\"a\":2}'"]),
    .jsonSpaced: .init(
      old: ["json_spaced: '{\"a\":1}'"], new: ["json_spaced: '{\"a\":2}'"]),
    .jsonFolded: .init(
      old: ["json_folded: '{\"a\":\"1\" \"2\"}'"], new: ["json_folded: '{\"a\":\"2\" \"3\"}'"]),
    .jsonSpacedFolded: .init(
      old: ["json_spaced_folded: '{\"a\":\"1\" \"2\"}'"],
      new: ["json_spaced_folded: '{\"a\":\"2\" \"3\"}'"]),
    .lines: .init(old: ["lines:", "- one, ", "- two"], new: ["lines:", "- one, ", "- three"]),
  ]

  /// What a part may not have, or what says nothing there.
  private static let notInParts: Set<BodyKey> = [
    .encoding, .encoded, .boundary, .preamble, .epilogue, .spelling, .chunks, .multipart,
  ]

  private static func samples<Key: CassetteKeys>(
    _ samples: [Key: Sample], of keys: [Key] = Key.allCases
  ) throws -> [(key: String, sample: Sample)] {
    try keys.map { key in
      (key.rawValue, try #require(samples[key], "no sample for the key \(key.rawValue)"))
    }
  }

  private static func samples(of node: CassetteNode) throws -> [(key: String, sample: Sample)] {
    switch node {
    case .item: try samples(item)
    case .request: try samples(request)
    case .response: try samples(response)
    case .interim: try samples(interim)
    case .message: try samples(message)
    case .error: try samples(error)
    case .body: try samples(body)
    case .encoded: try samples(encoded)
    case .part:
      try samples(part) + samples(body, of: BodyKey.allCases.filter { !notInParts.contains($0) })
    case .chunk: try samples(chunk)
    case .streamText: try samples(streamText)
    }
  }

  /// An item in which a mapping of some kind has these lines.
  private static func item(_ node: CassetteNode, _ lines: [String], _ sample: Sample) -> String {
    func below(_ key: String, _ lines: [String]) -> [String] { [key + ":"] + indented(lines) }
    /// An element, with its dash before the first line that is no comment.
    func element(_ lines: [String]) -> [String] {
      let first = lines.firstIndex { !$0.hasPrefix("#") } ?? 0
      return lines.enumerated().map { ($0.offset == first ? "- " : "  ") + $0.element }
    }
    let request = below("request", ["url: http://x/"])
    let status = ["status: 200"]
    func response(_ body: [String]) -> [String] {
      request + below("response", status + sample.message + below("body", body))
    }
    let item: [String]
    switch node {
    case .item:
      let others = [("request:", request), ("response:", below("response", status))]
      let has = { (key: String) in lines.contains { $0.hasPrefix(key) } }
      // A comment above the dash would belong to what is above the item.
      item =
        others.filter { !has($0.0) && !($0.0 == "response:" && has("error:")) }.flatMap(\.1)
        + lines
    case .request:
      let url = lines.contains { $0.hasPrefix("url:") } ? [] : ["url: http://x/"]
      item = below("request", lines + url) + below("response", status)
    case .response: item = request + below("response", lines)
    case .interim: item = request + below("response", ["interim:"] + element(lines) + status)
    case .message:
      item = request + below("response", ["status: 101"]) + ["messages:"] + element(lines)
    case .error: item = request + below("error", lines)
    case .body: item = response(lines)
    case .encoded: item = response(["encoding: gzip", "text: one"] + below("encoded", lines))
    case .part:
      item =
        request
        + below(
          "response", status + multipart + below("body", ["multipart:"] + element(lines)))
    case .chunk: item = response(["chunks:"] + element(lines))
    case .streamText: item = response(["chunks:"] + element(below("data", lines)))
    }
    return "vcr: 1\ninteractions:\n" + element(item).map { $0 + "\n" }.joined()
  }

  private static func indented(_ lines: [String]) -> [String] { lines.map { "  " + $0 } }

  private static func file(_ text: String) throws -> CassetteFile {
    try CassetteFile(path: "c.yaml", content: Array(text.utf8)) { Body(Array($0.utf8)) }
  }

  private static let cases: [Case] = CassetteNode.allCases.flatMap { node in
    let keys = (try? samples(of: node).map(\.key)) ?? []
    return keys.flatMap { key in
      Surroundings.allCases.map { Case(node: node, key: key, surroundings: $0) }
    }
  }

  @Test(arguments: CassetteNode.allCases)
  func `every key has a sample, and is known where it stands`(node: CassetteNode) throws {
    let samples = try Self.samples(of: node)
    #expect(!samples.isEmpty)
    for (key, _) in samples { #expect(node.knows(key)) }
    #expect(!node.knows("x-new"))
  }

  @Test(arguments: cases)
  func `a changed value is written so that it reads as it should, and nothing is lost`(
    example: Case
  ) throws {
    let sample = try #require(
      try Self.samples(of: example.node).first { $0.key == example.key }?.sample)
    let hasComment = example.surroundings == .comment || example.surroundings == .both
    let hasUnknown = example.surroundings == .unknownKey || example.surroundings == .both
    func lines(_ value: [String]) -> [String] {
      (hasComment ? ["# by hand"] : []) + value + (hasUnknown ? ["x-new: {kept: [1, 2]}"] : [])
        + sample.beside
    }
    let old = try Self.file(Self.item(example.node, lines(sample.old), sample))
    let new = try Self.file(Self.item(example.node, sample.new + sample.beside, sample))
    let (before, after) = (try old.interaction(at: 0), try new.interaction(at: 0))
    try #require(before != after)

    var files: [SideFile] = []
    let written = try old.text(at: 0, from: before, to: after, files: &files)
    let text = String(decoding: written.bytes, as: UTF8.self)
    let read = try Self.file("vcr: 1\ninteractions:\n" + text)
    #expect(read.count == 1)
    let said = try CassetteFile(path: "c.yaml", content: read.bytes) { [files] reference in
      files.last { $0.reference == reference }?.body ?? Body(Array(reference.utf8))
    }.interaction(at: 0)
    #expect(said.withoutPieces == after.withoutPieces, "\(text)")
    if hasUnknown { #expect(text.contains("x-new:") && text.contains("kept"), "\(text)") }
    if hasComment { #expect(text.contains("# by hand") != written.lostComments, "\(text)") }
  }

  @Test func `the writer has the keys in the order of the tables`() throws {
    let fields: HeaderFields = ["A": "1"]
    let mixed: HeaderFields = ["A": "1", "B": "2", "A": "3"]
    let body = Body(Array("one".utf8), encoding: "gzip")
    var response = Interaction.Response(
      status: 200, reason: "OK", http: "HTTP/2", headers: mixed, body: body, trailers: mixed,
      mediaType: "text/a", textEncoding: "utf-8")
    response.awaits = 1
    response.hasUnknownLength = true
    response.messages = [.init(.client, .text(body), after: 1), .init(.service, .binary(body))]
    response.failure = .init(code: "a", number: 1, message: "b", reset: .connection)
    let interaction = Interaction(
      request: .init(
        url: "http://a/", http: "HTTP/2", headers: fields, body: body, trailers: fields),
      outcome: .response(response.with(interim: [.init(status: 103, headers: fields)])),
      seconds: 1, recordedAt: .init(timeIntervalSince1970: 0),
      rule: .init(match: ["method"], times: 2))
    let tree = try YAMLParser.parse(CassetteWriter().item(interaction))
    func keys(_ node: Int?) throws -> [String] {
      tree.children(try #require(node)).map { tree.string($0) }
    }
    #expect(
      try keys(1) == ItemKey.allCases.filter { $0 != .left }.map(\.rawValue))
    #expect(try keys(tree.value(ItemKey.error, in: 1)) == ErrorKey.allCases.map(\.rawValue))
    #expect(
      try keys(tree.value(ItemKey.request, in: 1)) == RequestKey.allCases.map(\.rawValue))
    #expect(
      try keys(tree.value(ItemKey.response, in: 1)) == ResponseKey.allCases.map(\.rawValue))
  }
}

extension Interaction.Response {
  /// The response with interim responses before it.
  fileprivate func with(interim: [Interaction.Interim]) -> Self {
    var response = self
    response.interim = interim
    return response
  }
}
