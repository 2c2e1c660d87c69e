#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// System calls on file descriptors, with the same form on every platform.
enum Descriptor {
  /// Opens a TCP socket that children do not inherit.
  static func tcpSocket() throws -> Int32 {
    #if canImport(Glibc)
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
    #else
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    guard descriptor >= 0 else { throw SystemCallError("socket") }
    closeOnExec(descriptor)
    return descriptor
  }

  /// Opens a socket on a free port of 127.0.0.1.
  ///
  /// - Parameter accepts: False for a port on which every connection is refused.
  /// - Returns: The socket and its port.
  /// - Throws: ``SystemCallError``.
  static func listening(accepts: Bool = true) throws -> (descriptor: Int32, port: Int) {
    let descriptor = try tcpSocket()
    var address = loopback(port: 0)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe bind(descriptor, address, length) == 0
          && (!accepts || listen(descriptor, 1024) == 0)
          && getsockname(descriptor, address, &length) == 0
      }
    }
    guard isBound else {
      let error = SystemCallError("listen")
      _ = close(descriptor)
      throw error
    }
    return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
  }

  /// Opens a connection to a port of 127.0.0.1.
  static func connected(port: Int) throws -> Int32 {
    let descriptor = try tcpSocket()
    var address = loopback(port: port)
    let length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isConnected = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe connect(descriptor, address, length) == 0
      }
    }
    guard isConnected else {
      let error = SystemCallError("connect")
      _ = close(descriptor)
      throw error
    }
    return descriptor
  }

  private static func loopback(port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }

  /// Accepts a connection; nil when the socket was shut down.
  static func accepted(from listener: Int32) -> Int32? {
    while true {
      let descriptor = accept(listener, nil, nil)
      if descriptor >= 0 {
        closeOnExec(descriptor)
        var one: Int32 = 1
        _ = unsafe setsockopt(
          descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
        #if canImport(Darwin)
          _ = unsafe setsockopt(
            descriptor, SOL_SOCKET, SO_NOSIGPIPE, &one, socklen_t(MemoryLayout<Int32>.size))
        #endif
        return descriptor
      }
      guard errno == EINTR || errno == ECONNABORTED else { return nil }
    }
  }

  /// Makes the next `close` reset the connection instead of ending it in order.
  static func resetOnClose(_ descriptor: Int32) {
    var option = linger(l_onoff: 1, l_linger: 0)
    _ = unsafe setsockopt(
      descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
  }

  /// Ends both directions of a socket.
  static func shutDown(_ descriptor: Int32) {
    #if canImport(Glibc)
      _ = shutdown(descriptor, Int32(SHUT_RDWR))
    #else
      _ = shutdown(descriptor, SHUT_RDWR)
    #endif
  }

  /// Ends the sending direction of a socket.
  static func shutDownSending(_ descriptor: Int32) {
    #if canImport(Glibc)
      _ = shutdown(descriptor, Int32(SHUT_WR))
    #else
      _ = shutdown(descriptor, SHUT_WR)
    #endif
  }

  /// Reads the available bytes, at most 64 KiB; empty at the end, nil after an error.
  static func read(_ descriptor: Int32) -> [UInt8]? {
    while true {
      var count = 0
      let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, used in
        #if canImport(Glibc)
          count = unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        #else
          count = unsafe Darwin.read(descriptor, buffer.baseAddress, buffer.count)
        #endif
        used = max(count, 0)
      }
      if count >= 0 { return bytes }
      guard errno == EINTR else { return nil }
    }
  }

  /// Writes all bytes to a socket; false when the other side has closed it.
  static func send(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    #if canImport(Glibc)
      let flags = Int32(MSG_NOSIGNAL)
    #else
      let flags: Int32 = 0
    #endif
    return unsafe bytes.withUnsafeBytes { buffer in
      var sent = 0
      while sent < buffer.count {
        #if canImport(Glibc)
          let count = unsafe Glibc.send(
            descriptor, buffer.baseAddress?.advanced(by: sent), buffer.count - sent, flags)
        #else
          let count = unsafe Darwin.send(
            descriptor, buffer.baseAddress?.advanced(by: sent), buffer.count - sent, flags)
        #endif
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { return false }
        sent += count
      }
      return true
    }
  }

  /// Opens a pipe that children do not inherit by default.
  static func pipe() throws -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [-1, -1]
    #if canImport(Glibc)
      let code = unsafe Glibc.pipe(&ends)
    #else
      let code = unsafe Darwin.pipe(&ends)
    #endif
    guard code == 0 else { throw SystemCallError("pipe") }
    closeOnExec(ends[0])
    closeOnExec(ends[1])
    return (ends[0], ends[1])
  }

  private static func closeOnExec(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }
}
