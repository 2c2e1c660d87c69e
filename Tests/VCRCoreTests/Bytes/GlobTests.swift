import Testing

@testable import VCRCore

/// Texts with `*` and `**`.
struct GlobTests {
  private func matches(_ pattern: String, _ text: String, separator: UInt8?) -> Bool {
    Glob(Array(pattern.utf8), separator: separator).matches(Array(text.utf8).view)
  }

  private static let slash = UInt8(ascii: "/")

  @Test(arguments: [
    ("", ""), ("a", "a"), ("*", ""), ("*", "abc"), ("a*c", "ac"), ("a*c", "abbc"),
    ("/a/*/c", "/a/b/c"), ("/a/**/c", "/a/c"), ("/a/**/c", "/a/b/c"), ("/a/**/c", "/a/b/b/c"),
    ("/a/**", "/a/"), ("/a/**", "/a/b/c"), ("**", "/a/b"), ("/a**c", "/a/b/c"), ("***", "/a/b"),
    ("/é/*", "/é/😀"),
  ])
  func `a pattern matches the whole text`(pattern: String, text: String) {
    #expect(matches(pattern, text, separator: Self.slash))
  }

  @Test(arguments: [
    ("", "a"), ("a", ""), ("a", "ab"), ("a", "A"), ("*", "/"), ("/a/*/c", "/a//b/c"),
    ("/a/*", "/a/b/c"), ("/a/**/c", "/ac"), ("/a/**/c", "/a/bc"), ("a*c", "a/c"), ("a*c", "acb"),
  ])
  func `a star never passes a separator, and nothing is left over`(pattern: String, text: String) {
    #expect(!matches(pattern, text, separator: Self.slash))
  }

  @Test func `without a separator a star is anything`() {
    #expect(matches("*.example.com", "a.b.example.com", separator: nil))
    #expect(!matches("*.example.com", "example.com", separator: nil))
    #expect(matches("*/b", "a/a/b", separator: nil))
  }

  @Test func `no pattern makes matching slow`() {
    // Each way through the text alone would be tried 2 to the power of 60 times.
    let pattern = String(repeating: "*a", count: 60) + "b"
    #expect(!matches(pattern, String(repeating: "a", count: 600), separator: Self.slash))
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `any pattern and text are matched as trying every way would`(seed: UInt64) {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
    func next(_ below: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % below
    }
    func word(_ letters: [String]) -> String {
      (0..<next(7)).map { _ in letters[next(letters.count)] }.joined()
    }
    for _ in 0..<2_000 {
      let pattern = word(["a", "b", "*", "/"])
      // Two stars side by side mean something else, as they may pass a separator.
      guard !pattern.contains("**") else { continue }
      let text = word(["a", "b", "/"])
      let expected = Self.tried(Array(pattern), Array(text))
      #expect(
        matches(pattern, text, separator: Self.slash) == expected, "\(pattern) and \(text)")
    }
  }

  private static func tried(_ pattern: [Character], _ text: [Character]) -> Bool {
    guard let first = pattern.first else { return text.isEmpty }
    let rest = Array(pattern.dropFirst())
    guard first == "*" else {
      return text.first == first && tried(rest, Array(text.dropFirst()))
    }
    for count in 0...text.count where !text.prefix(count).contains("/") {
      if tried(rest, Array(text.dropFirst(count))) { return true }
    }
    return false
  }
}
