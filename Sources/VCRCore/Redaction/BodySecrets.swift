/// Finds the secrets of a body and replaces them, every other byte left alone.
struct BodySecrets {
  /// The rules.
  let redaction: Redaction

  /// The declared media type, or nil.
  let type: MediaType?

  /// Replaces what the rules name.
  func redact(_ body: inout Body) {
    if type?.isForm == true {
      body = form(body.bytes.span).applied(to: body)
    } else if let type, type.isMultipart, let boundary = type.parameter("boundary"),
      let multipart = MultipartBody(body.bytes, boundary: boundary)
    {
      body = parts(multipart).applied(to: body)
    } else if isJSONLike(body.bytes) {
      if let names = redaction.memberNames {
        body = members(body.bytes.span, names).applied(to: body)
      }
      if !redaction.paths.isEmpty, let text = JSONText(body.bytes) {
        body = places(text).applied(to: body)
      }
    }
    if !redaction.literals.isEmpty { redaction.literals.replace(in: &body) }
  }

  /// True for JSON by its declaration (event streams carry it, too), or by its first character when
  /// nothing is declared.
  private func isJSONLike(_ bytes: [UInt8]) -> Bool {
    if let type { return type.isJSON || type.essence == "text/event-stream" }
    let first = bytes.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }

  private func form(_ text: Span<UInt8>) -> Replacements {
    var found = Replacements()
    var start = 0
    while start < text.count {
      let end = text.firstIndex(of: UInt8(ascii: "&"), in: start..<text.count) ?? text.count
      let equals = text.firstIndex(of: UInt8(ascii: "="), in: start..<end)
      if let equals, equals + 1 < end {
        let pairs = QueryPairs(text, in: start..<equals)
        let name = pairs.pairs.first.map { Array(pairs.name($0)) } ?? []
        if redaction.formNames.contains(name.span, in: name.indices) {
          found.add(equals + 1..<end, Placeholder.formEncoded(name), in: text)
        }
      }
      start = end + 1
    }
    return found
  }

  private func parts(_ multipart: MultipartBody) -> Replacements {
    var found = Replacements()
    for part in multipart.parts where !part.content.isEmpty {
      guard redaction.formNames.contains(part.name) else { continue }
      found.add(part.content, Placeholder.bytes(part.name.utf8), in: multipart.bytes.span)
    }
    return found
  }

  /// The strings and numbers of named members, at any depth.
  ///
  /// This looks for a string followed by a colon, in one pass and without reading the structure, so
  /// it also finds them in JSON lines, in event streams and in a text that ends too early. A string
  /// that is a value is never followed by a colon.
  private func members(_ text: Span<UInt8>, _ names: SecretNames) -> Replacements {
    var found = Replacements()
    var index = 0
    while let open = text.firstIndex(of: UInt8(ascii: "\""), in: index..<text.count) {
      guard let (end, hasEscapes) = Self.stringEnd(text, open) else { break }
      index = end
      let colon = Self.skipBlanks(text, end)
      guard colon < text.count, text[colon] == UInt8(ascii: ":") else { continue }
      let name = Self.name(text, open + 1..<end - 1, hasEscapes: hasEscapes)
      guard names.contains(name.span, in: name.indices) else { continue }
      let start = Self.skipBlanks(text, colon + 1)
      guard start < text.count else { break }
      if text[start] == UInt8(ascii: "\"") {
        guard let (valueEnd, _) = Self.stringEnd(text, start) else {
          // Cut off in the middle of the secret.
          found.add(start..<text.count, Self.quoted(name), in: text)
          break
        }
        if valueEnd > start + 2 { found.add(start..<valueEnd, Self.quoted(name), in: text) }
        index = valueEnd
      } else {
        var valueEnd = start
        if JSONNumber.skip(text, &valueEnd) {
          found.add(start..<valueEnd, Self.quoted(name), in: text)
          index = valueEnd
        }
      }
    }
    return found
  }

  private func places(_ text: JSONText) -> Replacements {
    var selected: Set<Int> = []
    for path in redaction.paths { selected.formUnion(path.select(in: text)) }
    var found = Replacements()
    // Of an array or object every string and number goes, so that its shape stays.
    var end = 0
    for index in selected.sorted() where index >= end {
      end = Int(text.nodes[index].next)
      var name = text.name(of: index)
      if name.isEmpty { name = Array("VALUE".utf8) }
      for inner in index..<end {
        let node = text.nodes[inner]
        guard node.kind == .number || (node.kind == .string && node.end > node.start + 2) else {
          continue
        }
        found.add(text.range(of: inner), Self.quoted(name), in: text.bytes.span)
      }
    }
    return found
  }

  private static func quoted(_ name: [UInt8]) -> [UInt8] {
    [UInt8(ascii: "\"")] + Placeholder.bytes(name) + [UInt8(ascii: "\"")]
  }

  private static func name(_ text: Span<UInt8>, _ range: Range<Int>, hasEscapes: Bool) -> [UInt8] {
    var name: [UInt8] = []
    if hasEscapes {
      var quoted: [UInt8] = [UInt8(ascii: "\"")]
      quoted.append(text, range)
      quoted.append(UInt8(ascii: "\""))
      var end = 0
      // Escapes that JSON does not know stay as they are.
      if JSONString.skip(quoted.span, &end) != nil, end == quoted.count {
        JSONString.appendUnescaped(quoted.span, 1..<end - 1, to: &name)
        return name
      }
    }
    name.append(text, range)
    return name
  }

  /// The position after a string and whether it has escapes; nil when it does not end.
  private static func stringEnd(_ text: Span<UInt8>, _ open: Int) -> (Int, Bool)? {
    var index = open + 1
    var hasEscapes = false
    while index < text.count {
      if text[index] == UInt8(ascii: "\"") { return (index + 1, hasEscapes) }
      if text[index] == UInt8(ascii: "\\") {
        hasEscapes = true
        index += 1
      }
      index += 1
    }
    return nil
  }

  private static func skipBlanks(_ text: Span<UInt8>, _ start: Int) -> Int {
    var index = start
    while index < text.count,
      text[index] == 0x20 || text[index] == 0x09 || text[index] == 0x0A || text[index] == 0x0D
    {
      index += 1
    }
    return index
  }
}
