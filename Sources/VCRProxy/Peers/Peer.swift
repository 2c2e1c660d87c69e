#if CommandLineTool
  /// The owner of the other end of a connection.
  enum Peer: Equatable {
    /// The owner is one of those that are served.
    case own
    /// The owner is another user of this machine, with this user ID.
    case other(UInt32)
    /// The owner is another process of this user, by its name; nil when that cannot be seen.
    case stranger(String?)
    /// The other end is closed already, so that nothing shows whose it was.
    case gone
    /// The other end is on another machine, or in another network namespace.
    case unknown
  }
#endif
