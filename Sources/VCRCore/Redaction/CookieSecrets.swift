/// Finds the values of cookies, without their names and attributes (RFC 6265 §4.1, §4.2).
package enum CookieSecrets {
  /// The attributes of `Set-Cookie`, which are no secrets (RFC 6265 §5.2, and its revision's).
  private static let attributes = SecretNames([
    "Expires", "Max-Age", "Domain", "Path", "Secure", "HttpOnly", "SameSite", "Partitioned",
    "Priority", "Version", "Comment", "CommentURL", "Discard", "Port",
  ])

  /// The values in a header field.
  ///
  /// Some clients join several `Set-Cookie` fields with commas, so a comma before `name=` begins
  /// another cookie. A comma within a date does not.
  package static func find(_ text: Span<UInt8>, isResponse: Bool) -> Replacements {
    var replacements = Replacements()
    var start = 0
    var isFirst = true
    while start < text.count {
      let (end, beginsCookie) = pieceEnd(text, from: start, isResponse: isResponse)
      add(text, start..<end, isAttributePossible: isResponse && !isFirst, to: &replacements)
      isFirst = beginsCookie
      start = end + 1
    }
    return replacements
  }

  private static func add(
    _ text: Span<UInt8>, _ range: Range<Int>, isAttributePossible: Bool,
    to replacements: inout Replacements
  ) {
    let piece = trimmed(text, range)
    guard !piece.isEmpty else { return }
    let equals = text.firstIndex(of: UInt8(ascii: "="), in: piece)
    let name = trimmed(text, piece.lowerBound..<(equals ?? piece.upperBound))
    if isAttributePossible, attributes.contains(text, in: name) { return }
    guard let equals else {
      // A cookie without a name is all value (RFC 6265bis §5.6).
      if Placeholder.end(text, at: piece.lowerBound) != piece.upperBound {
        replacements.add(piece, Placeholder.bytes("COOKIE".utf8), in: text)
      }
      return
    }
    let value = trimmed(text, equals + 1..<piece.upperBound)
    guard !value.isEmpty, !Placeholder.isAll(text, in: value) else { return }
    replacements.add(
      value, Placeholder.bytes(name.map { text[$0] }, prefix: "COOKIE_"), in: text)
  }

  /// Where a piece ends, and whether the next piece is certainly a cookie rather than an attribute.
  private static func pieceEnd(_ text: Span<UInt8>, from start: Int, isResponse: Bool)
    -> (Int, Bool)
  {
    var index = start
    while index < text.count {
      if text[index] == UInt8(ascii: ";") { return (index, false) }
      if isResponse, text[index] == UInt8(ascii: ","), isCookieStart(text, index + 1) {
        return (index, true)
      }
      index += 1
    }
    return (text.count, false)
  }

  /// True for optional spaces and tabs, a token and `=`.
  ///
  /// Names of more than 256 bytes are not considered.
  private static func isCookieStart(_ text: Span<UInt8>, _ start: Int) -> Bool {
    var index = start
    let limit = min(text.count, start + 256)
    while index < limit, isSpaceOrTab(text[index]) { index += 1 }
    let name = index
    while index < limit, ByteSet.token.contains(text[index]) { index += 1 }
    return index > name && index < limit && text[index] == UInt8(ascii: "=")
  }

  private static func trimmed(_ text: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, isSpaceOrTab(text[start]) { start += 1 }
    while end > start, isSpaceOrTab(text[end - 1]) { end -= 1 }
    return start..<end
  }

  private static func isSpaceOrTab(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}

extension ByteSet {
  /// The characters of a token (RFC 9110 §5.6.2).
  fileprivate static let token = ByteSet(unreserved, "!#$%&'*+^`|")
}
