import Foundation
import TestSupport
import Testing

@testable import VCRCore

/// A run merged into a cassette that a person wrote or edited: what they added stays.
struct HandWrittenMergeTests {
  private static let cassette = """
    # Written by hand.
    vcr: 1
    x-team: payments
    interactions:
    # The first of all.
    - request:
        method: GET
        # Why the slash is there.
        url: https://api.example.com/a   # the list
        x-note: asked once
        headers:
          Accept: '*/*'   # anything
      response:
        status: 200
        x-why: it was so
        headers:
          # What it is.
          Content-Type: application/json
          X-Old: "1"
        body:
          x-form: kept
          # A number.
          json: |-
            {
              "n": 1
            }
      x-item: 7
    # This is about the second.
    - request:
        method: GET
        url: https://api.example.com/b
      response:
        status: 200 OK
        headers:
          Content-Type: text/plain
        body:
          text: b
    # end comment

    """

  private func exchange(
    _ path: String, status: Int = 200, reason: String? = nil, sending: HeaderFields = [:],
    headers: HeaderFields, _ body: Body, encoding: String? = nil
  ) -> Interaction {
    var body = body
    body.encoding = encoding
    return Interaction(
      request: .init(url: "https://api.example.com\(path)", headers: sending),
      outcome: .response(.init(status: status, reason: reason, headers: headers, body: body)),
      seconds: 0.5, recordedAt: Date(timeIntervalSince1970: 1_780_000_000))
  }

  private func first(
    status: Int = 200, reason: String? = nil, sending: HeaderFields = ["Accept": "*/*"],
    headers: HeaderFields = ["Content-Type": "application/json", "X-Old": "1"],
    _ body: String = #"{"n":1}"#, encoding: String? = nil
  ) -> Interaction {
    exchange(
      "/a", status: status, reason: reason, sending: sending, headers: headers,
      Body(Array(body.utf8)), encoding: encoding)
  }

  private func second(
    _ headers: HeaderFields = ["Content-Type": "text/plain"], _ body: String = "b"
  )
    -> Interaction
  {
    exchange("/b", reason: "OK", headers: headers, Body(Array(body.utf8)))
  }

  private func third(_ path: String = "/c") -> Interaction {
    exchange(path, headers: ["Content-Type": "text/plain"], Body(Array("c".utf8)))
  }

  private func merge(_ new: [Interaction], into old: String) throws -> CassetteContent {
    let recorded = new.reduce(into: CassetteWriter.prologue) { $0 += CassetteWriter().item($1) }
    let merge = try CassetteMerge(
      CassetteFile(path: "c.yaml", content: recorded),
      into: CassetteFile(path: "c.yaml", content: Array(old.utf8)), equivalence: .standard,
      strategy: .replacing)
    let content = try merge.content()
    let read = try CassetteFile(path: "c.yaml", content: content.bytes)
    #expect(read.count == new.count)
    for (index, interaction) in new.enumerated() {
      #expect(try Volatility.standard.isSame(read.interaction(at: index), interaction))
    }
    return content
  }

  private func merged(_ new: [Interaction], into old: String = cassette) throws -> String {
    String(decoding: try merge(new, into: old).bytes, as: UTF8.self)
  }

  /// The lines that a diff of two texts would show, as `-old` and `+new`.
  private func diff(_ new: String, from old: String = cassette) -> [String] {
    let (old, new) = (old.components(separatedBy: "\n"), new.components(separatedBy: "\n"))
    return new.difference(from: old).map { change in
      switch change {
      case .remove(_, let line, _): "-" + line.trimmingCharacters(in: .whitespaces)
      case .insert(_, let line, _): "+" + line.trimmingCharacters(in: .whitespaces)
      }
    }.sorted()
  }

  // MARK: - One item

  @Test func `a header that comes adds its line, and comments and unknown keys stay`() throws {
    let new = first(
      sending: ["Accept": "*/*", "X-Client": "2"],
      headers: ["Content-Type": "application/json", "X-New": "1", "X-Old": "1"])
    #expect(try diff(merged([new, second()])) == ["+X-Client: '2'", "+X-New: '1'"])
  }

  @Test func `a header that a recording would leave out stays where a person wrote it`() throws {
    let old = Self.cassette.replacing(
      "      X-Old:", with: "      Content-Length: 3\n      Date: today\n      X-Old:")
    let new = first(headers: ["Content-Type": "application/json", "X-New": "1", "X-Old": "1"])
    let text = try merged([new, second()], into: old)
    #expect(diff(text, from: old).filter { !$0.contains("Content-Length") } == ["+X-New: '1'"])
  }

  @Test func `a header that goes takes its line alone`() throws {
    let new = first(headers: ["Content-Type": "application/json"])
    #expect(try diff(merged([new, second()])) == [#"-X-Old: "1""#])
  }

  @Test func `a section comes and goes as a whole`() throws {
    let gone = first(sending: [:], headers: [:])
    #expect(
      try diff(merged([gone, second()])) == [
        "-# What it is.", "-Accept: '*/*'   # anything", "-Content-Type: application/json",
        #"-X-Old: "1""#, "-headers:", "-headers:",
      ])
    var new = second()
    new.request.headers = ["Accept": "text/plain"]
    #expect(try diff(merged([first(), new])) == ["+Accept: text/plain", "+headers:"])
  }

  @Test func `a header that comes to repeat becomes a list in its place`() throws {
    let new = first(headers: ["Content-Type": "application/json", "X-Old": "1", "X-Old": "2"])
    #expect(
      try diff(merged([new, second()])) == [
        "+- '1'", "+- '2'", "+X-Old:", #"-X-Old: "1""#,
      ])
  }

  @Test func `status, coding and a body in another form change their lines alone`() throws {
    let new = first(status: 404, reason: "Not Found", "plain", encoding: "gzip")
    #expect(
      try diff(merged([new, second()])) == [
        "+encoding: gzip", "+plain", "+status: 404 Not Found", "+text: |-", "-\"n\": 1",
        "-json: |-",
        "-status: 200", "-{", "-}",
      ])
  }

  @Test func `a body that is empty now leaves its unknown keys`() throws {
    let text = try merged([first(""), second()])
    #expect(
      diff(text) == ["+text: ''", "-\"n\": 1", "-json: |-", "-{", "-}"])
    #expect(try !merged([first(), second(["Content-Type": "text/plain"], "")]).contains("text: b"))
  }

  @Test func `an item in flow style keeps its unknown keys, and it is said that comments went`()
    throws
  {
    let old = """
      vcr: 1
      interactions:
      - request: {method: GET, url: 'https://api.example.com/a', x-note: [1, !!str 2]}  # once
        response: {status: 200, x-why: {b: c}, body: {text: old, x-form: 1}}
        x-item: 7

      """
    let content = try merge([first(sending: [:], headers: ["X-New": "1"], "new")], into: old)
    let text = String(decoding: content.bytes, as: UTF8.self)
    for key in [
      "    x-note:\n    - 1\n    - !!str 2\n",
      "\n      x-form: 1\n    x-why:\n      b: c\n  x-item: 7",
    ] {
      #expect(text.contains(key), "\(text)")
    }
    #expect(content.lostComments)
  }

  // MARK: - Between items

  @Test func `a comment in column 1 stays above the item it is about`() throws {
    let text = try merged([first(headers: ["X-New": "1"]), second(["X-New": "1"])])
    #expect(text.contains("  x-item: 7\n# This is about the second.\n- request:"), "\(text)")
    #expect(text.hasSuffix("    body:\n      text: b\n# end comment\n"), "\(text)")
    let added = try merged([first(), third("/1"), second(), third("/2")])
    #expect(
      added.contains("  recorded_at: 2026-05-28T20:26:40Z\n# This is about"))
    #expect(added.hasSuffix("recorded_at: 2026-05-28T20:26:40Z\n# end comment\n"), "\(added)")
    #expect(diff(added).allSatisfy { $0.hasPrefix("+") })
  }

  @Test func `comments stay when an item in the writer's own form changes or goes`() throws {
    let own = [first(), second()].map { String(decoding: CassetteWriter().item($0), as: UTF8.self) }
    let old = "vcr: 1\ninteractions:\n\(own[0])# about b\n\(own[1])\n# end"
    let changed = try merged([first(headers: ["X-New": "1"]), second(["X-New": "1"])], into: old)
    #expect(changed.contains("\n# about b\n- request:"), "\(changed)")
    #expect(changed.hasSuffix("\n\n# end\n"), "\(changed)")
    let gone = try merged([second()], into: old)
    #expect(gone == "vcr: 1\ninteractions:\n# about b\n\(own[1])\n# end\n", "\(gone)")
  }

  // MARK: - Layouts

  @Test func `line ends stay what they were, of what comes too`() throws {
    let old = Self.cassette.replacing("\n", with: "\r\n")
    #expect(try merged([first(), second()], into: old) == old)
    let new = [first(headers: ["X-New": "1"]), second(), third()]
    let text = try merged(new, into: old)
    #expect(text.replacing("\r\n", with: "\n") == (try merged(new)))
    #expect(!text.replacing("\r\n", with: "").contains { $0 == "\n" || $0 == "\r" })
  }

  @Test(arguments: ["", "\r"])
  func `an indented list stays indented, with what comes`(end: String) throws {
    let lines = Self.cassette.replacing("    # The first of all", with: "# The first of all")
      .components(separatedBy: "\n")
    let heading = try #require(lines.firstIndex(of: "interactions:"))
    func indented(_ lines: [String]) -> String {
      lines.enumerated().map {
        ($0.offset > heading && !$0.element.isEmpty ? "  " : "") + $0.element
      }.joined(separator: end + "\n")
    }
    let old = indented(lines)
    #expect(try CassetteFile(path: "c.yaml", content: Array(old.utf8)).range(ofItem: 0) == nil)
    for new in [[first(), second(), third()], [second()], [first("2"), third(), second()]] {
      let plain = try merged(new)
      #expect(try merged(new, into: old) == indented(plain.components(separatedBy: "\n")))
    }
  }

  @Test func `a comment on the line of interactions costs nothing`() throws {
    let old = Self.cassette.replacing("interactions:\n", with: "interactions:  # all of them\n")
    let text = try merged([first(), second(), third()], into: old)
    #expect(diff(text, from: old).allSatisfy { $0.hasPrefix("+") })
  }

  @Test func `a file in flow style is put into the cassette's own layout, which is said`() throws {
    let old = """
      {vcr: 1, interactions: [ # all
        {request: {url: 'https://api.example.com/b'}, response: {status: 200, body: {text: b}}}]}
      """
    #expect(try !merge([second([:], "2")], into: old).isReformatted)
    let content = try merge([second([:]), third()], into: old)
    #expect(content.isReformatted)
  }
}
