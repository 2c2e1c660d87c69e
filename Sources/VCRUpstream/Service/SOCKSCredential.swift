#if Recording
  /// User and password for a proxy of SOCKS 5 (RFC 1929).
  struct SOCKSCredential {
    /// The most bytes of each, whose length is one byte.
    private static let longestPart = 255

    /// The user.
    let user: Substring
    /// The password; empty when there is none.
    let password: Substring

    /// Divides a credential at its first colon.
    init(_ credential: String) {
      let colon = credential.firstIndex(of: ":")
      user = credential[..<(colon ?? credential.endIndex)]
      password = colon.map { credential[credential.index(after: $0)...] } ?? ""
    }

    /// True when it has a form in which it can be sent.
    var isSendable: Bool {
      !user.isEmpty && user.utf8.count <= Self.longestPart
        && password.utf8.count <= Self.longestPart
    }
  }
#endif
