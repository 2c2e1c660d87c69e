/// The beginning of a stream of text, by which one that may never end is told apart from a
/// recording.
///
/// Of a file the size is known; what a stream is has to be judged before all of it is in memory.
struct StreamHead {
  /// The number of bytes in which something has to speak for a recording.
  static let size = 16 << 20

  /// The text, of which the beginning is looked at.
  private let bytes: [UInt8]

  /// Takes the beginning of a stream; nil when there is too little of it, or so much that it was
  /// looked at before, and for UTF-16.
  init?(_ bytes: [UInt8]) {
    guard (Self.size..<2 * Self.size).contains(bytes.count), !FileNature.isUTF16(bytes) else {
      return nil
    }
    self.bytes = bytes
  }

  /// The reason why it is no recording; nil when it may be one.
  var fault: String? {
    let place = "in its first \(Self.size >> 20) MiB"
    if !hasRequest { return "a stream of text without a request \(place)" }
    if endsAsJSON { return "a stream of more than one JSON text \(place)" }
    if repeatsMember { return "a stream with the same member over and over \(place)" }
    if lacksResponses { return "a stream of requests without a response \(place)" }
    return repeatsLines ? "a stream with the same lines over and over \(place)" : nil
  }

  private var range: Range<Int> { 0..<Self.size }

  /// The words with which a member of a recording begins or ends, at its beginning.
  private static let words: [[UInt8]] = ["equest", "req", "scope"].map { Array($0.utf8) }

  /// The most times that a word is looked at, as a text may have no other.
  private static let mostWords = 100_000

  /// True when a member is named for a request, and has more than a plain word.
  private var hasRequest: Bool {
    Self.words.contains { word in
      var (start, count) = (0, 0)
      while count < Self.mostWords,
        let found = bytes.firstRange(of: word, in: start..<Self.size)
      {
        if beginsValue(at: found.upperBound) { return true }
        start = found.upperBound
        count += 1
      }
      return false
    }
  }

  private static let quotes = ByteSet("\"'\\ ")
  private static let values = ByteSet("\n\r{[\"'!&|>")

  /// True where the rest of a name, its end and the beginning of a value follow, or the end of the
  /// name of a table of TOML.
  private func beginsValue(at index: Int) -> Bool {
    let rest = bytes[index..<min(index + 64, bytes.count)].drop { $0.isASCIILetter || $0 == 0x5F }
      .drop { Self.quotes.contains($0) }
    switch rest.first {
    case UInt8(ascii: "]"): return true
    case UInt8(ascii: ":"), UInt8(ascii: "="):
      let value = rest.dropFirst().first { $0 != 0x20 && $0 != 0x09 }
      return value.map(Self.values.contains) ?? true
    default: return false
    }
  }

  /// True for JSON that is over before the end: one text after the other is no recording.
  private var endsAsJSON: Bool {
    let start = bytes[range].drop { $0 <= 0x20 || $0 == UInt8(ascii: "[") }
    // A table of TOML begins with a name.
    guard start.first == UInt8(ascii: "{") else { return false }
    guard let end = bytes.view.endOfBrackets(in: range) else { return false }
    return bytes[end..<Self.size].contains { $0 > 0x20 }
  }

  /// The number of times that the first member of a document may seem to come again in texts.
  private static let repetitions = 1000

  /// True when the first member comes again and again, without a new document.
  private var repeatsMember: Bool {
    let line = bytes[range].prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), line[0].isASCIILetter else {
      return false
    }
    let member = [UInt8(ascii: "\n")] + line[...colon]
    let documents = count(of: Array("\n---".utf8), atMost: Self.size)
    let most = Self.repetitions + documents
    return count(of: member, atMost: most + 1) > most
  }

  /// The parts of words for what came of a request.
  private static let outcomes = ["espons", "tatus", "rror"].map { Array($0.utf8) }

  /// True when requests come again and again, and nothing of what came of them.
  private var lacksResponses: Bool {
    guard !Self.outcomes.contains(where: { bytes.firstRange(of: $0, in: range) != nil }) else {
      return false
    }
    return Self.words.contains { count(of: $0, atMost: Self.repetitions) == Self.repetitions }
  }

  /// The number of bytes in which lines that come again are looked for, and that of such lines at
  /// most.
  private static let (repeatedSize, mostRepeated) = (1 << 20, 1 << 16)

  /// True when the first lines come again and again, which no recording has: it has a time, or
  /// begins with words that come once.
  private var repeatsLines: Bool {
    guard let end = bytes[..<Self.mostRepeated].firstIndex(of: UInt8(ascii: "\n")) else {
      return false
    }
    let line = Array(bytes[...end])
    var (start, count) = (line.count, 0)
    while count < Self.repetitions,
      let found = bytes.firstRange(of: line, in: start..<Self.mostRepeated + line.count)
    {
      let period = found.lowerBound
      guard period <= Self.mostRepeated else { return false }
      if bytes[period..<Self.repeatedSize].elementsEqual(bytes[..<(Self.repeatedSize - period)]) {
        return true
      }
      start = period + 1
      count += 1
    }
    return false
  }

  private func count(of pattern: [UInt8], atMost most: Int) -> Int {
    var (start, count) = (0, 0)
    while count < most, let found = bytes.firstRange(of: pattern, in: start..<Self.size) {
      count += 1
      start = found.upperBound
    }
    return count
  }
}
