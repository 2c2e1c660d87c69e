#if CommandLineTool && os(Linux)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// A `struct msghdr` in COMMAND's memory, as 64-bit systems lay it out (recvmsg(2)).
  struct MessageHeader {
    /// Its length, and the distance between two of them in a list for sendmmsg(2).
    static let (size, stride) = (56, 64)
    /// The same in a 32-bit program.
    private static let (narrowSize, narrowStride) = (28, 32)

    private let bytes: [UInt8]

    /// Copies a header; nil, with `errno` set, when it cannot be read.
    init?(_ call: SupervisedCall, at address: UInt64) {
      let size = call.isNarrow ? Self.narrowSize : Self.size
      guard var bytes = call.read(address, size) else { return nil }
      guard bytes.count == size else {
        errno = EFAULT
        return nil
      }
      if call.isNarrow {
        // The name and its length are all that is asked of it.
        bytes.insert(contentsOf: [0, 0, 0, 0], at: 4)
        bytes += [UInt8](repeating: 0, count: Self.size - bytes.count)
      }
      self.bytes = bytes
    }

    /// Where the headers of a list for sendmmsg(2) are.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - list: The place of the first.
    ///   - count: How many the call names; the kernel takes no more than UIO_MAXIOV.
    /// - Returns: The place of each.
    static func places(_ call: SupervisedCall, from list: UInt64, _ count: UInt64) -> [UInt64] {
      let stride = call.isNarrow ? narrowStride : Self.stride
      return (0..<min(UInt64(UInt32(truncatingIfNeeded: count)), 1024))
        .map { list &+ $0 * UInt64(stride) }
    }

    /// True when it names an address.
    var hasName: Bool { Self.number(bytes, 0) != 0 }

    /// True when it carries more than bytes, such as descriptors.
    var hasAncillaryData: Bool { Self.number(bytes, 40) != 0 }

    /// The address that it names; nil, with `errno` set, when it cannot be read.
    func name(_ call: SupervisedCall) -> CallAddress? {
      CallAddress(
        call, at: Self.number(bytes, 0), length: Self.number(bytes, 8) & 0xFFFF_FFFF)
    }

    /// Returns the content of its parts together, at most one datagram; nil, with `errno` set, when
    /// it cannot be read.
    func content(_ call: SupervisedCall, atMost limit: Int = 65507) -> [UInt8]? {
      guard let parts = parts(call) else { return nil }
      var content: [UInt8] = []
      for part in parts {
        guard content.count + part.length <= limit else {
          errno = EMSGSIZE
          return nil
        }
        guard let bytes = call.read(part.address, part.length), bytes.count == part.length else {
          if errno == 0 { errno = EFAULT }
          return nil
        }
        content += bytes
      }
      return content
    }

    /// Fills the parts with a datagram, and the header with where it came from.
    ///
    /// - Returns: How many bytes were room for; nil when the memory cannot be written.
    func fill(
      _ call: SupervisedCall, at address: UInt64, _ datagram: ReceivedDatagram
    ) -> Int? {
      guard let parts = parts(call) else { return nil }
      var rest = datagram.bytes[...]
      for part in parts where !rest.isEmpty {
        let content = rest.prefix(part.length)
        guard call.write(Array(content), to: part.address) else { return nil }
        rest = rest.dropFirst(content.count)
      }
      if hasName {
        let room = Int(Self.number(bytes, 8) & 0xFFFF_FFFF)
        guard call.write(Array(datagram.source.prefix(room)), to: Self.number(bytes, 0)),
          call.write(Netlink.native(UInt32(datagram.source.count)), to: address &+ 8)
        else { return nil }
      }
      // No ancillary data; the flags say whether the datagram was longer (MSG_TRUNC).
      let flags: UInt32 = rest.isEmpty ? 0 : 0x20
      guard call.write(Netlink.native(UInt64(0)) + Netlink.native(flags), to: address &+ 40) else {
        return nil
      }
      return datagram.bytes.count - rest.count
    }

    private func parts(_ call: SupervisedCall) -> [(address: UInt64, length: Int)]? {
      let count = Int(clamping: Self.number(bytes, 24))
      // UIO_MAXIOV.
      guard count <= 1024 else {
        errno = EMSGSIZE
        return nil
      }
      guard let list = call.read(Self.number(bytes, 16), count * 16) else { return nil }
      guard list.count == count * 16 else {
        errno = EFAULT
        return nil
      }
      return (0..<count).map { index in
        (
          Self.number(list, index * 16),
          Int(clamping: min(Self.number(list, index * 16 + 8), 1 << 20))
        )
      }
    }

    private static func number(_ bytes: [UInt8], _ place: Int) -> UInt64 {
      unsafe bytes.withUnsafeBytes {
        unsafe $0.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      }
    }
  }
#endif
