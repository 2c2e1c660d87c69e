extension RequestEquivalence {
  /// The host of a URL in lower case, without port and brackets; empty when there is none.
  package static func host(of url: String) -> String {
    let range = url.withUTF8Span { URLRanges($0).host }
    let host = Array(url.utf8)[range].filter { $0 != UInt8(ascii: "[") && $0 != UInt8(ascii: "]") }
    return String(decoding: host, as: UTF8.self).lowercased()
  }
}
