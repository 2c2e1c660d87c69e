/// Tells cassettes from other files by what is in them.
package enum CassetteRecognition {
  /// True for the content of a cassette, whole or not: a top-level key `vcr` says so.
  package static func isCassette(_ bytes: [UInt8]) -> Bool {
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

  /// The line of the first conflict marker that a merge left, counted from 1; nil when there is
  /// none.
  static func conflictMarker(in bytes: [UInt8]) -> Int? {
    let marker = [UInt8](repeating: UInt8(ascii: "<"), count: 7)
    var start = 0
    var line = 1
    while start < bytes.count {
      if bytes[start] == marker[0], bytes[start...].starts(with: marker) {
        // Markers may be longer, and end in a label.
        let after = bytes[start...].first { $0 != marker[0] }
        if after == UInt8(ascii: " ") || after == UInt8(ascii: "\n") { return line }
      }
      start = bytes.firstNewline(from: start, to: bytes.count) + 1
      line += 1
    }
    return nil
  }
}
