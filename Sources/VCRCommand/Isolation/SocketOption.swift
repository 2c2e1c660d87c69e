#if CommandLineTool && os(Linux)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// The options that tell what a socket is, with their values in <asm/socket.h>, not all of which
  /// Swift imports.
  enum SocketOption: Int32 {
    case type = 3
    case acceptsConnections = 30
    case domain = 39

    /// The type of a socket for datagrams (SOCK_DGRAM of <bits/socket_type.h>).
    static let datagrams: Int32 = 2

    /// Reads the option of a socket.
    ///
    /// - Parameter descriptor: The socket.
    /// - Returns: The value; nil for what is no socket.
    func value(of descriptor: Int32) -> Int32? {
      var value: Int32 = 0
      var length = socklen_t(MemoryLayout<Int32>.size)
      let result = unsafe getsockopt(descriptor, SOL_SOCKET, rawValue, &value, &length)
      return result == 0 ? value : nil
    }
  }
#endif
