import TestSupport
import Testing

@testable import VCRCore

struct EqualTextsTests {
  private func pairs(_ old: String, _ new: String) -> EqualTexts {
    EqualTexts(old: old.utf8.map { [$0] }, new: new.utf8.map { [$0] })
  }

  @Test func `one of many equal texts that changed is unpaired at its own place`() {
    let pairs = pairs("aaaaaaaa", "aaaxaaaa")
    #expect(pairs.partnersOfNew == [0, 1, 2, nil, 4, 5, 6, 7])
    #expect(pairs.partnersOfOld == [0, 1, 2, nil, 4, 5, 6, 7])
  }

  @Test(arguments: [
    ("aaaaaaaaaa", "axaaxxaaay", [0, nil, 2, 3, nil, nil, 6, 7, 8, nil]),
    // One that came as well is the last that leaves the others their places.
    ("aaaaaaaa", "axaaaxaaa", [0, nil, 2, 3, 4, nil, 5, 6, 7]),
    ("aaaabaaaa", "aaxabaxya", [0, 1, nil, 3, 4, 5, nil, nil, 8]),
    ("aaaaaaaa", "aaxaaa", [0, 1, nil, 3, 4, 5]),
  ])
  func `several of many equal texts that changed are each unpaired at their own place`(
    old: String, new: String, expected: [Int?]
  ) {
    #expect(pairs(old, new).partnersOfNew == expected)
  }

  @Test(arguments: 0..<20)
  func `what stayed among many equal texts stays paired with itself`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let old = (0..<60).map { _ in UInt8.random(in: 97...(98 + UInt8(seed % 3)), using: &random) }
    var new = old
    for _ in 0..<Int(seed) { new[Int.random(in: 0..<60, using: &random)] = UInt8(seed) }
    let pairs = EqualTexts(old: old.map { [$0] }, new: new.map { [$0] })
    for index in new.indices {
      #expect(pairs.partnersOfNew[index] == (new[index] == old[index] ? index : nil))
    }
  }

  @Test func `a text that moved far is paired at its new place`() {
    let pairs = pairs("abcdefghi", "bcdefghia")
    #expect(pairs.partnersOfNew == [1, 2, 3, 4, 5, 6, 7, 8, 0])
  }

  @Test func `the first of two equal texts that is gone leaves the second its place`() {
    #expect(pairs("abca", "bca").partnersOfOld == [nil, 0, 1, 2])
  }

  @Test(arguments: 0..<40)
  func `as many texts are paired as both lists have, each with an equal one`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<50 {
      func list() -> [UInt8] {
        (0..<Int.random(in: 0...12, using: &random)).map { _ in
          UInt8.random(in: 97...(97 + UInt8(seed % 6)), using: &random)
        }
      }
      let (old, new) = (list(), list())
      let pairs = EqualTexts(old: old.map { [$0] }, new: new.map { [$0] })
      let common = Set(old).reduce(0) { sum, text in
        sum + min(old.count { $0 == text }, new.count { $0 == text })
      }
      #expect(pairs.partnersOfNew.count { $0 != nil } == common)
      for (right, partner) in pairs.partnersOfNew.enumerated() {
        guard let left = partner else { continue }
        #expect(old[left] == new[right])
        #expect(pairs.partnersOfOld[left] == right)
      }
    }
  }
}
