/// Distinguishes cassettes from other files by their content.
package enum CassetteRecognition {
  /// True for the content of a cassette, complete or not, which has the top-level key `vcr`.
  ///
  /// In every file that `vcr` writes, a line or the first key shows it. Only a text with `vcr` in
  /// some other form is parsed, so that the result is the same as that of a reader of the cassette.
  package static func isCassette(_ bytes: [UInt8]) -> Bool {
    if hasKeyLine(bytes) { return true }
    guard bytes.count <= CassetteLimit.parsedSize, mayHaveKey(bytes),
      let tree = try? YAMLParser.parse(bytes), let root = tree.nodes.first, root.kind == .mapping
    else { return false }
    return tree.value(HeadingKey.vcr, in: YAMLTree.root) != nil
  }

  /// True when a line begins with the key, or it is the first key of a text that begins with a
  /// brace.
  private static func hasKeyLine(_ bytes: [UInt8]) -> Bool {
    let key = Array("vcr:".utf8)
    if bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") {
      return bytes.prefix(256).split(separator: UInt8(ascii: "\"")).dropFirst().first
        .map { $0.elementsEqual("vcr".utf8) } ?? false
    }
    var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while start < bytes.count {
      if bytes[start...].starts(with: key) { return true }
      start = bytes.firstNewline(from: start, to: bytes.count) + 1
    }
    return false
  }

  /// True when the key may be there in another form: quoted, indented, in braces, or in UTF-16.
  private static func mayHaveKey(_ text: [UInt8]) -> Bool {
    guard text.count > 4 else { return false }
    if text[0] == 0xFE && text[1] == 0xFF || text[0] == 0xFF && text[1] == 0xFE { return true }
    let key = Array(HeadingKey.vcr.rawValue.utf8)
    var start = 0
    while let found = text.firstRange(of: key, from: start) {
      // A quote, white space and a colon may follow; a key after “?” has a line end before its
      // colon.
      var end = found.upperBound
      while end < text.count, [0x20, 0x09, 0x0A, 0x0D, 0x22, 0x27].contains(text[end]) { end += 1 }
      if end < text.count, text[end] == UInt8(ascii: ":") { return true }
      start = found.upperBound
    }
    return false
  }

  /// The line of the first conflict marker of a merge, counted from 1; nil when there is none.
  package static func conflictMarker(in bytes: [UInt8]) -> Int? {
    let marker = [UInt8](repeating: UInt8(ascii: "<"), count: 7)
    var start = 0
    var line = 1
    while start < bytes.count {
      if bytes[start] == marker[0], bytes[start...].starts(with: marker) {
        // Markers may be longer, and may end in a label.
        let after = bytes[start...].first { $0 != marker[0] }
        if after == UInt8(ascii: " ") || after == UInt8(ascii: "\n") { return line }
      }
      start = bytes.firstNewline(from: start, to: bytes.count) + 1
      line += 1
    }
    return nil
  }
}
