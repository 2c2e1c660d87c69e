#if CommandLineTool
  /// Sockets of another network namespace, made inside it and handed out: what connects to them there
  /// is accepted here.
  package struct CaptureSockets: Sendable {
    /// Listeners at the proxy's own address.
    package var proxies: [Int32] = []
    /// Listeners that get every connection to an address that nobody inside listens on; the local
    /// address of such a connection is the one that the client asked for.
    package var listeners: [Int32] = []
    /// UDP sockets to which names are asked.
    package var nameQueries: [Int32] = []

    /// Creates an empty set.
    package init() {}

    /// Every descriptor.
    package var all: [Int32] { proxies + listeners + nameQueries }
  }
#endif
