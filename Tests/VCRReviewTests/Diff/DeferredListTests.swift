import Foundation
import Testing

@testable import VCRReview

/// How a long list of a page is divided, and that without scripts all of it is there.
struct DeferredListTests {
  /// A list of sections with as many entries.
  private static func html(_ counts: [Int], entry: String = "<b>e</b>\n") -> String {
    var list = DeferredList()
    for (index, count) in counts.enumerated() {
      list.begin(.init(start: "<s\(index)>\n", again: "<again\(index)>\n", end: "</s\(index)>\n"))
      for _ in 0..<count { list.append(height: 10) { $0 += entry } }
      list.end(with: "<i>last</i>\n")
    }
    return list.html()
  }

  private static func count(_ words: String, in text: String) -> Int {
    text.components(separatedBy: words).count - 1
  }

  @Test func `a short list is there as it is`() {
    let html = Self.html([2])
    #expect(html == "<s0>\n<b>e</b>\n<b>e</b>\n<i>last</i>\n</s0>\n")
    #expect(Self.html([]).isEmpty)
  }

  @Test(arguments: [[81], [200], [1_000, 3], [3, 1_000], Array(repeating: 1, count: 500)])
  func `each entry of a long list is there once, each part of a section begun and ended`(
    counts: [Int]
  ) {
    let html = Self.html(counts)
    let entries = counts.reduce(0, +)
    #expect(Self.count("<b>e</b>", in: html) == entries)
    #expect(Self.count("<i>last</i>", in: html) == counts.count)
    let rests = Self.count("<div class=rest ", in: html)
    #expect(rests == (entries - 80 + 39) / 40)
    #expect(Self.count("<noscript>", in: html) == rests)
    #expect(Self.count("</noscript></div>", in: html) == rests)
    for index in counts.indices {
      #expect(Self.count("<s\(index)>", in: html) == 1)
      #expect(
        Self.count("</s\(index)>", in: html) == Self.count("<again\(index)>", in: html) + 1)
    }
    // What a browser does not make at once has the height of its entries.
    let heights = html.matches(of: #/data-height=(\d+)/#).compactMap { Int($0.output.1) }
    #expect(heights.reduce(0, +) == (entries - 80) * 10)
    // A piece has whole sections, or parts of them.
    for piece in html.components(separatedBy: "<div class=rest ") {
      let begun = Self.count("<s", in: piece) + Self.count("<again", in: piece)
      #expect(begun == Self.count("</s", in: piece))
    }
  }

  @Test func `large entries make short pieces`() {
    let html = Self.html([5], entry: String(repeating: "x", count: 100_000))
    #expect(Self.count("<div class=rest ", in: html) == 4)
  }
}
