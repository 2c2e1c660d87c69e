#if CommandLineTool && os(Linux)
  import VCRCore

  /// Sockets of services on this machine that look up names for other processes, and would do so on
  /// the network: nscd, systemd-resolved and Avahi.
  enum NameServices {
    /// Their paths.
    static let paths = [
      "/run/nscd/socket", "/run/systemd/resolve/io.systemd.Resolve",
      "/run/systemd/resolve/io.systemd.Resolve.Monitor", "/run/avahi-daemon/socket",
    ]

    /// True for the path of one of them, links resolved.
    static func contains(_ path: String) -> Bool {
      FileSystem.resolved(path).map(paths.contains) ?? false
    }
  }
#endif
