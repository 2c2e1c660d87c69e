/// Decodes and encodes `application/x-www-form-urlencoded` (WHATWG URL §5).
package enum FormEncoding {
  /// The pairs of a body, when encoding them gives the same bytes; nil for any other body.
  static func pairs(_ bytes: [UInt8]) -> [(name: [UInt8], value: [UInt8])]? {
    guard bytes.contains(UInt8(ascii: "=")) else { return nil }
    var pairs: [(name: [UInt8], value: [UInt8])] = []
    for part in bytes.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false) {
      guard let equals = part.firstIndex(of: UInt8(ascii: "=")),
        let name = decode(part[..<equals]), let value = decode(part[(equals + 1)...])
      else { return nil }
      pairs.append((name, value))
    }
    return encode(pairs) == bytes ? pairs : nil
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

  private static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    var out: [UInt8] = []
    var index = text.startIndex
    while index < text.endIndex {
      let byte = text[index]
      index += 1
      if byte == UInt8(ascii: "+") {
        out.append(UInt8(ascii: " "))
      } else if byte == UInt8(ascii: "%") {
        guard index + 2 <= text.endIndex,
          let code = UInt8(String(decoding: text[index..<index + 2], as: UTF8.self), radix: 16)
        else { return nil }
        out.append(code)
        index += 2
      } else {
        out.append(byte)
      }
    }
    return String(validating: out, as: UTF8.self) == nil ? nil : out
  }
}
