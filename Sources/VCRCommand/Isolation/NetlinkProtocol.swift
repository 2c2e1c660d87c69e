#if CommandLineTool && os(Linux)
  /// A protocol over netlink(7).
  enum NetlinkProtocol: UInt32 {
    /// Addresses and routes (rtnetlink(7)).
    case route = 0
    /// Packet filters (nf_tables).
    case netfilter = 12
  }
#endif
