extension Interaction.Request {
  /// The request without a `Host` field that only repeats the URL's authority (RFC 9110 §7.2),
  /// which a cassette would hold twice; a field that differs stays.
  package var withoutRedundantHost: Interaction.Request {
    guard let host = headers["Host"], host.equalsIgnoringASCIICase(authority) else { return self }
    var request = self
    request.headers.remove("Host")
    return request
  }

  /// Host and port as in the URL, without user information; empty when there is none.
  private var authority: String {
    url.withUTF8Span { text in
      let ranges = URLRanges(text)
      let end = ranges.port.isEmpty ? ranges.host.upperBound : ranges.port.upperBound
      return Substring(url).utf8.dropFirst(ranges.host.lowerBound)
        .prefix(end - ranges.host.lowerBound).reduce(into: "") { authority, byte in
          authority.unicodeScalars.append(Unicode.Scalar(byte))
        }
    }
  }
}
