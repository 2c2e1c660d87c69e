/// Finds user information and secret query values in URLs.
struct URLSecrets {
  /// The names whose values are secrets.
  let names: SecretNames

  /// True to find user information and values that look like tokens, too.
  let isStandard: Bool

  /// The segments of the path that are secrets.
  let paths: [PathPattern]

  /// Finds the members of JSON in a query.
  private let members: BodySecrets

  /// Creates a search by the rules of a redaction.
  init(_ redaction: Redaction) {
    members = BodySecrets(redaction: redaction, type: nil)
    names = redaction.queryNames
    isStandard = redaction.isStandard
    paths = redaction.pathPatterns
  }

  private static let userinfo = Placeholder.bytes("USERINFO".utf8)

  /// The secrets of a text that is a URL or a reference (RFC 3986 §4.1).
  func find(in text: Span<UInt8>) -> Replacements {
    var found = Replacements()
    let ranges = URLRanges(text)
    if isStandard, !ranges.userinfo.isEmpty,
      !Placeholder.isUserinfo(text, in: ranges.userinfo),
      UserInformation.isSecret(text, in: ranges.userinfo)
    {
      found.add(ranges.userinfo, Self.userinfo, in: text)
    }
    if !paths.isEmpty { findSegments(text, ranges.path, &found) }
    guard ranges.query != nil || ranges.fragment != nil else { return found }
    // The fragment is searched, too: OAuth 2 puts tokens there (RFC 6749 §4.2.2).
    var index = ranges.path.upperBound
    while index < text.count {
      switch text[index] {
      case UInt8(ascii: "?"), UInt8(ascii: "&"), UInt8(ascii: "#"):
        index = findPair(text, from: index + 1, &found)
      default:
        index += 1
      }
    }
    return found
  }

  /// Finds the segments of the path that a pattern lets be anything.
  private func findSegments(_ text: Span<UInt8>, _ path: Range<Int>, _ found: inout Replacements) {
    let all = PathPattern.ranges(of: text, in: path)
    let secret = Set(paths.flatMap { $0.ranges(in: text, path: path) ?? [] })
    for (place, segment) in all.enumerated()
    where secret.contains(segment) && !Placeholder.isAll(text, in: segment) {
      let isNamed = place > 0 && !secret.contains(all[place - 1]) && !all[place - 1].isEmpty
      let name = isNamed ? all[place - 1].map { text[$0] } : Self.segment
      found.add(segment, Placeholder.bytes(name), in: text)
    }
  }

  private static let segment = Array("PATH".utf8)

  /// Examines the pair that begins at a position.
  ///
  /// - Returns: The position at which the search continues.
  private func findPair(
    _ text: Span<UInt8>, from start: Int, _ found: inout Replacements
  ) -> Int {
    var index = start
    var isEncoded = false
    while index < text.count, !Self.endsName(text[index]) {
      if text[index] == UInt8(ascii: "%") { isEncoded = true }
      index += 1
    }
    guard index < text.count, text[index] == UInt8(ascii: "=") else { return index }
    let value = index + 1
    var end = value
    while end < text.count, text[end] != UInt8(ascii: "&"), text[end] != UInt8(ascii: "#") {
      end += 1
    }
    let range = start..<index
    guard
      let name = secretName(text, range, value: value..<end, isEncoded: isEncoded)
        ?? loginName(text, range, value: value..<end)
    else {
      let inner = inJSON(value..<end, of: text)
      found.add(inner, in: text)
      return inner.isEmpty ? value : end
    }
    if end > value, !Placeholder.isAll(text, in: value..<end) {
      found.add(value..<end, Placeholder.bytes(name), in: text)
    }
    return end
  }

  /// Finds the secrets in JSON that is the value of a pair: those that its members' names tell, and
  /// the places that are named.
  private func inJSON(_ value: Range<Int>, of text: Span<UInt8>) -> Replacements {
    let byName = members.members(inPair: value, of: text, isForm: false)
    guard members.hasPlacesInPairs else { return byName }
    let bytes = value.map { text[$0] }
    let byPlace = members.places(inPairs: [bytes.indices], of: bytes).items.map { item in
      let start = value.lowerBound
      return Replacements.Item(
        range: item.range.lowerBound + start..<item.range.upperBound + start, bytes: item.bytes)
    }
    var all = Replacements()
    for item in (byName.items + byPlace).sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
    where item.range.lowerBound >= all.items.last?.range.upperBound ?? 0 {
      all.add(item.range, item.bytes, in: text)
    }
    return all
  }

  /// The name of a pair whose value the client made for one login, else nil.
  private func loginName(
    _ text: Span<UInt8>, _ range: Range<Int>, value: Range<Int>
  ) -> [UInt8]? {
    isStandard && LoginValues.isMadeForLogin(text, range, value: value)
      ? range.map { text[$0] } : nil
  }

  /// The decoded name of a pair if its value is a secret, else nil.
  private func secretName(
    _ text: Span<UInt8>, _ range: Range<Int>, value: Range<Int>, isEncoded: Bool
  ) -> [UInt8]? {
    let isPlain = !isEncoded && (range.isEmpty || text[range.upperBound - 1] != UInt8(ascii: "]"))
    if isPlain {
      let isSecret =
        names.contains(text, in: range)
        ? !isStandard || !HarmlessValues.isInPlaceOfPair(text, range, text, value)
        : isStandard && SuspiciousValue.isSecret(text, range, text, value, isInQuery: true)
      return isSecret ? range.map { text[$0] } : nil
    }
    let pairs = QueryPairs(text, in: range)
    guard let pair = pairs.pairs.first else { return nil }
    let name = Array(pairs.name(pair))
    if let key = names.member(of: name) {
      let isInPlace =
        isStandard && HarmlessValues.isInPlaceOfPair(name.view, key, text, value)
      return isInPlace ? nil : Array(name[key])
    }
    let isSecret =
      isStandard
      && SuspiciousValue.isSecret(
        name.view, Self.lastKey(of: name), text, value, isInQuery: true)
    return isSecret ? Array(name[Self.lastKey(of: name)]) : nil
  }

  /// The last key of a name that frameworks split (`user[password]`); else the whole name.
  static func lastKey(of name: [UInt8]) -> Range<Int> {
    var end = name.count
    while end > 0, name[end - 1] == UInt8(ascii: "]"),
      let open = name[..<end].lastIndex(of: UInt8(ascii: "["))
    {
      let key = open + 1..<end - 1
      // The items of a list have a number or nothing between the brackets.
      if !key.allSatisfy({ name[$0].isASCIIDigit }) { return key }
      end = open
    }
    return 0..<end
  }

  private static func endsName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "="), UInt8(ascii: "&"), UInt8(ascii: "?"), UInt8(ascii: "#"): true
    default: false
    }
  }
}
