/// Shortens values to one line of a report.
package enum Excerpt {
  /// The most characters of a line.
  package static let width = 60

  /// The beginning of a text in one line, control characters shown as escapes.
  package static func line(_ bytes: some Collection<UInt8>) -> String {
    if let plain = plain(bytes) { return plain }
    // No character of a usual text takes more than eight bytes, and the rest is cut off anyway.
    let start = bytes.prefix(width * 8)
    return cut(
      doubled(String(decoding: start, as: UTF8.self)), isLonger: start.count < bytes.count)
  }

  /// The beginning of a value, or the size and first bytes of a binary one.
  package static func value(_ bytes: some Collection<UInt8>) -> String {
    if let plain = plain(bytes) { return plain }
    let start = Array(bytes.prefix(width * 8))
    guard isText(start[...], isWhole: start.count == bytes.count) else {
      return "\(bytes.count) bytes, \(hex(start.prefix(12)))\(bytes.count > 12 ? " …" : "")"
    }
    return line(bytes)
  }

  /// The most bytes before an offset in its surroundings.
  package static let lead = 16

  /// True when a line shows all of a text.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - isExcerpt: True for one with a mark of what was cut before it and behind it.
  /// - Returns: Whether it does.
  package static func holds(_ bytes: some Collection<UInt8>, isExcerpt: Bool = false) -> Bool {
    let room = isExcerpt ? width - 2 : width
    if bytes.count <= room, bytes.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return true }
    let text = Array(bytes.prefix(room * 8 + 1))
    guard text.count <= room * 8, isText(text[...], isWhole: !isExcerpt) else { return false }
    var count = 0
    for character in String(decoding: text, as: UTF8.self) {
      count += escaped(character).count
      if count > room { return false }
    }
    return true
  }

  /// The surroundings of an offset in one line.
  package static func around(_ offset: Int, of bytes: [UInt8]) -> String {
    var start = max(0, min(offset, bytes.count) - lead)
    // Do not begin in the middle of a character.
    while start > 0, start < bytes.count, bytes[start] & 0xC0 == 0x80 { start -= 1 }
    let end = min(bytes.count, start + width * 8)
    guard isText(bytes[start..<end], isWhole: end == bytes.count) else {
      let from = min(offset, bytes.count)
      let shown = bytes[from..<min(from + 12, bytes.count)]
      return "\(bytes.count) bytes, at \(from + 1): \(hex(shown))\(end < bytes.count ? " …" : "")"
    }
    let text = String(decoding: bytes[start..<end], as: UTF8.self)
    let lead = start > 0 ? "…" : ""
    return cut(lead + doubled(text), isLonger: end < bytes.count)
  }

  /// A text in which nothing looks like the escape of a character that is none.
  private static func doubled(_ text: String) -> String {
    PrintableText.doublingBackslashesOfNumbers(in: text, keeping: ["\n", "\r", "\t"])
  }

  /// A line with the scalars beyond ASCII as escapes, except for the ellipsis that marks a cut.
  package static func numbered(_ line: String) -> String {
    line.unicodeScalars.map { scalar in
      scalar.isASCII || scalar == "…" ? "\(scalar)" : "\\u{" + String(scalar.value, radix: 16) + "}"
    }.joined()
  }

  /// A short text of printable ASCII, as most values are; nil for any other.
  private static func plain(_ bytes: some Collection<UInt8>) -> String? {
    guard bytes.count <= width, bytes.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) else { return nil }
    // What looks like an escape must not be shown as it is.
    guard !bytes.contains(UInt8(ascii: "\\")) || !bytes.contains(UInt8(ascii: "{")) else {
      return nil
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func cut(_ text: String, isLonger: Bool) -> String {
    var line = ""
    var count = 0
    for character in text {
      let shown = escaped(character)
      if count + shown.count > width {
        while count >= width, !line.isEmpty {
          line.removeLast()
          count -= 1
        }
        return line + "…"
      }
      line += shown
      count += shown.count
    }
    if isLonger, count >= width { line.removeLast() }
    return isLonger ? line + "…" : line
  }

  private static func escaped(_ character: Character) -> String {
    switch character {
    case "\n": return "\\n"
    case "\r\n": return "\\r\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    default:
      // This also keeps the control sequences of terminals out of a report.
      let scalars = Array(character.unicodeScalars)
      guard scalars.indices.contains(where: { isUnseen($0, of: scalars) }) else {
        return String(character)
      }
      return scalars.map { "\\u{" + String($0.value, radix: 16) + "}" }.joined()
    }
  }

  private static func isUnseen(_ index: Int, of scalars: [Unicode.Scalar]) -> Bool {
    scalars[index].isUnseen(afterASCII: index == 0 || scalars[index - 1].isASCII)
  }

  /// True for UTF-8 without control characters other than white space.
  private static func isText(_ bytes: ArraySlice<UInt8>, isWhole: Bool) -> Bool {
    var checked = bytes
    if !isWhole {
      // The cut may have split a character.
      for _ in 0..<3 {
        guard let last = checked.last, last >= 0x80 else { break }
        checked.removeLast()
        if last & 0xC0 == 0xC0 { break }
      }
    }
    guard String(validating: checked, as: UTF8.self) != nil else { return false }
    return checked.allSatisfy { $0 >= 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
  }

  private static func hex(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { $0.hexadecimal(digits: 2) }.joined(separator: " ")
  }
}
