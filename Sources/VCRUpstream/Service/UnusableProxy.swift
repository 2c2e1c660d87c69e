#if Recording
  /// A variable that names a proxy which cannot be used.
  package struct UnusableProxy: Error, Sendable, Hashable, CustomStringConvertible {
    /// The variable.
    package var variable: String

    /// A description of what it must hold; its value may have a password in it.
    package var description: String {
      let kinds = UpstreamProxy.Kind.allCases.map(\.rawValue)
      return "\(variable) names no proxy that can be used: it takes http://HOST:PORT, or "
        + "\(kinds.dropFirst().joined(separator: ", ")) in place of http; a credential stands "
        + UpstreamProxy.credentialPlace
    }
  }
#endif
