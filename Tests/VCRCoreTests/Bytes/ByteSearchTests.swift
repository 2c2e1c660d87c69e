import TestSupport
import Testing

@testable import VCRCore

struct ByteSearchTests {
  /// The first place by comparing at each position.
  private func firstRange(of pattern: [UInt8], in text: [UInt8], from start: Int) -> Range<Int>? {
    guard !pattern.isEmpty, start + pattern.count <= text.count else { return nil }
    return (start...(text.count - pattern.count)).lazy
      .map { $0..<$0 + pattern.count }
      .first { Array(text[$0]) == pattern }
  }

  @Test func `a text is found where comparing at each position finds it`() {
    var generator = SeededRandom(seed: 7)
    for _ in 0..<3_000 {
      let text = (0..<Int.random(in: 0...24, using: &generator)).map { _ in
        UInt8.random(in: 0...2, using: &generator)
      }
      let pattern = (0..<Int.random(in: 0...4, using: &generator)).map { _ in
        UInt8.random(in: 0...2, using: &generator)
      }
      let start = Int.random(in: 0...text.count, using: &generator)
      let expected = firstRange(of: pattern, in: text, from: start)
      #expect(text.firstRange(of: pattern, from: start) == expected)
      #expect(text[start...].firstRange(of: pattern) == expected)
      #expect(
        text.contains(pattern, in: start..<text.count) == (pattern.isEmpty || expected != nil))
      if start == 0 { #expect(text.firstRange(of: pattern) == expected) }
    }
  }

  @Test func `a text is found by whichever of its bytes is the rarest`() {
    var generator = SeededRandom(seed: 9)
    // Bytes that are common, rare and hardly ever there.
    let letters = Array("ea\" zq_\u{1}".utf8)
    for _ in 0..<3_000 {
      let text = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
        letters[Int.random(in: 0..<letters.count, using: &generator)]
      }
      let length = Int.random(in: 1...16, using: &generator)
      let start = Int.random(in: 0...text.count, using: &generator)
      let pattern = Array(text[start...].prefix(length))
      guard !pattern.isEmpty else { continue }
      let expected = firstRange(of: pattern, in: text, from: 0)
      #expect(expected != nil && text.firstRange(of: pattern) == expected)
    }
  }

  @Test func `the last place of a text is the last of all`() {
    let text = Array("abcabcab".utf8)
    #expect(text.lastRange(of: Array("ab".utf8)) == 6..<8)
    #expect(text.lastRange(of: Array("x".utf8)) == nil)
  }
}
