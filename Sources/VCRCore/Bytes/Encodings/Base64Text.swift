internal import CBytes

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Base64 (RFC 4648 §4, §5) within a text, of which only a part concerns a secret.
package enum Base64Text {
  /// True for the letters of either alphabet.
  package static func isLetter(_ byte: UInt8) -> Bool { letters.contains(byte) }

  private static let letters = ByteSet(.alphanumeric, "+/-_")

  /// The position, in a group of four letters, of the first letter that depends on the secret
  /// alone, for each number of bytes before the secret in the group.
  package static let coreStart = [0, 2, 3]

  /// The letters that depend on the secret alone when `offset` bytes come before it in its group.
  package static func core(of value: [UInt8], offset: Int, isURLSafe: Bool) -> [UInt8] {
    let end = (offset + value.count) * 8 / 6
    var core: [UInt8] = []
    core.reserveCapacity(end - coreStart[offset])
    // The bits that no letter stands for yet, and how many they are.
    var (bits, count, letter): (UInt32, Int, Int) = (0, offset * 8 % 6, offset * 8 / 6)
    for byte in value {
      bits = bits << 8 | UInt32(byte)
      count += 8
      while count >= 6 {
        count -= 6
        if letter >= coreStart[offset] {
          core.append(Self.letter(of: bits >> UInt32(count) & 0x3F, isURLSafe: isURLSafe))
        }
        letter += 1
      }
    }
    return core
  }

  /// The letter for six bits (RFC 4648 §4, §5).
  private static func letter(of bits: UInt32, isURLSafe: Bool) -> UInt8 {
    switch bits {
    case 0..<26: UInt8(ascii: "A") + UInt8(bits)
    case 26..<52: UInt8(ascii: "a") + UInt8(bits - 26)
    case 52..<62: UInt8(ascii: "0") + UInt8(bits - 52)
    case 62: isURLSafe ? UInt8(ascii: "-") : UInt8(ascii: "+")
    default: isURLSafe ? UInt8(ascii: "_") : UInt8(ascii: "/")
    }
  }

  /// The printable ASCII text that bytes are the Base64 of, with padding or without; nil for any
  /// others.
  static func printable(_ bytes: [UInt8]) -> [UInt8]? {
    let end = bytes.lastIndex { $0 != UInt8(ascii: "=") }.map { $0 + 1 } ?? 0
    guard bytes[..<end].allSatisfy(isLetter), let content = decode(bytes.view, in: 0..<end),
      content.allSatisfy({ (0x20..<0x7F).contains($0) })
    else { return nil }
    return content
  }

  /// The letters of some bytes, padded to whole groups.
  package static func encode(_ bytes: [UInt8], isURLSafe: Bool = false) -> [UInt8] {
    let letters = Data(bytes).base64EncodedData()
    guard isURLSafe else { return Array(letters) }
    return letters.map {
      $0 == UInt8(ascii: "+") ? UInt8(ascii: "-") : $0 == UInt8(ascii: "/") ? UInt8(ascii: "_") : $0
    }
  }

  /// False when the letters of whole groups of four encode a control character, as those of most
  /// random bytes do after a few groups.
  static func mayBePrintable(_ text: Span<UInt8>, in range: Range<Int>) -> Bool {
    mayEncode(text, in: range) { $0 >= 0x20 && $0 != 0x7F }
  }

  /// False when the letters of whole groups of four encode another byte than those that are
  /// expected.
  @inline(__always)
  static func mayEncode(
    _ text: Span<UInt8>, in range: Range<Int>, _ isExpected: (UInt8) -> Bool
  ) -> Bool {
    var bits: UInt32 = 0
    for (position, index) in range.enumerated() {
      guard let value = value(of: text[index]) else { return true }
      bits = bits << 6 | value
      // Each letter but the first of a group completes a byte.
      let rest = 6 - 2 * (position & 3)
      guard rest < 6 else { continue }
      guard isExpected(UInt8(truncatingIfNeeded: bits >> UInt32(rest))) else { return false }
    }
    return true
  }

  /// The six bits of a letter of either alphabet (RFC 4648 §4, §5).
  private static func value(of letter: UInt8) -> UInt32? {
    let value = vcr_base64_value(letter)
    return value < 64 ? UInt32(value) : nil
  }

  /// The bytes of letters of either alphabet, padded or not; nil for anything else.
  package static func decode(_ text: Span<UInt8>, in range: Range<Int>) -> [UInt8]? {
    var end = range.upperBound
    while end > range.lowerBound, text[end - 1] == UInt8(ascii: "=") { end -= 1 }
    guard text.firstIndex(of: UInt8(ascii: "="), in: range.lowerBound..<end) == nil else {
      // Several texts, each of which is padded.
      let letters = range.map { text[$0] }.filter { $0 != UInt8(ascii: "=") }
      return decode(letters.view, in: letters.indices)
    }
    var bytes: [UInt8] = []
    let count = end - range.lowerBound
    guard count % 4 != 1, decode(text, in: range.lowerBound..<end, to: &bytes) == count else {
      return nil
    }
    return bytes
  }

  /// Decodes letters of either alphabet into a buffer, but for those that make up no whole byte.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - range: Where to begin, and where to end unless something else than a letter stands before.
  ///   - bytes: What the letters encode; what it held before is gone.
  /// - Returns: The number of the letters.
  @discardableResult
  static func decode(_ text: Span<UInt8>, in range: Range<Int>, to bytes: inout [UInt8]) -> Int {
    var letters = 0
    bytes = unsafe [UInt8](unsafeUninitializedCapacity: range.count * 3 / 4 + 1) { buffer, count in
      letters = unsafe text.extracting(range).withUnsafeBufferPointer {
        unsafe vcr_decode_base64($0.baseAddress, $0.count, buffer.baseAddress)
      }
      count = letters * 3 / 4
    }
    return letters
  }

  /// The next letters in a row.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - start: Where to begin.
  ///   - limit: Where to end; nil for the end of the text.
  ///   - shortest: The least number of letters.
  /// - Returns: The letters; nil when there are no more.
  static func run(
    _ text: Span<UInt8>, from start: Int, before limit: Int? = nil, atLeast shortest: Int
  ) -> Range<Int>? {
    letters.run(in: text, from: start, before: limit, atLeast: shortest)
  }

  /// The most letters that are examined on either side of a secret.
  private static let widest = 4096

  /// Some groups of four letters, extended in both directions while the groups encode readable
  /// ASCII: this is the rest of what was encoded together with the secret, but not text that is
  /// next to it by chance.
  package static func readableRun(in text: Span<UInt8>, around groups: Range<Int>) -> Range<Int> {
    var start = groups.lowerBound
    while start >= 4, groups.lowerBound - start < widest,
      isReadable(text, start - 4..<start)
    {
      start -= 4
    }
    var end = groups.upperBound
    guard (end - start) % 4 == 0, text[end - 1] != UInt8(ascii: "=") else { return start..<end }
    while end - groups.upperBound < widest {
      var next = end
      while next < min(end + 4, text.count), isLetter(text[next]) { next += 1 }
      let letters = next
      while next < min(end + 4, text.count), letters > end, text[next] == UInt8(ascii: "=") {
        next += 1
      }
      guard next > end, isReadable(text, end..<next) else { break }
      let isLast = next < end + 4 || letters < next
      end = next
      if isLast { break }
    }
    return start..<end
  }

  private static func isReadable(_ text: Span<UInt8>, _ group: Range<Int>) -> Bool {
    for index in group where !isLetter(text[index]) && text[index] != UInt8(ascii: "=") {
      return false
    }
    guard let bytes = decode(text, in: group), !bytes.isEmpty else { return false }
    return bytes.allSatisfy {
      ($0 >= 0x20 && $0 < 0x7F) || $0 == 0x0A || $0 == 0x0D || $0 == 0x09
    }
  }
}
