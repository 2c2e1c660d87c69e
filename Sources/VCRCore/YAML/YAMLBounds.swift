/// The limits that keep a hostile YAML text from taking more time and memory than its size allows.
///
/// libyaml is linear in the size of a text except for two things: how deep collections nest, and
/// how many prefixes `%TAG` declares. Both are limited here for every reader of YAML.
package enum YAMLBounds {
  /// The deepest nesting of sequences and mappings; a cassette needs seven levels, and recordings
  /// of other tools with bodies as structures have had sixteen.
  package static let maximumDepth = 100

  /// The most prefixes that `%TAG` may declare; libyaml compares each with all others.
  private static let maximumPrefixes = 100

  /// The most values that a text of that size may hold.
  ///
  /// Each value takes many times the memory of the two bytes that are enough to write it. Real
  /// recordings have one value per 20 bytes or more.
  package static func maximumCount(forBytes count: Int) -> Int { 1 << 20 + count / 12 }

  /// Checks the limits that must hold before libyaml reads a text.
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
