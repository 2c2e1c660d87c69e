import Testing

@testable import VCRCore

/// Line ends that are taken off and put back.
struct LineEndsTests {
  @Test(arguments: [
    ("", "", 0, 0), ("a", "a", 0, 0), ("a\r\nb\r\n", "a\nb\n", 2, 2), ("a\nb\r\n", "a\nb\n", 1, 2),
    ("\r\n\r\n", "\n\n", 2, 2), ("a\r\r\n", "a\r\n", 1, 1), ("a\rb\n", "a\rb\n", 0, 1),
    ("\r", "\r", 0, 0), ("é\r\n", "é\n", 1, 1),
  ])
  func `only a carriage return before a line feed goes`(
    text: String, expected: String, replaced: Int, ends: Int
  ) {
    let result = LineEnds.withoutCarriageReturns(Array(text.utf8))
    #expect(result.text == Array(expected.utf8))
    #expect(result.replaced == replaced)
    #expect(result.ends == ends)
  }

  @Test(arguments: ["", "a\r\nb\r\n", "\r\n", "a\r\r\nb\rc\r\n", "no end"])
  func `a text with these line ends alone comes back to the byte`(text: String) {
    let bare = LineEnds.withoutCarriageReturns(Array(text.utf8))
    #expect(bare.replaced == bare.ends)
    #expect(LineEnds.withCarriageReturns(bare.text) == Array(text.utf8))
  }
}
