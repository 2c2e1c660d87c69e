/// Values that are replaced wherever they occur, in each spelling a client may give them.
struct LiteralSecrets: Sendable {
  /// One spelling of one value.
  private struct Spelling: Sendable {
    var bytes: [UInt8]
    var placeholder: [UInt8]
  }

  /// The longest first, so that a secret that contains another is found whole.
  private var spellings: [Spelling] = []

  /// True when there is nothing to look for.
  var isEmpty: Bool { spellings.isEmpty }

  /// Adds a value.
  mutating func add(_ name: String, _ value: [UInt8]) {
    guard !value.isEmpty else { return }
    let placeholder = Placeholder.bytes(name.utf8)
    for bytes in Self.spellings(of: value) where !spellings.contains(where: { $0.bytes == bytes }) {
      spellings.append(Spelling(bytes: bytes, placeholder: placeholder))
    }
    spellings.sort { $0.bytes.count > $1.bytes.count }
  }

  /// A text without the values.
  func replaced(in text: String) -> String {
    var text = text
    for spelling in spellings {
      text = text.withUTF8Span { Self.find(spelling, in: $0) }.applied(to: text)
    }
    return text
  }

  /// Replaces the values in a body.
  func replace(in body: inout Body) {
    for spelling in spellings {
      body = Self.find(spelling, in: body.bytes.span).applied(to: body)
    }
  }

  /// The places of a spelling, those within placeholders left out, so that a value that is a word
  /// of its own placeholder does not grow with every pass.
  private static func find(_ spelling: Spelling, in text: Span<UInt8>) -> Replacements {
    var found = Replacements()
    let needle = spelling.bytes
    let first = needle[0]
    var index = 0
    while index + needle.count <= text.count {
      let byte = text[index]
      if byte == UInt8(ascii: "{"), let end = Placeholder.end(text, at: index) {
        index = end
        continue
      }
      guard byte == first else {
        index += 1
        continue
      }
      var offset = 1
      while offset < needle.count, text[index + offset] == needle[offset] { offset += 1 }
      if offset == needle.count {
        found.add(index..<index + offset, spelling.placeholder, in: text)
        index += offset
      } else {
        index += 1
      }
    }
    return found
  }

  /// The value as it is, percent-encoded in either case and with `+` for blanks, with JSON's
  /// escapes, and in both alphabets of Base64 (RFC 4648 §4, §5) with and without padding.
  private static func spellings(of value: [UInt8]) -> Set<[UInt8]> {
    var upper: [UInt8] = []
    var form: [UInt8] = []
    var json: [UInt8] = []
    var jsonSlashes: [UInt8] = []
    for byte in value {
      if ByteSet.unreserved.contains(byte) {
        upper.append(byte)
        form.append(byte)
      } else {
        upper.appendPercentEncoded(byte)
        if byte == 0x20 { form.append(UInt8(ascii: "+")) } else { form.appendPercentEncoded(byte) }
      }
      let escaped = escapes[byte].map { [UInt8(ascii: "\\"), $0] }
      json.append(contentsOf: escaped ?? [byte])
      let isSlash = byte == UInt8(ascii: "/")
      jsonSlashes.append(contentsOf: isSlash ? [UInt8(ascii: "\\"), byte] : escaped ?? [byte])
    }
    let standard = base64(value, "+/")
    let urlSafe = base64(value, "-_")
    var spellings: Set = [value, upper, lowercasedTriplets(upper), form, json, jsonSlashes]
    // Below this length the encoded form is found in much that has nothing to do with the secret.
    if value.count >= 6 {
      let padding = (3 - value.count % 3) % 3
      spellings.formUnion([standard, urlSafe])
      spellings.formUnion([Array(standard.dropLast(padding)), Array(urlSafe.dropLast(padding))])
    }
    return spellings
  }

  private static let escapes: [UInt8: UInt8] = [
    UInt8(ascii: "\""): UInt8(ascii: "\""), UInt8(ascii: "\\"): UInt8(ascii: "\\"),
    0x08: UInt8(ascii: "b"), 0x0C: UInt8(ascii: "f"), 0x0A: UInt8(ascii: "n"),
    0x0D: UInt8(ascii: "r"), 0x09: UInt8(ascii: "t"),
  ]

  private static func lowercasedTriplets(_ text: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    var hexLeft = 0
    for byte in text {
      output.append(hexLeft > 0 ? byte.asciiLowercased : byte)
      hexLeft = byte == UInt8(ascii: "%") ? 2 : max(0, hexLeft - 1)
    }
    return output
  }

  private static func base64(_ value: [UInt8], _ last: StaticString) -> [UInt8] {
    let alphabet = [UInt8](
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789\(last)".utf8)
    var output: [UInt8] = []
    for start in stride(from: 0, to: value.count, by: 3) {
      let group = value[start..<min(start + 3, value.count)]
      var bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << UInt32((3 - group.count) * 8)
      bits <<= 8
      for position in 0..<4 {
        let isPadding = position > group.count
        output.append(isPadding ? UInt8(ascii: "=") : alphabet[Int(bits >> 26)])
        bits <<= 6
      }
    }
    return output
  }
}
