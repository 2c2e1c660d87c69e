/// Decides whether a value in a request is the one that an earlier answer handed out.
///
/// That two places hold the same text says little when the text is short or a word. So a value that
/// looks made for one purpose (letters and digits mixed, and long enough) links wherever it stands
/// whole; any other only where both places are those of an id, and of the same thing.
enum CarryRule {
  /// True when a request's value was handed out by an answer.
  ///
  /// - Parameters:
  ///   - handed: The answer's value.
  ///   - path: The path of the request that was answered so.
  ///   - used: The later request's value, of the same text.
  /// - Returns: Whether the later request is to carry what the live answer has in that place.
  static func links(_ handed: HandedValue, answering path: [String], to used: UsedValue) -> Bool {
    guard isWorthCarrying(handed) else { return false }
    if isUnmistakable(handed.text) { return true }
    guard let last = handed.names.last else { return false }
    if let name = used.names.last, ["if-modified-since", "if-unmodified-since"].contains(name) {
      return last == "last-modified"
    }
    guard isIdentifying(handed.kind, last) else { return false }
    guard let name = used.names.last else { return fits(used.before, handed, path) }
    if ["if-match", "if-none-match"].contains(name) { return ["etag", "version"].contains(last) }
    if folded(name) == folded(last), folded(name) != "id" || handed.kind == .cookie { return true }
    // `item_id` is the `id` of an item, and so is the `id` in an item.
    guard folded(name).hasSuffix("id") else { return false }
    if folded(name) == "id" { return fits(used.names.dropLast().last ?? used.before, handed, path) }
    return fits(String(folded(name).dropLast(2)), handed, path)
  }

  /// True for a value that no other place holds by chance.
  static func isUnmistakable(_ text: String) -> Bool {
    let octets = text.utf8
    guard octets.count >= 8, !octets.contains(0x20), !octets.contains(0x2F) else { return false }
    let digits = octets.count { $0.isASCIIDigit }
    let letters = octets.count { $0.isASCIILetter }
    guard digits >= 2, letters >= 1 else { return false }
    // A date or a time is the same in many places.
    return !(octets.count >= 10 && Array(octets.prefix(10)).isDate)
  }

  /// Header fields that hand something out; what others say, a request only has in common with them.
  private static func isWorthCarrying(_ handed: HandedValue) -> Bool {
    guard !handed.text.isEmpty else { return false }
    guard handed.kind == .header, let name = handed.names.last else { return true }
    if ["etag", "last-modified"].contains(name) { return true }
    return ["token", "csrf", "xsrf", "session", "nonce", "cursor", "-id", "version"]
      .contains { name.contains($0) }
  }

  private static func isIdentifying(_ kind: HandedValue.Kind, _ name: String) -> Bool {
    switch kind {
    case .url, .cookie: return true
    case .header, .json, .field: break
    }
    let name = folded(name)
    return name.hasSuffix("id") || name.hasSuffix("etag") || name.hasSuffix("token")
      || [
        "guid", "key", "slug", "ref", "no", "number", "code", "cursor", "next", "version", "rev",
        "revision", "sha", "csrf", "nonce", "handle",
      ].contains(name)
  }

  /// True when a name says of what the handed value is an id: `items` for the answer to
  /// `POST /items`, for `$.items[0].id`, `$.item_id` and `Location: /items/8`.
  private static func fits(_ name: String?, _ handed: HandedValue, _ path: [String]) -> Bool {
    guard let name, !name.isEmpty else { return false }
    var things = handed.names.dropLast().suffix(1) + path.suffix(1)
    if let before = handed.before { things = [before] }
    let last = folded(handed.names.last ?? "")
    if last.hasSuffix("id"), last.count > 2 { things = [String(last.dropLast(2))] }
    return things.contains { stem($0) == stem(name) }
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
