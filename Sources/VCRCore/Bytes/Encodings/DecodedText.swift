/// A text with one layer of encoding undone, and the origin of each of its bytes.
package struct DecodedText {
  /// The encodings that can be undone.
  package enum Encoding: CaseIterable, Sendable {
    /// Percent-encoding (RFC 3986 §2.1).
    case percent
    /// Percent-encoding with `+` for a space (WHATWG URL Standard §5.1).
    case form
    /// The escapes of JSON strings (RFC 8259 §7).
    case json
    /// The escapes of strings in programs and shells, those of JSON among them.
    case script
    /// The HTML character references that escaping functions produce, and numeric ones.
    case html
    /// The quoted-printable encoding of MIME (RFC 2045 §6.7).
    case quotedPrintable
    /// Quotes that stand twice, as in CSV and SQL, or out of the quotes of a shell.
    case quotes
    /// Percent and dollar signs that stand twice, as in formats and templates.
    case doubled

    /// The encodings that a search for secrets undoes, each once: the escapes of scripts are those
    /// of JSON, too.
    package static let searched = allCases.filter { $0 != .json }

    /// Encodes a value in the usual way: every byte that is not unreserved becomes a triplet in
    /// upper case, or only what must be escaped is escaped.
    package func encode(_ value: [UInt8]) -> [UInt8] {
      EscapeSpelling.usual(of: self).encode(value)
    }
  }

  /// The decoded bytes.
  package private(set) var bytes: [UInt8] = []

  /// Bytes for each of which equally many stand in the original.
  private struct Run {
    /// The position of the first byte.
    var start: Int32
    /// Where it begins in the original.
    var origin: Int32
    /// How many bytes stand for each; none where all have one escape together.
    var step: Int32

    /// Where a byte begins in the original.
    func origin(of position: Int) -> Int { Int(origin) + (position - Int(start)) * Int(step) }
  }

  /// The runs in their order, and an empty one at the end of both texts.
  private var runs: [Run] = []

  /// Where each byte begins in the original, followed by the original's length.
  package var origins: [Int] {
    var origins: [Int] = []
    origins.reserveCapacity(bytes.count + 1)
    for (index, run) in runs.enumerated() {
      let next = index + 1 < runs.count ? Int(runs[index + 1].start) : bytes.count + 1
      for position in Int(run.start)..<next { origins.append(run.origin(of: position)) }
    }
    return origins
  }

  /// The range in the original of a range of the decoded bytes.
  package func original(_ range: Range<Int>) -> Range<Int> {
    origin(of: range.lowerBound)..<origin(of: range.upperBound)
  }

  /// Where a byte begins in the original; the original's length for the position behind the last.
  private func origin(of position: Int) -> Int {
    precondition(position >= 0 && position <= bytes.count)
    let next = runs.partitioningIndex { Int($0.start) > position }
    return runs[next - 1].origin(of: position)
  }

  /// Undoes an encoding; nil when the text does not use it.
  package init?(_ text: Span<UInt8>, _ encoding: Encoding) {
    // A form without `+` is no other than what is percent-encoded.
    if encoding == .form, text.firstIndex(of: UInt8(ascii: "+"), in: 0..<text.count) == nil {
      return nil
    }
    var (marks, copied) = (encoding.marks, 0)
    var next = marks.next(in: text, from: 0)
    while let start = next {
      guard let (decoded, end) = encoding.decoded(text, at: start) else {
        next = marks.next(in: text, from: start + 1)
        continue
      }
      if copied == 0 { bytes.reserveCapacity(text.count) }
      append(text, copied..<start)
      switch decoded {
      case .nothing: break
      case .byte(let byte):
        begin(from: start, step: end - start)
        bytes.append(byte)
      case .character(let character):
        begin(from: start, step: 0)
        bytes += character
      }
      copied = end
      next = marks.next(in: text, from: end)
    }
    guard copied > 0 else { return nil }
    append(text, copied..<text.count)
    begin(from: text.count, step: 0)
  }

  private mutating func append(_ text: Span<UInt8>, _ range: Range<Int>) {
    guard !range.isEmpty else { return }
    begin(from: range.lowerBound, step: 1)
    bytes.append(text, range)
  }

  /// Begins a run, unless the one before goes on in the same way.
  private mutating func begin(from origin: Int, step: Int) {
    if step > 0, let run = runs.last, Int(run.step) == step,
      run.origin(of: bytes.count) == origin
    {
      return
    }
    runs.append(
      Run(
        start: Int32(clamping: bytes.count), origin: Int32(clamping: origin),
        step: Int32(clamping: step)))
  }

  /// True for a text in which letters or digits are encoded, which no writer needs to encode.
  package static func encodesLetters(_ text: Span<UInt8>, _ encoding: Encoding) -> Bool {
    // The triplets of forms are those of percent-encoding. No writer of MIME encodes letters.
    if [.form, .quotedPrintable, .quotes, .doubled].contains(encoding) { return false }
    var (marks, index) = (encoding.marks, 0)
    while let next = marks.next(in: text, from: index) {
      let byte: UInt8?
      switch encoding {
      case .json: byte = text.escapedWordCharacter(at: next)
      case .script:
        byte = text.scriptEscape(at: next)?.0.first.flatMap {
          $0.isASCIIAlphanumeric ? $0 : nil
        }
      case .html: byte = text.htmlReference(at: next)?.0.first
      default: byte = text.percentDecoded(at: next, before: text.count)
      }
      if let byte, ByteSet.word.contains(byte) { return true }
      index = next + 1
    }
    return false
  }
}

extension DecodedText.Encoding {
  /// One or two signs, and where each of them stands next in a text.
  fileprivate struct Marks {
    private let signs: (UInt8, UInt8?)
    private var places: (Int, Int) = (-1, -1)

    init(_ first: Character, or second: Character? = nil) {
      signs = (first.asciiValue ?? 0, second?.asciiValue)
    }

    /// The first place of one of them from an index on; nil when there is none.
    ///
    /// Each is looked for once, so that a text full of one is not searched again and again for the
    /// other.
    mutating func next(in text: Span<UInt8>, from start: Int) -> Int? {
      let rest = start..<max(start, text.count)
      if places.0 < start { places.0 = text.firstIndex(of: signs.0, in: rest) ?? text.count }
      if places.1 < start {
        places.1 = signs.1.flatMap { text.firstIndex(of: $0, in: rest) } ?? text.count
      }
      let place = min(places.0, places.1)
      return place < text.count ? place : nil
    }
  }

  /// The signs of which one stands wherever something is encoded.
  fileprivate var marks: Marks {
    switch self {
    case .percent: Marks("%")
    case .form: Marks("+", or: "%")
    case .json, .script: Marks("\\")
    case .html: Marks("&")
    case .quotedPrintable: Marks("=")
    case .quotes: Marks("'", or: "\"")
    case .doubled: Marks("%", or: "$")
    }
  }

  /// The content of an encoding.
  fileprivate enum Decoded {
    /// A line break that means nothing.
    case nothing
    case byte(UInt8)
    case character([UInt8])

    init(_ character: [UInt8]) {
      self = character.count == 1 ? .byte(character[0]) : .character(character)
    }
  }

  /// The content that is encoded at the place of a mark, and where it ends; nil for none.
  fileprivate func decoded(_ text: Span<UInt8>, at start: Int) -> (Decoded, end: Int)? {
    switch self {
    case .form where text[start] == UInt8(ascii: "+"):
      return (.byte(UInt8(ascii: " ")), start + 1)
    case .percent, .form:
      return text.percentDecoded(at: start, before: text.count).map { (.byte($0), start + 3) }
    case .json: return text.jsonEscape(at: start).map { (Decoded($0), start + $1) }
    case .script: return text.scriptEscape(at: start).map { (Decoded($0), start + $1) }
    case .html: return text.htmlReference(at: start).map { (Decoded($0), start + $1) }
    case .quotes, .doubled:
      return DoubledSigns.sign(text, at: start, self).map { (.byte($0), start + $1) }
    case .quotedPrintable:
      // A soft line break belongs to the character after it.
      var end = start
      while let next = text.endOfSoftBreak(at: end) { end = next }
      guard end < text.count else { return (.nothing, end) }
      if let byte = text.quotedByte(at: end) { return (.byte(byte), end + 3) }
      return end > start ? (.byte(text[end]), end + 1) : nil
    }
  }
}

extension Span<UInt8> {
  /// The byte that an equals sign and two digits at a position stand for (RFC 2045 §6.7); nil for
  /// all else.
  fileprivate func quotedByte(at index: Int) -> UInt8? {
    self[index] == UInt8(ascii: "=") && index + 2 < count ? hexadecimalByte(at: index + 1) : nil
  }

  /// Where the soft line break at a position ends (RFC 2045 §6.7); nil for all else.
  func endOfSoftBreak(at index: Int) -> Int? {
    guard index + 1 < count, self[index] == UInt8(ascii: "=") else { return nil }
    if self[index + 1] == 0x0A { return index + 2 }
    return self[index + 1] == 0x0D && index + 2 < count && self[index + 2] == 0x0A
      ? index + 3 : nil
  }

  /// The character of a word that JSON escapes as `\u` and four digits at a position; nil for all
  /// else.
  func escapedWordCharacter(at index: Int) -> UInt8? {
    guard equals("\\u00", at: index), index + 5 < count,
      let byte = hexadecimalByte(at: index + 4), ByteSet.word.contains(byte)
    else { return nil }
    return byte
  }

  /// The bytes and the length of the JSON escape at a position; nil when there is none.
  func jsonEscape(at index: Int) -> ([UInt8], Int)? {
    guard index + 1 < count else { return nil }
    switch self[index + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return ([self[index + 1]], 2)
    case UInt8(ascii: "b"): return ([0x08], 2)
    case UInt8(ascii: "f"): return ([0x0C], 2)
    case UInt8(ascii: "n"): return ([0x0A], 2)
    case UInt8(ascii: "r"): return ([0x0D], 2)
    case UInt8(ascii: "t"): return ([0x09], 2)
    case UInt8(ascii: "u"):
      guard var value = number(in: index + 2..<index + 6, radix: 16) else { return nil }
      if value & 0xFC00 == 0xD800, index + 8 < count, equals("\\u", in: index + 6..<index + 8),
        let low = number(in: index + 8..<index + 12, radix: 16), low & 0xFC00 == 0xDC00
      {
        value = 0x10000 + (value & 0x3FF) << 10 + (low & 0x3FF)
        return Unicode.Scalar(value).map { (Array(String($0).utf8), 12) }
      }
      return Unicode.Scalar(value).map { (Array(String($0).utf8), 6) }
    default: return nil
    }
  }

  /// The bytes and the length of the character reference at a position; nil when it is not one that
  /// escaping functions produce.
  fileprivate func htmlReference(at index: Int) -> ([UInt8], Int)? {
    for (name, character) in Self.references where index + name.utf8CodeUnitCount <= count {
      if equals(name, in: index..<index + name.utf8CodeUnitCount) {
        return ([character], name.utf8CodeUnitCount)
      }
    }
    guard index + 3 < count, self[index + 1] == UInt8(ascii: "#") else { return nil }
    let isHex = self[index + 2] | 0x20 == UInt8(ascii: "x")
    let start = isHex ? index + 3 : index + 2
    // No valid code point needs more digits.
    var end = start
    while end < count, end < start + 8, self[end] != UInt8(ascii: ";") { end += 1 }
    guard end < count, self[end] == UInt8(ascii: ";"), end > start,
      let value = number(in: start..<end, radix: isHex ? 16 : 10)
    else { return nil }
    return Unicode.Scalar(value).map { (Array(String($0).utf8), end + 1 - index) }
  }

  private static var references: [(StaticString, UInt8)] {
    [
      ("&amp;", UInt8(ascii: "&")), ("&lt;", UInt8(ascii: "<")), ("&gt;", UInt8(ascii: ">")),
      ("&quot;", UInt8(ascii: "\"")), ("&apos;", UInt8(ascii: "'")),
    ]
  }

  /// The number in digits of a radix; nil for all else.
  func number(in range: Range<Int>, radix: UInt32) -> UInt32? {
    guard range.upperBound <= count else { return nil }
    var value: UInt32 = 0
    for index in range {
      guard let digit = self[index].hexValue, digit < radix else { return nil }
      value = value &* radix &+ UInt32(digit)
    }
    return value
  }
}
