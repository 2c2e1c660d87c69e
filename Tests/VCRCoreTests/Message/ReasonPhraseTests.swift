import Testing

@testable import VCRCore

/// Reason phrases between their bytes and the text of a cassette.
struct ReasonPhraseTests {
  @Test(
    arguments: [
      ("OK", Array("OK".utf8)), ("", []), ("Größe", [0x47, 0x72, 0xF6, 0xDF, 0x65]),
      // UTF-8 is taken for what it is where ISO-8859-1 lacks one of its characters.
      ("成功", Array("成功".utf8)), ("Größe €", Array("Größe €".utf8)),
    ] as [(String, [UInt8])])
  func `a text has its bytes`(text: String, bytes: [UInt8]) {
    #expect(ReasonPhrase.text(of: bytes) == text)
    #expect(ReasonPhrase.bytes(of: text) == bytes)
  }

  @Test func `any two bytes come back through the text`() {
    let pairs = (0...UInt16.max).map { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    let lost = pairs.filter { ReasonPhrase.bytes(of: ReasonPhrase.text(of: $0)) != $0 }
    #expect(lost.isEmpty)
  }
}
