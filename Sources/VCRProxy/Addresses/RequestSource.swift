#if CommandLineTool
  /// Where a connection's requests come from, which decides how their targets are read.
  enum RequestSource: Hashable {
    /// The listener itself; targets are in absolute form, or in origin form for a reverse proxy.
    case listener
    /// A `CONNECT` tunnel to this host and port whose scheme is not known yet.
    case tunnel(host: String, port: Int)
    /// A connection whose requests are all for this origin.
    case origin(Origin)
  }
#endif
