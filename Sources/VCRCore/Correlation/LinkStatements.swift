/// What the links of a response say besides ids: what is asked for, and how.
///
/// An amount, a page, a currency, a version or a word of a path: another one in its place is a
/// change of the service, whoever follows the link.
enum LinkStatements {
  /// The texts of links that say something else than in another version of a response.
  ///
  /// - Parameters:
  ///   - values: The values of a response.
  ///   - others: The texts of the other version by their places.
  /// - Returns: The texts of such parts of links, and of the links that JSON holds as a whole; none
  ///   that the response calls an id elsewhere.
  static func texts(
    among values: [ProducedValue], unlike others: [String: String]
  ) -> Set<String> {
    let places = Set(values.lazy.filter { $0.kind == .url }.map(\.place))
    var (texts, links): (Set<String>, Set<String>) = ([], [])
    for value in values where value.kind == .url {
      guard let other = others[value.place], other != value.text,
        !mayBeID(value, other, isLast: !hasNextSegment(value.place, among: places))
      else { continue }
      texts.insert(value.text)
      links.insert(place(ofLinkWith: value))
    }
    for value in values where [.json, .field, .header].contains(value.kind) {
      guard let other = others[value.place], other != value.text else { continue }
      let isLink = links.contains(value.place) || isOfOtherHost(value.text, other)
      if value.kind == .json, isLink {
        texts.insert(value.text)
      } else if let name = value.names.last, CorrelationRule.namesID(name) {
        texts.remove(value.text)
      }
    }
    return texts
  }

  // MARK: - Places

  /// The place of the link of which a value is a part.
  private static func place(ofLinkWith part: ProducedValue) -> String {
    let step = query(of: part).map { " ?\($0)" }
    let end = part.place.lastIndex(of: " ") ?? part.place.startIndex
    return step.map { String(part.place.dropLast($0.count)) } ?? String(part.place[..<end])
  }

  /// The name of a value of a query; nil for a segment of a path.
  private static func query(of part: ProducedValue) -> String? {
    part.names.last.flatMap { part.place.hasSuffix(" ?\($0)") ? $0 : nil }
  }

  /// True for the place of a segment of a path behind which there is another one.
  private static func hasNextSegment(_ place: String, among places: Set<String>) -> Bool {
    guard let space = place.lastIndex(of: " "), place[space...].hasPrefix(" /"),
      let number = Int(place[space...].dropFirst(2))
    else { return false }
    return places.contains("\(place[...space])/\(number + 1)")
  }

  /// True for two URLs of which each names another host.
  private static func isOfOtherHost(_ url: String, _ other: String) -> Bool {
    let hosts = [url, other].map { url in
      url.withUTF8Span { text in
        String(decoding: URLRanges(text).host.map { text[$0] }, as: UTF8.self)
      }
    }
    return !hosts.contains("") && hosts[0] != hosts[1]
  }

  // MARK: - Ids

  /// True when a part of a link and the one in its place may be two ids or two times.
  private static func mayBeID(_ part: ProducedValue, _ other: String, isLast: Bool) -> Bool {
    let texts = [part.text, other]
    if texts.allSatisfy(CorrelationRule.isUnmistakable) { return true }
    // What a secret is stands in no cassette.
    if texts.contains(where: \.hasDoubleBrace) { return true }
    let name = query(of: part)
    if let name, versions.contains(CorrelationRule.folded(name)) { return false }
    if texts.allSatisfy(TimeLikeness.isMoment) { return true }
    if let name = name ?? part.before, namesAmount(name) { return false }
    guard let name else { return areIDs(inPath: part, other, isLast: isLast) }
    return CorrelationRule.namesIDs(name) || texts.allSatisfy(isID)
      || ["after", "before"].contains(name.lowercased())
      || !SlugLikeness.namesState(name)
        && SlugLikeness.areApart(part.text, other, isKnown: false)
  }

  /// True for two ids in the place of one segment of a path.
  private static func areIDs(
    inPath part: ProducedValue, _ other: String, isLast: Bool
  ) -> Bool {
    let texts = [part.text, other]
    guard !texts.contains(where: isVersion) else { return false }
    // A short number at the beginning of a path is rather what it is about.
    let isBeginning = part.before == nil && !isLast
    return SlugLikeness.areApart(part.text, other, isKnown: false)
      || ReplacedValues.areAlike(part.text, other)
      || texts.allSatisfy { text in
        ReplacedValues.isRandom(text)
          || text.utf8.contains(where: \.isASCIIDigit)
            && (!isBeginning || ReplacedValues.mayBeID(text))
      }
  }

  /// True for what is an id under any name of a query: not a word, nor a short number.
  private static func isID(_ text: String) -> Bool {
    let bytes = text.utf8
    return CorrelationRule.isLongNumber(text) || ReplacedValues.isRandom(text)
      || bytes.count >= shortestID && bytes.contains(where: \.isASCIIDigit)
        && bytes.contains(where: \.isASCIILetter) && !text.contains(" ")
  }

  /// The length in bytes of the shortest id of letters and digits under any name.
  private static let shortestID = 6

  /// True for the version of an interface: `v2`, `v1.1`, `2026-01`.
  private static func isVersion(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    if bytes.count > 1, bytes[0] == UInt8(ascii: "v") {
      return bytes.dropFirst().allSatisfy { $0.isASCIIDigit || $0 == UInt8(ascii: ".") }
    }
    return bytes.count == 7
      && bytes.indices.allSatisfy { $0 == 4 ? bytes[$0] == 0x2D : bytes[$0].isASCIIDigit }
  }

  /// True for the name of how much is asked for, from where on, or in what order.
  static func namesAmount(_ name: String) -> Bool {
    amounts.contains(CorrelationRule.folded(name))
  }

  private static let versions: Set = ["apiversion", "v", "version"]

  private static let amounts: Set = [
    "amount", "count", "direction", "format", "height", "limit", "max", "maxresults",
    "maxtokens", "min", "offset", "page", "pagesize", "perpage", "price", "quality", "quantity",
    "size", "skip", "sort", "sortby", "start", "take", "tokens", "top", "total", "width", "year",
  ]
}
