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
    var wrong: [String] = []
    func shown(_ text: [UInt8], _ place: Range<Int>) -> String {
      "\(String(decoding: text, as: UTF8.self)) \(place)"
    }
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
            if place.lowerBound != covered { wrong.append(shown(text, place)) }
            character.append(decoded.bytes[index])
            // The bytes of one escape end together.
            guard !place.isEmpty else { continue }
            covered = place.upperBound
            if !Self.stands(Array(text[place]), for: character, encoding) {
              wrong.append(shown(text, place))
            }
            character = []
          }
          #expect(count == 0 || decoded.original(0..<count) == 0..<text.count)
          #expect(decoded.original(count..<count).isEmpty)
          #expect(decoded.origins == (0...count).map { decoded.original($0..<$0).lowerBound })
        }
      }
    }
    #expect(decodedTexts >= 90)
    #expect(wrong == [])
  }

  /// True for a character as it is, and for what alone stands for it.
  private static func stands(
    _ source: [UInt8], for character: [UInt8], _ encoding: DecodedText.Encoding
  ) -> Bool {
    switch (source, encoding) {
    case (character, _): true
    case ([UInt8(ascii: "+")], .form): character == [UInt8(ascii: " ")]
    // Whether a quote stands for another one depends on what is before it.
    case (_, .quotes): source.starts(with: character)
    case (_, .form): DecodedText(source.view, .percent)?.bytes == character
    default: DecodedText(source.view, encoding)?.bytes == character
    }
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
