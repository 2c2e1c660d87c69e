/// The words that the diff and the report on a request print before a place, to say in which
/// message and where in it the place is: `request url ?ts`, `header X-Build`, `request $.id`,
/// `query ts`.
package enum PrintedPlace {
  private static let messages = ["request ", "response "]
  private static let sections = ["url ", "header ", "trailer "]
  private static let fields = ["header ", "trailer "]
  private static let contentType = " Content-Type"

  /// A place without these words, as those who name it take it.
  ///
  /// No name has a space in it, so that no other word loses anything.
  package static func withoutWords(_ place: String) -> String {
    var rest = withoutMessage(place)
    if let reported = reported(rest) { return reported }
    if isField(place) {
      rest = dropping(fields, from: rest)
      return MarkedName.nameInBrackets(rest) ?? String(rest)
    }
    rest = dropping(sections, from: rest)
    // The rest of a place that is the whole URL would be taken for the name of a header.
    return sections.contains("\(rest) ") ? place : String(rest)
  }

  /// True for a place that its words say is a header or trailer field.
  package static func isField(_ place: String) -> Bool {
    let rest = withoutMessage(place)
    return dropping(fields, from: rest) != rest
  }

  private static func withoutMessage(_ place: String) -> Substring {
    dropping(messages, from: place[...])
  }

  private static func dropping(_ words: [String], from text: Substring) -> Substring {
    guard let word = words.first(where: { text.hasPrefix($0) }) else { return text }
    let next = text.dropFirst(word.count).drop { $0 == " " }
    return next.isEmpty ? text : next
  }

  /// The place that the report on a request that nothing matches names by its part and its name:
  /// `query ts`, `form csrf`, `multipart token`, `cookie sid`, `body $.id`; nil for another one.
  private static func reported(_ text: Substring) -> String? {
    func name(after word: String) -> String? {
      let rest = dropping([word + " "], from: text)
      return rest == text ? nil : String(rest)
    }
    if let name = name(after: "query") {
      return inJSON(name, .query) ?? (name.hasPrefix("?") ? name : "?\(name)")
    }
    if let name = name(after: "form") {
      return inJSON(name, .form)
        ?? StreamScope(unit: .form, kind: MarkedName.nameInBrackets(name) ?? name).words
    }
    if let name = name(after: "multipart") {
      // A header field of the part may follow its name.
      let end = name.hasSuffix(contentType) ? name.dropLast(contentType.count) : name[...]
      let part = StreamScope(unit: .part, kind: MarkedName.nameInBrackets(end) ?? String(end))
      return part.words + name[end.endIndex...]
    }
    if let name = name(after: "cookie") { return CookiePlace.text(Array(name.utf8)) }
    if let name = name(after: "body"), JSONPath.isPath(name) { return name }
    return nil
  }

  /// The place in the JSON of a pair that follows its name: `payload $.id`; nil for a name alone.
  private static func inJSON(_ text: String, _ unit: StreamScope.Unit) -> String? {
    guard let start = text.firstRange(of: " $")?.lowerBound else { return nil }
    let name = text[..<start]
    return StreamScope(unit: unit, kind: MarkedName.nameInBrackets(name) ?? String(name)).words
      + text[start...]
  }

  /// The words that the diff prints of a message that are no place, with what may be named instead.
  private static let others: [String: String] = {
    let always = "is always compared, and no list can name it"
    let policy = "is for the matching policy to compare or not: match: method, path, query"
    let itself = "is a time or the like, which no diff tells unless it is asked to"
    return [
      "url":
        "is a URL as a whole; name an item of its query, such as ?ts, or segments of its path, such "
        + "as /users/*",
      "url fragment":
        "is what no client sends and no policy compares; where it is a secret, name its value: "
        + "secret: NAME",
      "url origin": policy, "method": policy,
      "body":
        "is a body without places of its own; name what a pattern finds in it, such as "
        + "text(/nonce=([0-9]+)/), or, for gRPC, let --proto say what its fields are",
      "parts": always, "body preamble": always, "body epilogue": always, "body pieces": always,
      "version": always,
      "encoding": always, "status": always, "reason": always, "interim": always,
      "interim reason": always, "outcome": always, "error": always, "error number": always,
      "error reset": always, "error message": itself, "header media_type": always,
      "header text_encoding": always, "rule match": always, "rule times": always,
      "awaits": itself, "chunks": itself, "seconds": itself, "recorded_at": itself,
    ]
  }()

  /// The name of a header field as a place names it, behind other words: in quotes and brackets
  /// where a comment in YAML would begin with it, and the beginning of one that is too long.
  package static func fieldName(_ name: String) -> String {
    if name.utf8.first == UInt8(ascii: "#") {
      return JSONPath.step(Array(name.utf8), isAlwaysQuoted: true)
    }
    let scalars = name.unicodeScalars
    guard scalars.count > JSONPath.nameLimit else { return PrintableText.line(name) }
    return PrintableText.line(String(scalars.prefix(JSONPath.nameLimit))) + "…"
  }

  /// Why no list can have the name in a place, of which not all can be printed.
  private static func refusal(ofNameIn place: String) -> String? {
    guard !withoutMessage(place).hasPrefix(TextPattern.opening) else { return nil }
    let isQuoted = place.contains("['") || place.contains("('")
    if place.unicodeScalars.count > JSONPath.nameLimit,
      place.hasSuffix("…") || place.contains("…']")
    {
      return
        "has a name of more than \(JSONPath.nameLimit) characters, which is cut off here; in a "
        + "path write * in its place"
    }
    let bytes = Array(place.utf8)
    let slash = UInt8(ascii: "\\")
    var start = 0
    while isQuoted, let found = bytes.firstRange(of: [slash, UInt8(ascii: "x")], from: start) {
      // Behind another backslash it is part of a name.
      let slashes = bytes[..<found.lowerBound].reversed().prefix { $0 == slash }.count
      let digits = bytes[found.upperBound...].prefix(2)
      let isByte = digits.count == 2 && digits.allSatisfy { $0.hexValue != nil }
      if slashes.isMultiple(of: 2), isByte {
        return "has a name that is not UTF-8, which no list can have"
      }
      start = found.upperBound
    }
    return nil
  }

  /// Why what the diff prints of something cannot be named, as it would be taken for the name of a
  /// header field and do nothing.
  ///
  /// - Parameters:
  ///   - place: A word of a setting.
  ///   - isNameOtherwise: True where one word alone may well be a name: of a field of a form.
  /// - Returns: The reason, and what to name instead, to follow the word; nil for any other word.
  package static func refusal(of place: String, isNameOtherwise: Bool) -> String? {
    if let reason = refusal(ofNameIn: place) { return reason }
    let rest = String(withoutMessage(place))
    guard let reason = others[rest] else { return nil }
    guard rest.hasSameUTF8(as: place), !rest.contains(" ") else { return reason }
    return isNameOtherwise ? nil : "\(reason); a header field is written header \(rest)"
  }
}
