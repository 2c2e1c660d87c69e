import Testing

@testable import VCRCore

/// Text of strangers in XML and Markdown.
struct MarkupTextTests {
  @Test(arguments: [
    ("plain words, 1 (of 2); 100 % + a/b?c=d^e", "plain words, 1 (of 2); 100 % + a/b?c=d^e"),
    ("é 😀 👩‍💻", "é 😀 👩‍💻"), ("a\u{202E}b", "a&#92;u&#123;202E&#125;b"),
    ("{{TOKEN}} $x$", "&#123;&#123;TOKEN&#125;&#125; &#36;x&#36;"),
    ("#1 @a \"b\" 'c' :d:", "&#35;1 &#64;a &#34;b&#34; &#39;c&#39; &#58;d&#58;"),
    (
      "<b>|&*_`~[]!\\",
      "&#60;b&#62;&#124;&#38;&#42;&#95;&#96;&#126;&#91;&#93;&#33;&#92;"
    ),
    ("", ""),
  ])
  func `nothing in Markdown is markup`(text: String, markdown: String) {
    #expect(MarkupText.markdown(text) == markdown)
  }

  @Test(arguments: [
    ("a\tb\nc 'd' {e} é 👩‍💻", "a\tb\nc 'd' {e} é 👩‍💻"),
    ("<a b=\"c\">&]]>", "&lt;a b=&quot;c&quot;&gt;&amp;]]&gt;"),
    ("a\r\nb\u{202E}\u{FFFE}\u{1B}", "a\\u{D}\nb\\u{202E}\\u{FFFE}\\u{1B}"), ("", ""),
  ])
  func `nothing in XML is markup or forbidden`(text: String, xml: String) {
    #expect(MarkupText.xml(text) == xml)
  }

  @Test(arguments: [
    ("a\nb", "```x\na\nb\n```\n"), ("a\n", "```x\na\n```\n"), ("", "```x\n\n```\n"),
    ("```\n`````", "``````x\n```\n`````\n``````\n"), ("a\u{202E}", "```x\na\\u{202E}\n```\n"),
  ])
  func `no line ends the block that it is in`(text: String, block: String) {
    #expect(MarkupText.fenced(text, "x") == block)
  }
}
