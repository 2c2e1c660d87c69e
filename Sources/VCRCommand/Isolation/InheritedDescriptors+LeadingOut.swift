#if CommandLineTool && os(Linux)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  extension InheritedDescriptors {
    /// What makes calls or sends packets in the network in which it was opened, and is no socket:
    /// the rings of io_uring(7), whose thread needs no call of a program's, and a tunnel's device.
    private static let others = ["anon_inode:[io_uring]", "/dev/net/tun"]

    /// The descriptors through which a program reaches a network or a service of this machine from
    /// a network of its own, too: all sockets but those that take connections, and ends of pairs
    /// for streams.
    var leadingOut: [Int32] { numbers.filter(Self.leadsOut).sorted() }

    /// The sockets that a program can connect to another place than they are tied to now.
    var reconnectable: [Int32] { numbers.filter(Self.isReconnectable).sorted() }

    private static func leadsOut(_ number: Int32) -> Bool {
      guard let family = SocketOption.domain.value(of: number) else {
        return file(of: number).map(others.contains) ?? false
      }
      guard SocketOption.acceptsConnections.value(of: number) != 1 else { return false }
      // A service has a name, and the other end of a pair has none.
      return family != AF_UNIX || isReconnectable(number) || peerNameLength(number) ?? 0 > 0
    }

    /// The path of what is open, or the kernel's name for it.
    private static func file(of number: Int32) -> String? {
      var target = [UInt8](repeating: 0, count: 64)
      let count = unsafe readlink("/proc/self/fd/\(number)", &target, target.count)
      return count < 0 ? nil : String(decoding: target.prefix(count), as: UTF8.self)
    }

    /// One of IP loses its connection, and stops to take any, by connect(2) to AF_UNSPEC; one of a
    /// file keeps both, and sends datagrams to whom a call names.
    private static func isReconnectable(_ number: Int32) -> Bool {
      guard let family = SocketOption.domain.value(of: number) else { return false }
      guard family == AF_UNIX else { return true }
      guard SocketOption.acceptsConnections.value(of: number) != 1 else { return false }
      return SocketOption.type.value(of: number) == SocketOption.datagrams
        || peerNameLength(number) == nil
    }

    /// The length of the name of the other end; nil without another end.
    private static func peerNameLength(_ number: Int32) -> Int? {
      var address = sockaddr_storage()
      var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
      let result = unsafe withUnsafeMutablePointer(to: &address) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          unsafe getpeername(number, $0, &length)
        }
      }
      return result == 0 ? max(0, Int(length) - MemoryLayout<sa_family_t>.size) : nil
    }
  }
#endif
