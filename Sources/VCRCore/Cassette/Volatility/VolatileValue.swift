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
  ///   - cookies: The names of the cookies whose values are parts.
  /// - Returns: The parts, none for most fields.
  static func parts(
    ofHeader name: String, _ value: String, cookies: Set<[UInt8]> = []
  ) -> [Part] {
    if let isResponse = CookiePlace.isResponse(name) {
      return isResponse || !cookies.isEmpty
        ? cookieParts(Array(value.utf8), isResponse: isResponse, cookies) : []
    }
    return switch name.utf8.count {
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
    // Of those that a client sends it is the order.
    if let isResponse = CookiePlace.isResponse(name) { return isResponse ? .time : .transfer }
    return name.equalsIgnoringASCIICase("content-type") ? .transfer : .signature
  }

  /// The values of some cookies, and `Expires` and `Max-Age` of all (RFC 6265 §4.1.2), unless they
  /// delete the cookie.
  ///
  /// - Parameters:
  ///   - value: The value of `Set-Cookie` or `Cookie`.
  ///   - isResponse: True for `Set-Cookie`.
  ///   - names: The cookies whose values are parts.
  /// - Returns: The parts, in ascending order.
  private static func cookieParts(
    _ value: [UInt8], isResponse: Bool, _ names: Set<[UInt8]> = []
  ) -> [Part] {
    var counts: [String: Int] = [:]
    return CookiePieces(value.view, isResponse: isResponse).pieces.compactMap { piece in
      guard let range = piece.value, !range.isEmpty else { return nil }
      var name = Array(value[piece.name])
      if piece.isAttribute {
        name = name.map(\.asciiLowercased)
        guard isMoment(name, String(decoding: value[range], as: UTF8.self)) else { return nil }
      } else if !names.contains(name) {
        return nil
      }
      // A name may be that of an attribute as well.
      let label = (piece.isAttribute ? "" : "=") + String(decoding: name, as: UTF8.self)
      counts[label, default: 0] += 1
      return Part(label: "\(label) \(counts[label] ?? 0)", range: range)
    }
  }

  /// True for an attribute that says when a cookie ends, and does not delete it.
  private static func isMoment(_ name: [UInt8], _ value: String) -> Bool {
    if name.elementsEqual("max-age".utf8) { return Int(value).map { $0 > 0 } ?? false }
    return name.elementsEqual("expires".utf8) && !value.contains("1970") && !value.contains("1969")
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
