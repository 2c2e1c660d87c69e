/// The ranges of the components of a URL in its text (RFC 3986 §3), found in one pass.
///
/// Every text has components: one that is no URL is a path without scheme and authority, so nothing
/// here can fail.
package struct URLRanges {
  /// The scheme without its colon; empty when there is none.
  package var scheme: Range<Int>
  /// True when there is an authority (`//` after the scheme), even an empty one.
  package var hasAuthority = false
  /// The user information without its `@`; empty when there is none.
  package var userinfo = 0..<0
  /// The host, with the brackets of an IP literal.
  package var host = 0..<0
  /// The port's digits; empty when there are none.
  package var port = 0..<0
  /// The path.
  package var path = 0..<0
  /// The query without its `?`, or nil.
  package var query: Range<Int>?
  /// The fragment without its `#`, or nil.
  var fragment: Range<Int>?

  /// Finds the components of a text.
  package init(_ text: Span<UInt8>) { self.init(text, in: 0..<text.count) }

  /// Finds the components of a URL in a range of a text.
  package init(_ text: Span<UInt8>, in range: Range<Int>) {
    scheme = Self.scheme(of: text, in: range)
    var index = scheme.isEmpty ? range.lowerBound : scheme.upperBound + 1
    let slash = UInt8(ascii: "/")
    if index + 1 < range.upperBound, text[index] == slash, text[index + 1] == slash {
      hasAuthority = true
      let start = index + 2
      index = start
      while index < range.upperBound, !Self.endsAuthority(text[index]) { index += 1 }
      readAuthority(text, start..<index)
    }
    let pathStart = index
    while index < range.upperBound, text[index] != UInt8(ascii: "?"),
      text[index] != UInt8(ascii: "#")
    {
      index += 1
    }
    path = pathStart..<index
    if index < range.upperBound, text[index] == UInt8(ascii: "?") {
      let start = index + 1
      index =
        text.firstIndex(of: UInt8(ascii: "#"), in: start..<range.upperBound)
        ?? range.upperBound
      query = start..<index
    }
    if index < range.upperBound { fragment = (index + 1)..<range.upperBound }
  }

  /// The scheme before the first colon, when it has the form of RFC 3986 §3.1.
  private static func scheme(of text: Span<UInt8>, in range: Range<Int>) -> Range<Int> {
    var index = range.lowerBound
    let none = range.lowerBound..<range.lowerBound
    while index < range.upperBound {
      let byte = text[index]
      if byte == UInt8(ascii: ":") { return range.lowerBound..<index }
      let isFirst = index == range.lowerBound
      guard
        byte.isASCIILetter
          || (!isFirst
            && (byte.isASCIIDigit || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
              || byte == UInt8(ascii: ".")))
      else { return none }
      index += 1
    }
    return none
  }

  private static func endsAuthority(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
  }

  /// Splits `userinfo@host:port` (RFC 3986 §3.2).
  ///
  /// A raw `@` is not allowed in user information. Where there is one nevertheless, the last one
  /// counts, as in clients, so that no part of a password is taken for the host.
  private mutating func readAuthority(_ text: Span<UInt8>, _ range: Range<Int>) {
    var start = range.lowerBound
    userinfo = start..<start
    var index = range.upperBound
    while index > range.lowerBound {
      index -= 1
      if text[index] == UInt8(ascii: "@") {
        userinfo = start..<index
        start = index + 1
        break
      }
    }
    index = range.upperBound
    while index > start, text[index - 1].isASCIIDigit { index -= 1 }
    if index > start, text[index - 1] == UInt8(ascii: ":") {
      host = start..<(index - 1)
      port = index..<range.upperBound
    } else {
      host = start..<range.upperBound
      port = range.upperBound..<range.upperBound
    }
  }
}

extension String {
  /// Host and port as they stand in a URL, without user information; nil for a text without an
  /// authority.
  package var hostAndPort: String? {
    let bytes = Array(utf8)
    let ranges = URLRanges(bytes.view)
    guard ranges.hasAuthority else { return nil }
    return String(decoding: bytes[ranges.host.lowerBound..<ranges.path.lowerBound], as: UTF8.self)
  }
}
