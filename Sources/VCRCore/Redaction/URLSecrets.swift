/// Finds user information and secret query values in URLs.
struct URLSecrets {
  /// The names whose values are secrets.
  let names: SecretNames

  /// True when user information goes too.
  let redactsUserinfo: Bool

  private static let userinfo = Placeholder.bytes("USERINFO".utf8)

  /// The secrets of a text that is a URL or a reference (RFC 3986 §4.1).
  func find(inURL url: String) -> Replacements {
    url.withUTF8Span { text in
      var found = Replacements()
      let ranges = URLRanges(text)
      if redactsUserinfo, !ranges.userinfo.isEmpty {
        found.add(ranges.userinfo, Self.userinfo, in: text)
      }
      if ranges.query != nil || ranges.fragment != nil {
        findPairs(text, from: ranges.path.upperBound, isInText: false, &found)
      }
      return found
    }
  }

  /// The secrets of every URL within a text.
  func find(inText text: String) -> Replacements {
    text.withUTF8Span { text in
      var found = Replacements()
      findPairs(text, from: 0, isInText: true, &found)
      return found
    }
  }

  /// Looks for `name=value` after each `?`, `&` and `#`, and in a text for user information.
  ///
  /// A fragment is searched too: OAuth 2 puts tokens there (RFC 6749 §4.2.2).
  private func findPairs(
    _ text: Span<UInt8>, from start: Int, isInText: Bool, _ found: inout Replacements
  ) {
    var index = start
    while index < text.count {
      switch text[index] {
      case UInt8(ascii: "?"), UInt8(ascii: "&"), UInt8(ascii: "#"):
        index = findPair(text, from: index + 1, isInText: isInText, &found)
      case UInt8(ascii: ":") where isInText && text.equals("://", at: index):
        index = findUserinfo(text, from: index + 3, &found)
      default:
        index += 1
      }
    }
  }

  /// Looks at the pair that begins at a position and gives the position to go on from.
  private func findPair(
    _ text: Span<UInt8>, from start: Int, isInText: Bool, _ found: inout Replacements
  ) -> Int {
    var index = start
    var isEncoded = false
    while index < text.count, !Self.endsName(text[index], isInText) {
      if text[index] == UInt8(ascii: "%") { isEncoded = true }
      index += 1
    }
    guard index < text.count, text[index] == UInt8(ascii: "=") else { return index }
    let value = index + 1
    guard let name = secretName(text, start..<index, isEncoded: isEncoded) else { return value }
    var end = value
    while end < text.count, text[end] != UInt8(ascii: "&"), text[end] != UInt8(ascii: "#"),
      !(isInText && Self.endsURL(text[end]))
    {
      end += 1
    }
    if end > value { found.add(value..<end, Placeholder.bytes(name), in: text) }
    return end
  }

  /// The decoded name of a pair when its value is a secret, else nil.
  private func secretName(_ text: Span<UInt8>, _ range: Range<Int>, isEncoded: Bool) -> [UInt8]? {
    guard isEncoded else { return names.contains(text, in: range) ? range.map { text[$0] } : nil }
    let pairs = QueryPairs(text, in: range)
    guard let pair = pairs.pairs.first else { return nil }
    let name = Array(pairs.name(pair))
    return names.contains(name.span, in: name.indices) ? name : nil
  }

  /// Looks at the authority that begins at a position and gives the position to go on from.
  private func findUserinfo(_ text: Span<UInt8>, from start: Int, _ found: inout Replacements)
    -> Int
  {
    var index = start
    var at: Int?
    while index < text.count, text[index] != UInt8(ascii: "/"), text[index] != UInt8(ascii: "?"),
      text[index] != UInt8(ascii: "#"), !Self.endsURL(text[index])
    {
      if text[index] == UInt8(ascii: "@") { at = index }
      index += 1
    }
    if redactsUserinfo, let at, at > start { found.add(start..<at, Self.userinfo, in: text) }
    return index
  }

  private static func endsName(_ byte: UInt8, _ isInText: Bool) -> Bool {
    switch byte {
    case UInt8(ascii: "="), UInt8(ascii: "&"), UInt8(ascii: "?"), UInt8(ascii: "#"): true
    default: isInText && endsURL(byte)
    }
  }

  /// True for what does not stand in a URL within a text.
  private static func endsURL(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...0x20, UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "<"), UInt8(ascii: ">"),
      UInt8(ascii: "`"), UInt8(ascii: "\\"):
      true
    default: false
    }
  }
}

extension Span<UInt8> {
  /// True when the text stands at a position.
  fileprivate func equals(_ text: StaticString, at index: Int) -> Bool {
    let end = index + text.utf8CodeUnitCount
    return end <= count && equals(text, in: index..<end)
  }
}
