/// Decides whether a value in a request was produced by an earlier response.
///
/// Equal text in two places proves little when the text is short or a common word. A value that
/// looks generated (letters and digits mixed, and long enough) is therefore linked wherever it
/// occurs whole. Any other value is linked only when both places hold an id of the same thing.
///
/// Both sides are described by ``CorrelationLink`` keys, so that a dictionary look-up finds the
/// counterpart.
package enum CorrelationRule {
  /// The length in bytes of the longest value that is correlated.
  static let longestText = 16 << 10

  /// The length in bytes of the shortest value that is taken for random though it has hardly a
  /// digit.
  static let shortestRandom = 12

  /// The links of a consumed value.
  ///
  /// A produced value of equal text must share at least one of them.
  static func links(of consumed: ConsumedValue) -> [CorrelationLink] {
    guard !consumed.text.isEmpty, consumed.text.utf8.count <= longestText else { return [] }
    if isUnmistakable(consumed.text) { return [.text] }
    let number = number(consumed.text)
    guard let name = consumed.names.last else {
      return ConsumedValue.isResourceName(consumed.text)
        ? [.resource] : thing(consumed.before) + thing(consumed.collection) + number
    }
    if ["if-modified-since", "if-unmodified-since"].contains(name) { return [.date] }
    if ["if-match", "if-none-match"].contains(name) { return [.version] }
    let folded = singular(folded(name))
    var links: [CorrelationLink] = [.name(folded)] + number
    // `after: X` asks for what follows the place that `endCursor: X` named.
    if ["after", "before"].contains(folded) || isCursor(folded) { links.append(.name("cursor")) }
    if ConsumedValue.isResourceName(consumed.text) { links.append(.resource) }
    if consumed.slot.isField { links.append(.hidden(name)) }
    // `order=42` names an order by its id.
    guard folded.hasSuffix("id") else { return links + thing(name) }
    // `item_id` is the id of an item, and so is `id` within `item`.
    let things =
      folded == "id"
      ? thing(consumed.names.dropLast().last ?? consumed.before) + thing(consumed.collection)
      : thing(String(folded.dropLast(2)))
    return links + things
  }

  /// The links of a produced value.
  ///
  /// - Parameters:
  ///   - produced: The value in a response.
  ///   - path: The path segments of the request that the response belongs to.
  /// - Returns: All its links; empty for a value that no request would consume.
  static func links(of produced: ProducedValue, requestPath path: [String]) -> [CorrelationLink] {
    guard isCorrelatable(produced), produced.text.utf8.count <= longestText else { return [] }
    if isUnmistakable(produced.text) { return [.text] }
    if produced.isMade {
      let name = produced.names.last.map { [CorrelationLink.name(singular(folded($0)))] }
      return thing(path.last) + (name ?? [])
    }
    guard let last = produced.names.last else { return [] }
    var links: [CorrelationLink] = last == "last-modified" ? [.date] : []
    // Short values, and values without a digit, are too common in hidden fields.
    if produced.kind == .hidden, produced.text.utf8.count >= 4,
      produced.text.utf8.contains(where: \.isASCIIDigit)
    {
      links.append(.hidden(last))
    }
    if produced.kind == .json, ConsumedValue.isResourceName(produced.text),
      folded(last).hasSuffix("id") || folded(last) == "name"
    {
      links.append(.resource)
    }
    guard isIdentifying(produced.kind, last) else { return links }
    if ["etag", "version"].contains(last) { links.append(.version) }
    links += number(produced.text)
    let name = singular(folded(last))
    if name != "id" || produced.kind == .cookie { links.append(.name(name)) }
    if isCursor(name), name != "cursor" { links.append(.name("cursor")) }
    // The thing is an item in the response to `POST /items`, in `$.items[0].id`, in `$.item_id` and
    // in `Location: /items/8`.
    if name.hasSuffix("id"), name.count > 2 { return links + thing(String(name.dropLast(2))) }
    if let before = produced.before { return links + thing(before) }
    return links + thing(produced.names.dropLast().last) + thing(path.last)
      + thing(collection(of: produced, requestPath: path))
  }

  /// The collection of the single thing that a response describes: `users` for `GET /users/me`; nil
  /// for a response that describes several things, and for values nested deeper in it.
  private static func collection(of produced: ProducedValue, requestPath path: [String]) -> String?
  {
    guard produced.kind == .json, let last = path.last, path.count > 1,
      last.utf8.contains(where: \.isASCIIDigit)
        || ["me", "self", "current", "latest", "new"].contains(last)
    else { return nil }
    let around = produced.names.dropLast()
    return around.isEmpty || around == ["data"] || around == ["result"] ? path[path.count - 2] : nil
  }

  /// The length in digits of the shortest number that may be carried to any place.
  private static let shortestNumber = 5

  /// The link of a number that a response calls an id, wherever a request has it.
  private static func number(_ text: String) -> [CorrelationLink] {
    isLongNumber(text) ? [.number] : []
  }

  /// True for a number of so many digits that no other is equal by chance.
  ///
  /// A round number is often an amount or a limit, and eight digits may be a date.
  static func isLongNumber(_ text: String) -> Bool {
    let digits = text.utf8
    guard digits.count >= shortestNumber, digits.allSatisfy(\.isASCIIDigit), digits.first != 0x30,
      digits.suffix(3).contains(where: { $0 != 0x30 })
    else { return false }
    let isDay =
      digits.count == 8 && ["19", "20"].contains(text.prefix(2))
      && (1...12).contains(Int(text.dropFirst(4).prefix(2)) ?? 0)
      && (1...31).contains(Int(text.suffix(2)) ?? 0)
    return !isDay
  }

  /// True for an id that does not stand in one place with what it replaces by chance, whatever the
  /// place is called: for names of several words and for all that has a digit, but for short
  /// numbers, round ones and years.
  static func isNoChance(_ id: String) -> Bool {
    let bytes = id.utf8
    guard bytes.count >= 4 else { return false }
    if SlugLikeness.isSlug(id) || isUnmistakable(id) { return true }
    guard bytes.allSatisfy(\.isASCIIDigit) else { return bytes.contains(where: \.isASCIIDigit) }
    let isYear = bytes.count == 4 && ["19", "20"].contains(id.prefix(2))
    return !isYear && bytes.suffix(2).contains { $0 != 0x30 }
  }

  private static func thing(_ name: String?) -> [CorrelationLink] {
    guard let name, !name.isEmpty else { return [] }
    // `createUser` produces a user, and `parent_item` names an item.
    return (stems(name) + (lastWord(of: name).map(stems) ?? [])).map(CorrelationLink.thing)
  }

  /// True for the name of several things, such as `orders`.
  static func namesSeveral(_ name: String) -> Bool {
    let letters = name.utf8
    return letters.count > 3 && letters.allSatisfy { $0.isASCIILetter || $0 == 0x2D || $0 == 0x5F }
      && stems(name)[0].utf8.count < folded(name).utf8.count
  }

  /// True when a name is that of one of the things in a collection: `room` for `/rooms`.
  static func isThing(_ name: String, of collection: String) -> Bool {
    !name.isEmpty && !Set(stems(name)).isDisjoint(with: stems(collection))
  }

  /// The last word of a name of several words; nil for a single word, or when the last is short.
  private static func lastWord(of name: String) -> String? {
    let start = name.lastWordStart
    guard start > name.startIndex else { return nil }
    let word = name[start...].drop { !$0.isLetter }
    return word.count > 2 ? String(word) : nil
  }

  /// True for a value so specific that it does not occur in two places by chance.
  static func isUnmistakable(_ text: String) -> Bool {
    let bytes = text.utf8
    guard bytes.count >= 8, !bytes.contains(0x20) else { return false }
    if bytes.contains(0x2F), !isGlobalID(text) {
      // A slash occurs in Base64 tokens, but also in paths and media types, which lack the other
      // marks of Base64.
      guard bytes.contains(0x2B) || bytes.last == 0x3D, bytes.first != 0x2F,
        bytes.allSatisfy({ Base64Text.isLetter($0) || $0 == 0x3D }), bytes.count >= 12
      else { return false }
    }
    let digits = bytes.count { $0.isASCIIDigit }
    let letters = bytes.count { $0.isASCIILetter }
    guard digits >= 2, letters >= 1 else { return isRandom(Array(bytes)) || isGlobalID(text) }
    // Dates and times occur in many places.
    return !(bytes.count >= 10 && Array(bytes.prefix(10)).isDate)
  }

  /// True for letters in upper and lower case that chance has put together, alone or behind a word
  /// as in `ord_RgLaQCBwygcg`: of twelve characters of 62, two in five have less than two digits.
  private static func isRandom(_ bytes: [UInt8]) -> Bool {
    let start = bytes.lastIndex(of: UInt8(ascii: "_")).map { $0 + 1 } ?? 0
    let tail = bytes[(bytes.count - start >= shortestRandom ? start : 0)...]
    // Most words are recognised without the search.
    guard tail.count >= shortestRandom, tail.count <= 256,
      tail.dropFirst().contains(where: { $0.isASCIIUppercase }),
      tail.contains(where: { $0.isASCIILowercase })
    else { return false }
    return Entropy.looksRandom(tail, minimum: shortestRandom)
  }

  /// True for Base64 of a type and an id, such as `User:10000`.
  private static func isGlobalID(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    // Common words have no capitals after the first letter.
    guard bytes.count <= 256, bytes.dropFirst().contains(where: { $0.isASCIIUppercase }),
      bytes.count % 4 == 0 || bytes.last != 0x3D, let decoded = Base64Text.printable(bytes),
      decoded.contains(0x3A), decoded.contains(where: \.isASCIIDigit)
    else { return false }
    // A cursor may be nothing but numbers: `30:2:235110316191`.
    return decoded.allSatisfy { $0.isASCIIDigit || $0 == 0x3A }
      || decoded.contains(where: \.isASCIILetter)
  }

  /// True unless the value is empty or stands in a header field that produces no values.
  ///
  /// Values of other header fields are equal in requests only by coincidence.
  private static func isCorrelatable(_ produced: ProducedValue) -> Bool {
    guard !produced.text.isEmpty else { return false }
    guard produced.kind == .header, let name = produced.names.last else { return true }
    if ["etag", "last-modified"].contains(name) { return true }
    return ["token", "csrf", "xsrf", "session", "nonce", "cursor", "-id", "version"]
      .contains { name.contains($0) }
  }

  private static func isIdentifying(_ kind: ProducedValue.Kind, _ name: String) -> Bool {
    switch kind {
    case .url, .cookie: true
    case .json: namesID(singular(name))
    case .header, .field, .hidden: namesID(name)
    }
  }

  /// The name of one id for that of a list of them: `ids` are several of what `id` is one of.
  private static func singular(_ name: String) -> String {
    name.lowercased().hasSuffix("ids") ? String(name.dropLast()) : name
  }

  /// True for the name of an id, or of something else that tells one thing from another.
  static func namesID(_ name: String) -> Bool {
    let isWord = isWordID(name)
    let name = folded(name)
    return name.hasSuffix("id") && (isWord || !wordsInID.contains(where: name.hasSuffix))
      || name.hasSuffix("etag") || name.hasSuffix("token")
      || isCursor(name)
      || [
        "guid", "key", "slug", "ref", "no", "number", "code", "next", "version", "rev",
        "revision", "sha", "csrf", "nonce", "handle",
      ].contains(name)
  }

  /// True for the name of what one thing has and keeps, unlike a token, a tag or a place in a list.
  package static func namesThing(_ name: String) -> Bool {
    namesID(name)
      && (folded(name).hasSuffix("id") || ["guid", "key", "slug", "ref"].contains(folded(name)))
  }

  /// True for the name of an id, or of a list of them.
  package static func namesIDs(_ name: String) -> Bool {
    namesID(name) || name.hasSuffix("s") && namesID(String(name.dropLast()))
  }

  /// True for a name whose last word is `id` by a separator or a capital before it: `job_id` is no
  /// bid.
  private static func isWordID(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    guard bytes.count > 2, let before = bytes.dropLast(2).last else { return false }
    let isCapital = bytes[bytes.count - 2] == UInt8(ascii: "I")
    return !before.isASCIILetter || isCapital && before.asciiLowercased == before
  }

  /// Words of amounts, states and forms that end like the name of an id.
  private static let wordsInID = ["paid", "bid", "valid", "void", "grid", "fluid", "solid"]

  /// True for the folded name of a place in a list: `cursor`, `endCursor`, `next_cursor`.
  private static func isCursor(_ name: String) -> Bool { name.hasSuffix("cursor") }

  /// The forms that the singular of a noun may have: an address, a box, a cache and a status are
  /// told from their plurals by no rule.
  private static func stems(_ name: String) -> [String] {
    let name = folded(name)
    if name.hasSuffix("ies") { return [name.dropLast(3) + "y"] }
    guard name.hasSuffix("s") else { return [name] }
    let stem = String(name.dropLast())
    if stem.hasSuffix("e") { return [stem, String(stem.dropLast())] }
    return ["s", "u", "i"].contains(where: stem.hasSuffix) ? [stem, name] : [stem]
  }

  /// The name in one spelling; `X-Order-Id` is the id of an order, too.
  static func folded(_ name: String) -> String {
    let name = name.utf8.starts(with: "x-".utf8) ? name.utf8.dropFirst(2) : name.utf8[...]
    return String(
      decoding: name.filter { $0 != 0x2D && $0 != 0x5F }.map(\.asciiLowercased), as: UTF8.self)
  }
}

extension [UInt8] {
  /// True for a date such as `2026-11-20`.
  fileprivate var isDate: Bool {
    indices.allSatisfy { [4, 7].contains($0) ? self[$0] == 0x2D : self[$0].isASCIIDigit }
  }
}
