/// Finds secrets that a stream or a WebSocket sends in parts: a value that begins in one event and
/// ends in a later one, as in the output of a language model.
///
/// The placeholder replaces the part of the secret in the event in which it begins. The parts in
/// later events are removed.
struct StreamSecrets {
  /// The secrets that are looked for.
  enum Search {
    /// Secrets that are known, and the rules for the text around one.
    case values(SecretValues, TextSecrets)
    /// Tokens by their shapes, and in a text that comes word by word what its name gives away.
    case shapes(TextSecrets)
  }

  /// The secrets that are looked for.
  let search: Search

  /// Longer streams are not searched for shapes: no model responds at such length.
  static let longestForShapes = 1 << 20

  /// True for a body that is a stream of events or of lines of JSON, or a list of objects, as which
  /// some services stream.
  static func isStream(_ type: MediaType?, _ bytes: [UInt8]) -> Bool {
    if StreamFormat(type) != nil { return true }
    return type?.isJSON == true && StreamTexts.isList(bytes)
  }

  /// The places of the secrets that extend over more than one event.
  ///
  /// - Parameters:
  ///   - bytes: The body.
  ///   - memo: Has the texts of the body that was searched last.
  /// - Returns: The places.
  func find(in bytes: [UInt8], _ memo: StreamMemo) -> Replacements {
    find(memo.texts(of: bytes), in: bytes)
  }

  /// The places of the secrets that extend over more than one of several messages.
  func find(inMessages messages: [[UInt8]]) -> [Replacements] {
    var (bytes, starts): ([UInt8], [Int]) = ([], [])
    for message in messages {
      starts.append(bytes.count)
      bytes += message
    }
    var found = messages.map { _ in Replacements() }
    var message = 0
    let texts = Texts(StreamTexts(ofMessages: messages), in: bytes)
    for item in find(texts, in: bytes).items {
      while message + 1 < starts.count, starts[message + 1] <= item.range.lowerBound {
        message += 1
      }
      let (start, own) = (starts[message], messages[message])
      found[message].add(
        item.range.lowerBound - start..<item.range.upperBound - start, item.bytes, in: own.view)
    }
    return found
  }

  private func find(_ texts: Texts, in bytes: [UInt8]) -> Replacements {
    var items: [Replacements.Item] = []
    // A text by itself comes before what it is mixed with.
    for text in texts.byTurns { search(text, in: bytes, into: &items) }
    if !items.isEmpty { items.sort { $0.range.lowerBound < $1.range.lowerBound } }
    let known = items
    for text in texts.mixed { search(text, in: bytes, except: known, into: &items) }
    if items.isEmpty { return Replacements() }
    var found = Replacements()
    for item in items.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      found.add(item.range, item.bytes, in: bytes.view)
    }
    return found
  }

  /// The texts that several events have parts of.
  struct Texts: Sendable {
    fileprivate let byTurns: [Text]
    fileprivate let mixed: [Text]

    init(_ texts: StreamTexts, in bytes: [UInt8]) {
      byTurns = texts.byTurns.map { Text($0, in: bytes) }
      mixed = texts.mixed.map { Text($0, in: bytes) }
    }
  }

  /// A text that several events have parts of.
  fileprivate struct Text: Sendable {
    /// The bytes without escapes.
    private(set) var bytes: [UInt8] = []
    /// The position at which the part of each event begins.
    private(set) var starts: [Int] = []
    private let parts: [StreamTexts.Part]
    /// The parts without escapes, for those that have any.
    private var decoded: [Int: DecodedText] = [:]

    init(_ parts: [StreamTexts.Part], in body: [UInt8]) {
      self.parts = parts
      bytes.reserveCapacity(parts.reduce(0) { $0 + $1.range.count })
      for (index, part) in parts.enumerated() {
        starts.append(bytes.count)
        if part.hasEscapes, let text = DecodedText(Array(body[part.range]).view, .json) {
          decoded[index] = text
          bytes += text.bytes
        } else {
          bytes += body[part.range]
        }
      }
    }

    /// The range in the body of bytes that are all of one part; longer than they are where they
    /// have escapes.
    func place(of range: Range<Int>, inPart index: Int) -> Range<Int> {
      let start = parts[index].range.lowerBound
      let range = range.lowerBound - starts[index]..<range.upperBound - starts[index]
      let place = decoded[index]?.original(range) ?? range
      return start + place.lowerBound..<start + place.upperBound
    }
  }

  /// Adds the parts of the secrets of a text that extend over several events, but for those of
  /// which a part is known.
  private func search(
    _ text: Text, in body: [UInt8], except known: [Replacements.Item] = [],
    into items: inout [Replacements.Item]
  ) {
    var event = 0
    let isInWords = isInWords(text)
    for found in finds(in: text.bytes, isInWords: isInWords) {
      while event + 1 < text.starts.count, text.starts[event + 1] <= found.range.lowerBound {
        event += 1
      }
      let end = found.range.upperBound
      // A secret within one event was found before, unless its name stands in another one.
      guard isInWords || event + 1 < text.starts.count && text.starts[event + 1] < end else {
        continue
      }
      var places: [Range<Int>] = []
      var start = found.range.lowerBound
      var part = event
      while start < end {
        let stop = part + 1 < text.starts.count ? min(end, text.starts[part + 1]) : end
        if stop > start { places.append(text.place(of: start..<stop, inPart: part)) }
        start = stop
        part += 1
      }
      guard !places.contains(where: { Self.overlaps($0, known) }) else { continue }
      let written = places.flatMap { body[$0] }
      let placeholder = placeholder(of: found, written, Array(text.bytes[found.range]))
      items += places.enumerated().map { index, place in
        Replacements.Item(range: place, bytes: index == 0 ? placeholder : [])
      }
    }
  }

  /// The placeholder of a secret; of a known one that JSON escapes it says how.
  private func placeholder(
    of found: Replacements.Item, _ written: [UInt8], _ plain: [UInt8]
  ) -> [UInt8] {
    guard case .values = search, written != plain else { return found.bytes }
    return Placeholder.encoded(
      EscapeSpelling.of(written, plain, in: .json).spelling.name, found.bytes)
  }

  /// True if a range overlaps one of some that are in order.
  private static func overlaps(_ range: Range<Int>, _ known: [Replacements.Item]) -> Bool {
    let next = known.partitioningIndex { $0.range.upperBound > range.lowerBound }
    return next < known.count && known[next].range.lowerBound < range.upperBound
  }

  /// True for a text that comes word by word, as language models write, so that a name and its
  /// value are in parts of their own.
  ///
  /// Longer parts are records, of which one is no value of another.
  private func isInWords(_ text: Text) -> Bool {
    guard case .shapes = search else { return false }
    return text.starts.count >= Self.fewestWords
      && text.bytes.count <= Self.longestWord * text.starts.count
  }

  private static let fewestWords = 4
  private static let longestWord = 16

  /// The secrets of a text and their placeholders, in their order.
  private func finds(in text: [UInt8], isInWords: Bool) -> [Replacements.Item] {
    switch search {
    case .shapes(let texts) where isInWords:
      let found = texts.find(in: text.view, kind: TextKind.of(text, nil))
      guard !found.isEmpty else { return [] }
      // A token that is known by its shape has the name of its shape in any text.
      return texts.findShapes(in: text.view).merged(with: found).items
    case .shapes(let texts): return texts.findShapes(in: text.view).items
    case .values(let values, let rules):
      // An encoded text is restored as it was, all of it in the event in which it begins.
      let search = EncodedSecrets(
        values: values, rules: rules, direction: .response, isForm: false)
      return search.find(in: text.view).items
    }
  }
}
