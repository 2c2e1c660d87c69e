/// Placeholders in what a text holds in Base64, where redaction leaves them so that whoever decodes
/// a value still finds a text.
enum EncodedPlaceholders {
  /// Finds the values whose texts change.
  ///
  /// - Parameters:
  ///   - text: The text around them.
  ///   - change: Gets a text that may have a placeholder and returns the new one; nil for the same.
  /// - Returns: The values, and the letters in place of each.
  static func changes(
    in text: Span<UInt8>, _ change: (_ text: [UInt8]) -> [UInt8]?
  ) -> Replacements {
    Base64Values.changes(in: text) { mayHold($0, depth: 0) ? change($0) : nil }
  }

  /// True for letters with a placeholder in what they encode.
  static func areOne(_ letters: ArraySlice<UInt8>) -> Bool {
    mayHold(Array(letters), depth: 0)
  }

  /// True for a text with a placeholder, and for one that holds such a text.
  private static func mayHold(_ text: [UInt8], depth: Int) -> Bool {
    if text.contains(Placeholder.open, in: text.indices) { return true }
    var holds = false
    guard depth < deepest else { return false }
    _ = Base64Values.changes(in: text.view) { inner in
      holds = holds || mayHold(inner, depth: depth + 1)
      return nil
    }
    return holds
  }

  /// How many encodings are undone, one within the other.
  static let deepest = 3
}

extension String {
  /// True when a placeholder may stand in it, also in Base64, as a fast search shows.
  var mayHoldPlaceholder: Bool {
    hasDoubleBrace || withUTF8Span { Base64Values.mayStand(in: $0) }
  }
}
