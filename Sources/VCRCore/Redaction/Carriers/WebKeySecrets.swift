/// Finds the private members of JSON Web Keys (RFC 7518 §6).
///
/// Those are of keys of elliptic curves and of RSA, and symmetric keys. Their names are one or two
/// letters, which mean a secret beside `kty` alone.
package enum WebKeySecrets {
  /// The name that every such key has.
  package static let mark: StaticString = "kty"

  /// The members that nobody but the owner of a key has (RFC 7518 §6.2.2, §6.3.2, §6.4.1).
  private static let names: [StaticString] = ["d", "p", "q", "dp", "dq", "qi", "k"]

  /// The most bytes on either side of `kty` that belong to the same key.
  private static let longest = 16 << 10

  /// The secrets of a text, which may be JSON, or have some in a string.
  static func find(in text: Span<UInt8>) -> Replacements {
    var found = Replacements()
    var index = 0
    while let letter = text.firstIndex(of: UInt8(ascii: "k"), in: index..<text.count) {
      index = letter + 1
      guard text.equals(mark, at: letter), let level = level(text, before: letter),
        letter + 3 + level < text.count, text[letter + 3 + level] == UInt8(ascii: "\"")
      else { continue }
      let object = object(text, around: letter)
      guard object.lowerBound >= found.items.last?.range.upperBound ?? 0 else { continue }
      add(text, object, level, to: &found)
      index = max(index, object.upperBound)
    }
    return found
  }

  /// The number of backslashes before the quote before a position; nil where no quote is.
  private static func level(_ text: Span<UInt8>, before start: Int) -> Int? {
    guard start > 0, text[start - 1] == UInt8(ascii: "\"") else { return nil }
    var level = 0
    while level < 3, start - 2 - level >= 0, text[start - 2 - level] == UInt8(ascii: "\\") {
      level += 1
    }
    return level
  }

  /// The flat object around a position.
  private static func object(_ text: Span<UInt8>, around place: Int) -> Range<Int> {
    var (start, end) = (place, place)
    let (floor, limit) = (max(0, place - longest), min(text.count, place + longest))
    while start > floor, text[start - 1] != UInt8(ascii: "{"), text[start - 1] != UInt8(ascii: "}")
    {
      start -= 1
    }
    while end < limit, text[end] != UInt8(ascii: "}"), text[end] != UInt8(ascii: "{") { end += 1 }
    return start..<end
  }

  private static func add(
    _ text: Span<UInt8>, _ object: Range<Int>, _ level: Int, to found: inout Replacements
  ) {
    var index = object.lowerBound
    while let quote = text.firstIndex(of: UInt8(ascii: "\""), in: index..<object.upperBound) {
      index = quote + 1
      let name = names.first {
        text.equals($0, at: quote + 1) && isEnd(text, quote + 1 + $0.utf8CodeUnitCount, level)
      }
      guard let name else { continue }
      let length = name.utf8CodeUnitCount
      let colon = text.endOfSpace(from: quote + 2 + length + level)
      guard colon < object.upperBound, text[colon] == UInt8(ascii: ":") else { continue }
      let value = text.endOfSpace(from: colon + 1) + level + 1
      guard value < object.upperBound, text[value - 1] == UInt8(ascii: "\"") else { continue }
      var end = value
      while end < object.upperBound, ByteSet.unreserved.contains(text[end]) { end += 1 }
      guard end - value >= shortest, isEnd(text, end, level) else { continue }
      found.add(value..<end, Placeholder.bytes(Array("PRIVATE_KEY".utf8)), in: text)
      index = end + level + 1
    }
  }

  /// The least length of a member: 16 bytes in Base64.
  private static let shortest = 22

  /// True where a closing quote of a level stands.
  private static func isEnd(_ text: Span<UInt8>, _ end: Int, _ level: Int) -> Bool {
    let quote = end + level
    return quote < text.count && text[quote] == UInt8(ascii: "\"")
      && (end..<quote).allSatisfy { text[$0] == UInt8(ascii: "\\") }
  }
}
