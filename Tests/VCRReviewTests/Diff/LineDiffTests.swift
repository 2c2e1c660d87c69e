import TestSupport
import Testing

@testable import VCRCore
@testable import VCRReview

/// Changes of texts as hunks.
struct LineDiffTests {
  /// The new text that hunks make of the old one; nil when a hunk does not fit.
  private func applied(_ hunks: [TextHunk], to old: [String]) -> [String]? {
    var new: [String] = []
    var place = 0
    for hunk in hunks {
      guard hunk.oldStart - 1 >= place, hunk.oldStart - 1 <= old.count else { return nil }
      new += old[place..<hunk.oldStart - 1]
      place = hunk.oldStart - 1
      guard hunk.newStart == new.count + 1 else { return nil }
      for line in hunk.lines {
        switch line {
        case .same(let text), .removed(let text):
          guard place < old.count, old[place] == text else { return nil }
          place += 1
          if case .same = line { new.append(text) }
        case .added(let text): new.append(text)
        }
      }
    }
    return new + old[place...]
  }

  @Test func `a line end that all lines have is not shown`() {
    let old = Array("a,1\r\nb,2\r\nc,3\r\n".utf8)
    let new = Array("a,1\r\nb,9\r\nc,3\r\n".utf8)
    #expect(
      LineDiff(old, new, .usual).hunks.flatMap(\.lines) == [
        .same("a,1"), .removed("b,2"), .added("b,9"), .same("c,3"),
      ])
    let mixed = Array("a,1\r\nb,2\nc,3\r\n".utf8)
    #expect(
      LineDiff(old, mixed, .usual).hunks.flatMap(\.lines).contains(.removed(#"b,2\u{D}"#)))
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func `hunks applied to the old text give the new one`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<60 {
      let old = (0..<random.below(40)).map { _ in random.pick(["a", "b", "c", "{", "}", "é", " x"])
      }
      var new = old
      for _ in 0..<random.below(5) {
        let place = random.below(new.count + 1)
        if random.one(in: 2) {
          new.insert(random.pick(["a", "n", "é"]), at: place)
        } else {
          new.removeSubrange(place..<min(new.count, place + random.below(6)))
        }
      }
      let text = { (lines: [String]) in Array(lines.map { $0 + "\n" }.joined().utf8) }
      let hunks = LineDiff(text(old), text(new), .usual).hunks
      #expect(applied(hunks, to: old) == new, "\(old) \(new)")
      #expect(hunks.isEmpty == (old == new))
      for hunk in hunks {
        // Three lines around a change, and no more.
        let same = { (line: TextHunk.Line) in if case .same = line { true } else { false } }
        #expect(hunk.lines.prefix(while: same).count <= 3)
        #expect(hunk.lines.reversed().prefix(while: same).count <= 3)
        #expect(!hunk.lines.allSatisfy(same))
      }
    }
  }

  @Test func `what looks the same and is not is shown with the numbers of its characters`() throws {
    let hunks = LineDiff(Array("\u{E9}\n".utf8), Array("e\u{301}\n".utf8), .usual).hunks
    let lines = try #require(hunks.first?.lines)
    #expect(lines.count == 2)
    guard case .removed(let old) = lines[0], case .added(let new) = lines[1] else {
      Issue.record("\(lines)")
      return
    }
    #expect(old != new)
    #expect((old + new).allSatisfy { $0.isASCII })
  }

  @Test func `the change in a very long line is shown, not its beginning`() throws {
    let start = String(repeating: "x", count: 5000)
    let hunks = LineDiff(Array((start + "OLD").utf8), Array((start + "NEW").utf8), .usual).hunks
    let lines = try #require(hunks.first?.lines)
    #expect(lines.count == 5)
    guard case .removed(let old) = lines[3], case .added(let new) = lines[4] else {
      Issue.record("\(lines)")
      return
    }
    #expect(old.hasSuffix("OLD") && old.count < 250)
    #expect(new.hasSuffix("NEW") && new.count < 250)
  }

  @Test func `of very many changed lines some are shown and the others counted`() throws {
    let text = { (word: String) in Array((0..<5000).map { "\(word) \($0)\n" }.joined().utf8) }
    let lines = LineDiff(text("old"), text("new"), .usual).hunks.flatMap(\.lines)
    #expect(lines.count < 900)
    #expect(lines.contains(.removed("… 4600 more lines")))
    #expect(lines.contains(.added("… 4600 more lines")))
  }

  @Test func `no control character of a text reaches the reader`() {
    let old = Array("a\u{1B}[2J\u{0}\u{9B}\r\n".utf8)
    let new = Array("b\u{7F}\n".utf8) + [0xFF, 0x1B]
    let texts = LineDiff(old, new, .usual).hunks.flatMap(\.lines).map { line in
      switch line {
      case .same(let text), .removed(let text), .added(let text): text
      }
    }
    #expect(texts.contains { $0.contains("[2J") } && texts.contains { $0.hasPrefix("b") })
    for text in texts { #expect(isPlain(text), "\(text)") }
  }

  private func isPlain(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
  }

  @Test(arguments: 0..<6 as Range<UInt64>)
  func `the pieces of lines are the text but for its line feeds`(seed: UInt64) {
    var generator = InteractionGenerator(seed: seed)
    for _ in 0..<40 {
      let text = generator.bytes() + generator.bytes()
      var joined: [UInt8] = []
      for piece in LinePieces.lines(of: text) {
        joined += piece.text
        if !piece.isContinued { joined.append(0x0A) }
        #expect(!piece.text.contains(0x0A))
      }
      #expect(joined == text || joined == text + [0x0A])
    }
    let long = Array((String(repeating: "ab,", count: 200) + "\nx,y").utf8)
    let pieces = LinePieces.lines(of: long)
    #expect(pieces.count == 201)
    #expect(pieces.map(\.isContinued).filter { $0 }.count == 199)
  }

  @Test(arguments: 0..<6 as Range<UInt64>)
  func `pieces of text share a room, and none has what another needs`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<100 {
      let lists = (0..<random.below(6)).map { _ in
        (0..<random.below(5)).map { _ in 1 + random.below(30) }
      }
      let room = random.below(200)
      var shares = SpaceShares(room)
      let chosen = shares.choose(lists)
      let taken = zip(lists, chosen).map { list, places in places.reduce(0) { $0 + list[$1] } }
      #expect(chosen.map { $0.sorted() } == chosen)
      #expect(shares.room == room - taken.reduce(0, +))
      #expect(shares.room >= 0)
      // What was left out does not fit into what is left.
      for (list, places) in zip(lists, chosen) {
        for place in list.indices where !places.contains(place) {
          #expect(list[place] > shares.room)
        }
      }
      // A list whose need is within its equal share is whole.
      for (list, places) in zip(lists, chosen)
      where list.reduce(0, +) <= room / max(1, lists.count { !$0.isEmpty }) {
        #expect(places.count == list.count)
      }
    }
    var none = SpaceShares(-5)
    #expect(none.room == 0)
    let taken = (none.take(0), none.take(1))
    #expect(taken == (true, false))
  }
}
