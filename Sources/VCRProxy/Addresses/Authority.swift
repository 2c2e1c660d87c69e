#if CommandLineTool
  import VCRCore

  /// A host with a port, as in the target of `CONNECT` (RFC 9110 §9.3.6) or a `Host` field.
  struct Authority: Equatable {
    /// The name or address literal, without brackets.
    var host: String
    /// The port; nil when none was given.
    var port: Int?

    /// Parses `host`, `host:port` or `[address]:port`; nil for anything else.
    ///
    /// A port is one to five digits without a sign (RFC 3986 §3.2.3).
    init?(_ text: some StringProtocol) {
      var rest = Substring(text)
      if rest.first == "[" {
        guard let bracket = rest.firstIndex(of: "]") else { return nil }
        host = String(rest[rest.index(after: rest.startIndex)..<bracket])
        guard host.utf8.contains(UInt8(ascii: ":")) else { return nil }
        rest = rest[rest.index(after: bracket)...]
      } else {
        let colon = rest.firstIndex(of: ":") ?? rest.endIndex
        host = String(rest[..<colon])
        rest = rest[colon...]
      }
      guard HostName.isValid(host) else { return nil }
      guard !rest.isEmpty else { return }
      let digits = rest.dropFirst().utf8
      guard rest.first == ":", 1...5 ~= digits.count,
        digits.allSatisfy(\.isASCIIDigit), let number = Int(rest.dropFirst()),
        1...65535 ~= number
      else { return nil }
      port = number
    }

    /// An authority whose IPv6 address has the brackets that it needs (RFC 3986 §3.2.2).
    ///
    /// httpx leaves them out where it speaks to a proxy. What follows the last colon is a port if
    /// an address comes before it.
    ///
    /// - Parameter text: The authority as it was sent.
    /// - Returns: Nil for one that has brackets, or no such address.
    static func bracketed(_ text: Substring) -> String? {
      guard text.utf8.count(where: { $0 == UInt8(ascii: ":") }) > 1, text.first != "[",
        let colon = text.lastIndex(of: ":")
      else { return nil }
      let withPort = "[\(text[..<colon])]\(text[colon...])"
      if Authority(withPort)?.port != nil { return withPort }
      return Authority("[\(text)]").map { _ in "[\(text)]" }
    }
  }
#endif
