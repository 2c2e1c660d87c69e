/// Chooses the form in which a body is stored: the first that is readable and gives back the same
/// bytes.
struct BodyWriter {
  /// The value of the message's `Content-Type`, where it has one.
  let contentType: String?

  /// The column of the key `body`.
  let indent: Int

  private var inner: Int { indent + 2 }

  /// Appends `body:` and its form; nothing for an empty body.
  func append(_ body: Body, to out: inout [UInt8]) {
    guard !body.isEmpty || body.encoding != nil || !body.chunks.isEmpty else { return }
    out.appendBlanks(indent)
    out.append(contentsOf: "body:\n".utf8)
    if let encoding = body.encoding {
      out.appendBlanks(inner)
      out.append(contentsOf: "encoding: ".utf8)
      YAMLScalar.append(encoding.utf8, to: &out)
      out.append(UInt8(ascii: "\n"))
    }
    // Pieces that do not add up to the body would lose bytes.
    let isStream =
      !body.chunks.isEmpty && body.chunks.allSatisfy { $0.length >= 0 }
      && body.chunks.reduce(0, { $0 + $1.length }) == body.bytes.count
    if isStream {
      appendChunks(body, to: &out)
    } else if !body.isEmpty {
      appendForm(body.bytes, to: &out)
    }
  }

  private func appendForm(_ bytes: [UInt8], to out: inout [UInt8]) {
    guard Self.isUTF8(bytes[...]) else {
      if appendCharsetLines(bytes, to: &out) { return }
      appendBase64(bytes[...], to: &out)
      return
    }
    let canBeLiteral = LiteralBlock.canHold(bytes[...])
    let json = JSONScanner.layout(of: bytes)
    if canBeLiteral, let json, json.spacing != .odd, appendJSON(bytes, json, to: &out) { return }
    if contentType?.lowercased().hasPrefix("application/x-www-form-urlencoded") == true,
      let pairs = FormEncoding.pairs(bytes), appendPairs(pairs, to: &out)
    {
      return
    }
    let cuts = Self.cuts(in: bytes, isJSON: json != nil)
    if canBeLiteral && cuts == nil {
      appendKey("text: ", to: &out)
      LiteralBlock.append(bytes[...], indent: inner, to: &out)
    } else if Self.looksBinary(bytes) {
      appendBase64(bytes[...], to: &out)
    } else {
      appendLines(bytes, cutAfter: cuts ?? [], to: &out)
    }
  }

  /// Appends the form `json` or `json_spaced`.
  ///
  /// - Returns: False when reading it back did not give the same bytes; nothing is appended then.
  private func appendJSON(_ bytes: [UInt8], _ layout: JSONLayout, to out: inout [UInt8]) -> Bool {
    let start = out.count
    let isSpaced = layout.spacing == .spaced
    appendKey(isSpaced ? "json_spaced: |" : "json: |", to: &out)
    if !layout.hasFinalNewline { out.append(UInt8(ascii: "-")) }
    out.append(UInt8(ascii: "\n"))
    let block = out.count
    JSONLayout.appendIndented(bytes, indent: inner + 2, to: &out)
    let end = layout.hasFinalNewline ? out.count : out.count - 1
    guard JSONLayout.restore(out[block..<end], isSpaced: isSpaced) == bytes else {
      out.removeSubrange(start...)
      return false
    }
    return true
  }

  private func appendPairs(
    _ pairs: [(name: [UInt8], value: [UInt8])], to out: inout [UInt8]
  ) -> Bool {
    // A longer key would need another notation (YAML 1.2 §8.2.2).
    guard pairs.allSatisfy({ $0.name.count <= 500 }) else { return false }
    let isMapping = Set(pairs.map(\.name)).count == pairs.count
    appendKey("form:\n", to: &out)
    for pair in pairs {
      out.appendBlanks(isMapping ? inner + 2 : inner)
      if !isMapping { out.append(contentsOf: "- ".utf8) }
      YAMLScalar.append(pair.name, to: &out)
      out.append(contentsOf: ": ".utf8)
      YAMLScalar.append(pair.value, to: &out)
      out.append(UInt8(ascii: "\n"))
    }
    return true
  }

  private func appendChunks(_ body: Body, to out: inout [UInt8]) {
    appendKey("chunks:\n", to: &out)
    var start = 0
    for chunk in body.chunks {
      let piece = body.bytes[start..<start + chunk.length]
      start += chunk.length
      out.appendBlanks(inner)
      out.append(contentsOf: "- ".utf8)
      if let after = chunk.after {
        out.append(contentsOf: "after: ".utf8)
        out.appendMilliseconds(after)
        out.append(UInt8(ascii: "\n"))
        out.appendBlanks(inner + 2)
      }
      if !Self.isUTF8(piece) {
        out.append(contentsOf: "base64: |-\n".utf8)
        Base64Lines.append(piece, indent: inner + 4, to: &out)
      } else if LiteralBlock.canHold(piece) {
        out.append(contentsOf: "text: ".utf8)
        LiteralBlock.append(piece, indent: inner + 2, to: &out)
      } else {
        out.append(contentsOf: "text: ".utf8)
        YAMLScalar.appendDoubleQuoted(piece, to: &out)
        out.append(UInt8(ascii: "\n"))
      }
    }
  }

  private func appendCharsetLines(_ bytes: [UInt8], to out: inout [UInt8]) -> Bool {
    guard let charset = contentType.flatMap({ Charset(contentType: $0) }),
      !Self.looksBinary(bytes), let text = charset.decode(bytes), charset.encode(text) == bytes
    else { return false }
    appendKey("charset: ", to: &out)
    out.append(contentsOf: charset.rawValue.utf8)
    out.append(UInt8(ascii: "\n"))
    appendLines(text, cutAfter: [], to: &out)
    return true
  }

  private func appendBase64(_ bytes: ArraySlice<UInt8>, to out: inout [UInt8]) {
    appendKey("base64: |-\n", to: &out)
    Base64Lines.append(bytes, indent: inner + 2, to: &out)
  }

  /// Appends the form `lines`, cut after each line end, or after the given offsets.
  private func appendLines(_ text: [UInt8], cutAfter cuts: [Int], to out: inout [UInt8]) {
    appendKey("lines:\n", to: &out)
    var start = 0
    func line(to end: Int) {
      guard end > start else { return }
      out.appendBlanks(inner)
      out.append(contentsOf: "- ".utf8)
      YAMLScalar.appendDoubleQuoted(text[start..<end], to: &out)
      out.append(UInt8(ascii: "\n"))
      start = end
    }
    if cuts.isEmpty {
      for index in text.indices {
        let byte = text[index]
        let isLoneReturn =
          byte == UInt8(ascii: "\r")
          && !(index + 1 < text.count && text[index + 1] == UInt8(ascii: "\n"))
        if byte == UInt8(ascii: "\n") || isLoneReturn { line(to: index + 1) }
      }
    } else {
      for cut in cuts { line(to: cut) }
    }
    line(to: text.count)
  }

  private func appendKey(_ key: StaticString, to out: inout [UInt8]) {
    out.appendBlanks(inner)
    out.append(contentsOf: key.description.utf8)
  }

  /// Where to cut one long line of markup or of oddly spaced JSON, so that a change touches one
  /// line of the cassette; nil for any other text.
  private static func cuts(in text: [UInt8], isJSON: Bool) -> [Int]? {
    guard text.count > 120, text.dropLast().firstIndex(of: UInt8(ascii: "\n")) == nil else {
      return nil
    }
    guard isJSON || text.first == UInt8(ascii: "<") else { return nil }
    var cuts: [Int] = []
    var index = 0
    while index < text.count {
      let byte = text[index]
      if isJSON && byte == UInt8(ascii: "\"") {
        index = JSONLayout.endOfString(text, from: index, to: text.count)
        continue
      }
      index += 1
      let isCut =
        isJSON
        ? byte == UInt8(ascii: ",") || byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[")
        : byte == UInt8(ascii: ">")
      // The final newline stays with what it ends.
      if isCut && index < text.count && text[index] != UInt8(ascii: "\n") { cuts.append(index) }
    }
    return cuts.isEmpty ? nil : cuts
  }

  /// True when so much of a text is control characters that escapes would not be readable.
  private static func looksBinary(_ bytes: [UInt8]) -> Bool {
    var controls = 0
    for byte in bytes where byte < 0x20 || byte == 0x7F {
      if byte == 0 { return true }
      if byte != 0x09 && byte != 0x0A && byte != 0x0D { controls += 1 }
    }
    return controls * 10 > bytes.count
  }

  private static func isUTF8(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.allSatisfy { $0 < 0x80 } || String(validating: bytes, as: UTF8.self) != nil
  }
}

extension [UInt8] {
  /// Appends seconds with at most three decimals and none that is not needed.
  mutating func appendMilliseconds(_ seconds: Double) {
    // Rounded to what is stored; a time that is no number or absurdly long is not worth a crash.
    guard seconds.isFinite, seconds.magnitude < 1e12 else {
      append(UInt8(ascii: "0"))
      return
    }
    let milliseconds = Int((seconds * 1000).rounded())
    if milliseconds < 0 { append(UInt8(ascii: "-")) }
    let (whole, rest) = milliseconds.magnitude.quotientAndRemainder(dividingBy: 1000)
    append(contentsOf: String(whole).utf8)
    guard rest > 0 else { return }
    append(UInt8(ascii: "."))
    var digits = [rest / 100, rest / 10 % 10, rest % 10]
    while digits.last == 0 { digits.removeLast() }
    for digit in digits { append(UInt8(ascii: "0") + UInt8(digit)) }
  }
}
