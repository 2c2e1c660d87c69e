#if canImport(Darwin)
  private import Darwin
#elseif canImport(Musl)
  private import Musl
#else
  private import Glibc
#endif
import VCRCore

/// Recognises quickly that a file is a cassette in the writer's own form without anything that
/// could be a secret, as nearly every cassette is.
///
/// It runs first and may err in one direction only: a file that it does not pass is parsed, decoded
/// and judged. It knows no names and no tokens itself: the positions to examine come from the
/// tables of the rules (``SecretMarks``), and the meaning of a name comes from the rules themselves
/// (``NameMeanings``). It reads a file once and keeps only the names whose meaning it looked up.
struct CheckScreen: Sendable {
  private var layout = ScreenLayout()
  private var words = ScreenWords()

  /// True for a file that need not be parsed.
  ///
  /// - Parameters:
  ///   - text: The file.
  ///   - repeated: Two ranges of it, in order, that stand in it before as well. Lines of bodies in
  ///     them are not searched again: by its indentation such a line is one of a body there, too.
  /// - Returns: False in doubt.
  mutating func isClean(
    _ text: Span<UInt8>, repeated: (Range<Int>, Range<Int>) = (0..<0, 0..<0)
  ) -> Bool {
    let start = CassetteWriter.prologue.count
    guard text.count > start, text[text.count - 1] == UInt8(ascii: "\n"),
      text.equals("vcr: 1\ninteractions:\n", in: 0..<start)
    else { return false }
    layout.reset()
    words.reset()
    var layout = ScreenLayout()
    var words = ScreenWords()
    swap(&layout, &self.layout)
    swap(&words, &self.words)
    defer {
      swap(&layout, &self.layout)
      swap(&words, &self.words)
    }
    let marks = SecretMarks.standard
    return unsafe marks.tables.withUnsafeBufferPointer { tables in
      var line = start
      while line < text.count {
        let end = Self.endOfLine(text, from: line)
        let first = Self.firstNonBlank(text, line, end)
        guard let part = layout.take(text, line..<end, first: first) else { return false }
        // A mark may reach beyond the end of its line.
        let isKnown =
          part == .body
          && (line >= repeated.0.lowerBound && end + 4 <= repeated.0.upperBound
            || line >= repeated.1.lowerBound && end + 4 <= repeated.1.upperBound)
        if part.isScanned, !isKnown {
          words.begin(part, line: first..<end)
          guard unsafe words.areClean(text, tables, marks) else { return false }
        }
        line = end + 1
      }
      return layout.isComplete && (!words.hasOddText || Self.isText(text))
    }
  }

  @inline(__always)
  private static func firstNonBlank(_ text: Span<UInt8>, _ start: Int, _ end: Int) -> Int {
    var index = start
    while index < end, unsafe text[unchecked: index] == 0x20 { index += 1 }
    return index
  }

  @inline(__always)
  private static func endOfLine(_ text: Span<UInt8>, from start: Int) -> Int {
    unsafe text.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress,
        let found = unsafe memchr(base + start, 0x0A, bytes.count - start)
      else { return bytes.count }
      return unsafe UnsafeRawPointer(found) - base
    }
  }

  /// True when all bytes that are not ASCII form text that YAML allows unescaped.
  private static func isText(_ text: Span<UInt8>) -> Bool {
    var safety = TextSafety()
    var bytes: [UInt8] = []
    bytes.append(text, 0..<text.count)
    for byte in bytes where byte >= 0x80 && safety.needsEscape(byte) { return false }
    return String(validating: bytes, as: UTF8.self) != nil
  }
}
