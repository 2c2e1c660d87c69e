/// The text of a value in a request, with its encodings undone, and the values within the text:
/// members of JSON, parts of a URL, and words.
struct NestedText {
  private let holder: ValueSlot.Holder
  private let bytes: [UInt8]
  /// For each byte its place in the holder, followed by the end; nil where the bytes stand there as
  /// they are, from the start on.
  private let origins: [Int]?
  private let start: Int
  /// How a value within it is written, after its own layers.
  private let layers: [ValueSlot.Layer]
  private let depth: Int
  /// The text in Base64 that this text was decoded from; nil if it was not.
  private let base64: Base64?

  /// A text in Base64.
  private struct Base64 {
    /// The decoded text, as a part that is all of it.
    var part: ValueSlot.Base64Part
    /// Its range in the holder.
    var range: Range<Int>
    /// How it is written there.
    var layers: [ValueSlot.Layer]
  }

  /// The largest number of texts within texts.
  private static let depthLimit = 4

  /// A text that stands in a request.
  ///
  /// - Parameters:
  ///   - holder: The text of the request that holds it.
  ///   - bytes: All bytes of the holder.
  ///   - range: Its range in them.
  ///   - layer: How it is written; nil where it stands as it is.
  init(
    _ holder: ValueSlot.Holder, _ bytes: [UInt8], _ range: Range<Int>, layer: ValueSlot.Layer?
  ) {
    self.init(
      holder, bytes[range], (start: range.lowerBound, origins: nil), layer, layers: [], depth: 0)
  }

  private init(
    _ holder: ValueSlot.Holder, _ raw: ArraySlice<UInt8>, _ place: (start: Int, origins: [Int]?),
    _ layer: ValueSlot.Layer?, layers: [ValueSlot.Layer], depth: Int, base64: Base64? = nil
  ) {
    self.holder = holder
    self.depth = depth
    self.base64 = base64
    self.layers = (layer.map { [$0] } ?? []) + layers
    let raw = Array(raw)
    let decoded: DecodedText? =
      switch layer {
      case .percent, .path: DecodedText(raw.view, .percent)
      case .form: DecodedText(raw.view, .form) ?? DecodedText(raw.view, .percent)
      case .characters: DecodedText(raw.view, .json)
      case .string, .number, .markup, nil: nil
      }
    bytes = decoded?.bytes ?? raw
    start = place.start
    guard let decoded else {
      origins = place.origins
      return
    }
    origins = decoded.origins.map { origin in
      place.origins?[origin] ?? place.start + origin
    }
  }

  /// The range in the holder of a range of the text.
  private func original(_ range: Range<Int>) -> Range<Int> {
    origins.map { $0[range.lowerBound]..<$0[range.upperBound] }
      ?? start + range.lowerBound..<start + range.upperBound
  }

  private func slot(_ range: Range<Int>, _ layer: ValueSlot.Layer? = nil) -> ValueSlot {
    let layers = (layer.map { [$0] } ?? []) + layers
    guard let base64 else {
      return ValueSlot(holder: holder, range: original(range), layers: layers)
    }
    var part = base64.part
    (part.range, part.layers) = (original(range), layers)
    return ValueSlot(
      holder: holder, range: base64.range, layers: base64.layers, part: part)
  }

  /// The decoded text if the text is Base64 of readable text; nil otherwise.
  private var decoded: NestedText? {
    guard base64 == nil, bytes.count >= 8, bytes.count <= CorrelationRule.longestText else {
      return nil
    }
    let end = bytes.lastIndex { $0 != UInt8(ascii: "=") }.map { $0 + 1 } ?? 0
    guard bytes.count - end <= 2, bytes.count == end || bytes.count % 4 == 0, end % 4 != 1,
      bytes[..<end].allSatisfy(Base64Text.isLetter),
      Base64Text.mayBePrintable(bytes.view, in: 0..<end),
      let content = Base64Text.decode(bytes.view, in: 0..<end),
      content.allSatisfy({ (0x20..<0x7F).contains($0) })
    else { return nil }
    // The way in which it is written must be known to write another one.
    let marks = bytes[..<end].filter { !$0.isASCIIAlphanumeric }
    let isURLSafe =
      marks.isEmpty ? bytes.count % 4 != 0 : marks.allSatisfy { $0 == 0x2D || $0 == 0x5F }
    let part = ValueSlot.Base64Part(
      content: content, range: content.indices, layers: [], isURLSafe: isURLSafe,
      isPadded: bytes.count % 4 == 0)
    let whole = Base64(part: part, range: original(bytes.indices), layers: layers)
    return NestedText(
      holder, content[...], (start: 0, origins: nil), nil, layers: [], depth: depth + 1,
      base64: whole)
  }

  /// A part of the text, with one more encoding undone.
  private func nested(_ range: Range<Int>, _ layer: ValueSlot.Layer) -> NestedText {
    let place = (
      start: start + range.lowerBound,
      origins: origins.map { Array($0[range.lowerBound...range.upperBound]) }
    )
    return NestedText(
      holder, bytes[range], place, layer, layers: layers, depth: depth + 1, base64: base64)
  }

  // MARK: - Values

  /// The values within the text, which may be none.
  ///
  /// - Parameters:
  ///   - names: The names of the text, the outermost first.
  ///   - before: For a segment of a path, the segment before it.
  /// - Returns: The values, without the text as a whole.
  func values(names: [String], before: String? = nil) -> [ConsumedValue] {
    guard depth < Self.depthLimit, bytes.count > 1, bytes.count <= Body.memoryLimit else {
      return []
    }
    let isStructured = [UInt8(ascii: "{"), UInt8(ascii: "[")].contains(bytes[0])
    if isStructured, let json = JSONText(bytes) { return members(of: json, names: names) }
    if let decoded {
      let text = String(decoding: decoded.bytes, as: UTF8.self)
      let value = ConsumedValue(
        slot: decoded.slot(decoded.bytes.indices), names: names, before: before, text: text)
      return [value] + decoded.values(names: names, before: before)
    }
    let hasWords = bytes.contains {
      $0.isASCIIDigit || $0.isASCIIUppercase || $0 == 0x2F || $0 == 0x2D || $0 == 0x5F
    }
    guard hasWords,
      let text = String(validating: bytes, as: UTF8.self)
    else { return pieces(names: names, before: before) }
    if !bytes.contains(UInt8(ascii: " ")), text.hasPrefix("/") || text.contains("://") {
      return parts(ofURL: text, names: names)
    }
    return pieces(names: names, before: before) + words()
  }

  /// The values of a JSON text that is the whole text.
  private func members(of json: JSONText, names: [String]) -> [ConsumedValue] {
    json.scalars.flatMap { scalar -> [ConsumedValue] in
      let range = json.range(of: scalar.node)
      let isString = json.nodes[scalar.node].kind == .string
      let value = ConsumedValue(
        slot: slot(range, isString ? .string : .number), names: names + scalar.names,
        text: scalar.text)
      guard isString else { return [value] }
      let content = nested(range.lowerBound + 1..<range.upperBound - 1, .characters)
      return [value] + content.values(names: value.names)
    }
  }

  /// The parts of a URL that is the whole text.
  private func parts(ofURL text: String, names: [String]) -> [ConsumedValue] {
    URLValues(text).values.flatMap { part -> [ConsumedValue] in
      let value = ConsumedValue(
        slot: slot(part.range, .percent), names: part.name.map { [$0] } ?? [], before: part.before,
        text: part.text)
      let content = nested(part.range, part.name == nil ? .percent : .form)
      return [value] + content.values(names: value.names, before: part.before)
    }
  }

  /// Each of `42,43`, and `42` in `42.json` and `42:cancel`.
  private func pieces(names: [String], before: String?) -> [ConsumedValue] {
    guard bytes.count <= CorrelationRule.longestText else { return [] }
    let (comma, isSegment) = (UInt8(ascii: ","), names.isEmpty && before != nil)
    var pieces = bytes.split(separator: comma, omittingEmptySubsequences: false)
    if pieces.count == 1 {
      guard isSegment else { return [] }
      pieces = [bytes.lastIndex(of: UInt8(ascii: ".")), bytes.firstIndex(of: UInt8(ascii: ":"))]
        .compactMap { end in end.map { bytes[..<$0] } }
    }
    return pieces.filter { !$0.isEmpty }.map { piece in
      ConsumedValue(
        slot: slot(piece.indices), names: names, before: before,
        text: String(decoding: piece, as: UTF8.self))
    }
  }

  /// The characters of words, and those of tokens in several parts.
  private static let (word, token) = (ByteSet(.alphanumeric, "-_"), ByteSet.unreserved)

  /// The words that have a digit (`42` of `Order 42 was created` and of `order_id=42`), names made
  /// up of words that are called something, and whatever occurs nowhere by chance.
  private func words() -> [ConsumedValue] {
    var words: [ConsumedValue] = []
    var before: Range<Int>?
    var hasTokens = false
    forEachRun(of: Self.word) { range, hasDigit in
      defer { before = range }
      if let padded = padded(range) { words.append(padded) }
      // The parts of a token are no words of their own.
      hasTokens = hasTokens || range.lowerBound > 0 && bytes[range.lowerBound - 1] == 0x2E
      guard hasDigit || range.count >= SlugLikeness.shortest, range.count < bytes.count else {
        return
      }
      var value = ConsumedValue(
        slot: slot(range), names: [], text: String(decoding: bytes[range], as: UTF8.self),
        isByContent: true)
      guard
        CorrelationRule.isUnmistakable(value.text)
          || (hasDigit || SlugLikeness.isSlug(value.text))
            && name(&value, at: range, by: before) && (hasDigit || !value.names.isEmpty)
      else { return }
      words.append(value)
    }
    guard hasTokens else { return words }
    forEachRun(of: Self.token) { range, hasDigit in
      guard hasDigit else { return }
      let end = bytes[range].lastIndex { $0 != 0x2E } ?? range.lowerBound
      let token = range.lowerBound..<end + 1
      guard bytes[token].contains(0x2E), token.count < bytes.count else { return }
      let text = String(decoding: bytes[token], as: UTF8.self)
      guard CorrelationRule.isUnmistakable(text) else { return }
      words.append(ConsumedValue(slot: slot(token), names: [], text: text, isByContent: true))
    }
    return words
  }

  /// A word with the signs behind it that make its groups of Base64 whole (RFC 4648 §4); nil where
  /// there are none, or where it may be something else.
  private func padded(_ range: Range<Int>) -> ConsumedValue? {
    let end = bytes[range.upperBound...].firstIndex { $0 != UInt8(ascii: "=") } ?? bytes.count
    guard (1...2).contains(end - range.upperBound), (end - range.lowerBound).isMultiple(of: 4),
      end == bytes.count || !Self.word.contains(bytes[end])
    else { return nil }
    let whole = range.lowerBound..<end
    let text = String(decoding: bytes[whole], as: UTF8.self)
    guard CorrelationRule.isUnmistakable(text) else { return nil }
    return ConsumedValue(slot: slot(whole), names: [], text: text, isByContent: true)
  }

  /// Names a word by the one before it; false where that says nothing of it.
  private func name(
    _ value: inout ConsumedValue, at range: Range<Int>, by before: Range<Int>?
  ) -> Bool {
    guard let before, bytes[before.upperBound - 1].isASCIILetter,
      range.lowerBound - before.upperBound < 4
    else { return false }
    let name = String(decoding: bytes[before], as: UTF8.self)
    let gap = bytes[before.upperBound..<range.lowerBound]
    // A string in a query of GraphQL, or an attribute, has a quote before it.
    switch gap.last.map(Self.quotes.contains) == true ? gap.dropLast() : gap {
    case [UInt8(ascii: "=")], Array(": ".utf8)[...], [UInt8(ascii: ":")]:
      value.names = (callee(before: before.lowerBound).map { [$0] } ?? []) + [name]
    case Array(" ".utf8)[...] where gap.count == 1: value.before = name
    case Array(" #".utf8)[...] where gap.count == 2: value.before = name
    default: return false
    }
    return true
  }

  /// The word before the parenthesis that is open at a place, such as the field of a query of
  /// GraphQL of which an argument stands there; nil where none is open nearby.
  private func callee(before place: Int) -> String? {
    var depth = 0
    for index in bytes[max(0, place - Self.longestCall)..<place].indices.reversed() {
      if bytes[index] == UInt8(ascii: ")") { depth += 1 }
      guard bytes[index] == UInt8(ascii: "(") else { continue }
      if depth == 0 {
        let start = bytes[..<index].lastIndex { !Self.word.contains($0) }.map { $0 + 1 } ?? 0
        return start == index ? nil : String(decoding: bytes[start..<index], as: UTF8.self)
      }
      depth -= 1
    }
    return nil
  }

  /// How far before an argument the parenthesis may be, in bytes.
  private static let longestCall = 256
  private static let quotes = ByteSet("\"'")

  /// Calls a function with each longest run of characters of a set, and whether it has a digit.
  private func forEachRun(of set: ByteSet, _ body: (Range<Int>, Bool) -> Void) {
    let text = bytes.view
    var (start, hasDigit) = (0, false)
    for index in 0..<text.count {
      let byte = text[index]
      if set.contains(byte) {
        if byte.isASCIIDigit { hasDigit = true }
        continue
      }
      if start < index { body(start..<index, hasDigit) }
      (start, hasDigit) = (index + 1, false)
    }
    if start < text.count { body(start..<text.count, hasDigit) }
  }
}
