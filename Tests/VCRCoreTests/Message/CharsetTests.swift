import TestSupport
import Testing

@testable import VCRCore

/// Texts that are not UTF-8.
struct CharsetTests {
  private static let names: [(Charset, String)] = [
    (.latin1, "iso-8859-1"), (.latin9, "iso-8859-15"), (.windows1252, "cp1252"),
    (.utf16LittleEndian, "utf-16-le"), (.utf16BigEndian, "utf-16-be"),
    (.utf32LittleEndian, "utf-32-le"), (.utf32BigEndian, "utf-32-be"),
  ]

  @Test(.enabled(if: Python.isInstalled, "needs python3"), arguments: names)
  func `Python decodes the same bytes to the same text`(
    charset: Charset, name: String
  ) async throws {
    var random = SeededRandom(seed: 8)
    var texts =
      (0...255).map { [UInt8($0)] } + [[], [0xFF, 0xFE, 0x61, 0], [0xFE, 0xFF, 0, 0x61]]
    texts += [
      [0xD8, 0x3D, 0xDE, 0x00], [0x3D, 0xD8, 0x00, 0xDE], [0xD8, 0, 0, 0x61], [0, 0xDC],
    ]
    texts += (0..<200).map { _ in (0..<random.below(9)).map { _ in UInt8(random.below(256)) } }
    let script = """
      import sys
      for line in sys.stdin:
        try:
          print(bytes.fromhex(line).decode('\(name)').encode('utf-8').hex())
        except UnicodeError:
          print('none')
      """
    for (bytes, line) in zip(texts, try await Python.lines(script, texts)) {
      let text = charset.decode(bytes)
      #expect(text.map(Python.hexadecimal) ?? "none" == line, "\(bytes)")
      if let text { #expect(charset.encode(text) == bytes) }
    }
  }

  @Test func `a character that a charset lacks is not encoded`() {
    #expect(Charset.latin1.encode(Array("€".utf8)) == nil)
    #expect(Charset.latin9.encode(Array("€".utf8)) == [0xA4])
    #expect(Charset.latin9.encode(Array("¤".utf8)) == nil)
    #expect(Charset.windows1252.encode(Array("€".utf8)) == [0x80])
    #expect(Charset.windows1252.encode(Array("\u{80}".utf8)) == nil)
    #expect(Charset.windows1252.encode(Array("😀".utf8)) == nil)
  }

  @Test(
    arguments: [
      ([0xE9], "text/plain; charset=ISO-8859-1", .latin1), ([0x80], "text/html", .windows1252),
      ([0x80], "text/html; charset=utf-8", .windows1252),
      ([0xA4], "text/x; charset=latin9", .latin9),
      ([0x81, 0x80], "text/plain; charset=windows-1252", nil),
      ([0xE9], "text/plain; charset=koi8-r", nil),
      ([0xE9], "application/octet-stream", nil), ([0xE9], nil, nil),
      ([0xFF, 0xFE, 0x61, 0], nil, .utf16LittleEndian),
      ([0xFE, 0xFF, 0, 0x61], nil, .utf16BigEndian),
      ([0xFE, 0xFF, 0, 0x61, 0], nil, nil), ([0xFE, 0xFF, 0xD8, 0, 0, 0x61], nil, nil),
      ([0x61, 0, 0xE9, 0], "text/plain; charset=\"UTF-16LE\"", .utf16LittleEndian),
      ([0xE9], "application/json", .windows1252),
    ] as [([UInt8], String?, Charset?)])
  func `the charset of a body is its mark's, its type's or the web's, and gives every byte back`(
    bytes: [UInt8], type: String?, charset: Charset?
  ) {
    let media = type.map { MediaType($0) }
    let found = Charset.text(of: bytes, type: media)
    #expect(Charset.readable(bytes, media) == found?.text)
    #expect(found?.charset == charset)
    if let found { #expect(found.charset.encode(found.text) == bytes) }
  }
}
