import TestSupport
import Testing

@testable import VCRCore

/// The loops in C find what a few lines of Swift find.
struct LoopsInCTests {
  @Test(arguments: 0..<64)
  func `the runs of a set are those that a plain loop finds`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let bytes = Self.bytes(&random)
    let set = random.pick([ByteSet.word, .hexadecimal, .unreserved, .quotes])
    for shortest in [1, 3, 20] {
      var start = random.below(8)
      let limit = bytes.count - random.below(min(8, bytes.count))
      while true {
        let run = set.run(in: bytes.view, from: start, before: limit, atLeast: shortest)
        #expect(run == Self.run(set, bytes, from: start, before: limit, atLeast: shortest))
        guard let run else { break }
        start = run.upperBound
      }
    }
    for start in bytes.indices {
      let end = set.end(in: bytes.view, from: start)
      #expect(end == bytes[start...].firstIndex { !set.contains($0) } ?? bytes.count)
    }
  }

  private static func run(
    _ set: ByteSet, _ bytes: [UInt8], from start: Int, before limit: Int, atLeast shortest: Int
  ) -> Range<Int>? {
    var index = start
    while index < limit {
      let end = bytes[index..<limit].firstIndex { !set.contains($0) } ?? limit
      if end - index >= shortest { return index..<end }
      index = end + 1
    }
    return nil
  }

  @Test(arguments: 0..<64)
  func `a value in Base64 begins where a plain loop says`(seed: UInt64) throws {
    var random = SeededRandom(seed: 100 + seed)
    let pieces =
      ["/", "eyJhIjoxfQ", "W3s", "H4sI", "e", "AAAA", "dGV4dCBhbmQgbW9yZQ", "zzzz", "%2F", "%20"]
    for _ in 0..<20 {
      let text = Array((0..<12).map { _ in random.pick(pieces) }.joined().utf8)
      var index = 0
      while let run = Base64Text.run(text.view, from: index, atLeast: 20) {
        index = run.upperBound
        let start = Base64Values.start(text.view, of: run)
        #expect(start == Self.start(text, run), "\(String(decoding: text, as: UTF8.self))")
      }
    }
  }

  private static func start(_ text: [UInt8], _ run: Range<Int>) -> Int? {
    let characters = Base64Values.characters
    func isText(_ index: Int) -> Bool {
      Base64Text.mayEncode(text.view, in: index..<index + 12) { characters.contains($0) }
    }
    if isText(run.lowerBound) { return run.lowerBound }
    return run.dropLast(19).first { index in
      let isAfterSlash = index > run.lowerBound && text[index - 1] == UInt8(ascii: "/")
      if isAfterSlash, isText(index) { return true }
      let isFirst =
        index == run.lowerBound || isAfterSlash || text.view.hasEscape(endingAt: index)
      return isFirst && Base64Values.marks.contains { text.view.equals($0, at: index) }
    }
  }

  @Test(arguments: 0..<64)
  func `a URL that is taken for its normal form is it`(seed: UInt64) {
    var random = SeededRandom(seed: 200 + seed)
    let starts = ["http://", "https://", "HTTP://", "ws://", "://", "a:", "h2://", ""]
    let hosts = ["api.example.com", "API.example.com", "a:80", "u@h", "[::1]", "", "a%2Eb", "é"]
    let paths = ["/", "", "/users/1", "/a//b", "/./a", "/a/..", "/a%2Fb", "/a b", "/é", "/.a", "a"]
    let rests = ["", "?", "?a=1", "#x", "?b&a"]
    for _ in 0..<200 {
      let url = random.pick(starts) + random.pick(hosts) + random.pick(paths) + random.pick(rests)
      var form: [UInt8] = []
      url.withUTF8Span { URLNormalization.appendURL($0, to: &form) }
      #expect(String(decoding: form, as: UTF8.self) == URLNormalization.form(of: url), "\(url)")
    }
  }

  @Test(arguments: 0..<64)
  func `a token may begin where a plain loop says`(seed: UInt64) {
    var random = SeededRandom(seed: 300 + seed)
    let pieces = TokenShape.all.map { String(decoding: $0.mark, as: UTF8.self) }
    let others = ["users", "-", "_", ".", "1", "/", "="]
    let text = Array(
      (0..<30).map { _ in
        let isMark = random.one(in: 3)
        return random.pick(isMark ? pieces : others)
      }.joined().utf8)
    let starts = TokenShape.starts
    for word in stride(from: 0, to: text.count, by: 3) {
      let limit = min(text.count, word + 20)
      for isBinary in [false, true] {
        let start = max(0, word - 1)
        let found = starts.next(
          text.view, in: start..<limit, ofWord: word, isBinary: isBinary)
        let expected = (start..<limit).first { index in
          let isInner = starts.innerFirsts.contains(text[index])
          if index > word, !isInner, !isBinary,
            text[index - 1].isASCIILetter || text[index - 1].isASCIIDigit
          {
            return false
          }
          return starts.mayBegin(text.view, at: index) || "eLZ".utf8.contains(text[index])
        }
        #expect(found == expected ?? limit)
      }
    }
  }

  @Test(arguments: 0..<64)
  func `plain ASCII is what a plain loop takes for it`(seed: UInt64) {
    var random = SeededRandom(seed: 400 + seed)
    var bytes = (0...random.below(40)).map { _ in UInt8.random(in: 0x20..<0x7F, using: &random) }
    #expect(bytes[...].isPlainASCII)
    for byte in UInt8.min...UInt8.max {
      bytes[random.below(bytes.count)] = byte
      let isPlain = bytes.allSatisfy { (0x20..<0x7F).contains($0) || $0 == 0x09 || $0 == 0x0A }
      #expect(bytes[...].isPlainASCII == isPlain)
      if !isPlain { bytes = bytes.map { (0x20..<0x7F).contains($0) ? $0 : 0x61 } }
    }
  }

  @Test func `two texts are the same bytes or not`() {
    let texts = ["", "a", "ab", "b", "\u{e9}", "e\u{301}", String(repeating: "long ", count: 9)]
    for left in texts {
      for right in texts {
        #expect(left.hasSameUTF8(as: right) == Array(left.utf8).elementsEqual(right.utf8))
      }
    }
  }

  /// Random bytes with more and more letters among them.
  private static func bytes(_ random: inout SeededRandom) -> [UInt8] {
    let share = Double.random(in: 0...1, using: &random)
    return (0...random.below(300)).map { _ in
      Double.random(in: 0..<1, using: &random) < share
        ? random.pick(Array("abcXYZ019-_./+".utf8)) : UInt8.random(in: 0...255, using: &random)
    }
  }
}
