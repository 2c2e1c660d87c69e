#if Recording
  extension String {
    /// True for an IPv4 address in dotted decimal, which may not be sent in SNI (RFC 6066 §3).
    var isIPv4Literal: Bool {
      let parts = split(separator: ".", omittingEmptySubsequences: false)
      return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
    }
  }
#endif
