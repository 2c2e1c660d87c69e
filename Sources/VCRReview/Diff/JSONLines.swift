import VCRCore

/// Streams of JSON as one array, for a comparison of arrays.
enum JSONLines {
  /// The lines of line-delimited JSON as an array; nil for fewer than two lines.
  static func lines(_ bytes: [UInt8]) -> JSONText? {
    guard bytes.first == UInt8(ascii: "{") || bytes.first == UInt8(ascii: "[") else { return nil }
    var array: [UInt8] = [UInt8(ascii: "[")]
    var count = 0
    for line in bytes.split(separator: UInt8(ascii: "\n")) where line.contains(where: { $0 > 0x20 })
    {
      if count > 0 { array.append(UInt8(ascii: ",")) }
      array += line
      count += 1
    }
    guard count > 1 else { return nil }
    array.append(UInt8(ascii: "]"))
    guard let text = JSONText(array), text.children(of: 0).count == count else { return nil }
    return text
  }

  /// The events of a stream (WHATWG HTML §9.2.6) as an array of objects with their fields, or nil.
  ///
  /// `data` is JSON if it can be parsed, otherwise a string.
  static func events(_ bytes: [UInt8], type: MediaType?) -> JSONText? {
    guard type?.essence == "text/event-stream",
      let text = String(validating: bytes, as: UTF8.self)
    else { return nil }
    var events: [String] = []
    var fields: [(name: String, value: String)] = []
    // A byte order mark at the beginning is no part of a field's name (WHATWG HTML §9.2.6).
    let content = text.hasPrefix("\u{FEFF}") ? text.dropFirst() : text[...]
    let lines = content.split(omittingEmptySubsequences: false) {
      $0 == "\n" || $0 == "\r\n" || $0 == "\r"
    }
    for line in lines + [""] {
      guard line.isEmpty else {
        let name = line.prefix { $0 != ":" }
        var value = line[name.endIndex...].dropFirst()
        if value.first == " " { value.removeFirst() }
        let key = name.isEmpty ? "comment" : String(name)
        if let index = fields.firstIndex(where: { $0.name == key }) {
          fields[index].value += "\n\(value)"
        } else {
          fields.append((key, String(value)))
        }
        continue
      }
      if !fields.isEmpty { events.append(object(fields)) }
      fields = []
    }
    return JSONText(Array(("[" + events.joined(separator: ",") + "]").utf8))
  }

  private static func object(_ fields: [(name: String, value: String)]) -> String {
    let members = fields.map { field -> String in
      let isJSON = field.name == "data" && JSONText(Array(field.value.utf8)) != nil
      return JSONValue.string(field.name).text + ":"
        + (isJSON ? field.value : JSONValue.string(field.value).text)
    }
    return "{" + members.joined(separator: ",") + "}"
  }
}
