import Testing

@testable import VCRCore

@Suite struct DecodedTextTests {
  private static let pieces = [
    "abc", "%41%42%C3%A9", "+", "%", "%4", #"\n\"\\"#, #"\u00e9\u0041\uD83D\uDE00"#, #"\"#,
    #"\x41\101"#, "&amp;&lt;", "&#x41;&#233;", "&", "=41=C3", "=\r\n", "=\n=\n", "=", "''", #"""""#,
    "'", "$$", "%%", "é", " ",
  ]

  @Test(arguments: DecodedText.Encoding.allCases)
  func `what stands in the original for each decoded byte is that byte's escape, and no more`(
    _ encoding: DecodedText.Encoding
  ) throws {
    var decodedTexts = 0
    for first in Self.pieces {
      for second in Self.pieces {
        for last in ["", "x"] {
          let text = Array((first + second + first + last).utf8)
          guard let decoded = DecodedText(text.view, encoding) else { continue }
          decodedTexts += 1
          let count = decoded.bytes.count
          var (covered, character) = (0, [UInt8]())
          for index in 0..<count {
            let place = decoded.original(index..<index + 1)
            #expect(place.lowerBound == covered)
            character.append(decoded.bytes[index])
            // The bytes of one escape end together.
            guard !place.isEmpty else { continue }
            covered = place.upperBound
            let source = Array(text[place])
            if source != character {
              let shown = "\(String(decoding: text, as: UTF8.self)) \(place)"
              #expect(source.count > character.count || character.count > 1, "\(shown)")
              let way: DecodedText.Encoding = encoding == .form ? .percent : encoding
              if encoding != .quotes, source != [UInt8(ascii: "+")] {
                #expect(DecodedText(source.view, way)?.bytes == character, "\(shown)")
              }
            }
            character = []
          }
          #expect(decoded.original(0..<count) == 0..<text.count)
          #expect(decoded.original(count..<count).isEmpty)
        }
      }
    }
    #expect(decodedTexts > 90)
  }

  @Test func `a text without the signs of an encoding, or with those alone, does not use it`() {
    for encoding in DecodedText.Encoding.allCases {
      #expect(DecodedText(Array("plain text".utf8).view, encoding) == nil)
      #expect(DecodedText([UInt8]().view, encoding) == nil)
    }
    #expect(DecodedText(Array(#"50% \ & = ' $"#.utf8).view, .percent) == nil)
    #expect(DecodedText(Array("%41".utf8).view, .form) == nil)
  }
}
