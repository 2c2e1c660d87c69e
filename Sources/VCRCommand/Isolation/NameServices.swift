#if CommandLineTool && os(Linux)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

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
      guard let resolved = unsafe realpath(path, nil) else { return false }
      defer { unsafe free(resolved) }
      return paths.contains(unsafe String(cString: resolved))
    }
  }
#endif
