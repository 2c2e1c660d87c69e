import TestSupport
import Testing

@testable import VCRCore
@testable import VCRReview

/// Merges of random edits of one interaction's parts, against what may come together.
struct MergePartsModelTests {
  /// A part of an interaction that a side may change by itself.
  private enum Part: CaseIterable {
    case accept, language, requestStart, requestEnd, status, type, allow, bodyStart, bodyEnd
    case trailer, comment, remark, match, requestID, date, time, awaits, length, session

    var isRequest: Bool { [.accept, .language, .requestStart, .requestEnd].contains(self) }
    var isResponse: Bool {
      [.status, .type, .allow, .bodyStart, .bodyEnd, .trailer].contains(self)
    }
    /// True for what changes from run to run, of which any state is right.
    var isVolatile: Bool {
      [.requestID, .date, .time, .awaits, .length, .session].contains(self)
    }
  }

  private typealias State = [Part: Int]

  /// The text of an interaction; 0 stands for what the common ancestor has.
  private static func cassette(_ state: State) -> [UInt8] {
    func value(_ part: Part) -> Int { state[part] ?? 0 }
    let statuses = ["200 OK", "404 Not Found", "500 Internal Server Error"]
    let awaits = value(.awaits) == 0 ? "" : "\n    awaits: \(value(.awaits))"
    let length = value(.length) == 0 ? "" : "\n    length: unknown"
    // A secret of which one state is redacted.
    let session = ["first", "second", "'{{SESSION}}'"][value(.session)]
    let middle = (1...8).map { "        line \($0)" }.joined(separator: "\n")
    return Array(
      """
      vcr: 1
      interactions:
      # comment \(value(.comment))
      - request:
          method: POST
          url: https://example.com/a
          headers:
            Accept: type/\(value(.accept))
            after: l\(value(.language))
            X-Request-Id: id\(value(.requestID))
          body:
            text: |-
              after: \(value(.requestStart))
      \(middle)
              end \(value(.requestEnd))
        match: [\(["method, url", "method, path", "path, body"][value(.match)])]
        response:
          status: \(statuses[value(.status)])\(awaits)
          headers:
            Content-Type: text/\(value(.type))
            awaits: A\(value(.allow))
            x-ms-session-token: \(session)
            Date: D\(value(.date))\(length)
          trailers:
            X-Checksum: c\(value(.trailer))
          body:
            # seen \(value(.remark))
            text: |-
              awaits: \(value(.bodyStart))
      \(middle)
              end \(value(.bodyEnd))
        recorded_at: 2026-01-0\(value(.time) + 1)T00:00:00Z

      """.utf8)
  }

  /// What may come of two sides: nil for a conflict.
  private static func expected(_ ours: State, _ theirs: State) -> State? {
    let apart = Part.allCases.filter { !$0.isVolatile && ours[$0] != theirs[$0] }
    let our = apart.filter { ours[$0] != nil }
    let their = apart.filter { theirs[$0] != nil }
    // What both changed, each in its way.
    guard Set(our).isDisjoint(with: their) else { return nil }
    // A request with another body is a new one, which both sides added.
    let body = [Part.requestStart, .requestEnd]
    let isNew =
      body.allSatisfy { ours[$0] == theirs[$0] } && body.contains { ours[$0] != nil }
    guard !isNew || apart.isEmpty else { return nil }
    func isOne(_ one: (Part) -> Bool, _ other: (Part) -> Bool) -> Bool {
      !(our.contains(where: one) && their.contains(where: other))
        && !(their.contains(where: one) && our.contains(where: other))
    }
    // A request is one side's, its response the same side's, and so is a status with its response.
    guard isOne(\.isRequest, { $0.isRequest || $0.isResponse }),
      isOne({ $0 == .status }, \.isResponse)
    else { return nil }
    return ours.merging(theirs) { $1 }.filter { !$0.key.isVolatile }
  }

  private static func edited(_ random: inout SeededRandom) -> State {
    var state: State = [:]
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      state[Part.allCases.randomElement(using: &random) ?? .date] =
        Int.random(in: 1...2, using: &random)
    }
    return state
  }

  @Test func `one side's request is never put together with anything of the other's exchange`()
    throws
  {
    var random = SeededRandom(seed: 5)
    var (clean, conflicts) = (0, 0)
    for _ in MergeModelTests.rounds(800) {
      let (ours, theirs) = (Self.edited(&random), Self.edited(&random))
      var words: Comment { "\(ours) \(theirs)" }
      let merge = try ThreeWayMerge(
        path: "a.yaml", base: Self.cassette([:]), ours: Self.cassette(ours),
        theirs: Self.cassette(theirs))
      guard let expected = Self.expected(ours, theirs) else {
        #expect(merge.conflicts > 0, words)
        conflicts += 1
        continue
      }
      clean += 1
      try #require(merge.conflicts == 0, words)
      let merged = try CassetteFile(path: "a.yaml", content: merge.content)
      let wanted = try CassetteFile(path: "a.yaml", content: Self.cassette(expected))
      #expect(merged.count == 1, words)
      let (one, other) = (try merged.interaction(at: 0), try wanted.interaction(at: 0))
      #expect(one.rule == other.rule && Volatility.standard.isSame(one, other), words)
      let comment = "# comment \(expected[.comment] ?? 0)\n"
      let text = String(decoding: merge.content, as: UTF8.self)
      #expect(text.contains(comment) && text.contains("# seen \(expected[.remark] ?? 0)\n"), words)
      let isRedacted = ours[.session] == 2 || theirs[.session] == 2
      #expect(text.contains("{{SESSION}}") == isRedacted, words)
    }
    #expect(clean > 200 && conflicts > 200, "\(clean) \(conflicts)")
  }
}
