#if CommandLineTool && os(Linux)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif
  import VCRCore
  import VCRProxy

  /// The sockets of IP that COMMAND has got from `vcr`, by inode number.
  ///
  /// A duplicate of a socket is kept until it is connected, listens or, for TCP, is bound to a port
  /// by name: through it `vcr` connects the very socket that COMMAND has, with all its options, and
  /// where it waits for it. One that is none of these is nobody's peer, and gives its port up to
  /// whoever names that, so that it does not matter that it lives longer than COMMAND's own.
  struct SupervisedSockets {
    /// A socket.
    struct Entry {
      /// True for TCP, false for UDP.
      var isStream: Bool
      /// True for IPv6.
      var isNewFamily: Bool
      /// The duplicate; nil when it is kept no more.
      var copy: Int32?
      /// The address to which COMMAND asks about names; nil when it has asked nobody.
      var nameServer: CallAddress?
    }

    /// How many duplicates are kept: the rest of the descriptors is for connections.
    private static let limit = Int(min(512, (DescriptorReserve.limit ?? .max) / 8))

    private var entries: [UInt64: Entry] = [:]
    /// The sockets that were made here, those included that are connected, and not all of these
    /// when there were very many.
    private var made: Set<UInt64> = []
    private var madeLimit = 1 << 16
    /// The sockets with a duplicate, and some that have none any more, from the oldest.
    private var kept: [UInt64] = []
    private var copies = 0

    /// The socket with an inode number; nil for one that is not from here, or that is connected.
    subscript(inode: UInt64) -> Entry? { entries[inode] }

    /// True for a socket of IP: one that was made here, or that a server of COMMAND's has taken.
    func isOfIP(_ inode: UInt64) -> Bool {
      made.contains(inode) || HostNetwork.hasConnection(inode)
    }

    /// Makes a socket that sends to loopback alone, whatever is done with it.
    ///
    /// - Parameters:
    ///   - family: AF_INET or AF_INET6.
    ///   - type: The type with its flags.
    ///   - isStream: True for TCP.
    /// - Returns: The duplicate that is kept, and the inode number; nil with `errno` set.
    mutating func make(_ family: Int32, _ type: Int32, isStream: Bool) -> (Int32, UInt64)? {
      // SOCK_CLOEXEC (<bits/socket_type.h>).
      let descriptor = socket(family, type | 0o2000000, 0)
      guard descriptor >= 0 else { return nil }
      var device = Array("lo".utf8) + [0]
      // 25 is SO_BINDTODEVICE, which is undone by nobody but root.
      guard unsafe setsockopt(descriptor, SOL_SOCKET, 25, &device, socklen_t(device.count)) == 0
      else {
        let code = errno
        close(descriptor)
        errno = code
        return nil
      }
      var status = stat()
      unsafe fstat(descriptor, &status)
      let inode = UInt64(status.st_ino)
      entries[inode] = Entry(
        isStream: isStream, isNewFamily: family == AF_INET6, copy: descriptor)
      made.insert(inode)
      if made.count > madeLimit {
        made = Set(entries.keys)
        madeLimit = max(madeLimit, 2 * made.count)
      }
      kept.append(inode)
      copies += 1
      if copies > Self.limit { releaseOldest() }
      if kept.count > 4 * Self.limit { kept.removeAll { entries[$0]?.copy == nil } }
      return (descriptor, inode)
    }

    /// Notes to whom a socket asks about names.
    mutating func asks(_ inode: UInt64, _ server: CallAddress) {
      entries[inode]?.nameServer = server
    }

    /// Gives up the duplicate, so that the socket ends when COMMAND closes it.
    mutating func release(_ inode: UInt64) {
      if let copy = take(inode) { close(copy) }
    }

    /// Hands over the duplicate.
    ///
    /// - Returns: A descriptor that belongs to the caller; nil when none is kept.
    mutating func take(_ inode: UInt64) -> Int32? {
      guard let copy = entries[inode]?.copy else { return nil }
      entries[inode]?.copy = nil
      copies -= 1
      return copy
    }

    /// Gives up the duplicates of those for TCP that are bound to a port, which may be closed
    /// already.
    mutating func release(port: UInt16) {
      for inode in kept(at: port, isStream: true) { release(inode) }
    }

    /// Gives up the duplicates of those for UDP that are bound to a port and closed: they would
    /// take what is sent to it.
    ///
    /// - Parameters:
    ///   - port: The port.
    ///   - isOpen: Whether COMMAND has a socket open, by its inode number.
    mutating func releaseClosed(port: UInt16, _ isOpen: (UInt64) -> Bool) {
      for inode in kept(at: port, isStream: false) where !isOpen(inode) { release(inode) }
    }

    private func kept(at port: UInt16, isStream: Bool) -> [UInt64] {
      kept.filter { inode in
        guard let entry = entries[inode], entry.isStream == isStream, let copy = entry.copy else {
          return false
        }
        return CallAddress(ownOf: copy)?.port == port
      }
    }

    /// Forgets a socket.
    mutating func forget(_ inode: UInt64) {
      release(inode)
      entries[inode] = nil
    }

    /// Gives up every duplicate.
    mutating func releaseAll() { for inode in kept { release(inode) } }

    private mutating func releaseOldest() {
      if let oldest = kept.firstIndex(where: { entries[$0]?.copy != nil }) {
        release(kept[oldest])
        kept.removeFirst(oldest + 1)
      }
    }
  }
#endif
