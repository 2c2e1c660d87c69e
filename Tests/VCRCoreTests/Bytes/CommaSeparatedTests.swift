import Testing

@testable import VCRCore

struct CommaSeparatedTests {
  @Test(arguments: [
    ("gzip", ["gzip"]), ("gzip, br", ["gzip", "br"]), (" gzip\t,\tbr ", ["gzip", "br"]),
    ("a b , c", ["a b", "c"]), (",a,, ,b,", ["a", "b"]), ("", []), (" \t, ", []), (",, ,", []),
    (" a , b\t,c d", ["a", "b", "c d"]), ("é,", ["é"]),
  ])
  func `words stand between commas, and those with nothing in them do not count`(
    text: String, words: [String]
  ) {
    #expect(text.commaSeparatedWords == words)
  }

  @Test(arguments: [
    ("chunked", ["chunked"]), ("chunked,", ["chunked", ""]), (" , chunked", ["", "chunked"]),
    ("", [""]),
  ])
  func `who must not overlook one gets those with nothing in them`(
    text: String, elements: [String]
  ) {
    #expect(text.commaSeparatedElements == elements)
  }

  @Test func `a comma separates whatever mark follows it`() {
    #expect("close,\u{301}x".commaSeparatedWords == ["close", "\u{301}x"])
  }

  @Test func `white space that the grammar of HTTP does not know is a part of a word`() {
    #expect("\u{B}chunked,\u{A0}br".commaSeparatedWords == ["\u{B}chunked", "\u{A0}br"])
  }
}
