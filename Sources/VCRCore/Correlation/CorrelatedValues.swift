/// The live values and the recorded values that they replace.
///
/// Values are looked up word by word, at a cost that does not depend on their number.
package struct CorrelatedValues: Sendable {
  /// For each live value, its recorded values, the latest last.
  private var recorded: [String: [String]] = [:]

  /// Live values that are more than a single word, or that replace such a one, each with its
  /// recorded value, the latest last.
  private var phrases: [(live: String, recorded: String)] = []

  /// The largest number of phrases.
  private static let phraseLimit = 64

  /// The largest number of recorded values for one live value.
  private static let limit = 8

  /// The live values that are short numbers.
  private var numbers: Set<String> = []

  /// Those of them that count for nothing here.
  private var hidden: Set<String> = []

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
    if ShortNumber.isOne(live) { numbers.insert(live) }
    // Either of them may be written in another way than a word is.
    guard ![live, other].allSatisfy({ $0.utf8.allSatisfy(Self.wordSets[0].contains) }),
      !phrases.contains(where: { $0 == (live, other) })
    else { return }
    if phrases.count == Self.phraseLimit { phrases.removeFirst() }
    phrases.append((live, other))
  }

  /// The values without those that are short numbers, but for some of them.
  ///
  /// - Parameter near: The short numbers that a text may hold as ids.
  /// - Returns: The values that may stand in it.
  package func withNumbers(onlyOf near: Set<String>) -> CorrelatedValues {
    var values = self
    values.hidden = numbers.subtracting(near)
    return values
  }

  /// The values, and some of those that are short numbers and counted for nothing.
  ///
  /// - Parameter more: The short numbers that a text may hold as well.
  /// - Returns: The values that may stand in it.
  package func withNumbers(alsoOf more: Set<String>) -> CorrelatedValues {
    guard !hidden.isDisjoint(with: more) else { return self }
    var values = self
    values.hidden.subtract(more)
    return values
  }

  /// True when one of the live values is a short number.
  var hasShortNumbers: Bool { !numbers.isEmpty }

  /// The recorded values that a live one replaces, the latest last.
  package func recordedValues(of live: String) -> [String] { olds(of: live) ?? [] }

  private func olds(of live: String) -> [String]? { hidden.contains(live) ? nil : recorded[live] }

  /// True when two texts differ only in corresponding values.
  package func areSame(_ live: String, _ old: String) -> Bool {
    if olds(of: live)?.contains(old) == true || areSameInWords(live, old)
      || areSameWithinWords(live, old) || areSameInBase64(live, old)
    {
      return true
    }
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

  /// True when two texts in Base64 differ only in corresponding values: a cursor or a global id
  /// that holds `order:20417`.
  private func areSameInBase64(_ live: String, _ old: String) -> Bool {
    guard !isEmpty, let text = Self.base64(live), let other = Self.base64(old) else {
      return false
    }
    return areSame(text, other)
  }

  /// The readable text that a text holds in Base64; nil for any other.
  private static func base64(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    guard bytes.count >= shortestBase64, bytes.count <= longestWords else { return nil }
    return Base64Text.printable(bytes).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The shortest text in bytes that is decoded: a shorter one holds no id and a word beside it.
  private static let shortestBase64 = 12

  /// True for a value and the one that it replaces, where no chance puts these two in one place:
  /// alone, or behind the same beginning of a longer word, as in `entry-7c9e6679`.
  func isSameThing(_ live: String, _ old: String) -> Bool {
    if isSameValue(live, old) { return true }
    let (text, other) = (Array(live.utf8), Array(old.utf8))
    let common = zip(text, other).prefix { $0 == $1 }.count
    return text.indices.prefix(common).contains { index in
      guard [UInt8(ascii: "-"), UInt8(ascii: "_")].contains(text[index]) else { return false }
      let rests = [text, other].map { String(decoding: $0[(index + 1)...], as: UTF8.self) }
      return isSameValue(rests[0], rests[1])
    }
  }

  private func isSameValue(_ live: String, _ old: String) -> Bool {
    recordedValues(of: live).contains(old)
      && (CorrelationRule.isNoChance(live) || CorrelationRule.isNoChance(old))
  }

  /// The changes by which words of a text are the recorded values that they replace, whatever else
  /// differs beside them.
  ///
  /// - Parameters:
  ///   - live: The text.
  ///   - old: The recorded text.
  /// - Returns: The changes in ascending order.
  package func changes(of live: [UInt8], like old: [UInt8]) -> [Replacements.Item] {
    guard !isEmpty else { return [] }
    return WordPairs(live, old).pairs.filter { isSameThing($0.new, $0.old) }.map {
      Replacements.Item(range: $0.range, bytes: Array($0.old.utf8))
    }
  }

  private func areSameInWords(_ live: String, _ old: String) -> Bool {
    Self.wordSets.contains { isWord in
      let (left, right) = (Self.pieces(live, isWord), Self.pieces(old, isWord))
      return left.count == right.count
        && zip(left, right).allSatisfy { $0 == $1 || olds(of: $0)?.contains($1) == true }
    }
  }

  /// The same where values are parts of longer words, as in `red-lamp-42`.
  private func areSameWithinWords(_ live: String, _ old: String) -> Bool {
    guard live.utf8.count <= Self.longestWords else { return false }
    let pieces = Self.pieces(live, Self.partSet)
    var rest = Array(old.utf8)[...]
    var index = 0
    while index < pieces.count {
      let known = (1...min(Self.mostParts, pieces.count - index)).reversed().lazy.compactMap {
        count -> (count: Int, other: String)? in
        let part = pieces[index..<index + count].joined()
        let other = olds(of: part)?.last { !$0.isEmpty && rest.starts(with: $0.utf8) }
        return other.map { (count, $0) }
      }.first
      let (count, text) = known ?? (1, pieces[index])
      guard rest.starts(with: text.utf8) else { return false }
      rest = rest.dropFirst(text.utf8.count)
      index += count
    }
    return rest.isEmpty
  }

  /// The letters and digits of a text and what separates them; those that are a live value are one
  /// part, with the recorded value.
  private func parts(of live: String) -> [(text: String, recorded: String?)] {
    guard live.utf8.count <= Self.longestWords else { return [(live, nil)] }
    let pieces = Self.pieces(live, Self.partSet)
    var parts: [(text: String, recorded: String?)] = []
    var index = 0
    while index < pieces.count {
      let known = (1...min(Self.mostParts, pieces.count - index)).reversed().lazy.compactMap {
        count -> (count: Int, text: String, recorded: String)? in
        let part = pieces[index..<index + count].joined()
        return olds(of: part)?.last.map { (count, part, $0) }
      }.first
      parts.append((known?.text ?? pieces[index], known?.recorded))
      index += known?.count ?? 1
    }
    return parts
  }

  /// The text with recorded values in place of live ones that are parts of longer words.
  private func replacingWithinWords(_ live: String) -> String {
    parts(of: live).map { $0.recorded ?? $0.text }.joined()
  }

  /// The longest text in which values are looked for within words.
  private static let longestWords = 4096
  /// The most letters and digits, and what separates them, of which such a value consists.
  private static let mostParts = 9
  private static let partSet = ByteSet(.alphanumeric, "")

  /// The text with recorded values in place of unmistakable live ones.
  package func withoutUnmistakable(_ live: String) -> String {
    replacing(live, where: CorrelationRule.isUnmistakable)
  }

  /// The text with recorded values in place of live ones, whatever else they may be.
  package func withoutAny(_ live: String) -> String {
    var replaced = replacing(live, orWithin: true) { _ in true }
    if replaced == live { replaced = replacingWithinWords(live) }
    guard replaced == live else { return replaced }
    func encoded(_ text: String) -> String {
      String(decoding: DecodedText.Encoding.percent.encode(Array(text.utf8)), as: UTF8.self)
    }
    return phrases.reversed().reduce(live) { text, phrase in
      guard text.utf8.count >= phrase.live.utf8.count else { return text }
      return text.replacing(phrase.live, with: phrase.recorded)
        .replacing(encoded(phrase.live), with: encoded(phrase.recorded))
    }
  }

  /// The text with recorded values in place of live ones that are words of it.
  ///
  /// - Parameters:
  ///   - live: The text.
  ///   - isAlsoWithin: True to replace them within its other words as well.
  ///   - isMeant: True for a live value that is to be replaced.
  /// - Returns: The text, which may be the same.
  private func replacing(
    _ live: String, orWithin isAlsoWithin: Bool = false, where isMeant: (String) -> Bool
  ) -> String {
    if let other = olds(of: live)?.last, isMeant(live) { return other }
    for isWord in Self.wordSets {
      let pieces = Self.pieces(live, isWord)
      let replaced = pieces.map { piece in
        guard let other = olds(of: piece)?.last, isMeant(piece) else { return piece }
        return other
      }
      guard replaced != pieces else { continue }
      return zip(pieces, replaced).map { piece, other in
        isAlsoWithin && piece == other ? replacingWithinWords(piece) : other
      }.joined()
    }
    return live
  }

  /// The live values that are words of a longer text.
  func liveWords(in text: String) -> [String] {
    guard olds(of: text) == nil else { return [] }
    return Self.wordSets.flatMap { Self.pieces(text, $0).filter { olds(of: $0) != nil } }
      + parts(of: text).compactMap { $0.recorded == nil ? nil : $0.text }
      + phrases.map(\.live).filter(text.contains)
  }

  /// The characters of words: first those of ids, then those of tokens in several parts.
  private static let wordSets = [ByteSet(.alphanumeric, "-_"), ByteSet.unreserved]

  /// The words of a text and the separators between them, to which percent-encoded bytes belong.
  private static func pieces(_ text: String, _ isWord: ByteSet) -> [String] {
    let bytes = Array(text.utf8)
    var pieces: [String] = []
    var (start, encodedEnd, wasWord) = (0, 0, false)
    for index in bytes.indices {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
        bytes[index + 1].hexValue != nil, bytes[index + 2].hexValue != nil
      {
        encodedEnd = index + 3
      }
      let belongs = index >= encodedEnd && isWord.contains(bytes[index])
      if index > 0, belongs != wasWord {
        pieces.append(String(decoding: bytes[start..<index], as: UTF8.self))
        start = index
      }
      wasWord = belongs
    }
    pieces.append(String(decoding: bytes[start...], as: UTF8.self))
    return pieces
  }
}
