/// The credentials of `Authorization` and its like (RFC 9110 §11.4): a scheme, and what proves it.
package enum Credentials {
  /// The schemes that are looked for in any text.
  package static let schemes: [StaticString] = ["basic", "bearer"]

  /// The characters of `token68` (RFC 9110 §11.2).
  static let token68 = ByteSet(.unreserved, "+/=")

  /// True when a word is the name of a scheme, which has no case (RFC 9110 §11.1).
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

  /// What follows the scheme and one blank; all of it when there is no scheme.
  package static func afterScheme(_ text: Span<UInt8>, in range: Range<Int>) -> Range<Int> {
    let start = start(text, from: range.lowerBound)
    return start < range.upperBound ? start..<range.upperBound : range
  }

  /// Where what follows a scheme begins, or the position given when no scheme stands there.
  static func start(_ text: Span<UInt8>, from start: Int) -> Int {
    // No scheme that is registered has a longer name.
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

  /// The `user:password` of Basic credentials (RFC 7617 §2); nil when they are none.
  package static func basic(_ text: Span<UInt8>, in range: Range<Int>) -> [UInt8]? {
    guard range.count >= 4, range.count <= 4096, let pair = Base64Text.decode(text, in: range),
      pair.contains(UInt8(ascii: ":")), pair.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
    else { return nil }
    return pair
  }

  /// True for user information (RFC 3986 §3.2.1) that has a password, or a token for the user's name.
  ///
  /// A name alone is none that anybody has to hide.
  static func isUserinfo(_ text: Span<UInt8>, in range: Range<Int>) -> Bool {
    text.firstIndex(of: UInt8(ascii: ":"), in: range) != nil
      || TokenLikeness.isTokenLike(text, in: range)
  }
}
