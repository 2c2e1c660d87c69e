#if CommandLineTool
  /// Whose connections a forward proxy takes.
  package enum Clientele: Sendable {
    /// The connections of the user that runs it, of the processes that it started, and of root.
    case user
    /// The connections of the processes that it has started, directly or through others, or that
    /// were started with their environment; where the system does not show them, of those that
    /// send ``credential``.
    case run
  }
#endif
