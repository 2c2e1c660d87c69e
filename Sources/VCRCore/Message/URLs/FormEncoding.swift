/// Decodes and encodes `application/x-www-form-urlencoded` (WHATWG URL §5).
package enum FormEncoding {
  /// The media type of such a body.
  package static let mediaType = "application/x-www-form-urlencoded"

  /// The pairs of a body, when encoding them gives the same bytes; nil for any other body.
  static func pairs(_ bytes: [UInt8]) -> [(name: [UInt8], value: [UInt8])]? {
    guard bytes.contains(UInt8(ascii: "=")) else { return nil }
    var pairs: [(name: [UInt8], value: [UInt8])] = []
    let text = bytes.view
    text.forEachFormPair(in: 0..<text.count) { name, value in
      // What has no value, or cannot be decoded, is encoded in another way.
      pairs.append((decode(text, name), value.map { decode(text, $0) } ?? []))
    }
    guard encode(pairs) == bytes, pairs.allSatisfy({ isText($0.name) && isText($0.value) }) else {
      return nil
    }
    return pairs
  }

  /// The body that the pairs make.
  package static func encode(_ pairs: [(name: [UInt8], value: [UInt8])]) -> [UInt8] {
    var out: [UInt8] = []
    for (index, pair) in pairs.enumerated() {
      if index > 0 { out.append(UInt8(ascii: "&")) }
      append(pair.name, to: &out)
      out.append(UInt8(ascii: "="))
      append(pair.value, to: &out)
    }
    return out
  }

  private static func append(_ text: [UInt8], to out: inout [UInt8]) {
    for byte in text {
      switch byte {
      case UInt8(ascii: "*"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"):
        out.append(byte)
      case UInt8(ascii: " "): out.append(UInt8(ascii: "+"))
      default: out.appendPercentEncoded(byte)
      }
    }
  }

  /// A name or a value without its encoding; what is no escape stays as it is.
  package static func decode(_ text: Span<UInt8>, _ range: Range<Int>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.appendPercentDecoded(text, range, isForm: true)
    return bytes
  }

  private static func isText(_ bytes: [UInt8]) -> Bool {
    String(validating: bytes, as: UTF8.self) != nil
  }
}
