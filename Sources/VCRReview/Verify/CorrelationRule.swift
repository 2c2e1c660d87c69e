import VCRCore

/// What a value of an answer and one of a request must have in common, beside their text, for the one
/// to be the other.
enum CorrelationLink: Hashable, Sendable {
  /// Nothing, as no other place holds that text by chance.
  case text
  /// The time of a change, and a condition on it (RFC 9110 §13.1.3).
  case date
  /// The tag of a version, and a condition on it (RFC 9110 §13.1.1).
  case version
  /// The name of the place.
  case name(String)
  /// The thing it is an id of.
  case thing(String)
  /// The name of a field that a page hides, and of one of a form that was sent.
  case hidden(String)
  /// Nothing, as the name of a resource in several segments is the same in no other place.
  case resource
}

/// Decides whether a value in a request is the one that an earlier answer handed out.
///
/// That two places hold the same text says little when the text is short or a word. So a value that
/// looks made for one purpose (letters and digits mixed, and long enough) links wherever it stands
/// whole; any other only where both places are those of an id, and of the same thing.
///
/// Both are told by what they have in common, so that they are found by a look-up.
enum CorrelationRule {
  /// No longer value is carried, in bytes.
  static let longestText = 16 << 10

  /// What a value of a request must have in common with one of an answer of the same text: at least one
  /// of these.
  static func links(of used: ConsumedValue) -> [CorrelationLink] {
    guard !used.text.isEmpty, used.text.utf8.count <= longestText else { return [] }
    if isUnmistakable(used.text) { return [.text] }
    guard let name = used.names.last else {
      return ConsumedValue.isResourceName(used.text) ? [.resource] : thing(used.before)
    }
    if ["if-modified-since", "if-unmodified-since"].contains(name) { return [.date] }
    if ["if-match", "if-none-match"].contains(name) { return [.version] }
    let folded = folded(name)
    var links: [CorrelationLink] = [.name(folded)]
    if ConsumedValue.isResourceName(used.text) { links.append(.resource) }
    switch used.slot {
    case .form, .part: links.append(.hidden(name))
    case .url, .path, .header, .json, .body: break
    }
    guard folded.hasSuffix("id") else { return links }
    // `item_id` is the `id` of an item, and so is the `id` in an item.
    let things =
      folded == "id"
      ? thing(used.names.dropLast().last ?? used.before) : thing(String(folded.dropLast(2)))
    return links + things
  }

  /// What a value of an answer has in common with those that later requests carry.
  ///
  /// - Parameters:
  ///   - handed: The answer's value.
  ///   - path: The segments of the path of the request that was answered so.
  /// - Returns: All it has; nothing when it is none that a request would carry.
  static func links(of handed: ProducedValue, answering path: [String]) -> [CorrelationLink] {
    guard isWorthCarrying(handed), handed.text.utf8.count <= longestText else { return [] }
    if isUnmistakable(handed.text) { return [.text] }
    guard let last = handed.names.last else { return [] }
    var links: [CorrelationLink] = last == "last-modified" ? [.date] : []
    // A count or a page number is not what a page hides to get it back.
    if handed.kind == .hidden, handed.text.utf8.count >= 4,
      handed.text.utf8.contains(where: \.isASCIIDigit)
    {
      links.append(.hidden(last))
    }
    if handed.kind == .json, ConsumedValue.isResourceName(handed.text),
      folded(last).hasSuffix("id") || folded(last) == "name"
    {
      links.append(.resource)
    }
    guard isIdentifying(handed.kind, last) else { return links }
    if ["etag", "version"].contains(last) { links.append(.version) }
    let name = folded(last)
    if name != "id" || handed.kind == .cookie { links.append(.name(name)) }
    // `items` for the answer to `POST /items`, for `$.items[0].id`, `$.item_id` and
    // `Location: /items/8`.
    if name.hasSuffix("id"), name.count > 2 { return links + thing(String(name.dropLast(2))) }
    if let before = handed.before { return links + thing(before) }
    return links + thing(handed.names.dropLast().last) + thing(path.last)
      + thing(collection(of: handed, answering: path))
  }

  /// The collection of the one thing that an answer is about: `users` for `GET /users/me`; nil for an
  /// answer of several things, and for what stands deeper in it.
  private static func collection(of handed: ProducedValue, answering path: [String]) -> String? {
    guard handed.kind == .json, let last = path.last, path.count > 1,
      last.utf8.contains(where: \.isASCIIDigit)
        || ["me", "self", "current", "latest", "new"].contains(last)
    else { return nil }
    let around = handed.names.dropLast()
    return around.isEmpty || around == ["data"] || around == ["result"] ? path[path.count - 2] : nil
  }

  private static func thing(_ name: String?) -> [CorrelationLink] {
    guard let name, !name.isEmpty else { return [] }
    // What `createUser` and `parent_item` give is a user and an item.
    return [.thing(stem(name))] + (lastWord(of: name).map { [.thing(stem($0))] } ?? [])
  }

  /// The last of several words in a name; nil when there is one, or the last is short.
  private static func lastWord(of name: String) -> String? {
    guard let start = name.lastIndex(where: { $0.isUppercase || $0 == "_" || $0 == "-" }),
      start > name.startIndex
    else { return nil }
    let word = name[start...].drop { !$0.isLetter }
    return word.count > 2 ? String(word) : nil
  }

  /// True for a value that no other place holds by chance.
  static func isUnmistakable(_ text: String) -> Bool {
    let octets = text.utf8
    guard octets.count >= 8, !octets.contains(0x20) else { return false }
    if octets.contains(0x2F), !isGlobalID(text) {
      // A token in Base64 has one, and so have paths and media types, which have nothing else of it.
      guard octets.contains(0x2B) || octets.last == 0x3D, octets.first != 0x2F,
        octets.allSatisfy({ Base64Text.isLetter($0) || $0 == 0x3D }), octets.count >= 12
      else { return false }
    }
    let digits = octets.count { $0.isASCIIDigit }
    let letters = octets.count { $0.isASCIILetter }
    guard digits >= 2, letters >= 1 else { return isGlobalID(text) }
    // A date or a time is the same in many places.
    return !(octets.count >= 10 && Array(octets.prefix(10)).isDate)
  }

  /// True for Base64 of a type and an id, such as `User:10000`, whatever letters that comes to.
  private static func isGlobalID(_ text: String) -> Bool {
    let octets = Array(text.utf8)
    // Words have no capitals within them.
    guard octets.count <= 256, octets.dropFirst().contains(where: { (0x41...0x5A).contains($0) }),
      octets.count % 4 == 0 || octets.last != 0x3D
    else { return false }
    let end = octets.lastIndex { $0 != 0x3D }.map { $0 + 1 } ?? 0
    guard octets[..<end].allSatisfy(Base64Text.isLetter),
      let decoded = Base64Text.decode(octets.span, in: 0..<end)
    else { return false }
    return decoded.contains(0x3A) && decoded.contains(where: \.isASCIIDigit)
      && decoded.contains(where: \.isASCIILetter)
      && decoded.allSatisfy { (0x20..<0x7F).contains($0) }
  }

  /// Header fields that hand something out; what others say, a request only has in common with them.
  private static func isWorthCarrying(_ handed: ProducedValue) -> Bool {
    guard !handed.text.isEmpty else { return false }
    guard handed.kind == .header, let name = handed.names.last else { return true }
    if ["etag", "last-modified"].contains(name) { return true }
    return ["token", "csrf", "xsrf", "session", "nonce", "cursor", "-id", "version"]
      .contains { name.contains($0) }
  }

  private static func isIdentifying(_ kind: ProducedValue.Kind, _ name: String) -> Bool {
    switch kind {
    case .url, .cookie: return true
    case .header, .json, .field, .hidden: break
    }
    let name = folded(name)
    return name.hasSuffix("id") || name.hasSuffix("etag") || name.hasSuffix("token")
      || [
        "guid", "key", "slug", "ref", "no", "number", "code", "cursor", "next", "version", "rev",
        "revision", "sha", "csrf", "nonce", "handle",
      ].contains(name)
  }

  /// A noun without the end of its plural.
  private static func stem(_ name: String) -> String {
    let name = folded(name)
    if name.hasSuffix("ies") { return name.dropLast(3) + "y" }
    return name.hasSuffix("s") ? String(name.dropLast()) : name
  }

  private static func folded(_ name: String) -> String {
    String(
      decoding: name.utf8.filter { $0 != 0x2D && $0 != 0x5F }.map(\.asciiLowercased), as: UTF8.self)
  }
}

extension [UInt8] {
  /// True for `2026-11-20`.
  fileprivate var isDate: Bool {
    indices.allSatisfy { [4, 7].contains($0) ? self[$0] == 0x2D : self[$0].isASCIIDigit }
  }
}
