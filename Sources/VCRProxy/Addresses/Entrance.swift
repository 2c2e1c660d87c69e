#if CommandLineTool
  /// Where a connection comes in.
  enum Entrance {
    /// The listener that everyone on this machine can reach.
    case outside
    /// The proxy's listener in COMMAND's own network, which nobody else can reach.
    case inside
    /// COMMAND's own network, on its way to another address.
    case captured
    /// A listener of this machine's loopback, to which COMMAND's connection to another address was
    /// led.
    case redirected

    /// True where the client meant another address than that of a proxy.
    var isCaptured: Bool { self == .captured || self == .redirected }
  }
#endif
