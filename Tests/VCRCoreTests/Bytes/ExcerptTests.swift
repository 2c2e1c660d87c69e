import TestSupport
import Testing

@testable import VCRCore

/// Values as a report shows them, in one line each.
struct ExcerptTests {
  @Test(arguments: [
    ("", ""), ("plain", "plain"), ("a\nb\r\nc\td\re", "a\\nb\\r\\nc\\td\\re"),
    ("\u{1B}[31mred", "\\u{1b}[31mred"), ("é😀", "é😀"), ("a\u{0}b", "a\\u{0}b"),
    ("a\u{202E}b", "a\\u{202e}b"),
  ])
  func `what nobody sees is written out`(text: String, line: String) {
    #expect(Excerpt.line(Array(text.utf8)) == line)
  }

  @Test(arguments: [59, 60, 61, 400, 481])
  func `a longer text is cut with a mark, and says so`(count: Int) {
    for character in ["a", "é", "😀"] {
      let bytes = Array(String(repeating: character, count: count).utf8)
      let line = Excerpt.line(bytes)
      #expect(line.count <= Excerpt.width + 1)
      #expect(line.hasSuffix("…") == (count > Excerpt.width), "\(count) times \(character)")
      #expect(Excerpt.holds(bytes) == (count <= Excerpt.width), "\(count) times \(character)")
    }
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `whatever the bytes are, the line is short, and whole where it says so`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let signs = Array("abc\\{}\u{1B}\n\r\té".utf8) + [0xFF, 0xC3, 0xE2]
    for _ in 0..<400 {
      let bytes = (0..<Int.random(in: 0...90, using: &random)).map { _ in
        signs[Int.random(in: 0..<signs.count, using: &random)]
      }
      let line = Excerpt.line(bytes)
      let offset = Int.random(in: 0...bytes.count, using: &random)
      for shown in [line, Excerpt.around(offset, of: bytes)] {
        #expect(!shown.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F })
      }
      #expect(line.count <= Excerpt.width + 1, "\(bytes)")
      if Excerpt.holds(bytes) { #expect(!line.hasSuffix("…"), "\(bytes)") }
    }
  }

  @Test func `of binary data size and first bytes are shown`() {
    #expect(Excerpt.value([0, 1, 0xFF]) == "3 bytes, 00 01 ff")
    #expect(
      Excerpt.value([UInt8](repeating: 0xFE, count: 20))
        == "20 bytes, fe fe fe fe fe fe fe fe fe fe fe fe …")
    #expect(Excerpt.value(Array("text".utf8)) == "text")
  }

  @Test func `the surroundings of an offset begin with a whole character`() {
    let bytes = Array((String(repeating: "é", count: 40) + "x").utf8)
    for offset in bytes.indices {
      let line = Excerpt.around(offset, of: bytes)
      #expect(!line.contains("\u{FFFD}"), "\(offset)")
      #expect(line.hasPrefix("…") == (offset >= Excerpt.lead + 2), "\(offset)")
    }
  }
}
