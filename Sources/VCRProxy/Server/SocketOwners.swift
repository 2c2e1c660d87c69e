#if CommandLineTool && os(Linux)
  import VCRCore

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// Finds the process that has a socket open (proc(5)), and whether it belongs to this process's
  /// run.
  ///
  /// A process belongs to it when this one has started it, directly or through others, or when it
  /// or an ancestor was started with the environment of the run: so a service that was there before
  /// (the daemon of a build tool) starts processes on behalf of COMMAND.
  final class SocketOwners {
    /// Whose a socket is.
    enum Owner: Equatable {
      case run
      /// A process that does not belong to the run, by its name; nil when it cannot be seen.
      case stranger(String?)
    }

    private static let (holderLimit, seenLimit) = (16, 1 << 16)

    /// What the environment of the run contains, and no other; nil for nothing.
    var mark: [UInt8]?
    /// The processes that had sockets, the last one first: most clients have more than one
    /// connection.
    private var holders: [Int32] = []
    /// The sockets that were seen on the way to another one, with their processes.
    private var seen: [UInt32: Int32] = [:]

    /// Finds the owner of a socket.
    ///
    /// - Parameters:
    ///   - inode: The inode number of the socket, which is not used again soon.
    ///   - user: The user ID that created it.
    /// - Returns: Whose it is, as far as it can be seen.
    func owner(of inode: UInt32, user: UInt32) -> Owner {
      if let process = seen.removeValue(forKey: inode), isOfRun(process) { return .run }
      var hidden: [Int32] = []
      if let process = holder(of: inode, among: holders, &hidden)
        ?? holder(of: inode, among: others(), &hidden)
      {
        holders.removeAll { $0 == process }
        holders.insert(process, at: 0)
        if holders.count > Self.holderLimit { holders.removeLast() }
        return isOfRun(process) ? .run : .stranger(Descendants.name(of: process))
      }
      // Of a process that hides its descriptors, or has another user, no more than that is known.
      let isHidden = hidden.contains {
        Descendants.users(of: $0).contains(user) && isOfRun($0)
      }
      return isHidden ? .run : .stranger(nil)
    }

    /// The processes that had no sockets so far, the newest first: a client that connects at once
    /// is most often one that was just started.
    private func others() -> [Int32] {
      let known = Set(holders + [getpid()])
      return Descendants.processes().filter { !known.contains($0) }.sorted(by: >)
    }

    /// The first of some processes that has a socket open; those that hide their descriptors are
    /// noted.
    private func holder(
      of inode: UInt32, among processes: [Int32], _ hidden: inout [Int32]
    ) -> Int32? {
      for process in processes {
        if seen.count > Self.seenLimit { seen = [:] }
        switch Descendants.holds(process, socket: inode, passing: { seen[$0] = process }) {
        case true?: return process
        case false?: continue
        case nil: hidden.append(process)
        }
      }
      return nil
    }

    private func isOfRun(_ process: Int32) -> Bool {
      let ancestry = Descendants.ancestry(of: process)
      if ancestry.last == getpid() { return true }
      guard let mark else { return false }
      return ancestry.contains { process in
        let environment = try? FileSystem.read("/proc/\(process)/environ")
        return environment?.contains(mark) ?? false
      }
    }
  }
#endif
