import VCRCore

/// The bodies of other tools' recordings: a text, or a mapping that says how it is encoded, or a
/// structure that stands for a form or for JSON.
struct ForeignBody {
  /// The message it is of, for messages (`its response`).
  let part: String
  /// The message's header fields, of which `Content-Type` tells a form from JSON.
  let headers: HeaderFields
  /// True when a structure may stand for a form or for JSON; elsewhere it is an encoding that is not
  /// known.
  var mayBeStructure = false
  let log: ForeignLog

  /// Reads a body.
  ///
  /// - Parameter value: Where it stands; nil for none.
  /// - Returns: Its bytes, exact.
  /// - Throws: An error that names the form when it is not known.
  func read(_ value: ForeignValue?) throws(ForeignEntryError) -> [UInt8] {
    guard let value else { return [] }
    switch value.content {
    case .nothing: return []
    case .scalar(let bytes): return bytes
    case .unreadable(let reason):
      throw ForeignEntryError("the body of \(part) is \(reason)", at: value)
    case .list: return try structure(value)
    case .map(let members):
      if members.isEmpty { return [] }
      guard members.contains(where: { Self.words.contains($0.name) }) else {
        return try structure(value)
      }
      return try log.reading(value, "the body of \(part)", losing: .body) {
        members throws(ForeignEntryError) in
        try encoded(&members, value)
      }
    }
  }

  /// The members of a body that says how it is encoded.
  private static let words: Set<String> = [
    "string", "text", "base64_string", "base64String", "encoding", "raw_gzip",
  ]

  /// Reads the members of such a body.
  private func encoded(
    _ members: inout ForeignMembers, _ value: ForeignValue
  ) throws(ForeignEntryError) -> [UInt8] {
    // Older files of Ruby VCR have the version here; R says whether the body is a file beside it.
    members.ignore(["http_version"], because: "read with the response")
    let encoding = members.take("encoding")?.text ?? ""
    if let file = members.take("file"), !file.isVoid {
      throw ForeignEntryError("the body of \(part) is in a file of its own (`file`)", at: file)
    }
    if let text = members.take("base64_string", "base64String") {
      // Betamax writes an empty text beside it.
      members.ignore(["string"], because: "the same body, or nothing")
      return try base64(text)
    }
    if let text = members.take("raw_gzip") { return try compressed(text) }
    guard let text = members.take("string", "text") else { return [] }
    if encoding.lowercased() == "base64" { return try base64(text) }
    guard let bytes = text.bytes else { return try structure(text) }
    return try transcoded(bytes, to: encoding, at: text)
  }

  /// The bytes of a text whose encoding was another than that of the file.
  ///
  /// Ruby VCR and Betamax write a body as text in UTF-8, and encode it back when they replay it.
  private func transcoded(
    _ bytes: [UInt8], to encoding: String, at value: ForeignValue
  ) throws(ForeignEntryError) -> [UInt8] {
    guard let charset = Charset(name: encoding), bytes.contains(where: { $0 >= 0x80 }),
      String(validating: bytes, as: UTF8.self) != nil
    else { return bytes }
    // A text that the charset lacks was never in it: it is what it is in the file.
    return charset.encode(bytes) ?? bytes
  }

  /// The bytes of Base64 text.
  func base64(_ value: ForeignValue) throws(ForeignEntryError) -> [UInt8] {
    guard let bytes = value.bytes, let decoded = Base64Lines.decode(bytes[...]) else {
      throw ForeignEntryError("the body of \(part) is not the Base64 that it says it is", at: value)
    }
    return decoded
  }

  /// What R's `memCompress` packed: a zlib stream (RFC 1950), or gzip (RFC 1952).
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

  /// The bytes of a structure in the place of a body: that of a form, or of JSON.
  private func structure(_ value: ForeignValue) throws(ForeignEntryError) -> [UInt8] {
    if value.isVoid { return [] }
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
    let type = headers["Content-Type"].map { MediaType($0) }
    if type?.isJSON == true { return ForeignStructure.json(value, .javaScript) }
    if type == nil || type?.isForm == true, let fields = ForeignStructure.formFields(value) {
      return ForeignStructure.form(fields)
    }
    if type == nil, value.members != nil { return ForeignStructure.json(value, .javaScript) }
    throw ForeignEntryError(
      "the body of \(part) is \(value.kind), of which vcr knows no text", at: value)
  }
}
