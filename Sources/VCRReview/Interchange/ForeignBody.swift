import VCRCore

/// The bodies of other tools' recordings: a text, a mapping that declares its encoding, or a
/// structure that represents a form or JSON.
struct ForeignBody {
  /// The owner of the body, for messages (`its response`).
  let part: String
  /// The message's header fields; `Content-Type` distinguishes a form from JSON.
  let headers: HeaderFields
  /// True when a structure may represent a form or JSON; otherwise it is an unknown encoding.
  var mayBeStructure = false
  /// True for a tool whose language writes a byte order mark before UTF-16, as Python does.
  var marksUTF16 = false
  let log: ForeignLog

  /// Reads a body.
  ///
  /// - Parameter value: The value that holds it; nil for none.
  /// - Returns: Its exact bytes.
  /// - Throws: An error that names the form when it is unknown.
  func read(_ value: ForeignValue?) throws(ForeignEntryError) -> [UInt8] {
    guard let value else { return [] }
    switch value.content {
    case .nothing: return []
    case .scalar(let bytes): return bytes
    case .unreadable(let reason):
      throw ForeignEntryError("the body of \(part) is \(reason)", at: value)
    case .list: return try structure(value)
    case .map(let members):
      guard members.contains(where: { Self.words.contains($0.name) }) else {
        return try structure(value)
      }
      return try log.reading(value, "the body of \(part)", losing: .body) {
        members throws(ForeignEntryError) in
        try encoded(&members, value)
      }
    }
  }

  /// The members of a body that declares its encoding.
  private static let words: Set<String> = [
    "string", "text", "base64_string", "base64String", "encoding", "raw_gzip",
  ]

  /// The names of encodings in which a text is the bytes that stand in the file.
  static let asWritten: Set<String> = [
    "", "utf-8", "utf8", "us-ascii", "ascii", "ascii-8bit", "binary", "none", "unknown",
  ]

  /// Reads the members of such a body.
  private func encoded(
    _ members: inout ForeignMembers, _ value: ForeignValue
  ) throws(ForeignEntryError) -> [UInt8] {
    // Older files of Ruby VCR have the HTTP version here; R states whether the body is a separate
    // file.
    members.ignore(["http_version"], because: "read with the response")
    let encoding = members.text("encoding") ?? ""
    if let file = members.take("file"), !file.isVoid {
      throw ForeignEntryError("the body of \(part) is in a file of its own (`file`)", at: file)
    }
    if let text = members.take("base64_string", "base64String") {
      let bytes = try base64(text)
      // Betamax writes an empty text next to it, and reads none.
      if let other = members.take("string"), !other.isVoid, other.bytes != bytes {
        log.lost(
          .body, "`string` of the body of \(part) differs from `base64_string`, and is not read",
          line: other.line)
      }
      return bytes
    }
    if let text = members.take("raw_gzip") { return try compressed(text) }
    guard let text = members.take("string", "text") else {
      // Tools write an empty text where there is no body.
      let isThere = value["string", "text"] != nil || members.has("string") || members.has("text")
      if !isThere, !encoding.isEmpty {
        log.lost(
          .body, "the body of \(part) names an encoding, and there is no text", line: value.line)
      }
      return []
    }
    if encoding.lowercased() == "base64" { return try base64(text) }
    guard let bytes = text.bytes else { return try structure(text) }
    return try transcoded(bytes, to: encoding, at: text)
  }

  /// The bytes of a text whose encoding differed from that of the file.
  ///
  /// Ruby VCR and Betamax write a body as text in UTF-8, and encode it back when they replay it.
  func transcoded(
    _ bytes: [UInt8], to encoding: String, at value: ForeignValue
  ) throws(ForeignEntryError) -> [UInt8] {
    // Most texts are as they are written, and need not be read for that.
    guard !Self.asWritten.contains(encoding.lowercased()), bytes.contains(where: { $0 >= 0x80 }),
      String(validating: bytes, as: UTF8.self) != nil
    else { return bytes }
    guard let charset = Charset(name: encoding) else {
      log.lost(
        .body, "the body of \(part) is kept in UTF-8, as vcr does not know its encoding",
        line: value.line)
      return bytes
    }
    // A text that the charset cannot represent was never encoded in it, so its bytes are those in
    // the file.
    let isMarked = marksUTF16 && ["utf-16", "utf16"].contains(encoding.lowercased())
    return charset.encode(bytes).map { (isMarked ? [0xFF, 0xFE] : []) + $0 } ?? bytes
  }

  /// The bytes of Base64 text.
  ///
  /// A whole JSON text is none, as of a project that decodes bodies in its recordings to edit them,
  /// and encodes them again before they are replayed; it is kept as it stands, and named.
  func base64(_ value: ForeignValue) throws(ForeignEntryError) -> [UInt8] {
    if let bytes = value.bytes {
      if let decoded = Base64Lines.decode(bytes[...]) { return decoded }
      if MediaType(headers)?.isJSON == true, ForeignValue.isJSON(bytes),
        (try? ForeignValue(json: bytes)) != nil
      {
        log.lost(
          .body,
          "the body of \(part) is JSON and not the Base64 that it says it is, and is kept so",
          line: value.line)
        return bytes
      }
    }
    throw ForeignEntryError("the body of \(part) is not the Base64 that it says it is", at: value)
  }

  /// The content of R's `memCompress`: a zlib stream (RFC 1950), or gzip (RFC 1952).
  private func compressed(_ value: ForeignValue) throws(ForeignEntryError) -> [UInt8] {
    let packed = try base64(value)
    if packed.isEmpty { return [] }
    guard log.canInflate else {
      throw ForeignEntryError(
        "the body of \(part) is compressed (`raw_gzip`), and this build of vcr cannot unpack it",
        at: value)
    }
    let coding = packed.starts(with: [0x1F, 0x8B]) ? "gzip" : "deflate"
    guard let bytes = log.inflate(packed, coding: coding) else {
      throw ForeignEntryError(
        "the body of \(part) is not the compressed bytes that `raw_gzip` says it is, or becomes too "
          + "large", at: value)
    }
    return bytes
  }

  /// The bytes of a structure in place of a body, which represents a form or JSON.
  private func structure(_ value: ForeignValue) throws(ForeignEntryError) -> [UInt8] {
    if value.isObject {
      throw ForeignEntryError(
        "the body of \(part) is an object of a program, of which no bytes are known", at: value)
    }
    let type = headers["Content-Type"].map { MediaType($0) }
    if value.isVoid, !mayBeStructure || type?.isJSON != true && type?.isForm != true {
      log.loseEmptyBody(value, of: part)
      return []
    }
    guard mayBeStructure else {
      let names = (value.members ?? []).prefix(3).map {
        "`" + PrintableText.line(String($0.name.prefix(40))) + "`"
      }
      throw ForeignEntryError(
        names.isEmpty
          ? "the body of \(part) is \(value.kind), which vcr does not know there"
          : "the body of \(part) is \(names.joined(separator: ", ")), which vcr does not know",
        at: value)
    }
    if type?.isJSON == true { return ForeignStructure.json(value, .javaScript) }
    if type == nil || type?.isForm == true, let fields = ForeignStructure.formFields(value) {
      return ForeignStructure.form(fields)
    }
    if type == nil, value.members != nil { return ForeignStructure.json(value, .javaScript) }
    throw ForeignEntryError(
      "the body of \(part) is \(value.kind), of which vcr knows no text", at: value)
  }
}
