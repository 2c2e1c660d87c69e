import VCRCore

/// Live values and the recorded ones they stand for, found word by word at a cost that does not depend
/// on how many there are.
struct CorrelatedValues: Sendable {
  /// For each live value the recorded ones, the latest last.
  private var recorded: [String: [String]] = [:]

  /// Live values that are more than a word, each with the recorded one, the latest last.
  private var phrases: [(live: String, recorded: String)] = []

  /// How many of those are looked for.
  private static let phraseLimit = 64

  /// How many recorded values one live value stands for at most.
  private static let limit = 8

  /// True when there is none.
  var isEmpty: Bool { recorded.isEmpty }

  /// Adds a live value and the recorded one it stands for.
  mutating func insert(live: String, recorded other: String) {
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

  /// True when two texts differ in nothing but values that stand for each other.
  func areSame(_ live: String, _ old: String) -> Bool {
    if recorded[live]?.contains(old) == true || areSameInWords(live, old) { return true }
    guard !phrases.isEmpty else { return false }
    // As a page writes them, and as a URL or a form does.
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

  /// A text with the recorded values in place of live ones that are there by no chance.
  func withoutUnmistakable(_ live: String) -> String {
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

  /// What words are made of: ids are, and tokens in several parts.
  private static let wordSets = [ByteSet(.alphanumeric, "-_"), ByteSet.unreserved]

  /// Words, and what stands between them.
  private static func pieces(_ text: String, _ isWord: ByteSet) -> [String] {
    let octets = Array(text.utf8)
    var pieces: [String] = []
    var start = 0
    for index in octets.indices.dropFirst()
    where isWord.contains(octets[index]) != isWord.contains(octets[index - 1]) {
      pieces.append(String(decoding: octets[start..<index], as: UTF8.self))
      start = index
    }
    pieces.append(String(decoding: octets[start...], as: UTF8.self))
    return pieces
  }
}
