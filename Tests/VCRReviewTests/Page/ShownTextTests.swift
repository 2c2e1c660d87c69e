import Testing

@testable import VCRCore
@testable import VCRReview

/// Text of a cassette in a page: never markup, and nothing in it unseen.
struct ShownTextTests {
  @Test(arguments: [
    ("plain é 😀", "plain é 😀"), ("<b>&amp;</b>", "&lt;b&gt;&amp;amp;&lt;/b&gt;"),
    ("\"a\" 'b'", "\"a\" 'b'"), ("", ""),
  ])
  func `nothing between tags is markup`(text: String, html: String) {
    #expect(text.asHTML == html)
  }

  @Test(arguments: ["\u{0}", "\u{1B}", "\u{7F}", "\u{202E}", "\u{200B}", "\u{FEFF}", "\u{85}"])
  func `a character that nobody sees is shown by its number`(character: String) throws {
    let html = "a\(character)b".asHTML
    #expect(!html.unicodeScalars.contains(try #require(character.unicodeScalars.first)))
    #expect(html.hasPrefix("a"))
    #expect(html.hasSuffix("b"))
    #expect(html.count > 3)
  }

  @Test func `no quote ends an attribute`() {
    #expect("\" onload='x'".asAttribute == "&quot; onload=&#39;x&#39;")
    #expect(!"{{TOKEN}}".asAttribute.contains("<"))
  }

  @Test func `placeholders of secrets are marked, and what only looks like one is not`() {
    let mark = "<span class=\"secret\" title=\"redacted\">"
    #expect("a {{TOKEN}} b".asMarkedHTML == "a \(mark){{TOKEN}}</span> b")
    #expect("k=%7B%7BTOKEN%7D%7D".asMarkedHTML == "k=\(mark)%7B%7BTOKEN%7D%7D</span>")
    #expect(!"{{<b>}}".asMarkedHTML.contains("<"))
    #expect("{{TOKEN".asMarkedHTML == "{{TOKEN")
    #expect("a {{TOKEN}} b".asHTML == "a {{TOKEN}} b")
  }

  @Test func `line ends stay only where lines are kept`() {
    let text = Array("a\r\nb\nc\rd".utf8)
    let kept = ShownText.html(text, keepsLines: true)
    #expect(kept.hasPrefix("a\r\nb\nc"))
    #expect(!kept.dropFirst(4).utf8.contains(0x0D))
    #expect(!ShownText.html(text).utf8.contains(0x0A))
  }
}
