import Testing

@testable import VCRCore
@testable import VCRReview

/// A body as text that a person reads.
struct ReadableTextTests {
  private func text(_ bytes: [UInt8], _ type: String? = nil) -> String? {
    ReadableText.of(bytes, type.map { MediaType($0) })
      .map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(arguments: [
    "{\"a\":[1,2]}", "{\"a\": [1, 2]}", "{\"a\":[1,2]}\n", " {\n\"a\" :\t[1,\n2] } ",
  ])
  func `JSON is indented, whatever its layout`(json: String) {
    #expect(text(Array(json.utf8)) == "{\n  \"a\": [1, 2]\n}")
  }

  @Test(arguments: ["", "plain\ttext\r\nwith é and 😀\n", "{not JSON", "<p>x</p>"])
  func `any other text stays as it is`(plain: String) {
    #expect(text(Array(plain.utf8)) == plain)
  }

  @Test(
    arguments: [
      [0x61, 0x00], [0x1B, 0x5B], [0x7F], [0x61, 0xC2, 0x85], [0xFF, 0xFE, 0xFD], [0xC3],
    ] as [[UInt8]])
  func `a body with control characters, or that is no text, is binary`(bytes: [UInt8]) {
    #expect(text(bytes) == nil)
  }

  @Test func `the charset that the message declares is undone`() {
    #expect(text([0x63, 0x61, 0x66, 0xE9], "text/plain; charset=iso-8859-1") == "café")
    #expect(text([0x63, 0x61, 0x66, 0xE9]) == nil)
  }
}
