import TestSupport
import Testing

@testable import VCRCore

/// What C passes over is what a few lines of Swift pass over.
struct HarmlessBytesTests {
  @Test(arguments: 0..<64)
  func `the runs of text in random bytes are those that a plain loop finds`(seed: UInt64) {
    let bytes = Self.bytes(seed: seed)
    let isText = bytes.map { (0x20..<0x7F).contains($0) || [0x09, 0x0A, 0x0D].contains($0) }
    var masked = bytes.map { $0 == 0x0A ? $0 : 0 }
    var start = 0
    for index in 0...bytes.count where index == bytes.count || !isText[index] {
      if index - start >= 8 { masked.replaceSubrange(start..<index, with: bytes[start..<index]) }
      start = index + 1
    }
    #expect(TextRuns.masked(bytes) == masked)
  }

  @Test(arguments: 0..<64)
  func `what is passed over in random bytes is what a plain loop passes over`(seed: UInt64) {
    let bytes = Self.bytes(seed: seed)
    for start in bytes.indices {
      let end = TextSecrets.Scan.endOfHarmless(bytes.view, from: start)
      #expect(end == Self.endOfHarmless(bytes, from: start))
    }
    let nothing: [UInt8] = []
    let end = TextSecrets.Scan.endOfHarmless(nothing.view, from: 0)
    #expect(end == 0)
  }

  private static func endOfHarmless(_ bytes: [UInt8], from start: Int) -> Int {
    var index = start
    while index < bytes.count, !"-{%\\".utf8.contains(bytes[index]) {
      let word = bytes[index...].prefix { ByteSet.word.contains($0) }
      if word.isEmpty {
        index += 1
      } else if word.endIndex < bytes.count, word.count <= 12,
        !"/+$~!%\\=}:|".utf8.contains(bytes[word.endIndex])
      {
        index = word.endIndex
      } else {
        break
      }
    }
    return index
  }

  /// Bytes that are no text, with more and more text among them.
  private static func bytes(seed: UInt64) -> [UInt8] {
    var random = SeededRandom(seed: seed)
    let count = Int.random(in: 1...400, using: &random)
    let share = Double.random(in: 0...1, using: &random)
    return [0]
      + (0..<count).map { _ in
        Double.random(in: 0..<1, using: &random) < share
          ? Self.characters.randomElement(using: &random) ?? 0
          : UInt8.random(in: 0...255, using: &random)
      } + [0xFF]
  }

  private static let characters = Array(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_. \n\t:|{}%\\/=".utf8)
}
