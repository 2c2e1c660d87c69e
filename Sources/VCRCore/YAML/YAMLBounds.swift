/// What keeps a hostile YAML text from taking more time and memory than its size allows.
///
/// libyaml is linear in the size of a text but for two things: how deep collections nest, and how
/// many prefixes `%TAG` declares. Both are bounded here for every reader of YAML.
package enum YAMLBounds {
  /// How deep sequences and mappings may nest; a cassette needs seven, other tools' recordings with
  /// bodies as structures have had sixteen.
  package static let maximumDepth = 100

  /// How many prefixes `%TAG` may declare; libyaml compares each with all others.
  private static let maximumPrefixes = 100

  /// How many values a text of that size may hold.
  ///
  /// Each takes many times the memory of the two bytes that are enough to write it. Real recordings
  /// have one for 20 bytes or more.
  package static func maximumCount(forBytes count: Int) -> Int { 1 << 20 + count / 12 }

  /// Checks what has to be known before libyaml sees a text.
  ///
  /// - Throws: `YAMLFault` with the place.
  package static func check(_ bytes: [UInt8]) throws(YAMLFault) {
    let directive = Array("%TAG".utf8)
    guard bytes.contains(directive[0]) else { return }
    var prefixes = 0
    var line = 0
    var start = 0
    while start < bytes.count {
      if bytes[start] == directive[0], bytes[start...].starts(with: directive) {
        prefixes += 1
        if prefixes > maximumPrefixes {
          throw YAMLFault(
            line: line, column: 0, reason: "more than \(maximumPrefixes) %TAG directives")
        }
      }
      start = bytes.firstNewline(from: start, to: bytes.count) + 1
      line += 1
    }
  }
}
