extension BodyWriter {
  /// The longest JSON of an event that stands on one line, in bytes.
  ///
  /// The events of language models are about 300 bytes, most of it the same in each: on one line
  /// they can be compared from line to line.
  private static let oneLine = 400

  /// The longest text of an event that stands on one line where it is no JSON, in bytes.
  private static let oneLineOfText = 120

  /// Appends the form `chunks`.
  func appendChunks(_ body: Body, to out: inout [UInt8]) {
    let format = StreamFormat(contentType: contentType)
    var spelling = EventSpelling()
    if format == .events || format == .lines {
      spelling = EventSpelling(of: body.bytes)
      if let words = spelling.words {
        appendKey(.spelling, " ", to: &out)
        out.append(contentsOf: words.utf8)
        out.append(UInt8(ascii: "\n"))
      }
    }
    appendKey(.chunks, "\n", to: &out)
    var start = 0
    for chunk in body.chunks {
      let first = out.count
      if let after = chunk.after {
        appendKey(.after, " ", to: &out)
        out.appendMilliseconds(after)
        out.append(UInt8(ascii: "\n"))
      }
      if let count = chunk.awaits { appendKey(.awaits, " \(count)\n", to: &out) }
      appendPiece(body.bytes[start..<start + chunk.length], format, spelling, to: &out)
      out[first + inner] = UInt8(ascii: "-")
      start += chunk.length
    }
  }

  private func appendPiece(
    _ piece: ArraySlice<UInt8>, _ format: StreamFormat?, _ spelling: EventSpelling,
    to out: inout [UInt8]
  ) {
    if format == .messages, let content = GRPCMessages.content(of: piece), Self.isUTF8(content) {
      appendKey(.message, " ", to: &out)
      YAMLScalar.appendDoubleQuoted(content, to: &out)
      out.append(UInt8(ascii: "\n"))
      return
    }
    guard Self.isUTF8(piece) else {
      appendKey(.base64, " |-\n", to: &out)
      Base64Lines.append(piece, indent: inner + 4, to: &out)
      return
    }
    switch format {
    case .events:
      if let fields = spelling.fields(of: piece) {
        for (field, value) in fields { append(ChunkKey(field), value[...], to: &out) }
        return
      }
    case .lines:
      if let (isRecord, content) = spelling.content(ofLine: piece) {
        return append(isRecord ? .record : .line, content, to: &out)
      }
    case .messages, nil: break
    }
    // The blank line that ends an event would be one of the cassette, too.
    let isShort = (format == .events || format == .lines) && piece.count <= Self.oneLine
    appendKey(.text, " ", to: &out)
    if !isShort, LiteralBlock.canHold(piece) {
      LiteralBlock.append(piece, indent: inner + 2, to: &out)
    } else {
      YAMLScalar.appendDoubleQuoted(piece, to: &out)
      out.append(UInt8(ascii: "\n"))
    }
  }

  /// Appends a field of an event, or a line: on one line where it has no line ends, long JSON on as
  /// few as it needs, and other long texts cut as those of bodies are.
  private func append(_ key: ChunkKey, _ value: ArraySlice<UInt8>, to out: inout [UInt8]) {
    let mayBeJSON = value.first.map("{[\"".utf8.contains) ?? false
    if key.mayBeLong, value.count > (mayBeJSON ? Self.oneLine : Self.oneLineOfText) {
      let text = Array(value)
      if appendJSON(key, text, to: &out) || appendLines(key, text, to: &out) { return }
    }
    appendKey(key, " ", to: &out)
    if value.contains(UInt8(ascii: "\n")), LiteralBlock.canHold(value) {
      LiteralBlock.append(value, indent: inner + 2, to: &out)
    } else {
      YAMLScalar.append(value, to: &out)
      out.append(UInt8(ascii: "\n"))
    }
  }

  /// Appends JSON on several lines.
  ///
  /// - Returns: False when reading the text back would give other bytes; nothing is appended then.
  private func appendJSON(_ key: ChunkKey, _ value: [UInt8], to out: inout [UInt8]) -> Bool {
    guard let layout = JSONScanner.layout(of: value), layout.spacing != .odd,
      !layout.hasFinalNewline, LiteralBlock.canHold(value[...])
    else { return false }
    var block: [UInt8] = []
    guard JSONLayout.appendFilled(value, indent: inner + 6, to: &block) else { return false }
    var form = JSONForm(isSpaced: layout.spacing == .spaced, isFolded: false)
    if let folded = FoldedJSON.folding(block) {
      form.isFolded = true
      block = folded
    }
    guard form.bytes(of: block.dropLast()) == value else { return false }
    appendKeys(key, StreamTextKey(form), " |-\n", to: &out)
    out += block
    return true
  }

  /// Appends a text in several strings.
  ///
  /// - Returns: False when none of its lines is too long; nothing is appended then.
  private func appendLines(_ key: ChunkKey, _ value: [UInt8], to out: inout [UInt8]) -> Bool {
    let isJSON = JSONScanner.layout(of: value) != nil
    let cuts = LongLineSplitter(value, isJSON: isJSON, column: inner + 4)
    guard cuts.hasLongLine else { return false }
    appendKeys(key, .lines, "\n", to: &out)
    append(value, cuts, indent: inner + 4, to: &out)
    return true
  }

  private func appendKeys(
    _ key: ChunkKey, _ form: StreamTextKey, _ rest: String, to out: inout [UInt8]
  ) {
    appendKey(key, "\n", to: &out)
    out.appendSpaces(inner + 4)
    out.append(contentsOf: "\(form.rawValue):\(rest)".utf8)
  }

  private func appendKey(_ key: ChunkKey, _ rest: String, to out: inout [UInt8]) {
    out.appendSpaces(inner + 2)
    out.append(contentsOf: key.rawValue.utf8)
    out.append(UInt8(ascii: ":"))
    out.append(contentsOf: rest.utf8)
  }
}
