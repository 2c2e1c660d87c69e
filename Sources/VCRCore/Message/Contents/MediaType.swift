/// The media type of a message (RFC 9110 §8.3.1), as far as it is needed to read the body.
package struct MediaType {
  /// Type and subtype in lower case.
  package var essence: String

  /// The parameters as they were written, from the first `;`; empty when there are none.
  var parameters: Substring

  /// The media type that a header section declares, or nil.
  package init?(_ headers: HeaderFields) {
    guard
      let value = headers.fields.first(where: { $0.name.equalsIgnoringASCIICase("Content-Type") })
    else { return nil }
    self.init(value.value)
  }

  /// Reads the value of a `Content-Type` field.
  package init(_ value: String) {
    let end = value.utf8.firstIndex(of: UInt8(ascii: ";")) ?? value.endIndex
    let type = value[..<end]
    // Nearly all are written in this form.
    let isPlain = type.utf8.allSatisfy { $0 > 0x20 && $0 == $0.asciiLowercased }
    essence =
      isPlain
      ? String(type)
      : String(
        decoding: type.utf8.lazy.filter { $0 != 0x20 && $0 != 0x09 }.map(\.asciiLowercased),
        as: UTF8.self)
    parameters = value[end...]
  }

  /// True for a form in the body.
  package var isForm: Bool { essence == FormEncoding.mediaType }

  /// True for JSON and for the types built on it (RFC 6839 §3.1).
  package var isJSON: Bool {
    essence.hasSuffix("/json") || essence.hasSuffix("+json") || essence.hasSuffix("ndjson")
      || essence.hasSuffix("/jsonl")
  }

  /// True for any `multipart/*`.
  package var isMultipart: Bool { essence.hasPrefix("multipart/") }

  /// The value of a parameter, its quotes removed (RFC 9110 §5.6.6), or nil.
  package func parameter(_ name: String) -> String? {
    var rest = Array(parameters.utf8)[...]
    while rest.first == UInt8(ascii: ";") {
      rest = rest.dropFirst().drop { $0.isSpaceOrTab }
      let key = rest.prefix { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ";") }
      rest = rest[key.endIndex...]
      guard rest.first == UInt8(ascii: "=") else { continue }
      rest = rest.dropFirst()
      var value: [UInt8] = []
      if rest.first == UInt8(ascii: "\"") {
        rest = rest.dropFirst()
        while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
          value.append(byte == UInt8(ascii: "\\") ? rest.popFirst() ?? byte : byte)
        }
      } else {
        value = Array(rest.prefix { $0 != UInt8(ascii: ";") && $0 != 0x20 && $0 != 0x09 })
        rest = rest.dropFirst(value.count)
      }
      rest = rest.drop { $0 != UInt8(ascii: ";") }
      if key.count == name.utf8.count,
        zip(key, name.utf8).allSatisfy({ $0.asciiLowercased == $1.asciiLowercased })
      {
        return String(decoding: value, as: UTF8.self)
      }
    }
    return nil
  }
}

extension MediaType {
  /// The usual suffix of files of this type, without its dot; nil for unspecific types.
  var fileSuffix: String? {
    if let known = Self.fileSuffixes[essence] { return known }
    if isJSON { return "json" }
    if essence.hasSuffix("+xml") { return "xml" }
    if essence.hasSuffix("+zip") { return "zip" }
    return essence.hasPrefix("text/") ? "txt" : nil
  }

  private static let fileSuffixes = [
    "image/png": "png", "image/jpeg": "jpg", "image/jpg": "jpg", "image/gif": "gif",
    "image/webp": "webp", "image/avif": "avif", "image/svg+xml": "svg", "image/bmp": "bmp",
    "image/tiff": "tiff", "image/heic": "heic", "image/x-icon": "ico",
    "image/vnd.microsoft.icon": "ico", "application/pdf": "pdf", "application/zip": "zip",
    "application/x-zip-compressed": "zip", "application/gzip": "gz", "application/x-gzip": "gz",
    "application/x-tar": "tar", "application/epub+zip": "epub", "application/wasm": "wasm",
    "application/xml": "xml", "text/xml": "xml", "application/xhtml+xml": "html",
    "application/javascript": "js", "text/javascript": "js", "text/css": "css",
    "text/html": "html", "text/csv": "csv", "text/markdown": "md", "font/woff": "woff",
    "font/woff2": "woff2", "font/ttf": "ttf", "font/otf": "otf", "audio/mpeg": "mp3",
    "audio/ogg": "ogg", "audio/wav": "wav", "video/mp4": "mp4", "video/webm": "webm",
  ]
}
