import TestSupport
import Testing

@testable import VCRCore

/// Bytes that take the place of others, against doing it one by one.
struct ReplacementsTests {
  private func list(_ items: [(Range<Int>, String)], in text: [UInt8]) -> Replacements {
    var list = Replacements()
    for (range, bytes) in items { list.add(range, Array(bytes.utf8), in: text.view) }
    return list
  }

  /// Some places of a text, in order and apart.
  private func places(_ text: [UInt8], _ random: inout SeededRandom) -> [(Range<Int>, String)] {
    var (places, start): ([(Range<Int>, String)], Int) = ([], 0)
    while start < text.count {
      let from = start + Int.random(in: 0...4, using: &random)
      let to = from + Int.random(in: 1...3, using: &random)
      guard to <= text.count else { break }
      let word = String(repeating: "x", count: Int.random(in: 0...4, using: &random))
      places.append((from..<to, word))
      start = to
    }
    return places
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `every byte outside of the places stays`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<300 {
      let text = (0..<Int.random(in: 0...30, using: &random)).map { _ in
        UInt8.random(in: 0x61...0x7A, using: &random)
      }
      let places = places(text, &random)
      var expected = text
      for (range, word) in places.reversed() { expected.replaceSubrange(range, with: word.utf8) }
      #expect(list(places, in: text).applied(to: text.view) == expected)
      #expect(
        list(places, in: text).applied(to: String(decoding: text, as: UTF8.self))
          == String(decoding: expected, as: UTF8.self))
    }
  }

  @Test(arguments: [4, 5, 6] as [UInt64])
  func `of two lists the first counts where both have a place`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let text = Array(String(repeating: "abcdefghij", count: 4).utf8)
    for _ in 0..<300 {
      let (first, second) = (places(text, &random), places(text, &random))
      let rest = second.filter { place in !first.contains { $0.0.overlaps(place.0) } }
      let expected = (first + rest).sorted { $0.0.lowerBound < $1.0.lowerBound }
      let merged = list(first, in: text).merged(with: list(second, in: text))
      #expect(merged.items.map(\.range) == expected.map(\.0))
      #expect(merged.items.map(\.bytes) == expected.map { Array($0.1.utf8) })
    }
  }

  @Test func `a place that holds its new bytes already is none`() {
    let text = Array("abcabc".utf8)
    #expect(list([(0..<3, "abc"), (3..<6, "abd")], in: text).items.map(\.range) == [3..<6])
    #expect(list([(0..<3, "abc")], in: text).isEmpty)
    #expect(!list([(0..<3, "ab")], in: text).isEmpty)
  }
}
