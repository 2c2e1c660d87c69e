/// The credentials of `Authorization` and similar fields (RFC 9110 §11.4): a scheme and a proof.
package enum Credentials {
  /// The schemes that are recognised in any text; `SSWS` is that of Okta's own tokens.
  package static let schemes: [StaticString] = ["basic", "bearer", "ssws"]

  /// The beginnings of a web token (RFC 7519): a brace and a quote, a space or a line end in
  /// Base64.
  package static let webTokenMarks = Base64Values.marksOfObjects

  /// The beginnings of a web token that is encoded in Base64 again.
  package static let encodedWebTokenMarks: [StaticString] = [
    "ZXlK", "ZXlB", "ZXdv", "ZXcw", "ZXdr",
  ]

  /// The characters of `token68` (RFC 9110 §11.2).
  static let token68 = ByteSet(.unreserved, "+/=")

  /// True when a word is the name of a scheme, without regard to case (RFC 9110 §11.1).
  package static func isScheme(_ scheme: StaticString, _ text: Span<UInt8>, _ word: Range<Int>)
    -> Bool
  {
    guard word.count == scheme.utf8CodeUnitCount else { return false }
    return scheme.withUTF8Buffer { expected in
      for offset in 0..<word.count {
        guard unsafe text[word.lowerBound + offset].asciiLowercased == expected[offset] else {
          return false
        }
      }
      return true
    }
  }

  /// The part of a range after the scheme and one space; the whole range if there is no scheme.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - range: The range.
  ///   - isKnown: True for a scheme that is recognised in any text alone.
  /// - Returns: The part.
  package static func afterScheme(
    _ text: Span<UInt8>, in range: Range<Int>, known isKnown: Bool = false
  ) -> Range<Int> {
    let first = range.lowerBound
    let start = isKnown ? startAfterKnownScheme(text, from: first) : start(text, from: first)
    return start < range.upperBound ? start..<range.upperBound : range
  }

  /// The position after a scheme and one space, or the given position if no scheme begins there.
  static func start(_ text: Span<UInt8>, from start: Int) -> Int {
    // No registered scheme has a longer name.
    let limit = min(text.count, start + 24)
    var index = start
    while index < limit, text[index].isASCIILetter || text[index] == UInt8(ascii: "-") {
      index += 1
    }
    guard index > start, index + 1 < text.count, text[index] == UInt8(ascii: " ") else {
      return start
    }
    return index + 1
  }

  /// The position after a scheme that is recognised in any text and one space, or the given
  /// position if no such scheme begins there.
  ///
  /// The word after the name of a password is the password, or a word about it, and not a scheme:
  /// `password=tiger status=200`.
  static func startAfterKnownScheme(_ text: Span<UInt8>, from position: Int) -> Int {
    let start = start(text, from: position)
    guard start > position else { return position }
    let word = position..<start - 1
    return schemes.contains { isScheme($0, text, word) } ? start : position
  }

  /// The `user:password` of Basic credentials (RFC 7617 §2); nil for any other text.
  package static func basic(_ text: Span<UInt8>, in range: Range<Int>) -> [UInt8]? {
    guard range.count >= 4, range.count <= 4096, Base64Text.mayBePrintable(text, in: range),
      let pair = Base64Text.decode(text, in: range),
      pair.contains(UInt8(ascii: ":")), pair.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
    else { return nil }
    return pair
  }
}
