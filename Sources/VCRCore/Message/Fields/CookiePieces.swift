/// The cookies and attributes in the value of a header field (RFC 6265 §4.1, §4.2).
package struct CookiePieces {
  /// The text between two semicolons: a cookie, or an attribute of the one before it.
  package struct Piece {
    /// All of it, without white space around it.
    package var range: Range<Int>
    /// The name; empty for a cookie without a name, which is all value (RFC 6265bis §5.6).
    package var name: Range<Int>
    /// The value; nil for an attribute that has none, such as `Secure`.
    package var value: Range<Int>?
    /// True when a cookie begins here for certain.
    package var isBeginning: Bool
    /// True for an attribute that is known by its name.
    package var isAttribute: Bool
  }

  /// The pieces in their order; empty ones are left out.
  package private(set) var pieces: [Piece] = []

  /// The attributes of `Set-Cookie` (RFC 6265 §5.2, its revision, and RFC 2965 §3.2.2), in lower
  /// case.
  private static let attributes: Set<String> = [
    "expires", "maxage", "domain", "path", "secure", "httponly", "samesite", "partitioned",
    "priority", "version", "comment", "commenturl", "discard", "port",
  ]

  /// Finds the pieces.
  ///
  /// Some clients join several `Set-Cookie` fields with commas, so a comma before `name=` begins
  /// another cookie. A comma within a date does not.
  ///
  /// - Parameters:
  ///   - text: The value of the field.
  ///   - isResponse: True for `Set-Cookie`, false for `Cookie`.
  package init(_ text: Span<UInt8>, isResponse: Bool) {
    var start = 0
    var isBeginning = true
    while start < text.count {
      let (end, beginsCookie) = Self.pieceEnd(text, from: start, isResponse: isResponse)
      add(text, start..<end, isBeginning: isBeginning || !isResponse)
      isBeginning = beginsCookie
      start = end + 1
    }
  }

  private mutating func add(_ text: Span<UInt8>, _ range: Range<Int>, isBeginning: Bool) {
    let range = Self.trimmed(text, range)
    guard !range.isEmpty else { return }
    let equals = text.firstIndex(of: UInt8(ascii: "="), in: range)
    let name = Self.trimmed(text, range.lowerBound..<(equals ?? range.upperBound))
    let isAttribute = !isBeginning && Self.isAttribute(text, name)
    let value = equals.map { Self.trimmed(text, $0 + 1..<range.upperBound) }
    guard value != nil || isAttribute else {
      let none = range.lowerBound..<range.lowerBound
      pieces.append(
        Piece(range: range, name: none, value: range, isBeginning: isBeginning, isAttribute: false))
      return
    }
    pieces.append(
      Piece(
        range: range, name: name, value: value, isBeginning: isBeginning, isAttribute: isAttribute))
  }

  private static func isAttribute(_ text: Span<UInt8>, _ name: Range<Int>) -> Bool {
    guard name.count <= 16 else { return false }
    var letters: [UInt8] = []
    for index in name where text[index] != UInt8(ascii: "-") && text[index] != UInt8(ascii: "_") {
      letters.append(text[index].asciiLowercased)
    }
    return attributes.contains(String(decoding: letters, as: UTF8.self))
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
    while index < limit, text[index].isSpaceOrTab { index += 1 }
    let name = index
    while index < limit, CookiePlace.characters.contains(text[index]) { index += 1 }
    return index > name && index < limit && text[index] == UInt8(ascii: "=")
  }

  private static func trimmed(_ text: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, text[start].isSpaceOrTab { start += 1 }
    while end > start, text[end - 1].isSpaceOrTab { end -= 1 }
    return start..<end
  }
}

extension HeaderFields {
  /// The names of all cookies that are sent or set here.
  package var cookieNames: [String] {
    fields.flatMap { field -> [String] in
      guard let isResponse = CookiePlace.isResponse(field.name) else { return [] }
      let value = Array(field.value.utf8)
      return CookiePieces(value.view, isResponse: isResponse).pieces
        .filter { !$0.isAttribute }.map { String(decoding: value[$0.name], as: UTF8.self) }
    }
  }
}
