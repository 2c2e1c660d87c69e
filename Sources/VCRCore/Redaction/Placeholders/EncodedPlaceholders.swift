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
    Base64Values.changes(in: text) { bytes in
      bytes.contains(Placeholder.open, in: bytes.indices) ? change(bytes) : nil
    }
  }
}

extension String {
  /// True when a placeholder may stand in it, also in Base64, as a fast search shows.
  var mayHoldPlaceholder: Bool {
    hasDoubleBrace || withUTF8Span { Base64Values.mayStand(in: $0) }
  }
}
