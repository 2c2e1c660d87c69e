/// The parts of a `multipart/*` body (RFC 2046 §5.1.1, RFC 7578).
package struct MultipartBody {
  /// One part.
  package struct Part {
    /// The name in its `Content-Disposition`; empty when there is none.
    package var name: String
    /// Its media type in lower case, parameters as they were written; empty when there is none.
    package var mediaType: String
    /// The range of its header fields in the body, with the empty line after them.
    var header: Range<Int>
    /// The range of its content in the body.
    package var content: Range<Int>
  }

  /// The body.
  package let bytes: [UInt8]

  /// The parts in their order.
  package private(set) var parts: [Part] = []

  /// The offset of the first delimiter.
  private(set) var start = 0

  /// The end of the closing delimiter, after its two dashes.
  private(set) var end = 0

  /// Reads a body; nil when it lacks its closing delimiter, or the header of a part has no end.
  package init?(_ bytes: [UInt8], boundary: String) {
    self.init(bytes, boundary: boundary, isExcerpt: false)
  }

  private init?(_ bytes: [UInt8], boundary: String, isExcerpt: Bool) {
    self.bytes = bytes
    let delimiter = Array("--\(boundary)".utf8)
    var partStart: Int?
    var line = 0
    while line < bytes.count {
      // A delimiter begins a line, so examining line starts finds every one.
      let lineEnd = bytes.firstNewline(from: line, to: bytes.count)
      let rest = line + delimiter.count
      if rest <= lineEnd, bytes[line] == delimiter[0], bytes[line..<rest] == delimiter[...] {
        let isLast = bytes[rest..<lineEnd].starts(with: [UInt8(ascii: "-"), UInt8(ascii: "-")])
        if isLast || bytes[rest..<lineEnd].allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) {
          if let partStart {
            let range = partStart..<Self.contentEnd(bytes, partStart, line)
            if let part = Self.part(bytes, range) {
              parts.append(part)
            } else if !isExcerpt {
              return nil
            }
          } else {
            start = line
          }
          end = rest + 2
          if isLast, !isExcerpt { return }
          partStart = min(lineEnd + 1, bytes.count)
        }
      }
      line = lineEnd + 1
    }
    guard isExcerpt else { return nil }
  }

  /// Reads the parts of an excerpt of a body whose header is whole, the content perhaps cut off;
  /// nil when there is none.
  package init?(excerpt bytes: [UInt8], boundary: String) {
    let delimiter = Array("--\(boundary)".utf8)
    guard bytes.contains(delimiter, in: bytes.indices) else { return nil }
    self.init(bytes, boundary: boundary, isExcerpt: true)
  }

  /// The bytes before the first delimiter.
  package var preamble: ArraySlice<UInt8> { bytes[..<start] }

  /// The bytes behind the closing delimiter.
  package var epilogue: ArraySlice<UInt8> { bytes[min(end, bytes.count)...] }

  /// A header field of a part.
  package struct Field {
    /// Its name as it was written.
    package var name: String
    /// Its value.
    package var value: [UInt8]
    /// The range of the value in the body.
    package var range: Range<Int>
  }

  /// The header fields of a part, in their order.
  package func fields(of part: Part) -> [Field] {
    bytes[part.header].split(separator: 0x0A).compactMap { line in
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
      var value = line[(colon + 1)...].drop { $0.isSpaceOrTab }
      if value.last == 0x0D { value.removeLast() }
      return Field(
        name: String(decoding: line[..<colon], as: UTF8.self), value: Array(value),
        range: value.startIndex..<value.endIndex)
    }
  }

  /// The name of the file that a part holds.
  ///
  /// - Parameter part: A part of this body.
  /// - Returns: The name; nil for a part that says none.
  package func fileName(of part: Part) -> String? {
    let field = fields(of: part).first { $0.name.equalsIgnoringASCIICase("content-disposition") }
    return field.flatMap {
      MediaType(String(decoding: $0.value, as: UTF8.self)).parameter("filename")
    }
  }

  /// The body with the parts alone that count; of parts that are named no media type counts, as
  /// each client has its own.
  ///
  /// - Parameter choice: The parts that count, by their names.
  /// - Returns: The body.
  func choosing(_ choice: QueryPairs.Choice) -> MultipartBody {
    var chosen = self
    chosen.parts = parts.filter { choice.contains(Array($0.name.utf8)[...]) }
    if case .only = choice {
      for index in chosen.parts.indices { chosen.parts[index].mediaType = "" }
    }
    return chosen
  }

  /// Appends the parts sorted by name, media type and content.
  func appendNormalForm(to form: inout [UInt8]) {
    let sorted = parts.sorted { left, right in
      if left.name != right.name { return left.name < right.name }
      if left.mediaType != right.mediaType { return left.mediaType < right.mediaType }
      return bytes[left.content].lexicographicallyPrecedes(bytes[right.content])
    }
    for part in sorted {
      form.appendDelimited { $0.append(contentsOf: part.name.utf8) }
      form.appendDelimited { $0.append(contentsOf: part.mediaType.utf8) }
      form.appendDelimited { $0.append(contentsOf: bytes[part.content]) }
    }
  }

  /// The line end before a delimiter belongs to the delimiter.
  private static func contentEnd(_ bytes: [UInt8], _ start: Int, _ line: Int) -> Int {
    var end = line
    if end > start, bytes[end - 1] == 0x0A { end -= 1 }
    if end > start, bytes[end - 1] == 0x0D { end -= 1 }
    return end
  }

  private static func part(_ bytes: [UInt8], _ range: Range<Int>) -> Part? {
    var part = Part(name: "", mediaType: "", header: range, content: range)
    var line = range.lowerBound
    while line < range.upperBound {
      let end = bytes.firstNewline(from: line, to: range.upperBound)
      var text = bytes[line..<end]
      if text.last == 0x0D { text.removeLast() }
      line = min(end + 1, range.upperBound)
      if text.isEmpty {
        part.header = range.lowerBound..<line
        part.content = line..<range.upperBound
        return part
      }
      guard let colon = text.firstIndex(of: UInt8(ascii: ":")) else { continue }
      let name = String(decoding: text[..<colon], as: UTF8.self)
      let value = String(
        decoding: text[(colon + 1)...].drop { $0.isSpaceOrTab }, as: UTF8.self)
      if name.equalsIgnoringASCIICase("Content-Disposition") {
        part.name = MediaType(value).parameter("name") ?? ""
      } else if name.equalsIgnoringASCIICase("Content-Type") {
        let type = MediaType(value)
        part.mediaType = type.essence + type.parameters
      }
    }
    return nil
  }
}
