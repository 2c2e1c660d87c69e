import Foundation
import TestSupport
import Testing

@testable import VCRCore
@testable import VCRReview

/// Merges in which sides change the URLs and methods of interactions, against what a merge has to
/// be.
struct MergeURLModelTests {
  /// What a version says of an interaction.
  private struct Entry: Equatable {
    var method = "GET"
    var url: String
    var body: String

    /// Methods with one another's exchange differ in the method alone.
    var text: String {
      ThreeWayMergeTests.item(url, body: body).replacing("GET", with: method)
    }
  }

  /// One version of a cassette: its interactions by what they are in the base, in their order.
  private struct Version {
    var order: [String] = []
    var entries: [String: Entry] = [:]

    var cassette: [UInt8] {
      let items = order.compactMap { entries[$0]?.text }
      return Array((ThreeWayMergeTests.heading + items.joined()).utf8)
    }
  }

  /// Makes up to three random edits, at most one of each interaction.
  private static func edited(
    _ base: Version, name: String, _ random: inout SeededRandom
  ) -> Version {
    var side = base
    var free = Set(base.order)
    for number in 0..<Int.random(in: 0...3, using: &random) {
      let place = Int.random(in: 0...side.order.count, using: &random)
      guard let victim = free.sorted().randomElement(using: &random), number < 2 else {
        side.order.insert("\(name)\(number)", at: place)
        side.entries["\(name)\(number)"] = Entry(
          url: "\(name)\(number)", body: "new \(name)\(number)")
        continue
      }
      free.remove(victim)
      // Sometimes both sides make the same change.
      let change = Bool.random(using: &random) ? name : "both"
      switch Int.random(in: 0..<6, using: &random) {
      case 0: side.order.removeAll { $0 == victim }
      case 1: side.entries[victim]?.body = "\(victim) \(change)"
      case 2: side.entries[victim]?.method = change == "both" ? "HEAD" : name.uppercased()
      case 3: side.entries[victim]?.url = "\(victim)?q=\(change)"
      case 4: side.entries[victim]?.url = "\(change)/\(victim)"
      default:
        side.entries[victim]?.url = "\(victim)-\(change)"
        side.entries[victim]?.method = "PATCH"
      }
    }
    return side
  }

  /// What a merge has to hold: each interaction as the one side left it that changed it, or nil
  /// when that is a conflict.
  private static func expected(
    _ base: Version, _ ours: Version, _ theirs: Version
  ) -> [String: Entry]? {
    var merged: [String: Entry] = [:]
    for name in Set(base.order + ours.order + theirs.order) {
      func entry(_ side: Version) -> Entry? {
        side.order.contains(name) ? side.entries[name] : nil
      }
      let (old, our, their) = (entry(base), entry(ours), entry(theirs))
      if our != their, our != old, their != old { return nil }
      merged[name] = our == old ? their : our
    }
    return merged
  }

  @Test func `a URL that both sides changed is one interaction, and a conflict where they differ`()
    throws
  {
    var random = SeededRandom(seed: 17)
    var (clean, conflicts) = (0, 0)
    for _ in MergeModelTests.rounds(500) {
      var base = Version()
      for number in 0..<Int.random(in: 0...5, using: &random) {
        base.order.append("n\(number)")
        base.entries["n\(number)"] = Entry(url: "n\(number)", body: "old n\(number)")
      }
      let ours = Self.edited(base, name: "ours", &random)
      let theirs = Self.edited(base, name: "theirs", &random)
      var words: Comment {
        "\(String(decoding: base.cassette + ours.cassette + theirs.cassette, as: UTF8.self))"
      }
      let merge = try ThreeWayMerge(
        path: "a.yaml", base: base.cassette, ours: ours.cassette, theirs: theirs.cassette)
      guard let expected = Self.expected(base, ours, theirs) else {
        #expect(merge.conflicts > 0, words)
        conflicts += 1
        continue
      }
      clean += 1
      try #require(merge.conflicts == 0, words)
      let file = try CassetteFile(path: "a.yaml", content: merge.content)
      let entries = try (0..<file.count).map { index in
        let interaction = try file.interaction(at: index)
        guard case .response(let response) = interaction.outcome else {
          return Entry(url: "none", body: "none")
        }
        return Entry(
          method: interaction.request.method,
          url: String(interaction.request.url.dropFirst("https://example.com/".count)),
          body: String(decoding: response.body.bytes, as: UTF8.self))
      }
      func sorted(_ entries: some Sequence<Entry>) -> [Entry] {
        entries.sorted { ($0.url, $0.body) < ($1.url, $1.body) }
      }
      #expect(sorted(entries) == sorted(expected.values), words)
    }
    #expect(clean > 125 && conflicts > 75, "\(clean) \(conflicts)")
  }

  @Test(arguments: [
    ("GET https://example.com/b", "GET https://example.com/c"),
    ("GET https://example.com/b", "GET https://example.org/a"),
    ("GET https://example.com/b", "HEAD https://example.com/a"),
    ("GET https://example.com/a?page=1", "GET https://example.com/a?page=2"),
    ("PUT https://example.com/a", "PATCH https://example.com/a"),
  ])
  func `two changes of one URL or method are a conflict of that interaction, also if one moved it`(
    ours: String, theirs: String
  ) throws {
    func side(_ change: String) -> String {
      let words = change.split(separator: " ").map(String.init)
      return ThreeWayMergeTests.item("a", body: "unique").replacing("GET", with: words[0])
        .replacing("https://example.com/a", with: words[1])
    }
    let (first, last) = (ThreeWayMergeTests.item("x"), ThreeWayMergeTests.item("y", body: "y"))
    let base = ThreeWayMergeTests.item("a", body: "unique")
    for order in [[0, 1, 2], [1, 0, 2]] {
      let our = [first, side(ours), last]
      let merge = try ThreeWayMergeTests.merge(
        texts: first + base + last, ours: order.map { our[$0] }.joined(),
        theirs: first + side(theirs) + last)
      let text = String(decoding: merge.content, as: UTF8.self)
      #expect(merge.conflicts == 1, "\(text)")
      for word in (ours + " " + theirs).split(separator: " ") where word.hasPrefix("http") {
        #expect(text.contains("url: \(word)\n"), "\(text)")
      }
      // What one side removed and the other gave another URL is a conflict as well.
      let removed = try ThreeWayMergeTests.merge(
        texts: first + base + last, ours: order.map { our[$0] }.joined(), theirs: first + last)
      #expect(removed.conflicts == 1)
      // One side's change alone is made.
      let alone = try ThreeWayMergeTests.merge(
        texts: first + base + last, ours: first + base + last,
        theirs: order.map { our[$0] }.joined())
      #expect(alone.conflicts == 0)
      #expect(
        String(decoding: alone.content, as: UTF8.self)
          == ThreeWayMergeTests.heading + order.map { our[$0] }.joined())
    }
  }

  @Test(arguments: ["of its own, of its own, of its own", "short", ""])
  func `another URL and another field at once are a change of the interaction`(
    content: String
  ) throws {
    func item(_ url: String = "https://example.com/a", field: String = "", body: String = "")
      -> String
    {
      ThreeWayMergeTests.item("a", body: body + content)
        .replacing("https://example.com/a", with: url)
        .replacing("    status: 200 OK\n", with: "    status: 200 OK\n\(field)")
    }
    let (first, last) = (ThreeWayMergeTests.item("x"), ThreeWayMergeTests.item("y", body: "y"))
    let changed = item("https://example.com/new/a", field: "    x-note: one\n")
    try #require(changed.contains("x-note"))
    for theirs in ["", item(body: "changed, "), item("https://example.com/other")] {
      let merge = try ThreeWayMergeTests.merge(
        texts: first + item() + last, ours: first + changed + last, theirs: first + theirs + last)
      let text = String(decoding: merge.content, as: UTF8.self)
      #expect(merge.conflicts == 1, "\(text)")
      #expect(text.components(separatedBy: "https://example.com/new/a").count == 2, "\(text)")
    }
    let alone = try ThreeWayMergeTests.merge(
      texts: first + item() + last, ours: first + changed + last, theirs: first + item() + last)
    #expect(alone.conflicts == 0)
    #expect(
      String(decoding: alone.content, as: UTF8.self)
        == ThreeWayMergeTests.heading + first + changed + last)
  }
}
