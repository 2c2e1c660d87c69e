import VCRCore

/// The header fields of other tools' recordings: a mapping of names to a value or several, or a
/// list of pairs, in any of the ways in which pairs are written.
enum ForeignHeaders {
  /// Reads header fields in the order written.
  ///
  /// - Parameters:
  ///   - value: The value that holds them; nil for none.
  ///   - part: The owner of the fields, for notes on losses (`its response`).
  ///   - isLatin1: True for a tool that writes each byte of a value as the character of the same
  ///     number.
  ///   - log: The log of losses.
  /// - Returns: The fields.
  static func read(
    _ value: ForeignValue?, of part: String, isLatin1: Bool = false, _ log: ForeignLog
  ) -> HeaderFields {
    guard let value, !value.isVoid else { return [:] }
    var fields: [HeaderField] = []
    switch value.content {
    case .map(let members):
      for member in members { add(member.name, member.value, of: part, log, to: &fields) }
    case .list(let elements):
      for element in elements { add(element, of: part, log, to: &fields) }
    case .scalar where value.text?.contains(":") == true:
      for line in (value.text ?? "").split(whereSeparator: \.isNewline) {
        add(ForeignValue(.scalar(Array(line.utf8)), line: value.line), of: part, log, to: &fields)
      }
    default:
      log.lost(
        .headers, "the header fields of \(part) are \(value.kind), not a mapping or a list",
        line: value.line)
    }
    guard isLatin1 else { return HeaderFields(fields) }
    return HeaderFields(fields.map { HeaderField($0.name, bytes: latin1($0.bytes)) })
  }

  /// The bytes of which each stands as a character in a text; the text itself where it has others.
  private static func latin1(_ text: [UInt8]) -> [UInt8] {
    guard text.contains(where: { $0 >= 0x80 }), String(validating: text, as: UTF8.self) != nil
    else { return text }
    return Charset.latin1.encode(text) ?? text
  }

  /// Adds an element of a list.
  private static func add(
    _ element: ForeignValue, of part: String, _ log: ForeignLog, to fields: inout [HeaderField]
  ) {
    let pair = element.elements
    if pair.count == 2, let name = pair[0].text {
      add(name, pair[1], of: part, log, to: &fields)
    } else if let members = element.members {
      let value = members.first { ["value", "Value", "values"].contains($0.name) }?.value
      if let name = element["name", "Name", "key", "Key"]?.text {
        add(
          name, value ?? ForeignValue(.nothing, line: element.line), of: part, log, to: &fields)
      } else if value != nil {
        // Otherwise `value` itself would become the name of a field that nobody sent.
        log.lost(
          .headers, "a header field of \(part) has no name that is a text", line: element.line)
      } else {
        for member in members { add(member.name, member.value, of: part, log, to: &fields) }
      }
    } else if let line = element.text, let colon = line.firstIndex(of: ":") {
      // vcrpy before version 1.0 kept the line end, too.
      let end = line.lastIndex { !$0.isNewline }.map(line.index(after:)) ?? colon
      let value = line[line.index(after: colon)..<max(end, line.index(after: colon))]
        .drop { $0 == " " }
      fields.append(HeaderField(String(line[..<colon]), String(value)))
    } else if !element.isVoid {
      log.lost(
        .headers, "a header field of \(part) is \(element.kind), not a pair", line: element.line)
    }
  }

  private static func add(
    _ name: String, _ value: ForeignValue, of part: String, _ log: ForeignLog,
    to fields: inout [HeaderField]
  ) {
    // Pseudo-header fields of HTTP/2 repeat the request line; Java lists the status line without a
    // name.
    if name.hasPrefix(":") { return }
    let values: [ForeignValue]
    if case .list(let elements) = value.content { values = elements } else { values = [value] }
    for value in values {
      switch value.content {
      case .scalar(let bytes) where !name.isEmpty && name != "null":
        fields.append(HeaderField(name, bytes: bytes))
      case .scalar(let bytes) where bytes.starts(with: "HTTP/".utf8): continue
      case .nothing where !name.isEmpty && name != "null":
        // Tools write a field with an empty value like this.
        fields.append(HeaderField(name, ""))
      case .nothing: continue
      default:
        log.lost(
          .headers,
          name.isEmpty || name == "null"
            ? "a header field of \(part) has no name"
            : "the header field \(PrintableText.line(name)) of \(part) is \(value.kind)",
          line: value.line)
      }
    }
  }
}
