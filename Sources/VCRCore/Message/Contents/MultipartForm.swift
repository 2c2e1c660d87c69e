/// A `multipart/*` body (RFC 2046 §5.1.1) split so that its parts and its boundary give the same
/// bytes again.
///
/// Only the layout that nearly all senders use is supported: CR LF everywhere, `Name: value` in the
/// parts' headers, nothing after a boundary on its line.
struct MultipartForm {
  /// One part.
  struct Part {
    /// The header fields, in order; those with one name are adjacent.
    var headers: [(name: [UInt8], value: [UInt8])] = []
    /// The content.
    var content: [UInt8] = []
    /// The range of the content in the body that was split.
    var place = 0..<0

    /// The value of a field, whose name is given in any case, or nil.
    func value(_ name: String) -> String? {
      headers.first { String(decoding: $0.name, as: UTF8.self).equalsIgnoringASCIICase(name) }
        .map { String(decoding: $0.value, as: UTF8.self) }
    }
  }

  /// The bytes before the first boundary, without the line end that belongs to the boundary.
  var preamble: [UInt8] = []
  /// The parts.
  var parts: [Part] = []
  /// The bytes after the closing boundary.
  var epilogue = Self.usualEpilogue

  /// The bytes with which nearly all senders end.
  static let usualEpilogue: [UInt8] = [0x0D, 0x0A]

  private static let lineEnd: [UInt8] = [0x0D, 0x0A]

  /// An empty form, to which parts can be added.
  init() {}

  /// Splits a body; nil when its parts would not give the same bytes.
  init?(_ bytes: [UInt8], boundary: String) {
    guard let body = MultipartBody(bytes, boundary: boundary), !boundary.isEmpty,
      !body.parts.isEmpty
    else { return nil }
    preamble = Array(bytes[..<max(body.start - 2, 0)])
    for place in body.parts {
      guard let part = Self.part(place, of: bytes) else { return nil }
      parts.append(part)
    }
    epilogue = Array(bytes[body.end...])
    guard Self.isText(preamble), Self.isText(epilogue), self.bytes(boundary: boundary) == bytes
    else { return nil }
  }

  /// The body with a boundary.
  func bytes(boundary: String) -> [UInt8] {
    let delimiter = Array("--\(boundary)".utf8)
    var out = preamble
    if !preamble.isEmpty { out += Self.lineEnd }
    for part in parts {
      out += delimiter
      out += Self.lineEnd
      for field in part.headers {
        out += field.name
        out += [UInt8(ascii: ":"), UInt8(ascii: " ")]
        out += field.value
        out += Self.lineEnd
      }
      out += Self.lineEnd
      out += part.content
      out += Self.lineEnd
    }
    return out + delimiter + [UInt8(ascii: "-"), UInt8(ascii: "-")] + epilogue
  }

  private static func part(_ place: MultipartBody.Part, of bytes: [UInt8]) -> Part? {
    var part = Part()
    var names: Set<[UInt8]> = []
    var line = place.header.lowerBound
    while line < place.header.upperBound {
      let end = bytes.firstNewline(from: line, to: place.header.upperBound)
      guard end > line, bytes[end - 1] == 0x0D else { return nil }
      let text = bytes[line..<end - 1]
      line = end + 1
      if text.isEmpty { break }
      guard let colon = text.firstIndex(of: UInt8(ascii: ":")), colon > text.startIndex,
        colon + 1 < text.endIndex, text[colon + 1] == UInt8(ascii: " ")
      else { return nil }
      let name = Array(text[..<colon])
      let isApart = !names.insert(name).inserted && part.headers.last?.name != name
      guard !isApart, name.count <= 300, name.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), isText(text)
      else { return nil }
      part.headers.append((name, Array(text[(colon + 2)...])))
    }
    part.content = Array(bytes[place.content])
    part.place = place.content
    return part
  }

  private static func isText(_ bytes: some Collection<UInt8>) -> Bool {
    String(validating: bytes, as: UTF8.self) != nil
  }
}
