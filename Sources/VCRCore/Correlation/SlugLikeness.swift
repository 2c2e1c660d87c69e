/// Names that services make up of words, such as `calm-otter` for a room.
enum SlugLikeness {
  /// How many words such a name has.
  private static let counts = 2...6
  /// How many letters each of them has.
  private static let lengths = 3...24
  /// The length in bytes of the shortest name.
  static let shortest = 2 * lengths.lowerBound + 1

  /// True for words of letters with `-` or `_` between them.
  static func isSlug(_ text: String) -> Bool { words(of: text) != nil }

  /// True for two names of as many words of which some differ.
  ///
  /// Names that a service makes up share hardly any, and `lamp-red` and `lamp-big` are rather two
  /// states of one thing, unless it is known that they name things.
  ///
  /// - Parameters:
  ///   - first: One name.
  ///   - second: The other.
  ///   - isKnown: True where they name things: then one word that differs is enough.
  /// - Returns: True when enough words differ.
  static func areApart(_ first: String, _ second: String, isKnown: Bool) -> Bool {
    guard let words = words(of: first), let others = self.words(of: second) else { return false }
    return words.count == others.count
      && zip(words, others).count { $0 != $1 } > (isKnown ? 0 : 1)
  }

  /// True for what names a state or a kind: `state`, `order_status`, `eventType`.
  static func namesState(_ name: String) -> Bool {
    states.contains(name[name.lastWordStart...].drop { !$0.isLetter }.lowercased())
      || states.contains(name.lowercased())
  }

  private static let states: Set = [
    "action", "category", "class", "error", "event", "filter", "kind", "level", "mode", "phase",
    "reason", "role", "scope", "sort", "stage", "state", "status", "step", "type",
  ]

  private static func words(of text: String) -> [Substring]? {
    guard text.utf8.count >= shortest, text.utf8.count <= 64 else { return nil }
    let words = text.utf8.split(omittingEmptySubsequences: false) { $0 == 0x2D || $0 == 0x5F }
    guard counts.contains(words.count),
      words.allSatisfy({ lengths.contains($0.count) && $0.allSatisfy(\.isASCIILetter) })
    else { return nil }
    return words.map { Substring($0) }
  }
}
