/// Values that nothing names as ids: known by the place in which a response has them, and by the
/// path of a later request, or because they cannot be anything else.
extension ReplacedValues {
  /// The shortest and the longest word in bytes that may be such a value.
  static let lengths = 3...256

  /// The words of a response that may be handed out, each with the old one in its place.
  ///
  /// - Parameters:
  ///   - response: The response.
  ///   - words: Its words that stand in the places of others.
  ///   - thing: The thing that their request may have made; nil for none.
  /// - Returns: The pairs, each once.
  static func places(
    of response: Interaction.Response, _ words: ResponseWords, made thing: CreatedResource?
  ) -> [(new: String, old: String)] {
    let fields = zip(response.headers.fields, words.fields).filter { field, _ in
      !TransferFields.contains(field.name, in: .volatile)
    }
    let pairs = fields.flatMap(\.1) + words.body
    var known: Set<String> = []
    return pairs.compactMap { pair in
      guard mayBeProduced(pair, made: thing),
        known.insert("\(pair.new) \(pair.old)").inserted
      else { return nil }
      return (pair.new, pair.old)
    }
  }

  /// True for words that may be ids: each has a digit or cannot be anything else, chance has put
  /// together the letters of one, and the other is as long, or both are names made up of words.
  private static func mayBeProduced(_ pair: WordPairs.Pair, made thing: CreatedResource?) -> Bool {
    let words = [pair.new, pair.old]
    guard words.allSatisfy({ lengths.contains($0.utf8.count) }) else { return false }
    if words.allSatisfy({ hasDigit($0) || CorrelationRule.isUnmistakable($0) }) { return true }
    if pair.new.utf8.count == pair.old.utf8.count, words.contains(where: isRandom) { return true }
    if areAlike(pair.new, pair.old) { return true }
    guard let thing, !SlugLikeness.namesState(pair.before) else { return false }
    return SlugLikeness.areApart(
      pair.new, pair.old, isKnown: thing.isCalled(words, under: pair.before))
  }

  /// True for random letters and digits.
  static func isRandom(_ word: String) -> Bool {
    CorrelationRule.isUnmistakable(word) || LetterPairs.areRandom(in: word.utf8)
  }

  /// True for a word with a digit, for random letters, and for several words.
  static func mayBeID(_ word: String) -> Bool {
    lengths.contains(word.utf8.count)
      && (hasDigit(word) || isRandom(word) || SlugLikeness.isSlug(word))
  }

  /// True for two ids of as many characters, of which one has digits among its letters.
  ///
  /// Of six characters, as in `XNMNFK` and `U80MDX`, one in seven has none, and of eight, as in
  /// `fxptiwiv`, one in fourteen.
  ///
  /// One digit in small letters may be the number of a version, as in `order2`.
  static func areAlike(_ first: String, _ second: String) -> Bool {
    let words = [Array(first.utf8), Array(second.utf8)]
    guard words[0].count == words[1].count, words[0].count >= 6 else { return false }
    let digits = words.map { $0.count(where: \.isASCIIDigit) }.max() ?? 0
    func areAll(_ isLetter: (UInt8) -> Bool) -> Bool {
      words.allSatisfy { word in
        word.contains(where: isLetter) && word.allSatisfy { $0.isASCIIDigit || isLetter($0) }
      }
    }
    return digits > 0 && areAll { $0.isASCIIUppercase }
      || digits > 1 && areAll { $0.isASCIILowercase }
  }

  private static func hasDigit(_ word: String) -> Bool {
    word.utf8.contains(where: \.isASCIIDigit)
  }

  /// True when a request has words where an id stands: in segments of its path, in header fields,
  /// under the name of an id, or anywhere when they cannot be anything else, or when its response
  /// calls them ids.
  ///
  /// Any other number in a body or a query may be an amount or a year: were it taken for an id, a
  /// change of it would not be seen.
  static func areCarried(_ words: Set<String>, by interaction: Interaction) -> Bool {
    guard !words.isEmpty else { return false }
    let doubtful = words.filter {
      (hasDigit($0) || SlugLikeness.isSlug($0)) && !CorrelationRule.isUnmistakable($0)
    }
    if doubtful.isEmpty { return true }
    let texts = ConsumedValue.values(of: interaction.request).filter(\.mayBeID).map {
      Array($0.text.utf8)
    }
    let others = doubtful.filter { word in
      let word = Array(word.utf8)
      return !texts.contains { isWord(word, of: $0) }
    }
    guard !others.isEmpty else { return true }
    guard case .response(let response) = interaction.outcome else { return false }
    return others.isSubset(of: ProducedValue.ids(of: response))
  }

  /// True when a word stands in a text with neither letters nor digits beside it.
  private static func isWord(_ word: [UInt8], of text: [UInt8]) -> Bool {
    var start = 0
    while let found = text.firstRange(of: word, from: start) {
      let isApart = [found.lowerBound - 1, found.upperBound].allSatisfy { index in
        !text.indices.contains(index) || !ByteSet.alphanumeric.contains(text[index])
      }
      if isApart { return true }
      start = found.lowerBound + 1
    }
    return false
  }

  /// A response with the old words where it has others of the known ones, whatever else differs
  /// beside them: in a line of text, an event of a stream or a page.
  func replacingPlaces(
    in response: Interaction.Response, _ words: ResponseWords
  ) -> Interaction.Response {
    func items(_ pairs: [WordPairs.Pair]) -> [Replacements.Item] {
      pairs.filter { placed[$0.new] == $0.old || isSameThing($0.new, $0.old) }.map {
        Replacements.Item(range: $0.range, bytes: Array($0.old.utf8))
      }
    }
    var response = response
    for (index, pairs) in words.fields.enumerated() {
      let items = items(pairs)
      guard !items.isEmpty else { continue }
      let value = Array(response.headers.fields[index].value.utf8)
      response.headers.fields[index].value = String(
        decoding: items.applied(to: value), as: UTF8.self)
    }
    response.body = changed(response.body) { _ in items(words.body) }
    return response
  }

  /// A request with the old words in the segments of its path.
  func replacingPlaces(in request: Interaction.Request) -> Interaction.Request {
    guard !placed.isEmpty else { return request }
    let changes = ConsumedValue.values(of: request).compactMap { value in
      value.slot.holder == .url && value.names.isEmpty
        ? placed[value.text].map { (value, $0) } : nil
    }
    return changes.isEmpty ? request : request.replacing(changes)
  }

  /// The known words that an interaction still has, and that are not the old ones of others.
  func placesLeft(in interaction: Interaction, recordedAs recorded: Interaction) -> Set<String> {
    let left = placed.isEmpty ? [] : Self.words(of: interaction).intersection(placed.keys)
    guard !left.isEmpty else { return [] }
    return left.subtracting(Self.words(of: recorded).compactMap { placed[$0] })
  }

  /// The known words whose old ones an interaction has as it was recorded, where these are not
  /// replaced by others themselves.
  func placesTaken(by interaction: Interaction) -> Set<String> {
    guard !placed.isEmpty else { return [] }
    let words = Self.words(of: interaction)
    return Set(placed.filter { words.contains($0.value) && placed[$0.value] == nil }.keys)
  }

  private static func words(of interaction: Interaction) -> Set<String> {
    let request = interaction.request
    var words = WordPairs.words(of: request.url.utf8)
    words.formUnion(self.words(of: request.headers, request.body))
    if case .response(let response) = interaction.outcome {
      words.formUnion(self.words(of: response))
    }
    return words
  }

  /// The words of a response.
  static func words(of response: Interaction.Response) -> Set<String> {
    words(of: response.headers, response.body)
  }

  private static func words(of headers: HeaderFields, _ body: Body) -> Set<String> {
    var words: Set<String> = []
    for field in headers.fields where !TransferFields.contains(field.name, in: .volatile) {
      words.formUnion(WordPairs.words(of: field.value.utf8))
    }
    if body.file == nil { words.formUnion(WordPairs.words(of: body.bytes)) }
    return words
  }
}

extension ConsumedValue {
  /// True where an id stands: in a segment of the path, in a header field, and under the name of an
  /// id.
  ///
  /// A name made up of words is one under any name but that of a state.
  package var mayBeID: Bool {
    if case .header = slot.holder { return true }
    guard let name = names.last else { return slot.holder == .url && !isByContent }
    return CorrelationRule.namesIDs(name)
      || SlugLikeness.isSlug(text) && !SlugLikeness.namesState(name)
  }
}
