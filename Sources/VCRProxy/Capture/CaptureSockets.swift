#if CommandLineTool
  /// Sockets through which COMMAND is served although it does not know of a proxy.
  ///
  /// Those of a network namespace are made inside it and handed out: what connects to them there is
  /// accepted here.
  package struct CaptureSockets: Sendable {
    /// Listeners at the proxy's own address.
    package var proxies: [Int32] = []
    /// Listeners that get every connection to an address that nobody inside listens on; the local
    /// address of such a connection is the one that the client asked for.
    package var listeners: [Int32] = []
    /// Listeners that get every connection which was led to an address of loopback that stands for
    /// its destination; everyone on this machine can reach them.
    package var redirected: [Int32] = []
    /// Which destination each of those addresses stands for.
    package var redirections: Redirections?
    /// UDP sockets to which names are asked.
    package var nameQueries: [Int32] = []

    /// Creates an empty set.
    package init() {}
  }
#endif
