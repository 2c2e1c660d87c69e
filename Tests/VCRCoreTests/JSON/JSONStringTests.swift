import Testing

@testable import VCRCore

/// The strings of JSON (RFC 8259 §7).
struct JSONStringTests {
  private func unescaped(_ inner: String) -> [UInt8] {
    let bytes = Array(inner.utf8)
    var output: [UInt8] = []
    JSONString.appendUnescaped(bytes.span, bytes.indices, to: &output)
    return output
  }

  @Test(arguments: [
    // The G clef is the example of §7.
    (#"\uD834\uDD1E"#, "\u{1D11E}"), (#"\u005C"#, "\\"), (#"\u0000"#, "\u{0}"),
    (#"\"\\\/\b\f\n\r\t"#, "\"\\/\u{8}\u{C}\n\r\t"), (#"\u00e9\u20AC"#, "é€"),
    (#"\u007f\u0080\u07FF\u0800\uFFFF"#, "\u{7F}\u{80}\u{7FF}\u{800}\u{FFFF}"),
    (#"\uD800\uDC00\uDBFF\uDFFF"#, "\u{10000}\u{10FFFF}"), (#"\\u0041"#, #"\u0041"#), ("", ""),
  ])
  func `an escape stands for its character`(inner: String, text: String) {
    #expect(unescaped(inner) == Array(text.utf8))
  }

  @Test(
    arguments: [
      (#"\uD800"#, [0xED, 0xA0, 0x80]), (#"\uDFFF"#, [0xED, 0xBF, 0xBF]),
      (#"\uDC00\uD800"#, [0xED, 0xB0, 0x80, 0xED, 0xA0, 0x80]),
      (#"\uD800x"#, [0xED, 0xA0, 0x80, 0x78]),
      (#"\uD800\n"#, [0xED, 0xA0, 0x80, 0x0A]), (#"\uD800\u0041"#, [0xED, 0xA0, 0x80, 0x41]),
      (#"\uD800\uD800\uDC00"#, [0xED, 0xA0, 0x80, 0xF0, 0x90, 0x80, 0x80]),
    ] as [(String, [UInt8])])
  func `a lone surrogate (RFC 8259 §8.2) is a value of its own`(inner: String, bytes: [UInt8]) {
    #expect(unescaped(inner) == bytes)
  }

  @Test func `a string ends where it does byte by byte, whatever stands in it and wherever`() {
    for length in 0..<26 {
      for place in 0..<max(1, length) {
        for inner: [UInt8] in [
          [], Array("\"".utf8), Array("\\\"".utf8), [0x1F], [0x20], [0x7F], [0x0A], [0xC3, 0xA9],
          [0xC3], [0x80], [0xFF], Array("\\".utf8),
        ] {
          var content = [UInt8](repeating: UInt8(ascii: "a"), count: length)
          content.insert(contentsOf: inner, at: min(place, length))
          let text = [UInt8(ascii: "\"")] + content + Array("\": 12345678".utf8)
          var index = 0
          let hasEscapes = JSONString.skip(text.span, &index)
          switch inner {
          case Array("\"".utf8):
            #expect(hasEscapes == false && index == min(place, length) + 2)
          // No escape begins with the letter that follows, or the last quote is the escape's.
          case [0x1F], [0x0A], [0xC3], [0x80], [0xFF], Array("\\".utf8): #expect(hasEscapes == nil)
          default:
            #expect(index == content.count + 2)
            #expect(hasEscapes == (inner == Array("\\\"".utf8)))
          }
        }
      }
    }
  }

  @Test func `every scalar is the same escaped, in pairs where it needs two, and raw`() {
    for value in stride(from: UInt32(0x20), through: 0x10FFFF, by: 251) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let escape = "\(scalar)".utf16.map { unit in
        "\\u" + String(String(UInt32(unit) + 0x10000, radix: 16).dropFirst())
      }.joined()
      #expect(unescaped(escape) == Array("\(scalar)".utf8))
    }
  }
}
