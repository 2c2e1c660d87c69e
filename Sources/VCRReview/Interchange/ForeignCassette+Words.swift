import VCRCore

extension ForeignCassette {
  /// True for a text that has the words of an exchange, as what a tool records has; most other
  /// texts in a repository need then not be parsed.
  ///
  /// - Parameter bytes: The text.
  /// - Returns: False for what is no recording, but for texts in UTF-16.
  static func mayHoldExchanges(_ bytes: [UInt8]) -> Bool {
    // With a capital or without.
    ["equest", "esponse"].allSatisfy { bytes.contains(Array($0.utf8), in: bytes.indices) }
  }

  /// True for a text, whole or damaged, that calls itself a recording near its beginning.
  static func isNamedInside(_ bytes: [UInt8]) -> Bool {
    // `http_interactions` with Ruby VCR.
    let start = bytes.indices.prefix(1 << 12)
    return bytes.contains(Array(HeadingKey.interactions.rawValue.utf8), in: start)
  }

  /// True for what was written by hand to describe a service, and not recorded from it.
  var isDescription: Bool { format == OpenAPIFormat.title }
}
