import TestSupport
import Testing

@testable import VCRCore

/// Pairs of queries and forms (WHATWG URL §5).
struct QueryPairsTests {
  private func pairs(_ bytes: [UInt8], _ choice: QueryPairs.Choice = .all) -> [[[UInt8]]] {
    let pairs = QueryPairs(bytes.span, in: bytes.indices, choosing: choice)
    return pairs.pairs.map { [Array(pairs.name($0)), Array(pairs.value($0))] }
  }

  private func pairs(_ text: String, _ choice: QueryPairs.Choice = .all) -> [[String]] {
    pairs(Array(text.utf8), choice).map { $0.map { String(decoding: $0, as: UTF8.self) } }
  }

  private func normal(
    _ text: String, _ choice: QueryPairs.Choice = .all, sortsValues: Bool = false
  ) -> String {
    // The pairs stand in the middle of a longer text, as in a URL.
    let bytes = Array("a?\(text)#=&".utf8)
    var output: [UInt8] = []
    QueryPairs.appendNormalForm(
      of: bytes.span, in: 2..<bytes.count - 3, choosing: choice, sortsValues: sortsValues,
      to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  @Test(
    arguments: [
      ("", []), ("&", []), ("&&a&&", [["a", ""]]), ("a=b=c", [["a", "b=c"]]), ("=", [["", ""]]),
      ("=b", [["", "b"]]), ("a+b=c+d", [["a b", "c d"]]), ("%61=%2B%26%3D", [["a", "+&="]]),
      ("a=%", [["a", "%"]]), ("a=%4", [["a", "%4"]]), ("a=%zz%41", [["a", "%zzA"]]),
      ("a=%2541", [["a", "%41"]]), ("a;b=c", [["a;b", "c"]]), ("a=%C3%A9é", [["a", "éé"]]),
      ("a=%00\u{0}", [["a", "\u{0}\u{0}"]]), ("a=+%2b", [["a", " +"]]),
    ] as [(String, [[String]])])
  func `pairs are split and decoded as WHATWG URL §5.1 says`(text: String, expected: [[String]]) {
    #expect(pairs(text) == expected)
  }

  @Test func `pairs are chosen by their decoded names, with regard to case`() {
    let text = "a=1&A=2&%61=3&b=4&a+=5"
    let names = [Array("a".utf8), Array("b".utf8)]
    #expect(pairs(text, .only(names)) == [["a", "1"], ["a", "3"], ["b", "4"]])
    #expect(pairs(text, .ignoring(names)) == [["A", "2"], ["a ", "5"]])
    #expect(normal(text, .ignoring(names)) == "A=2&a%20=5")
  }

  @Test(arguments: [
    ("b=1&a=2", "a=2&b=1"), ("a=2&a=1", "a=2&a=1"), ("a", "a="), ("a=1&", "a=1"), ("", ""),
    ("%61=%7e", "a=~"), ("a=+", "a=%20"), ("a=%2f", "a=/"), ("a=%26", "a=%26"), ("a==", "a=%3D"),
    ("a=é", "a=%C3%A9"), ("ab=1&a=2", "a=2&ab=1"), ("a=1&=2", "=2&a=1"), ("a=\u{0}", "a=%00"),
  ])
  func `spellings of the same pairs share a normal form`(text: String, form: String) {
    #expect(normal(text) == form)
    #expect(normal(form) == form)
  }

  @Test func `the order of a name's values counts unless it is said not to`() {
    #expect(normal("a=2&a=1") != normal("a=1&a=2"))
    #expect(normal("a=2&a=1", sortsValues: true) == normal("a=1&a=2", sortsValues: true))
    #expect(normal("a=1&a=2&b=0", sortsValues: true) == "a=1&a=2&b=0")
  }

  static func randomTexts(seed: UInt64, count: Int) -> [[UInt8]] {
    var random = SeededRandom(seed: seed)
    let pieces: [[UInt8]] =
      [
        "a", "b", "=", "=", "&", "&", "+", "%41", "%2b", "%c3%a9", "%", "%4", "é", ";", "~", "/",
        " ",
      ]
      .map { Array($0.utf8) } + [[0], [0xFF], [0x0A]]
    return (0..<count).map { _ in
      (0..<random.below(12)).flatMap { _ in random.pick(pieces) }
    }
  }

  @Test(
    .enabled(if: Python.isInstalled, "needs python3"), arguments: 0..<2 as Range<UInt64>)
  func `Python's parser finds the same pairs in any bytes`(seed: UInt64) async throws {
    let texts = Self.randomTexts(seed: seed, count: 500)
    let script = """
      import sys
      from urllib.parse import parse_qsl
      for line in sys.stdin:
        pairs = parse_qsl(
          bytes.fromhex(line).decode('latin-1'), keep_blank_values=True, encoding='latin-1')
        print(' '.join('='.join(text.encode('latin-1').hex() for text in pair) for pair in pairs))
      """
    let lines = try await Python.lines(script, texts)
    for (text, line) in zip(texts, lines) {
      let found = pairs(text).map { Python.hexadecimal($0[0]) + "=" + Python.hexadecimal($0[1]) }
      #expect(found.joined(separator: " ") == line, "\(Python.hexadecimal(text))")
    }
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `normal forms are equal exactly where the sorted pairs are`(seed: UInt64) {
    let texts = Self.randomTexts(seed: 50 + seed, count: 300)
    var formsByPairs: [[[[UInt8]]]: [UInt8]] = [:]
    var pairsByForm: [[UInt8]: [[[UInt8]]]] = [:]
    for text in texts {
      var form: [UInt8] = []
      QueryPairs.appendNormalForm(of: text.span, in: text.indices, to: &form)
      let sorted = pairs(text).enumerated().sorted { left, right in
        left.element[0] == right.element[0]
          ? left.offset < right.offset
          : left.element[0].lexicographicallyPrecedes(right.element[0])
      }.map(\.element)
      #expect(formsByPairs[sorted, default: form] == form, "\(Python.hexadecimal(text))")
      #expect(pairsByForm[form, default: sorted] == sorted, "\(Python.hexadecimal(text))")
      (formsByPairs[sorted], pairsByForm[form]) = (form, sorted)
    }
  }

  @Test(arguments: [
    "a=1", "a=&=b", "a=1&a=1", "a=+%2B%26", "a=%C3%A9", "a=%00%0A",
    "*-._=~".replacing("~", with: "%7E"),
  ])
  func `a form that encodes back to the same bytes is taken for pairs`(text: String) throws {
    let bytes = Array(text.utf8)
    #expect(FormEncoding.encode(try #require(FormEncoding.pairs(bytes))) == bytes)
    #expect(try #require(FormEncoding.pairs(bytes)).map { [$0.name, $0.value] } == pairs(bytes))
  }

  @Test(arguments: [
    "", "a", "a&b=1", "a=1&", "a=b=c", "a=%2b", "a=%41", "a=%20", "a=%", "a=%+1", "a=~", "a=é",
    "a=%FF", "a=\n", "{\"a\"=1}", "a=%C3",
  ])
  func `a form of any other spelling is left as it was sent`(text: String) {
    #expect(FormEncoding.pairs(Array(text.utf8)) == nil)
  }

  @Test(.enabled(if: Python.isInstalled, "needs python3"))
  func `a form is written as Python writes it, but for the tilde`() async throws {
    var random = SeededRandom(seed: 3)
    var texts: [[UInt8]] = [(UInt8.min...UInt8.max).filter { $0 != 0x7E }]
    for _ in 0..<100 {
      let bytes: [UInt8] = (0..<random.below(9)).map { _ in UInt8(random.below(256)) }
      texts.append(bytes.filter { $0 != 0x7E })
    }
    let script = """
      import sys
      from urllib.parse import quote_plus
      for line in sys.stdin:
        print(quote_plus(bytes.fromhex(line), safe='*'))
      """
    for (text, line) in zip(texts, try await Python.lines(script, texts)) {
      let encoded = FormEncoding.encode([(text, text)])
      #expect(String(decoding: encoded, as: UTF8.self) == "\(line)=\(line)")
    }
  }
}
