import Testing

@testable import VCRCore

/// Names of files that are made of the names of tests.
struct FileNameTests {
  @Test(arguments: ["users", "list.users_2-b", "größe", "名前", "a.b"])
  func `what is a name already stays`(text: String) { #expect(FileName.of(text) == text) }

  @Test func `single spaces become one character, without a digest`() {
    #expect(FileName.of("the second page") == "the-second-page")
    #expect(FileName.of("the second page", space: "_") == "the_second_page")
  }

  @Test(arguments: [
    "a  b", " a", "a ", "a/b", "a:b", "a-", ".hidden", "..", "a\nb", "a?", "🎉", "", "(a)",
  ])
  func `a text that loses more has a digest of its own`(text: String) {
    let name = FileName.of(text)
    #expect(name != text && !name.isEmpty)
    #expect(name.last?.isHexDigit == true)
    #expect(!name.hasPrefix(".") && !name.hasPrefix("-"))
    #expect(!name.contains { "/\n ?:🎉()".contains($0) })
  }

  @Test func `texts that lose different things have different names`() {
    let texts = ["a/b", "a:b", "a  b", "a b ", " a b", "a-b-", "a/b/", "a?b", "", "/", "//", "🎉"]
    #expect(Set(texts.map { FileName.of($0) }).count == texts.count)
    #expect(FileName.of("a", digestOf: "x") != FileName.of("a", digestOf: "y"))
    #expect(FileName.of("a", digestOf: "x").hasPrefix("a-"))
  }

  @Test(arguments: ["a", "é", "名", "👩‍👩‍👧"])
  func `a name fits into what file systems take, and is cut between characters`(character: String) {
    let long = String(repeating: character, count: 300)
    let name = FileName.of(long)
    #expect(name.utf8.count <= 200 + 9)
    #expect(name.dropLast(9).allSatisfy { $0 == Character(character) })
    #expect(FileName.of(long + character) != name)
  }
}
