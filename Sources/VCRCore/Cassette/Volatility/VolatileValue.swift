/// The parts of a field's value that differ from run to run although the rest does not.
package struct VolatileValue {
  /// A part.
  struct Part: Equatable {
    /// The label of the part; parts of two values correspond when their labels are the same.
    var label: String
    /// The range of the part in the value's bytes.
    var range: Range<Int>
  }

  /// The parts of a value, in ascending order.
  ///
  /// - Parameters:
  ///   - name: The field's name in any case.
  ///   - value: Its value.
  /// - Returns: The parts, none for most fields.
  static func parts(ofHeader name: String, _ value: String) -> [Part] {
    switch name.utf8.count {
    case 10 where name.equalsIgnoringASCIICase("set-cookie"): cookieParts(Array(value.utf8))
    case 12 where name.equalsIgnoringASCIICase("content-type"): boundary(value)
    case 16 where name.equalsIgnoringASCIICase("www-authenticate"),
      18 where name.equalsIgnoringASCIICase("proxy-authenticate"):
      // A digest challenge (RFC 7616 §3.3).
      quoted(after: "nonce=\"", in: value) + quoted(after: "opaque=\"", in: value)
    case 23 where name.equalsIgnoringASCIICase("content-security-policy"),
      35 where name.equalsIgnoringASCIICase("content-security-policy-report-only"):
      quoted(after: "'nonce-", in: value)
    default: []
    }
  }

  /// Why the parts of a field's value have no information about the service.
  ///
  /// - Parameter name: The field's name in any case.
  /// - Returns: The category.
  package static func reason(ofHeader name: String) -> Volatility.Reason {
    switch name.lowercased() {
    case "set-cookie": .time
    case "content-type": .transfer
    default: .signature
    }
  }

  /// `Expires` and `Max-Age` of a cookie (RFC 6265 §4.1.2), unless they delete it.
  private static func cookieParts(_ value: [UInt8]) -> [Part] {
    var parts: [Part] = []
    var start = 0
    while start < value.count {
      let end = value[start...].firstIndex(of: UInt8(ascii: ";")) ?? value.count
      if start > 0, let equals = value[start..<end].firstIndex(of: UInt8(ascii: "=")) {
        let name = String(decoding: value[start..<equals], as: UTF8.self)
          .filter { $0 != " " }.lowercased()
        var range = equals + 1..<end
        let text = String(decoding: value[range], as: UTF8.self)
        if name == "max-age", let seconds = Int(text.filter { $0 != " " }), seconds > 0 {
          parts.append(Part(label: name, range: range))
        } else if name == "expires", !text.contains("1970"), !text.contains("1969") {
          // Some clients join several fields: the text after the date is another cookie.
          if let zone = text.utf8.firstRange(of: "GMT".utf8) {
            let length = text.utf8.distance(from: text.utf8.startIndex, to: zone.upperBound)
            range = range.lowerBound..<range.lowerBound + length
          }
          parts.append(Part(label: name, range: range))
        }
      }
      start = end + 1
    }
    return parts
  }

  /// The boundary of a multipart body (RFC 2046 §5.1.1).
  static func boundary(_ value: String) -> [Part] {
    let type = MediaType(value)
    guard type.isMultipart, let boundary = type.parameter("boundary"), !boundary.isEmpty else {
      return []
    }
    let bytes = Array(value.utf8)
    guard let range = bytes.lastRange(of: Array(boundary.utf8)) else { return [] }
    return [Part(label: "boundary", range: range)]
  }

  /// The texts between a given text and the next quote of the kind in which the text ends.
  private static func quoted(after text: String, in value: String) -> [Part] {
    let bytes = Array(value.utf8)
    let lowered = bytes.map(\.asciiLowercased)
    let text = Array(text.utf8)
    let quote = text.contains(UInt8(ascii: "'")) ? UInt8(ascii: "'") : UInt8(ascii: "\"")
    var parts: [Part] = []
    var start = 0
    while let found = lowered.firstRange(of: text, from: start) {
      let end = bytes[found.upperBound...].firstIndex(of: quote) ?? bytes.count
      parts.append(
        Part(
          label: String(decoding: text, as: UTF8.self) + "\(parts.count)",
          range: found.upperBound..<end))
      start = end
    }
    return parts
  }
}

extension [UInt8] {
  /// The first range of a text from a position on.
  func firstRange(of text: [UInt8], from start: Int) -> Range<Int>? {
    guard let first = text.first else { return nil }
    var index = start
    while index + text.count <= count {
      guard let found = self[index...(count - text.count)].firstIndex(of: first) else { return nil }
      if self[found..<found + text.count] == text[...] { return found..<found + text.count }
      index = found + 1
    }
    return nil
  }

  /// The last place of a text.
  func lastRange(of text: [UInt8]) -> Range<Int>? {
    var last: Range<Int>?
    var start = 0
    while let found = firstRange(of: text, from: start) {
      last = found
      start = found.lowerBound + 1
    }
    return last
  }
}
