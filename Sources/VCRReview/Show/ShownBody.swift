import VCRCore

/// A body laid out for a page: by its parts where it has some, as a picture, or as text.
struct ShownBody {
  /// The most bytes of a text that are shown.
  static let textLimit = 256 << 10
  /// The most items of a body that are shown.
  static let itemLimit = 1_000
  /// The most bytes of HTML that all items of a body have together, before the last of them.
  private static let sizeLimit = 2 << 20

  /// One event, line, message, field or part.
  struct Item {
    /// The name before it, such as `event(2 ping)`.
    var name: String
    /// When it came, in seconds; nil when unknown.
    var after: Double?
    /// Its content: HTML.
    var content: String
    /// The class of its element; empty for none.
    var kind = ""
  }

  /// The HTML.
  private(set) var html = ""

  /// How to see what is cut, such as `vcr show users 3`.
  private let wholeCommand: String

  /// Lays out a body.
  ///
  /// - Parameters:
  ///   - body: The body.
  ///   - type: Its media type as the message has it; nil for none.
  ///   - lines: Makes lines of the messages of gRPC.
  ///   - wholeCommand: The command that prints the whole interaction.
  init(
    _ body: Body, type: String?, lines: ([UInt8]) -> [String], wholeCommand: String
  ) {
    self.wholeCommand = wholeCommand
    html = Self.heading(type, body.count)
    guard body.file == nil else {
      let start = try? body.file?.reader().next()
      html += beginning(of: start ?? [], type, count: body.count)
      return
    }
    let bytes = body.bytes
    let media = type.map { MediaType($0) }
    if GRPCMessages.isMediaType(type) {
      append(
        lines(bytes).enumerated().map {
          Item(name: "message \($0 + 1)", content: text(Array($1.utf8)))
        }, of: "message")
    } else if let format = StreamFormat(media) {
      append(events(StreamParts(bytes, format == .events ? .event : .line), body), of: "item")
    } else if media?.isForm == true, String(validating: bytes, as: UTF8.self) != nil {
      let form = QueryPairs(bytes.view, in: bytes.indices)
      append(
        form.pairs.map {
          let value = Array(form.value($0))
          return Item(
            name: String(decoding: form.name($0), as: UTF8.self),
            content: JSONText(structure: value) == nil ? text(value) : document(value, nil))
        }, of: "field")
    } else if let media, media.isMultipart, let boundary = media.parameter("boundary"),
      !boundary.isEmpty, let parts = MultipartBody(bytes, boundary: boundary)
    {
      append(
        parts.parts.map { part in
          let content = Array(bytes[part.content])
          let type = part.mediaType.isEmpty ? nil : MediaType(part.mediaType)
          let words = [parts.fileName(of: part), type?.essence].compactMap(\.self)
          return Item(
            name: part.name.isEmpty ? "part" : part.name,
            content: Self.heading(
              words.isEmpty ? nil : words.joined(separator: ", "), content.count)
              + document(content, type))
        }, of: "part")
    } else {
      html += document(bytes, media)
    }
  }

  /// Lays out the messages of a WebSocket.
  ///
  /// - Parameters:
  ///   - messages: The messages.
  ///   - wholeCommand: The command that prints the whole interaction.
  init(_ messages: [Interaction.WebSocketMessage], wholeCommand: String) {
    self.wholeCommand = wholeCommand
    let items = messages.prefix(Self.itemLimit).map { message in
      let isClient = message.sender == .client
      let content: String
      if let words = message.closeWords {
        content = "<p class=\"hint\">close \(words.asMarkedHTML)</p>"
      } else {
        let body = message.body ?? []
        content = body.file == nil ? document(body.bytes, nil) : Self.heading(nil, body.count)
      }
      return Item(
        name: isClient ? "→ client" : "← service", after: message.after, content: content,
        kind: isClient ? "sent" : "got")
    }
    append(items, of: "message", count: messages.count)
  }

  private static func heading(_ type: String?, _ count: Int) -> String {
    let words = [type, Quantity.bytes(count)].compactMap { $0 }.joined(separator: ", ")
    return "<p class=\"kind\">\(words.asMarkedHTML)</p>\n"
  }

  // MARK: - Items

  private func events(_ stream: StreamParts, _ body: Body) -> [Item] {
    let bytes = body.bytes
    var chunk = 0
    var chunkEnd = body.chunks.first?.length ?? 0
    return stream.parts.filter { $0.number > 0 || !$0.fields.isEmpty }.map { part in
      // An event has come when its last byte has.
      while chunk + 1 < body.chunks.count, chunkEnd < part.range.upperBound {
        chunk += 1
        chunkEnd += body.chunks[chunk].length
      }
      let after = chunk < body.chunks.count ? body.chunks[chunk].after : nil
      guard part.number > 0 else {
        let words = part.fields.map { ":" + String(decoding: bytes[$0.value], as: UTF8.self) }
        return Item(
          name: "comment", after: after, content: text(Array(words.joined(separator: "\n").utf8)))
      }
      var content: [UInt8] = []
      for (field, value) in part.fields where field != .data && field != .event {
        content += "\(field.rawValue): ".utf8
        content += bytes[value]
        content.append(0x0A)
      }
      if let json = stream.json(of: part) {
        content += Self.laidOut(json.text.bytes)
      } else {
        content += Array(part.data.map { bytes[$0] }.joined(separator: [0x0A]))
      }
      return Item(name: stream.name(of: part), after: after, content: text(content))
    }
  }

  /// JSON in one line where it is short, indented otherwise.
  private static func laidOut(_ json: [UInt8]) -> [UInt8] {
    json.count <= 100 && !json.contains(0x0A) ? json : ReadableText.of(json) ?? json
  }

  private mutating func append(_ items: [Item], of noun: String, count: Int? = nil) {
    guard !items.isEmpty else { return }
    html += "<ol class=\"items\">\n"
    let (start, whole) = (html.utf8.count, count ?? items.count)
    var shown = 0
    for item in items.prefix(Self.itemLimit) where html.utf8.count - start < Self.sizeLimit {
      shown += 1
      let time = item.after.map { "\(InteractionSummary.words(seconds: $0)) s" } ?? ""
      let kind = item.kind.isEmpty ? "" : " class=\"\(item.kind)\""
      html +=
        "<li\(kind)><span class=\"name\">\(item.name.asMarkedHTML)</span>"
        + "<span class=\"after\">\(time)</span><div>\(item.content)</div></li>\n"
    }
    html += "</ol>\n"
    guard shown < whole else { return }
    html += cut("\(Quantity.of(whole - shown, "more \(noun)")) left out of the page")
  }

  // MARK: - Documents

  private func document(_ bytes: [UInt8], _ type: MediaType?) -> String {
    guard let picture = ShownPicture(Body(bytes), type) else { return readable(bytes, type) }
    let shown = picture.isShown ? picture.html(picture.format.rawValue) + "\n" : ""
    // A drawing is a text as well.
    if picture.format == .svg { return shown + readable(bytes, type) }
    return shown + "<p class=\"hint\">\(picture.words.asHTML)</p>\n"
  }

  private func readable(_ bytes: [UInt8], _ type: MediaType?) -> String {
    guard let shown = ReadableText.of(bytes, type) else {
      let digest = SHA256.hexadecimal(bytes).prefix(16)
      return bytes.isEmpty ? "" : "<p class=\"hint\">not text, SHA-256 \(digest)…</p>\n"
    }
    return text(shown)
  }

  /// A text, cut where it is too long for a page.
  private func text(_ bytes: [UInt8]) -> String {
    guard bytes.count > Self.textLimit else { return pre(bytes) }
    return pre(Self.start(of: bytes)) + cut("\(Quantity.bytes(bytes.count - Self.textLimit)) more")
  }

  private func pre(_ bytes: [UInt8]) -> String {
    let valid = Array(String(decoding: bytes, as: UTF8.self).utf8)
    return "<pre>\(ShownText.html(valid, keepsLines: true, marksSecrets: true))</pre>\n"
  }

  /// The beginning of a body that is too large for the memory.
  private func beginning(of start: [UInt8], _ type: String?, count: Int) -> String {
    let shown = Self.start(of: start)
    guard let text = Charset.readable(shown, type.map { MediaType($0) }),
      ReadableText.of(text) != nil
    else { return "<p class=\"hint\">not text</p>\n" }
    return pre(text) + cut("\(Quantity.bytes(count - shown.count)) more")
  }

  /// As many bytes of a text as are shown, ending with a whole character.
  private static func start(of bytes: [UInt8]) -> [UInt8] {
    var end = min(bytes.count, textLimit)
    while end > 0, end < bytes.count, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    if end == bytes.count {
      // The piece itself may end within a character.
      while end > 0, bytes.count - end < 4,
        String(validating: bytes[..<end], as: UTF8.self) == nil
      {
        end -= 1
      }
    }
    return Array(bytes[..<end])
  }

  private func cut(_ words: String) -> String {
    "<p class=\"hint\">… \(words); <code>\(wholeCommand.asHTML)</code> prints everything</p>\n"
  }
}
