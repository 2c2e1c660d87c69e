#if CommandLineTool
  package import VCRCore

  /// An event that the developer should know about when it happens.
  package enum ProxyEvent: Sendable {
    /// A request was refused because nothing in the cassette matches it.
    case unmatched(UnmatchedRequest)
    /// A request was refused because it cannot be parsed or served here; the text says why.
    case refused(String)
    /// A request could not be served for another reason, which the text gives.
    case problem(String)
    /// A client does not trust the authority that signed the certificate for a host.
    case untrusted(Distrust)
  }
#endif
