/// The live values and the recorded values that they replace.
///
/// Values are looked up word by word, at a cost that does not depend on their number.
package struct CorrelatedValues: Sendable {
  /// For each live value, its recorded values, the latest last.
  private var recorded: [String: [String]] = [:]

  /// Live values that are more than a single word, each with its recorded value, the latest last.
  private var phrases: [(live: String, recorded: String)] = []

  /// The largest number of phrases.
  private static let phraseLimit = 64

  /// The largest number of recorded values for one live value.
  private static let limit = 8

  /// Creates an empty collection.
  package init() {}

  /// True when there are no values.
  package var isEmpty: Bool { recorded.isEmpty }

  /// Adds a live value and the recorded value that it replaces.
  package mutating func insert(live: String, recorded other: String) {
    var others = recorded[live] ?? []
    others.removeAll { $0 == other }
    others.append(other)
    recorded[live] = others.suffix(Self.limit)
    guard !live.utf8.allSatisfy({ Self.wordSets[0].contains($0) }),
      !phrases.contains(where: { $0 == (live, other) })
    else { return }
    if phrases.count == Self.phraseLimit { phrases.removeFirst() }
    phrases.append((live, other))
  }

  /// True when two texts differ only in corresponding values.
  package func areSame(_ live: String, _ old: String) -> Bool {
    if recorded[live]?.contains(old) == true || areSameInWords(live, old) { return true }
    guard !phrases.isEmpty else { return false }
    // Values in markup are escaped, and values in a URL or a form are percent-encoded.
    for decoded in [MarkupValues.unescaped, URLValues.decoded(form:)] as [(String) -> String] {
      let text = decoded(live)
      let replaced = phrases.reversed().reduce(text) {
        $0.replacing($1.live, with: $1.recorded)
      }
      guard replaced != text else { continue }
      let other = decoded(old)
      if replaced == other || areSameInWords(replaced, other) { return true }
    }
    return false
  }

  private func areSameInWords(_ live: String, _ old: String) -> Bool {
    Self.wordSets.contains { isWord in
      let (left, right) = (Self.pieces(live, isWord), Self.pieces(old, isWord))
      return left.count == right.count
        && zip(left, right).allSatisfy { $0 == $1 || recorded[$0]?.contains($1) == true }
    }
  }

  /// The text with recorded values in place of unmistakable live ones.
  package func withoutUnmistakable(_ live: String) -> String {
    if let other = recorded[live]?.last, CorrelationRule.isUnmistakable(live) { return other }
    for isWord in Self.wordSets {
      let pieces = Self.pieces(live, isWord)
      let replaced = pieces.map { piece in
        guard let other = recorded[piece]?.last, CorrelationRule.isUnmistakable(piece) else {
          return piece
        }
        return other
      }
      if replaced != pieces { return replaced.joined() }
    }
    return live
  }

  /// The characters of words: first those of ids, then those of tokens in several parts.
  private static let wordSets = [ByteSet(.alphanumeric, "-_"), ByteSet.unreserved]

  /// The words of a text and the separators between them.
  private static func pieces(_ text: String, _ isWord: ByteSet) -> [String] {
    let bytes = Array(text.utf8)
    var pieces: [String] = []
    var start = 0
    for index in bytes.indices.dropFirst()
    where isWord.contains(bytes[index]) != isWord.contains(bytes[index - 1]) {
      pieces.append(String(decoding: bytes[start..<index], as: UTF8.self))
      start = index
    }
    pieces.append(String(decoding: bytes[start...], as: UTF8.self))
    return pieces
  }
}
