/// Passwords that contain a character that ends other values: a space in connection strings, a
/// slash in the URLs of databases.
extension TextSecrets {
  /// The most bytes that are searched for the end of a setting.
  private static let longestSetting = 256

  /// Where the value of a setting ends in a list of settings (`Server=a;Password=b c;`).
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - name: The setting's name.
  ///   - end: Where the value ends in other texts.
  /// - Returns: Where it ends; nil if it is not in such a list, or if it ends at `end`.
  static func endOfSetting(_ text: Span<UInt8>, _ name: Range<Int>, from end: Int) -> Int? {
    guard end < text.count, text[end] == UInt8(ascii: " "), name.upperBound < end,
      text[name.upperBound] == UInt8(ascii: "=")
    else { return nil }
    let limit = min(text.count, end + longestSetting)
    var index = end
    while index < limit, text[index] != UInt8(ascii: ";"),
      text[index] == UInt8(ascii: " ") || !text[index].endsURL
    {
      index += 1
    }
    guard index < limit || limit == text.count else { return nil }
    var before = name.lowerBound
    while before > 0, text[before - 1] == UInt8(ascii: " ") { before -= 1 }
    let isBehindOther = before > 0 && text[before - 1] == UInt8(ascii: ";")
    guard isBehindOther || (index < text.count && isSetting(text, at: index + 1)) else {
      return nil
    }
    return index
  }

  /// True for a name in a list of settings, which begins with a name and not with a URL.
  static func isInSettings(_ text: Span<UInt8>, _ name: Range<Int>) -> Bool {
    var start = name.lowerBound
    let floor = max(0, start - longestSetting)
    while start > floor, !text[start - 1].endsURL { start -= 1 }
    var end = start
    while end < name.lowerBound, ByteSet.word.contains(text[end]) { end += 1 }
    return end > start && text[end] == UInt8(ascii: "=")
  }

  /// True if words and an equals sign follow.
  private static func isSetting(_ text: Span<UInt8>, at start: Int) -> Bool {
    let limit = min(text.count, start + 64)
    var index = start
    while index < limit, ByteSet.word.contains(text[index]) || text[index] == UInt8(ascii: " ") {
      index += 1
    }
    return index > start && index < limit && text[index] == UInt8(ascii: "=")
  }

  /// The schemes whose URLs may have an `@` outside of the authority.
  private static let webSchemes = SecretNames(["http", "https", "ws", "wss", "git", "ssh", "file"])

  /// The `@` after the password in the URL of a database, if the password contains an unencoded
  /// slash.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - scheme: The URL's scheme.
  ///   - end: Where the authority ends by the grammar (RFC 3986 §3.2).
  /// - Returns: The position of the `@`; nil if only a path follows.
  static func lastAt(_ text: Span<UInt8>, scheme: Range<Int>, from end: Int) -> Int? {
    guard end < text.count, text[end] == UInt8(ascii: "/"),
      !webSchemes.contains(text, in: scheme)
    else { return nil }
    var index = end
    var at: Int?
    while index < text.count, index - end < longestSetting, !text[index].endsURL,
      text[index] != UInt8(ascii: "?"), text[index] != UInt8(ascii: ",")
    {
      if text[index] == UInt8(ascii: "@") { at = index }
      index += 1
    }
    return at
  }
}
