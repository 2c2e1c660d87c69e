#if CommandLineTool && os(Linux)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif
  import VCRCore

  /// The network of this machine on its own side of the namespace.
  enum HostNetwork {
    /// The addresses of its interfaces beside 127.0.0.0/8, in network byte order.
    static var addresses: Set<[UInt8]> {
      var list: UnsafeMutablePointer<ifaddrs>?
      guard unsafe getifaddrs(&list) == 0 else { return [] }
      defer { unsafe freeifaddrs(list) }
      var addresses: Set<[UInt8]> = []
      var next = unsafe list
      while let place = unsafe next {
        unsafe next = place.pointee.ifa_next
        guard let address = unsafe place.pointee.ifa_addr else { continue }
        let bytes = UnsafeRawPointer(address)
        switch unsafe Int32(address.pointee.sa_family) {
        // The offsets of `sin_addr` and `sin6_addr` (ip(7), ipv6(7)).
        case AF_INET:
          unsafe addresses.insert(Array(UnsafeRawBufferPointer(start: bytes + 4, count: 4)))
        case AF_INET6:
          unsafe addresses.insert(Array(UnsafeRawBufferPointer(start: bytes + 8, count: 16)))
        default: break
        }
      }
      return addresses.filter { $0.count == 16 || $0[0] != 127 }
    }

    // Values of <bits/socket_type.h>, <bits/fcntl-linux.h> and <linux/netlink.h>.
    private static let rawSocket: Int32 = 3
    private static let closeOnExec: Int32 = 0o2000000
    private static let sockDiagProtocol: Int32 = 4

    /// The name servers of this machine that have addresses of IPv6, from /etc/resolv.conf.
    static var nameServers6: [[UInt8]] {
      guard let bytes = try? FileSystem.read("/etc/resolv.conf") else { return [] }
      return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
        let words = line.split(separator: " ")
        guard words.count == 2, words[0] == "nameserver" else { return nil }
        var address = in6_addr()
        guard unsafe inet_pton(AF_INET6, String(words[1]), &address) == 1 else { return nil }
        return unsafe withUnsafeBytes(of: address) { unsafe Array($0) }
      }
    }

    /// The ports that a socket gets which asks for any (ip(7)).
    static var ephemeralPorts: ClosedRange<UInt16> {
      let text = try? FileSystem.read("/proc/sys/net/ipv4/ip_local_port_range")
      let numbers = String(decoding: text ?? [], as: UTF8.self)
        .split(whereSeparator: \.isWhitespace).compactMap { UInt16($0) }
      guard numbers.count == 2, numbers[0] <= numbers[1] else { return 32768...60999 }
      return numbers[0]...numbers[1]
    }

    /// True when the kernel has IPv6.
    static var hasIPv6: Bool { unsafe access("/proc/sys/net/ipv6", F_OK) == 0 }

    /// A listener for TCP.
    struct Listener {
      /// The address, in network byte order; of zeros for any.
      var address: [UInt8]
      /// The port.
      var port: UInt16
      /// The socket's inode number.
      var inode: UInt64

      /// True when a connection to the address and port comes to it.
      func takes(_ address: [UInt8], _ port: UInt16) -> Bool {
        // A listener for any address of IPv6 takes IPv4, too, unless an option says otherwise.
        self.port == port && (self.address == address || self.address.allSatisfy { $0 == 0 })
      }
    }

    /// The TCP ports on which something listens; empty when the kernel does not say.
    static var listeningPorts: Set<UInt16> { Set((listeners ?? []).map(\.port)) }

    /// The listeners for TCP of this network (sock_diag(7)); nil when the kernel does not say.
    static var listeners: [Listener]? {
      let dump: UInt16 = 0x300
      let descriptor = socket(AF_NETLINK, Self.rawSocket | Self.closeOnExec, Self.sockDiagProtocol)
      guard descriptor >= 0 else { return nil }
      defer { close(descriptor) }
      var listeners: [Listener] = []
      for family in [AF_INET, AF_INET6] {
        // An `inet_diag_req_v2` for TCP sockets in the state LISTEN (10), of any address.
        let request = Netlink.message(
          type: 20, flags: dump,
          [UInt8(family), UInt8(IPPROTO_TCP), 0, 0] + Netlink.native(UInt32(1) << 10)
            + [UInt8](repeating: 0, count: 48))
        guard unsafe send(descriptor, request, request.count, 0) == request.count else {
          return nil
        }
        while collect(from: descriptor, family, into: &listeners) {}
      }
      return listeners
    }

    /// The inode numbers of the sockets for UDP of this network that have a port.
    static func datagramSockets(at port: UInt16) -> Set<UInt64> {
      Set(sockets(in: ["udp", "udp6"]).filter { $0.port == port }.map(\.inode))
    }

    /// True for a socket for TCP of this network that has a port, by its inode number.
    static func hasConnection(_ inode: UInt64) -> Bool {
      sockets(in: ["tcp", "tcp6"]).contains { $0.inode == inode }
    }

    /// The sockets that are listed in files of `/proc/net` (proc_net(5)).
    private static func sockets(in files: [String]) -> [(port: UInt16, inode: UInt64)] {
      files.flatMap { file -> [(port: UInt16, inode: UInt64)] in
        let text = (try? FileSystem.read("/proc/net/\(file)")) ?? []
        return String(decoding: text, as: UTF8.self).split(separator: "\n").dropFirst()
          .compactMap { line in
            let words = line.split(separator: " ")
            guard words.count > 9, let number = words[1].split(separator: ":").last,
              let port = UInt16(number, radix: 16), let inode = UInt64(words[9])
            else { return nil }
            return (port, inode)
          }
      }
    }

    /// Reads a part of a dump; false when it was the last.
    private static func collect(
      from descriptor: Int32, _ family: Int32, into listeners: inout [Listener]
    ) -> Bool {
      var buffer = [UInt8](repeating: 0, count: 32768)
      let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
      var place = 0
      while place + 16 <= count {
        func number(at offset: Int) -> UInt32 {
          unsafe buffer.withUnsafeBytes {
            unsafe $0.loadUnaligned(fromByteOffset: place + offset, as: UInt32.self)
          }
        }
        let length = Int(number(at: 0))
        let type = UInt16(truncatingIfNeeded: number(at: 4))
        // 3 is the end of a dump, 2 an error.
        guard type != 3, type != 2, length >= 88, place + 88 <= count else { return false }
        // An `inet_diag_msg`; port and address in network byte order.
        listeners.append(
          Listener(
            address: Array(buffer[place + 24..<place + (family == AF_INET ? 28 : 40)]),
            port: UInt16(buffer[place + 20]) << 8 | UInt16(buffer[place + 21]),
            inode: UInt64(number(at: 84))))
        place += (length + 3) & ~3
      }
      return count > 0
    }
  }
#endif
