import VCRCore

/// Bytes of a text as HTML, which can never be markup.
enum ShownText {
  /// A text as HTML.
  ///
  /// - Parameters:
  ///   - bytes: Valid UTF-8.
  ///   - keepsLines: True for a text between tags whose line feeds and carriage returns before them
  ///     stay as they are.
  ///   - marksSecrets: True to mark the placeholders of secrets, for a text between tags.
  ///   - isAttribute: True for a text in which no element may stand.
  /// - Returns: The HTML.
  static func html(
    _ bytes: [UInt8], keepsLines: Bool = false, marksSecrets: Bool = false,
    isAttribute: Bool = false
  ) -> String {
    var html: [UInt8] = []
    html.reserveCapacity(bytes.count + bytes.count / 8)
    let text = bytes.view
    var index = 0
    while index < bytes.count {
      let start = index
      while index < bytes.count, isPlain(bytes[index]) { index += 1 }
      if index > start {
        html += bytes[start..<index]
        continue
      }
      let byte = bytes[index]
      if marksSecrets, byte == UInt8(ascii: "{") || byte == UInt8(ascii: "%"),
        let end = Placeholder.end(text, at: index)
      {
        // A placeholder has no character with a meaning in markup.
        html += "<span class=\"secret\" title=\"redacted\">".utf8
        html += bytes[index..<end]
        html += "</span>".utf8
        index = end
        continue
      }
      let isLineEnd =
        byte == 0x0A || byte == 0x0D && index + 1 < bytes.count && bytes[index + 1] == 0x0A
      if keepsLines, isLineEnd {
        html.append(byte)
        index += 1
        continue
      }
      let length = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
      let end = min(index + length, bytes.count)
      append(
        bytes[index..<end], isAttribute, isAfterASCII: index == 0 || bytes[index - 1] < 0x80,
        to: &html)
      index = end
    }
    return String(decoding: html, as: UTF8.self)
  }

  /// True for a character that means nothing in any text: most of a body are such.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""),
      UInt8(ascii: "'"), UInt8(ascii: "{"), UInt8(ascii: "%"):
      false
    default: (0x20..<0x7F).contains(byte)
    }
  }

  private static func append(
    _ character: ArraySlice<UInt8>, _ isAttribute: Bool, isAfterASCII: Bool,
    to html: inout [UInt8]
  ) {
    let first = character.first ?? 0
    switch first {
    // Quotation marks are in every line of JSON, and mean nothing between tags.
    case UInt8(ascii: "\"") where !isAttribute, UInt8(ascii: "'") where !isAttribute:
      html.append(first)
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""):
      html += (Unicode.Scalar(first).markupReference ?? "").utf8
    case UInt8(ascii: "'"): html += "&#39;".utf8
    case 0x09, 0x20..<0x7F: html.append(first)
    default:
      guard let scalar = String(decoding: character, as: UTF8.self).unicodeScalars.first,
        scalar.isUnseen(afterASCII: isAfterASCII)
      else {
        html += character
        return
      }
      let number = "U+\(String(scalar.value, radix: 16, uppercase: true))"
      html += (isAttribute ? number : "<i class=\"code\">\(number)</i>").utf8
    }
  }
}
