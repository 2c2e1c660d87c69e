#if CommandLineTool
  import NIOCore
  import VCRUpstream

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Darwin)
    import Darwin
  #elseif canImport(Musl)
    import Musl
  #endif

  #if os(Linux)
    /// Asks the kernel who owns the other end of a connection (sock_diag(7)).
    ///
    /// It takes one message each way per connection, which the kernel resolves by a hash table, so
    /// the number of sockets on the machine does not matter. Which process has the socket is then
    /// looked for, as far as it matters.
    final class PeerLookup {
      /// A socket, as the kernel reports it.
      private struct Socket {
        var user: UInt32
        var inode: UInt32
      }

      // Values of <linux/netlink.h>, <linux/sock_diag.h> and <linux/inet_diag.h>, which Swift does
      // not import.
      private static let rawSocket: Int32 = 3
      private static let closeOnExec: Int32 = 0o2000000
      private static let sockDiagProtocol: Int32 = 4
      private static let sockDiagByFamily: UInt16 = 20
      private static let netlinkRequest: UInt16 = 1
      private static let withoutWaiting: Int32 = 0x40
      private static let responseSize = 88
      private static let (userOffset, inodeOffset) = (80, 84)

      private let descriptor: Int32
      private let clientele: Clientele
      let owners = SocketOwners()

      /// Creates a lookup; nil when the kernel cannot even find the listener, because it has no
      /// sock_diag, as in some sandboxes.
      ///
      /// - Parameters:
      ///   - listener: The address that connections are made to.
      ///   - clientele: Who is served.
      init?(listener: SocketAddress, for clientele: Clientele) {
        self.clientele = clientele
        descriptor = socket(AF_NETLINK, Self.rawSocket | Self.closeOnExec, Self.sockDiagProtocol)
        guard descriptor >= 0, find(source: listener, destination: nil) != nil else { return nil }
      }

      deinit { if descriptor >= 0 { close(descriptor) } }

      /// Finds the owner of the other end of a connection.
      ///
      /// - Parameters:
      ///   - remote: The address of the other end.
      ///   - local: The address of this end.
      /// - Returns: The owner, as far as the kernel knows.
      func peer(at remote: SocketAddress, of local: SocketAddress) -> Peer {
        guard let socket = find(source: remote, destination: local) else { return .unknown }
        // A socket that its process has closed has no inode, and the kernel reports root as its
        // owner.
        guard socket.inode != 0 else { return .gone }
        // Root can read this process's memory, so that refusing it would protect nothing.
        if clientele == .user, socket.user == geteuid() || socket.user == 0 { return .own }
        // A program may drop or gain privileges before it connects, as apt and sudo do.
        switch owners.owner(of: socket.inode, user: socket.user) {
        case .run: return .own
        case .stranger(let name):
          // A process may have ended while it was looked for.
          if name == nil, find(source: remote, destination: local)?.inode != socket.inode {
            return .gone
          }
          return socket.user == geteuid() ? .stranger(name) : .other(socket.user)
        }
      }

      /// The socket of this machine with these addresses; a listener when the destination is nil.
      private func find(source: SocketAddress, destination: SocketAddress?) -> Socket? {
        // One that is tied to an interface, as those of COMMAND's may be to loopback, is found by
        // it.
        if let socket = find(source, destination, interface: 0) { return socket }
        return unsafe find(source, destination, interface: if_nametoindex("lo"))
      }

      private func find(
        _ source: SocketAddress, _ destination: SocketAddress?, interface: UInt32
      ) -> Socket? {
        guard descriptor >= 0, let request = Self.request(source, destination, interface) else {
          return nil
        }
        let sent = unsafe request.withUnsafeBytes { bytes in
          unsafe send(descriptor, bytes.baseAddress, bytes.count, 0)
        }
        guard sent == request.count else { return nil }
        var response = [UInt8](repeating: 0, count: 512)
        let count = unsafe response.withUnsafeMutableBytes { bytes in
          // The kernel has responded before `send` returns.
          unsafe recv(descriptor, bytes.baseAddress, bytes.count, Self.withoutWaiting)
        }
        guard count >= Self.responseSize,
          UInt16(response[4]) | UInt16(response[5]) << 8 == Self.sockDiagByFamily.littleEndian,
          // When there is no such connection, the kernel reports the listener of the port instead.
          destination == nil || Array(response[22..<24]) == Array(request[26..<28])
        else { return nil }
        return Socket(
          user: Self.number(in: response, at: Self.userOffset),
          inode: Self.number(in: response, at: Self.inodeOffset))
      }

      /// A `nlmsghdr` with an `inet_diag_req_v2` that asks for one TCP socket in any state.
      private static func request(
        _ source: SocketAddress, _ destination: SocketAddress?, _ interface: UInt32
      ) -> [UInt8]? {
        guard let sourceBytes = source.ipBytes, let sourcePort = source.port else { return nil }
        let destinationBytes =
          destination?.ipBytes ?? [UInt8](repeating: 0, count: sourceBytes.count)
        guard destinationBytes.count == sourceBytes.count else { return nil }
        let family = UInt8(sourceBytes.count == 4 ? AF_INET : AF_INET6)
        var bytes: [UInt8] = []
        bytes += native(UInt32(72)) + native(sockDiagByFamily) + native(netlinkRequest)
        bytes += native(UInt32(1)) + native(UInt32(0))
        bytes += [family, UInt8(IPPROTO_TCP), 0, 0] + native(UInt32.max)
        bytes += native(UInt16(sourcePort).bigEndian)
        bytes += native(UInt16(destination?.port ?? 0).bigEndian)
        for address in [sourceBytes, destinationBytes] {
          bytes += address + [UInt8](repeating: 0, count: 16 - address.count)
        }
        // No socket cookie (INET_DIAG_NOCOOKIE).
        bytes += native(interface) + native(UInt32.max) + native(UInt32.max)
        return bytes
      }

      private static func native(_ value: some FixedWidthInteger) -> [UInt8] {
        unsafe withUnsafeBytes(of: value) { unsafe Array($0) }
      }

      private static func number(in bytes: [UInt8], at offset: Int) -> UInt32 {
        unsafe bytes.withUnsafeBytes {
          unsafe $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
        }
      }
    }
  #else
    /// Apple's systems report the owner of another process's socket to root alone (`proc_pidfdinfo`
    /// fails for processes of other users), so nothing is known of any connection there.
    final class PeerLookup {
      init?(listener: SocketAddress, for clientele: Clientele) { return nil }

      func peer(at remote: SocketAddress, of local: SocketAddress) -> Peer { .unknown }
    }
  #endif
#endif
