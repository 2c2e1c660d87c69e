import Testing

@testable import VCRCore
@testable import VCRReview

/// Long lines in pieces, so that a change affects only one of them.
struct LinePiecesTests {
  private static let texts: [String] = [
    "", "\n", "a", "a\nb", "a\n\nb\n", String(repeating: "x", count: 5_000),
    (1...900).map { "<td>\($0)</td>" }.joined(),
    "{" + (1...500).map { "\"key\($0)\":\($0)" }.joined(separator: ",") + "}\nend\n",
    String(repeating: "Words of a long sentence, as prose has it. ", count: 200),
    String(repeating: "é😀", count: 2_000),
  ]

  @Test(arguments: texts)
  func `the pieces are the text without its line feeds`(text: String) {
    let pieces = LinePieces.lines(of: Array(text.utf8))
    #expect(pieces.flatMap(\.text) == text.utf8.filter { $0 != 0x0A })
  }

  @Test(arguments: texts)
  func `each line ends where the text has its end, and only there`(text: String) {
    let pieces = LinePieces.lines(of: Array(text.utf8))
    var lines: [[UInt8]] = []
    var isContinued = false
    for piece in pieces {
      if !isContinued { lines.append([]) }
      lines[lines.count - 1] += piece.text
      isContinued = piece.isContinued
    }
    #expect(!isContinued)
    var expected = Array(text.utf8).split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { Array($0) }
    if expected.last?.isEmpty == true { expected.removeLast() }
    #expect(lines == expected)
  }

  @Test(arguments: texts)
  func `no piece is too long, and no character is cut`(text: String) {
    for piece in LinePieces.lines(of: Array(text.utf8)) {
      #expect(piece.text.count <= LinePieces.limit)
      #expect(String(validating: piece.text, as: UTF8.self) != nil)
    }
  }

  @Test func `a change in the middle leaves the pieces before and behind it as they were`() {
    var state: UInt64 = 7
    let noise = (0..<20_000).map { _ -> UInt8 in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(ascii: "a") + UInt8(state >> 33 & 15)
    }
    var changed = noise
    changed.replaceSubrange(10_000..<10_003, with: "another one".utf8)
    let (old, new) = (LinePieces.lines(of: noise), LinePieces.lines(of: changed))
    let before = zip(old, new).prefix { $0.text.elementsEqual($1.text) }.count
    let behind = zip(old.reversed(), new.reversed()).prefix { $0.text.elementsEqual($1.text) }.count
    #expect(before > 10)
    #expect(behind > 10)
    #expect(old.count - before - behind < 12)
  }
}
