/// A host and a port in words.
package struct ServiceAddress: Sendable, Hashable {
  /// The host name or address literal, in lower case and without brackets.
  package let host: String
  /// The port.
  package let port: Int

  /// Reads `HOST:PORT`; an IPv6 literal is in brackets (RFC 3986 §3.2.2).
  ///
  /// The result is nil for any other text.
  ///
  /// - Parameters:
  ///   - text: The words of the user.
  ///   - lowestPort: 0 where any free port may be asked for.
  package init?(_ text: some StringProtocol, lowestPort: UInt16 = 1) {
    guard let colon = text.lastIndex(of: ":"),
      let port = UInt16(text[text.index(after: colon)...]),
      port >= lowestPort
    else { return nil }
    var host = text[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = host.dropFirst().dropLast()
    } else if host.contains(":") {
      return nil
    }
    guard !host.isEmpty else { return nil }
    self.host = host.lowercased()
    self.port = Int(port)
  }
}
