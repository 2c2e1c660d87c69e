import VCRCore

/// JSON that is the argument of a call, as viewers of HTTP archives load it into a page (JSONP):
/// `onInputData({"log": …});`.
///
/// The beginning of a text decides, so that a fault within the JSON is named at its place. Whether
/// a script is nothing but data, which redaction asks (`TextKind`), takes all of it.
enum JSONCallback {
  /// True for a text that begins as such a call, with an object that has a member: code of a
  /// program quotes no names.
  ///
  /// - Parameter bytes: The text.
  /// - Returns: Whether it may be one.
  static func begins(_ bytes: [UInt8]) -> Bool { start(of: bytes) != nil }

  /// The JSON alone, with spaces in place of the call, so that all else stays where it is.
  ///
  /// - Parameter bytes: The text.
  /// - Returns: The JSON; nil for a text that is no such call.
  static func argument(of bytes: [UInt8]) -> [UInt8]? {
    guard let start = start(of: bytes) else { return nil }
    var end = bytes.endIndex
    func drop(_ isDropped: (UInt8) -> Bool) {
      while end > start, isDropped(bytes[end - 1]) { end -= 1 }
    }
    drop { $0 <= 0x20 || $0 == UInt8(ascii: ";") }
    guard end > start, bytes[end - 1] == UInt8(ascii: ")") else { return nil }
    return bytes[..<start].map { $0 < 0x20 ? $0 : 0x20 } + bytes[start..<(end - 1)]
  }

  /// The place of the brace behind the parenthesis.
  private static func start(of bytes: [UInt8]) -> Int? {
    var index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    func skip(_ isSkipped: (UInt8) -> Bool) -> Int {
      let start = index
      while index < bytes.count, isSkipped(bytes[index]) { index += 1 }
      return index - start
    }
    func skip(_ character: Character) -> Bool {
      guard index < bytes.count, bytes[index] == character.asciiValue else { return false }
      index += 1
      return true
    }
    func isSpace(_ byte: UInt8) -> Bool { byte <= 0x20 }
    _ = skip(isSpace)
    let name = skip { $0.isASCIIAlphanumeric || "_$.".utf8.contains($0) }
    _ = skip(isSpace)
    guard name > 0, skip("(") else { return nil }
    _ = skip(isSpace)
    let start = index
    guard skip("{") else { return nil }
    _ = skip(isSpace)
    return skip("\"") ? start : nil
  }
}
