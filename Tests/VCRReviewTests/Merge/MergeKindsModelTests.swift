import TestSupport
import Testing

@testable import VCRCore
@testable import VCRReview

/// Merges of random edits of interactions of many kinds, of which each value occurs once.
struct MergeKindsModelTests {
  /// An interaction as its values by their places.
  ///
  /// Those of the request begin with `q`, those of the response with `p`, and `ps` is its status;
  /// others belong to neither.
  private struct Entry {
    var name: String
    var kind: Int
    var values: [String: String]

    /// The places of each kind: a text, a WebSocket, a stream, fields that repeat, a form, a body
    /// in a file beside the cassette, a call of gRPC, a WebSocket as a person writes it, and fields
    /// of other names.
    static let places = [
      ["p0", "p1", "inside"], ["q0", "p0", "q1", "p1"], ["p0", "p1", "p2"], ["p0", "p1", "behind"],
      ["q0", "q1", "p0", "deep"], ["p0"], ["p0", "p1", "ps"], ["q0", "p0", "q1", "p1"],
      ["p0", "p1", "between", "foot"],
    ]

    var text: String {
      func value(_ place: String) -> String { values[place] ?? "" }
      func line(_ start: String, _ place: String) -> String {
        values[place].map { start + $0 + "\n" } ?? ""
      }
      let body = "    body:\n"
      let middle = (1...4).map { "        same \($0)\n" }.joined()
      let content: String =
        switch kind {
        case 0:
          body + line("      # ", "inside") + "      text: |\n        \(value("p0"))\n\(middle)"
            + "        \(value("p1"))\n"
        case 1:
          "  messages:\n  - client: \(value("q0"))\n  - after: 0.1\n    service: \(value("p0"))\n"
            + "  - after: 0.2\n    client: \(value("q1"))\n  - service: \(value("p1"))\n"
        case 2:
          body + "      chunks:\n"
            + ["p0", "p1", "p2"].map { "      - text: |+\n          data: \(value($0))\n\n" }
            .joined()
        case 3:
          "      Link:\n      - <\(value("p0"))>\n      - <same>\n      - <\(value("p1"))>\n"
            + "  seconds: 0.5" + line(" # ", "behind").trimmed + "\n"
        case 4:
          body + line("      mine: ", "deep") + "      text: |\n\(middle)"
            + "        \(value("p0"))\n"
        case 6:
          body + "      text: |\n        awaits: \(value("p0"))\n\(middle)        \(value("p1"))\n"
            + "    trailers:\n      grpc-status: \(value("ps"))\n"
        case 7:
          "  messages:\n  - {client: \(value("q0"))}\n  - {after: 0.1, service: \(value("p0"))}\n"
            + "  - service: same\n  - {client: \(value("q1")), after: 0.2}\n"
            + "  - {service: \(value("p1"))}\n"
        case 8:
          "    trailers:\n      X-\(value("p0")): v\n" + line("      # ", "between")
            + "      X-\(value("p1")): v\n" + line("  # ", "foot")
        default: body + "      file: c.yaml.files/\(value("p0")).txt\n"
        }
      let form =
        kind == 4
        ? "    body:\n      text: |\n        after: \(value("q0"))\n\(middle)        \(value("q1"))\n"
        : ""
      return line("# ", "note") + "- request:\n    method: \(kind == 4 ? "POST" : "GET")\n"
        + "    url: http://a.test/\(name)\n    headers:\n      after: x/\(value("qh"))\n" + form
        + line("    mine: ", "key") + "  response:\n"
        + "    status: \([1, 7].contains(kind) ? "101 Switching Protocols" : "200 OK")\n"
        + "    headers:\n      awaits: \(value("ph"))\n" + content
    }
  }

  private struct Side {
    var entries: [Entry] = []
    /// The places that were edited, with the names of their interactions.
    var edits: [String: Set<String>] = [:]
    var cassette: [UInt8] { Array(("vcr: 1\ninteractions:\n" + entries.map(\.text).joined()).utf8) }
  }

  /// The next value, which occurs nowhere else.
  private static func token(_ count: inout Int) -> String {
    count += 1
    return "T\(count)q"
  }

  private static func entry(
    _ name: String, _ count: inout Int, _ random: inout SeededRandom
  ) -> Entry {
    let kind = Int.random(in: 0..<Entry.places.count, using: &random)
    var values: [String: String] = [:]
    for place in ["note", "qh", "ph", "key"] + Entry.places[kind] { values[place] = token(&count) }
    return Entry(name: name, kind: kind, values: values)
  }

  private static func edited(
    _ base: Side, _ name: String, _ count: inout Int, _ random: inout SeededRandom
  ) -> Side {
    var side = base
    for number in 0..<Int.random(in: 0...4, using: &random) {
      let victim = side.entries.indices.randomElement(using: &random)
      switch (Int.random(in: 0..<8, using: &random), victim) {
      case (0, _), (_, nil):
        let place = Int.random(in: 0...side.entries.count, using: &random)
        side.entries.insert(entry("\(name)\(number)", &count, &random), at: place)
      case (1, let victim?):
        side.edits[side.entries.remove(at: victim).name, default: []].insert("all")
      case (_, let victim?):
        let places = side.entries[victim].values.keys.sorted()
        guard let place = places.randomElement(using: &random) else { continue }
        let remarks = ["note", "key", "inside", "behind", "deep", "between", "foot"]
        let isRemark = remarks.contains(place)
        let isGone = isRemark && Bool.random(using: &random)
        side.entries[victim].values[place] = isGone ? nil : token(&count)
        side.edits[side.entries[victim].name, default: []].insert(place)
      }
    }
    return side
  }

  private static func tokens(_ text: [UInt8]) -> [String] {
    text.text.matches(of: /T\d+q/).map { String($0.output) }
  }

  @Test func `a merge of interactions of any kind keeps each value once, and mixes no exchange`()
    throws
  {
    var random = SeededRandom(seed: 11)
    var (clean, conflicts, count) = (0, 0, 0)
    for _ in MergeModelTests.rounds(600) {
      var base = Side()
      for number in 0..<Int.random(in: 0...4, using: &random) {
        base.entries.append(Self.entry("n\(number)", &count, &random))
      }
      let ours = Self.edited(base, "ours", &count, &random)
      let theirs = Self.edited(base, "theirs", &count, &random)
      var words: Comment {
        "\(base.cassette.text) \(ours.cassette.text) \(theirs.cassette.text)"
      }
      let merge = try ThreeWayMerge(
        path: "c.yaml", base: base.cassette, ours: ours.cassette, theirs: theirs.cassette)
      let (old, our, their) = (
        Set(Self.tokens(base.cassette)), Set(Self.tokens(ours.cassette)),
        Set(Self.tokens(theirs.cassette))
      )
      let wanted = our.intersection(their).union(our.subtracting(old)).union(
        their.subtracting(old))
      let merged = Self.tokens(merge.content)
      let both = Set(ours.edits.keys).intersection(theirs.edits.keys)
      guard merge.conflicts == 0 else {
        conflicts += 1
        #expect(wanted.isSubset(of: Set(merged)), words)
        // What the sides did in different interactions always comes together.
        #expect(!both.isEmpty, words)
        continue
      }
      clean += 1
      #expect(Set(merged) == wanted && merged.count == wanted.count, words)
      for name in both {
        let (one, other) = (ours.edits[name] ?? [], theirs.edits[name] ?? [])
        guard !one.contains("all"), !other.contains("all") else { continue }
        func has(_ edits: Set<String>, _ start: String) -> Bool {
          edits.contains { $0.hasPrefix(start) }
        }
        #expect(!(has(one, "q") && (has(other, "q") || has(other, "p"))), words)
        #expect(!(has(other, "q") && has(one, "p")), words)
        #expect(!(has(one, "ps") && has(other, "p") || has(other, "ps") && has(one, "p")), words)
      }
    }
    #expect(clean > 200 && conflicts > 60, "\(clean) \(conflicts)")
  }
}

extension String {
  /// The text without its line end.
  fileprivate var trimmed: String { last == "\n" ? String(dropLast()) : self }
}

extension [UInt8] {
  fileprivate var text: String { String(decoding: self, as: UTF8.self) }
}
