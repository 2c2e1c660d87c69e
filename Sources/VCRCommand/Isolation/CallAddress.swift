#if CommandLineTool && os(Linux)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif
  import VCRProxy

  /// The address of a system call (`struct sockaddr`), as COMMAND gave it.
  struct CallAddress {
    /// The target that an address names.
    enum Target: Equatable {
      /// A place of IPv4 or IPv6; one of IPv4 within IPv6 is given as one of IPv4.
      case place(Redirections.Place)
      /// A socket in a file.
      case file([UInt8])
      /// A socket with a name that is no file.
      case abstract([UInt8])
      /// Anything else.
      case other
    }

    /// The longest address (`struct sockaddr_storage`).
    static let longest = 128
    /// The port to which names are asked.
    static let namesPort: UInt16 = 53

    /// The bytes.
    let bytes: [UInt8]

    /// Copies an address out of COMMAND's memory; nil, with `errno` set, when it cannot be read.
    init?(_ call: SupervisedCall, at address: UInt64, length: UInt64) {
      let length = Int(UInt32(truncatingIfNeeded: length))
      guard length >= 2, length <= Self.longest else {
        errno = EINVAL
        return nil
      }
      guard let bytes = call.read(address, length) else { return nil }
      guard bytes.count == length else {
        errno = EFAULT
        return nil
      }
      self.bytes = bytes
    }

    /// Builds an address.
    ///
    /// - Parameters:
    ///   - place: Where it leads.
    ///   - isNew: True for a socket of IPv6, which gets an address of IPv4 within one of IPv6.
    init(_ place: Redirections.Place, asNewFamily isNew: Bool) {
      let port = [UInt8(place.port >> 8), UInt8(place.port & 0xFF)]
      guard isNew else {
        bytes =
          Netlink.native(UInt16(AF_INET)) + port + place.address + [UInt8](repeating: 0, count: 8)
        return
      }
      let address = place.address.count == 4 ? Self.mapped + place.address : place.address
      bytes =
        Netlink.native(UInt16(AF_INET6)) + port + [0, 0, 0, 0] + address + [0, 0, 0, 0]
    }

    private static let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]

    /// An address that the kernel gave.
    init(bytes: [UInt8]) { self.bytes = bytes }

    /// The address that a socket of ours is bound to; nil, with `errno` set, when there is none.
    init?(ownOf descriptor: Int32) {
      var storage = sockaddr_storage()
      var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
      let result = unsafe withUnsafeMutableBytes(of: &storage) { place in
        unsafe place.withMemoryRebound(to: sockaddr.self) { addresses in
          unsafe addresses.baseAddress.map { unsafe getsockname(descriptor, $0, &length) } ?? -1
        }
      }
      guard result == 0, length >= 4 else { return nil }
      bytes = unsafe withUnsafeBytes(of: storage) { unsafe Array($0.prefix(Int(length))) }
    }

    /// Names a file that `vcr` has found, whatever its path leads to by now.
    ///
    /// - Parameter file: A descriptor of the file.
    init(file: Int32) {
      bytes = Netlink.native(UInt16(AF_UNIX)) + Array("/proc/self/fd/\(file)".utf8) + [0]
    }

    /// The address family.
    var family: Int32 { bytes.count < 2 ? 0 : Int32(bytes[0]) | Int32(bytes[1]) << 8 }

    /// The target that the address names.
    var target: Target {
      switch family {
      case AF_INET where bytes.count >= 8:
        return .place(.init(address: Array(bytes[4..<8]), port: port))
      case AF_INET6 where bytes.count >= 24:
        let address = Array(bytes[8..<24])
        return .place(
          .init(
            address: address.starts(with: Self.mapped) ? Array(address[12...]) : address,
            port: port))
      case AF_UNIX:
        guard bytes.count > 2 else { return .other }
        return bytes[2] == 0
          ? .abstract(Array(bytes[3...])) : .file(Array(bytes[2...].prefix { $0 != 0 }))
      default: return .other
      }
    }

    /// The port of an address of IPv4 or IPv6.
    var port: UInt16 { UInt16(bytes[2]) << 8 | UInt16(bytes[3]) }

    /// Calls the closure with the address as the C library takes it.
    func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
      // Aligned as the C library expects it.
      var storage = sockaddr_storage()
      unsafe withUnsafeMutableBytes(of: &storage) { unsafe $0.copyBytes(from: bytes) }
      return unsafe withUnsafePointer(to: &storage) { storage in
        unsafe storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
          unsafe body(address, socklen_t(bytes.count))
        }
      }
    }
  }
#endif
