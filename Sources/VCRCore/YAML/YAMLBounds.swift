/// The limits that keep a hostile YAML text from taking more time and memory than its size allows.
///
/// libyaml is linear in the size of a text except for three things: how deep collections nest, how
/// many prefixes `%TAG` declares, and how long these are, as each tag gets a copy of one. All are
/// limited here for every reader of YAML.
package enum YAMLBounds {
  /// The deepest nesting of sequences and mappings; a cassette needs seven levels, and recordings
  /// of other tools with bodies as structures have had sixteen.
  package static let maximumDepth = 100

  /// The most prefixes that `%TAG` may declare; libyaml compares each with all others.
  private static let maximumPrefixes = 100

  /// The most bytes of a line that declares one; those of all real ones are some dozens.
  private static let longestDirective = 256

  /// The last bytes of what ends a line in YAML: a line feed, a carriage return, NEL, LS and PS.
  private static let lineEnds: [UInt8] = [0x0A, 0x0D, 0x85, 0xA8, 0xA9]

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
    var prefixes = 0
    var start = 0
    func fault(_ reason: String) -> YAMLFault {
      YAMLFault(line: bytes[..<start].count { $0 == 0x0A }, column: 0, reason: reason)
    }
    // A byte order mark may come before the first one.
    let first = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while let found = bytes.firstRange(of: directive, from: start) {
      start = found.lowerBound
      if start <= first || lineEnds.contains(bytes[start - 1]) {
        prefixes += 1
        if prefixes > maximumPrefixes {
          throw fault("more than \(maximumPrefixes) %TAG directives")
        }
        let line = bytes[start...].prefix(longestDirective + 1)
        if line.count > longestDirective, !line.contains(where: { $0 == 0x0A || $0 == 0x0D }) {
          throw fault("a %TAG directive of more than \(longestDirective) bytes")
        }
      }
      start = found.upperBound
    }
  }
}
