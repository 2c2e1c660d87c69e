/// A text with one layer of encoding undone, and the origin of each of its bytes.
package struct DecodedText {
  /// The encodings that can be undone.
  package enum Encoding: CaseIterable, Sendable {
    /// Percent-encoding (RFC 3986 §2.1).
    case percent
    /// Percent-encoding with `+` for a space (WHATWG URL Standard §5.1).
    case form
    /// The escapes of JSON strings (RFC 8259 §7).
    case json
    /// The escapes of strings in programs and shells, those of JSON among them.
    case script
    /// The HTML character references that escaping functions produce, and numeric ones.
    case html
    /// The quoted-printable encoding of MIME (RFC 2045 §6.7).
    case quotedPrintable
    /// Quotes that stand twice, as in CSV and SQL, or out of the quotes of a shell.
    case quotes
    /// Percent and dollar signs that stand twice, as in formats and templates.
    case doubled

    /// Those that a search for secrets undoes, each once: the escapes of scripts are those of JSON,
    /// too.
    package static let searched = allCases.filter { $0 != .json }

    /// Encodes a value in the usual way: every byte that is not unreserved becomes a triplet in
    /// upper case, or only what must be escaped is escaped.
    package func encode(_ value: [UInt8]) -> [UInt8] {
      EscapeSpelling.usual(of: self).encode(value)
    }
  }

  /// The decoded bytes.
  package private(set) var bytes: [UInt8] = []

  /// The offset in the original at which each byte begins, followed by the original's length.
  package private(set) var origins: [Int32] = []

  /// The range in the original of a range of the decoded bytes.
  package func original(_ range: Range<Int>) -> Range<Int> {
    Int(origins[range.lowerBound])..<Int(origins[range.upperBound])
  }

  /// Undoes an encoding; nil when the text does not use it.
  package init?(_ text: Span<UInt8>, _ encoding: Encoding) {
    guard Self.mayHave(encoding, text) else { return nil }
    bytes.reserveCapacity(text.count)
    origins.reserveCapacity(text.count + 1)
    let mark = encoding.mark
    var index = 0
    var hasChanged = false
    while index < text.count {
      let start = index
      let byte = text[index]
      switch encoding {
      case .percent, .form:
        if let decoded = text.percentDecoded(at: index, before: text.count) {
          append(decoded, from: start)
          index += 3
          hasChanged = true
          continue
        }
        if encoding == .form, byte == UInt8(ascii: "+") {
          append(UInt8(ascii: " "), from: start)
          index += 1
          hasChanged = true
          continue
        }
      case .json, .script, .html:
        if byte == mark, let (character, length) = encoding.escape(text, at: index) {
          for byte in character { append(byte, from: start) }
          index += length
          hasChanged = true
          continue
        }
      case .quotes, .doubled:
        if let (sign, length) = DoubledSigns.sign(text, at: index, encoding) {
          append(sign, from: start)
          index += length
          hasChanged = true
          continue
        }
      case .quotedPrintable:
        // A soft line break belongs to the character after it.
        while let end = text.endOfSoftBreak(at: index) { index = end }
        hasChanged = hasChanged || index > start
        guard index < text.count else { continue }
        if let character = text.quotedByte(at: index) {
          append(character, from: start)
          index += 3
          hasChanged = true
        } else {
          append(text[index], from: start)
          index += 1
        }
        continue
      }
      append(byte, from: start)
      index += 1
    }
    guard hasChanged else { return nil }
    origins.append(Int32(clamping: text.count))
  }

  /// True for a text in which letters or digits are encoded, which no writer needs to encode.
  package static func encodesLetters(_ text: Span<UInt8>, _ encoding: Encoding) -> Bool {
    // The triplets of forms are those of percent-encoding. No writer of MIME encodes letters.
    guard ![.form, .quotedPrintable].contains(encoding), let mark = encoding.mark else {
      return false
    }
    var index = 0
    while let next = text.firstIndex(of: mark, in: index..<text.count) {
      let byte: UInt8?
      switch encoding {
      case .json: byte = text.escapedWordCharacter(at: next)
      case .script:
        byte = text.scriptEscape(at: next)?.0.first.flatMap {
          $0.isASCIILetter || $0.isASCIIDigit ? $0 : nil
        }
      case .html: byte = text.htmlReference(at: next)?.0.first
      default: byte = text.percentDecoded(at: next, before: text.count)
      }
      if let byte, ByteSet.word.contains(byte) { return true }
      index = next + 1
    }
    return false
  }

  private mutating func append(_ byte: UInt8, from origin: Int) {
    bytes.append(byte)
    origins.append(Int32(clamping: origin))
  }

  private static func mayHave(_ encoding: Encoding, _ text: Span<UInt8>) -> Bool {
    guard let mark = encoding.mark else {
      return text.indices.contains { DoubledSigns.sign(text, at: $0, encoding) != nil }
    }
    return text.firstIndex(of: mark, in: 0..<text.count) != nil
  }
}

extension DecodedText.Encoding {
  /// The sign that stands wherever something is encoded; nil where a sign says so only twice.
  ///
  /// A form without `+` is no other than what is percent-encoded.
  fileprivate var mark: UInt8? {
    switch self {
    case .percent: UInt8(ascii: "%")
    case .form: UInt8(ascii: "+")
    case .json, .script: UInt8(ascii: "\\")
    case .html: UInt8(ascii: "&")
    case .quotedPrintable: UInt8(ascii: "=")
    case .quotes, .doubled: nil
    }
  }

  /// The bytes and the length of the escape that begins with the mark at a position; nil when there
  /// is none.
  fileprivate func escape(_ text: Span<UInt8>, at index: Int) -> ([UInt8], Int)? {
    switch self {
    case .json: text.jsonEscape(at: index)
    case .script: text.scriptEscape(at: index)
    case .html: text.htmlReference(at: index)
    case .percent, .form, .quotedPrintable, .quotes, .doubled: nil
    }
  }
}

extension Span<UInt8> {
  /// The byte that an equals sign and two digits at a position stand for (RFC 2045 §6.7); nil for
  /// all else.
  fileprivate func quotedByte(at index: Int) -> UInt8? {
    guard self[index] == UInt8(ascii: "="), index + 2 < count, let high = self[index + 1].hexValue,
      let low = self[index + 2].hexValue
    else { return nil }
    return high << 4 | low
  }

  /// Where the soft line break at a position ends (RFC 2045 §6.7); nil for all else.
  func endOfSoftBreak(at index: Int) -> Int? {
    guard index + 1 < count, self[index] == UInt8(ascii: "=") else { return nil }
    if self[index + 1] == 0x0A { return index + 2 }
    return self[index + 1] == 0x0D && index + 2 < count && self[index + 2] == 0x0A
      ? index + 3 : nil
  }

  /// The character of a word that JSON escapes as `\u` and four digits at a position; nil for all
  /// else.
  func escapedWordCharacter(at index: Int) -> UInt8? {
    guard equals("\\u00", at: index), index + 5 < count, let high = self[index + 4].hexValue,
      let low = self[index + 5].hexValue, ByteSet.word.contains(high << 4 | low)
    else { return nil }
    return high << 4 | low
  }

  /// The bytes and the length of the JSON escape at a position; nil when there is none.
  func jsonEscape(at index: Int) -> ([UInt8], Int)? {
    guard index + 1 < count else { return nil }
    switch self[index + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return ([self[index + 1]], 2)
    case UInt8(ascii: "b"): return ([0x08], 2)
    case UInt8(ascii: "f"): return ([0x0C], 2)
    case UInt8(ascii: "n"): return ([0x0A], 2)
    case UInt8(ascii: "r"): return ([0x0D], 2)
    case UInt8(ascii: "t"): return ([0x09], 2)
    case UInt8(ascii: "u"):
      guard var value = number(in: index + 2..<index + 6, radix: 16) else { return nil }
      if value & 0xFC00 == 0xD800, index + 8 < count, equals("\\u", in: index + 6..<index + 8),
        let low = number(in: index + 8..<index + 12, radix: 16), low & 0xFC00 == 0xDC00
      {
        value = 0x10000 + (value & 0x3FF) << 10 + (low & 0x3FF)
        return Unicode.Scalar(value).map { (Array(String($0).utf8), 12) }
      }
      return Unicode.Scalar(value).map { (Array(String($0).utf8), 6) }
    default: return nil
    }
  }

  /// The bytes and the length of the character reference at a position; nil when it is not one that
  /// escaping functions produce.
  fileprivate func htmlReference(at index: Int) -> ([UInt8], Int)? {
    for (name, character) in Self.references where index + name.utf8CodeUnitCount <= count {
      if equals(name, in: index..<index + name.utf8CodeUnitCount) {
        return ([character], name.utf8CodeUnitCount)
      }
    }
    guard index + 3 < count, self[index + 1] == UInt8(ascii: "#") else { return nil }
    let isHex = self[index + 2] | 0x20 == UInt8(ascii: "x")
    let start = isHex ? index + 3 : index + 2
    // No valid code point needs more digits.
    var end = start
    while end < count, end < start + 8, self[end] != UInt8(ascii: ";") { end += 1 }
    guard end < count, self[end] == UInt8(ascii: ";"), end > start,
      let value = number(in: start..<end, radix: isHex ? 16 : 10)
    else { return nil }
    return Unicode.Scalar(value).map { (Array(String($0).utf8), end + 1 - index) }
  }

  private static var references: [(StaticString, UInt8)] {
    [
      ("&amp;", UInt8(ascii: "&")), ("&lt;", UInt8(ascii: "<")), ("&gt;", UInt8(ascii: ">")),
      ("&quot;", UInt8(ascii: "\"")), ("&apos;", UInt8(ascii: "'")),
    ]
  }

  /// The number in digits of a radix; nil for all else.
  func number(in range: Range<Int>, radix: UInt32) -> UInt32? {
    guard range.upperBound <= count else { return nil }
    var value: UInt32 = 0
    for index in range {
      guard let digit = self[index].hexValue, digit < radix else { return nil }
      value = value &* radix &+ UInt32(digit)
    }
    return value
  }
}
