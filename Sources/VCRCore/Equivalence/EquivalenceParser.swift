extension RequestEquivalence {
  /// Creates a policy from the words of the command line and of a cassette's `match:`, for example
  /// `method,url,json(ignoring $.nonce)`.
  ///
  /// Parts are separated by commas or white space. Parentheses hold a list separated by commas; a
  /// name with a comma or a parenthesis in it is put in single quotes.
  ///
  /// - Parameter text: The words.
  /// - Throws: `EquivalenceSyntaxError` with the fault, its column, and the words that exist.
  public init(parsing text: String) throws(EquivalenceSyntaxError) {
    var parser = EquivalenceParser(text)
    parts = try parser.parse()
  }
}

/// Reads the words of a policy.
struct EquivalenceParser {
  private let source: String
  private let text: [Character]
  private var index = 0

  /// Prepares to read a text.
  init(_ source: String) {
    self.source = source
    text = Array(source)
  }

  /// The parts, at least one.
  mutating func parse() throws(EquivalenceSyntaxError) -> [RequestEquivalence.Part] {
    var parts: [RequestEquivalence.Part] = []
    skipSeparators()
    while index < text.count {
      parts.append(try part())
      if let next = peek, next != ",", !next.isWhitespace {
        throw error("expected a comma before '\(next)'", at: index)
      }
      skipSeparators()
    }
    guard !parts.isEmpty else { throw error("the list names no part", at: 0) }
    return parts
  }

  /// One item of a list in parentheses.
  private struct Item {
    var text: String
    var column: Int
    /// The reason why something that the diff prints is no place, as an error has it; nil for a
    /// place.
    var refusal: String?
    /// The start of a word that follows another one without a comma, outside quotes; nil for none.
    var secondWord: Int?

    /// Drops the words that the diff prints before a place.
    mutating func dropWords() {
      refusal = PrintedPlace.refusal(of: text, isNameOtherwise: true).map { "'\(text)' \($0)" }
      let place = PrintedPlace.withoutWords(text)
      guard place != text else { return }
      text = place
      let isOne = !place.contains(where: \.isWhitespace)
      if isOne || MarkedName.nameInBrackets(place.dropFirst()) != nil { secondWord = nil }
    }
  }

  /// The content of the parentheses.
  private struct Arguments {
    var keyword: Item?
    var items: [Item]
    var column: Int
  }

  /// The names of parts, what each means alone, and what may stand in its parentheses.
  static let words: [(name: String, part: RequestEquivalence.Part, arguments: [String])] = [
    ("method", .method, []), ("scheme", .scheme, []), ("host", .host, []), ("port", .port, []),
    ("path", .path, ["ignoring PATH…"]), ("query", .query, ["ignoring NAME…", "only NAME…"]),
    ("webmock-query", .webMockQuery, ["ignoring NAME…", "only NAME…"]),
    ("url", .url, []), ("headers", .headers, ["NAME…", "ignoring NAME…"]),
    ("cookies", .cookies, ["ignoring NAME…", "only NAME…"]), ("body", .body, []),
    ("json", .json, ["ignoring PATH…", "only PATH…"]),
    ("form", .form, ["ignoring NAME…", "only NAME…"]),
    ("multipart", .multipart, ["ignoring NAME…", "only NAME…"]), ("graphql", .graphql, []),
  ]

  private static let simple = Dictionary(
    uniqueKeysWithValues: words.map { ($0.name, $0.part) })

  private var peek: Character? { index < text.count ? text[index] : nil }

  private mutating func part() throws(EquivalenceSyntaxError) -> RequestEquivalence.Part {
    let start = index
    while let character = peek, character != ",", character != "(", character != ")",
      !character.isWhitespace
    {
      index += 1
    }
    let word = String(text[start..<index])
    let name = word.lowercased()
    let afterWord = index
    skipWhiteSpace()
    var arguments: Arguments?
    if peek == "(" {
      arguments = try self.arguments()
    } else {
      index = afterWord
    }
    if let part = try part(named: name, arguments, at: start) { return part }
    throw error(
      word.isEmpty ? "expected the name of a part" : "there is no part '\(word)'", at: start,
      suggestion: Self.suggestion(for: name))
  }

  /// The part that a name and its arguments mean; nil for a name that means none.
  private func part(
    named name: String, _ arguments: Arguments?, at start: Int
  ) throws(EquivalenceSyntaxError) -> RequestEquivalence.Part? {
    switch (name, arguments) {
    case ("headers", .some(let arguments)), ("header", .some(let arguments)):
      try checkNames(arguments)
      let names = arguments.items.map(\.text)
      if arguments.keyword?.text == "ignoring" { return .headers(ignoring: names) }
      if let keyword = arguments.keyword {
        throw error("headers takes names alone, without '\(keyword.text)'", at: keyword.column)
      }
      for item in arguments.items where CookiePlace.isPlace(item.text) {
        throw error("a cookie is no field; say cookies(only \(item.text))", at: item.column)
      }
      return .headers(names)
    case ("header", nil):
      throw error(
        "header needs a name, for example header(Accept); headers means all", at: start)
    case ("query", .some(let arguments)), ("webmock-query", .some(let arguments)):
      return try query(arguments, of: name)
    case ("cookies", .some(let arguments)), ("cookie", .some(let arguments)):
      try checkNames(arguments)
      // As the diff prints a cookie.
      let names = arguments.items.map { CookiePlace.name(in: $0.text) ?? $0.text }
      return try isIgnoring(arguments, of: "cookies")
        ? .cookies(ignoring: names) : .cookies(only: names)
    case ("form", .some(let arguments)):
      let names = try names(arguments, of: .form)
      return try isIgnoring(arguments, of: name) ? .form(ignoring: names) : .form(only: names)
    case ("multipart", .some(let arguments)):
      let names = try names(arguments, of: .part)
      return try isIgnoring(arguments, of: name)
        ? .multipart(ignoring: names) : .multipart(only: names)
    case ("path", .some(let arguments)):
      try checkNames(arguments)
      guard try isIgnoring(arguments, of: name) else {
        throw error("path takes what does not count: path(ignoring /users/*)", at: arguments.column)
      }
      try checkPlaces(arguments)
      return .path(ignoring: try arguments.items.map(pattern))
    case ("json", .some(let arguments)):
      try checkPlaces(arguments)
      let paths = try arguments.items.map(path)
      for (item, path) in zip(arguments.items, paths) where path.scope?.unit == .query {
        throw error(
          "the query is no part of the body; say query(ignoring \(item.text))", at: item.column)
      }
      return try isIgnoring(arguments, of: name) ? .json(ignoring: paths) : .json(only: paths)
    case (_, .some(let arguments)) where Self.simple[name] != nil:
      throw error("'\(name)' takes nothing in parentheses", at: arguments.column)
    case (_, nil): return Self.simple[name]
    default: return nil
    }
  }

  /// The part for a query with names, and places in the JSON of its items.
  private func query(
    _ arguments: Arguments, of name: String
  ) throws(EquivalenceSyntaxError) -> RequestEquivalence.Part {
    var arguments = arguments
    var places: [JSONPath] = []
    let isIgnoring = try isIgnoring(arguments, of: name)
    for item in arguments.items where item.text.hasPrefix("query(") && item.refusal == nil {
      let place = try path(item)
      guard isIgnoring, place.isInQuery else {
        throw error(
          "'\(item.text)' is no name; \(name)(\(isIgnoring ? "ignoring" : "only") …) takes "
            + "names\(isIgnoring ? ", and places such as query(variables) $.id" : "")",
          at: item.column)
      }
      places.append(place)
    }
    arguments.items.removeAll { $0.text.hasPrefix("query(") && $0.refusal == nil }
    try checkNames(arguments)
    // As the diff prints an item of the query.
    let names = arguments.items.map { MarkedName.name(in: $0.text) ?? $0.text }
    if name == "query" {
      return isIgnoring ? .query(ignoring: names, within: places) : .query(only: names)
    }
    return isIgnoring ? .webMockQuery(ignoring: names, within: places) : .webMockQuery(only: names)
  }

  /// The names of fields or parts, which may be places as the diff prints them (`form(csrf)`).
  private func names(
    _ arguments: Arguments, of unit: StreamScope.Unit
  ) throws(EquivalenceSyntaxError) -> [String] {
    var plain = arguments
    plain.items.removeAll { $0.text.hasPrefix(unit.opening) && $0.refusal == nil }
    try checkNames(plain)
    return try arguments.items.map { item throws(EquivalenceSyntaxError) in
      guard item.text.hasPrefix(unit.opening), item.refusal == nil else {
        return MarkedName.name(in: item.text) ?? item.text
      }
      guard let name = try path(item).nameOfWhole(unit) else {
        throw error("'\(item.text)' is no name; say json(ignoring \(item.text))", at: item.column)
      }
      return name
    }
  }

  /// Refuses names with white space in them: nearly always a comma was forgotten.
  private func checkNames(_ arguments: Arguments) throws(EquivalenceSyntaxError) {
    try checkPlaces(arguments)
    for item in arguments.items {
      guard let column = item.secondWord else { continue }
      throw error(
        "put commas between names; one that has a space in it stands in quotes: '\(item.text)'",
        at: column)
    }
  }

  /// Refuses what the diff prints of something that is no place.
  private func checkPlaces(_ arguments: Arguments) throws(EquivalenceSyntaxError) {
    for item in arguments.items {
      if let refusal = item.refusal { throw error(refusal, at: item.column) }
    }
  }

  private func path(_ item: Item) throws(EquivalenceSyntaxError) -> JSONPath {
    do {
      return try JSONPath(parsing: item.text)
    } catch {
      throw self.error("'\(item.text)': \(error.reason)", at: item.column + error.column - 1)
    }
  }

  private func pattern(_ item: Item) throws(EquivalenceSyntaxError) -> PathPattern {
    guard let pattern = PathPattern(parsing: item.text) else {
      throw error("'\(item.text)' is no path with a segment that is *: /users/*", at: item.column)
    }
    return pattern
  }

  private func isIgnoring(_ arguments: Arguments, of name: String) throws(EquivalenceSyntaxError)
    -> Bool
  {
    guard let keyword = arguments.keyword else {
      throw error(
        "say what to do with them: \(name)(ignoring …) or \(name)(only …)", at: arguments.column)
    }
    return keyword.text == "ignoring"
  }

  /// `(ignoring a, b)`, `(only a)` or `(a, b)`.
  private mutating func arguments() throws(EquivalenceSyntaxError) -> Arguments {
    let open = index
    index += 1
    skipWhiteSpace()
    var arguments = Arguments(keyword: nil, items: [], column: open)
    let start = index
    while let character = peek, character.isLetter { index += 1 }
    let word = String(text[start..<index]).lowercased()
    if word == "ignoring" || word == "only", let next = peek, next.isWhitespace || next == ":" {
      arguments.keyword = Item(text: word, column: start)
      if next == ":" { index += 1 }
    } else {
      index = start
    }
    while true {
      skipWhiteSpace()
      let isQuoted = peek == "'"
      var item = try item(openedAt: open)
      if !isQuoted { item.dropWords() }
      guard !item.text.isEmpty else {
        throw error("expected a name", at: item.column)
      }
      arguments.items.append(item)
      index += 1
      if text[index - 1] == ")" { return arguments }
    }
  }

  /// Reads up to the comma or parenthesis that ends an item; brackets, quotes and parentheses
  /// within it may contain either.
  private mutating func item(openedAt open: Int) throws(EquivalenceSyntaxError) -> Item {
    let start = index
    var item = ""
    var depth = 0
    var secondWord: Int?
    while let character = peek {
      if depth == 0, character == "," || character == ")" {
        while item.last?.isWhitespace == true { item.removeLast() }
        return Item(text: item, column: start, secondWord: secondWord)
      }
      if item.isEmpty, character == "t", let end = patternEnd() {
        item = String(text[index..<end])
        index = end
        continue
      }
      if index > start, text[index - 1].isWhitespace, !character.isWhitespace {
        secondWord = secondWord ?? index
      }
      if character == "[" || character == "(" { depth += 1 }
      if character == "]" || character == ")" { depth = max(0, depth - 1) }
      if character == "'" || (character == "\"" && depth > 0) {
        try appendQuoted(character, keepsQuotes: depth > 0, to: &item)
      } else {
        item.append(character)
        index += 1
      }
    }
    throw error("the parenthesis is not closed", at: open)
  }

  /// The end of a pattern that begins here; nil when none does.
  private func patternEnd() -> Int? {
    let rest = String(text[index...])
    guard rest.hasPrefix(TextPattern.opening),
      let end = TextPattern.end(of: rest.dropFirst(TextPattern.opening.count))
    else { return nil }
    return index + rest.distance(from: rest.startIndex, to: end.rest)
  }

  private mutating func appendQuoted(
    _ quote: Character, keepsQuotes: Bool, to item: inout String
  ) throws(EquivalenceSyntaxError) {
    let open = index
    index += 1
    if keepsQuotes { item.append(quote) }
    while let character = peek, character != quote {
      index += 1
      if character == "\\", let escaped = peek {
        if keepsQuotes { item.append(character) }
        item.append(escaped)
        index += 1
      } else {
        item.append(character)
      }
    }
    guard peek == quote else { throw error("the quote is not closed", at: open) }
    if keepsQuotes { item.append(quote) }
    index += 1
  }

  private mutating func skipWhiteSpace() {
    while let character = peek, character.isWhitespace { index += 1 }
  }

  private mutating func skipSeparators() {
    while let character = peek, character == "," || character.isWhitespace { index += 1 }
  }

  private func error(_ reason: String, at offset: Int, suggestion: String? = nil)
    -> EquivalenceSyntaxError
  {
    EquivalenceSyntaxError(
      text: source, column: offset + 1, reason: reason, suggestion: suggestion)
  }

  /// The part whose name needs the fewest changes, when they are at most two.
  private static func suggestion(for word: String) -> String? {
    let meant = ["uri": "url", "verb": "method", "header": "headers", "params": "query"]
    return meant[word]
      ?? NearestWord.of(word, in: simple.keys.sorted(), upTo: min(2, word.count - 1))
  }
}
