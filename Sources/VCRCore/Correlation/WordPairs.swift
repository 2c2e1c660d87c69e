/// The words that stand in the places of others in two versions of a text.
package struct WordPairs {
  /// A word, and the one in its place.
  package struct Pair {
    /// The range in the new text.
    var range: Range<Int>
    /// The new word.
    package var new: String
    /// The old word.
    package var old: String
    /// The word before the new one, which often names it; empty for none.
    var before: String
  }

  /// The pairs in their order.
  package private(set) var pairs: [Pair] = []

  /// The longest text that is compared, in bytes.
  private static let limit = 1 << 18

  /// The characters of words.
  private static let word = ByteSet(.alphanumeric, "-_")

  /// Compares two texts; nothing is found in what is no text.
  package init(_ new: some Collection<UInt8>, _ old: some Collection<UInt8>) {
    guard new.count <= Self.limit, old.count <= Self.limit else { return }
    let (new, old) = (Array(new), Array(old))
    guard new != old, !new.contains(0), !old.contains(0) else { return }
    let (newTokens, oldTokens) = (Self.tokens(new), Self.tokens(old))
    let same = SequenceAlignment.matches(
      oldTokens.map { Array(old[$0]).seededHash }, newTokens.map { Array(new[$0]).seededHash })
    var (from, to) = (0, 0)
    for pair in same + [.init(old: oldTokens.count, new: newTokens.count)] {
      if pair.old - from == pair.new - to {
        for (first, second) in zip(oldTokens[from..<pair.old], newTokens[to..<pair.new])
        where Self.isWord(first, of: old) && Self.isWord(second, of: new) {
          pairs.append(
            Pair(
              range: second, new: String(decoding: new[second], as: UTF8.self),
              old: String(decoding: old[first], as: UTF8.self),
              before: Self.word(before: second.lowerBound, of: new)))
        }
      }
      (from, to) = (pair.old + 1, pair.new + 1)
    }
  }

  /// True for a word that is not the name of a placeholder: which token that stands for has been
  /// decided already.
  private static func isWord(_ token: Range<Int>, of text: [UInt8]) -> Bool {
    let brace = UInt8(ascii: "{")
    let start = token.lowerBound
    return word.contains(text[start])
      && !(start > 1 && text[start - 1] == brace && text[start - 2] == brace)
  }

  /// The word before a place of a text.
  private static func word(before place: Int, of text: [UInt8]) -> String {
    let end = text[..<place].lastIndex(where: word.contains).map { $0 + 1 } ?? 0
    let start = text[..<end].lastIndex { !word.contains($0) }.map { $0 + 1 } ?? 0
    return String(decoding: text[start..<end].suffix(longestName), as: UTF8.self)
  }

  /// The longest word that may name another one, in bytes.
  private static let longestName = 64

  /// The words of a text.
  static func words(of text: some Collection<UInt8>) -> Set<String> {
    Set(text.split { !word.contains($0) }.map { String(decoding: $0, as: UTF8.self) })
  }

  /// Runs of characters of words, percent-encoded bytes (RFC 3986 §2.1), and every other byte.
  private static func tokens(_ text: [UInt8]) -> [Range<Int>] {
    var tokens: [Range<Int>] = []
    var start = 0
    while start < text.count {
      var end = start + 1
      if text[start] == UInt8(ascii: "%"), start + 2 < text.count,
        text[start + 1].hexValue != nil, text[start + 2].hexValue != nil
      {
        end = start + 3
      } else if word.contains(text[start]) {
        while end < text.count, word.contains(text[end]) { end += 1 }
      }
      tokens.append(start..<end)
      start = end
    }
    return tokens
  }
}
