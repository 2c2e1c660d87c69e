#if CommandLineTool && os(Linux)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  extension InheritedDescriptors {
    // Values of <asm/socket.h>, not all of which Swift imports.
    private static let (acceptsConnections, domain): (Int32, Int32) = (30, 39)

    /// The sockets through which a program reaches a network or a service of this machine from a
    /// network of its own, too: all but those that take connections, and ends of pairs.
    var leadingOut: [Int32] { numbers.filter(Self.leadsOut).sorted() }

    private static func leadsOut(_ number: Int32) -> Bool {
      guard let family = option(domain, of: number), option(acceptsConnections, of: number) != 1
      else { return false }
      guard family == AF_UNIX else { return true }
      // A service has a name, and the other end of a pair has none.
      var address = sockaddr_storage()
      var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
      let result = unsafe withUnsafeMutablePointer(to: &address) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          unsafe getpeername(number, $0, &length)
        }
      }
      return result == 0 && Int(length) > MemoryLayout<sa_family_t>.size
    }

    /// An option of a socket; nil for what is no socket.
    private static func option(_ name: Int32, of number: Int32) -> Int32? {
      var value: Int32 = 0
      var length = socklen_t(MemoryLayout<Int32>.size)
      let result = unsafe getsockopt(number, SOL_SOCKET, name, &value, &length)
      return result == 0 ? value : nil
    }
  }
#endif
