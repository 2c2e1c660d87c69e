#if Recording
  import VCRCore

  /// A file with a client certificate that cannot be used.
  public struct ClientCertificateError: Error, Sendable, CustomStringConvertible {
    /// The path of the file.
    public var path: String
    /// Why it cannot be used.
    public var reason: String

    /// A description of the problem, with the file.
    public var description: String {
      "cannot read a client certificate from \(path.relativeToCurrentFolder): \(reason)"
    }
  }
#endif
