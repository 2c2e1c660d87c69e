import TestSupport
import Testing

@testable import VCRCore

/// Words of commands that messages suggest, as a real shell reads them.
struct ShellWordTests {
  private static let words = [
    "", "a", "a b", "it's", "''", "$HOME", "`id`", "a\\b", "a\nb", "~", "~root", "*", "?", "[a]",
    "a;b", "a&b", "a|b", "<a>", "(a)", "{a,b}", "!x", "#a", "\"q\"", "a=b", "-n", "--", "é 😀",
    "https://h/?a=1&b=%20", "{{TOKEN}}", "a\tb", "'", "\\", "%s", "a,b+c@d:e/f.g_h-i",
  ]

  @Test func `a shell reads each word as it was`() async throws {
    let line = Self.words.map(\.shellWord).joined(separator: " ")
    let result = try await Child.run("sh", ["-c", "printf '%s\\0' \(line)"])
    #expect(
      result.output == Self.words.flatMap { Array($0.utf8) + [0] }, "\(result.errorText)")
  }

  @Test(arguments: ["a", "users.yaml", "Cassettes/a-b_c.yaml", "GET=1", "http://h:80/a", "a%20b"])
  func `a word without a meaning to a shell stays as it is`(word: String) {
    #expect(word.shellWord == word)
  }
}
