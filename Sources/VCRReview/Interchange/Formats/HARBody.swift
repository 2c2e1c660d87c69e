import VCRCore

/// The bodies of an HTTP archive: `content` of a response, `postData` of a request.
struct HARBody {
  /// The owner of the body, for messages (`its response`).
  let part: String
  let headers: HeaderFields
  let log: ForeignLog

  /// Reads the body of a response.
  ///
  /// - Parameters:
  ///   - value: The member `content`; nil for none.
  ///   - transferred: The member `bodySize`; nil for none.
  ///   - mayHaveBody: True when a size without a text means that the tool kept no body.
  ///   - response: The response.
  /// - Returns: Its bytes.
  /// - Throws: An error for a body that is not in its declared encoding.
  func content(
    _ value: ForeignValue?, transferred: Double?, mayHaveBody: Bool, in response: ForeignValue
  ) throws(ForeignEntryError) -> [UInt8] {
    let sizes = HARSizes(
      content: value?["size"]?.number, transferred: transferred, headers: headers)
    var bytes: [UInt8] = []
    if let value, case .list = value.content, value.isVoid {
      log.loseEmptyBody(value, of: part)
    } else if let value, !value.isVoid {
      bytes = try log.reading(value, "the body of \(part)", losing: .body) {
        members throws(ForeignEntryError) in
        _ = members.number("size")
        return try text(&members, sizes) ?? []
      }
    }
    if bytes.isEmpty, mayHaveBody, sizes.isOfSome { noteMissing(at: value ?? response) }
    return bytes
  }

  private func noteMissing(at value: ForeignValue) {
    log.lost(
      .body, "the body of \(part) is not in the recording, only that it had one", line: value.line)
  }

  /// Reads the body of a request: its text, or its fields.
  ///
  /// - Parameters:
  ///   - value: The member `postData`; nil for none.
  ///   - transferred: The member `bodySize`; nil for none.
  ///   - request: The request.
  /// - Returns: Its bytes.
  /// - Throws: An error for a body that is not in its declared encoding, or that is missing.
  func posted(
    _ value: ForeignValue?, transferred: Double?, in request: ForeignValue
  ) throws(ForeignEntryError) -> [UInt8] {
    let sizes = HARSizes(transferred: transferred, headers: headers)
    let bytes = try posted(value, sizes)
    if bytes.isEmpty, sizes.isOfSome { noteMissing(at: request) }
    return bytes
  }

  private func posted(
    _ value: ForeignValue?, _ sizes: HARSizes
  ) throws(ForeignEntryError) -> [UInt8] {
    guard let value, !value.isVoid else {
      if case .list? = value?.content, let value { log.loseEmptyBody(value, of: part) }
      return []
    }
    return try log.reading(value, "the body of \(part)", losing: .body) {
      members throws(ForeignEntryError) in
      let type = members.text("mimeType") ?? headers["Content-Type"] ?? ""
      if let bytes = try text(&members, sizes), !bytes.isEmpty {
        members.ignore(["params"], because: "the fields of the text")
        return bytes
      }
      guard let fields = members.take("params"), !fields.isVoid else { return [] }
      guard case .list = fields.content else {
        throw ForeignEntryError(
          "the fields of the body of \(part) are \(fields.kind), not a list", at: fields)
      }
      return try self.fields(fields, MediaType(type))
    }
  }

  /// The text of a body, decoded; nil when there is none.
  ///
  /// - Parameters:
  ///   - members: The members of the body.
  ///   - sizes: The numbers of bytes that it had.
  /// - Returns: The bytes.
  /// - Throws: An error for a body that is not in its declared encoding.
  private func text(
    _ members: inout ForeignMembers, _ sizes: HARSizes
  ) throws(ForeignEntryError) -> [UInt8]? {
    let type = headers["Content-Type"] ?? members.text("mimeType") ?? ""
    members.ignore(
      ["mimeType", "compression", "comment"], because: "the header fields and the body say it")
    let isBinary = members.take("_isBinary").map { !$0.isVoid } ?? false
    let text = members.take("text")
    // Playwright writes bodies to files beside the archive, each named by its digest, and an empty
    // text next to that of a request.
    if let file = members.take("_file"), !file.isVoid, text?.isVoid ?? true {
      guard let bytes = file.text.flatMap(log.files.read(digestNamed:)) else {
        throw ForeignEntryError(
          "the body of \(part) is in a file (`_file`) that is not beside the archive, or cannot be "
            + "read", at: file)
      }
      return bytes
    }
    members.ignore(prefix: "_", because: "left to each tool by the specification")
    let encoding = members.text("encoding")?.lowercased() ?? ""
    guard let value = text else {
      // Cody's writer for Polly.JS writes parsed JSON, and reads it back with `JSON.stringify`.
      return members.take("textJSON").map { ForeignStructure.json($0, .javaScript) }
    }
    members.ignore(["textDecoded"], because: "the same text for people")
    let body = ForeignBody(part: part, headers: headers, log: log)
    guard let bytes = value.bytes else { return try body.read(value) }
    guard encoding == "base64" || isBinary else {
      // Some tools name the charset, in which the archive itself has the text.
      if !encoding.isEmpty, Charset(name: encoding) == nil, !encoding.hasPrefix("utf") {
        log.lost(
          .body,
          "the encoding of the body of \(part) is not known to vcr: the text is kept as it stands",
          line: value.line)
      }
      let (sent, isDoubtful) = sizes.sent(bytes, of: MediaType(type))
      if isDoubtful {
        log.lost(
          .body,
          "the body of \(part) is kept in UTF-8, as its text does not say which bytes of its own "
            + "charset it had", line: value.line)
      }
      return sent
    }
    // Polly.JS keeps the chunks of an encoded body as a JSON list. The chunks are Base64, or
    // hexadecimal digits if the body is marked as binary without an encoding.
    let list = bytes.first == UInt8(ascii: "[") ? try? ForeignValue(json: bytes) : nil
    let pieces = list?.elements ?? [value]
    if encoding == "base64" {
      let chunks = pieces.compactMap { $0.bytes.flatMap { Base64Lines.decode($0[...]) } }
      return chunks.count == pieces.count ? Array(chunks.joined()) : try body.base64(value)
    }
    let chunks = pieces.compactMap { $0.bytes.flatMap { [UInt8](hexadecimal: $0) } }
    // A text that is marked as binary and is neither is the body itself.
    return chunks.count == pieces.count ? Array(chunks.joined()) : bytes
  }

  /// True for a name or a value of a form as it is sent: its delimiters, spaces and all that is no
  /// ASCII are encoded.
  private func isSent(_ text: [UInt8]) -> Bool {
    text.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "&") && $0 != UInt8(ascii: "=") }
  }

  /// The body that consists of posted fields.
  private func fields(
    _ value: ForeignValue, _ type: MediaType
  ) throws(ForeignEntryError) -> [UInt8] {
    guard value.elements.allSatisfy({ $0["name"]?.bytes != nil }) else {
      throw ForeignEntryError("the body of \(part) has fields without a name", at: value)
    }
    for name in ["value", "fileName", "contentType"] {
      if let odd = value.elements.lazy.compactMap({ $0[name] }).first(where: { $0.bytes == nil }) {
        throw ForeignEntryError(
          "`\(name)` of a field of the body of \(part) is \(odd.kind)", at: odd)
      }
    }
    let known: Set<String> = ["name", "value", "fileName", "contentType", "comment"]
    for member in value.elements.flatMap({ $0.members ?? [] })
    where !known.contains(member.name) && !member.name.hasPrefix("_") && !member.value.isVoid {
      log.lost(
        .body,
        "`\(PrintableText.line(String(member.name.prefix(40))))` of a field of the body of \(part) "
          + "is not known to vcr, and not read", line: member.value.line)
    }
    if type.isForm {
      // Browsers record names and values as they were sent, other tools what they mean.
      let pairs = value.elements.map { ($0["name"]?.bytes ?? [], $0["value"]?.bytes ?? []) }
      if pairs.contains(where: { !isSent($0.0) || !isSent($0.1) }) {
        return FormEncoding.encode(pairs)
      }
      return value.elements.map {
        ($0["name"]?.bytes ?? []) + [UInt8(ascii: "=")] + ($0["value"]?.bytes ?? [])
      }.joined(separator: [UInt8(ascii: "&")]).map { $0 }
    }
    guard type.essence == "multipart/form-data", let boundary = type.parameter("boundary") else {
      throw ForeignEntryError(
        "the body of \(part) is a list of fields (`params`), and its type does not say how they "
          + "are sent", at: value)
    }
    return ForeignStructure.multipart(
      try value.elements.map { field throws(ForeignEntryError) in
        let file = field["fileName"]
        guard let content = field["value"]?.bytes ?? (file == nil ? [] : nil) else {
          throw ForeignEntryError(
            "the body of \(part) sends a file that is not in the recording", at: field)
        }
        return ForeignStructure.Part(
          name: field["name"]?.bytes ?? [], fileName: file?.bytes,
          type: field["contentType"]?.bytes, content: content)
      }, boundary: boundary)
  }
}
