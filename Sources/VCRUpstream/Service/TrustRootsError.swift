#if Recording
  import VCRCore

  /// A file of roots that cannot be used.
  public struct TrustRootsError: Error, Sendable, CustomStringConvertible {
    /// The path of the file.
    public var path: String
    /// Why it cannot be used.
    public var reason: String

    /// A description of the problem, with the file.
    public var description: String {
      "cannot read trust roots from \(path.relativeToCurrentFolder): \(reason)"
    }
  }
#endif
