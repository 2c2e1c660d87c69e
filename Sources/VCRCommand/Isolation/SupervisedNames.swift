#if CommandLineTool && os(Linux)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif
  import VCRCore
  import VCRLocks

  /// The sockets with a name (unix(7)) that COMMAND has got from `vcr`, by inode number, where
  /// those of others are shut out and descriptors may not be copied: through a duplicate `vcr`
  /// connects the very socket that COMMAND has, and sends datagrams, where was decided.
  ///
  /// A duplicate is kept until its socket is connected or listens, so that both ends of a
  /// connection see its end.
  final class SupervisedNames: Sendable {
    /// How many are kept: the rest of the descriptors is for connections.
    private static let limit = Int(min(512, (DescriptorReserve.limit ?? .max) / 8))

    private struct Copies {
      var descriptors: [UInt64: Int32] = [:]
      /// The sockets, and some of which there is no duplicate any more, from the oldest.
      var order: [UInt64] = []
    }

    private let copies = Mutex(Copies())

    /// Makes a socket.
    ///
    /// - Parameters:
    ///   - type: The type with its flags.
    ///   - number: The number of the protocol.
    /// - Returns: The duplicate that is kept, and the inode number; nil with `errno` set.
    func make(_ type: Int32, _ number: Int32) -> (Int32, UInt64)? {
      // SOCK_CLOEXEC (<bits/socket_type.h>).
      let descriptor = socket(AF_UNIX, type | 0o2000000, number)
      guard descriptor >= 0 else { return nil }
      var status = stat()
      unsafe fstat(descriptor, &status)
      put(UInt64(status.st_ino), descriptor)
      return (descriptor, UInt64(status.st_ino))
    }

    /// Keeps a duplicate.
    func put(_ inode: UInt64, _ descriptor: Int32) {
      let old = copies.withLock { copies -> Int32? in
        copies.descriptors[inode] = descriptor
        copies.order.append(inode)
        guard copies.descriptors.count > Self.limit || copies.order.count > 4 * Self.limit else {
          return nil
        }
        copies.order.removeAll { copies.descriptors[$0] == nil }
        guard copies.descriptors.count > Self.limit else { return nil }
        return copies.descriptors.removeValue(forKey: copies.order.removeFirst())
      }
      if let old { close(old) }
    }

    /// Returns a duplicate that belongs to the caller; nil when none is kept.
    func copy(_ inode: UInt64) -> Int32? {
      copies.withLock { copies in
        copies.descriptors[inode].flatMap { number in
          let copy = fcntl(number, F_DUPFD_CLOEXEC, 3)
          return copy < 0 ? nil : copy
        }
      }
    }

    /// Hands over the duplicate, which belongs to the caller; nil when none is kept.
    func take(_ inode: UInt64) -> Int32? {
      copies.withLock { $0.descriptors.removeValue(forKey: inode) }
    }

    /// Gives up the duplicate, so that the socket ends when COMMAND closes it.
    func forget(_ inode: UInt64) {
      if let copy = take(inode) { close(copy) }
    }

    /// Gives up the duplicates that have a name, of sockets that COMMAND has closed.
    ///
    /// - Parameters:
    ///   - address: The name.
    ///   - isOpen: Whether COMMAND has a socket open, by its inode number.
    func forgetClosed(_ address: CallAddress, _ isOpen: (UInt64) -> Bool) {
      let same = copies.withLock { copies in
        copies.descriptors.filter { CallAddress(ownOf: $0.value)?.bytes == address.bytes }.keys
      }
      for inode in same where !isOpen(inode) { forget(inode) }
    }

    /// Gives up every duplicate.
    func forgetAll() {
      let all = copies.withLock { copies in
        defer { copies = Copies() }
        return copies.descriptors.values
      }
      for descriptor in all { close(descriptor) }
    }
  }
#endif
